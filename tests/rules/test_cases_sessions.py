"""Numbered cases of sessions (rules.md). Catches: a next deal that begins elsewhere than the rules say."""

from durak import LastDeal, Outcome, Rules, Seat, State, new_game, next_leader

FOUR = ("Ann", "Ben", "Cem", "Dia")
UNDER = Rules(next_deal_first="under_durak")
FROM = Rules(next_deal_first="from_durak")


def next_deal(last: LastDeal, rules: Rules, players: tuple[str, ...] = FOUR) -> State:
    """Deal the next game as a room does."""
    seats = len(players)
    return new_game(rules, bytes(32), [b""] * seats, seats, next_leader(last, rules, players))


def by_lowest_trump(rules: Rules, seats: int) -> Seat:
    return new_game(rules, bytes(32), [b""] * seats, seats).main


def test_case_87_under_the_durak_and_from_under_him() -> None:
    lost = Outcome("durak", (Seat(2),))
    under = next_deal(LastDeal(UNDER, FOUR, lost), UNDER)
    assert (under.main, under.defender) == (1, 2)
    after = next_deal(LastDeal(FROM, FOUR, lost), FROM)
    assert (after.main, after.defender) == (3, 0)


def test_case_88_after_a_draw_the_lowest_trump() -> None:
    for rules in (UNDER, FROM):
        drawn = LastDeal(rules, FOUR, Outcome("draw"))
        assert next_leader(drawn, rules, FOUR) is None
        assert next_deal(drawn, rules).main == by_lowest_trump(rules, 4)


def test_case_89_with_another_number_of_seats_the_lowest_trump() -> None:
    for players in (FOUR[:3], (*FOUR, "Eli")):
        last = LastDeal(FROM, FOUR, Outcome("durak", (Seat(2),)))
        assert next_leader(last, FROM, players) is None
        assert next_deal(last, FROM, players).main == by_lowest_trump(FROM, len(players))
