"""The tables, as they are after the newest migration; a test holds the two to each other.

    rooms     one row per room: its version (what appends are compared with) and when it is due
    events    the log; a version is one accepted command, a part is one of its events
    seatings  which player sits in which chair now
    games     the record of every game that came to its end
    players   guests; of a token only its SHA-256

Everything below `rooms` follows from `events` and is written in the same transaction. Ids are text, times
are seconds since the epoch. No deletion cascades: with it, a migration that copies `rooms` would take the
log along.
"""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
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
    Column("ended_at", Double, nullable=False),
    PrimaryKeyConstraint("room_id", "version"),
)

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    UniqueConstraint("token_hash"),
    CheckConstraint("length(token_hash) = 32", name="token_hash_length"),
)
