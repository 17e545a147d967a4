"""Checks of an installation: database, disk, clock, running server, proxy, mail, push, versions and backups.

Each check returns findings; a finding is a key of the section ``[doctor]`` of the messages with its facts, so that the command
can say in every language what is wrong and how to repair it. No check changes anything: the test write is rolled back.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import smtplib
import sqlite3
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import asyncpg  # type: ignore[import-untyped]

import tafelrunde
from tafelrunde.plugins import plugins
from tafelrunde.server import mail
from tafelrunde.server.configuration import Configuration
from tafelrunde.server.database import connect, file_of, head
from tafelrunde.server.settings import Settings

SECONDS = 10.0
MEGABYTE = 1_000_000
LOW_DISK = 500
"""Free megabytes below which the disk is reported."""
CLOCK_SECONDS = 5.0
"""The difference between two clocks above which it is reported, because it affects games with clocks."""
BACKUP_DAYS = 8.0
"""The age of the newest backup above which it is reported."""

PROBE = "create table doctor_probe (n integer)"
REVISION = "select version_num from alembic_version"

Level = Literal["ok", "warning", "failure"]
Fact = str | int | float


class Finding(NamedTuple):
    """The result of a check: ``ok``, ``warning`` or ``failure``, and the key of its sentence."""

    level: Level
    key: str
    facts: Mapping[str, Fact] = {}


async def examine(configuration: Configuration, url: str, backups: Path | None) -> AsyncIterator[Finding]:
    """Run all checks in order; ``url`` is the server's address on this machine."""
    settings = configuration.settings
    yield Finding("ok", "settings_file", {"file": str(configuration.file or "-")})
    for finding in versions():
        yield finding
    async for finding in database(settings.db):
        yield finding
    yield disk(settings.db)
    yield await asyncio.to_thread(server, url)
    if settings.origin:
        for finding in await asyncio.to_thread(public, settings.origin):
            yield finding
    yield await asyncio.to_thread(mailing, settings)
    yield pushing(settings)
    yield backup_age(backups)


def versions() -> list[Finding]:
    """The installed version, and packages with games that cannot be used."""
    found = [Finding("ok", "version", {"version": tafelrunde.__version__, "games": ", ".join(tafelrunde.games())})]
    return found + [Finding("failure", "plugin", {"game": p.game, "reason": p.reason}) for p in plugins().problems]


async def database(db: str) -> AsyncIterator[Finding]:
    """Whether the database can be opened and written, and has the schema of the installed version. Nothing is changed."""
    file = file_of(db)
    if file is not None and not file.exists():
        yield Finding("warning", "database_new", {"file": str(file)})
        return
    try:
        if file is not None:
            shared = file.stat().st_mode & 0o077
            yield Finding("failure" if shared else "ok", "file_mode_open" if shared else "file_mode", {"file": str(file)})
            revision = await asyncio.to_thread(_probe_file, file)
        else:
            revision, apart = await asyncio.wait_for(_probe_server(db), SECONDS)
            yield _clock(apart)
    except (OSError, TimeoutError, sqlite3.Error, asyncpg.PostgresError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
        yield Finding("failure", "database_open", {"reason": reason})
        return
    newest = head()
    yield Finding("ok", "database") if revision == newest else Finding("warning", "schema", {"found": revision, "newest": newest})


def _probe_file(file: Path) -> str:
    """The schema of an SQLite file, after a test write that is rolled back."""
    connection = sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=SECONDS, isolation_level=None)
    with closing(connection):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(PROBE)
        connection.execute("ROLLBACK")
        return str(connection.execute(REVISION).fetchone()[0])


async def _probe_server(db: str) -> tuple[str, float]:
    """The schema of a PostgreSQL database, after a test write that is rolled back, and how far its clock is ahead."""
    connection = await connect(db, "tafelrunde-doctor")
    try:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute(PROBE)
        await transaction.rollback()
        there = float(await connection.fetchval("select extract(epoch from clock_timestamp())"))
        return str(await connection.fetchval(REVISION)), there - time.time()
    finally:
        await connection.close()


def _clock(apart: float) -> Finding:
    seconds = round(abs(apart), 1)
    off = seconds > CLOCK_SECONDS
    return Finding("failure" if off else "ok", "clock_off" if off else "clock", {"n": seconds})


def disk(db: str) -> Finding:
    """Free space on the disk of the database, or of the current folder if the database is elsewhere."""
    file = file_of(db)
    folder = file.parent if file is not None else Path.cwd()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free // MEGABYTE
    return Finding("failure" if free < LOW_DISK else "ok", "disk_low" if free < LOW_DISK else "disk", {"n": free})


