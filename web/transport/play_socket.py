"""One socket of one viewer: hello, then commands in, views and answers out."""

import asyncio
import logging
import secrets

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from web.rooms import commands
from web.rooms.ports import CommandId, NoSuchRoom, Player, RoomId
from web.rooms.refusals import Refused
from web.transport.context import Context
from web.transport.hub import Connection
from web.transport.identity import guest_of
from web.transport.limits import HELLO_SECONDS, SEND_SECONDS
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
    refused_out,
)
from web.transport.origin import is_own_origin

log = logging.getLogger(__name__)

BAD_TRAFFIC, OVERLOADED, NO_SUCH_ROOM, TOO_OLD, FAULT = 1008, 1013, 4004, 4005, 1011
BAD_MESSAGES_BORNE = 5


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
        connection = await context.hub.join(room_id, player)
    except NoSuchRoom:
        await _end(socket, NO_SUCH_ROOM, "no_such_room")
        return
    try:
        await _serve(context, socket, connection)
    finally:
        context.hub.leave(connection)


async def _serve(context: Context, socket: WebSocket, connection: Connection) -> None:
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = parse_message(await _receive(socket))
        if not isinstance(hello, Hello):
            raise _Over(BAD_TRAFFIC)
        if hello.protocol != PROTOCOL:
            raise _Over(TOO_OLD, "reload")
        connection.wake.set()
        async with asyncio.TaskGroup() as both:
            both.create_task(_write(socket, connection))
            await _read(context, socket, connection)
    except* (WebSocketDisconnect, RuntimeError) as gone:
        # RuntimeError: Starlette's word for using a socket that the other side has closed meanwhile.
        if socket.client_state is WebSocketState.CONNECTED and gone.subgroup(RuntimeError):
            log.exception("a socket failed", extra={"room": connection.room_id, "v": connection.version})
    except* TimeoutError:
        await _end(socket, OVERLOADED, None)
    except* ValidationError:
        await _end(socket, BAD_TRAFFIC, None)
    except* _Over as over:
        reason = over.exceptions[0]
        assert isinstance(reason, _Over)
        await _end(socket, reason.code, reason.word)


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
    async with asyncio.timeout(SEND_SECONDS):
        await socket.send_text(message)


async def _read(context: Context, socket: WebSocket, connection: Connection) -> None:
    allowance, bad = context.new_allowance(), 0
    while True:
        text = await _receive(socket)
        allowed = allowance.takes_one()
        try:
            message = parse_message(text)
        except ValidationError:
            bad += 1
            if bad > BAD_MESSAGES_BORNE:
                raise
            connection.answer(refused_out(None, "bad_message", {}))
            continue
        match message:
            case Hello():
                connection.show_again()
            case Ping():
                if allowed:
                    connection.answer(pong_out(connection.due))
            case _ if not allowed:
                connection.answer(refused_out(message.id, "too_fast", {}))
            case _:
                await _obey(context, connection, message)


async def _obey(context: Context, connection: Connection, message: CommandIn) -> None:
    player = connection.player
    try:
        if player is None:
            raise Refused("not_a_guest")
        command_id = CommandId(f"{player.id}:{message.id}")
        await context.service.execute(connection.room_id, _command(player, message), command_id)
    except Refused as refused:
        connection.answer(refused_out(message.id, refused.code, refused.facts))
    except Exception:
        facts = {"room": connection.room_id, "v": connection.version, "cmd": message.t}
        log.exception("a command failed", extra=facts)
        raise _Over(FAULT, "reload") from None
    else:
        connection.answer(ok_out(message.id))


def _command(player: Player, message: CommandIn) -> commands.Command:
    match message:
        case PlayIn():
            return commands.Play(player.id, message.action, message.bout, message.table_ply)
        case SitIn():
            return commands.Sit(player.id, player.name, message.chair)
        case LeaveIn():
            return commands.Leave(player.id)
        case OptionsIn():
            return commands.ChangeOptions(player.id, message.rules, message.chairs, message.bots)
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
        if word is not None:
            await _send(socket, bye_out(word))
        await socket.close(code)
    except (RuntimeError, WebSocketDisconnect, TimeoutError):
        log.debug("a socket was gone before its goodbye")
