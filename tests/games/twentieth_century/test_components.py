"""The component file: official counts, sets of one's own, errors with their place, and no number without an effect."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tafelrunde
from tafelrunde import BadInput
from tafelrunde.core.components import Components
from tafelrunde.core.events import Log
from tafelrunde.games.twentieth_century import components, frames
from tafelrunde.games.twentieth_century.game import TwentiethCentury
from tafelrunde.games.twentieth_century.rules.auction import ceiling
from tafelrunde.games.twentieth_century.rules.disaster import limit
from tafelrunde.games.twentieth_century.rules.scoring import final_lands, final_pollution
from tests.games.twentieth_century.helpers import NAME
from tests.support import game_of

GAME = game_of(NAME)
DATA = GAME.components.data
SHEETS = GAME.sheets("en")


def test_the_official_set_has_the_printed_counts() -> None:
    stacks = {kind: Counter(tile["stack"] for tile in DATA["tiles"][kind]) for kind in ("land", "technology")}
    assert stacks["land"] == {"start": 5, "I-II": 16, "III-IV": 16, "V": 8}
    assert stacks["technology"] == {"I-II": 12, "III-IV": 12, "V": 6}
    assert Counter(card["stack"] for card in DATA["cards"]["disaster"]) == {"I-II": 3, "III-IV": 3, "V": 3}
    assert Counter(card["round"] for card in DATA["scoring_card"]) == {2: 3, 4: 3}
    assert [len(track["price"]) for track in DATA["cost_track"]] == [5, 5, 5]
    for row in DATA["round"][:5]:
        assert row["compensation"] == row["min_bid"] + 2


# --- sets of one's own -------------------------------------------------------------------------------


def changed(edit: str) -> dict[str, Any]:
    """The data after a line of Python that changes it."""
    data = copy.deepcopy(dict(DATA))
    exec(edit, {"data": data, "land": data["tiles"]["land"], "technology": data["tiles"]["technology"]})
    return data


def made(data: dict[str, Any]) -> TwentiethCentury:
    return TwentiethCentury(Components(data, "mine.toml", "", components.schema("", data)))


@pytest.mark.parametrize(
    "edit",
    [
        'land.append({**land[10], "id": "A99"})',
        'technology.append({**technology[1], "id": "T99"})',
        'data["display"].update(land={"3": 4, "4": 4, "5": 4}); data["tiles"]["land"] = land[:5] + land[6:]',
        'data["cards"]["disaster"] = [card for card in data["cards"]["disaster"] if card["id"] not in ("D1", "D9")]',
        'data["scoring_card"] = data["scoring_card"][2:4]',
    ],
)
def test_a_set_with_other_counts_can_be_played(edit: str) -> None:
    game = made(changed(edit))
    for seed in range(2):
        random, state = Random(seed), game.new(5, seed)
        before = game.census(state)
        while not state.over:
            seat = random.choice(state.to_act)
            state.act(seat, random.choice(state.actions(seat)))
        assert game.census(state) == before


@pytest.mark.parametrize(
    ("edit", "where", "reason"),
    [
        ('land[1]["id"] = "s1"', "tiles[1]", "stands twice"),
        ('land[5]["rails"][1] = "a-z"', "tiles.land[5].rails[1]", "does not join two nodes"),
        ('land[5]["at"]["a"] = "MIDDLE"', "tiles.land[5].at.a", "is not one of"),
        ('land[5]["city"]["a"]["coins"] = "3"', "tiles.land[5].city.a.coins", "expected `int`"),
        ('land[5]["city"]["b"]["gold"] = 3', "tiles.land[5].city.b.gold", "unknown key"),
        ('land[5]["source"] = "rumour"', "tiles.land[5].source", "is not one of: seed, public, house"),
        ('del land[5]["rails"]', "tiles.land[5].rails", "this key is missing"),
        ("del land[0]", "tiles.land", "at least 5 lands of the stack start, found 4"),
        ("del land[44]", "tiles.land", "at least 8 lands of the stack V (display x rounds), found 7"),
        ("del technology[0]", "tiles.technology", "at least 12 technologies of the stack I-II"),
        ('del data["cards"]["disaster"][:2]', "cards.disaster", "at least 2 cards of the stack I-II"),
        ('del data["scoring_card"][:3]', "scoring_card", "at least 1 card for round 2"),
        ('data["disaster_columns"]["min_players"][2] = 5', "disaster_columns.min_players", "3 players need 3 columns, found 2"),
        ('data["cost_track"][0]["price"] = [4]', "cost_track[0].price", "begins on field 2"),
        ('data["round"][1]["n"] = 3', "round[1].n", "this is round 2"),
        ('technology[0]["facility"]["op"] = "casino"', "tiles.technology[0].facility.op", "invalid value 'casino'"),
        ('technology[0]["facility"]["bonus"] = 0', "tiles.technology[0].facility.bonus", "expected `int` >= 1"),
        ('del technology[10]["repeat"]["prosperity"]', "tiles.technology[10].repeat.prosperity", "this key is missing"),
        ('technology[5]["one_time"]["coins"] = 1', "tiles.technology[5].one_time.coins", "unknown key"),
        ('data["display"]["land"]["5"] = 9', "tiles.land", "at least 18 lands"),
        ('data["treasure"] = 1', "treasure", "unknown key"),
    ],
)
def test_a_wrong_set_is_refused_with_its_place_and_reason(edit: str, where: str, reason: str) -> None:
    with pytest.raises(BadInput) as error:
        made(changed(edit))
    assert error.value.where == where
    assert reason in error.value.reason


@pytest.mark.parametrize("path", sorted((Path(tafelrunde.__file__).parent / "games" / NAME / "data/former").glob("*.toml")))
def test_former_sets_are_read(path: Path) -> None:
    assert tafelrunde.library.with_components(NAME, path.stem).components.hash == path.stem
    assert len(components.read(tafelrunde.library.with_components(NAME, path.stem).components.data).tiles.technology) == 30


# --- no number without an effect -----------------------------------------------------------------------


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all numbers, flags and names; remarks on where data comes from are none."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key != "source" and not key.endswith("_source"):
                yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, (*path, i))
    else:
        yield path


def other_value(path: tuple[Any, ...], value: Any) -> Any:
    """Another value of the same kind: a number one higher, or a name that occurs in the same place of other records."""
    if isinstance(value, int):
        return value + 1
    alternatives = {
        "stack": "V" if value != "V" else "I-II",
        "track": "V" if value != "V" else "I-II",
        "op": {"mine": "lab", "worker": "park", "locomotive": "garbage_truck"}.get(value, "mine"),
        "per": "garbage" if value != "garbage" else "clean_land",
        "phases": "bonus" if value != "bonus" else "yield",
        "citizens": "c",
        "id": f"{value}X",
    }
    keys = [part for part in path if isinstance(part, str)]
    if "at" in keys:
        return "SC" if value != "SC" else "NC"
    if keys[-1] == "rails":
        return "N-S" if value != "N-S" else "E-W"
    return alternatives.get(keys[-1], f"{value}x")


def told(game: TwentiethCentury, players: int, seed: int) -> list[Any]:
    """Everything that the log says of a game played at random."""
    random = Random(seed)
    state, log = game.begin(players, seed, {"open_money": "yes"})
    found = [(event.kind, event.seat, event.rule, event.data) for event in log]
    while not state.over:
        seat = random.choice(state.to_act)
        state.log = log = Log()
        state.apply(seat, random.choice(state.actions(seat)))
        state.log = None
        found += [(event.kind, event.seat, event.rule, event.data) for event in log]
    return found


@cache
def official(players: int, seed: int) -> list[Any]:
    return told(GAME, players, seed)  # type: ignore[arg-type]


def extremes(game: TwentiethCentury) -> list[Any]:
    """What games at random hardly reach: the final scoring with every field of the scale, and the limits of bids."""
    found: list[Any] = []
    for field in range(13):
        state = game.new(3, 1)
        state.pollution, state.garbage, state.log = [field] * 3, [0] * len(state.garbage), Log()
        final_lands(state, frames.FinalLands())
        final_pollution(state, frames.FinalPollution())
        found += [(event.kind, event.data) for event in state.log]
    state.coins, state.science = [9999] * 3, [9999] * 3
    return [*found, ceiling(state, 0), limit(state, 0)]


def differs(game: TwentiethCentury, played: bool) -> bool:
    """Whether a sentence or a drawing of a component differs from the official set, or the course of a game."""
    sheets = game.sheets("en")
    if any(sheets[kind] != SHEETS[kind] for kind in ("land", "technology", "disaster", "scoring_card")):
        return True
    if not played:
        return False
    if any(told(game, players, seed) != official(players, seed) for seed in range(4) for players in (5, 4, 3)):
        return True
    return extremes(game) != extremes(GAME)  # type: ignore[arg-type]


LEAVES = list(leaves(DATA))


@pytest.mark.parametrize("part", sorted({str(path[0]) for path in LEAVES}))
def test_every_value_of_the_file_matters(part: str) -> None:
    """A value that could be changed without a refusal and without any effect would be dead."""
    dead = []
    for path in (path for path in LEAVES if path[0] == part):
        data: dict[str, Any] = copy.deepcopy(dict(DATA))
        place: Any = data
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = other_value(path, place[path[-1]])
        try:
            if not differs(made(data), part != "tiles"):
                dead.append(path)
        except BadInput:
            continue
    assert dead == []
