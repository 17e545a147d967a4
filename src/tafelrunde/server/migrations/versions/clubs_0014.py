"""Clubs with members and leagues, and the private address of a person's calendar."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("people", sa.Column("calendar", sa.String(32)))
    op.create_index("ix_people_calendar", "people", ["calendar"], unique=True)
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("invite", sa.String(64)),
    )
    op.create_table(
        "members",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("club", sa.String(16), sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL"), index=True),
        sa.Column("host", sa.Boolean(), nullable=False),
        sa.Column("joined", sa.Float(), nullable=False),
        sa.Column("gone", sa.Float()),
    )
    op.create_index("one_membership", "members", ["club", "person"], unique=True)
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("club", sa.String(16), sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("days", sa.Float(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), index=True),
    )
    op.create_table(
        "league_members",
        sa.Column("league", sa.String(16), sa.ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("member", sa.String(16), sa.ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("withdrawn", sa.Float()),
    )
    op.create_table(
        "league_seats",
        sa.Column("league", sa.String(16), sa.ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("member", sa.String(16)),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("substitute", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer()),
        sa.Column("won", sa.Boolean()),
        sa.Column("score", sa.Float()),
    )


def downgrade() -> None:
    for name in ("league_seats", "league_members", "leagues", "members", "clubs"):
        op.drop_table(name)
    op.drop_index("ix_people_calendar", "people")
    with op.batch_alter_table("people") as people:
        people.drop_column("calendar")
