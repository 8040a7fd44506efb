"""What each move of a view leads to, for a seat with one opponent: what a value net judges.

Moves are what the nets were trained to choose among: one card at a time, throw-ins only while every card is
beaten or after a take, covers for the cheapest uncovered card first. Openings with several cards, early
throw-ins, swaps and shown transfers have no prospect here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from durak.actions import Action, Attack, Defend, Pass, Take, Transfer
from durak.bots.bits import Bits, deck, lanes
from durak.bots.features import Afterstate, Stage
from durak.cards import Card
from durak.draft import table_cards
from durak.ruleset import HAND_SIZE, Rules
from durak.view import View

WON, LOST, EVEN = 1.0, 0.0, 0.5

_MOST_ROOM = 6


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat with one opponent sees, in bits; `limit` is the most attack cards of this bout.

    attacking  whether I am the main attacker
    covered    whether any attack card has a cover
    taking     whether the defender has announced the take
    """

    rules: Rules
    mine: Bits
    exposed: Bits
    theirs: Bits
    their_size: int
    unseen: Bits
    table: Bits
    uncovered: Bits
    turned_up: Bits
    stock: int
    laid: int
    limit: int
    attacking: bool
    covered: bool
    taking: bool

    @property
    def room(self) -> int:
        """How many attack cards may still be added (rules.md 1.6)."""
        defender = self.their_size if self.attacking else self.mine.bit_count()
        return min(defender - self.uncovered.bit_count(), self.limit - self.laid)

    @property
    def is_closed(self) -> bool:
        """Whether the bout ends by itself now (rules.md 1.4)."""
        if self.uncovered and not self.taking:
            return False
        attacker = self.mine.bit_count() if self.attacking else self.their_size
        return self.room == 0 or attacker == 0


def prospects(view: View) -> dict[Action, Afterstate | float]:
    """Return by move what follows from it: a position to judge or, if the game is over, its worth for me.

    Raises ValueError for a spectator, or for more than one opponent who is still in play.
    """
    seen = table_of(view)
    order = lanes(view.rules.deck, view.trump)
    return {action: _after(seen, action, order.place) for action in _moves(view, seen, order.place)}


def table_of(view: View) -> Table:
    """Return what the viewer sees. Raises ValueError for a spectator, or for more than one opponent."""
    me = view.viewer
    others = [seat for seat in range(len(view.counts)) if seat != me and seat not in view.out]
    if me is None or len(others) != 1:
        raise ValueError("a value net judges for one of two seats")
    rules, order, them = view.rules, lanes(view.rules.deck, view.trump), others[0]
    mine, theirs, table = (
        order.bits(cards) for cards in (view.hand, view.known[them], table_cards(view.table))
    )
    turned_up = 0 if view.turned_up is None else order.bits([view.turned_up])
    seen = mine | theirs | table | turned_up | order.bits(view.beaten_off or ())
    uncovered = [pair.attack for pair in view.table if pair.cover is None]
    return Table(
        rules=rules,
        mine=mine,
        exposed=order.bits(view.known[me]),
        theirs=theirs,
        their_size=view.counts[them],
        unseen=deck(rules.deck).whole & ~seen,
        table=table,
        uncovered=order.bits(uncovered),
        turned_up=turned_up,
        stock=view.stock,
        laid=len(view.table),
        limit=_limit(view),
        attacking=view.defender != me,
        covered=len(uncovered) < len(view.table),
        taking=view.phase == "taking",
    )


def _limit(view: View) -> int:
    """The most attack cards that the rules allow in this bout (rules.md 1.6)."""
    rules = view.rules
    is_first = view.bout == 1 if rules.first_cap_scope == "first_bout" else view.discard == 0
    limit = rules.first_cap if is_first and rules.first_cap is not None else rules.attack_limit
    return rules.deck if limit is None else limit


def _moves(view: View, seen: Table, place: dict[Card, int]) -> Iterator[Action]:
    """The moves that have a prospect, in the order of the view."""
    early = seen.uncovered and not seen.taking
    for actions in view.legal.values():
        for action in actions:
            match action:
                case Attack():
                    if not early:
                        yield action
                case Defend():
                    if 1 << place[action.attack] == seen.uncovered & -seen.uncovered:
                        yield action
                case Transfer():
                    if not action.show:
                        yield action
                case Take() | Pass():
                    yield action


