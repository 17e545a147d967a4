"""People whom the host of a server has banned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("people", sa.Column("banned", sa.Float()))
    op.add_column("people", sa.Column("ban_reason", sa.String(200)))


def downgrade() -> None:
    with op.batch_alter_table("people") as people:
        people.drop_column("ban_reason")
        people.drop_column("banned")
