"""Tables at which one person may hold several seats: those where somebody does now, and those created for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("hot_seat", sa.Boolean(), nullable=False, server_default=sa.false()))
    tables = sa.table("tables", sa.column("id"), sa.column("hot_seat"))
    seats = sa.table("seats", sa.column("table"), sa.column("person"))
    several = sa.select(seats.c.table).where(seats.c.person.is_not(None)).group_by(seats.c.table, seats.c.person)
    op.execute(sa.update(tables).where(tables.c.id.in_(several.having(sa.func.count() > 1))).values(hot_seat=sa.true()))


def downgrade() -> None:
    op.drop_column("tables", "hot_seat")
