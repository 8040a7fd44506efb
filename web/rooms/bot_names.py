"""The bots' given names: the same in every language, and never two alike at one table."""

from collections.abc import Collection

BOT_NAMES = (
    "Marina",
    "Viktor",
    "Olga",
    "Anton",
    "Dmitri",
    "Vera",
    "Boris",
    "Nadia",
    "Ivan",
    "Zoya",
    "Pavel",
    "Lena",
)


def pick_bot_name(taken: Collection[str], start: int) -> str:
    """Return a bot's name that is not `taken`, looking from number `start` on.

    Twelve names are enough for six chairs: at most five others are taken by bots, and five by people.
    """
    turned = BOT_NAMES[start % len(BOT_NAMES) :] + BOT_NAMES[: start % len(BOT_NAMES)]
    folded = {name.casefold() for name in taken}
    return next(name for name in turned if name.casefold() not in folded)
