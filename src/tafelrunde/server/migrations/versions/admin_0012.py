"""Administrators, their audit log, reports, muted people, invitation codes and announcements."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("people", sa.Column("role", sa.String(16)))
    op.add_column("people", sa.Column("muted", sa.Float()))
    op.add_column("people", sa.Column("mute_reason", sa.String(200)))
    op.create_table(
        "site",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("until", sa.Float()),
    )
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False, index=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("about", sa.String(32), index=True),
        sa.Column("table", sa.String(32), nullable=False, index=True),
        sa.Column("seat", sa.Integer()),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("closed", sa.Float()),
        sa.Column("answer", sa.String(300)),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False, index=True),
        sa.Column("admin", sa.String(32)),
        sa.Column("action", sa.String(24), nullable=False),
        sa.Column("person", sa.String(32), index=True),
        sa.Column("table", sa.String(32), index=True),
        sa.Column("seat", sa.Integer()),
        sa.Column("detail", sa.String(300)),
    )
    op.create_table(
        "concerned",
        sa.Column("audit", sa.String(16), sa.ForeignKey("audit.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True, index=True),
    )


def downgrade() -> None:
    for name in ("concerned", "audit", "reports", "codes", "announcements", "site"):
        op.drop_table(name)
    with op.batch_alter_table("people") as people:
        for name in ("mute_reason", "muted", "role"):
            people.drop_column(name)