def _after(seen: Table, action: Action, place: dict[Card, int]) -> Afterstate | float:
    """What follows from a move of mine."""
    match action:
        case Attack():
            after, stage = (
                _laid(seen, 1 << place[action.cards[0]]),
                Stage.FED if seen.taking else Stage.ATTACKED,
            )
        case Transfer():
            after, stage = replace(_laid(seen, 1 << place[action.card]), attacking=True), Stage.ATTACKED
        case Defend():
            after = _covered(seen, 1 << place[action.card])
            stage = Stage.COVERED_SOME if after.uncovered else Stage.COVERED
        case Take():
            after, stage = replace(seen, taking=True), Stage.TAKING
        case _:
            return _finished(seen)
    return _finished(after) if after.is_closed else _told(after, stage, 0, after.their_size)


def _laid(seen: Table, card: Bits) -> Table:
    return replace(
        seen,
        mine=seen.mine & ~card,
        exposed=seen.exposed & ~card,
        table=seen.table | card,
        uncovered=seen.uncovered | card,
        laid=seen.laid + 1,
    )


def _covered(seen: Table, card: Bits) -> Table:
    """With the cheapest uncovered card covered."""
    return replace(
        seen,
        mine=seen.mine & ~card,
        exposed=seen.exposed & ~card,
        table=seen.table | card,
        uncovered=seen.uncovered & seen.uncovered - 1,
        covered=True,
    )


def _told(after: Table, stage: Stage, draws: int, their_size: int) -> Afterstate:
    return Afterstate(
        mine=after.mine,
        exposed=after.exposed,
        theirs=after.theirs,
        unseen=after.unseen,
        table=after.table,
        uncovered=after.uncovered,
        turned_up=after.turned_up,
        stock=after.stock,
        my_size=after.mine.bit_count() + draws,
        their_size=their_size,
        draws=draws,
        room=min(after.room, _MOST_ROOM) if after.table else 0,
        stage=stage,
        is_fresh=bool(after.table) and not after.covered,
    )


# The end of a bout


def _finished(after: Table) -> Afterstate | float:
    """The table cleared and the hands refilled, the attacker first (rules.md 1.5)."""
    cleared = _cleared(after)
    wanted = [max(HAND_SIZE - size, 0) for size in (cleared.mine.bit_count(), cleared.their_size)]
    first = min(wanted[0 if after.attacking else 1], after.stock)
    second = min(wanted[1 if after.attacking else 0], after.stock - first)
    to_me, to_them = (first, second) if after.attacking else (second, first)
    stock, their_size = after.stock - first - second, cleared.their_size + to_them
    if not stock and (not cleared.mine.bit_count() + to_me or not their_size):
        return _worth(after, i_am_out=not cleared.mine.bit_count() + to_me, they_are_out=not their_size)
    if after.stock and not stock:
        last, is_mine = after.turned_up, after.attacking == (second == 0)
        cleared = replace(cleared, turned_up=0)
        if is_mine:
            to_me -= 1
            cleared = replace(cleared, mine=cleared.mine | last, exposed=cleared.exposed | last)
        else:
            cleared = replace(cleared, theirs=cleared.theirs | last)
    stage = Stage.LEADING if after.attacking == after.taking else Stage.ATTACKED_NEXT
    return _told(replace(cleared, stock=stock), stage, to_me, their_size)


def _cleared(after: Table) -> Table:
    """The table goes to whoever takes it, or away."""
    clear = replace(after, table=0, uncovered=0)
    if not after.taking:
        return clear
    if after.attacking:
        size = after.their_size + after.table.bit_count()
        return replace(clear, theirs=after.theirs | after.table, their_size=size)
    return replace(clear, mine=after.mine | after.table, exposed=after.exposed | after.table)


def _worth(after: Table, i_am_out: bool, they_are_out: bool) -> float:
    """What the end is worth for me (rules.md 1.5.4)."""
    if not (i_am_out and they_are_out):
        return WON if i_am_out else LOST
    if after.rules.end == "first_out":
        return WON
    if after.rules.draw:
        return EVEN
    return WON if after.attacking else LOST
