"""The tables, as they are after the newest migration; a test holds the two to each other.

    rooms         one row per room: its version (what appends are compared with), when it is due, its short
                  code, what the lobby shows of it; without events once it is forgotten
    events        the log; a version is one accepted command, a part is one of its events
    seatings      which player sits in which chair now
    games         the record of every game that came to its end
    players       guests; of a token only its SHA-256
    device_codes  which guest goes to another device; of a code only its SHA-256
    blocks        who never sits with whom
    reports       who was reported to the host of the server, by whom and why
    workers       which processes serve rooms just now, what for, and when each said so last
    compatibility the first migration whose program can work with this schema: one row

The first four follow from what happens in a room and are written in the same transaction. Ids are text,
times are seconds since the epoch. No deletion cascades: with it, a migration that copies `rooms` would take
the log along.
"""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

# Constraints need names, else a migration on SQLite (which copies the table) cannot drop them.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("due_at", Double, nullable=True, index=True),
    # When the running game began; null while none runs.
    Column("playing_since", Double, nullable=True),
    Column("created_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False),
    # A later column comes last, as a migration has to add it.
    Column("code", Text, nullable=True, index=True, unique=True),
    Column("language", Text, nullable=True),
    # The newest event that carries the options: all that stays of a forgotten room.
    Column("options", Text, nullable=True),
    Column("listing", Text, nullable=True),
    Column("forgotten_at", Double, nullable=True),
)
# On a time that never changes, so that a move does not write an index.
Index(
    "ix_rooms_listed",
    rooms.c.created_at,
    sqlite_where=rooms.c.listing.is_not(None),
    postgresql_where=rooms.c.listing.is_not(None),
)

events = Table(
    "events",
    metadata,
    Column("room_id", Text, ForeignKey("rooms.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    # On part 0 only, so that a unique key can stand on it.
    Column("command_id", Text, nullable=True),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("room_id", "version", "part"),
    UniqueConstraint("room_id", "command_id"),
)

seatings = Table(
    "seatings",
    metadata,
    Column("room_id", Text, ForeignKey("rooms.id"), nullable=False),
    Column("chair", Integer, nullable=False),
    # Not a foreign key: the log may outlive a guest.
    Column("player_id", Text, nullable=False, index=True),
    PrimaryKeyConstraint("room_id", "chair"),
)

games = Table(
    "games",
    metadata,
    Column("room_id", Text, ForeignKey("rooms.id"), nullable=False),
    # The version whose events ended the game.
    Column("version", Integer, nullable=False),
    Column("record", Text, nullable=False),
    Column("ended_at", Double, nullable=False, index=True),
    PrimaryKeyConstraint("room_id", "version"),
)

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False, index=True),
    # A program of before does not write it.
    Column("avatar", Integer, nullable=False, server_default="0"),
    UniqueConstraint("token_hash"),
    CheckConstraint("length(token_hash) = 32", name="token_hash_length"),
)

device_codes = Table(
    "device_codes",
    metadata,
    # One for each guest: a newer one takes the older one's place.
    Column("player_id", Text, primary_key=True),
    Column("code_hash", LargeBinary(32), nullable=False),
    Column("ends_at", Double, nullable=False),
    UniqueConstraint("code_hash"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player_id", Text, nullable=False),
    Column("blocked_id", Text, nullable=False, index=True),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("player_id", "blocked_id"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False, index=True),
    Column("room_id", Text, nullable=False),
    Column("reporter_id", Text, nullable=False),
    Column("reported_id", Text, nullable=False),
    # Names as they were: guests and rooms may be gone when somebody reads this.
    Column("reporter_name", Text, nullable=False),
    Column("reported_name", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("said", Text, nullable=False),
)

workers = Table(
    "workers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seen_at", Double, nullable=False),
    # A program of before does everything.
    Column("role", Text, nullable=False, server_default="all"),
)

compatibility = Table("compatibility", metadata, Column("oldest", Text, nullable=False))
