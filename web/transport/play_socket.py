"""One socket of one viewer: hello, then commands in, views and answers out."""

import asyncio
import logging
import secrets
from time import perf_counter

from pydantic import ValidationError
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from web.rooms.meter import result_of
from web.rooms.ports import CommandId, NoSuchRoom, RoomId, Unavailable
from web.rooms.presence import new_session
from web.rooms.refusals import Refused
from web.transport.addresses import address_of
from web.transport.context import Context
from web.transport.fields import ROOM_ID
from web.transport.hub import Connection, Visitor
from web.transport.identity import guest_of, token_hash, token_in
from web.transport.limits import HELLO_SECONDS, SEND_SECONDS, TOO_MANY
from web.transport.messages import (
    PROTOCOL,
    AdviseIn,
    AskIn,
    CommandIn,
    Hello,
    Ping,
    SayIn,
    SitIn,
    advice_out,
    bye_out,
    ok_out,
    parse_message,
    pong_out,
    protocol_of,
    refused_out,
)
from web.transport.orders import command_of
from web.transport.origin import is_own_origin
from web.transport.presence import RESTART, present

log = logging.getLogger(__name__)

BAD_TRAFFIC, FAULT, OVERLOADED = 1008, 1011, 1013
REPLACED, NOT_ALLOWED, NO_SUCH_ROOM, TOO_OLD = 4001, 4003, 4004, 4005
GOODBYES = {
    "replaced": REPLACED,
    "moved": REPLACED,
    "removed": NOT_ALLOWED,
    "not_allowed": NOT_ALLOWED,
    "no_such_room": NO_SUCH_ROOM,
    "reload": TOO_OLD,
    "restart": RESTART,
}
"""The word before a close, and its code."""


class _Over(Exception):
    """This socket has come to its end, with this code, after this word."""

    def __init__(self, code: int, word: str | None = None) -> None:
        super().__init__(code)
        self.code, self.word = code, word


async def play_socket(context: Context, socket: WebSocket, room_id: RoomId) -> None:
    """Serve a socket until it ends.

    A foreign page's handshake is refused with 403 before anything else, a flood from one address with 429.
    """
    if not is_own_origin(socket, context.public_url):
        await socket.close()
        return
    gate, address = context.gate, address_of(socket)
    if not gate.handshakes.takes_one(address) or not gate.sockets_of_address.enter(address):
        await socket.send_denial_response(JSONResponse({"code": "too_fast", "facts": {}}, 429))
        return
    try:
        await _welcome(context, socket, room_id)
    finally:
        gate.sockets_of_address.leave(address)


async def _welcome(context: Context, socket: WebSocket, room_id: RoomId) -> None:
    session = new_session(context.worker, secrets.token_urlsafe(9))
    # A browser can only be told why, and when to come again, over a socket that was accepted.
    await socket.accept()
    try:
        player = await guest_of(socket, context.players)
        visitor = Visitor(session, player, token_hash(token_in(socket) or ""))
        if player is None:
            await _serve(context, socket, room_id, visitor)
        elif context.gate.sockets_of_guest.enter(player.id):
            try:
                await _serve(context, socket, room_id, visitor)
            finally:
                context.gate.sockets_of_guest.leave(player.id)
        else:
            await _end(context, socket, OVERLOADED, None)
    except _Over as over:
        await _end(context, socket, over.code, over.word)
    except WebSocketDisconnect as gone:
        context.meter.closed(gone.code)
    except Unavailable:
        await _end(context, socket, OVERLOADED, None)
    except Exception:
        log.exception("a room could not be joined", extra={"room": room_id, "v": None})
        await _end(context, socket, FAULT, "reload")


async def _serve(context: Context, socket: WebSocket, room_id: RoomId, visitor: Visitor) -> None:
    """Say and hear everything. Raises _Over, WebSocketDisconnect, and whatever is a fault of ours."""
    if ROOM_ID.fullmatch(room_id) is None:
        raise _Over(NO_SUCH_ROOM, "no_such_room")
    try:
        connection = await context.hub.join(room_id, visitor)
    except NoSuchRoom:
        raise _Over(NO_SUCH_ROOM, "no_such_room") from None
    try:
        hello = await _hear_hello(socket)
        if hello.v:
            context.meter.caught_up("resume")
        async with present(context, connection):
            connection.wake.set()
            async with asyncio.TaskGroup() as both:
                both.create_task(_write(context, socket, connection))
                await _read(context, socket, connection, both)
    except BaseExceptionGroup as several:
        # Reader and writer end each other; the first reason is the reason.
        reason = several.exceptions[0]
        if isinstance(reason, Exception) and not isinstance(reason, _Over | WebSocketDisconnect):
            log.error("a socket failed", exc_info=reason, extra={"room": room_id, "v": connection.version})
            raise _Over(FAULT, "reload") from None
        raise reason from None
    finally:
        context.hub.leave(connection)


