"""What scenarios may set, and what is refused by its key."""

from __future__ import annotations

from typing import Any

import pytest

from tafelrunde import BadInput
from tests.games.twentieth_century.helpers import NAME
from tests.support import game_of

GAME = game_of(NAME)
REFUSED: list[tuple[str, Any]] = [
    ("seats.0.coins", 1000), ("seats.0.science", True), ("seats.0.points", "3"), ("seats.0.pollution", 99),
    ("seats.0.pollution", [0]), ("seats.0.yields", {"gold": 1}), ("seats.0.yields", 3), ("seats.0.prospect", {}),
    ("seats.0.bought", ["a01"]), ("seats.0.waiting_garbage", -1), ("seats.0.auction", "out"), ("seats.0.garbage", 1),
    ("seats.0.disaster", {"bid": 3}), ("seats.0.disaster", {"column": 2}), ("seats.0.disaster", {"column": 1, "bid": -1}),
    ("seats.0.unlaid", {"a01": {"colour": 1}}), ("seats.0.unlaid", {"t04": {"garbage": 1}}), ("seats.0.unlaid", {"s1": {}}),
    ("seats.0.unlaid", {"t06": {}}), ("seats.0.unlaid", ["a01"]), ("seats.0.technologies", {"t04": {}}),
    ("seats.0.technologies", {"t06": {"spent": 1}}), ("seats.0.technologies", {"a01": {}}), ("seats.0.technologies", []),
    ("seats.0.region", {}), ("seats.0.region", {"a01": {}}), ("seats.0.region", {"s1": {}, "s2": {"cell": [1, 0]}}),
    ("seats.0.region", {"s1": {}, "a01": {}}), ("seats.0.region", {"s1": {}, "a01": {"cell": [2, 0]}}),
    ("seats.0.region", {"s1": {"cell": [1, 0]}}), ("seats.0.region", {"s1": {"turn": 1}}),
    ("seats.0.region", {"s1": {}, "a01": {"cell": [1, 0], "turn": True}}), ("seats.0.region", {"s1": {"bridges": 5}}),
    ("seats.0.region", {"s1": {"bridges": [["n", "n"]]}}), ("seats.0.region", {"s1": {"citizens": 5}}),
    ("seats.0.region", {"s1": {"citizens": ["z"]}}), ("seats.0.region", {"s1": {"garbage": 100}}),
    ("seats.0.region", {"s1": {}, "t04": {"cell": [1, 0], "garbage": 1}}), ("seats.0.region", {"t06": {}}),
    ("seats.0.region.a01.garbage", 1), ("seats.0.region.s1", {}), ("seats.0.hand", []), ("seats.3.coins", 1),
    ("board.start_player", 3), ("board.lands", ["s1"]), ("board.lands", ["a01", "a01"]), ("board.technologies", ["a01"]),
    ("board.marker", 0), ("board.price", 3), ("board.bridges", -1), ("board.disaster", "d1"), ("board.disaster.columns", {}),
    ("board.disaster.card", "a01"), ("board.scoring_cards", ["a01"]), ("board.removed", []), ("board.past_disasters", []),
    ("board.decks.lands_i-ii.top", ["b01"]), ("board.decks.lands_i-ii.top", ["s1"]), ("board.decks.lands_i-ii.size", 1),
    ("board.decks.events.top", []), ("round", 3),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), REFUSED, ids=[f"{path}={value}" for path, value in REFUSED])
def test_impossible_positions_are_refused_by_key(path: str, value: Any) -> None:
    state = GAME.new(3, 1)
    swap = {"s1": next(iter(state.view(None)["seats"][0]["region"]))}
    if isinstance(value, dict) and "s1" in value:
        value = {swap.get(name, name): facts for name, facts in value.items()}
    with pytest.raises(BadInput) as refused:
        GAME.patch(state, tuple(path.split(".")), value)
    assert refused.value.where.startswith(path)


def test_each_component_stays_in_one_place() -> None:
    """Whatever a scenario sets and sets again, no tile, card or bridge is lost or doubled."""
    state = GAME.new(3, 1)
    own = next(iter(state.view(None)["seats"][0]["region"]))
    components = GAME.census(state)
    bridge = next(t.slug for t in GAME.layout.technologies if t.one_time is not None and t.one_time.bridges)  # type: ignore[attr-defined]
    given: list[tuple[str, Any]] = [
        (
            "seats.0.region",
            {
                own: {},
                "a01": {"cell": [1, 0], "citizens": ["a"]},
                "a08": {"cell": [1, 1], "bridges": [["a", "j"]]},
                "t04": {"cell": [0, 1]},
            },
        ),
        ("seats.0.technologies", {bridge: {}, "t04": {}, "t06": {"spent": False}}),
        ("seats.1.unlaid", {"b01": {"garbage": 2}, "t05": {}}),
        ("seats.1.unlaid", {"a02": {}}),
        ("seats.0.technologies", {"t04": {}}),
        ("seats.0.region", {own: {"garbage": 3}}),
        ("board.lands", ["a03", "a01", "b02"]),
        ("board.technologies", ["t05", "t08"]),
        ("board.decks.lands_i-ii.top", ["a01"]),
        ("board.disaster.card", GAME.layout.card_slugs[-1]),  # type: ignore[attr-defined]
    ]
    for path, value in given:
        GAME.patch(state, tuple(path.split(".")), value)
        assert GAME.census(state) == components, path
    board = state.view("all")["board"]
    assert board["lands"] == ["a03", "b02"], "the land that was put on top of its stack has left the display"
    assert board["decks"]["lands_i-ii"]["top"] == ["a01"]
    assert state.view("all")["seats"][0]["region"][own]["garbage"] == 3
