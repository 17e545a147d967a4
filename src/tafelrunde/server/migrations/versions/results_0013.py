"""Results of finished games by person, with ratings for those who want them. Games that ended before are not counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("people", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("page", sa.String(24)))
    op.create_index("ix_people_page", "people", ["page"], unique=True)
    op.add_column("tables", sa.Column("counted", sa.Float()))
    op.execute(sa.text("UPDATE tables SET counted = 0 WHERE over"))
    op.create_index("ix_tables_counted", "tables", ["over", "counted"])
    op.create_table(
        "results",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), index=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("winners", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float()),
        sa.Column("facts", sa.Text()),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("mu", sa.Float()),
        sa.Column("sigma", sa.Float()),
    )
    op.create_index("ix_results_rating", "results", ["game", "player", "at"])


def downgrade() -> None:
    op.drop_table("results")
    op.drop_index("ix_tables_counted", "tables")
    op.drop_index("ix_people_page", "people")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("counted")
    with op.batch_alter_table("people") as people:
        people.drop_column("page")
        people.drop_column("rated")
