"""Each fault is noticed by its guarantee: a test that has never failed proves nothing. ``make soak`` runs this suite."""

from __future__ import annotations

import re

import pytest

from tests.server import guarantees, host_guarantees
from tests.server.database_faults import CAUGHT_BY
from tests.server.place import Place

CI = ("acknowledgement_before_commit", "synchronous_off", "health_only_reads", "no_quarantine", "backup_is_not_flushed")
"""Every other one is tried by ``make soak``."""
GUARANTEES = {**vars(guarantees), **vars(host_guarantees)}


@pytest.mark.usefixtures("with_kontor")
@pytest.mark.parametrize("fault", [fault if fault in CI else pytest.param(fault, marks=pytest.mark.long) for fault in CAUGHT_BY])
async def test_is_caught(fault: str, place: Place) -> None:
    place.fault = fault
    guarantee, sign = CAUGHT_BY[fault]
    with pytest.raises((AssertionError, TimeoutError, pytest.fail.Exception)) as caught:
        await GUARANTEES[guarantee](place)
    assert re.search(sign, str(caught.value)), f"caught for another reason: {caught.value}"
