"""Rules in the reader's own words, and what is new in them to somebody who knows others."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse

from durak import NotationError, Rules, check_setup, describe, differences, encode_rules, parse_rules
from durak.ruleset import FEWEST_SEATS, MOST_SEATS
from web.rooms.refusals import Refused
from web.transport.context import Context
from web.transport.rules_choices import rules_choices
from web.transport.rules_words import rule_sentence

LONGEST_CODE = 80


def explaining_router(context: Context) -> APIRouter:
    """Return the routes that explain rules, and say what could be made of them."""
    router = APIRouter(prefix="/api")

    @router.get("/rules/{code}")
    async def rules(request: Request, code: str, known: str | None = None) -> JSONResponse:
        asked, language = playable(code), context.pages.language_of(request)
        news = () if known is None else differences(playable(known), asked)
        words = language.translations
        answer = JSONResponse(
            {
                "name": context.pages.rules_name(language, encode_rules(asked)),
                "lines": [rule_sentence(line, words) for line in describe(asked)],
                "news": [rule_sentence(line, words) for line in news],
            }
        )
        answer.headers["cache-control"] = "no-store"
        return answer

    @router.get("/rules/{code}/choices")
    async def choices(request: Request, code: str, seats: int = FEWEST_SEATS) -> JSONResponse:
        asked, words = playable(code), context.pages.language_of(request).translations
        seats = min(max(seats, FEWEST_SEATS), MOST_SEATS)
        answer = JSONResponse({"rules": encode_rules(asked), "options": rules_choices(asked, seats, words)})
        answer.headers["cache-control"] = "no-store"
        return answer

    return router


def playable(code: str) -> Rules:
    """Return rules by their name or code. Raises Refused for what two could not play by."""
    try:
        rules = parse_rules(code[:LONGEST_CODE])
    except NotationError:
        raise Refused("bad_option", {"option": "rules", "value": code[:LONGEST_CODE]}) from None
    refusal = check_setup(rules, FEWEST_SEATS)
    if refusal is not None:
        raise Refused(refusal.code, refusal.facts)
    return rules
