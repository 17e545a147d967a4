"""Advice for the terminal screen and the texts of moves: what a seat can still afford, and what a placement is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tafelrunde.core.moves import Move
from tafelrunde.games.twentieth_century.effects import marks
from tafelrunde.games.twentieth_century.rules.country import Goods, Region
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, Tile
from tafelrunde.games.twentieth_century.zones_region import region_of

PLACING = {("cell", "cell"), ("turn", "turn"), ("tiles", "citizen"), ("technologies", "worker"), ("ride", "to")}
"""Decisions with the moves in them that change the yield."""


class Advice:
    """Sentences for the viewer's own decision, derived from the view alone; ``say`` makes one of a key and its facts."""

    def __init__(self, layout: Layout, view: Mapping[str, Any], say: Callable[..., Any]) -> None:
        self.layout, self.view, self.say = layout, view, say
        self.decision: Mapping[str, Any] = view["decision"] or {"kind": "", "data": {}}
        self.kind: str = self.decision["kind"]
        self.own: Mapping[str, Any] = {} if view["you"] is None else view["seats"][view["you"]]

    # --- the land auction ------------------------------------------------------------------------

    def auction(self) -> Iterator[Any]:
        """The money left after the lowest bid, and after buying a technology now or after this sale."""
        board = self.view["board"]
        if self.kind in ("start_player", "opening", "raise"):
            yield self._bid(board["on_offer"]["bid"] + 1 if self.kind == "raise" else board["minimum_bid"])
            yield self._technology("technology_now", board["price"])
            prices = self.layout.rounds[self.view["round"] - 1].prices
            later = prices[min(board["marker"], len(prices) - 1)]  # the marker counts from 1, so this is the next price
            if later != board["price"]:
                yield self._technology("technology_later", later)
        elif self.kind == "technology":
            yield self._technology("technology_now", board["price"])

    def _bid(self, bid: int) -> Any:
        highest = min(self.own["coins"], self.layout.land_max)
        if bid > highest:
            return self.say("bid_too_high", bid=bid, coins=self.own["coins"])
        left = self.own["coins"] - bid
        return self.say("bid_leaves", bid=bid, left=left, highest=highest, n=left // self.view["board"]["minimum_bid"])

    def _technology(self, key: str, price: int) -> Any:
        left = self.own["science"] - price
        return self.say(key if left >= 0 else f"{key}_not", price=price, left=left, science=self.own["science"])

    # --- the disaster ----------------------------------------------------------------------------

    def disaster(self) -> Iterator[Any]:
        """For each column with damage: the lowest bid in a better column; columns get better to the right (20C-3.2)."""
        if self.kind != "column":
            return
        columns = sorted(map(int, self.view["board"]["disaster"]["columns"]))
        limit = min(self.own["science"], self.layout.disaster_max)
        for i in range(len(columns) - 1, 0, -1):
            price, better = min((self._least(column), -column) for column in columns[i:])
            if price <= limit:
                yield self.say("can_avoid", column=columns[i - 1], science=price, better=-better)
        if self._least(columns[0]) <= limit:
            yield self.say("can_take", column=columns[0], science=self._least(columns[0]))

    def _least(self, column: int) -> int:
        lowest: int = self.view["board"]["disaster"]["columns"][str(column)]["lowest_bid"]
        return lowest

    # --- tiles and citizens ----------------------------------------------------------------------

    def placement(self, move: Move) -> str | None:
        """The yield before and after a move that places something; for a cell, with its best rotation and city."""
        if (self.kind, move.verb) not in PLACING:
            return None
        region, citizens = region_of(self.layout, self.own)
        before, facts = marks(region.yields(citizens)), self.decision["data"]
        if move.verb in ("citizen", "worker", "to"):
            city = self.layout.city(str(move.args[0]), str(move.args[1]))
            if move.verb == "to":  # by locomotive from the previously chosen city
                citizens &= ~(1 << self.layout.city(facts["tile"], facts["city"]))
            return str(self.say("before_after", before=before, after=marks(region.yields(citizens | 1 << city))))
        tile = self.layout.tiles[self.layout.numbers[facts["tile"]]]
        if move.verb == "turn":
            after = _yields(self.layout, region, citizens, tile, (facts["x"], facts["y"]), int(move.args[0]))
            return str(self.say("before_after", before=before, after=" / ".join(map(marks, after))))
        cell = self.layout.cell_at(move.index - self.layout.cell)
        choices = [(turn, given) for turn in range(4) for given in _yields(self.layout, region, citizens, tile, cell, turn)]
        turn, best = max(choices, key=lambda choice: sum(choice[1]))
        return str(self.say("best_before_after", before=before, after=marks(best), turn=turn))


def _yields(layout: Layout, region: Region, citizens: int, tile: Tile, cell: tuple[int, int], turn: int) -> list[Goods]:
    """The yield with the tile in this position, for each city that its citizen can take."""
    after = region.lay(layout.plan(tile.number), *cell, turn)
    cities = range(tile.number * CITY_BITS, tile.number * CITY_BITS + len(tile.cities))
    return [after.yields(citizens | 1 << city) for city in cities] or [after.yields(citizens)]
