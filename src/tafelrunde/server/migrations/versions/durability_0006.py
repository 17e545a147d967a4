"""The row that each process writes to prove that the database is writable."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "pulse",
        sa.Column("process", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("process"),
    )


def downgrade() -> None:
    op.drop_table("pulse")
