"""Columns for quotas and expiry: when people and tables were last active, and who uploaded a record.

Empty columns are filled by the first run of the janitor with its own time.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("people", sa.Column("seen", sa.Float()))
    op.add_column("tables", sa.Column("touched", sa.Float()))
    op.add_column("uploads", sa.Column("person", sa.String(32)))
    op.add_column("uploads", sa.Column("size", sa.Integer()))
    op.create_index("ix_tables_touched", "tables", ["touched"])
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_uploads_person", "uploads", ["person"])


def downgrade() -> None:
    op.drop_index("ix_uploads_person", "uploads")
    op.drop_index("ix_tables_host", "tables")
    op.drop_index("ix_tables_touched", "tables")
    for table, column in (("uploads", "size"), ("uploads", "person"), ("tables", "touched"), ("people", "seen")):
        with op.batch_alter_table(table) as batch:
            batch.drop_column(column)
