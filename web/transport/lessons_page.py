"""The guide: its pages, and what a task looks like to whoever has done so much of it. Nothing is kept."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from durak import IllegalAction, encode_view, story_for, view_for
from web.lessons.course import LESSONS
from web.lessons.lesson import LEARNER, Attempt, Lesson, Task
from web.lessons.walk import NotTheTask, Place, walk
from web.transport.bases import public_base
from web.transport.context import Context
from web.transport.names import N_

NAMES = ("", N_("Vera"), N_("Boris"))
"""Who sits in the seats 1 and 2; the lessons speak of them."""

LEVEL = "casual"
BY_CODE: Mapping[str, Lesson] = {lesson.code: lesson for lesson in LESSONS}
CODES = tuple(BY_CODE)


def lessons_router(context: Context) -> APIRouter:
    """Return the routes of the guide."""
    router = APIRouter()

    @router.get("/learn")
    async def guide(request: Request) -> Response:
        return context.pages.render(
            request,
            "learn.html",
            base=public_base(request, context),
            asked_lang=request.query_params.get("lang"),
            page_path="/learn",
            codes=CODES,
        )

    @router.get("/learn/{code}")
    async def lesson(request: Request, code: str) -> Response:
        found = BY_CODE.get(code)
        if found is None:
            raise HTTPException(404)
        number = CODES.index(code)
        after = CODES[number + 1] if number + 1 < len(CODES) else None
        return context.pages.render(
            request, "lesson.html", code=code, number=number + 1, of=len(CODES), after=after, lesson=found
        )

    @router.get("/api/learn/{code}/{number}")
    async def task(
        request: Request,
        code: str,
        number: int,
        done: Annotated[list[str] | None, Query(max_length=8)] = None,
    ) -> JSONResponse:
        found = BY_CODE.get(code)
        if found is None or not 1 <= number <= len(found.tasks):
            raise HTTPException(404)
        words = context.pages.language_of(request).translations
        answer = _answer(found.tasks[number - 1], done or [], words)
        return JSONResponse(answer, headers={"cache-control": "no-store"})

    return router


def _answer(task: Task, done: list[str], words: NullTranslations) -> dict[str, Any]:
    """Return the task as the learner sees it now, or why what he did last cannot be, which is no fault."""
    try:
        return _seen(walk(task, done), len(done), words)
    except IllegalAction as illegal:
        return {"refused": {"code": illegal.refusal.code, "facts": dict(illegal.refusal.facts)}}
    except NotTheTask:
        return {"refused": {"code": "not_the_task", "facts": {}}}


def _seen(place: Place, turns: int, words: NullTranslations) -> dict[str, Any]:
    """Return where the learner stands after so many turns, with the story of the last one."""
    return {
        "v": turns + 1,
        "after": turns or None,
        "game": _game(place, words),
        "happened": story_for(place.story, LEARNER),
        "attempts": sorted(place.turn.wanted) if isinstance(place.turn, Attempt) else [],
        "is_done": place.turn is None,
    }


def _game(place: Place, words: NullTranslations) -> dict[str, Any]:
    game = encode_view(view_for(place.state, LEARNER))
    del game["known"], game["beaten_off"]
    game["sitters"] = [_sitter(seat, words) for seat in range(place.state.seats)]
    return game


def _sitter(seat: int, words: NullTranslations) -> dict[str, Any]:
    is_bot = seat != LEARNER
    return {
        # An empty text stands for a catalogue's own header.
        "name": words.gettext(NAMES[seat]) if is_bot else "",
        "avatar": seat,
        "bot": is_bot,
        "level": LEVEL if is_bot else None,
        "own": 0,
        "stood_in": 0,
        "hints": None,
    }
