"""The command `serve`: plays host, and says under which addresses."""

import gc
import os
import socket
import sys
from argparse import ArgumentParser, Namespace
from typing import get_args

import segno

from web.logs import log_to_stderr
from web.main import create_app, server_config
from web.rooms.workers import Role
from web.serving import PatientServer
from web.settings import Settings, read_settings
from web.transport.leaving import Leaving

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on

SWITCH_SECONDS = 0.0005
"""How long a thread of the database may hold up the event loop. Usual are 5 milliseconds, which every hash
and every packed message would wait for, since they let other threads in for a moment."""


def add_arguments(parser: ArgumentParser) -> None:
    """Tell the parser of the command what can be asked for."""
    parser.add_argument(
        "--host", help="the address to listen on (HOST, else 127.0.0.1; 0.0.0.0 for everybody)"
    )
    parser.add_argument("--port", help="the port to listen on (PORT, else 8000)")
    parser.add_argument(
        "--role",
        choices=get_args(Role),
        help="what this one of several processes is for (DURAK_ROLE, else all)",
    )


def run(asked: Namespace) -> int:
    """Serve until somebody ends it; return 0, or 2 after a sentence. Raises BadSettings and CannotStart."""
    given = {"HOST": asked.host, "PORT": asked.port, "DURAK_ROLE": asked.role}
    settings = read_settings({**os.environ, **{name: value for name, value in given.items() if value}})
    log_to_stderr()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        listening = _listen(settings.host, settings.port)
    except (OSError, TypeError) as error:
        # TypeError is what sockets say to a name that cannot be one.
        reason = getattr(error, "strerror", None) or error
        print(f"Cannot listen on {settings.host}, port {settings.port}: {reason}.", file=sys.stderr)
        return 2
    port = listening.getsockname()[1]
    if settings.host in EVERYWHERE and (address := _address_in_the_network()):
        settings = settings.model_copy(update={"share_url": f"http://{address}:{port}"})
    leaving = Leaving()
    config = server_config(create_app(settings, leaving), settings)
    server = PatientServer(config, leaving, settings.drain_seconds)
    _keep_what_was_loaded()
    _greet(settings, port)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        # The ordinary way to end it by hand; uvicorn has closed everything and raises it again.
        print()
    return 0


def _keep_what_was_loaded() -> None:
    """Let the collector of garbage never look at the program itself: that held up everybody for 0.1 s."""
    gc.collect()
    gc.freeze()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A peer that stops reading is let go after 20 seconds (inherited by accepted sockets).
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 20_000)
    listening.bind((host, port))
    listening.listen(2048)
    return listening


def _address_in_the_network() -> str | None:
    """Return this machine's address towards other machines; choosing a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") or address == "0.0.0.0" else address  # noqa: S104 - compared


def _greet(settings: Settings, port: int) -> None:
    here = "localhost" if settings.host in EVERYWHERE else settings.host
    if settings.role == "bots":
        print(f"\n  Durak's bots are ready.\n\n  How they are:   http://{here}:{port}/readyz\n", flush=True)
        return
    print(f"\n  Durak is ready.\n\n  On this machine:          http://{here}:{port}")
    if settings.share_url:
        print(f"  Phones in your network:   {settings.share_url}\n")
        try:
            segno.make(settings.share_url, micro=False).terminal(compact=True)
        except UnicodeEncodeError:
            print("  (This terminal cannot show the QR code.)")
    if settings.host in EVERYWHERE and not (settings.public_url or "").startswith("https:"):
        print("\n  Without TLS, for a network of your own only: a public server stands behind a proxy.")
    print("\n  Ctrl-C ends it; games are kept.\n", flush=True)
