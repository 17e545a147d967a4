"""An event may name further rules that say the same; each of them has arisen."""

from __future__ import annotations

import tafelrunde
from tafelrunde.testing import trace


def test_further_rules_of_an_event_arise() -> None:
    with trace.collecting() as arisen:
        _, log = tafelrunde.load("new_angeles").begin(4, 1, {"corporations": "fixed"})
    told = next(event for event in log if event.also)
    assert {told.rule, *told.also} <= arisen
