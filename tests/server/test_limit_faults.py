"""Every limit that is switched off is noticed by the test that is there for it. ``make abuse`` tries all of them, CI a few."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.server.harness import ROOT
from tests.server.limit_faults import CAUGHT_BY, VARIABLE

CI = ("new_keys_push_old_ones_out", "ipv6_by_single_address", "first_come_first_served", "memory_of_own_sets_is_not_counted")
NAMES = {fault.__name__: test for fault, test in CAUGHT_BY.items()}
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider")


@pytest.mark.parametrize("name", [name if name in CI else pytest.param(name, marks=pytest.mark.long) for name in NAMES])
def test_is_caught(name: str) -> None:
    command = [*PYTEST, "-p", "tests.server.limit_faults", NAMES[name]]
    run = subprocess.run(command, env=os.environ | {VARIABLE: name}, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1, f"{name} was not noticed:\n{run.stdout[-2000:]}"
    assert "FAILURES" in run.stdout, f"{name} broke the test itself:\n{run.stdout[-2000:]}"


def test_every_named_test_exists() -> None:
    command = [*PYTEST, "--collect-only", *sorted(set(CAUGHT_BY.values()))]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:]
