"""Real databases: SQLite files and a PostgreSQL server, which is started once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from tafelrunde.games import REGISTRY
from tests.server.described import KONTOR
from tests.server.harness import ROOT, Server, serving
from tests.server.nursery import Nursery
from tests.server.place import Place
from tests.server.postgres import Cluster, cluster, fresh_database, postgres


@pytest.fixture(scope="session", autouse=True)
def nursery() -> Iterator[None]:
    """Servers start in a fraction of a second, because their imports are done once."""
    Server.nursery = Nursery(ROOT)
    yield
    Server.nursery.close()
    Server.nursery = None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="session")
def own_cluster() -> Iterator[Callable[[], Cluster]]:
    """A PostgreSQL that tests may stop and kill; it is made when it is first asked for."""
    with ExitStack() as stack:
        yield cache(lambda: stack.enter_context(cluster()))


@pytest.fixture
def place(tmp_path: Path, own_cluster: Callable[[], Cluster]) -> Place:
    return Place(tmp_path, own_cluster)


@pytest.fixture
def with_kontor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "kontor", KONTOR)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite for all tests that do not stop it."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('server')}/t.db") as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/t.db"
    return fresh_database(request.getfixturevalue("postgres_server"))


@pytest.fixture
def sqlite_db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/t.db"
