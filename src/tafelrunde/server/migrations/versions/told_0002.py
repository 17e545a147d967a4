"""Each seat remembers the question its person was told of: one letter, whatever process or restart comes between."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("seats", sa.Column("told", sa.String(length=120), nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "told")
