"""One socket of one viewer: hello, then commands in, views and answers out."""

import asyncio
import logging
import secrets
from contextlib import suppress

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from web.rooms import commands
from web.rooms.events import SessionId
from web.rooms.ports import CommandId, NoSuchRoom, Player, RoomId, Unavailable
from web.rooms.presence import departure_id, new_session
from web.rooms.refusals import Refused
from web.transport.context import Context
from web.transport.hub import Connection
from web.transport.identity import guest_of
from web.transport.limits import HELLO_SECONDS, SEND_SECONDS, TOO_MANY
from web.transport.messages import (
    PROTOCOL,
    CommandIn,
    Hello,
    LeaveIn,
    OptionsIn,
    Ping,
    PlayIn,
    SitIn,
    StartIn,
    bye_out,
    ok_out,
    parse_message,
    pong_out,
    protocol_of,
    refused_out,
)
from web.transport.origin import is_own_origin

log = logging.getLogger(__name__)

BAD_TRAFFIC, FAULT, OVERLOADED, NO_SUCH_ROOM, TOO_OLD = 1008, 1011, 1013, 4004, 4005


class _Over(Exception):
    """This socket has come to its end, with this code, after this word."""

    def __init__(self, code: int, word: str | None = None) -> None:
        super().__init__(code)
        self.code, self.word = code, word


async def play_socket(context: Context, socket: WebSocket, room_id: RoomId) -> None:
    """Serve a socket until it ends. A foreign page's handshake is refused with 403 before anything else."""
    if not is_own_origin(socket, context.public_url):
        await socket.close()
        return
    player = await guest_of(socket, context.players)
    await socket.accept()
    try:
        await _serve(context, socket, room_id, player)
    except _Over as over:
        await _end(socket, over.code, over.word)
    except WebSocketDisconnect:
        return
    except Exception:
        log.exception("a room could not be joined", extra={"room": room_id, "v": None})
        await _end(socket, FAULT, "reload")


async def _serve(context: Context, socket: WebSocket, room_id: RoomId, player: Player | None) -> None:
    """Say and hear everything. Raises _Over, WebSocketDisconnect, and whatever is a fault of ours."""
    try:
        connection = await context.hub.join(room_id, player)
    except NoSuchRoom:
        raise _Over(NO_SUCH_ROOM, "no_such_room") from None
    session = new_session(context.worker, secrets.token_urlsafe(9))
    try:
        await _hear_hello(socket)
        await _arrive(context, connection, session)
        connection.wake.set()
        async with asyncio.TaskGroup() as both:
            both.create_task(_write(socket, connection))
            await _read(context, socket, connection, session)
    except BaseExceptionGroup as several:
        # Reader and writer end each other; the first reason is the reason.
        reason = several.exceptions[0]
        if isinstance(reason, Exception) and not isinstance(reason, _Over | WebSocketDisconnect):
            log.error("a socket failed", exc_info=reason, extra={"room": room_id, "v": connection.version})
            raise _Over(FAULT, "reload") from None
        raise reason from None
    finally:
        context.hub.leave(connection)
        await _depart(context, connection, session)


async def _arrive(context: Context, connection: Connection, session: SessionId) -> None:
    """Let the room know that its member is there; for anybody else there is nothing to know."""
    if connection.player is not None:
        with suppress(Refused):
            command = commands.Arrive(connection.player.id, session)
            await context.service.execute(connection.room_id, command, CommandId(f"here:{session}"))


async def _depart(context: Context, connection: Connection, session: SessionId) -> None:
    if connection.player is None:
        return
    command = commands.Depart(connection.player.id, session)
    try:
        await context.service.execute(connection.room_id, command, departure_id(command))
    except (Refused, NoSuchRoom):
        # Another socket plays for him, or he is no member.
        return
    except Exception:
        log.exception("a departure was not noted", extra={"room": connection.room_id, "v": None})


