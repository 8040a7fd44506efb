"""What speaks for a move: a reason as a code with facts, true of the view and of nothing hidden.

A reason is said of a move that something else has found good; it does not find one. Cards are cheap or dear
as the bots reckon: plain ones by rank, every trump above them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from durak.actions import Action, Attack, Defend, Pass, Swap, Take, Transfer
from durak.bots.bits import Bits, Deck, deck, lanes
from durak.bots.choices import attacks, defences
from durak.cards import Card
from durak.draft import Phase, table_cards
from durak.errors import Fact
from durak.view import View

REASONS: Mapping[str, tuple[str, ...]] = {
    "only_move": (),
    "wins": (),
    "draws": (),
    "only_saving": (),
    "loses": (),
    "cannot_beat": ("seat", "card"),
    "must_beat_with_trump": ("seat", "card"),
    "known_to_hold": ("seat", "card"),
    "gets_rid": ("rank", "count"),
    "low_card": ("card",),
    "keeps_trump": (),
    "throws_more": ("seat",),
    "presses_on": ("seat",),
    "no_new_rank": ("rank",),
    "keeps_pair": ("rank",),
    "cheapest_cover": ("attack", "card"),
    "passes_on": ("seat",),
    "shows_trump": ("card",),
    "swaps": (),
    "cannot_beat_all": (),
    "take_cheap": ("count",),
    "take_strong": ("count",),
    "saves_strength": (),
    "estimate": (),
}
"""Every code with its facts. The first five are for `durak.bots.advice`, which has looked to the end."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What speaks for a move: a code of `REASONS` with exactly its facts, written as in a Refusal."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


def reason_for(view: View, action: Action) -> Reason:
    """Return the best that can be said for a legal action of the view, which remembers (`memory_view`)."""
    grounds = _Grounds(view)
    match action:
        case Attack(_, cards) if view.phase is Phase.TAKING:
            found = grounds.feeding(cards[0])
        case Attack(_, cards):
            found = grounds.attacking(cards[0])
        case Defend(_, attack, card):
            found = grounds.covering(attack, card)
        case Transfer(_, card, show):
            found = grounds.transferring(card, show)
        case Take():
            found = grounds.taking()
        case Swap():
            found = iter([Reason("swaps")])
        case Pass():
            found = grounds.stopping()
        case _:
            assert_never(action)
    return next(found, Reason("estimate"))


