"""What an action does, and the end of a bout step by step: rules.md 1.3 to 1.5."""

from tests.rules.reference.cards import HAND
from tests.rules.reference.game import (
    Game,
    clockwise,
    find_second,
    in_scope,
    lowest_trump,
    next_in_play,
    room,
    uncovered,
)


def apply(game: Game, action: str) -> None:
    """Do a legal action, and what follows from it by itself."""
    seat_text, deed, *cards = action.split(":")
    seat = int(seat_text)
    if deed == "A":
        _attack(game, seat, cards[0].split(","))
    elif deed == "D":
        _cover(game, *cards[0].split("/"))
    elif deed == "T":
        _transfer(game, cards[0])
    elif deed == "S":
        _show(game, cards[0])
    elif deed == "take":
        game.taking, game.passed = True, []
    elif deed == "pass":
        game.passed.append(seat)
    elif deed == "swap":
        _swap(game)
    if is_bout_over(game):
        _end_bout(game)


def _lay_down(game: Game, seat: int, card: str) -> None:
    """Take a card out of a hand."""
    game.hands[seat].remove(card)
    if card in game.known[seat]:
        game.known[seat].remove(card)
    if not game.hands[seat]:
        game.emptied.append(seat)


def _add_to_table(game: Game, seat: int, card: str) -> None:
    _lay_down(game, seat, card)
    game.table.append([card, "-"])
    game.passed = []
    if seat not in game.joined:
        game.joined.append(seat)


def _attack(game: Game, seat: int, cards: list[str]) -> None:
    for card in cards:
        _add_to_table(game, seat, card)


def _cover(game: Game, attack: str, card: str) -> None:
    _lay_down(game, game.defender, card)
    for pair in game.table:
        if pair[0] == attack:
            pair[1] = card


def _transfer(game: Game, card: str) -> None:
    _add_to_table(game, game.defender, card)
    _move_attack_on(game)


def _show(game: Game, card: str) -> None:
    game.shown.append(card)
    if card not in game.known[game.defender]:
        game.known[game.defender].append(card)
    game.passed = []
    _move_attack_on(game)


def _move_attack_on(game: Game) -> None:
    target = next_in_play(game, game.defender)
    assert target is not None
    game.main, game.defender = game.defender, target
    game.second = find_second(game)
    game.chain += 1


def _swap(game: Game) -> None:
    given, got = lowest_trump(game), game.stock[-1]
    game.stock[-1] = given
    hand, known = game.hands[game.main], game.known[game.main]
    hand.remove(given)
    hand.append(got)
    if given in known:
        known.remove(given)
    known.append(got)


def is_bout_over(game: Game) -> bool:
    """Tell whether the bout closes by itself (1.4)."""
    if not game.table:
        return False
    all_done = all(seat in game.passed for seat in in_scope(game))
    if game.taking:
        return room(game) == 0 or all_done or not game.rules["throw_on_take"]
    if uncovered(game):
        return False
    return room(game) == 0 or not game.hands[game.defender] or all_done


def _end_bout(game: Game) -> None:
    taken = game.taking
    _clear_table(game)
    _refill(game)
    went_out = _go_out(game)
    game.passed, game.joined, game.emptied, game.shown = [], [], [], []
    game.chain, game.taking = 0, False
    _judge(game, went_out)
    if game.outcome is None:
        _next_bout(game, taken)


def _clear_table(game: Game) -> None:
    if game.taking:
        cards = [card for pair in game.table for card in pair if card != "-"]
        game.hands[game.defender] += cards
        game.known[game.defender] += cards
    else:
        game.discarded = True
    game.table = []


def refill_order(game: Game) -> list[int]:
    """Return who draws before whom."""
    if game.rules["refill"] == "opener_clockwise":
        order = clockwise(game, game.joined[0])
    elif game.rules["refill"] == "join_order":
        order = game.joined + [seat for seat in clockwise(game, game.main) if seat not in game.joined]
    else:
        order = clockwise(game, game.main)
    return [seat for seat in order if seat != game.defender] + [game.defender]


def _refill(game: Game) -> None:
    for seat in refill_order(game):
        while game.stock and len(game.hands[seat]) < HAND:
            card = game.stock.pop(0)
            game.hands[seat].append(card)
            if not game.stock:
                game.known[seat].append(card)  # the turned-up one, which all have seen


def _go_out(game: Game) -> list[int]:
    if game.stock:
        return []
    went_out = [seat for seat in game.emptied if not game.hands[seat]]
    game.out += went_out
    return went_out


def _judge(game: Game, went_out: list[int]) -> None:
    holders = [seat for seat, hand in enumerate(game.hands) if hand]
    if game.rules["end"] == "first_out":
        if went_out:
            game.outcome = ("winner", went_out)
    elif not game.stock and len(holders) == 1:
        game.outcome = ("durak", holders)
    elif not game.stock and not holders:
        game.outcome = ("draw", []) if game.rules["draw"] else ("durak", [game.defender])


def _next_bout(game: Game, taken: bool) -> None:
    attacker: int | None = game.defender
    if taken or game.defender in game.out:
        attacker = next_in_play(game, game.defender)
    assert attacker is not None
    defender = next_in_play(game, attacker)
    assert defender is not None
    game.main, game.defender = attacker, defender
    game.second = find_second(game)
    game.bout += 1
