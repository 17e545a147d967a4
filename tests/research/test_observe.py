"""Tensors say exactly what the seat sees: nothing else, and nothing of it twice."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest

import tafelrunde
from tafelrunde.core.shapes import Bag, Either, Name, Number, Places, Record, Row, Seat, Shape, Table
from tafelrunde.core.state import State
from tafelrunde.research.actions import Actions
from tafelrunde.research.entities import Entities
from tafelrunde.research.layouts import Layout
from tafelrunde.research.observe import Observer, mask, part_names
from tests.contract.games import every_game, every_table, game
from tests.kontor.game import load as load_kontor

PAIRS = int(os.environ.get("TAFELRUNDE_PAIRS", "600"))
"""Random pairs of positions for each game; ``make observations`` compares 10,000."""


def seen(state: State, seat: int) -> str:
    """Everything a seat sees, without the moves, which are in the mask."""
    view = state.view(seat)
    if view["decision"] is not None:
        view["decision"] = {key: view["decision"][key] for key in ("id", "kind", "rule", "data")}
    return json.dumps({**view, "free": []}, sort_keys=True)


def positions(this: Any, players: int, seed: int) -> Iterator[State]:
    random = Random(seed)
    options = {name: option.choices[random.randrange(len(option.choices))] for name, option in this.options.items()}
    state: State = this.new(players, seed, options)
    while state.asked:
        yield state
        seat = random.choice(state.to_act)
        free = this.free_moves(state, seat)
        state.apply(seat, random.choice(free if free and random.random() < 0.1 else state.actions(seat)))
    yield state


every_game_and_kontor = pytest.mark.parametrize("name", [*tafelrunde.games(), "kontor"])


def loaded(name: str) -> Any:
    return load_kontor() if name == "kontor" else game(name)


@every_game_and_kontor
def test_views_differ_exactly_where_tensors_do(name: str) -> None:
    """Pairs of neighbours, of siblings after one move, and of whatever positions: the hardest to tell apart are among them."""
    this = loaded(name)
    compared = different = seed = 0
    known: dict[bytes, str] = {}
    while compared < PAIRS:
        players = this.players[seed % len(this.players)]
        observer, random = Observer.of(this, players), Random(seed)
        for state in positions(this, players, 5000 + seed):
            if random.random() > 0.2:
                continue
            several = [state, *_siblings(state, random)]
            for each in several:
                seat = random.randrange(players)
                view, tensor = seen(each, seat), observer.tensor(each, seat).tobytes()
                assert known.setdefault(tensor, view) == view, "two views have one tensor"
                different += view != seen(state, seat)
                compared += 1
                sample = each.sample(seat, seed)
                assert (observer.tensor(sample, seat).tobytes() == tensor) == (seen(sample, seat) == view)
        seed += 1
    assert len(set(known.values())) == len(known), "one view has two tensors"
    assert different > PAIRS / 4


def _siblings(state: State, random: Random) -> Iterator[State]:
    for seat in state.to_act[:1]:
        for index in random.sample(list(state.actions(seat)), min(2, len(state.actions(seat)))):
            after = state.clone()
            after.act(seat, index)
            yield after


@every_game_and_kontor
def test_everything_has_a_place(name: str) -> None:
    """The digest of what has no place is for games that nobody has seen yet."""
    this = loaded(name)
    looked = without = 0
    for players in this.players:
        observer = Observer.of(this, players)
        for state in positions(this, players, 77):
            tensor = observer.tensor(state, 0)
            assert tensor.shape == (observer.size,)
            assert abs(tensor).max() <= 1
            looked += 1
            without += bool(tensor[observer.slices["rest"]].any())
            if state.ply % 9 == 0:
                assert (observer.of_view(state.view(0), 0) == tensor).all(), "bots, which have a view only, see the same"
    assert without <= looked / 50


@every_table
def test_a_seat_sees_no_more_than_its_view(name: str, players: int) -> None:
    this = game(name)
    observer = Observer.of(this, players)
    state = this.new(players, 77)
    random = Random(1)
    for _ in range(12):
        for seat in range(players):
            assert (observer.tensor(state, seat) == observer.tensor(state.sample(seat, 5), seat)).all()
        if state.over:
            break
        seat = state.to_act[0]
        assert mask(state, seat).sum() == len(state.actions(seat))
        state.act(seat, random.choice(state.actions(seat)))


def test_parts_are_the_tensor_in_pieces() -> None:
    rise = tafelrunde.load("rise")
    observer = Observer.of(rise, 3)
    state = rise.new(3, 1)
    parts = observer.parts(state, 1)
    assert tuple(parts) == part_names(3)
    assert (np.concatenate(list(parts.values())) == observer.tensor(state, 1)).all()
    assert len(observer.names) == observer.size == len(set(observer.names))


def told(observer: Observer, state: State, seat: int) -> set[str]:
    """What the tensor says, in words."""
    tensor = observer.tensor(state, seat)
    return {f"{part} {label}" for (part, label), value in zip(observer.names, tensor, strict=True) if value}


def test_the_card_row_is_read_by_slots() -> None:
    """``place 2`` is about the second card: a reversed row is another position."""
    rise = tafelrunde.load("rise")
    observer, state = Observer.of(rise, 2), rise.new(2, 7)
    other = state.clone()
    other.actions_row.reverse()
    assert not (observer.tensor(state, 0) == observer.tensor(other, 0)).all()


def test_seats_are_counted_from_the_viewer_and_told_from_nobody() -> None:
    rise = tafelrunde.load("rise")
    observer, state = Observer.of(rise, 3), rise.new(3, 4)
    state.factories[:] = [(0,), (), (), ()]
    assert "board factories[1][1]=own" in told(observer, state, 0)
    assert "board factories[1][1]=seat 2" in told(observer, state, 1)
    state.factories[:] = [(), (), (), ()]
    assert not any(word.startswith("board factories[1][1]") for word in told(observer, state, 0))
    state.coins = [3, 9, 4]
    place = {label: i for i, label in enumerate(observer.names)}
    first, second = observer.tensor(state, 0), observer.tensor(state, 1)
    assert first[place["own", "coins"]] == second[place["seat 2", "coins"]] != first[place["seat 1", "coins"]]


@every_game
def test_actions_are_mapped_in_both_directions(name: str) -> None:
    this = game(name)
    for players in this.players:
        actions, everything = Actions.of(this, players), np.arange(len(this.vocabulary))
        for seat in range(players):
            assert (actions.to_absolute[seat][actions.to_relative[seat]] == everything).all()
            assert (actions.to_relative[seat][actions.to_absolute[seat]] == everything).all()
        assert (actions.to_relative[0] == everything).all()


def test_seats_in_actions_are_counted_from_the_one_who_acts() -> None:
    this = game("fifty_first_state")
    actions = Actions.of(this, 4)
    assert not actions.trivial
    assert actions.relative(3, this.index("raid 0 arena")) == this.index("raid 1 arena")
    assert Actions.of(game("rise"), 4).trivial
    kontor = load_kontor()
    assert Actions.of(kontor, 3).relative(2, kontor.index("gift 1")) == kontor.index("gift 2"), "a game of another package"


@every_game_and_kontor
def test_cards_and_tiles_as_rows(name: str) -> None:
    this = loaded(name)
    players = max(this.players)
    entities = Entities.of(this, players)
    most = 0
    for state in positions(this, players, 31):
        if state.ply % 7:
            continue
        rows = entities.rows(state, state.players - 1)
        assert rows.missing == 0
        assert rows.features.shape == (entities.capacity, len(entities.features))
        assert not rows.features[~rows.mask].any()
        assert (rows.ids[rows.mask] > 0).all()
        most = max(most, int(rows.mask.sum()))
    assert most > 10 or name == "kontor"


def test_a_row_says_where_a_card_lies_and_what_it_is() -> None:
    rise = tafelrunde.load("rise")
    entities, state = Entities.of(rise, 2), rise.new(2, 7)
    rows = entities.rows(state, 0)
    column = {label: i for i, label in enumerate(entities.features)}
    row = rows.features[:, column["zone=actions"]] > 0
    assert [entities.names[i] for i in rows.ids[row]] == state.view(0)["board"]["actions"]
    assert rows.features[row, column["owner=board"]].all()
    assert (rows.features[row, column["place"]] * 256).tolist() == [0, 1, 2, 3]
    assert (rows.features[row, column["epoch"]] > 0).all()


CASES: list[tuple[Shape, list[Any]]] = [
    (Number(), [0, 1, -1, 998, 999, 1000]),
    (Either({int: Number()}), [None, 0, 1]),
    (Name(["a", "b"]), [None, "a", "b", "c"]),
    (Seat(3), [None, 0, 1, 2]),
    (Row(Name(["a", "b"]), 2), [[], [None], ["a"], ["a", "b"], ["b", "a"], [None, "a"], ["a", "b", "a"]]),
    (Bag(["a", "b"]), [[], ["a"], ["a", "a"], ["a", "b"], ["a"] * 8, ["a"] * 9]),
    (Places(["a", "b"], 2), [[], ["a", "b"], ["b", "a"], ["a", "a", "b"], ["a", "b", "a"], ["a", "a", "a"]]),
    (Record({"a": Number(), "b": Number()}, ["b"]), [{"a": 0}, {"a": 0, "b": 0}, {"a": 1}, {"a": 0, "c": 1}]),
    (Table(["a", "b", "c"], Number(), 2), [{}, {"a": 0}, {"b": 0}, {"a": 0, "b": 1}, {"a": 1, "b": 0}, {"a": 0, "b": 0, "c": 0}]),
]


@pytest.mark.parametrize(("shape", "values"), CASES, ids=[type(shape).__name__ for shape, _ in CASES])
def test_shapes_keep_values_apart(shape: Shape, values: list[Any]) -> None:
    written = []
    for value in values:
        out, rest = [0.0] * shape.size, []  # type: tuple[list[float], list[Any]]
        shape.write(value, 0, out, [0, 1, 2], rest)
        written.append((tuple(out), str(rest)))
        assert len(shape.labels()) == shape.size
    assert len(set(written)) == len(values)


@pytest.mark.parametrize("name", tafelrunde.games())
def test_layouts_that_are_kept_fit_the_zones(name: str) -> None:
    """``make layouts`` writes them anew after a zone was added; a zone without a place would be null for everybody."""
    this = game(name)
    kept = json.loads((files(this.folder) / "data" / "layout.json").read_text(encoding="utf-8"))
    layout = Layout(this)
    layout.add(this.new(min(this.players), 1))
    assert set(kept["found"]) == set(layout.found)
    assert kept["version"] == Layout.VERSION


def test_what_has_no_place_is_digested() -> None:
    """Numbers beyond the scale, of which no game knows any, still make a difference."""
    rise = tafelrunde.load("rise")
    observer, state = Observer.of(rise, 2), rise.new(2, 1)
    tensors = []
    for points in (5000, 6000):
        state.vp[0] = points
        tensors.append(observer.tensor(state, 0))
    rest = observer.slices["rest"]
    assert all(tensor[rest].any() for tensor in tensors)
    assert (tensors[0][rest] != tensors[1][rest]).any()
    assert (observer.of_view(state.view(0), 0) == tensors[1]).all()
