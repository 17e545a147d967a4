"""The component set compiled into tables: tiles, technologies, cards, prices, and the numbers of the moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tafelrunde.core.moves import Vocabulary
from tafelrunde.games.twentieth_century.schema import COUNTS, STACKS
from tafelrunde.games.twentieth_century.tiles import CITY_BITS, Bridge, Plan, Tile, bridges_on
from tafelrunde.games.twentieth_century.words import PASS, QUIT, REACH, SPAN, cell_words, slug

LANDS = 45
"""Tiles 0 to 44 are the lands; technology ``t`` is tile ``LANDS + t``."""
PLANS_KEPT = 20_000


class Technology(NamedTuple):
    """One technology tile."""

    slug: str
    stack: str
    garbage: int
    left: int
    right: int
    facility: str
    one_time: str
    repeat: str
    coins: int
    science: int
    gain: int


class Round(NamedTuple):
    """What holds in one round."""

    phases: tuple[str, ...]
    stack: int
    """The number of the stacks drawn from, -1 in the short round."""
    min_bid: int
    compensation: int
    prices: tuple[int, ...]


class Layout:
    """Everything the rules look up; built once for a component set and shared by all its games."""

    def __init__(self, data: Mapping[str, Any], vocabulary: Vocabulary) -> None:
        self.data = data
        land, technology = data["tiles"]["land"], data["tiles"]["technology"]
        self.tiles = {i: Tile(i, tile) for i, tile in enumerate(land)}
        self.tiles.update({LANDS + i: Tile(LANDS + i, tile) for i, tile in enumerate(technology) if "facility" in tile})
        self.slugs = tuple(slug(tile["id"]) for tile in (*land, *technology))
        self.numbers = {name: i for i, name in enumerate(self.slugs)}
        self.technologies = tuple(map(_technology, technology))
        self.start_tiles = tuple(i for i, tile in enumerate(land) if tile["stack"] == "start")
        self.land_stacks = tuple(tuple(i for i, tile in enumerate(land) if tile["stack"] == s) for s in STACKS)
        self.technology_stacks = tuple(tuple(i for i, tile in enumerate(technology) if tile["stack"] == s) for s in STACKS)
        cards = data["cards"]["disaster"]
        self.card_slugs = tuple(slug(card["id"]) for card in cards)
        self.card_stacks = tuple(tuple(i for i, card in enumerate(cards) if card["stack"] == s) for s in STACKS)
        self.damage = tuple(tuple((c["garbage"], c["pollution"]) for c in card["columns"]) for card in cards)
        self.columns = {
            int(n): tuple(i for i, mark in enumerate(data["disaster_columns"]["min_players"]) if mark <= int(n)) for n in COUNTS
        }
        self.scoring_slugs = tuple(slug(card["id"]) for card in data["scoring_card"])
        prices = {track["id"]: tuple(track["price"]) for track in data["cost_track"]}
        self.rounds = tuple(_round(row, prices) for row in data["round"])
        self.pollution: tuple[int, ...] = tuple(data["pollution"]["values"])
        self.section: tuple[int, ...] = tuple(data["pollution"]["clean_tile"])
        self.disaster_max: int = data["disaster_bid"]["max"]
        self.land_max: int = data["land_bid"]["max"]
        self._moves(vocabulary)
        self.start_citizens = {
            tile: sum(1 << self.city(self.slugs[tile], name) for name in data["start"]["citizens"]) for tile in self.start_tiles
        }
        """The cities in which the first citizens live, as bits (20C-S.12)."""
        self.plan = lru_cache(PLANS_KEPT)(self._plan)
        self.bridges_on = lru_cache(PLANS_KEPT)(self._bridges_on)
        self.raises = lru_cache(PLANS_KEPT)(_raises)

    def _moves(self, vocabulary: Vocabulary) -> None:
        """The numbers of moves by what they are about, and what each move is about."""
        self.cell = vocabulary.number(*cell_words(-REACH, -REACH))
        self.column = vocabulary.number("column", 1)
        self.turn = vocabulary.number("turn", 0)
        self.turns = tuple(range(self.turn, self.turn + 4))
        by_tile = ("pick", "buy", "garbage", "lay", "sort", "truck", "unload", "bridge", "clean")
        by_city = ("citizen", "worker", "locomotive", "to", "plant")
        by_technology = ("take", "remediate", "improve")
        self.of: dict[str, dict[int, int]] = {verb: {} for verb in (*by_tile, *by_city, *by_technology)}
        self.recycle: dict[tuple[int, int], int] = {}
        self.end: dict[str, int] = {}
        self.about: dict[int, int] = {}
        """Move number to tile, city or technology number."""
        self.verb: dict[int, str] = {}
        """The verbs of these moves."""
        self.recycled: dict[int, tuple[int, int]] = {}
        self.point: dict[int, str] = {}
        for move in vocabulary:
            verb, args = move.verb, move.args
            if verb in by_tile:
                key = self.numbers[str(args[0])]
            elif verb in by_city:
                key = self.city(str(args[0]), str(args[1]))
            elif verb in by_technology:
                key = self.numbers[str(args[0])] - LANDS
            else:
                if verb == "recycle":
                    pair = (self.numbers[str(args[0])] - LANDS, self.numbers[str(args[1])])
                    self.recycle[pair] = move.index
                    self.recycled[move.index] = pair
                elif verb == "end":
                    self.end[str(args[0])] = move.index
                    self.point[move.index] = str(args[0])
                continue
            self.of[verb][key] = move.index
            self.about[move.index] = key
            self.verb[move.index] = verb

    def cell_at(self, number: int) -> tuple[int, int]:
        """Column and row of a cell by its place among the cells."""
        x, y = divmod(number, SPAN)
        return x - REACH, y - REACH

    def city(self, tile: str, city: str) -> int:
        """The number of a city by the names of its tile and itself."""
        number = self.numbers[tile]
        here = self.tiles[number]
        return number * CITY_BITS + [here.city_name(i) for i in range(len(here.cities))].index(city)

    def city_name(self, city: int) -> tuple[str, str]:
        """(tile, city) as they are called in moves."""
        tile = self.tiles[city // CITY_BITS]
        return tile.slug, tile.city_name(city % CITY_BITS)

    def _plan(self, tile: int, bridges: tuple[Bridge, ...] = ()) -> Plan:
        return Plan(self.tiles[tile], bridges)

    def _bridges_on(self, tile: int, bridges: tuple[Bridge, ...] = ()) -> dict[int, tuple[int, ...]]:
        return bridges_on(self.plan(tile, bridges))


def _raises(low: int, high: int) -> tuple[int, ...]:
    """Pass, quit, and the bids from ``low`` to ``high`` as move numbers."""
    return (PASS, QUIT, *range(low, high + 1))


def _technology(tile: Mapping[str, Any]) -> Technology:
    eco, cost = tile["eco"], tile.get("cost", {})
    return Technology(
        slug(tile["id"]),
        tile["stack"],
        eco["garbage"],
        eco["left"],
        eco["right"],
        tile.get("facility", ""),
        tile.get("one_time", ""),
        tile.get("repeat", ""),
        cost.get("coins", 0),
        cost.get("science", 0),
        tile.get("gain", {}).get("prosperity", 0),
    )


def _round(row: Mapping[str, Any], prices: Mapping[str, tuple[int, ...]]) -> Round:
    stack = STACKS.index(row["stack"]) if "stack" in row else -1
    return Round(
        tuple(row["phases"]), stack, row.get("min_bid", 0), row.get("compensation", 0), prices.get(row.get("track", ""), (0,))
    )
