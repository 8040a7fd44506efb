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


def workers_in(room: Room) -> frozenset[WorkerId]:
    """Return the workers on which sessions of this room are, or were."""
    sessions = (presence.session for presence in room.presence.values())
    return frozenset(worker_of(session) for session in sessions if session is not None)


def sessions_on(room: Room, gone: Collection[WorkerId]) -> tuple[Depart, ...]:
    """Return what is to be asked of the room, in which sessions are that these workers had."""
    return tuple(
        Depart(player, presence.session)
        for player, presence in room.presence.items()
        if presence.session is not None and worker_of(presence.session) in gone
    )


def departure_id(depart: Depart) -> CommandId:
    """Return the id of this command, by which all who notice ask for it once."""
    return CommandId(f"gone:{depart.session}")
