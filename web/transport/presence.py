"""A member is there as long as his socket is."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.websockets import WebSocketDisconnect

from web.rooms.commands import Arrive, Depart
from web.rooms.ports import CommandId, NoSuchRoom, Unavailable
from web.rooms.presence import departure_id
from web.rooms.refusals import Refused
from web.transport.asking import note_visit
from web.transport.context import Context
from web.transport.hub import Connection

log = logging.getLogger(__name__)

RESTART = 1012
"""With this code all sockets are closed where the process stops."""

PATIENCE_SECONDS = 2.0
"""How long a socket stays for its departure to be noted."""

AGAIN_SECONDS = 2.0
_departing: set[asyncio.Task[None]] = set()
"""Who is to be noted later; the event loop alone would forget it."""


@asynccontextmanager
async def present(context: Context, connection: Connection) -> AsyncIterator[None]:
    """Tell the room that its member is here as long as the block lasts. Raises Unavailable.

    Where the process stops it is not told the end: sessions of a worker that is gone are over by themselves,
    and everybody comes back at once.
    """
    if connection.player is None:
        yield
        return
    await note_visit(connection.player, context)
    await _arrive(context, connection, Arrive(connection.player.id, connection.session))
    stopping = False
    try:
        yield
    except BaseException as reason:
        stopping = _is_restart(reason)
        raise
    finally:
        if not stopping:
            await _depart(context, connection, Depart(connection.player.id, connection.session))


async def _arrive(context: Context, connection: Connection, command: Arrive) -> None:
    command_id = CommandId(f"here:{command.session}")
    try:
        version = await context.service.execute(connection.room_id, command, command_id)
    except Refused:
        # No member. What the room knew when it said so is known to this process.
        version = (await context.service.room(connection.room_id)).version
    connection.arrived(version)


async def _depart(context: Context, connection: Connection, command: Depart) -> None:
    facts = {"room": connection.room_id, "v": connection.version}
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await _tell(context, connection, command)
    except (Unavailable, TimeoutError):
        # The socket does not wait for the database; and who has gone must not seem to be there.
        log.warning("a departure is noted later", extra=facts)
        later = asyncio.create_task(_depart_later(context, connection, command))
        _departing.add(later)
        later.add_done_callback(_departing.discard)
    except Exception:
        log.exception("a departure was not noted", extra=facts)


async def _depart_later(context: Context, connection: Connection, command: Depart) -> None:
    while True:
        await context.clock.sleep(AGAIN_SECONDS)
        try:
            return await _tell(context, connection, command)
        except Unavailable:
            continue
        except Exception:
            facts = {"room": connection.room_id, "v": connection.version}
            log.exception("a departure was not noted", extra=facts)
            return


async def _tell(context: Context, connection: Connection, command: Depart) -> None:
    try:
        await context.service.execute(connection.room_id, command, departure_id(command))
    except (Refused, NoSuchRoom):
        # Another socket plays for him, or he is no member.
        return


def _is_restart(reason: BaseException) -> bool:
    first = reason.exceptions[0] if isinstance(reason, BaseExceptionGroup) else reason
    return isinstance(first, WebSocketDisconnect) and first.code == RESTART