def server(url: str) -> Finding:
    """Whether the server answers on this machine, and has just completed a write."""
    try:
        with urlopen(f"{url.rstrip('/')}/api/health", timeout=SECONDS) as answer:
            health = json.load(answer)
    except HTTPError as error:
        return Finding("failure", "server_unhealthy", {"url": url, "reason": str(error.code)})
    except ValueError:  # another program answers there, or the address has a wrong path
        return Finding("failure", "server_unhealthy", {"url": url, "reason": "HTML"})
    except (URLError, OSError) as error:
        return Finding("warning", "server_away", {"url": url, "reason": str(getattr(error, "reason", error))})
    if health.get("version") != tafelrunde.__version__:
        return Finding("warning", "server_other", {"running": str(health.get("version")), "installed": tafelrunde.__version__})
    if health.get("quarantined"):
        return Finding("warning", "server_quarantine", {"n": int(health["quarantined"])})
    return Finding("ok", "server", {"url": url})


def public(origin: str) -> list[Finding]:
    """The public address through the proxy: reachable, https known to the server, clock right, sockets passed on."""
    try:
        with urlopen(f"{origin}/api/health", timeout=SECONDS) as answer:
            headers = answer.headers
    except (URLError, OSError) as error:
        return [Finding("failure", "origin_away", {"url": origin, "reason": str(getattr(error, "reason", error))})]
    found = [Finding("ok", "origin", {"url": origin})]
    if origin.startswith("https:") and "strict-transport-security" not in headers:
        found.append(Finding("failure", "origin_proto", {"url": origin}))
    if "date" in headers:
        found.append(_clock(parsedate_to_datetime(headers["date"]).timestamp() - time.time()))
    return [*found, asyncio.run(_socket(origin))]


async def _socket(origin: str) -> Finding:
    """Test the WebSocket upgrade: a table that does not exist must be refused with 403; anything else means a misconfigured
    proxy."""
    from websockets.asyncio.client import connect as dial
    from websockets.exceptions import InvalidStatus, WebSocketException

    try:
        async with dial("ws" + origin.removeprefix("http") + "/api/tables/doctor/live", open_timeout=SECONDS, proxy=None):
            return Finding("ok", "socket")
    except InvalidStatus as refused:
        status = refused.response.status_code
        return Finding("ok", "socket") if status == 403 else Finding("failure", "socket_dropped", {"n": status})
    except (WebSocketException, OSError, TimeoutError) as error:
        return Finding("failure", "socket_away", {"reason": str(error)})


def mailing(settings: Settings) -> Finding:
    """Whether the mail server is reachable with a valid certificate and accepts the password; no e-mail is sent."""
    if not settings.mail.host:
        return Finding("ok", "mail_off")
    try:
        mail.sign_in(settings.mail).quit()
    except ssl.SSLCertVerificationError as error:
        return Finding("failure", "mail_certificate", {"reason": error.verify_message})
    except smtplib.SMTPAuthenticationError:
        return Finding("failure", "mail_password")
    except (OSError, smtplib.SMTPException) as error:
        return Finding("failure", "mail_away", {"reason": f"{type(error).__name__}: {error}"[:200]})
    return Finding("ok", "mail", {"host": settings.mail.host})


def pushing(settings: Settings) -> Finding:
    """Whether the key for web push is valid."""
    if not settings.push_key:
        return Finding("ok", "push_off")
    try:
        from py_vapid import Vapid  # type: ignore[import-untyped]

        Vapid.from_string(settings.push_key)
    except ImportError:
        return Finding("failure", "push_library")
    except Exception:  # the library raises many kinds of errors, some of which repeat the key
        return Finding("failure", "push_key")
    return Finding("ok" if settings.push_contact else "warning", "push" if settings.push_contact else "push_contact")


def backup_age(folder: Path | None) -> Finding:
    """The age of the newest file in the folder of backups."""
    if folder is None:
        return Finding("warning", "backup_unknown")
    complete = (file for file in folder.glob("*") if file.is_file() and file.suffix != ".part")
    newest = max((file.stat().st_mtime for file in complete), default=None)
    if newest is None:
        return Finding("failure", "backup_none", {"folder": str(folder)})
    days = (time.time() - newest) / 86400
    return Finding(
        "failure" if days > BACKUP_DAYS else "ok", "backup_old" if days > BACKUP_DAYS else "backup", {"n": round(days, 1)}
    )
