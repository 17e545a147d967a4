"""Tables compiled from the component set: tiles, technologies, cards, prices, and the numbers of the moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tafelrunde.core.verbs import Run
from tafelrunde.games.twentieth_century.components import COUNTS, STACKS, ComponentSet, Stack
from tafelrunde.games.twentieth_century.components import Round as RoundRecord
from tafelrunde.games.twentieth_century.components import Technology as TechnologyRecord
from tafelrunde.games.twentieth_century.effects import FACILITIES, Eco, Facility, OneTime, Repeat, Use
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, Bridge, Plan, Tile, bridges_on
from tafelrunde.games.twentieth_century.verbs import PASS, QUIT, REACH, SPAN

PLANS_KEPT = 20_000
BY_TILE = ("pick", "buy", "garbage", "lay", "sort", "truck", "unload", "bridge", "clean")
BY_CITY = ("citizen", "worker", "locomotive", "to", "plant")
BY_TECHNOLOGY = ("take", "remediate", "improve")


class Technology(NamedTuple):
    """One technology tile."""

    slug: str
    stack: str
    eco: Eco
    facility: Facility | None
    one_time: OneTime | None
    repeat: Repeat | None
    coins: int
    science: int
    """The cost of the repeat use."""
    paid: bool
    """Whether the repeat use has a cost, so that its moves name the technology."""


class Round(NamedTuple):
    """The properties of one round."""

    phases: tuple[str, ...]
    stack: int
    """The number of the stacks to draw from, -1 in the short round."""
    min_bid: int
    compensation: int
    prices: tuple[int, ...]


class Layout:
    """All tables of the rules, built once for a component set and shared by all its games."""

    def __init__(self, found: ComponentSet, runs: Mapping[str, Run]) -> None:
        self.set = found
        land, technology, cards = found.tiles.land, found.tiles.technology, found.cards.disaster
        self.lands = len(land)
        """The tiles below this number are lands; technology ``t`` is tile ``lands + t``."""
        self.slugs = (*(tile.id.lower() for tile in land), *(tile.id.lower() for tile in technology))
        self.numbers = {name: i for i, name in enumerate(self.slugs)}
        self.tiles = {i: Tile(i, self.slugs[i], t.stack, t.at, t.rails, t.city, None) for i, t in enumerate(land)}
        for i, t in enumerate(technology, self.lands):
            if t.facility is not None:
                self.tiles[i] = Tile(i, self.slugs[i], t.stack, t.facility.at, t.facility.rails, {}, t.facility)
        self.facilities = FACILITIES
        """The kinds of facilities by the good that they increase."""
        self.technologies = tuple(map(_technology, technology))
        self.start_tiles = tuple(i for i, tile in enumerate(land) if tile.stack == "start")
        self.land_stacks = tuple(tuple(i for i, tile in enumerate(land) if tile.stack == s) for s in STACKS)
        self.technology_stacks = tuple(tuple(i for i, tile in enumerate(technology) if tile.stack == s) for s in STACKS)
        self.card_slugs = tuple(card.id.lower() for card in cards)
        self.card_stacks = tuple(tuple(i for i, card in enumerate(cards) if card.stack == s) for s in STACKS)
        self.damage = tuple(card.columns for card in cards)
        marks = found.disaster_columns.min_players
        self.columns = {n: tuple(i for i, mark in enumerate(marks) if mark <= n) for n in COUNTS}
        self.scoring = found.scoring_card
        self.scoring_slugs = tuple(card.id.lower() for card in self.scoring)
        prices = {track.id: track.price for track in found.cost_track}
        self.rounds = tuple(_round(row, prices) for row in found.round)
        self.display = {n: (found.display.land.of(n), found.display.technology.of(n)) for n in COUNTS}
        """Lands and technologies on display, by the number of players."""
        self.first_field = {n: found.cost_marker.start_field.of(n) - 1 for n in COUNTS}
        self.ranks = {n: found.final.rank_by_players.of(n) for n in COUNTS}
        self.garbage_penalty = found.final.garbage_penalty_step
        self.pollution = found.pollution.values
        self.section = found.pollution.clean_tile
        self.flower_from = found.pollution.flower_from_index
        self.disaster_max = found.disaster_bid.max
        self.land_max = found.land_bid.max
        self._moves(runs)
        self.start_citizens = {
            tile: sum(1 << self.city(self.slugs[tile], name) for name in found.start.citizens) for tile in self.start_tiles
        }
        """The cities of the first citizens, as bits (20C-S.12)."""
        self.plan = lru_cache(PLANS_KEPT)(self._plan)
        self.bridges_on = lru_cache(PLANS_KEPT)(self._bridges_on)
        self.raises = lru_cache(PLANS_KEPT)(_raises)

    def _moves(self, runs: Mapping[str, Run]) -> None:
        """The numbers of moves by their subject (tile, city or technology), and the subject of each move."""
        self.cell, self.column, self.turn = (runs[verb].first for verb in ("cell", "column", "turn"))
        self.turns = tuple(runs["turn"])
        self.of: dict[str, dict[int, int]] = {}
        """For each verb the moves by tile, city or technology number."""
        self.about: dict[int, int] = {}
        """Move number to tile, city or technology number."""
        for verbs, number in ((BY_TILE, self._tile), (BY_CITY, self.city), (BY_TECHNOLOGY, self._technology)):
            for verb in verbs:
                self.of[verb] = {number(*map(str, args)): move for move, args in zip(runs[verb], runs[verb].args, strict=True)}
                self.about |= {move: about for about, move in self.of[verb].items()}
        self.recycle: dict[tuple[int, int], int] = {}
        for move, (name, land) in zip(runs["recycle"], runs["recycle"].args, strict=True):
            self.about[move] = self._tile(str(land))
            self.recycle[self._technology(str(name)), self.about[move]] = move
        self.point = {move: str(point) for move, (point,) in zip(runs["end"], runs["end"].args, strict=True)}
        self.end = {point: move for move, point in self.point.items()}
        self.uses: dict[int, tuple[Use, int, int]] = {}
        """Moves that use a technology: the use, the technology if the move names it (else -1), and the subject of the move."""
        used = {use.verb: use for t in self.technologies for use in (t.one_time, t.repeat) if use is not None and use.verb}
        for verb, use in used.items():
            for move, args in zip(runs[verb], runs[verb].args, strict=True):
                technology = self._technology(str(args[0])) if use.paid else -1
                named = self.technologies[technology].repeat if use.paid else use
                assert named is not None
                self.uses[move] = named, technology, self.about[move]

    def _tile(self, name: str) -> int:
        return self.numbers[name]

    def _technology(self, name: str) -> int:
        return self.numbers[name] - self.lands

    def cell_at(self, number: int) -> tuple[int, int]:
        """The column and row of a cell by its index."""
        x, y = divmod(number, SPAN)
        return x - REACH, y - REACH

    def city(self, tile: str, city: str) -> int:
        """The number of a city, given the names of its tile and the city."""
        number = self.numbers[tile]
        here = self.tiles[number]
        return number * CITY_BITS + [here.city_name(i) for i in range(len(here.cities))].index(city)

    def city_name(self, city: int) -> tuple[str, str]:
        """The names of a city in moves: (tile, city)."""
        tile = self.tiles[city // CITY_BITS]
        return tile.slug, tile.city_name(city % CITY_BITS)

    def _plan(self, tile: int, bridges: tuple[Bridge, ...] = ()) -> Plan:
        return Plan(self.tiles[tile], bridges)

    def _bridges_on(self, tile: int, bridges: tuple[Bridge, ...] = ()) -> dict[int, tuple[int, ...]]:
        return bridges_on(self.plan(tile, bridges))


def _raises(low: int, high: int) -> tuple[int, ...]:
    """Pass, quit, and the bids from ``low`` to ``high`` as move numbers."""
    return (PASS, QUIT, *range(low, high + 1))


def _technology(tile: TechnologyRecord) -> Technology:
    coins, science = tile.repeat.cost if tile.repeat is not None else (0, 0)
    paid = tile.repeat is not None and tile.repeat.paid
    return Technology(tile.id.lower(), tile.stack, tile.eco, tile.facility, tile.one_time, tile.repeat, coins, science, paid)


def _round(row: RoundRecord, prices: Mapping[Stack, tuple[int, ...]]) -> Round:
    stack = -1 if row.stack is None else STACKS.index(row.stack)
    return Round(row.phases, stack, row.min_bid or 0, row.compensation or 0, prices[row.track] if row.track else (0,))
