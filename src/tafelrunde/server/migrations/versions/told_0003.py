"""Each seat's last notified decision, so that a restart or another process does not notify twice.

``told`` is the question for which an e-mail was sent, ``dropped`` the prepared move that could not be played.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("seats", sa.Column("told", sa.String(length=120), nullable=True))
    op.add_column("seats", sa.Column("dropped", sa.String(length=120), nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "dropped")
    op.drop_column("seats", "told")
