"""A proxy as it stands before a public server, TLS and all; and each mistake that can be made with one."""

import asyncio
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.program import HOST

PROXY_HOST = "127.0.0.2"
"""Where it asks the server from; who asks the proxy comes from another address."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What it does with headers: as it should be, unless something else is said.

    `client` is what becomes of X-Forwarded-For: `add` to it, `pass` it on as it came, or send `none`.
    """

    client: str = "add"
    says_scheme: bool = True
    host: str | None = None
    """Another Host that it asks for."""
    upgrades: bool = True
    answers: str | None = None
    """What it answers itself, without asking anybody."""


@contextmanager
def front(upstream: int, habits: Habits, certificate: Path | None) -> Iterator[str]:
    """Let one stand before the server on this port, and give its URL."""
    loop, started = asyncio.new_event_loop(), threading.Event()
    servers: list[asyncio.Server] = []

    async def serve() -> None:
        async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(OSError, asyncio.IncompleteReadError, ssl.SSLError):
                await _pass_on(reader, writer, upstream, habits)
            writer.close()

        context = None
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
        server = await asyncio.start_server(meet, HOST, 0, ssl=context)
        servers.append(server)
        started.set()

    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    asyncio.run_coroutine_threadsafe(serve(), loop)
    started.wait(10)
    try:
        yield f"http{'s' if certificate else ''}://localhost:{servers[0].sockets[0].getsockname()[1]}"
    finally:
        asyncio.run_coroutine_threadsafe(_end(servers[0]), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(server: asyncio.Server) -> None:
    server.close()
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await server.wait_closed()


async def _pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, upstream: int, habits: Habits
) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1")
    if habits.answers is not None:
        writer.write(f"HTTP/1.1 {habits.answers}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        return
    client = writer.get_extra_info("peername")[0]
    scheme = "http" if writer.get_extra_info("ssl_object") is None else "https"
    there, back = await asyncio.open_connection(HOST, upstream, local_addr=(PROXY_HOST, 0))
    back.write(_rewritten(head, client, scheme, habits).encode("latin1"))
    try:
        both = {asyncio.create_task(_pour(reader, back)), asyncio.create_task(_pour(there, writer))}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
    finally:
        back.close()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()


def _rewritten(head: str, client: str, scheme: str, habits: Habits) -> str:
    line, *headers = head.rstrip().split("\r\n")
    pairs = [
        (name.lower(), value.strip()) for name, _, value in (header.partition(":") for header in headers)
    ]
    named = dict(pairs)
    named["host"] = habits.host or named["host"]
    came = named.pop("x-forwarded-for", None)
    if habits.client == "add":
        named["x-forwarded-for"] = client if came is None else f"{came}, {client}"
    elif habits.client == "pass" and came is not None:
        named["x-forwarded-for"] = came
    named.pop("x-forwarded-proto", None)
    if habits.says_scheme:
        named["x-forwarded-proto"] = scheme
    if not habits.upgrades or "upgrade" not in named:
        named.pop("upgrade", None)
        named["connection"] = "close"
    return "\r\n".join([line, *(f"{name}: {value}" for name, value in named.items()), "", ""])


def make_certificate(folder: Path, name: str, days: int) -> Path:
    """Make a certificate for a name, to be trusted as it is; its key is in the same file."""
    key, own = folder / f"{name}-{days}.key", folder / f"{name}-{days}.pem"
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    words += ["-keyout", str(key), "-out", str(own), "-days", str(days), "-subj", f"/CN={name}"]
    words += ["-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run(words, check=True, capture_output=True)
    own.write_text(own.read_text() + key.read_text())
    return own
