"""Injected leaks are found, each in its channel; the same runs find none without them (:mod:`test_leaks`).

These are the quick ones, among them those that an earlier test had missed. ``make leaks`` injects all.
"""

from __future__ import annotations

import pytest

from tests.leaks.channels import CHANNELS
from tests.leaks.injected import LEAKS, Injected, found_in

QUICK = {
    "a_spectator_sees_seat_0", "discards_are_told_to_all", "a_preview_is_the_whole_truth", "the_record_is_not_veiled",
    "a_hint_knows_the_truth", "an_etag_of_the_whole_table", "the_log_has_the_seed", "a_push_tells_what_others_hold",
    "a_sampled_world_keeps_what_is_hidden", "the_record_shows_tentative_moves", "a_patch_leads_from_the_view_of_another_seat",
}  # fmt: skip


@pytest.mark.usefixtures("with_kontor")
@pytest.mark.parametrize("leak", [leak for leak in LEAKS if str(leak) in QUICK], ids=str)
async def test_an_injected_leak_is_found(leak: Injected, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await found_in(leak, monkeypatch) == leak.channel


def test_every_channel_has_an_injected_leak() -> None:
    assert {str(leak) for leak in LEAKS} >= QUICK
    assert CHANNELS.keys() <= {leak.channel for leak in LEAKS}
