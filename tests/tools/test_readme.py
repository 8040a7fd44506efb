"""Catches: a README whose first example does not run, or whose presets and codes the engine has not."""

import doctest
import re
from dataclasses import replace
from pathlib import Path

import pytest

from durak import OPTIONS, PRESETS, Rules, encode_rules, outcome, parse_rules
from durak.__main__ import main
from durak.rules_code import LETTERS
from durak.state import State

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")

BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
MOST_LINES = 10


def test_the_first_code_block_shows_a_whole_game() -> None:
    language, text = BLOCKS[0]
    assert language == "python"
    assert len(text.splitlines()) <= MOST_LINES
    names: dict[str, object] = {}
    example = doctest.DocTestParser().get_doctest(text, names, "README.md", "README.md", 0)
    told: list[str] = []
    failed, tried = doctest.DocTestRunner().run(example, out=told.append, clear_globs=False)
    assert not failed, "".join(told)
    assert tried == len(example.examples)
    state = example.globs["state"]
    assert isinstance(state, State)
    assert outcome(state) is not None


def rows(header: str) -> list[list[str]]:
    """Return the cells of the table below a header."""
    lines = README[README.index(header) :].splitlines()[2:]
    table = lines[: lines.index("")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_the_codes_are_those_of_the_engine() -> None:
    table = rows("| option | usual | codes |")
    assert [cells[0] for cells in table] == [f"`{name}`" for name in OPTIONS]
    for (_, usual, text), (name, option) in zip(table, OPTIONS.items(), strict=True):
        assert usual == word(option.values[0])
        codes = dict(re.findall(r"`(\w+)`,? ?([\w: ]*)", text))
        expected = {code_of(name, value): word(value) for value in option.values[1:]}
        if option.least is not None:
            expected[code_of(name, option.least)] = "and up: that number"
        assert codes == expected, name


def word(value: object) -> str:
    """Return a value as the README writes it."""
    return {"True": "yes", "False": "no", "None": "none"}.get(str(value), str(value))


def code_of(name: str, value: object) -> str:
    """Return how a value is written in a code, also where these rules alone have a name."""
    rules = replace(Rules(), **{name: value})  # type: ignore[arg-type]  # the caller took it from OPTIONS
    last = "Y1" if name != "redeal" else ""
    code = encode_rules(replace(rules, redeal="five_suit") if last else rules).removesuffix(last)
    assert parse_rules(code) == rules
    return code


def test_the_letters_in_the_notation_are_those_of_the_engine() -> None:
    (line,) = (line for line in NOTATION.splitlines() if line.startswith("`D` deck"))
    assert re.findall(r"`(\w)` (\w+)", line) == [(letter, name) for name, letter in LETTERS.items()]


def test_the_presets_are_those_of_the_engine() -> None:
    assert [name for name, _ in rows("| preset | is |")] == [f"`{name}`" for name in PRESETS]


COMMANDS = [line.partition(" #")[0].strip() for line in dict(BLOCKS)["sh"].splitlines()]


@pytest.mark.parametrize("command", [line for line in COMMANDS if "game.txt" not in line])
def test_the_commands_can_be_typed(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', command)]
    assert words[:3] == ["python", "-m", "durak"]
    assert main(words[3:]) == 0
    assert capsys.readouterr().err == ""


def test_every_file_of_tests_that_is_named_is_there() -> None:
    named = set(re.findall(r"`(?:tests/)?((?:\w+/)*(?:test_\w+\.py|\w+\.test\.js))\b", README))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / "tests" / name).exists()] == []


SECURITY = rows("| | what | shown by | what a host does himself |")


def test_nothing_is_left_out_of_what_the_server_holds_to() -> None:
    assert [number for number, *_ in SECURITY if number] == [str(number) for number in range(1, 29)]
    assert all(shown for _, _, shown, _ in SECURITY)


@pytest.mark.parametrize("row", SECURITY, ids=lambda row: f"{row[0]} {row[1][:30]}")
def test_every_test_that_shows_it_is_there(row: list[str]) -> None:
    shown = re.findall(r"`([^`]+)::([^`]+)`", row[2])
    assert re.sub(r"`[^`]+::[^`]+`", "", row[2]).strip() == "", "each as `file::test`"
    for file, name in shown:
        text = (ROOT / "tests" / file).read_text(encoding="utf-8")
        if file.endswith(".js"):
            assert f'test("{name}"' in text
        else:
            assert re.search(rf"^(async )?def {name}\(", text, re.MULTILINE), name
