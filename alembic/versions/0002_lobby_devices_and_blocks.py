"""Short codes, the lobby, forgotten rooms, avatars, the way to another device, blocks and reports.

Only adds, so a program of before goes on working beside it.
"""

import sqlalchemy as sa

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# What the room was set to last; the events of a version are in the order of their parts.
OPTIONS_OF_OLD_ROOMS = """
UPDATE rooms SET options = (
    SELECT body FROM events
    WHERE events.room_id = rooms.id
      AND (body LIKE '{"kind":"RoomOpened"%' OR body LIKE '{"kind":"OptionsChanged"%')
    ORDER BY version DESC, part DESC LIMIT 1
)
"""


def upgrade() -> None:
    _widen_rooms()
    op.add_column("players", sa.Column("avatar", sa.Integer(), nullable=False, server_default="0"))
    op.create_index(op.f("ix_players_seen_at"), "players", ["seen_at"])
    op.create_index(op.f("ix_games_ended_at"), "games", ["ended_at"])
    op.create_table(
        "device_codes",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_device_codes")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_device_codes_code_hash")),
    )
    op.create_table(
        "blocks",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("blocked_id", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "blocked_id", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_blocked_id"), "blocks", ["blocked_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("reporter_id", sa.Text(), nullable=False),
        sa.Column("reported_id", sa.Text(), nullable=False),
        sa.Column("reporter_name", sa.Text(), nullable=False),
        sa.Column("reported_name", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_at"), "reports", ["at"])


def _widen_rooms() -> None:
    op.add_column("rooms", sa.Column("code", sa.Text(), nullable=True))
    op.add_column("rooms", sa.Column("language", sa.Text(), nullable=True))
    op.add_column("rooms", sa.Column("options", sa.Text(), nullable=True))
    op.add_column("rooms", sa.Column("listing", sa.Text(), nullable=True))
    op.add_column("rooms", sa.Column("forgotten_at", sa.Double(), nullable=True))
    op.create_index(op.f("ix_rooms_code"), "rooms", ["code"], unique=True)
    listed = sa.text("listing IS NOT NULL")
    op.create_index("ix_rooms_listed", "rooms", ["created_at"], sqlite_where=listed, postgresql_where=listed)
    op.execute(OPTIONS_OF_OLD_ROOMS)
