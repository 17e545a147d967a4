"""Nothing that a client receives depends on what it must not know: the runs that every change is checked with.

``make leaks`` plays longer, with every game from the places of several seats and of a spectator.
"""

from __future__ import annotations

import pytest

from tests.leaks.guards import check
from tests.leaks.stage import Run
from tests.leaks.story import told

RUNS = (
    Run("kontor", 0, seed=1, turns=12),
    Run("kontor", None, seed=3, turns=12),
    Run("new_angeles", 1, seed=4, turns=8),
    Run("fifty_first_state", None, seed=1, turns=8),
    Run("rise", None, seed=1, turns=4),
    Run("twentieth_century", 0, seed=1, turns=4),
)


@pytest.mark.usefixtures("with_kontor")
@pytest.mark.parametrize("run", RUNS, ids=str)
async def test_no_client_learns_a_secret(run: Run) -> None:
    report = await told(run)
    check(report, run)
    assert report.worlds >= 3
