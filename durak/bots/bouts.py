"""The last two hands, played out bout by bout: the search under `durak.bots.solver`.

Arguments and answers are as in `durak.bots.answers`.
"""

from durak.bots.answers import (
    BEYOND_THE_BOUT,
    CHAIN,
    GOAL,
    SHOWN,
    TAKEN,
    UNKNOWN,
    Answers,
    OutOfNodes,
    Value,
)
from durak.bots.bits import Bits, places


class Bouts(Answers):
    """Answers under one table's rules.

    Which moves are left out, since they cannot be better than others:

    - Throwing in, or opening with several cards, before the defender has answered. Whatever he does then, the
      attacker can lay the same cards later, and knows more. This is not so where a take ends the bout at once
      (no `throw_on_take`), or where more cards on the table prevent a transfer; there they are looked at, and
      the attacker counts as the faster one.
    - Covering one card before another: when all are covered the order has made no difference, and a take
      in between gives the attacker more ranks to feed. All orders are tried only where cards may be thrown in
      meanwhile to some effect.
    - Feeding one card before another.
    """

    # Between bouts

    def lead(self, attacker: Bits, defender: Bits, ask: int) -> Value:
        """Answer for a bout to be opened; both hold cards."""
        value = self.glance(attacker, defender, ask)
        if value != UNKNOWN:
            return value
        value = self.open(attacker, defender, ask)
        self.keep((attacker, defender, ask | GOAL), value, ask & GOAL)
        return value

    def open(self, attacker: Bits, defender: Bits, ask: int) -> Value:
        """Answer for a bout to be opened by looking at every opening, the cheapest first."""
        self.nodes -= 1
        if self.nodes < 0:
            raise OutOfNodes
        goal, room = ask & GOAL, self.cap(defender, ask) - 1
        going_on = self.press if self.several else self.answer
        best, rest = -1, attacker
        while rest:
            card = rest & -rest
            rest ^= card
            ranks = self.same_rank[card.bit_length() - 1]
            value = going_on(attacker ^ card, defender, card, ranks, card, room, ask)
            if value > best:
                if value >= goal:
                    return value
                best = value
        return best

    def beaten_off(self, attacker: Bits, defender: Bits, ask: int) -> Value:
        """Answer for a bout that ends with everything covered."""
        if not defender:
            return -1 if attacker else self.both_out(ask)
        if not attacker:
            return 1
        return -self.lead(defender, attacker, ask & BEYOND_THE_BOUT ^ self.flip)

    # The defender

    def answer(
        self, attacker: Bits, defender: Bits, table: Bits, ranks: Bits, uncovered: Bits, room: int, ask: int
    ) -> Value:
        """Answer for a defender who must cover, transfer or take; he looks for less than the goal.

        First at a glance: for covers after which nothing can be thrown in.
        """
        if uncovered & (uncovered - 1):
            return self.answer_some(attacker, defender, table, ranks, uncovered, room, ask)
        same_rank, goal, best = self.same_rank, ask & GOAL, 1
        covers = defender & self.beats[uncovered.bit_length() - 1]
        last, followed = [], []
        then = ask & BEYOND_THE_BOUT ^ self.flip
        while covers:
            card = covers & -covers
            covers ^= card
            if room and attacker & (ranks | same_rank[card.bit_length() - 1]):
                followed.append(card)
                continue
            hand = defender ^ card
            if attacker and hand:
                value = -self.glance(hand, attacker, then)
            else:
                value = self.beaten_off(attacker, hand, ask)
            if value == -UNKNOWN:
                last.append(hand)
            elif value < goal:
                return value
            elif value < best:
                best = value
        if last or followed or self.transfers:
            return self.search(attacker, defender, table, ranks, room, ask, best, last, followed)
        value = self.take(attacker, defender, table, ranks, room, ask)
        return value if value < best else best

    def search(
        self,
        attacker: Bits,
        defender: Bits,
        table: Bits,
        ranks: Bits,
        room: int,
        ask: int,
        best: Value,
        last: list[Bits],
        followed: list[Bits],
    ) -> Value:
        """Answer the same by a search: of hands after a last cover, covers to be followed, and the rest."""
        goal, same_rank = ask & GOAL, self.same_rank
        for hand in last:
            value = -self.lead(hand, attacker, ask & BEYOND_THE_BOUT ^ self.flip)
            if value < best:
                best = value
                if value < goal:
                    return value
        for card in followed:
            more = ranks | same_rank[card.bit_length() - 1]
            value = self.add(attacker, defender ^ card, table | card, more, room, ask)
            if value < best:
                best = value
                if value < goal:
                    return value
        if self.transfers and not table & (table - 1):
            best = min(best, self.transfer(attacker, defender, table, ranks, ask))
        if best >= goal:
            best = min(best, self.take(attacker, defender, table, ranks, room, ask))
        return best

    def answer_some(
        self, attacker: Bits, defender: Bits, table: Bits, ranks: Bits, uncovered: Bits, room: int, ask: int
    ) -> Value:
        """Answer the same where several cards are uncovered."""
        goal, best, going_on = ask & GOAL, 1, self.press if self.hasty else self.answer
        for target in places(uncovered if self.hasty else uncovered & -uncovered):
            for place in places(defender & self.beats[target]):
                hand, laid, more = defender ^ 1 << place, table | 1 << place, ranks | self.same_rank[place]
                best = min(best, going_on(attacker, hand, laid, more, uncovered ^ 1 << target, room, ask))
                if best < goal:
                    return best
        if self.transfers and table == uncovered:
            best = min(best, self.transfer(attacker, defender, table, ranks, ask))
        if best >= goal:
            best = min(best, self.take(attacker, defender, table, ranks, room, ask))
        return best

    def transfer(self, attacker: Bits, defender: Bits, table: Bits, ranks: Bits, ask: int) -> Value:
        """Answer for passing the attack on: the two change places in the middle of the bout."""
        setup, best = self.setup, 1
        if ask // CHAIN >= setup.longest_chain:
            return best
        held, laid, then = attacker.bit_count(), table.bit_count(), (ask ^ self.flip) + self.link
        room = self.cap(attacker, ask) - laid
        cards = defender & ranks
        ways = [(1 << place, then) for place in places(cards)] if laid < held else []
        if setup.shows and cards & setup.deck.trumps and not ask & SHOWN and laid <= held:
            ways.append((0, then | SHOWN))
        going_on = self.press if self.anytime else self.answer
        for card, then in ways:
            on_table, left = table | card, room - 1 if card else room
            best = min(best, -going_on(defender ^ card, attacker, on_table, ranks, on_table, left, then))
            if best < ask & GOAL:
                return best
        return best

    # The attacker

    def take(self, attacker: Bits, defender: Bits, table: Bits, ranks: Bits, room: int, ask: int) -> Value:
        """Answer for a defender who takes, the attacker feeding him what he likes."""
        if not attacker:
            return 1
        taken, then, goal = defender | table, ask & TAKEN, ask & GOAL
        feed = attacker & ranks if room and self.feeds else 0
        if not feed:
            return self.lead(attacker, taken, then)
        best, searched = -1, []
        for hand in leftovers(attacker, feed, room):
            given = taken | attacker ^ hand
            value = self.glance(hand, given, then) if hand else 1
            if value == UNKNOWN:
                searched.append((hand, given))
            elif value >= goal:
                return value
            elif value > best:
                best = value
        for hand, given in searched:
            value = self.lead(hand, given, then)
            if value > best:
                if value >= goal:
                    return value
                best = value
        return best

    def add(self, attacker: Bits, defender: Bits, table: Bits, ranks: Bits, room: int, ask: int) -> Value:
        """Answer for a table that is covered: the attacker throws in, or has done."""
        cards, goal = attacker & ranks if room else 0, ask & GOAL
        if not cards:
            return self.beaten_off(attacker, defender, ask)
        best = -self.glance(defender, attacker, ask & BEYOND_THE_BOUT ^ self.flip)
        if best >= goal:
            return best
        passed, going_on = best != -UNKNOWN, self.press if self.hasty else self.answer
        while cards and best < goal:
            card = cards & -cards
            cards ^= card
            value = going_on(attacker ^ card, defender, table | card, ranks, card, room - 1, ask)
            if value > best:
                best = value
        if best < goal and not passed:
            best = max(best, self.beaten_off(attacker, defender, ask))
        return best

    def press(
        self, attacker: Bits, defender: Bits, table: Bits, ranks: Bits, uncovered: Bits, room: int, ask: int
    ) -> Value:
        """Answer for an attacker who may add to uncovered cards before the defender acts, or not."""
        self.nodes -= 1
        if self.nodes < 0:
            raise OutOfNodes
        best = -1
        for hand in leftovers(attacker, attacker & ranks, room):
            laid = attacker ^ hand
            left = room - laid.bit_count()
            best = max(best, self.answer(hand, defender, table | laid, ranks, uncovered | laid, left, ask))
            if best >= ask & GOAL:
                return best
        return best


def leftovers(hand: Bits, cards: Bits, most: int) -> list[Bits]:
    """Return what can be left of a hand after laying none to `most` of some of its cards; first all of it."""
    found = [hand]
    while cards:
        card = cards & -cards
        cards ^= card
        found += [rest ^ card for rest in found if (hand ^ rest).bit_count() < most]
    return found
