"""Catches: the wrong seat opening the next deal, or one that opens because of who sat there before."""

import pytest

from durak import PRESETS, LastDeal, Outcome, Rules, Seat, new_game, next_leader

FROM = Rules(next_deal_first="from_durak")
UNDER = Rules(next_deal_first="under_durak")
PEOPLE = ("Ann", "Ben", "Cem")


def lost_by(seat: int, rules: Rules, players: tuple[str, ...] = PEOPLE) -> LastDeal:
    return LastDeal(rules, players, Outcome("durak", (Seat(seat),)))


@pytest.mark.parametrize(
    ("rules", "durak", "leader"),
    [
        (UNDER, 0, 2),
        (UNDER, 1, 0),
        (UNDER, 2, 1),
        (FROM, 0, 1),
        (FROM, 1, 2),
        (FROM, 2, 0),
        (Rules(), 1, None),
        (PRESETS["pagat"], 2, 0),
    ],
)
def test_the_durak_decides_who_opens(rules: Rules, durak: int, leader: int | None) -> None:
    assert next_leader(lost_by(durak, rules), rules, PEOPLE) == leader


@pytest.mark.parametrize(("rules", "leader"), [(UNDER, 0), (FROM, 0)])
def test_two_players_attack_the_durak_either_way(rules: Rules, leader: int) -> None:
    assert next_leader(lost_by(1, rules, ("Ann", "Ben")), rules, ("Ann", "Ben")) == leader


def test_the_first_deal_decides_for_itself() -> None:
    assert next_leader(None, UNDER, PEOPLE) is None


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("draw"),
        Outcome("aborted"),
        Outcome("winner", (Seat(1),)),
        Outcome("winner", (Seat(0), Seat(1))),
    ],
)
@pytest.mark.parametrize("rules", [UNDER, FROM])
def test_without_a_durak_the_deal_decides(outcome: Outcome, rules: Rules) -> None:
    assert next_leader(LastDeal(rules, PEOPLE, outcome), rules, PEOPLE) is None


@pytest.mark.parametrize(
    "players", [("Ann", "Ben"), ("Ann", "Ben", "Dia"), ("Ben", "Ann", "Cem"), (*PEOPLE, "Dia")]
)
def test_other_people_or_other_seats_begin_anew(players: tuple[str, ...]) -> None:
    assert next_leader(lost_by(1, FROM), FROM, players) is None


@pytest.mark.parametrize("rules", [UNDER, Rules(next_deal_first="from_durak", deck=52)])
def test_other_rules_begin_anew(rules: Rules) -> None:
    assert next_leader(lost_by(1, FROM), rules, PEOPLE) is None


def test_players_may_come_in_any_sequence() -> None:
    assert next_leader(lost_by(1, FROM), FROM, list(PEOPLE)) == 2


def test_the_leader_opens() -> None:
    leader = next_leader(lost_by(2, UNDER), UNDER, PEOPLE)
    state = new_game(UNDER, bytes(32), [b""] * 3, 3, leader)
    assert (state.main, state.defender) == (1, 2)
