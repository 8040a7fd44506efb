"""What follows from a state: written from rules.md 1.1 and 1.3, with only plain fields of the engine."""

from durak import State

RANKS = "23456789TJQKA"


class Moment:
    """A state, with cards as their texts."""

    def __init__(self, state: State) -> None:
        self.state, self.rules, self.trump = state, state.rules, state.trump.value
        self.hands = [[card.text for card in hand] for hand in state.hands]
        self.pairs = [(pair.attack.text, pair.cover and pair.cover.text) for pair in state.table]
        self.attacks = [attack for attack, _ in self.pairs]
        self.covers = [cover for _, cover in self.pairs if cover]
        self.uncovered = [attack for attack, cover in self.pairs if not cover]
        self.main, self.defender = state.main, state.defender
        self.lowest_trump = {24: "9", 36: "6", 52: "2"}[state.rules.deck] + self.trump
        self.phase = self._phase()

    def _phase(self) -> str:
        if not self.pairs:
            holders = sum(map(bool, self.hands))
            first_out = self.rules.end == "first_out" and bool(self.state.out)
            return "over" if first_out or (not self.state.stock and holders < 2) else "open"
        if self.state.taking:
            return "taking"
        return "defence" if self.uncovered else "throw"

    @property
    def limit(self) -> tuple[int | None, str]:
        """The most attack cards but for the defender's hand, and the option that says so."""
        scope = self.rules.first_cap_scope
        first = self.state.bout == 1 if scope == "first_bout" else not self.state.discarded
        if first and self.rules.first_cap is not None:
            return self.rules.first_cap, "first_cap"
        return self.rules.attack_limit, "attack_limit"

    @property
    def cap(self) -> tuple[int, str]:
        base, (limit, by) = len(self.hands[self.defender]) + len(self.covers), self.limit
        return (base, "hand") if limit is None or base < limit else (limit, by)

    @property
    def room(self) -> int:
        return self.cap[0] - len(self.attacks)

    @property
    def in_scope(self) -> list[int]:
        everybody = range(len(self.hands))
        seats = {
            "all": everybody,
            "neighbours": (self.main, self.state.second),
            "attacker_only": (self.main,),
        }[self.rules.throw_in]
        return [seat for seat in everybody if seat in seats and seat != self.defender and self.hands[seat]]

    @property
    def has_priority(self) -> bool:
        first = self.rules.throw_priority == "attacker_first"
        return first and bool(self.hands[self.main]) and self.main not in self.state.passed

    @property
    def target(self) -> int | None:
        """The first seat clockwise after the defender that is in play."""
        count = len(self.hands)
        for seat in ((self.defender + step) % count for step in range(1, count)):
            if self.hands[seat] or (self.state.stock and seat not in self.state.out):
                return seat
        return None

    def beats(self, card: str, attack: str) -> bool:
        if self.rules.low_trump_beats_ace and (card, attack) == (self.lowest_trump, "A" + self.trump):
            return True
        if card[1] == attack[1]:
            return RANKS.index(card[0]) > RANKS.index(attack[0])
        return card[1] == self.trump
