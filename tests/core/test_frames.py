"""Typed frames: saved as lists, read back by their types, found by their classes."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any

import pytest

from tafelrunde.core.errors import BadInput
from tafelrunde.core.frames import Frames, Nested, Seat, TypedFrame, write
from tests.kontor.game import load


class Coins(TypedFrame, tag="coins"):
    seat: Seat
    n: int = 1


class Choose(TypedFrame, tag="choose"):
    seat: Seat
    options: tuple[tuple[Nested, ...], ...]
    rule: str = ""


class End(TypedFrame, tag="end"):
    pass


FRAMES = Frames()
for kind in (Coins, Choose, End):
    FRAMES.auto(kind, "X-1")(lambda state, frame: None)

NESTED = Choose(1, ((Coins(1, 4), End()), (Choose(0, ((Coins(2),),), "X-2"),)))
SAVED = ["choose", 1, [[["coins", 1, 4], ["end"]], [["choose", 0, [[["coins", 2, 1]]], "X-2"]]], ""]


@pytest.mark.parametrize(
    ("frame", "saved"),
    [
        (End(), ["end"]),
        (Coins(2, 3), ["coins", 2, 3]),
        (NESTED, SAVED),
    ],
)
def test_a_frame_is_saved_as_a_list_and_read_back(frame: Any, saved: list[Any]) -> None:
    assert write(frame) == saved
    assert FRAMES.read("stack", json.loads(json.dumps(saved))) == frame
    assert copy.deepcopy(frame) == pickle.loads(pickle.dumps(frame)) == frame


def test_a_field_that_older_states_do_not_have_gets_its_default() -> None:
    assert FRAMES.read("stack", ["coins", 2]) == Coins(2, 1)


@pytest.mark.parametrize(
    "saved",
    [
        3, None, "coins", [], [[]], {"coins": 1}, ["coin", 1], [3], [["coins", 1]],
        ["coins"], ["coins", -1, 1], ["coins", "1"], ["coins", True], ["coins", 1.0], ["coins", 1, 2, 3], ["coins", [1]],
        ["choose", 0, [["coins", 1]]], ["choose", 0, [[["coins", -1]]]], ["choose", 0, [[["nothing"]]]], ["choose", 0, [[3]]],
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(saved: Any) -> None:
    with pytest.raises(BadInput) as refused:
        FRAMES.read("stack[0]", saved)
    assert refused.value.where == "stack[0]"


def test_a_question_says_whom_it_asks() -> None:
    with pytest.raises(ValueError, match="no field 'seat'"):
        Frames().asks(End, "X-1")


def test_a_kind_is_registered_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        FRAMES.auto(Coins, "X-1")


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in inner for found in _paths(item, (*path, key)))]


def test_saved_states_with_wrong_frames_are_refused_and_never_crash() -> None:
    """Each part of the saved frames is replaced in turn; the state is refused or has kept its types."""
    game, random = load(), Random(1)
    for ply in range(12):
        state = game.new(3, 5)
        for _ in range(ply):
            seat = random.choice(state.to_act)
            state.act(seat, random.choice(state.actions(seat)))
        saved = json.dumps(state.to_json())
        for key in ("stack", "lanes"):
            for path in _paths(json.loads(saved)[key]):
                for wrong in (-1, 99, "x", None, [], ["bid", -1], [["bid", 0]], {"a": 1}, 1.5):
                    data = json.loads(saved)
                    place: Any = data
                    for step in (key, *path)[:-1]:
                        place = place[step]
                    place[(key, *path)[-1]] = wrong
                    try:
                        game.from_json(data).to_json()
                    except BadInput:
                        continue
