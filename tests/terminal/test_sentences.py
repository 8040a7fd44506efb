"""Catches: a rule, a refusal or a happening without its sentence, or one that leaves out what it knows."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from durak import LINES, OPTIONS, PRESETS, Fact, Line, Refusal, Rules, Seat, describe, happened, story_for
from durak.errors import REFUSALS
from durak.happenings import Happening
from durak.terminal.complaints import LEFT, RIGHT, pointed
from durak.terminal.refusal_words import SENTENCES as REFUSAL_SENTENCES
from durak.terminal.refusal_words import refusal_sentence
from durak.terminal.rules_words import SENTENCES as RULE_SENTENCES
from durak.terminal.rules_words import rule_sentence
from durak.terminal.story_words import SENTENCES as STORY_SENTENCES
from durak.terminal.story_words import outcome_sentence, story_sentences
from durak.terminal.words import WIDTH, Names, counted, listed, numbered_seats, rows
from tests.rules.games import Game, games
from tests.rules.rule_sets import any_rules

ANN = Names(("you", "Bot 1", "Bot 2"), Seat(0))

# Facts that a sentence has to name, and what it makes of them; other facts only decide between sentences.
FACTS: dict[str, list[tuple[dict[str, Fact], list[str]]]] = {
    "transfer_off": [({"show": False}, []), ({"show": True}, ["showing"])],
    "duplicate_card": [({"card": "7S"}, ["7S"])],
    "card_not_held": [({"card": "7S"}, ["7S"])],
    "not_your_turn": [({"seat": 1}, ["Bot 1"])],
    "not_eligible": [
        ({"scope": "neighbours", "seats": [1, 2]}, ["Bot 1 and Bot 2"]),
        ({"scope": "attacker_only", "seats": []}, ["Nobody"]),
    ],
    "wrong_phase": [
        ({"phase": "open", "uncovered": []}, ["Nothing lies"]),
        ({"phase": "defence", "uncovered": ["7S", "8D"]}, ["7S and 8D"]),
        ({"phase": "throw", "uncovered": []}, ["next bout"]),
        ({"phase": "taking", "uncovered": ["7S"]}, ["next bout"]),
    ],
    "attacker_has_priority": [({"main": 2}, ["Bot 2"])],
    "uncovered_first": [({"uncovered": ["7S", "8D"]}, ["7S and 8D"])],
    "one_card_only": [({"opening": True}, ["opens"]), ({"opening": False}, ["one by one"])],
    "over_capacity": [
        ({"cap": 3, "room": 0, "by": "hand"}, ["3 cards", "defender", "no more"]),
        ({"cap": 5, "room": 2, "by": "first_cap"}, ["5 cards", "beginning", "2 more"]),
        ({"cap": 6, "room": 1, "by": "attack_limit"}, ["6 cards", "1 more"]),
    ],
    "rank_not_on_table": [({"ranks": ["7", "9", "T"]}, ["7, 9 or T"])],
    "chain_full": [({"most": 1}, ["1 transfer."]), ({"most": 2}, ["2 transfers."])],
    "wrong_rank": [({"rank": "T"}, ["T"])],
    "not_a_trump": [({"trump": "H"}, ["hearts"])],
    "already_shown": [({"card": "7H"}, ["7H"])],
    "target_capacity": [
        ({"seat": 2, "cards": 1, "needed": 2}, ["Bot 2 has 1 card", "2"]),
        ({"seat": 0, "cards": 2, "needed": 3}, ["You have 2 cards", "3"]),
    ],
    "no_such_attack": [({"attack": "7S"}, ["7S"])],
    "already_beaten": [({"attack": "7S", "cover": "9S"}, ["7S", "9S"])],
    "does_not_beat": [
        ({"attack": "9S", "card": "8S", "trump": "H"}, ["9S", "8S", "spades", "or a trump"]),
        ({"attack": "9H", "card": "8S", "trump": "H"}, ["9H", "8S", "a higher trump"]),
    ],
    "swap_too_late": [({"stock": 1}, ["swapped"])],
    "bad_option": [({"option": "deck", "value": 37, "allowed": [36, 24]}, ["deck", "37", "36 or 24"])],
    "deck_too_small": [({"deck": 24, "seats": 5, "most": 4}, ["24 cards", "5 seats", "4"])],
    "first_cap_above_limit": [({"first_cap": 6, "attack_limit": 5}, ["6", "5"])],
}


def every_refusal() -> Iterator[tuple[str, dict[str, Fact], list[str]]]:
    for code, names in REFUSALS.items():
        for facts, said in FACTS[code] if names else [({}, [])]:
            yield code, facts, said


@pytest.mark.parametrize(("code", "facts", "said"), [*every_refusal()])
def test_every_refusal_has_its_sentence(code: str, facts: dict[str, Fact], said: list[str]) -> None:
    assert tuple(facts) == REFUSALS[code]
    sentence = refusal_sentence(Refusal(code, facts), ANN)
    is_sentence(sentence)
    assert all(piece in sentence for piece in said), sentence


def test_there_is_no_sentence_for_what_is_not_refused() -> None:
    assert list(REFUSAL_SENTENCES) == list(REFUSALS)


def is_sentence(text: str) -> None:
    assert text.isascii()
    assert text[0].isupper() or text[0].isdigit() or text.partition(" ")[0] in OPTIONS
    assert text.endswith(".")
    assert "{" not in text
    assert "  " not in text


# Rules


@pytest.mark.parametrize("key", LINES)
def test_every_line_of_the_rules_has_its_sentence(key: str) -> None:
    facts: dict[str, Fact] = dict.fromkeys(LINES[key], 7)
    is_sentence(rule_sentence(Line(key, facts)))
    assert all(f"{{{name}" in RULE_SENTENCES[key] for name in LINES[key])


def test_no_two_lines_have_the_same_sentence() -> None:
    assert list(RULE_SENTENCES) == list(LINES)
    assert len(set(RULE_SENTENCES.values())) == len(LINES)


@given(any_rules)
def test_any_rules_can_be_said(rules: Rules) -> None:
    for line in describe(rules):
        is_sentence(rule_sentence(line))


def test_numbers_have_their_nouns() -> None:
    assert rule_sentence(Line("transfer_max_chain", {"most": 1})).endswith("1 transfer.")
    assert rule_sentence(Line("transfer_max_chain", {"most": 3})).endswith("3 transfers.")
    assert rule_sentence(Line("deck", {"cards": 36, "lowest": "6"})) == "36 cards, from the 6 up."


# Stories


def kinds_of(game: Game, viewer: Seat | None) -> set[str]:
    """Tell a game to a viewer, and return the kinds of what happened in it."""
    kinds = set()
    for before, action, after in game.steps:
        story = story_for(happened(before, action, after), viewer)
        for names in (ANN_AND_OTHERS, numbered_seats(6)):
            sentences = story_sentences(story, names, adding=bool(before.table))
            assert len(sentences) == len(story)
            for sentence in sentences:
                is_sentence(sentence)
        kinds |= {piece["kind"] for piece in story}
    return kinds


ANN_AND_OTHERS = Names(("you", *(f"Bot {seat}" for seat in range(1, 6))), Seat(0))


@settings(max_examples=25)
@given(game=games)
def test_any_story_can_be_told(game: Game) -> None:
    for viewer in (Seat(0), Seat(1), None):
        assert kinds_of(game, viewer) <= set(STORY_SENTENCES)


def test_there_is_a_sentence_for_everything_that_happens() -> None:
    assert len(STORY_SENTENCES) == len(get_args(Happening)) + len({"add"})


def transfer(seat: int, card: str, to: int, show: bool = False) -> dict[str, Any]:
    return {"kind": "transfer", "seat": seat, "card": card, "show": show, "to": to}


def refill(seat: int, *cards: str | None) -> dict[str, Any]:
    return {"kind": "refill", "seat": seat, "count": len(cards), "cards": list(cards)}


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        ({"kind": "attack", "seat": 0, "cards": ["7S", "7D"]}, "You add 7S and 7D."),
        ({"kind": "pass", "seat": 1}, "Bot 1 passes."),
        (transfer(1, "7D", to=0), "Bot 1 transfers the attack to you with 7D."),
        (transfer(0, "7H", to=2, show=True), "You show 7H: the attack goes to Bot 2."),
        (
            {"kind": "refill", "seat": 1, "count": 2, "cards": [None, "KH"]},
            "Bot 1 draws 2 cards, one of them KH.",
        ),
        ({"kind": "refill", "seat": 1, "count": 1, "cards": [None]}, "Bot 1 draws 1 card."),
        ({"kind": "refill", "seat": 1, "count": 1, "cards": ["KH"]}, "Bot 1 draws KH."),
        ({"kind": "refill", "seat": 0, "count": 2, "cards": ["9C", "KH"]}, "You draw 9C and KH."),
        ({"kind": "swap", "seat": 0, "card": "6H", "turned_up": "KH"}, "You swap 6H for KH under the stock."),
        ({"kind": "out", "seat": 0, "place": 1}, "You are out, as number 1."),
        ({"kind": "bout", "bout": 3, "main": 0, "defender": 1}, "Bout 3: you against Bot 1."),
    ],
)
def test_how_it_is_told(piece: dict[str, Any], said: str) -> None:
    assert story_sentences([piece], ANN, adding=True) == [said]


def test_how_games_end() -> None:
    assert outcome_sentence({"kind": "durak", "seat": 0}, ANN) == "You are the durak."
    assert outcome_sentence({"kind": "durak", "seat": 1}, ANN) == "Bot 1 is the durak."
    assert outcome_sentence({"kind": "winner", "seats": [1]}, ANN) == "Bot 1 wins the game."
    assert outcome_sentence({"kind": "winner", "seats": [0, 1]}, ANN) == "You and Bot 1 win together."
    assert outcome_sentence({"kind": "draw"}, ANN) == "The game is drawn: nobody is the durak."
    assert outcome_sentence({"kind": "aborted"}, ANN) == "The game was broken off."


# Small words


def test_lists_and_counts() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"], last="or") == "a or b"
    assert listed("abc") == "a, b and c"
    assert (counted(0, "card"), counted(1, "card"), counted(2, "card")) == ("0 cards", "1 card", "2 cards")


def test_rows_stand_under_each_other_and_go_on_below() -> None:
    found = rows([("A", "word " * 40), ("Longer", "one  two"), ("None", "")])
    assert all(len(line) <= WIDTH for line in found)
    assert found[0].startswith("A       word")
    assert found[1].startswith("        word")
    assert found[-2:] == ["Longer  one  two", "None"]


@pytest.mark.parametrize("place", [0, 1, LEFT, LEFT + 1, 150, 199, 200])
def test_the_caret_stands_under_the_place(place: int) -> None:
    text = "".join(chr(ord("a") + number % 26) for number in range(200))
    line, caret = pointed(text, place)
    assert len(line) <= 2 + 3 + LEFT + RIGHT + 3
    at = caret.index("^")
    assert line[at : at + 1] == text[place : place + 1]
    assert line[at - 1] == (text[place - 1] if place else " ")


def test_nothing_strange_moves_the_caret() -> None:
    assert pointed("7S\t\u0430\x1b,9X", 6) == ["  7S???,9X", "        ^"]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_said_in_plain_sentences(preset: str) -> None:
    assert all("_" not in rule_sentence(line) for line in describe(PRESETS[preset]))
