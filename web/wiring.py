"""The only place that knows which adapter is used: builds the parts of one server and ties them together."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import fields
from typing import Any

from web.adapters.absent_bots import AbsentBots
from web.adapters.advice_pool import AdvicePool
from web.adapters.bot_pool import BotPool
from web.adapters.database import Database
from web.adapters.db import is_sqlite, open_engine
from web.adapters.local_bus import LocalBus
from web.adapters.metrics import Metrics
from web.adapters.migrations import migrate
from web.adapters.nats_bus import NatsBus
from web.adapters.one_worker import OneWorker
from web.adapters.readings import Readings
from web.adapters.retention import Retention
from web.adapters.sql_lobby import SqlLobby
from web.adapters.sql_log import SqlEventLog
from web.adapters.sql_moderation import SqlModeration
from web.adapters.sql_players import SqlPlayers
from web.adapters.sql_readiness import SqlReadiness
from web.adapters.sql_workers import SqlWorkers
from web.adapters.system_clock import SystemClock
from web.resources import LOCALES, STATIC, TEMPLATES
from web.rooms.advice import AdviceService
from web.rooms.driver import Driver
from web.rooms.duties import Duties
from web.rooms.kept import Kept
from web.rooms.listings import Listings
from web.rooms.meter import SILENT, Meter
from web.rooms.own_data import OwnData
from web.rooms.ports import Unavailable
from web.rooms.service import RoomService
from web.settings import Settings
from web.transport.assets import Assets
from web.transport.context import Context
from web.transport.hub import Hub
from web.transport.limits import Gate, Limits
from web.transport.templating import Pages

log = logging.getLogger(__name__)


class Server:
    """The parts of one server. Building it opens and migrates the database; `running` sets it going.

    Raises CannotStart (of `web.adapters.trouble`).
    """

    def __init__(self, settings: Settings) -> None:
        port = settings.metrics_port
        self._metrics = None if port is None else Metrics(settings.metrics_host, port)
        meter: Meter = SILENT if self._metrics is None else self._metrics.meter
        engine = open_engine(settings.database_url)
        migrate(engine)
        self._database = Database(engine)
        self._role = settings.role
        self._workers = OneWorker() if is_sqlite(engine) else SqlWorkers(self._database, settings.role)
        self._bus = NatsBus(settings.bus_url) if settings.bus_url else LocalBus()
        self._thinker = AbsentBots() if settings.role == "web" else BotPool(meter=meter)
        self._adviser = AdvicePool()
        log, bus, clock = SqlEventLog(self._database), self._bus, self._clock(settings.time_rate)
        players = SqlPlayers(self._database)
        service = RoomService(log, bus, clock, settings.bot_pace, self._workers, meter)
        duties = Duties(settings.role, self._workers)
        self._driver = Driver(service, log, clock, self._thinker, settings.bot_pace, duties, meter)
        service.committed = self._driver.after
        kept = Kept(settings.keep_rooms_days, settings.keep_records_days, settings.keep_guests_days)
        lobby = SqlLobby(self._database)
        moderation = SqlModeration(self._database)
        self._listings = Listings(service, lobby, clock)
        self._retention = Retention(self._database, clock, kept)
        assets = Assets(STATIC)
        self.context = Context(
            service=service,
            advice=AdviceService(service, self._adviser),
            worker=self._workers.id,
            log=log,
            players=players,
            lobby=lobby,
            moderation=moderation,
            own_data=OwnData(service, log, players, moderation, clock),
            kept=kept,
            clock=clock,
            gate=Gate(
                clock, Limits(**{limit.name: getattr(settings, limit.name) for limit in fields(Limits)})
            ),
            hub=Hub(service, log, bus, clock, players, meter),
            pages=Pages(TEMPLATES, LOCALES, assets.url),
            assets=assets,
            public_url=settings.public_url,
            share_url=settings.share_url,
            readiness=SqlReadiness(self._database, self._is_bus_up),
            meter=meter,
        )
        if self._metrics is not None:
            self._metrics.read(self._readings())

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the news, sweep, do what is due and forget what is old, until the block ends; then close."""
        loops: list[asyncio.Task[None]] = []
        try:
            await asyncio.to_thread(self._thinker.warm)
            if isinstance(self._workers, SqlWorkers):
                # Before anybody is served, for the others to know whose the sockets are.
                self._workers.lapsed = self.context.hub.let_go
                await self._workers.come()
            loops += self._started()
            yield
        finally:
            for loop in loops:
                loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            await self._driver.aclose()
            await self._take_leave()
            await asyncio.to_thread(self._thinker.close)
            await asyncio.to_thread(self._adviser.close)
            await self._database.aclose()
            if self._metrics is not None:
                await asyncio.to_thread(self._metrics.close)

    def _started(self) -> list[asyncio.Task[None]]:
        """Return what runs for ever, set going."""
        for_people = () if self._role == "bots" else self._for_people()
        for_us = () if self._metrics is None else (self._metrics.run(),)
        works = (self._driver.look_for_overdue(), *for_people, *self._beside_others(), *for_us)
        return [asyncio.create_task(work) for work in works]

    def _for_people(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield what has to run where people are served."""
        yield self.context.hub.follow_news()
        yield self.context.hub.sweep()
        yield self._listings.keep_true()
        yield self._retention.run()
        # Nobody waits for it: who asks first, and asks soon, starts it himself.
        yield asyncio.to_thread(self._adviser.warm)

    def _beside_others(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield what has to run where this process may be one of several."""
        if isinstance(self._workers, SqlWorkers):
            yield self._workers.run()
        if isinstance(self._bus, NatsBus):
            yield self._bus.run()

    def _clock(self, rate: float) -> SystemClock:
        if isinstance(self._workers, SqlWorkers):
            return SystemClock(rate, self._workers.time)
        return SystemClock(rate)

    def _readings(self) -> Readings:
        hub, bus = self.context.hub, self._bus if isinstance(self._bus, NatsBus) else None
        return Readings(
            self.context.service, self._database, self._driver.fallbacks, lambda: hub.sockets, bus
        )

    def _is_bus_up(self) -> bool:
        return self._bus.is_up if isinstance(self._bus, NatsBus) else True

    async def _take_leave(self) -> None:
        if isinstance(self._workers, SqlWorkers):
            try:
                await self._workers.go()
            except Unavailable:
                log.warning("the other workers could not be told that this one goes")
