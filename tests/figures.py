"""What a server tells Prometheus, as tests ask for it."""

import asyncio
import urllib.request
from dataclasses import dataclass

from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

Series = tuple[str, frozenset[tuple[str, str]]]
"""A name with its labels."""


@dataclass(frozen=True)
class Figures:
    """All that was told at one moment."""

    text: str

    @property
    def families(self) -> list[Metric]:
        return list(text_string_to_metric_families(self.text))

    @property
    def series(self) -> dict[Series, float]:
        return {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in self.families
            for sample in family.samples
        }

    @property
    def names(self) -> set[str]:
        """The names by which Prometheus can be asked."""
        return {name for name, _ in self.series}

    def value(self, name: str, **labels: str) -> float:
        """Return one figure of ours."""
        return self.series[f"durak_{name}", frozenset(labels.items())]

    def values(self, name: str, label: str) -> dict[str, float]:
        """Return the figures of ours that are not 0, by the value of a label."""
        return {
            dict(labels)[label]: value
            for (found, labels), value in self.series.items()
            if found == f"durak_{name}" and value
        }


def told_now(port: int, host: str = "127.0.0.1") -> Figures:
    """Ask as Prometheus does."""
    with urllib.request.urlopen(f"http://{host}:{port}/metrics", timeout=20) as answer:
        return Figures(answer.read().decode())


async def told(port: int) -> Figures:
    """Ask as Prometheus does, from a test in whose event loop the server lives."""
    return await asyncio.to_thread(told_now, port)
