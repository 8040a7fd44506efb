"""Catches a lesson without words, or a page of the guide that tells more, or other things, than its task."""

import re
from html import unescape

import httpx
import pytest

from durak import view_for
from web.lessons.course import LESSONS
from web.lessons.lesson import LEARNER, Lesson
from web.lessons.walk import walk
from web.transport.languages import OWN_NAMES
from web.transport.lessons_page import CODES

pytestmark = pytest.mark.anyio

SENTENCE = re.compile(r'<p data-task="(\d)" data-turn="(\d)"( data-after)?[^>]*>([^<]+)</p>')


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.code)
async def test_there_is_a_sentence_for_each_turn_and_one_for_the_end(
    http: httpx.AsyncClient, lesson: Lesson
) -> None:
    page = await http.get(f"/learn/{lesson.code}")
    told = [(int(task), int(turn), bool(after)) for task, turn, after, _ in SENTENCE.findall(page.text)]
    assert told == [
        (number, turn, turn == len(task.turns))
        for number, task in enumerate(lesson.tasks, start=1)
        for turn in range(len(task.turns) + 1)
    ]


@pytest.mark.parametrize("lang", OWN_NAMES)
async def test_no_two_sentences_are_the_same_in_any_language(http: httpx.AsyncClient, lang: str) -> None:
    pages = [(await http.get(f"/learn/{code}?lang={lang}")).text for code in CODES]
    told = [unescape(text) for page in pages for *_, text in SENTENCE.findall(page)]
    assert len(set(told)) == len(told) > 30


@pytest.mark.parametrize("lang", OWN_NAMES)
async def test_who_sits_at_the_table_is_called_there_as_in_the_sentences(
    http: httpx.AsyncClient, lang: str
) -> None:
    page = (await http.get(f"/learn/take?lang={lang}")).text
    seen = (await http.get("/api/learn/take/1", headers={"accept-language": lang})).json()
    vera, boris = (sitter["name"] for sitter in seen["game"]["sitters"][1:])
    assert vera in page
    assert boris in (await http.get(f"/learn/cover?lang={lang}")).text


async def test_the_list_leads_to_every_lesson_and_each_to_the_next(http: httpx.AsyncClient) -> None:
    page = (await http.get("/learn")).text
    assert re.findall(r'<li data-code="(\w+)"><a href="/learn/(\w+)"', page) == [
        (code, code) for code in CODES
    ]
    for code, after in zip(CODES, (*CODES[1:], None), strict=True):
        lesson = (await http.get(f"/learn/{code}")).text
        (follows,) = re.findall(r'id="next" href="([^"]+)"', lesson)
        assert follows == (f"/learn/{after}" if after else "/learn#done")
        assert '<meta name="robots" content="noindex">' in lesson


async def test_a_task_is_seen_as_the_engine_lets_its_learner_see_it(http: httpx.AsyncClient) -> None:
    (task,) = LESSONS[1].tasks
    seen = (await http.get("/api/learn/cover/1")).json()
    assert (seen["v"], seen["after"], seen["happened"], seen["is_done"]) == (1, None, [], False)
    assert seen["game"]["hand"] == [card.text for card in view_for(walk(task, ()).state, LEARNER).hand]
    assert [sitter["name"] for sitter in seen["game"]["sitters"]] == ["", "Vera", "Boris"]
    after = (await http.get("/api/learn/cover/1", params={"done": "0:D:7S/9S"})).json()
    assert (after["v"], after["after"], after["is_done"]) == (2, 1, True)
    assert [step["kind"] for step in after["happened"]][:2] == ["defend", "beaten_off"]


async def test_hidden_cards_stay_hidden_in_a_lesson_too(http: httpx.AsyncClient) -> None:
    """Nobody can cheat at a lesson, but there is one way to show a table, and it shows no hands."""
    seen = (await http.get("/api/learn/cover/1")).text
    for card in ("8D", "TC", "JS", "AC", "8S", "TS", "KS", "8C"):
        assert f'"{card}"' not in seen


async def test_what_should_be_refused_is_told_as_something_to_try(http: httpx.AsyncClient) -> None:
    seen = (await http.get("/api/learn/forbidden/1")).json()
    assert "0:D:TD/AC" in seen["attempts"]
    after = (await http.get("/api/learn/forbidden/1", params={"done": "0:D:TD/AC"})).json()
    assert (after["attempts"], after["happened"], after["is_done"]) == (["0:D:TD/8D"], [], False)
    assert after["game"] == seen["game"]


@pytest.mark.parametrize(
    ("done", "code"),
    [
        (["0:D:7S/6C"], "does_not_beat"),
        (["0:A:6C"], "defender_cannot_throw"),
        (["0:take"], "not_the_task"),
        (["1:pass"], "not_the_task"),
        (["nonsense"], "not_the_task"),
        (["0:D:7S/9S"] * 2, "not_the_task"),
    ],
)
async def test_anything_else_is_refused_with_its_reason(
    http: httpx.AsyncClient, done: list[str], code: str
) -> None:
    answer = await http.get("/api/learn/cover/1", params={"done": done})
    assert answer.status_code == 200
    assert list(answer.json()) == ["refused"]
    assert answer.json()["refused"]["code"] == code


@pytest.mark.parametrize("path", ["cover/2", "cover/0", "none/1"])
async def test_what_is_no_task_is_not_there(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(f"/api/learn/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_page")


async def test_too_much_is_no_question(http: httpx.AsyncClient) -> None:
    answer = await http.get("/api/learn/cover/1", params={"done": ["0:take"] * 9})
    assert 400 <= answer.status_code < 500


async def test_a_lesson_that_is_none_is_a_lost_page(http: httpx.AsyncClient) -> None:
    answer = await http.get("/learn/none", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no such page" in answer.text
