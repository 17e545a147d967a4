"""What screens draw of a region and what they tell of a placement, against the engine and against the second rail model."""

from __future__ import annotations

from random import Random
from typing import Any

from tafelrunde.games.twentieth_century.present.track import track
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS
from tests.games.twentieth_century.helpers import NAME, auction, office, table
from tests.games.twentieth_century.rail_model import RailModel
from tests.games.twentieth_century.test_country import DATA, LAYOUT, random_region, shown
from tests.support import game_of

GAME = game_of(NAME)


def test_what_is_drawn_is_what_the_second_model_says() -> None:
    random = Random(7)
    for _ in range(150):
        region = random_region(random, random.randrange(16), random.randrange(4))
        drawn, model = track(LAYOUT, region), RailModel(DATA, shown(region))
        for plant, lands in drawn["reach"].items():
            tile, city = plant.split()
            assert set(lands) == set(model.recycling((tile, city)))
            for land, way in lands.items():
                assert (way == []) == (land == tile)
                assert not way or (way[0] == plant and way[-1].split()[1] in "nesw")
        served = {(s["facility"], *s["city"].split()) for s in drawn["services"]}
        for facility in model.buildings:
            kind = LAYOUT.tiles[LAYOUT.numbers[facility]].facility
            for tile, city in model.facility(facility):
                number = LAYOUT.city(tile, city)
                able = LAYOUT.tiles[number // CITY_BITS].goods[number % CITY_BITS][kind]
                assert ((facility, tile, city) in served) == bool(able)
        for service in drawn["services"]:
            assert service["way"][0] == f"{service['facility']} f"
            assert service["way"][-1] == service["city"]
        check_lines(drawn)


def check_lines(drawn: dict[str, Any]) -> None:
    """The pieces of track of a line touch all its cities and pass no other city of the tiles."""
    for line in drawn["lines"]:
        ends = {(tile, point) for tile, *points in map(str.split, line["track"]) for point in points}
        assert {tuple(city.split()) for city in line["cities"]} <= ends


def test_tracks_are_kept_with_their_region() -> None:
    state: Any = office({"s1": {}, "a01": {"cell": [1, 0], "citizens": ["a"]}}).state
    assert track(state.layout, state.regions[0]) is track(state.layout, state.clone().regions[0])
    assert state.view(0)["seats"][0]["track"]["dead_ends"] == {}


def test_a_placement_tells_the_yield_that_follows() -> None:
    """The figures before a tile is laid are the yields after it has been laid and its citizen placed."""
    given: dict[str, Any] = {"seats.0.unlaid": {"a01": {}}}
    t = office({"s1": {"garbage": 1, "citizens": ["a", "b", "c"]}}, more=given)
    cells = GAME.prospects(t.state, 0)["cells"]
    before = t.state.view(0)["seats"][0]["prospect"]
    assert set(cells) == {f"{x},{y}" for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)}
    for turn in range(4):
        told = cells["1,0"][turn]
        for one in told["cities"]:
            later = office({"s1": {"garbage": 1, "citizens": ["a", "b", "c"]}}, more=given)
            later.play("0 cell 1 0", f"0 turn {turn}", f"0 citizen a01 {one['city']}")
            own = later.state.view(0)["seats"][0]
            assert one["gain"] == {good: own["prospect"][good] - before[good] for good in before}
            assert told["cleaners"] == sum(
                "a01" in lands for plant, lands in own["plants"].items() if not plant.startswith("a01")
            )
    turning = t.play("0 cell 1 0")
    assert GAME.prospects(turning.state, 0)["cells"] == {"1,0": cells["1,0"]}


def test_the_auction_tells_the_best_place_of_each_land() -> None:
    t = auction({"seats.0.coins": 9})
    found = GAME.prospects(t.state, 0)
    assert set(found["lands"]) == set(t.state.view(0)["board"]["lands"])
    assert found["cells"] == {}
    assert found["advice"][0]["key"] == "bid_leaves"
    assert all(sum(best["gain"].values()) > 0 for best in found["lands"].values())


def test_the_lowest_bid_of_each_column_is_shown() -> None:
    t = table("disaster").play("0 column 5", "0 bid 3")
    columns = t.state.view(1)["board"]["disaster"]["columns"]
    assert {name: column["lowest_bid"] for name, column in columns.items()} == {"1": 0, "3": 0, "5": 4}


def test_other_games_have_no_prospects() -> None:
    assert game_of("rise").prospects(game_of("rise").new(2, 1), 0) == {}