async def _hear_hello(socket: WebSocket) -> None:
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            text = await _receive(socket)
    except TimeoutError:
        raise _Over(OVERLOADED) from None
    if protocol_of(text) not in (None, PROTOCOL):
        raise _Over(TOO_OLD, "reload")
    try:
        hello = parse_message(text)
    except ValidationError:
        raise _Over(BAD_TRAFFIC) from None
    if not isinstance(hello, Hello):
        raise _Over(BAD_TRAFFIC)


async def _write(socket: WebSocket, connection: Connection) -> None:
    while True:
        await connection.wake.wait()
        connection.wake.clear()
        while connection.answers:
            await _send(socket, connection.answers.popleft())
        view = connection.next_view()
        if view is not None:
            await _send(socket, view)


async def _send(socket: WebSocket, message: str) -> None:
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await socket.send_text(message)
    except TimeoutError:
        raise _Over(OVERLOADED) from None
    except RuntimeError:
        # Starlette's word for sending to somebody who has gone meanwhile.
        raise WebSocketDisconnect(code=1006) from None


async def _read(context: Context, socket: WebSocket, connection: Connection, session: SessionId) -> None:
    allowance, borne = context.new_allowance(), 0
    while True:
        text = await _receive(socket)
        allowed = allowance.takes_one()
        try:
            message = parse_message(text)
        except ValidationError:
            message = None
        if message is not None and allowed:
            await _answer(context, connection, session, message)
            continue
        # Somebody who goes on like this is answered no more.
        borne += 1
        if borne > TOO_MANY:
            raise _Over(BAD_TRAFFIC)
        command_id = message.id if isinstance(message, CommandIn) else None
        connection.answer(refused_out(command_id, "bad_message" if message is None else "too_fast", {}))


async def _answer(
    context: Context, connection: Connection, session: SessionId, message: Hello | CommandIn | Ping
) -> None:
    match message:
        case Hello():
            connection.show_again()
        case Ping():
            connection.answer(pong_out(connection.due))
        case _:
            await _obey(context, connection, session, message)


async def _obey(context: Context, connection: Connection, session: SessionId, message: CommandIn) -> None:
    player = connection.player
    try:
        if player is None:
            raise Refused("not_a_guest")
        # With the player before it, nobody can answer for another one's id.
        command_id = CommandId(f"{player.id}:{message.id}")
        await context.service.execute(connection.room_id, _command(player, session, message), command_id)
    except Refused as refused:
        connection.answer(refused_out(message.id, refused.code, refused.facts))
    except Unavailable:
        # Done or not, nobody knows: the browser comes back and sends the same id again.
        raise _Over(OVERLOADED) from None
    except Exception:
        facts = {"room": connection.room_id, "v": connection.version, "cmd": message.t}
        log.exception("a command failed", extra=facts)
        raise _Over(FAULT, "reload") from None
    else:
        connection.answer(ok_out(message.id))


def _command(player: Player, session: SessionId, message: CommandIn) -> commands.Command:
    match message:
        case PlayIn():
            return commands.Play(player.id, message.action, message.bout, message.table_ply)
        case SitIn():
            return commands.Sit(player.id, player.name, message.chair, player.avatar, session=session)
        case LeaveIn():
            return commands.Leave(player.id)
        case OptionsIn():
            return commands.ChangeOptions(
                player.id, message.rules, message.chairs, message.bots, message.seen_cards
            )
        case StartIn():
            return commands.Start(player.id, secrets.token_bytes(32))


async def _receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    if text is None:
        raise _Over(BAD_TRAFFIC)
    return text


async def _end(socket: WebSocket, code: int, word: str | None) -> None:
    if socket.client_state is not WebSocketState.CONNECTED:
        return
    try:
        async with asyncio.timeout(SEND_SECONDS):
            if word is not None:
                await socket.send_text(bye_out(word))
            await socket.close(code)
    except (RuntimeError, WebSocketDisconnect, TimeoutError):
        log.debug("a socket was gone before its goodbye")
