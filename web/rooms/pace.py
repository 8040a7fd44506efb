"""How long bots pause: what a room says, what their thinking needs, and what people need to get a word in.

A pause is made of what everybody can see: the room's pace, the levels of the bots, whom the table waits for,
where the bout stands; and of a number drawn from the deal's secret. It never depends on a hand, nor on how
long anybody thought: each level has a shortest pause, in which it has nearly always thought. Only what takes
longer than that can be told from the time.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from durak import Phase, Seat, public_waiting
from web.rooms.chance import draw
from web.rooms.game import Game
from web.rooms.room import Room

Pace = Literal["slow", "normal", "fast", "once", "tap"]
PACES: tuple[Pace, ...] = get_args(Pace)

USUAL: Pace = "normal"
TAP: Pace = "tap"
"""Each move of a bot waits until whoever plays alone asks for it."""

PAUSE_SECONDS: Mapping[str, tuple[float, float]] = {
    "slow": (1.4, 3.4),
    "normal": (0.6, 1.8),
    "fast": (0.25, 0.7),
    "once": (0.0, 0.0),
    "tap": (0.0, 0.0),
}
"""The shortest and the longest pause before an ordinary move. The usual is read as a move."""

FILM_SECONDS: Mapping[str, float] = {"slow": 1.6, "normal": 1.2, "fast": 1.0, "once": 1.0, "tap": 0.0}
"""Added before a bout is opened: the cards of the last one are still on their way. A tap ends that film."""

THOUGHT_SECONDS: Mapping[str, float] = {"counter": 0.1, "sharp": 0.1, "master": 0.5}
"""In which a level has nearly always thought: at least twice what 95 of 100 searches took of one core.

Measured with two to six seats, `classic` and `transfer`, choices with one answer left out: 6 ms (`counter`),
28 ms (`sharp`), 176 ms (`master`); the slowest 8, 107 and 238.
"""

RULE_OF_THUMB_SECONDS = 0.05
"""The same for the levels that do not search; they need less than one millisecond."""

CHANCE_SECONDS = 0.6
"""How long the table stays as it is where a person may add to it, too, at any pace."""


def pace_of(room: Room) -> str:
    """Return the pace at which bots move now: by tap only for somebody who plays alone."""
    pace = room.options.pace
    return USUAL if pace == TAP and not room.is_solo else pace


def pauses(room: Room, game: Game) -> dict[Seat, float]:
    """Return, by seat, the pause of each bot that the table waits for, those among them that have passed."""
    pace = pace_of(room)
    waiting = public_waiting(game.state)
    bots = [seat for seat in waiting if room.chairs[seat].is_moved_by_bot]
    chance = CHANCE_SECONDS if len(bots) < len(waiting) else 0.0
    return {seat: max(_drawn(game, seat, pace), shortest(game.sitters[seat].level), chance) for seat in bots}


def shortest(level: str) -> float:
    """Return the pause in which a bot of this level has nearly always thought."""
    return THOUGHT_SECONDS.get(level, RULE_OF_THUMB_SECONDS)


def _drawn(game: Game, seat: Seat, pace: str) -> float:
    low, high = PAUSE_SECONDS[pace]
    film = FILM_SECONDS[pace] if game.state.phase is Phase.OPEN else 0.0
    return film + low + draw(game.secret, "bot pause", game.state.table_ply, seat) * (high - low)


def called_for(room: Room) -> Literal["ready", "called"] | None:
    """Return whether whoever plays alone may let the next bot move, or has; None where none waits for him.

    While he is waited for himself, none does: so he always has his chance first.
    """
    game = room.game
    if game is None or room.phase != "playing" or pace_of(room) != TAP:
        return None
    waiting = public_waiting(game.state) - frozenset(game.state.passed)
    if not waiting or not all(room.chairs[seat].is_moved_by_bot for seat in waiting):
        return None
    return "ready" if game.called_at is None else "called"
