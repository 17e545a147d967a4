"""Automatic answers: to forced questions (on by default), and by standing orders of the game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("auto", sa.Boolean(), nullable=False, server_default=sa.true()))
        seats.add_column(sa.Column("orders", sa.Text(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("orders")
        seats.drop_column("auto")
