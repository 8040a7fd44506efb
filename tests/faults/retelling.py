"""A room told again from its log, by the rules of the game alone: what was on the table, and who knew what.

Nothing of `web.rooms` but the form of its events is used here, so that a fault there is not repeated: chairs
are followed in their simplest meaning, and every action is judged by the engine.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from durak import (
    RULES_VERSION,
    Action,
    Seat,
    State,
    apply,
    commitment,
    encode_position,
    new_game,
    parse_action,
    parse_rules,
    refusal,
)
from durak.actions import cards_of
from durak.cards import DECKS
from durak.cardset import set_of
from durak.draft import table_cards
from tests.bench.proofs import check
from web.rooms.events import (
    ActionTaken,
    BotSteppedIn,
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    ClockRanOut,
    Event,
    GameAborted,
    GameDrawn,
    GameStarted,
    OptionsChanged,
    PlayerBack,
    PlayerId,
    PlayerRemoved,
    RoomOpened,
    TakenBack,
)


class Illegal(Exception):
    """What the log says cannot have happened."""


class CardsAstray(Exception):
    """A card is in two places, or nowhere, or has come back from the discard."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A room after one version: its game, who sits in it, what all have seen and who has held what."""

    version: int
    at: float
    state: State | None
    sitters: tuple[PlayerId | None, ...]
    seen: int
    held: Mapping[PlayerId, int]

    def seat_of(self, player: PlayerId | None) -> Seat | None:
        """Return the player's seat in the game, None for a watcher."""
        if player is None or player not in self.sitters:
            return None
        return Seat(self.sitters.index(player))

    def may_know(self, player: PlayerId | None) -> int:
        """Return the set of the cards that this viewer may ever have been told of in this game."""
        return self.seen | (self.held.get(player, 0) if player is not None else 0)


