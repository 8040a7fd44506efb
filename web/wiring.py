"""The only place that knows which adapter is used: builds the parts of one server and ties them together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields

from web.adapters.advice_pool import AdvicePool
from web.adapters.bot_pool import BotPool
from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.local_bus import LocalBus
from web.adapters.migrations import migrate
from web.adapters.one_worker import OneWorker
from web.adapters.retention import Retention
from web.adapters.sql_lobby import SqlLobby
from web.adapters.sql_log import SqlEventLog
from web.adapters.sql_moderation import SqlModeration
from web.adapters.sql_players import SqlPlayers
from web.adapters.system_clock import SystemClock
from web.resources import LOCALES, STATIC, TEMPLATES
from web.rooms.advice import AdviceService
from web.rooms.driver import Driver
from web.rooms.kept import Kept
from web.rooms.listings import Listings
from web.rooms.own_data import OwnData
from web.rooms.service import RoomService
from web.settings import Settings
from web.transport.assets import Assets
from web.transport.context import Context
from web.transport.hub import Hub
from web.transport.limits import Gate, Limits
from web.transport.templating import Pages


class Server:
    """The parts of one server. Building it opens and migrates the database; `running` sets it going.

    Raises CannotOpen (of `web.adapters.db`).
    """

    def __init__(self, settings: Settings) -> None:
        engine = open_engine(settings.database_url)
        migrate(engine)
        self._database = Database(engine)
        self._thinker, self._adviser = BotPool(), AdvicePool()
        log, bus, clock, workers = (
            SqlEventLog(self._database),
            LocalBus(),
            SystemClock(settings.time_rate),
            OneWorker(),
        )
        players = SqlPlayers(self._database)
        service = RoomService(log, bus, clock, settings.bot_pace, workers)
        self._driver = Driver(service, log, clock, self._thinker, settings.bot_pace)
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
            worker=workers.id,
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
            hub=Hub(service, log, bus, clock, players),
            pages=Pages(TEMPLATES, LOCALES, assets.url),
            assets=assets,
            public_url=settings.public_url,
            share_url=settings.share_url,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the news, sweep, do what is due and forget what is old, until the block ends; then close."""
        await asyncio.to_thread(self._thinker.warm)
        loops = [
            asyncio.create_task(work)
            for work in (
                self.context.hub.follow_news(),
                self.context.hub.sweep(),
                self._driver.look_for_overdue(),
                self._listings.keep_true(),
                self._retention.run(),
                # Nobody waits for it: who asks first, and asks soon, starts it himself.
                asyncio.to_thread(self._adviser.warm),
            )
        ]
        try:
            yield
        finally:
            for loop in loops:
                loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            await self._driver.aclose()
            await asyncio.to_thread(self._thinker.close)
            await asyncio.to_thread(self._adviser.close)
            await self._database.aclose()


def _limits(settings: Settings) -> Limits:
    return Limits(**{limit.name: getattr(settings, limit.name) for limit in fields(Limits)})