class _Grounds:
    """Looks for reasons in one view; each search yields them from the best on."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._deck: Deck = deck(view.rules.deck, view.rules.low_trump_beats_ace)
        self._lanes = lanes(view.rules.deck, view.trump)
        self._hand = self._lanes.bits(view.hand)

    def attacking(self, card: Card) -> Iterator[Reason]:
        """For the first card of a bout, or one thrown in when all is beaten."""
        yield from self._unanswerable(card)
        bit = self._bit(card)
        rivals = self._lanes.bits(attack.cards[0] for attack in attacks(self._view))
        yield from self._known_answer(rivals & -rivals, bit)
        if not bit & self._deck.trumps:
            if self._same_rank(card).bit_count() > 1:
                yield Reason(
                    "gets_rid", {"rank": card.rank.letter, "count": self._same_rank(card).bit_count()}
                )
            if not rivals & bit - 1:
                yield Reason("low_card", {"card": card.text})
            if rivals & self._deck.trumps:
                yield Reason("keeps_trump")
        if self._view.table:
            yield Reason("presses_on", {"seat": self._view.defender})

    def feeding(self, card: Card) -> Iterator[Reason]:
        """For a card that goes along to whoever takes."""
        if not self._bit(card) & self._deck.trumps:
            yield Reason("throws_more", {"seat": self._view.defender})

    def covering(self, attack: Card, card: Card) -> Iterator[Reason]:
        """For a cover: what it gives the others to throw in, what it costs, and what it leaves."""
        covers = self._lanes.bits(one.card for one in defences(self._view) if one.attack is attack)
        bit, cheapest = self._bit(card), covers & -covers
        if bit == cheapest:
            yield Reason("cheapest_cover", {"attack": attack.text, "card": card.text})
            return
        if card.rank in {one.rank for one in table_cards(self._view.table)}:
            yield Reason("no_new_rank", {"rank": card.rank.letter})
        spared = self._lanes.cards_in(cheapest)[0]
        if self._same_rank(spared).bit_count() > 1 and self._same_rank(card).bit_count() == 1:
            yield Reason("keeps_pair", {"rank": spared.rank.letter})
        if covers & self._deck.trumps and not bit & self._deck.trumps:
            yield Reason("keeps_trump")

    def transferring(self, card: Card, show: bool) -> Iterator[Reason]:
        """For handing the attack on."""
        if show:
            yield Reason("shows_trump", {"card": card.text})
        if self._view.transfer_to is not None:
            yield Reason("passes_on", {"seat": self._view.transfer_to})

    def taking(self) -> Iterator[Reason]:
        """For taking the table: because one must, because it costs less, or because it is worth having."""
        spent = self._cheapest_covers()
        table = self._lanes.bits(table_cards(self._view.table))
        if spent is None:
            yield Reason("cannot_beat_all")
            return
        if table & self._deck.trumps:
            yield Reason("take_strong", {"count": table.bit_count()})
        if spent & self._deck.trumps:
            yield Reason("take_cheap", {"count": table.bit_count()})

    def stopping(self) -> Iterator[Reason]:
        """For adding nothing more, where something could be added."""
        if attacks(self._view):
            yield Reason("saves_strength")

    def _unanswerable(self, card: Card) -> Iterator[Reason]:
        """The defender is known to hold no card that beats it, or can only hold trumps that do."""
        view, seat = self._view, self._view.defender
        known = self._lanes.bits(view.known[seat])
        beaters = self._deck.beats[self._lanes.place[card]]
        facts: dict[str, Fact] = {"seat": seat, "card": card.text}
        held = known if view.counts[seat] == known.bit_count() else known | self._unseen()
        if not beaters & held:
            yield Reason("cannot_beat", facts)
        elif not self._bit(card) & self._deck.trumps and not beaters & held & ~self._deck.trumps:
            yield Reason("must_beat_with_trump", facts)

    def _known_answer(self, lowest: Bits, bit: Bits) -> Iterator[Reason]:
        """The defender is known to hold a card of its suit that beats the lowest card, and not this one."""
        if not lowest or lowest & self._deck.trumps:
            return
        seat, beats = self._view.defender, self._deck.beats
        known = self._lanes.bits(self._view.known[seat]) & ~self._deck.trumps
        answers = known & beats[lowest.bit_length() - 1] & ~beats[bit.bit_length() - 1]
        if answers:
            held = self._lanes.cards_in(answers & -answers)[0]
            yield Reason("known_to_hold", {"seat": seat, "card": held.text})

    def _unseen(self) -> Bits:
        """The cards that may be in any hand."""
        view, order = self._view, self._lanes
        seen = self._hand | order.bits(table_cards(view.table)) | order.bits(view.beaten_off or ())
        for cards in view.known:
            seen |= order.bits(cards)
        turned_up = order.bits([view.turned_up]) if view.turned_up else 0
        return self._deck.whole & ~seen & ~turned_up

    def _cheapest_covers(self) -> Bits | None:
        """Return what would beat the table, the dearest attack served first; None if nothing does."""
        hand, spent = self._hand, 0
        uncovered = self._lanes.bits(pair.attack for pair in self._view.table if pair.cover is None)
        while uncovered:
            place = uncovered.bit_length() - 1
            covers = hand & self._deck.beats[place]
            if not covers:
                return None
            spent |= covers & -covers
            hand &= ~spent
            uncovered ^= 1 << place
        return spent

    def _bit(self, card: Card) -> Bits:
        return 1 << self._lanes.place[card]

    def _same_rank(self, card: Card) -> Bits:
        """The plain cards of its rank in the hand, with itself."""
        return self._hand & self._deck.same_rank[self._lanes.place[card]] & ~self._deck.trumps
