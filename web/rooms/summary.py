"""What the lobby and the preview of an invite may say of a room: an allow-list of its own."""

from dataclasses import dataclass

from web.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Summary:
    """A room for people who are not in it. `free` chairs can be sat down in, if only at the next bout."""

    rules: str
    chairs: int
    free: int
    bots: int
    phase: str
    watch: str
    public: bool
    host: str | None
    """The host's name."""


def summary(room: Room) -> Summary:
    """Return what may be said of a room to anybody; nobody's name but the host's."""
    claimed = {late.chair for late in room.latecomers}
    host = room.chair_of(room.host)
    return Summary(
        rules=room.options.rules,
        chairs=len(room.chairs),
        free=sum(chair.player is None and n not in claimed for n, chair in enumerate(room.chairs)),
        bots=sum(chair.is_bot for chair in room.chairs),
        phase=room.phase,
        watch=room.options.watch,
        public=room.options.public,
        host=None if host is None else room.chairs[host].name,
    )


def is_listed(room: Room) -> bool:
    """Tell whether the lobby shows the room: it is public, and somebody is there."""
    return room.options.public and any(room.is_present(player) for player in room.members)
