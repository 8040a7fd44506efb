"""The game on a room's table: its state, who sits in its seats, and who did what for them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, assert_never

from durak import (
    Action,
    Attack,
    Defend,
    Happening,
    Outcome,
    Pass,
    Record,
    Seat,
    State,
    Swap,
    Take,
    Transfer,
    apply,
    encode_record,
    happened,
    new_game,
    outcome,
    parse_action,
    parse_rules,
    story_for,
)
from web.rooms.events import GameStarted, PlayerId

Mover = Literal["person", "bot", "clock"]
"""Who made an action: the seat's player, a bot in the seat or standing in, or the clock for the player."""


@dataclass(frozen=True, slots=True)
class Account:
    """What a bot did while it held a player's seat, for when he comes back."""

    attack: int = 0
    defend: int = 0
    transfer: int = 0
    take: int = 0


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat of a game (`player` None: a bot), and who has moved it how often.

    Passes are not counted: a hidden one must change no byte of what others see.
    """

    player: PlayerId | None
    name: str | None
    avatar: int
    level: str
    """How well a bot plays the seat, its own or one that stands in."""
    own: int = 0
    stood_in: int = 0
    strikes: int = 0
    """How many of the player's clocks ran out in a row."""
    back_at: float = 0.0
    """When the seat became the player's to move: the first time since the table has changed."""
    account: Account | None = None
    hints: int = 0
    """How often its player was advised."""
    hinted_at: tuple[int, int] | None = None
    """At which moment of the game he was advised last."""

    @property
    def is_bot(self) -> bool:
        return self.player is None


@dataclass(frozen=True, slots=True)
class Game:
    """The game on the table, or the one just finished. Seat i was chair i at the deal.

    `sitters` has the chairs as they concern the game: after its end people come and go, but whose hand was
    whose, and who is the durak, stays as it was.
    """

    started: GameStarted
    state: State
    sitters: tuple[Sitter, ...]
    former: Mapping[PlayerId, Seat]
    """The seat that each player has, or had: whoever knows one hand may never come to another."""
    actions: tuple[str, ...] = ()
    movers: tuple[Mover, ...] = ()
    changed_at: float = 0.0
    """When everybody last saw something happen: what pauses, clocks and grace count from."""
    called_at: float | None = None
    """When its only player asked for the next move of a bot; None once something was seen to happen."""
    own_bout: int = field(default=1)
    """The last bout in which a player did something himself."""
    is_drawn: bool = False
    """Whether the room ended it as a draw. The rules know nothing of that: to them the state goes on."""

    @property
    def outcome(self) -> Outcome | None:
        return Outcome("draw") if self.is_drawn else outcome(self.state)

    @property
    def moment(self) -> tuple[int, int]:
        """The bout, and the state of the table, that everybody sees now."""
        return self.state.bout, self.state.table_ply

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.started.secret)


def new_deal(started: GameStarted, sitters: tuple[Sitter, ...]) -> Game:
    """Return the game that was dealt to these sitters."""
    seats = {sitter.player: Seat(i) for i, sitter in enumerate(sitters) if sitter.player is not None}
    return Game(started, _dealt(started), sitters, MappingProxyType(seats), changed_at=started.at)


def after_action(
    game: Game, text: str, action: Action, mover: Mover, at: float
) -> tuple[Game, tuple[Happening, ...]]:
    """Return the game after an action that was judged before it was stored, and the story of it."""
    before = game.state
    state = apply(before, action)
    happenings = happened(before, action, state)
    is_public = bool(story_for(happenings, None))
    after = replace(
        game,
        state=state,
        sitters=with_sitter(game.sitters, action.seat, _credited(game.sitters[action.seat], action, mover)),
        actions=(*game.actions, text),
        movers=(*game.movers, mover),
        changed_at=at if is_public else game.changed_at,
        called_at=None if is_public else game.called_at,
        own_bout=before.bout if mover == "person" else game.own_bout,
    )
    return after, happenings


def first_actions(game: Game, count: int, at: float) -> Game:
    """Return the game as it was after its first actions, with the sitters of now."""
    fresh = (
        replace(sitter, own=0, stood_in=0, strikes=0, account=None, hinted_at=None) for sitter in game.sitters
    )
    back = replace(game, state=_dealt(game.started), sitters=tuple(fresh), actions=(), movers=(), own_bout=1)
    for text, mover in zip(game.actions[:count], game.movers[:count], strict=True):
        back, _ = after_action(back, text, parse_action(text), mover, at)
    return replace(back, changed_at=at, called_at=None)


def with_sitter(sitters: tuple[Sitter, ...], seat: int, sitter: Sitter) -> tuple[Sitter, ...]:
    """Return the sitters with another one in this seat."""
    return (*sitters[:seat], sitter, *sitters[seat + 1 :])


def sitter_changed(game: Game, seat: int, sitter: Sitter) -> Game:
    """Return the game with another sitter in this seat."""
    return replace(game, sitters=with_sitter(game.sitters, seat, sitter))


def record_of(game: Game) -> str:
    """Return the game so far as a record."""
    started = game.started
    return encode_record(
        Record(
            rules=parse_rules(started.rules),
            version=started.rules_version,
            secret=game.secret,
            salts=_salts(started),
            seats=len(started.salts),
            leader=_leader(started),
            actions=tuple(map(parse_action, game.actions)),
        )
    )


def last_own_action(movers: Iterable[Mover]) -> int | None:
    """Return the index of the last action that a player made himself."""
    own = [index for index, mover in enumerate(movers) if mover == "person"]
    return own[-1] if own else None


def _dealt(started: GameStarted) -> State:
    salts = _salts(started)
    return new_game(
        parse_rules(started.rules), bytes.fromhex(started.secret), salts, len(salts), _leader(started)
    )


def _salts(started: GameStarted) -> tuple[bytes, ...]:
    return tuple(map(bytes.fromhex, started.salts))


def _leader(started: GameStarted) -> Seat | None:
    return None if started.leader is None else Seat(started.leader)


def _credited(sitter: Sitter, action: Action, mover: Mover) -> Sitter:
    count = 0 if isinstance(action, Pass) else 1
    match mover:
        case "person":
            if not count and not sitter.strikes and sitter.account is None:
                return sitter
            return replace(sitter, own=sitter.own + count, strikes=0, account=None)
        case "clock":
            return replace(sitter, stood_in=sitter.stood_in + count, strikes=sitter.strikes + 1)
        case "bot":
            account = None if sitter.account is None else _told_of(sitter.account, action)
            return replace(sitter, stood_in=sitter.stood_in + count, account=account)
        case _:
            assert_never(mover)


def _told_of(account: Account, action: Action) -> Account:
    match action:
        case Attack():
            return replace(account, attack=account.attack + len(action.cards))
        case Defend():
            return replace(account, defend=account.defend + 1)
        case Transfer():
            return replace(account, transfer=account.transfer + 1)
        case Take():
            return replace(account, take=account.take + 1)
        case Pass() | Swap():
            return account
        case _:
            assert_never(action)
