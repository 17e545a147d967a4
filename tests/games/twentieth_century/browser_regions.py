"""Writes the regions that the browser's own rail graph is tested with (``web/tests/twentieth_century.regions.json``).

``python -m tests.games.twentieth_century.browser_regions``, then ``npx prettier --write tests/twentieth_century.regions.json`` in
``web``; needed after a change of the tiles or of how a region is shown. ``test_sheets.py`` compares the file with the engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.games.twentieth_century.helpers import NAME, office
from tests.support import game_of, random_play

PATH = Path(__file__).parents[3] / "web/tests/twentieth_century.regions.json"
SHOWN = ("region", "yields", "plants", "lines")
TILE = ("points", "rails", "cities", "stack", "facility", "building", "bonus")
PAST_A_PORT = {
    "s1": {"citizens": []},
    "a13": {"cell": [1, 0], "citizens": ["b"], "garbage": 1},
    "a07": {"cell": [1, 1], "turn": 1, "citizens": ["a"], "garbage": 1, "bridges": [["n", "e"]]},
}
"""A plant whose walk leads past a port of its tile, over a bridge on a turned tile (20C-9.14)."""


def seats() -> Iterator[dict[str, Any]]:
    """Seats with bridges in their regions at the end of random games, and the region above."""
    yield office(PAST_A_PORT).state.view(None)["seats"][0]
    for seed in range(100):
        state = game_of(NAME).new(3 + seed % 3, seed)
        for _ in random_play(state, Random(seed)):
            pass
        yield from (seat for seat in state.view(None)["seats"] if any(laid["bridges"] for laid in seat["region"].values()))


def fixture(wanted: int = 12) -> dict[str, Any]:
    found = []
    for seat in seats():
        region = {key: seat[key] for key in SHOWN}
        region["yields"] = seat["prospect"]
        found.append(region)
        if len(found) == wanted:
            break
    sheets = game_of(NAME).sheets("en")
    used = sorted({tile for seat in found for tile in seat["region"]})
    tiles = {name: (sheets["land"] | sheets["technology"])[name] for name in used}
    return {
        "tiles": {name: {key: sheet[key] for key in TILE if key in sheet} for name, sheet in tiles.items()},
        "regions": found,
    }


if __name__ == "__main__":
    PATH.write_text(json.dumps(fixture(), indent=2) + "\n", encoding="utf-8")
    print(f"{PATH.name}: written; now npx prettier --write tests/{PATH.name} in web")
