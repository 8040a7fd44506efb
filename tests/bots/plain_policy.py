"""The policy of playouts once more, on the real engine: slow, and every action is checked to be legal."""

from collections.abc import Callable, Sequence

from durak import Action, Attack, Defend, Pass, Seat, State, Take, Transfer, apply, legal_actions, outcome
from durak.bots.playout import MOST_BOUTS
from durak.cards import Card
from durak.seatset import clockwise
from tests.bots.in_bits import lanes_of


class PlainPolicy:
    """Plays a game to its end from `state`, taking its dice as `durak.bots.playout.playout` does."""

    def __init__(self, state: State, odd: float, dice: Callable[[], float]) -> None:
        self.state, self.odd, self.dice = state, odd, dice
        self.place = lanes_of(state).place

    def play(self) -> State:
        """Return the last state; its game may go on if that took too many bouts."""
        for _ in range(MOST_BOUTS):
            if outcome(self.state) is not None:
                break
            self.play_bout()
        return self.state

    def play_bout(self) -> None:
        bout, state = self.state.bout, self.state
        if not state.table:
            self.do(Attack(state.main, (self.opening(self.hand(state.main)),)))
        while self.state.uncovered and not self.state.taking and self.state.bout == bout:
            self.answer()
        while self.state.bout == bout and outcome(self.state) is None:
            self.throw_or_pass()
            while self.state.bout == bout and self.state.uncovered and not self.state.taking:
                self.answer()

    def do(self, action: Action) -> None:
        assert action in legal_actions(self.state, action.seat)
        self.state = apply(self.state, action)

    # What chance and thrift say

    def hand(self, seat: Seat) -> list[Card]:
        return self.cheapest_first(self.state.hands[seat])

    def cheapest_first(self, cards: Sequence[Card]) -> list[Card]:
        return sorted(cards, key=self.place.__getitem__)

    def is_odd(self) -> bool:
        return self.odd > 0 and self.dice() < self.odd

    def spared(self, cards: Sequence[Card]) -> list[Card]:
        return [card for card in cards if not self.state.stock or card.suit is not self.state.trump]

    def opening(self, hand: list[Card]) -> Card:
        return hand[int(self.dice() * len(hand))] if self.is_odd() else hand[0]

    # Throwing in

    def throw_or_pass(self) -> None:
        """The seats are asked in turn until one throws in or the bout closes."""
        state, bout = self.state, self.state.bout
        for seat in (state.main, *clockwise(state.main, state.seats)):
            if seat not in state.throwers or seat in state.passed:
                continue
            card = self.thrown([card for card in self.hand(seat) if card.rank in state.ranks_on_table])
            if card is not None:
                self.do(Attack(seat, (card,)))
                return
            self.do(Pass(seat))
            if self.state.bout != bout or outcome(self.state) is not None:
                return

    def thrown(self, cards: list[Card]) -> Card | None:
        if not cards:
            return None
        if self.is_odd():
            return [*cards, None][int(self.dice() * (len(cards) + 1))]
        return next(iter(self.spared(cards)), None)

    # Answering

    def answer(self) -> None:
        """The defender transfers, covers one card or all, or takes."""
        state, seat, hand = self.state, self.state.defender, self.hand(self.state.defender)
        legal = legal_actions(state, seat)
        dearest = self.cheapest_first(state.uncovered)[-1]
        covers = [card for card in hand if Defend(seat, dearest, card) in legal]
        laid = [card for card in hand if Transfer(seat, card) in legal]
        shown = [card for card in hand if Transfer(seat, card, show=True) in legal]
        if (covers or laid or shown) and self.is_odd():
            ways: list[Action] = [Defend(seat, dearest, card) for card in covers]
            ways += [Transfer(seat, card) for card in laid]
            ways += [Transfer(seat, card, show=True) for card in shown]
            self.do([*ways, Take(seat)][int(self.dice() * (len(ways) + 1))])
            return
        spared = [
            card for card in self.spared(laid) if not covers or self.place[card] < self.place[covers[0]]
        ]
        if shown:
            self.do(Transfer(seat, shown[0], show=True))
        elif spared:
            self.do(Transfer(seat, spared[0]))
        else:
            plan: list[Action] = [*self.covers()] or [Take(seat)]
            for action in plan:
                self.do(action)

    def covers(self) -> list[Defend]:
        """A cheap cover for every card, the dearest card first; none if one stays bare."""
        state, seat = self.state, self.state.defender
        hand, legal, plan = self.hand(seat), legal_actions(state, seat), []
        for attack in reversed(self.cheapest_first(state.uncovered)):
            cover = next((card for card in hand if Defend(seat, attack, card) in legal), None)
            if cover is None:
                return []
            hand.remove(cover)
            plan.append(Defend(seat, attack, cover))
        return plan
