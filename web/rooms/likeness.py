"""Names that look alike: with them somebody could pass for somebody else at the table."""

from collections.abc import Iterable

LONGEST_NAME = 20

# Each letter by what it looks like, large or small; the alphabets of our languages, and Greek.
_ALIKE = str.maketrans(
    "авекмнорстухіјѕћьзαβεζηικμνορτυχl|10",  # noqa: RUF001 - that is why they are here
    "abekmhopctyxijshb3abezhikmnoptyxiiio",
)


def likeness(name: str) -> str:
    """Return what a name looks like at a glance: the same for all that could be taken for it."""
    return name.casefold().translate(_ALIKE)


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number behind it where it looks like one of the others; within its length."""
    taken = {likeness(other) for other in others}
    if likeness(name) not in taken:
        return name
    numbered = (f"{name[: LONGEST_NAME - len(str(n)) - 1].rstrip()} {n}" for n in range(2, 1000))
    return next(each for each in numbered if likeness(each) not in taken)
