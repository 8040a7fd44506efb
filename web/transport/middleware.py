"""What holds for every request: whose host it names, and the headers that bind the browser."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.transport.hosts import is_allowed, is_loopback

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types durak",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    # A room's address is an invitation: no other site may learn it.
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
HSTS = "max-age=31536000; includeSubDomains"
OPENER_POLICY = "same-origin"


class SecurityHeaders:
    """Adds the headers above to every answer, errors and files included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                https = scope["scheme"] == "https"
                if https:
                    headers["strict-transport-security"] = HSTS
                # Elsewhere browsers ignore it, and complain.
                if https or is_loopback(Headers(scope=scope).get("host", "")):
                    headers["cross-origin-opener-policy"] = OPENER_POLICY
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class KnownHosts:
    """Turns away requests and handshakes for a host that is not ours."""

    def __init__(self, app: ASGIApp, public_url: str | None) -> None:
        self._app, self._public_url = app, public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            host = Headers(scope=scope).get("host", "")
            if not is_allowed(host, self._public_url):
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": 1008})
                else:
                    await PlainTextResponse("This server does not know that name.", 400)(scope, receive, send)
                return
        await self._app(scope, receive, send)
