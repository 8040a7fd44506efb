"""How long what is kept."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kept:
    """For how many days: rooms since their last event, records and reports, guests since their last visit."""

    rooms: float = 14
    records: float = 90
    guests: float = 180
