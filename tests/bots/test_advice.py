"""Catches advice that is not the best move known, peeks, says what is not so, or has nothing to say."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise
from random import Random

import pytest

from durak import Attack, Seat, State, memory_view, parse_position
from durak.actions import encode_action
from durak.bots import MASTER, advice
from durak.bots.advice import advise
from durak.bots.grounds import REASONS, reason_for
from durak.bots.search import candidates
from durak.bots.solver import Solver, endgame_of
from durak.cards import DECKS
from durak.cardset import beaters
from tests.bots.blind import questions
from tests.bots.company import Choice, choices, company


def laid_out(text: str) -> State:
    """Return a position under hearts as trumps, with all the cards that it does not name in the stock."""
    named = re.findall("[6-9TJQKA][SHDC]", text)
    rest = sorted(
        (card.text for card in DECKS[36] if card.text not in named), key=lambda card: card[1] == "H"
    )
    return parse_position(f"trump=H bout=3 discarded=yes stock={','.join(rest)} {text}")


# A position, whose move, the move, and what is to be said of it.
EXAMPLES = [
    ("hands=6C,8D,AS|7S,9S,KD main=0 def=1", "0:A:6C", "low_card", {"card": "6C"}),
    ("hands=7C,9D,9C|7S,9S,KD main=0 def=1", "0:A:9C", "gets_rid", {"rank": "9", "count": 2}),
    ("hands=7C,9D,6H|7S,9S,KD main=0 def=1", "0:A:9D", "keeps_trump", {}),
    (
        "hands=6C,AS|7S,9S,KD main=0 def=1",
        "0:A:AS",
        "must_beat_with_trump",
        {"seat": 1, "card": "AS"},
    ),
    (
        "hands=6C,KC|7S,9S,KD main=0 def=1 known=-|7S,9S,KD",
        "0:A:KC",
        "cannot_beat",
        {"seat": 1, "card": "KC"},
    ),
    (
        "hands=6S,7D,KC|7S,9S,QD,AC main=0 def=1 known=-|7S,9S",
        "0:A:7D",
        "known_to_hold",
        {"seat": 1, "card": "7S"},
    ),
    ("hands=7H,AS|7S,9S main=0 def=1 table=7C/8C", "0:A:7H", "presses_on", {"seat": 1}),
    ("hands=7H,AS|7S,9S main=0 def=1 table=7C/8C", "0:pass", "saves_strength", {}),
    ("hands=7D,AS|7S,9S main=0 def=1 table=7C/- taking=yes", "0:A:7D", "throws_more", {"seat": 1}),
    (
        "hands=AS|9S,KS,QH main=0 def=1 table=8S/-",
        "1:D:8S/9S",
        "cheapest_cover",
        {"attack": "8S", "card": "9S"},
    ),
    ("hands=AS|9S,TS,KS main=0 def=1 table=8C/9C,8S/-,TC/JC", "1:D:8S/TS", "no_new_rank", {"rank": "T"}),
    ("hands=AS|9S,9D,KS main=0 def=1 table=8S/-", "1:D:8S/KS", "keeps_pair", {"rank": "9"}),
    ("hands=AS|9S,KS,QH main=0 def=1 table=8S/-", "1:D:8S/KS", "keeps_trump", {}),
    ("hands=AS|9D,KD main=0 def=1 table=8S/-", "1:take", "cannot_beat_all", {}),
    ("hands=AS|9D,QH main=0 def=1 table=8S/-", "1:take", "take_cheap", {"count": 1}),
    ("hands=AS|9S,QH main=0 def=1 table=8S/8H,8D/-", "1:take", "take_strong", {"count": 3}),
    ("rules=transfer hands=AS,7D|8C,QH main=0 def=1 table=8S/-", "1:T:8C", "passes_on", {"seat": 0}),
]


FEW_NODES, GAMES = 2000, 40


def moments(games: int) -> Iterator[Choice]:
    """Yield every choice of games by all kinds of rules, with two to six seats."""
    return chain.from_iterable(choices(company(seed)) for seed in range(games))


@pytest.mark.parametrize(
    ("text", "move", "code", "facts"), EXAMPLES, ids=[f"{one[2]}, {one[1]}" for one in EXAMPLES]
)
def test_what_is_said_of_a_move(text: str, move: str, code: str, facts: dict[str, object]) -> None:
    view = memory_view(laid_out(text), Seat(int(move[0])))
    action = next(action for action in candidates(view) if encode_action(action) == move)
    reason = reason_for(view, action)
    assert (reason.code, reason.facts) == (code, facts)


def test_every_reason_has_its_facts_and_most_moves_have_one() -> None:
    said: Counter[str] = Counter()
    for moment in moments(GAMES):
        view = moment.view
        for action in candidates(view):
            reason = reason_for(view, action)
            assert tuple(reason.facts) == REASONS[reason.code]
            said[reason.code] += 1
    by_advice = {"only_move", "wins", "draws", "only_saving", "loses"}
    assert set(said) == set(REASONS) - by_advice
    assert said["estimate"] < said.total() / 2


def test_what_is_said_of_the_defender_is_so() -> None:
    """Against what he really holds, which the view did not tell."""
    said = 0
    for moment in moments(GAMES):
        view, state = moment.view, moment.state
        for action in candidates(view):
            reason = reason_for(view, action)
            if not isinstance(action, Attack) or reason.code not in ("cannot_beat", "must_beat_with_trump"):
                continue
            said += 1
            rows = beaters(state.rules.deck, state.trump, state.rules.low_trump_beats_ace)
            beating = rows[action.cards[0].place] & state.hand_sets[state.defender]
            assert all(card.suit is state.trump for card in state.hands[state.defender] if card.bit & beating)
            assert not (reason.code == "cannot_beat" and beating)
    assert said > 50


def test_what_the_defender_is_known_to_hold_he_holds_and_it_beats_the_lowest_card() -> None:
    said = 0
    for moment in moments(GAMES):
        view, state = moment.view, moment.state
        leads = [action.cards[0] for action in candidates(view) if isinstance(action, Attack)]
        for action in candidates(view):
            reason = reason_for(view, action)
            if reason.code != "known_to_hold" or not isinstance(action, Attack):
                continue
            said += 1
            held = next(card for card in view.known[state.defender] if card.text == reason.facts["card"])
            assert held in state.hands[state.defender]
            rows = beaters(state.rules.deck, state.trump, state.rules.low_trump_beats_ace)
            assert any(rows[card.place] & held.bit for card in leads)
            assert not rows[action.cards[0].place] & held.bit
    assert said > 20


def test_the_best_comes_first_and_is_what_the_end_proves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "MASTER", replace(MASTER, playouts=20, nodes=FEW_NODES))
    proved: Counter[str] = Counter()
    for moment in moments(12):
        view = moment.view
        found = advise(view, Random(1))
        assert {one.action for one in found} == set(candidates(view))
        assert all(one.durak <= other.durak + 1e-9 for one, other in pairwise(found))
        assert all(0 <= one.durak <= 1 for one in found)
        end = endgame_of(view)
        values = end and Solver(end.game.setup, FEW_NODES).values(end, candidates(view))
        if not values or len(values) == 1:
            continue
        assert values[found[0].action] == max(values.values())
        assert [one.durak for one in found] == [float(values[one.action] == -1) for one in found]
        saving = sum(value > -1 for value in values.values())
        assert (found[0].reason.code == "only_saving") == (saving == 1)
        proved[found[0].reason.code] += 1
    assert {"wins", "loses", "only_saving"} <= set(proved)


def test_where_nothing_is_to_choose_that_is_the_reason() -> None:
    view = memory_view(laid_out("hands=KC,QC|6S main=0 def=1 table=7S/-"), Seat(1))
    [only] = advise(view, Random(0))
    assert (encode_action(only.action), only.reason.code) == ("1:take", "only_move")
    assert 0 < only.durak < 1


def test_whoever_cannot_act_gets_no_advice() -> None:
    view = memory_view(laid_out("hands=KC,QC|6S main=0 def=1 table=7S/-"), Seat(0))
    with pytest.raises(ValueError, match="no legal action"):
        advise(view, Random(0))


def test_advice_depends_on_nothing_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "MASTER", replace(MASTER, playouts=20, nodes=FEW_NODES))
    for question in chain.from_iterable(map(questions, range(20))):
        told = [advise(memory_view(one, question.seat), Random(3)) for one in (question.true, question.other)]
        assert told[0] == told[1]
