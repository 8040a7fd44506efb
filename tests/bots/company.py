"""Games in which bots of all levels sit together, the slow ones in a hurry: positions as they come in play.

A seed says all about a game. Of three games one is by a preset, one by a preset with another deck, and one by
any rules; presets, decks and sizes come in turn, so that a few hundred games have seen all of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from durak import PRESETS, Action, Rules, State, advance, encode_rules, memory_view, most_seats
from durak.arena.deals import Deal
from durak.bots import BOTS, Bot
from durak.bots.thinking import ThinkingBot
from durak.cards import DECKS
from durak.terminal.play import MOST_BOUTS, next_to_act
from durak.view import View
from tests.rules.rule_sets import random_rules

PLAYOUTS, NODES = 12, 200
"""How much a bot in a hurry looks at: enough to play with sense, in a fiftieth of the time."""

SEED = 20
"""Of all deals here; their number is the seed of the company."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays, by which rules: the levels by seat."""

    seed: int
    rules: Rules
    levels: tuple[str, ...]

    @property
    def deal(self) -> Deal:
        return Deal(SEED, self.seed)

    @property
    def bots(self) -> tuple[Bot, ...]:
        return tuple(map(in_a_hurry, self.levels))

    def __str__(self) -> str:
        return f"seed {self.seed}: {encode_rules(self.rules)} {','.join(self.levels)}"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot did in a game, and what it saw then."""

    company: Company
    state: State
    view: View
    action: Action

    @property
    def offers(self) -> list[Action]:
        """What was legal, but for openings with several cards."""
        return [action for actions in self.view.legal.values() for action in actions]


def in_a_hurry(level: str, playouts: int = PLAYOUTS, nodes: int = NODES) -> Bot:
    """Return the bot of a level, made to think no longer than this."""
    bot = BOTS[level]
    if not isinstance(bot, ThinkingBot):
        return bot
    return replace(bot, playouts=min(bot.playouts, playouts), nodes=min(bot.nodes, nodes))


def company(seed: int) -> Company:
    """Return who plays the game of a seed."""
    rng, turn = Random(seed), seed // 3
    rules = list(PRESETS.values())[turn % len(PRESETS)]
    round_of_presets = turn // len(PRESETS)
    if seed % 3 == 1:
        rules = replace(rules, deck=tuple(DECKS)[round_of_presets % len(DECKS)])
        round_of_presets //= len(DECKS)
    elif seed % 3 == 2:
        rules = random_rules(rng)
    seats = 2 + round_of_presets % (most_seats(rules) - 1)
    return Company(seed, rules, tuple(rng.choice(list(BOTS)) for _ in range(seats)))


def choices(who: Company) -> Iterator[Choice]:
    """Yield every choice of a game, to its end or as far as the arena would play it."""
    state, bots = who.deal.dealt(who.rules, len(who.levels)), who.bots
    dice = [who.deal.dice(seat) for seat in range(len(bots))]
    while state.outcome is None and state.bout <= MOST_BOUTS:
        seat = next_to_act(state)
        view = memory_view(state, seat)
        action = bots[seat].choose(view, dice[seat])
        yield Choice(who, state, view, action)
        state = advance(state, action)
