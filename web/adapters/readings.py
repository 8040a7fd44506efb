"""What can be read off a server when it is asked, and need not be noted on the way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from web.adapters.database import Database
from web.adapters.nats_bus import NatsBus
from web.rooms.fallbacks import Fallbacks
from web.rooms.service import RoomService


@dataclass(frozen=True, eq=False)
class Readings(Collector):
    """Figures that others keep; read by the thread that answers Prometheus.

    Each is one number, or has the same keys always, so none can change while it is read. Without a broker
    there is nothing to say of one.
    """

    service: RoomService
    database: Database
    fallbacks: Fallbacks
    sockets: Callable[[], int]
    bus: NatsBus | None

    def collect(self) -> Iterator[Metric]:
        """Yield the figures as they are now."""
        yield GaugeMetricFamily("durak_sockets", "Sockets that watch a room.", self.sockets())
        yield GaugeMetricFamily("durak_rooms", "Rooms held in memory.", self.service.rooms_held)
        yield self._pending()
        yield self._fallbacks()
        if self.bus is not None:
            yield from _of_bus(self.bus)

    def _pending(self) -> Metric:
        pending = GaugeMetricFamily(
            "durak_database_pending", "Asked of the database and not answered yet.", labels=["work"]
        )
        pending.add_metric(["read"], self.database.reads_pending)
        pending.add_metric(["write"], self.database.writes_pending)
        return pending

    def _fallbacks(self) -> Metric:
        fallbacks = CounterMetricFamily(
            "durak_fallbacks", "Choices that another level made for a bot, by why.", labels=["cause"]
        )
        for cause, times in self.fallbacks.by_cause().items():
            fallbacks.add_metric([cause], times)
        return fallbacks


def _of_bus(bus: NatsBus) -> Iterator[Metric]:
    yield GaugeMetricFamily("durak_bus_up", "Whether other workers can be told of news.", int(bus.is_up))
    yield CounterMetricFamily("durak_bus_reconnects", "How often the broker came back.", bus.reconnects)
    yield CounterMetricFamily("durak_bus_dropped", "News that were never told to others.", bus.dropped)
