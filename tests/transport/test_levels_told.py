"""Catches a level of bots without a name, a temper or a face, in any language."""

import re

import httpx
import pytest

from durak.bots import LADDER
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
