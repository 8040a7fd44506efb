"""Who is asking: a guest is an opaque token in a cookie, of which the database knows only the SHA-256.

There is no server secret to keep, a guest can be ended by deleting a row, and any worker knows him.
"""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from web.rooms.ports import Player, Players

COOKIE_SECONDS = 180 * 24 * 3600
_SECURE_NAME, _PLAIN_NAME = "__Host-durak", "durak"


def is_https(connection: HTTPConnection) -> bool:
    """Return whether the browser came over TLS (uvicorn resolves a trusted proxy's word for it)."""
    return connection.scope["scheme"] in ("https", "wss")


def _cookie_name(connection: HTTPConnection) -> str:
    return _SECURE_NAME if is_https(connection) else _PLAIN_NAME


def token_hash(token: str) -> bytes:
    """Return what the database stores of a token: 32 bytes."""
    return hashlib.sha256(token.encode()).digest()


def new_token() -> str:
    """Return a fresh token of 256 bits."""
    return secrets.token_urlsafe(32)


def token_in(connection: HTTPConnection) -> str | None:
    """Return the token that came with the request, known or not."""
    return connection.cookies.get(_cookie_name(connection))


async def guest_of(connection: HTTPConnection, players: Players) -> Player | None:
    """Return the guest whose cookie came with the request or the handshake, or None."""
    token = token_in(connection)
    return await players.find(token_hash(token)) if token else None


def give_token(connection: HTTPConnection, response: Response, token: str) -> None:
    """Set the guest's cookie: for this host only, out of scripts' reach, and Secure wherever there is TLS."""
    _set_cookie(connection, response, token, COOKIE_SECONDS)


def take_token(connection: HTTPConnection, response: Response) -> None:
    """Let the browser forget the guest's cookie."""
    _set_cookie(connection, response, "", 0)


def _set_cookie(connection: HTTPConnection, response: Response, token: str, seconds: int) -> None:
    response.set_cookie(
        _cookie_name(connection),
        token,
        max_age=seconds,
        path="/",
        secure=is_https(connection),
        httponly=True,
        samesite="lax",
    )
