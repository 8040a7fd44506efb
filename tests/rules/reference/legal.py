"""What a seat may do: rules.md 1.3, and the order of notation.md. Actions are their texts."""

from itertools import combinations

from tests.rules.reference.cards import RANKS, height, in_order
from tests.rules.reference.game import (
    DEFENCE,
    OPEN,
    OVER,
    TAKING,
    THROW,
    Game,
    beat_cards,
    has_priority,
    in_scope,
    limit,
    lowest_trump,
    next_in_play,
    phase,
    room,
    uncovered,
)


def legal_actions(game: Game, seat: int) -> list[str]:
    """Return all that the seat may do, attacks first, then covers, transfers, take, pass, swap."""
    now = phase(game)
    if now == OVER:
        deeds = []
    elif now == OPEN:
        deeds = _openings(game) + _swap(game) if seat == game.main else []
    elif seat == game.defender:
        deeds = _covers(game) + _transfers(game) + ["take"] if now == DEFENCE else []
    else:
        deeds = _throws(game, seat) + _pass(game, seat)
    return [f"{seat}:{deed}" for deed in deeds]


def _openings(game: Game) -> list[str]:
    hand = in_order(game.hands[game.main])
    most = min(room(game), 4 if game.rules["open_multi"] else 1)
    sets = []
    for rank in sorted({card[0] for card in hand}, key=RANKS.index):
        places = [place for place, card in enumerate(hand) if card[0] == rank]
        chosen = [cards for count in range(1, 5) if count <= most for cards in combinations(places, count)]
        # A set comes right before those that it begins: so lists of places compare, too.
        sets += [[hand[place] for place in cards] for cards in sorted(chosen)]
    return ["A:" + ",".join(cards) for cards in sets]


def _swap(game: Game) -> list[str]:
    if not game.rules["trump_six_swap"] or not game.discarded or len(game.stock) <= 1:
        return []
    return ["swap"] if lowest_trump(game) in game.hands[game.main] else []


def _covers(game: Game) -> list[str]:
    return [
        f"D:{attack}/{card}"
        for attack in in_order(uncovered(game))
        for card in in_order(game.hands[game.defender])
        if beats(game, attack, card)
    ]


def beats(game: Game, attack: str, card: str) -> bool:
    """Tell whether a card beats an attack card."""
    if game.rules["low_trump_beats_ace"] and attack == "A" + game.trump and card == lowest_trump(game):
        return True
    if card[1] == attack[1]:
        return height(card) > height(attack)
    return card[1] == game.trump


def _transfers(game: Game) -> list[str]:
    """Return the transfers while something is uncovered; laid before shown for one card."""
    target = next_in_play(game, game.defender)
    if game.rules["transfer"] == "off" or beat_cards(game) or target is None:
        return []
    if game.bout == 1 and not game.rules["transfer_first_bout"]:
        return []
    most = game.rules["transfer_max_chain"]
    if most is not None and game.chain >= most:
        return []
    cards, free = len(game.table), min(limit(game), len(game.hands[target]))
    deeds = []
    for card in in_order(game.hands[game.defender]):
        if card[0] != game.table[0][0][0]:
            continue
        if cards + 1 <= free:
            deeds.append(f"T:{card}")
        can_show = game.rules["transfer"] == "show" and card[1] == game.trump and card not in game.shown
        if can_show and cards <= free:
            deeds.append(f"S:{card}")
    return deeds


def _throws(game: Game, seat: int) -> list[str]:
    if seat not in in_scope(game) or room(game) < 1:
        return []
    if has_priority(game) and seat != game.main:
        return []
    if phase(game) == DEFENCE and game.rules["throw_timing"] == "after_beaten":
        return []
    ranks = {card[0] for pair in game.table for card in pair if card != "-"}
    return [f"A:{card}" for card in in_order(game.hands[seat]) if card[0] in ranks]


def _pass(game: Game, seat: int) -> list[str]:
    if phase(game) not in (THROW, TAKING) or seat not in in_scope(game):
        return []
    return [] if seat in game.passed else ["pass"]
