"""Real databases: SQLite files and a PostgreSQL server, which is started once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tafelrunde.games import REGISTRY
from tests.server.harness import Server, serving
from tests.server.postgres import fresh_database, postgres
from tests.server.serve import KONTOR


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres() as url:
        yield url


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
