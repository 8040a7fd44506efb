"""What lets programs of two releases work on one database, and several kinds of workers.

`compatibility` has one row: the first migration whose program can still work with the schema as it is. One
that only adds leaves it alone; one that takes something away names the migration from which on no program
needs that any more, and comes a release later.
"""

import sqlalchemy as sa

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    compatibility = op.create_table("compatibility", sa.Column("oldest", sa.Text(), nullable=False))
    # Programs of before do not ask.
    op.execute(sa.insert(compatibility).values(oldest="0004"))
    op.add_column("workers", sa.Column("role", sa.Text(), nullable=False, server_default="all"))
