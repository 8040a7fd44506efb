"""What a random game starts from: all of it follows from its seed."""

from dataclasses import dataclass
from random import Random

from durak import Rules, check_setup
from tests.rules.reference.options import LEAST, OPTIONS, PRESETS
from tests.rules.reference.options import Rules as PlainRules


@dataclass(frozen=True)
class Setup:
    """What a game starts from, and whether cards vanish in it between two bouts."""

    seed: int
    rules: PlainRules
    seats: int
    secret: bytes
    salts: tuple[bytes, ...]
    leader: int | None = None
    vanishing: bool = False

    @property
    def engine_rules(self) -> Rules:
        """The same rules for the engine."""
        return Rules(**self.rules)


def setup_of(seed: int) -> Setup:
    """Draw the start of a game: by turns one of the presets, and options drawn one by one."""
    rng = Random(seed)
    names = sorted(PRESETS)
    while True:
        turn = seed % (2 * len(names))
        rules = PRESETS[names[turn]] if turn < len(names) else drawn_rules(rng)
        seats = rng.randint(2, 6)
        secret, salts = rng.randbytes(32), tuple(rng.randbytes(rng.randrange(4)) for _ in range(seats))
        leader = rng.choice((None, None, rng.randrange(seats)))
        setup = Setup(seed, rules, seats, secret, salts, leader, rng.random() < 0.2)
        if check_setup(setup.engine_rules, seats) is None:
            return setup


def drawn_rules(rng: Random) -> PlainRules:
    """Draw the value of every option by itself."""
    rules = {}
    for name, values in OPTIONS.items():
        numbers = [LEAST[name] + more for more in range(4)] if name in LEAST else []
        rules[name] = rng.choice(values + numbers)
    return rules
