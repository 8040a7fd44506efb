"""Under which address people reach this server, for links that leave the page."""

from starlette.requests import Request

from web.transport.context import Context
from web.transport.hosts import is_loopback
from web.transport.origin import own_base


def public_base(request: Request, context: Context) -> str:
    """Return the address as the settings or the browser have it."""
    return context.public_url.rstrip("/") if context.public_url else own_base(request)


def invite_base(request: Request, context: Context) -> str:
    """Return the address that somebody else's device can use."""
    if not context.public_url and context.share_url and is_loopback(request.headers.get("host", "")):
        # "localhost" on a friend's phone would be the phone.
        return context.share_url
    return public_base(request, context)
