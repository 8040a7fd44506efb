"""Asks the public address what anybody could ask, the real way: names, TLS, proxies and all."""

import http.client
import json
import secrets
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from web.transport.messages import bye_out

PATIENCE_SECONDS = 8.0
MOST_BYTES = 4096
NO_SUCH_ROOM = bye_out("no_such_room")


class NoAnswer(Exception):
    """Nothing came back; the message is a sentence on why, and what to do."""


class BadCertificate(NoAnswer):
    """The server could be anybody."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: `told` if it is an object of JSON; `own_address` is what this machine asked from."""

    status: int
    told: Mapping[str, object]
    text: str
    own_address: str
    days_left: int | None


def ask_seen(url: str, headers: Mapping[str, str]) -> Answer:
    """Ask how the server sees a request. Raises NoAnswer."""
    parts = urlsplit(url)
    connection = _connection(parts)
    try:
        connection.connect()
        certificate = connection.sock.getpeercert() if isinstance(connection.sock, ssl.SSLSocket) else None
        own_address = connection.sock.getsockname()[0]
        connection.request("GET", "/api/seen", headers={"user-agent": "durak doctor", **headers})
        response = connection.getresponse()
        text = response.read(MOST_BYTES).decode("utf-8", "replace")
    except ssl.SSLCertVerificationError as error:
        raise BadCertificate(f"The certificate is not valid: {error.verify_message}.") from error
    except ssl.SSLError as error:
        raise NoAnswer(f"There is no TLS that works: {error.reason or error}.") from error
    except TimeoutError as error:
        raise NoAnswer(f"No answer in {PATIENCE_SECONDS:.0f} s: does a firewall swallow it?") from error
    except (OSError, http.client.HTTPException) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise NoAnswer(f"It cannot be reached ({why}): are name, port and proxy right?") from error
    finally:
        connection.close()
    return Answer(response.status, _object(text), text, own_address, _days_left(certificate))


def ask_socket(url: str) -> str | None:
    """Open a WebSocket as a page would, for a room that does not exist; return None if the server says so.

    Else return what happened in its place.
    """
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    room = secrets.token_urlsafe(16)
    try:
        with connect(
            f"{scheme}://{parts.netloc}/ws/{room}",
            origin=Origin(f"{parts.scheme}://{parts.netloc}"),
            open_timeout=PATIENCE_SECONDS,
            close_timeout=1,
            proxy=None,
        ) as socket:
            said = socket.recv(PATIENCE_SECONDS)
            return None if said == NO_SUCH_ROOM else "something else answered"
    except InvalidStatus as refused:
        return f"the handshake was answered by {refused.response.status_code}"
    except InvalidHandshake as refused:
        return f"the handshake went wrong ({type(refused).__name__})"
    except TimeoutError:
        return f"nothing came in {PATIENCE_SECONDS:.0f} s"
    except (OSError, WebSocketException) as error:
        return f"it broke off ({type(error).__name__})"


def _connection(parts: SplitResult) -> http.client.HTTPConnection:
    assert parts.hostname is not None, "a public URL has a host"
    if parts.scheme == "https":
        return http.client.HTTPSConnection(
            parts.hostname, parts.port, timeout=PATIENCE_SECONDS, context=ssl.create_default_context()
        )
    return http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE_SECONDS)


def _object(text: str) -> Mapping[str, object]:
    try:
        told = json.loads(text)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _days_left(certificate: Mapping[str, object] | None) -> int | None:
    if not certificate:
        return None
    ends_at = ssl.cert_time_to_seconds(str(certificate["notAfter"]))
    return int((ends_at - time.time()) // 86_400)
