"""The time that all workers of a server share: the database's, as near as it can be known here.

Hosts' clocks differ, and a game's moments have to mean the same on every worker. The database is asked with
each sign of life; what it says belongs to the middle of the way there and back (Cristian 1989), so it is
known to half of that way.
"""

import logging
import time
from collections import deque
from typing import NamedTuple

log = logging.getLogger(__name__)

SAMPLES = 8
"""Of so many answers the one that was fastest counts: what came late may have waited on either way."""

ODD_SECONDS = 1.0
"""From so much on the difference of the clocks is told to whoever keeps the machines."""


class Sample(NamedTuple):
    """Between two readings of this machine's monotonic clock the database's time was `told_at`."""

    asked: float
    answered: float
    told_at: float

    @property
    def took(self) -> float:
        """Seconds for the way there and back."""
        return self.answered - self.asked

    @property
    def offset(self) -> float:
        """What is to be added to the monotonic clock."""
        return self.told_at - (self.asked + self.answered) / 2


class SharedTime:
    """A source of time, to be called; this machine's own until a sample of the database's is heard."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=SAMPLES)
        self._offset: float | None = None
        self._was_odd = False

    def __call__(self) -> float:
        """Return seconds since the epoch. A sample may set them back, by half its way at most."""
        return time.time() if self._offset is None else time.monotonic() + self._offset

    def hear(self, sample: Sample) -> None:
        """Go by this sample, or by an earlier one that was faster."""
        self._samples.append(sample)
        self._offset = min(self._samples, key=lambda heard: heard.took).offset
        ahead = time.time() - (time.monotonic() + self._offset)
        is_odd = abs(ahead) > ODD_SECONDS
        if is_odd and not self._was_odd:
            log.warning("this machine's clock is %.1f s ahead of the database's, which counts", ahead)
        self._was_odd = is_odd
