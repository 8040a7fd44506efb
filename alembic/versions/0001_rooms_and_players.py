"""Rooms with their log, chairs and finished games; players."""

import sqlalchemy as sa

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=True),
        sa.Column("playing_since", sa.Double(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("changed_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rooms")),
    )
    op.create_index(op.f("ix_rooms_due_at"), "rooms", ["due_at"])
    op.create_table(
        "events",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("command_id", sa.Text(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_events_room_id_rooms")),
        sa.PrimaryKeyConstraint("room_id", "version", "part", name=op.f("pk_events")),
        sa.UniqueConstraint("room_id", "command_id", name=op.f("uq_events_room_id_command_id")),
    )
    op.create_table(
        "seatings",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("chair", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_seatings_room_id_rooms")),
        sa.PrimaryKeyConstraint("room_id", "chair", name=op.f("pk_seatings")),
    )
    op.create_index(op.f("ix_seatings_player_id"), "seatings", ["player_id"])
    op.create_table(
        "games",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_games_room_id_rooms")),
        sa.PrimaryKeyConstraint("room_id", "version", name=op.f("pk_games")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.CheckConstraint("length(token_hash) = 32", name=op.f("ck_players_token_hash_length")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_players_token_hash")),
    )
