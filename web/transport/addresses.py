"""From which address somebody comes, as far as limits are concerned."""

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

IPV6_PREFIX = 64
"""What one household is given: it may use any address in there, so all of them count as one."""


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address; uvicorn has put a trusted proxy's word for it in place of the proxy's own.

    Whatever is no address (a proxy's nonsense, no client at all) counts as one and the same.
    """
    client = connection.scope.get("client")
    try:
        address = ip_address(client[0] if client else "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((int(address), IPV6_PREFIX), strict=False))
    return str(address)
