"""Confirmed addresses, one-time links, authors of chat lines, deleted accounts.

Addresses that were stored before count as unconfirmed. Log rows about seats lose the names they contain, because nothing reads
them and a deleted account's name must not remain in them.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

log = sa.table(
    "log", sa.column("table", sa.String), sa.column("version", sa.Integer), sa.column("kind", sa.String),
    sa.column("seat", sa.Integer), sa.column("data", sa.Text),
)  # fmt: skip
seats = sa.table("seats", sa.column("table", sa.String), sa.column("seat", sa.Integer), sa.column("person", sa.String))
people = sa.table("people", sa.column("id", sa.String), sa.column("name", sa.String))
authors = sa.table(
    "authors", sa.column("table", sa.String), sa.column("version", sa.Integer), sa.column("person", sa.String)
)  # fmt: skip


def upgrade() -> None:
    op.add_column("people", sa.Column("mail_confirmed", sa.String(length=254), nullable=True))
    op.add_column("people", sa.Column("lang", sa.String(length=2), nullable=True))
    op.add_column("people", sa.Column("deleted", sa.Float(), nullable=True))
    op.add_column("tokens", sa.Column("created", sa.Float(), nullable=True))
    op.add_column("tokens", sa.Column("device", sa.String(length=40), nullable=True))
    op.create_table(
        "links",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=True),
        sa.Column("mail", sa.String(length=64), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "mail_stops",
        sa.Column("mail", sa.String(length=64), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("mail"),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "authors",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "version"),
    )
    for table, column in (("links", "person"), ("links", "mail"), ("links", "expires"), ("authors", "person")):
        op.create_index(f"ix_{table}_{column}", table, [column], unique=False)
    _find_authors()
    _drop_names()


def _find_authors() -> None:
    """Record the authors of chat lines who still have the same seat; lines of spectators have no author."""
    connection = op.get_bind()
    here = sa.and_(seats.c.table == log.c.table, seats.c.seat == log.c.seat)
    lines = (
        sa.select(log.c.table, log.c.version, log.c.data, people.c.id, people.c.name)
        .join(seats, here).join(people, people.c.id == seats.c.person).where(log.c.kind == "chat")
    )  # fmt: skip
    found = [
        {"table": table, "version": version, "person": person}
        for table, version, data, person, name in connection.execute(lines).all()
        if data is not None and json.loads(data).get("name") == name
    ]
    if found:
        connection.execute(sa.insert(authors), found)


def _drop_names() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.select(log.c.table, log.c.version, log.c.data).where(log.c.kind == "seat")).all()
    changed = []
    for table, version, data in rows:
        facts = json.loads(data or "{}")
        if any(isinstance(value, str) for value in facts.values()):
            nameless = {key: True if isinstance(value, str) else value for key, value in facts.items()}
            changed.append({"at_table": table, "at_version": version, "nameless": json.dumps(nameless)})
    if changed:
        row = sa.and_(log.c.table == sa.bindparam("at_table"), log.c.version == sa.bindparam("at_version"))
        connection.execute(sa.update(log).where(row).values(data=sa.bindparam("nameless")), changed)


def downgrade() -> None:
    for table in ("authors", "keys", "mail_stops", "links"):
        op.drop_table(table)
    for table, columns in (("tokens", ("device", "created")), ("people", ("deleted", "lang", "mail_confirmed"))):
        for column in columns:
            op.drop_column(table, column)
