"""Nothing lost: the short form of the crash test."""

from __future__ import annotations

import pytest

from tests.server.crash import play_and_kill

KILLS = {"sqlite": 13, "postgresql": 12}
"""25 together; ``make soak`` does 300 on each."""


@pytest.mark.usefixtures("with_kontor")
async def test_whatever_was_acknowledged_survives_sigkill(db: str) -> None:
    kills = KILLS[db.partition(":")[0]]
    assert await play_and_kill(db, kills, seed=1) > 5 * kills
