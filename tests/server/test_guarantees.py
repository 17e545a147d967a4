"""The promises about the database, tried on real servers, real databases and a disk that fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server import guarantees, host_guarantees
from tests.server.place import Place

ALWAYS = (
    guarantees.postgres_restarts, guarantees.full_disk, guarantees.locked_file, guarantees.commit_without_answer,
    guarantees.commit_before_outage, guarantees.takeover_after_outage, guarantees.damaged_tables_are_set_apart,
    host_guarantees.no_values_in_logs, host_guarantees.files_are_private, host_guarantees.one_server_for_one_file,
    host_guarantees.power_cut, host_guarantees.backup_survives_power_cut,
)  # fmt: skip
LONG = (
    guarantees.postgres_read_only, guarantees.silent_network, guarantees.read_only_disk, guarantees.disk_that_cannot_flush,
    guarantees.news_after_outage, host_guarantees.postgres_crash,
)  # fmt: skip
"""Only in ``make soak``."""


@pytest.mark.usefixtures("with_kontor")
@pytest.mark.parametrize(
    "guarantee", [*ALWAYS, *(pytest.param(one, marks=pytest.mark.long) for one in LONG)], ids=lambda one: one.__name__
)
async def test_the_server_keeps(guarantee: Callable[[Place], Any], place: Place) -> None:
    await guarantee(place)
