"""What the routes of one server share; made by the wiring, handed to each router."""

from dataclasses import dataclass

from web.rooms.advice import AdviceService
from web.rooms.kept import Kept
from web.rooms.lobby import Lobby
from web.rooms.meter import Meter
from web.rooms.moderation import Moderation
from web.rooms.own_data import OwnData
from web.rooms.ports import Clock, EventLog, Players
from web.rooms.readiness import Readiness
from web.rooms.service import RoomService
from web.rooms.workers import WorkerId
from web.transport.assets import Assets
from web.transport.hub import Hub
from web.transport.limits import Gate
from web.transport.templating import Pages


@dataclass(frozen=True, slots=True)
class Context:
    """The services of one server.

    `public_url` is where the world reaches this server if it is told, and an allowed Origin; `share_url` is
    the address in the local network, for invitations made by somebody who came by a loopback address.
    """

    service: RoomService
    advice: AdviceService
    worker: WorkerId
    log: EventLog
    players: Players
    lobby: Lobby
    moderation: Moderation
    own_data: OwnData
    kept: Kept
    clock: Clock
    gate: Gate
    hub: Hub
    pages: Pages
    assets: Assets
    public_url: str | None
    share_url: str | None
    readiness: Readiness
    meter: Meter
