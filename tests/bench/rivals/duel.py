"""A view of two players with 36 cards as the bots of the study behind `durak/bots` saw it: in bits.

Their world is a little simpler than the rules: one card at a time is laid and covered, and nothing is thrown
in before everything is covered. Where the other one opens with several cards, the card with the fewest covers
is answered first.
"""

from dataclasses import dataclass

from durak import Action, Attack, Defend, Pass, Phase, Take, View
from durak.bots.bits import Bits, Lanes, deck, lanes

KNOWN = deck(36)
"""What beats what, for rivals know no other deck."""

GIVE_UP = -1
"""Among places of cards: the move that takes, or passes."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What one of two sees. Sets of cards are bits in the order of `durak.bots.bits`.

    defends   whether it has to answer; else it opens, throws in, or lets a bout end
    taking    whether the other one takes
    known     what the other one holds for certain; `theirs` how many cards it holds
    unseen    what it may hold besides, or what lies in the stock, but for the card turned up there
    table     all cards on it; `bare` those without a cover, `ranks` all cards that could be added
    answers   of the bare cards the one with the fewest covers, 0 if there is none
    room      how many attack cards may still be added
    """

    order: Lanes
    defends: bool
    taking: bool
    hand: Bits
    known: Bits
    theirs: int
    unseen: Bits
    turned_up: Bits
    stock: int
    table: Bits
    bare: Bits
    answers: Bits
    ranks: Bits
    room: int

    @property
    def moves(self) -> list[int]:
        """The places of the cards that it may lay, from the cheapest, and GIVE_UP where it may."""
        found = [place for place in range(KNOWN.size) if self.fits >> place & 1]
        return [*found, GIVE_UP] if self.table else found

    @property
    def fits(self) -> Bits:
        """The cards of its hand that it may lay."""
        if self.defends:
            return self.hand & KNOWN.beats[place_of(self.answers)]
        if not self.table:
            return self.hand
        return self.hand & self.ranks if self.room > 0 else 0


def place_of(card: Bits) -> int:
    """Return the place of the only card of a set."""
    return card.bit_length() - 1


def duel(view: View) -> Duel:
    """Return what the viewer sees. Raises ValueError for other tables than the rivals know."""
    if view.rules.deck != KNOWN.size or len(view.counts) != 2 or view.viewer is None:
        raise ValueError("rivals play in twos, with 36 cards")
    order, other = lanes(view.rules.deck, view.trump), 1 - view.viewer
    hand, known = order.bits(view.hand), order.bits(view.known[other])
    gone = order.bits(view.beaten_off or ())
    turned_up = order.bits([view.turned_up] if view.turned_up else [])
    bare = order.bits(pair.attack for pair in view.table if pair.cover is None)
    table = bare | order.bits(card for pair in view.table if pair.cover for card in (pair.attack, pair.cover))
    return Duel(
        order=order,
        defends=view.viewer == view.defender,
        taking=view.phase is Phase.TAKING,
        hand=hand,
        known=known,
        theirs=view.counts[other],
        unseen=KNOWN.whole & ~(hand | known | gone | table | turned_up),
        turned_up=turned_up,
        stock=view.stock,
        table=table,
        bare=bare,
        answers=_first_to_answer(hand, bare),
        ranks=ranks_of(table),
        room=view.room,
    )


def _first_to_answer(hand: Bits, bare: Bits) -> Bits:
    cards = [1 << place for place in range(KNOWN.size) if bare >> place & 1]
    return min(cards, key=lambda card: (hand & KNOWN.beats[place_of(card)]).bit_count(), default=0)


def ranks_of(table: Bits) -> Bits:
    """Return all cards of the ranks on a table."""
    found = 0
    while table:
        card = table & -table
        found |= KNOWN.same_rank[place_of(card)]
        table ^= card
    return found


def action_of(view: View, seen: Duel, place: int) -> Action:
    """Return the move as an action of the viewer."""
    assert view.viewer is not None
    if place == GIVE_UP:
        return Take(view.viewer) if seen.defends else Pass(view.viewer)
    card = seen.order.cards[place]
    if seen.defends:
        return Defend(view.viewer, seen.order.cards[place_of(seen.answers)], card)
    return Attack(view.viewer, (card,))
