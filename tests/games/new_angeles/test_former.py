"""Positions saved under rules 2026.1 are read: asset windows, the hand limit, promises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tafelrunde import BadInput
from tafelrunde.games.new_angeles.former import updated
from tafelrunde.games.new_angeles.rules.windows import decided
from tafelrunde.library import with_components

POSITIONS: dict[str, Any] = json.loads((Path(__file__).parent / "positions_2026_1.json").read_text(encoding="utf-8"))
"""By what is asked: a position as rules 2026.1 saved it, and the legal moves of the seats that were to act."""


@pytest.mark.parametrize("kind", POSITIONS)
def test_a_position_of_former_rules_asks_the_same(kind: str) -> None:
    saved, legal = POSITIONS[kind]["saved"], POSITIONS[kind]["legal"]
    state = with_components("new_angeles", saved["components"]).from_json(saved)
    assert {str(seat): [move.text for move in state.legal(seat)] for seat in state.to_act} == legal
    assert state.game.from_json(state.to_json()).to_json() == state.to_json()
    while not state.over:
        seat = state.to_act[0]
        state.play(seat, state.legal(seat)[-1])


def test_seats_that_have_passed_are_not_asked_again() -> None:
    """NA-R.23: in the saved position the seats before the one that is asked had declined."""
    saved = POSITIONS["ability"]["saved"]
    state = with_components("new_angeles", saved["components"]).from_json(saved)
    frame = state.asked[state.to_act[0]][1]
    seat, done = frame.seat, frame.done
    earlier = [(state.active + place) % state.players for place in range((seat - state.active) % state.players)]
    assert earlier
    assert all(decided(state, done[other], asset) for other in earlier for asset in range(34))
    later = [other for other in range(state.players) if other not in earlier]
    assert not any(decided(state, done[other], asset) for other in later for asset in range(34))


@pytest.mark.parametrize("stack", [[1], [[]], [["ability", 1, "start", 0, 0]], [["hand_limit"]]])
def test_what_is_no_position_is_refused(stack: list[Any]) -> None:
    saved = {**POSITIONS["ability"]["saved"], "stack": stack}
    with pytest.raises(BadInput):
        with_components("new_angeles", saved["components"]).from_json(saved)


def test_questions_of_assets_are_completed() -> None:
    """They were saved without the rule and the numbers of the asset."""
    saved = {
        **POSITIONS["ability"]["saved"],
        "stack": [["seize", 0, 1], ["seize", 0, 1, 2], ["marco", 3], ["place", 1, "", 2, 0, 0]],
    }
    stolen = ["seize", 0, 1, 2, "NA-AST.bryan_stinson"]
    found = updated(saved)["stack"]
    assert found == [stolen, stolen, ["marco", 3, "NA-AST.marco_cubrero", 1, 2], ["place", 1, "", 2, 0]]
