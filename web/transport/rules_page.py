"""The pages that tell the rules, each in the words of its own options: nothing in them is written twice."""

from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from durak import PRESETS, Rules, differences, encode_rules
from web.rooms.refusals import Refused
from web.transport.bases import public_base
from web.transport.context import Context
from web.transport.explaining import playable
from web.transport.rules_words import lines_by_option, rule_sentence
from web.transport.terms import terms

USUAL = "classic"

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "aim": ("end",),
    "deal": ("deck", "redeal", "trump_six_swap", "first_attacker", "no_trump_first"),
    "attack": ("open_multi", "attack_limit", "first_cap"),
    "defence": ("low_trump_beats_ace",),
    "adding": ("throw_in", "throw_timing", "throw_priority"),
    "transfer": ("transfer", "transfer_first_bout", "transfer_max_chain"),
    "taking": ("throw_on_take",),
    "after": ("refill",),
    "ending": ("draw", "next_deal_first"),
}
"""Which options are told in which part of the page; `first_cap_scope` is told with `first_cap`."""


def rules_router(context: Context) -> APIRouter:
    """Return the routes of the rule pages: of presets by their names, and of any rules by their code."""
    router = APIRouter()

    @router.get("/rules")
    async def usual(request: Request) -> Response:
        return _page(request, context, PRESETS[USUAL])

    @router.get("/rules/{code}")
    async def rules(request: Request, code: str) -> Response:
        try:
            asked = playable(code)
        except Refused:
            raise HTTPException(404) from None
        return _page(request, context, asked)

    return router


def rules_path(code: str) -> str:
    """Return where rules are told, by their name or code; the usual ones have the short address."""
    return "/rules" if code == USUAL else f"/rules/{code}"


def _page(request: Request, context: Context, rules: Rules) -> Response:
    words, code = context.pages.language_of(request).translations, encode_rules(rules)
    return context.pages.render(
        request,
        "rules.html",
        base=public_base(request, context),
        asked_lang=request.query_params.get("lang"),
        page_path=rules_path(code),
        is_preset=code in PRESETS,
        is_usual=code == USUAL,
        code=code,
        rules=rules,
        told=told(rules, words),
        kinds=list(_kinds(words)),
        terms=terms(context.pages.languages.values()),
        questions_data=_questions_data,
    )


def told(rules: Rules, words: NullTranslations) -> dict[str, list[str]]:
    """Return the sentences of each part of the page."""
    lines = lines_by_option(rules)
    return {
        part: [rule_sentence(lines[option], words) for option in options if option in lines]
        for part, options in SECTIONS.items()
    }


def _kinds(words: NullTranslations) -> Iterator[dict[str, Any]]:
    """Yield the presets, each with what is different in it from the usual one."""
    for name, rules in PRESETS.items():
        news = [rule_sentence(line, words) for line in differences(PRESETS[USUAL], rules)]
        yield {"name": name, "path": rules_path(name), "news": news}


def _questions_data(questions: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return questions and answers as search engines read them (schema.org, FAQPage)."""
    return [
        {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}
        for question, answer in questions
    ]
