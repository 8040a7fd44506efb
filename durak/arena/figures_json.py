"""The figures of a run as JSON, and back."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from durak.arena.figures import BotFigures, FaultFigures, MatchFigures, RatedTable, RunFigures
from durak.arena.intervals import Estimate
from durak.arena.ratings import Rating
from durak.errors import DurakError


class NotFigures(DurakError):
    """What was given are not the figures of a run."""


def encode_figures(run: RunFigures) -> dict[str, Any]:
    """Return the figures as JSON: the names are those of the fields."""
    return asdict(run)


def parse_figures(given: Any) -> RunFigures:
    """Return the figures. Raises NotFigures."""
    try:
        return RunFigures(
            command=given["command"],
            seed=given["seed"],
            is_whole=given["is_whole"],
            seconds=given["seconds"],
            matches=tuple(_match(match) for match in given["matches"]),
            ratings=tuple(_table(table) for table in given["ratings"]),
        )
    except (KeyError, TypeError) as fault:
        raise NotFigures(f"these are not the figures of a run: {type(fault).__name__} {fault}") from None


def _match(given: Mapping[str, Any]) -> MatchFigures:
    bots = tuple(_bot(bot) for bot in given["bots"])
    faults = tuple(FaultFigures(**fault) for fault in given["faults"])
    return MatchFigures(**{**given, "line_up": tuple(given["line_up"]), "bots": bots, "faults": faults})


def _bot(given: Mapping[str, Any]) -> BotFigures:
    share = None if given["share"] is None else Estimate(**given["share"])
    return BotFigures(**{**given, "loss_score": Estimate(**given["loss_score"]), "share": share})


def _table(given: Mapping[str, Any]) -> RatedTable:
    return RatedTable(**{**given, "bots": tuple(Rating(**bot) for bot in given["bots"])})
