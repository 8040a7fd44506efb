"""The last moments of a process: it serves everybody as ever, but nobody new is to be sent to it."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Leaving:
    """Whether this process is about to end."""

    def __init__(self) -> None:
        """Stay, for now."""
        self.has_begun = False

    def begin(self) -> None:
        """Let proxies know from now on that this process goes."""
        self.has_begun = True


class LastAnswers:
    """Asks whoever gets an answer in those moments to come back by a new connection: to somebody else."""

    def __init__(self, app: ASGIApp, leaving: Leaving) -> None:
        self._app, self._leaving = app, leaving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_and_part(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        parts = scope["type"] == "http" and self._leaving.has_begun
        await self._app(scope, receive, send_and_part if parts else send)
