"""Catches a level of bots without a name, a temper or a face, in any language, or with another strength than
was measured.
"""

import re
from html import unescape

import httpx
import pytest

from durak.bots import LADDER
from durak.bots.measured import commands, measured
from tests.program import ROOT
from web.rooms.levels import OFFERED
from web.transport.languages import OWN_NAMES

pytestmark = pytest.mark.anyio

STATIC = ROOT / "static"
LEVELS = re.compile(r'<select id="bots".*?</select>', re.DOTALL)
OPTION = re.compile(r'<option value="(\w+)"[^>]* data-sentence="([^"]*)">([^<]*)</option>')


@pytest.mark.parametrize("language", OWN_NAMES)
async def test_every_level_has_a_name_and_a_temper_of_its_own(http: httpx.AsyncClient, language: str) -> None:
    select = LEVELS.search((await http.get(f"/?lang={language}")).text)
    assert select is not None
    told = OPTION.findall(select[0])
    assert [level for level, _, _ in told] == list(OFFERED)
    for words in ([sentence for _, sentence, _ in told], [name for _, _, name in told]):
        assert len(set(words)) == len(OFFERED)
        assert not set(words) & {"", *OFFERED}


async def test_who_chooses_a_level_is_told_how_it_did(http: httpx.AsyncClient) -> None:
    home = (await http.get("/?lang=en")).text
    told = {level: unescape(sentence) for level, sentence, _ in OPTION.findall(home)}
    assert 'href="/bots"' in home
    for step in measured():
        assert told[step.level].endswith(f"Beats “{step.below.title()}” in {step.wins} of 100 games.")
    assert "of 100" not in told[LADDER[0]]


@pytest.mark.parametrize("language", OWN_NAMES)
async def test_all_that_was_measured_stands_on_a_page(http: httpx.AsyncClient, language: str) -> None:
    page = unescape((await http.get(f"/bots?lang={language}")).text)
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", page, re.DOTALL)
    for step, row in zip(measured(), rows, strict=True):
        figures = [int(figure) for figure in re.findall(r"\d+", re.sub("<[^>]*>", "", row))]
        two, four = step.two, step.four
        shares = [1 - two.value, 1 - two.high, 1 - two.low, four.value, four.low, four.high]
        assert figures == [round(100 * share) for share in shares]
    assert all(command in page for command in commands())
    assert page.count("bots.svg#") == len(LADDER)


def test_every_level_has_a_face_of_its_own() -> None:
    drawn = re.findall(
        r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', (STATIC / "img/bots.svg").read_text("utf-8")
    )
    faces = {level: lines for level, lines in drawn if level in LADDER}
    assert set(faces) == set(LADDER)
    assert len(set(faces.values())) == len(LADDER)


def test_a_mixture_shows_faces_that_there_are() -> None:
    mixture = re.search(r"const MIXTURE = \[(.*)\];", (STATIC / "js/home.js").read_text("utf-8"))
    assert mixture is not None
    assert set(re.findall(r'"(\w+)"', mixture[1])) <= set(LADDER)
