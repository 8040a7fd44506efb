"""What a client says on the wire. No other file of the benchmarks knows how a message is spelled."""

import json
from typing import Any

from web.transport.messages import PROTOCOL


def hello(v: int) -> str:
    """Return the first message of a connection; `v` is the last view seen, 0 for none."""
    return json.dumps({"t": "hello", "protocol": PROTOCOL, "v": v})


def ping() -> str:
    """Return the question whether anybody is there."""
    return json.dumps({"t": "ping"})


def command(kind: str, command_id: str, /, **facts: Any) -> str:
    """Return a command."""
    return json.dumps({"t": kind, "id": command_id, **facts})


def play(command_id: str, action: str, bout: int, table_ply: int) -> str:
    """Return an action in the running game, aimed at this bout and this state of the table."""
    return command("play", command_id, action=action, bout=bout, table_ply=table_ply)


def guest(name: str) -> dict[str, Any]:
    """Return the body of POST /api/guest."""
    return {"name": name}


def room(rules: str, chairs: int, bots: str, **options: Any) -> dict[str, Any]:
    """Return the body of POST /api/rooms."""
    return {"rules": rules, "chairs": chairs, "bots": bots, "play_now": False} | options