class Retelling:
    """One room, told event by event. Raises Illegal and CardsAstray where the log cannot be true."""

    def __init__(self) -> None:
        self.started: GameStarted | None = None
        self.state: State | None = None
        self._chairs: list[PlayerId | None] = []
        self._held_by_bot: set[int] = set()
        self._sitters: list[PlayerId | None] = []
        self._former: dict[PlayerId, int] = {}
        self._actions: list[Action] = []
        self._standing = 0
        self._seen = 0
        self._held: dict[PlayerId, int] = {}

    @property
    def is_playing(self) -> bool:
        return self.state is not None and self.state.outcome is None

    def moment(self, version: int, at: float) -> Moment:
        """Return the room as it is now."""
        held = MappingProxyType(dict(self._held))
        return Moment(version, at, self.state, tuple(self._sitters), self._seen, held)

    def tell(self, event: Event, doer: PlayerId | None) -> None:
        """Go on by one event; `doer` asked for it, None is the server itself."""
        match event:
            case RoomOpened(chairs=count):
                self._chairs = [None] * count
            case OptionsChanged(chairs=count):
                self._set_count(count)
            case GameStarted():
                self._deal(event)
            case ActionTaken(action=text):
                self._act(parse_action(text), doer)
            case ClockRanOut(chair=chair, action=text):
                self._act_for(chair, parse_action(text))
            case TakenBack(actions=count):
                self._take_back(count)
            case GameAborted() | GameDrawn():
                self.state = self.started = None
            case BotSteppedIn(chair=chair):
                self._held_by_bot.add(chair)
            case PlayerBack(chair=chair):
                self._held_by_bot.discard(chair)
            case _:
                self._tell_of_chairs(event)
        self._learn()

    def _tell_of_chairs(self, event: Event) -> None:
        match event:
            case ChairTaken(chair=chair, player=player):
                self._sit(chair, player)
            case ChairLeft(chair=chair):
                self._get_up(chair)
            case PlayerRemoved(chair=chair, player=player):
                if self._chairs[chair] != player:
                    raise Illegal(f"a player is removed from chair {chair}, where he is not")
                self._get_up(chair)
            case ChairsSwapped(a=a, b=b):
                if self.is_playing:
                    raise Illegal("chairs are swapped during a game")
                self._chairs[a], self._chairs[b] = self._chairs[b], self._chairs[a]
            case _:
                pass

    def _set_count(self, count: int) -> None:
        if any(self._chairs[count:]):
            raise Illegal("a chair is taken away with its player")
        if self.is_playing and count != len(self._chairs):
            raise Illegal("chairs come or go during a game")
        self._chairs = [*self._chairs, *(None,) * count][:count]

    def _sit(self, chair: int, player: PlayerId) -> None:
        if self._chairs[chair] not in (None, player):
            raise Illegal(f"chair {chair} is taken twice")
        if player in (*self._chairs[:chair], *self._chairs[chair + 1 :]):
            raise Illegal("a player sits in two chairs")
        if self.is_playing:
            if self._former.setdefault(player, chair) != chair:
                raise Illegal("a player comes to a second hand in one game")
            self._sitters[chair] = player
        if self._chairs[chair] is None:
            self._held_by_bot.discard(chair)
        self._chairs[chair] = player

    def _get_up(self, chair: int) -> None:
        self._chairs[chair] = None
        self._held_by_bot.discard(chair)
        if self.is_playing:
            self._sitters[chair] = None

    def _deal(self, event: GameStarted) -> None:
        if self.is_playing:
            raise Illegal("a game is dealt while one is played")
        secret = bytes.fromhex(event.secret)
        if commitment(secret).hex() != event.commitment or event.rules_version != RULES_VERSION:
            raise Illegal("a deal does not keep its commitment")
        self.started, self._actions = event, []
        self.state = state = self._dealt()
        if len(state.hands) != len(self._chairs):
            raise Illegal(f"{len(state.hands)} hands are dealt to {len(self._chairs)} chairs")
        self._sitters = list(self._chairs)
        self._former = {player: chair for chair, player in enumerate(self._chairs) if player is not None}
        self._seen, self._held = 0, {}
        self._standing = set_of(DECKS[state.rules.deck])
        if self._check() != self._standing:
            raise CardsAstray("a deal is not of the whole deck")

    def _dealt(self) -> State:
        assert self.started is not None, "there was a deal"
        started, rules = self.started, parse_rules(self.started.rules)
        salts = tuple(map(bytes.fromhex, started.salts))
        leader = None if started.leader is None else Seat(started.leader)
        return new_game(rules, bytes.fromhex(started.secret), salts, len(salts), leader)

    def _act(self, action: Action, doer: PlayerId | None) -> None:
        if self.is_playing:
            sitter = self._sitters[action.seat]
            if doer is not None and sitter != doer:
                raise Illegal(f"somebody acts in seat {action.seat}, which is not his")
            if doer is None and sitter is not None and action.seat not in self._held_by_bot:
                raise Illegal(f"a bot acts in seat {action.seat}, whose player is there")
        self._apply(action)

    def _act_for(self, chair: int, action: Action) -> None:
        if action.seat != chair:
            raise Illegal(f"the clock of chair {chair} acts for another")
        self._apply(action)

    def _apply(self, action: Action) -> None:
        if self.state is None:
            raise Illegal("an action without a game")
        why_not = refusal(self.state, action)
        if why_not is not None:
            raise Illegal(f"an action that the rules refuse as {why_not.code}")
        self._seen |= set_of(cards_of(action))
        self.state = apply(self.state, action)
        self._actions.append(action)
        standing = self._check()
        if standing & ~self._standing:
            raise CardsAstray("a card came back from the discard")
        self._standing = standing

    def _take_back(self, count: int) -> None:
        kept, self._actions = self._actions[:count], []
        if self.state is None or len(kept) < count:
            raise Illegal("more is taken back than was done")
        self.state = self._dealt()
        self._standing = self._check()
        for action in kept:
            self._apply(action)

    def _check(self) -> int:
        assert self.state is not None, "a game has just come to this state"
        try:
            return check(self.state)
        except AssertionError:
            raise CardsAstray(f"cards are in two places at {encode_position(self.state)}") from None

    def _learn(self) -> None:
        """Note what the state shows to all, and to each of those who sit in it."""
        state = self.state
        if state is None:
            return
        self._seen |= set_of(table_cards(state.table)) | state.shown_set | union(state.known_sets)
        if state.turned_up is not None:
            self._seen |= state.turned_up.bit
        for sitter, hand in zip(self._sitters, state.hand_sets, strict=True):
            if sitter is not None:
                self._held[sitter] = self._held.get(sitter, 0) | hand


def union(sets: Iterable[int]) -> int:
    """Return the cards that are in any of the sets."""
    cards = 0
    for some in sets:
        cards |= some
    return cards
