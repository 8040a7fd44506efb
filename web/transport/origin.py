"""Where a request comes from: nothing changes, and no socket opens, but from our own pages."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from web.transport.identity import is_https


def own_base(connection: HTTPConnection) -> str:
    """Return scheme and host as the browser wrote them, like `http://192.168.1.5:8000`."""
    scheme = "https" if is_https(connection) else "http"
    return f"{scheme}://{connection.headers.get('host', '')}"


def is_own_origin(connection: HTTPConnection, public_url: str | None) -> bool:
    """Return whether the Origin header names this very server; a missing or `null` one does not.

    Browsers send it with every POST and every handshake, and no page can forge it.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    return origin == own_base(connection) or (public_url is not None and origin == _base_of(public_url))


def _base_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
