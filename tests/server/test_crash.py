"""Nothing lost, nothing twice, nobody stuck: the short form of ``make soak``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.crash import play_and_kill, play_and_restart
from tests.server.postgres import Cluster

KILLS = {"sqlite": 6, "postgresql": 6}
"""``make soak`` does 300 on each."""


@pytest.mark.usefixtures("with_kontor")
async def test_whatever_was_acknowledged_survives_sigkill(db: str) -> None:
    kills = KILLS[db.partition(":")[0]]
    figures = await play_and_kill(db, kills, seed=1)
    assert figures.moves > 5 * kills


@pytest.mark.usefixtures("with_kontor")
async def test_whatever_was_acknowledged_survives_postgresql(own_cluster: Callable[[], Cluster]) -> None:
    figures = await play_and_restart(own_cluster(), 4, seed=0)
    assert figures.moves > 20
    assert figures.unavailable
