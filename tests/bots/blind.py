"""What a bot must not know makes no difference to it: the same view and the same dice, other cards hidden.

A question is a position of a game in mixed company, and what else it could be for all that its player can
tell. The bot has to answer both alike.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from durak import Action, Seat, State, encode_action, encode_position, memory_view
from durak.bots import Bot
from durak.view import View
from tests.bots.company import Choice, choices, company
from tests.rules.redeal import dealt_anew

PER_GAME = 4

Look = Callable[[State, Seat | None], View]


@dataclass(frozen=True, slots=True)
class Question:
    """Two states that look alike to a seat which has to choose; `name` says where they are from."""

    name: str
    seat: Seat
    true: State
    other: State
    roll: int

    def difference(self, bot: Bot, look: Look = memory_view) -> str | None:
        """Return what the bot does in the one and in the other, None if it is the same."""
        done = [self.answer(bot, state, look) for state in (self.true, self.other)]
        if done[0] == done[1]:
            return None
        both = " and ".join(map(encode_action, done))
        where = " and ".join(map(encode_position, (self.true, self.other)))
        return f"{self.name}, seat {self.seat}: {bot.level} does {both} at {where}"

    def answer(self, bot: Bot, state: State, look: Look) -> Action:
        """Return what the bot does; its dice fall the same in every state."""
        return bot.choose(look(state, self.seat), Random(self.roll))


def questions(seed: int, count: int = PER_GAME) -> Iterator[Question]:
    """Yield some questions of one game, in which there is a choice and something is hidden."""
    rng = Random(seed)
    found = [choice for choice in choices(company(seed)) if len(choice.offers) > 1]
    asked = 0
    for choice in rng.sample(found, len(found)):
        question = _question(choice, rng)
        if question is not None:
            yield question
            asked += 1
        if asked == count:
            return


def _question(choice: Choice, rng: Random) -> Question | None:
    state, seat = choice.state, choice.view.viewer
    assert seat is not None
    other = dealt_anew(state, seat, rng, choice.view.beaten_off or ())
    if (other.hands, other.stock) == (state.hands, state.stock):
        return None
    assert memory_view(other, seat) == choice.view, encode_position(state)
    return Question(str(choice.company), seat, state, other, rng.getrandbits(32))
