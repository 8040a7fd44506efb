"""Whether a NATS carries our news: one piece is sent to it, and has to come back."""

import asyncio
import secrets
from contextlib import suppress

from nats.aio.client import Client
from nats.aio.msg import Msg

from web.adapters.nats_bus import SUBJECT


async def echo(url: str, seconds: float) -> None:
    """Send a piece of news and hear it. Raises TimeoutError, and whatever the client does.

    It is of a room that does not exist, so no server on this bus does anything about it.
    """
    news, heard = f"0 doctor-{secrets.token_urlsafe(9)}".encode(), asyncio.Event()
    faults: list[Exception] = []

    async def hear(message: Msg) -> None:
        if message.data == news:
            heard.set()

    async def fail(fault: Exception) -> None:
        faults.append(fault)
        heard.set()

    client = Client()
    try:
        async with asyncio.timeout(seconds):
            await client.connect(
                url, name="durak doctor", allow_reconnect=False, connect_timeout=2, error_cb=fail
            )
            await client.subscribe(SUBJECT, cb=hear)
            await client.flush()
            await client.publish(SUBJECT, news)
            await heard.wait()
    finally:
        with suppress(Exception):
            await client.close()
    if faults:
        raise faults[0]
