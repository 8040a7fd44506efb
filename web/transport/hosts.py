"""Which Host headers are ours: addresses, `localhost`, `*.local`, and the public name."""

from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit


def name_in(host: str) -> str:
    """Return the host's name or address without its port, in lower case; empty if it cannot be read."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Return whether a browser that says this Host runs on this very machine."""
    name = name_in(host)
    address = _address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def is_allowed(host: str, public_url: str | None) -> bool:
    """Return whether this Host may be served: another name could be a page that bends its DNS to us."""
    name = name_in(host)
    if not name:
        return False
    own = urlsplit(public_url).hostname if public_url else None
    return name in ("localhost", own) or name.endswith(".local") or _address(name) is not None


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None
