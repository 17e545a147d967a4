"""What is stored. The log of a table is the truth: append-only by version, an undo is a row of its own.

``stands`` is the only column of the log that ever changes: an undo marks the rows it takes back. The line that
stands is unique by table and ply, and a key is unique by table and seat; both are the database's own business.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    true,
)  # fmt: skip

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("account", String(40), unique=True),
    Column("password", Text),
    Column("mail", String(254)),
    Column("away_until", Float),
    Column("created", Float, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("expires", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("components", String(64), nullable=False),
    Column("component_text", Text),
    Column("rules", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("pace", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("watch", Boolean, nullable=False),
    Column("host", String(32), ForeignKey("people.id"), nullable=False),
    Column("rematch", String(32)),
    Column("over", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("base", Text),  # the position a practice table went out from; a new game has none
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", String(40), nullable=False),
    Column("person", String(32), index=True),
    Column("invite", String(64)),
    Column("back", String(64)),
    Column("standing", Boolean, nullable=False),
    Column("prepared", Text),
    Column("missed", Integer, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("reserve", Float),
    Column("told", String(120)),
    Column("dropped", String(120)),
)

log = Table(
    "log",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("ply", Integer, nullable=False),
    Column("move", String(120)),
    Column("key", String(64)),
    Column("hidden", Boolean, nullable=False),
    Column("stands", Boolean, nullable=False),
    Column("data", Text),
    Column("at", Float, nullable=False),
)
Index("one_move_a_ply", log.c.table, log.c.ply, unique=True, sqlite_where=log.c.stands == true(), postgresql_where=log.c.stands)
Index(
    "one_answer_a_key", log.c.table, log.c.seat, log.c.key, unique=True,
    sqlite_where=log.c.key.is_not(None), postgresql_where=log.c.key.is_not(None),
)  # fmt: skip

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
)

pushes = Table(
    "pushes",
    metadata,
    Column("endpoint", String(500), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("keys", Text, nullable=False),
)

uploads = Table(
    "uploads",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("record", Text, nullable=False),
    Column("components", Text),
    Column("expires", Float, nullable=False, index=True),
)

IN_ORDER = (people, tokens, tables, seats, log, snapshots, pushes, uploads)
"""Every table after those it refers to: the order in which data can be copied."""
