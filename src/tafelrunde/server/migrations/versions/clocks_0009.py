"""Clocks, proposals and rules versions that are kept across a restart.

The unused column ``reserve`` is dropped; ``away_until`` becomes a row of ``vacations``, which keeps every vacation, so that
their sum can be limited.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        for name in ("proposal", "votes", "continued", "clocks", "result"):
            tables.add_column(sa.Column(name, sa.Text(), nullable=True))
        tables.add_column(sa.Column("successor", sa.String(length=32), nullable=True))
        tables.add_column(sa.Column("due", sa.Float(), nullable=True))
    op.create_index("ix_tables_due", "tables", ["due"], unique=False)
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("reserved", sa.String(length=32), nullable=True))
        seats.drop_column("reserve")
    op.create_table(
        "positions",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table"),
    )
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("begins", sa.Float(), nullable=False),
        sa.Column("ends", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "begins"),
    )
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("beat", sa.Float(), nullable=False),
        sa.Column("lost", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    _keep_what_was_said_once()
    op.drop_column("people", "away_until")


def _keep_what_was_said_once() -> None:
    """Keep running vacations, and the rematches that were only recorded in the log."""
    now = time.time()
    away = sa.text("INSERT INTO vacations SELECT id, :now, away_until FROM people WHERE away_until > :now")
    op.execute(away.bindparams(now=now))
    op.execute(
        "UPDATE tables SET successor = (SELECT min(later.id) FROM tables AS later WHERE later.rematch = tables.id "
        "AND later.created = (SELECT min(first.created) FROM tables AS first WHERE first.rematch = tables.id))"
    )


def downgrade() -> None:
    op.add_column("people", sa.Column("away_until", sa.Float(), nullable=True))
    op.execute("UPDATE people SET away_until = (SELECT max(ends) FROM vacations WHERE person = people.id)")
    op.drop_table("uptime")
    op.drop_table("vacations")
    op.drop_table("positions")
    op.drop_index("ix_tables_due", "tables")
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("reserve", sa.Float(), nullable=True))
        seats.drop_column("reserved")
    for name in ("due", "successor", "result", "clocks", "continued", "votes", "proposal"):
        op.drop_column("tables", name)
