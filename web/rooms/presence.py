"""Which sessions have ended without a word, because their worker has."""

from collections.abc import Collection

from web.rooms.commands import Depart
from web.rooms.events import SessionId
from web.rooms.ports import CommandId
from web.rooms.room import Room
from web.rooms.workers import WorkerId


def new_session(worker: WorkerId, random: str) -> SessionId:
    """Return the id of a session on this worker; `random` tells it from every other one."""
    return SessionId(f"{worker}.{random}")


def worker_of(session: SessionId) -> WorkerId:
    """Return the worker on which a session is, or was."""
    return WorkerId(session.partition(".")[0])


def dead_sessions(room: Room, alive: Collection[WorkerId]) -> tuple[Depart, ...]:
    """Return what is to be asked of the room, in which sessions are that no worker alive has."""
    return tuple(
        Depart(player, presence.session)
        for player, presence in room.presence.items()
        if presence.session is not None and worker_of(presence.session) not in alive
    )


def departure_id(depart: Depart) -> CommandId:
    """Return the id of this command, by which all who notice ask for it once."""
    return CommandId(f"gone:{depart.session}")
