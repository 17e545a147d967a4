"""What the tests of this project share. Rule coverage and the suite for games come from ``tafelrunde.testing.plugin``."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest


@pytest.fixture
def settled_heap() -> Generator[None]:
    """For tests that measure time: a full garbage collection looks only at what the test itself allocates.

    Otherwise one collection that falls into the measurement goes through everything that thousands of earlier tests left
    in memory, which takes more than half a second.
    """
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
