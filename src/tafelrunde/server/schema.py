"""The database schema. The log of a table is authoritative: append-only by version, an undo is a row of its own.

Three things in the log ever change: an undo clears ``stands`` in the rows it takes back, a change of the rules does so for
answers that are no longer asked for and renumbers the moves after them, and the name in a chat line is replaced when its
author deletes the account. The current line is unique by table and ply, and a key is unique by table and seat; the
database enforces both.
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
    false,
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
    Column("mail", String(254)),  # as it was entered
    Column("mail_confirmed", String(254)),  # the address whose confirmation link was used; only this one gets e-mail
    Column("lang", String(2)),
    Column("created", Float, nullable=False),
    Column("deleted", Float),  # a deleted account: the row stays, because tables refer to it, and holds no personal data
    Column("seen", Float),  # the last request, rounded to the hour; inactive guests expire
    Column("banned", Float),  # banned from this server until this time
    Column("ban_reason", String(200)),
    Column("role", String(16)),  # "admin", or none
    Column("muted", Float),  # until when this person cannot write in chats
    Column("mute_reason", String(200)),
    Column("rated", Boolean, nullable=False, server_default=false()),  # whether games change a rating
    Column("calendar", String(32), unique=True, index=True),  # the private address of the calendar
    Column("page", String(24), unique=True, index=True),  # the id of the published page; none while it is private
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("expires", Float, nullable=False),
    Column("created", Float),
    Column("device", String(40)),
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
    Column("host", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("rematch", String(32)),
    Column("over", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, index=True),  # the last activity, to the hour
    Column("hot_seat", Boolean, nullable=False, server_default=false()),  # one person may hold several seats
    Column("base", Text),  # the first position of a practice table or after a change of rules; none for a new game
    Column("proposal", Text),  # JSON: an undo beyond the safe point that waits for consent
    Column("votes", Text),  # JSON, by seat: whether to continue under the installed rules
    Column("continued", Text),  # JSON: the changes of rules after which the table was continued
    Column("successor", String(32)),  # the table of the rematch
    Column("clocks", Text),  # JSON: see clocks.py
    Column("due", Float, index=True),  # server time at which the first clock runs out, ignoring vacations
    Column("result", Text),  # JSON: scores and winners as they were when the game ended
    Column("counted", Float),  # when the finished game was counted (results.py)
)
Index("ix_tables_counted", tables.c.over, tables.c.counted)

practice = tables.c.base.is_not(None) & tables.c.continued.is_(None)
"""Whether a table is a practice table; a table that was continued under other rules has a base, too."""

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
    Column("auto", Boolean, nullable=False, server_default=true()),  # answer questions that have only one answer
    Column("orders", Text),  # JSON: standing orders of the game, each with what it lasts as long as
    Column("prepared", Text),
    Column("missed", Integer, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("reserved", String(32)),  # the person for whom the open seat is reserved
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

positions = Table(
    "positions",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("state", Text, nullable=False),
)
"""The last position of a table, because other rules may not lead to it."""

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
    Column("person", String(32), index=True),  # who uploaded it; none before there were quotas
    Column("size", Integer),
)

links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("mail", String(64), nullable=False, index=True),  # a hash of the address; limits count by it
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False, index=True),
    Column("used", Float),
)

mail_stops = Table(  # unsubscribed addresses, as hashes
    "mail_stops",
    metadata,
    Column("mail", String(64), primary_key=True),
    Column("created", Float, nullable=False),
)

keys = Table(  # secrets of this installation, generated on first use
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

authors = Table(  # who wrote a chat line; not in the log, because everybody at a table receives rows of the log
    "authors",
    metadata,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)

pulse = Table(
    "pulse",
    metadata,
    Column("process", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Written by each process to prove that the database is writable; the data is not used."""

vacations = Table(
    "vacations",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("begins", Float, primary_key=True),
    Column("ends", Float, nullable=False),
)

uptime = Table(
    "uptime",
    metadata,
    Column("id", Integer, primary_key=True),  # always 1: there is one row
    Column("beat", Float, nullable=False),  # when a server process last recorded that it is running
    Column("lost", Float, nullable=False),  # seconds in which no process was running
)

site = Table(  # what administrators decide about the whole server
    "site",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("text", String(1000), nullable=False),
    Column("created", Float, nullable=False),
    Column("until", Float),
)

codes = Table(  # codes with which guests are admitted while registration is closed
    "codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("label", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("left", Integer, nullable=False),
)

reports = Table(  # no foreign keys: a report outlives the table and the people it is about
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", Float, nullable=False, index=True),
    Column("person", String(32), nullable=False, index=True),  # who reports
    Column("about", String(32), index=True),  # who is reported
    Column("table", String(32), nullable=False, index=True),
    Column("seat", Integer),
    Column("reason", String(16), nullable=False),
    Column("text", String(1000), nullable=False),
    Column("closed", Float),
    Column("answer", String(300)),
)

audit = Table(  # actions of administrators; never changed, and without foreign keys for the same reason
    "audit",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", Float, nullable=False, index=True),
    Column("admin", String(32)),  # none: the host's token or the command line
    Column("action", String(24), nullable=False),
    Column("person", String(32), index=True),
    Column("table", String(32), index=True),
    Column("seat", Integer),
    Column("detail", String(300)),
)

concerned = Table(  # who may read an entry of the audit log
    "concerned",
    metadata,
    Column("audit", String(16), ForeignKey("audit.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
)

results = Table(  # finished games, by seat; no foreign key to the table: results outlive it
    "results",
    metadata,
    Column("table", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(32), nullable=False),  # the person, or the bot as "bot:hard"
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("game", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("players", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("winners", Integer, nullable=False),
    Column("score", Float),
    Column("facts", Text),  # JSON: the seat's faction, corporation or similar
    Column("public", Boolean, nullable=False),  # whether spectators were admitted
    Column("mu", Float),  # the rating afterwards; none if the game was not rated
    Column("sigma", Float),
)
Index("ix_results_rating", results.c.game, results.c.player, results.c.at)

clubs = Table(
    "clubs",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("invite", String(64)),
)

members = Table(
    "members",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("club", String(16), ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("host", Boolean, nullable=False),
    Column("joined", Float, nullable=False),
    Column("gone", Float),
)
Index("one_membership", members.c.club, members.c.person, unique=True)

leagues = Table(
    "leagues",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("club", String(16), ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("title", String(60), nullable=False),
    Column("game", String(64), nullable=False),
    Column("size", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("days", Float, nullable=False),
    Column("round", Integer, nullable=False),  # 0 before the first draw
    Column("seed", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("ended", Float, index=True),
)

league_members = Table(
    "league_members",
    metadata,
    Column("league", String(16), ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("member", String(16), ForeignKey("members.id", ondelete="CASCADE"), primary_key=True),
    Column("withdrawn", Float),
)

league_seats = Table(  # no foreign key to the table: results outlive it
    "league_seats",
    metadata,
    Column("league", String(16), ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("table", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member", String(16)),  # none: the seat belonged to a bot from the beginning
    Column("due", Float, nullable=False),
    Column("substitute", Boolean, nullable=False),  # whether a bot took the seat over
    Column("points", Integer),
    Column("won", Boolean),
    Column("score", Float),
)

IN_ORDER = (
    people, tokens, tables, seats, log, snapshots, positions, pushes, uploads, links, mail_stops, keys, authors, vacations,
    uptime, site, announcements, codes, reports, audit, concerned, results, clubs, members,
    leagues, league_members, league_seats,
)  # fmt: skip
"""Every table after those it refers to: the order in which rows can be copied."""
