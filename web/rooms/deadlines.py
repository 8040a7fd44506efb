"""When a room needs attention next, and what for.

Every moment follows from the log alone, so that all workers know the same one and none has to be stored with
more than the room's `due_at`. A bot's pause (`web.rooms.pace`) is drawn from what everybody can see, never
from a hand or from how long a search took: its length tells nothing. Clocks and grace ask whom the table
waits for by public facts: who has passed in secret is waited for as if he had not.

Nothing is due while nobody is there: a room sleeps, and no time runs in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from durak import Seat, public_waiting
from web.rooms.chance import draw_bits
from web.rooms.events import PlayerId
from web.rooms.game import Game
from web.rooms.pace import TAP, pace_of, pauses
from web.rooms.room import Room

GRACE_SECONDS = 20.0
"""How long the table waits for a player who is away, and how long a chair is kept for him between games."""

ASKING_SECONDS = 60.0
"""How long, without a clock, the table waits before others may ask a bot in."""

HOST_SECONDS = 60.0
"""How long a host may be away between games before another has the role."""

COUNTDOWN_SECONDS = 10.0
BOUTS_OF_BOTS = 200
"""After so many bouts in which no player did anything himself a game is drawn: bots can go round for ever."""


@dataclass(frozen=True, slots=True, order=True)
class BotDue:
    """A bot has to act, from `at` on."""

    at: float
    seat: Seat


@dataclass(frozen=True, slots=True)
class GraceDue:
    """A bot steps in for a player who is away."""

    at: float
    seat: Seat


@dataclass(frozen=True, slots=True)
class ClockDue:
    """The time of everybody whom the table waits for is over."""

    at: float


@dataclass(frozen=True, slots=True)
class CountdownDue:
    """Cards are dealt."""

    at: float


@dataclass(frozen=True, slots=True)
class HostDue:
    """The host's role goes to another player."""

    at: float
    player: PlayerId


@dataclass(frozen=True, slots=True)
class EndlessDue:
    """The game is a draw, since bots alone play it and go round."""

    at: float


TimedDue = EndlessDue | CountdownDue | GraceDue | ClockDue | HostDue
Due = BotDue | TimedDue


@dataclass(frozen=True, slots=True)
class Agenda:
    """What a room needs as it is now: the bots that have to act, the first one first, and what time asks."""

    bots: tuple[BotDue, ...]
    timed: TimedDue | None

    @property
    def first(self) -> Due | None:
        """What the room needs first, None if it waits for people only."""
        bot = self.bots[0] if self.bots else None
        if bot is None or self.timed is None:
            return bot or self.timed
        return self.timed if self.timed.at <= bot.at else bot

    @property
    def at(self) -> float | None:
        """When the room needs attention next (seconds since the epoch), None if it does not."""
        due = self.first
        return None if due is None else due.at


def agenda(room: Room, pace: float) -> Agenda:
    """Return what the room needs; `pace` scales the bots' pauses (1 as people like it, 0 at once)."""
    return Agenda(tuple(bots_due(room, pace)), next_timed_due(room))


def next_timed_due(room: Room) -> TimedDue | None:
    """Return the first of what the time asks for, bots' moves aside."""
    # Of two at one moment the kinder: a bot plays better than a clock.
    return min(_timed(room), key=lambda due: due.at, default=None)


def bots_due(room: Room, pace: float) -> list[BotDue]:
    """Return the bots that the table waits for and that have not passed, the first one first."""
    game = room.game
    if game is None or room.phase != "playing" or not room.is_active:
        return []
    since = max(game.changed_at, room.resumed_at)
    if pace_of(room) == TAP:
        if game.called_at is None:
            return []
        since = max(since, game.called_at)
    waiting = public_waiting(game.state) - frozenset(game.state.passed)
    offsets = pauses(room, game)
    return sorted(BotDue(since + pace * offsets[seat], seat) for seat in waiting & offsets.keys())


def bot_seed(game: Game, seat: Seat) -> int:
    """Return the seed of the bot's own dice for the move it has to make now: the same on every worker."""
    return draw_bits(game.secret, "bot dice", game.state.table_ply, seat)


def advice_seed(game: Game, seat: Seat) -> int:
    """Return the seed of the dice for advice to this seat now: the same on every worker, not a bot's."""
    return draw_bits(game.secret, "advice dice", game.state.table_ply, seat)


def time_limits(room: Room) -> dict[Seat, tuple[float, float]]:
    """Return, by seat, when clock or grace will act for its player, and how long he had."""
    waited_for = _waited_for(room)
    limits = {due.seat: (due.at, GRACE_SECONDS) for due in _graces(room, waited_for)}
    for clock in _clocks(room, waited_for):
        for seat in waited_for:
            limit = (clock.at, float(room.options.turn_seconds or 0))
            limits[seat] = min(limit, limits.get(seat, limit))
    return limits


def askable_from(room: Room) -> dict[Seat, float]:
    """Return, by seat, from when on others may ask a bot in; who is not in it may not be stood in for so."""
    game = room.game
    if game is None or room.options.turn_seconds is not None:
        return {}
    return {seat: _since(room, game, seat) + ASKING_SECONDS for seat in _waited_for(room)}


def _timed(room: Room) -> Iterator[TimedDue]:
    if not room.is_active:
        return
    if room.game is not None and room.phase == "playing":
        if room.game.state.bout - room.game.own_bout >= BOUTS_OF_BOTS:
            yield EndlessDue(room.game.changed_at)
        waited_for = _waited_for(room)
        yield from _graces(room, waited_for)
        yield from _clocks(room, waited_for)
        return
    if room.countdown is not None:
        yield CountdownDue(room.countdown)
    yield from _hosts(room)


def _waited_for(room: Room) -> list[Seat]:
    """Return the seats that the table waits for and that their players move; none where time stands still."""
    if room.game is None or room.phase != "playing" or room.is_solo or not room.is_active:
        return []
    return [seat for seat in sorted(public_waiting(room.game.state)) if not room.chairs[seat].is_moved_by_bot]


def _graces(room: Room, waited_for: list[Seat]) -> Iterator[GraceDue]:
    for seat in waited_for:
        player = room.chairs[seat].player
        away_since = None if player is None else room.away_since(player)
        if away_since is not None and room.game is not None:
            yield GraceDue(max(away_since, _since(room, room.game, seat)) + GRACE_SECONDS, seat)


def _clocks(room: Room, waited_for: list[Seat]) -> Iterator[ClockDue]:
    """One clock for everybody: who has passed in secret keeps it waiting like who has not."""
    if room.game is not None and room.options.turn_seconds is not None and waited_for:
        since = max(_since(room, room.game, seat) for seat in waited_for)
        yield ClockDue(since + room.options.turn_seconds)


def _hosts(room: Room) -> Iterator[HostDue]:
    heir = next((player for player in room.people if room.is_present(player)), None)
    away_since = None if room.host is None else room.away_since(room.host)
    if heir is not None and away_since is not None:
        yield HostDue(max(away_since, room.resumed_at) + HOST_SECONDS, heir)


def _since(room: Room, game: Game, seat: Seat) -> float:
    """Return from when on the table has waited for this seat."""
    return max(game.changed_at, room.resumed_at, game.sitters[seat].back_at)