async def _hear_hello(socket: WebSocket) -> Hello:
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
    return hello


async def _write(context: Context, socket: WebSocket, connection: Connection) -> None:
    while True:
        await connection.wake.wait()
        connection.wake.clear()
        while connection.answers:
            message, asked_at = connection.answers.popleft()
            await _send(context, socket, message)
            if asked_at is not None:
                context.meter.acked(perf_counter() - asked_at)
        _check_over(connection)
        view = connection.next_view()
        if view is not None:
            await _send(context, socket, view)


def _check_over(connection: Connection) -> None:
    if (word := connection.over) is not None:
        raise _Over(GOODBYES[word], word)


async def _send(context: Context, socket: WebSocket, message: str) -> None:
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await socket.send_text(message)
    except TimeoutError:
        context.meter.let_go()
        raise _Over(OVERLOADED) from None
    except RuntimeError:
        # Starlette's word for sending to somebody who has gone meanwhile.
        raise WebSocketDisconnect(code=1006) from None


async def _read(context: Context, socket: WebSocket, connection: Connection, both: asyncio.TaskGroup) -> None:
    allowance, borne = context.gate.new_allowance(), 0
    while True:
        text = await _receive(socket)
        asked_at = perf_counter()
        allowed = allowance.takes_one()
        try:
            message = parse_message(text)
        except ValidationError:
            message = None
        if message is not None and allowed:
            if isinstance(message, AdviseIn):
                # Whoever thinks about his move while it is thought about elsewhere may make it.
                both.create_task(_obey(context, connection, message, None))
            else:
                await _answer(context, connection, message, asked_at)
            continue
        # Somebody who goes on like this is answered no more.
        borne += 1
        if borne > TOO_MANY:
            raise _Over(BAD_TRAFFIC)
        command_id = message.id if isinstance(message, AskIn) else None
        code = "bad_message" if message is None else "too_fast"
        context.meter.answered(result_of(code))
        connection.answer(refused_out(command_id, code, {}), asked_at)


async def _answer(
    context: Context, connection: Connection, message: Hello | CommandIn | Ping, asked_at: float
) -> None:
    match message:
        case Hello():
            context.meter.caught_up("lost")
            connection.show_again()
        case Ping():
            connection.answer(pong_out(connection.due))
        case _:
            await _obey(context, connection, message, asked_at)


async def _obey(context: Context, connection: Connection, message: AskIn, asked_at: float | None) -> None:
    """Do what is asked and answer; advice is thought about for seconds, and has no `asked_at`."""
    # Never two controllers for a seat, not even for as long as it takes to say goodbye to one.
    _check_over(connection)
    try:
        answer = await _answer_to(context, connection, message)
    except Refused as refused:
        context.meter.answered(result_of(refused.code))
        connection.answer(refused_out(message.id, refused.code, refused.facts), asked_at)
    except Unavailable:
        context.meter.answered("unavailable")
        # Done or not, nobody knows: the browser comes back and sends the same id again.
        raise _Over(OVERLOADED) from None
    except NoSuchRoom:
        context.meter.answered("no_such_room")
        raise _Over(NO_SUCH_ROOM, "no_such_room") from None
    except Exception:
        context.meter.answered("fault")
        facts = {"room": connection.room_id, "v": connection.version, "cmd": message.t}
        log.exception("a command failed", extra=facts)
        raise _Over(FAULT, "reload") from None
    else:
        context.meter.answered("ok")
        connection.answer(answer, asked_at)


async def _answer_to(context: Context, connection: Connection, message: AskIn) -> str:
    player = connection.player
    if player is None:
        raise Refused("not_a_guest")
    # With the player before it, nobody can answer for another one's id.
    command_id = CommandId(f"{player.id}:{message.id}")
    if isinstance(message, AdviseIn):
        advice = await context.advice.advise(connection.room_id, player.id, command_id)
        return advice_out(message.id, advice.v, advice.moves)
    if isinstance(message, SayIn):
        context.gate.sayings.take(player.id)
    apart = await context.moderation.apart_from(player.id) if isinstance(message, SitIn) else frozenset()
    command = command_of(message, connection, apart)
    await context.service.execute(connection.room_id, command, command_id)
    return ok_out(message.id)


async def _receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    if text is None:
        raise _Over(BAD_TRAFFIC)
    return text


async def _end(context: Context, socket: WebSocket, code: int, word: str | None) -> None:
    context.meter.closed(code)
    if socket.client_state is not WebSocketState.CONNECTED:
        return
    try:
        async with asyncio.timeout(SEND_SECONDS):
            if word is not None:
                await socket.send_text(bye_out(word))
            await socket.close(code)
    except (RuntimeError, WebSocketDisconnect, TimeoutError):
        log.debug("a socket was gone before its goodbye")
