"""What the checker found, as figures."""

from collections.abc import Sequence

from tests.bench.goals import Measured
from tests.faults.checker import violations
from tests.faults.ledger import Ledger
from tests.faults.violation import count_by_kind
from tests.faults.witness import Witness


def kept_promises(goal: str, harm: str, ledger: Ledger, witnesses: Sequence[Witness]) -> list[Measured]:
    """Return how many promises were not kept, of answers and of all else, in spite of this harm."""
    found = count_by_kind(violations(ledger, witnesses))
    lost = found.pop("lost", 0) + found.pop("twice", 0)
    answered = sum(one.oks > 0 for witness in witnesses for one in witness.asked.values())
    others = f" ({', '.join(found)})" if found else ""
    return [
        Measured(goal, f"lost or doubled of {answered:,} answered, {harm}", lost, "", 0),
        Measured(goal, f"other promises not kept{others}", sum(found.values()), "", 0),
    ]
