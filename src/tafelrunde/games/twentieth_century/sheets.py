"""The components as screens draw them: points and track of the tiles, and every effect as a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tafelrunde.core.messages import Catalogue
from tafelrunde.games.twentieth_century.layout import LANDS, Layout, Technology
from tafelrunde.games.twentieth_century.tiles import GOODS, Tile
from tafelrunde.games.twentieth_century.words import slug

Sheet = dict[str, Any]
PAID = ("recycling", "remediation", "quality_of_life")
"""Repeat uses that cost something."""


class Sheets:
    """All sheets of a component set in one language."""

    def __init__(self, layout: Layout, catalogue: Catalogue) -> None:
        self.layout, self.catalogue = layout, catalogue

    def all(self) -> dict[str, dict[str, Sheet]]:
        layout = self.layout
        return {
            "land": {layout.slugs[i]: self.land(layout.tiles[i]) for i in range(LANDS)},
            "technology": {facts.slug: self.technology(i, facts) for i, facts in enumerate(layout.technologies)},
            "disaster": {name: self.disaster(i, name) for i, name in enumerate(layout.card_slugs)},
            "scoring_card": {slug(card["id"]): self.scoring_card(card) for card in layout.data["scoring_card"]},
            "round": {str(n + 1): self.round(n) for n in range(len(layout.rounds))},
            "scale": {"pollution": self.scale()},
        }

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("sheets", key, facts)

    def name(self, component: str) -> str:
        """Without the tile's number in brackets, which only a text without pictures needs."""
        return re.sub(r" \([A-Z]\d+\)$", "", self.catalogue.name(component))

    # --- tiles -----------------------------------------------------------------------------------

    def track(self, tile: Tile) -> Sheet:
        """Points by name (midpoints of segments included), and the printed segments, of the tile unturned."""
        names = tile.names_by_turn[0]
        return {
            "points": {names[p]: list(tile.places[p]) for p in tile.points},
            "rails": [[names[u], names[v]] for u, v in tile.segments],
            "cities": {
                tile.city_name(i): {**dict(zip(GOODS, tile.goods[i], strict=True)), "plants": tile.plants[i]}
                for i in range(len(tile.cities))
            },
            "stack": tile.stack,
        }

    def land(self, tile: Tile) -> Sheet:
        sentences = []
        for i in range(len(tile.cities)):
            goods = dict(zip(GOODS, tile.goods[i], strict=True)) | {"recycling": tile.plants[i]}
            shown = ", ".join(self.say(good, n=n) for good, n in goods.items() if n)
            sentences.append(self.say("city", city=tile.city_name(i), goods=shown))
        return {"name": self.name(tile.slug), "text": " ".join(sentences), **self.track(tile)}

    def technology(self, number: int, facts: Technology) -> Sheet:
        eco = {"garbage": facts.garbage, "left": facts.left, "right": facts.right}
        uses = [self.use(kind, number, facts) for kind in (facts.facility, facts.one_time, facts.repeat) if kind]
        at_once = [self.say(f"eco_{kind}", n=n) for kind, n in eco.items() if n]
        found: Sheet = {
            "name": self.name(facts.slug),
            "text": " ".join([*uses, *at_once]),
            "effect": " ".join(uses),
            "stack": facts.stack,
            "eco": eco,
            "facility": facts.facility,
            "one_time": facts.one_time,
            "repeat": facts.repeat,
            "cost": {"coins": facts.coins, "science": facts.science},
            "gain": facts.gain,
        }
        if facts.facility:
            tile = self.layout.tiles[LANDS + number]
            found |= {**self.track(tile), "building": tile.names_by_turn[0][tile.building], "bonus": tile.bonus}
        return found

    def use(self, kind: str, number: int, facts: Technology) -> str:
        if kind == facts.facility:
            return self.say(kind, n=self.layout.tiles[LANDS + number].bonus)
        if kind not in PAID:
            return self.say(kind)
        costs = {"coins": facts.coins, "science": facts.science}
        cost = ", ".join(self.say(good, n=n) for good, n in costs.items() if n)
        return self.say(f"{kind}_for", cost=cost, gain=self.say("prosperity", n=facts.gain))

    # --- cards, rounds, the scale ----------------------------------------------------------------

    def disaster(self, number: int, name: str) -> Sheet:
        columns = self.layout.damage[number]
        told = "; ".join(self.say("damage", garbage=garbage, pollution=steps) for garbage, steps in columns)
        return {
            "name": self.name(name),
            "text": self.say("disaster", columns=told),
            "columns": [{"garbage": garbage, "pollution": steps} for garbage, steps in columns],
        }

    def scoring_card(self, card: Mapping[str, Any]) -> Sheet:
        name = slug(card["id"])
        return {"name": self.name(name), "text": self.say(name), "round": card["round"], "terms": card["terms"]}

    def round(self, n: int) -> Sheet:
        row = self.layout.rounds[n]
        return {
            "name": str(n + 1),
            "minimum_bid": row.min_bid,
            "compensation": row.compensation,
            "prices": list(row.prices),
            "phases": list(row.phases),
        }

    def scale(self) -> Sheet:
        """The fields of the pollution scale with the worth of a clean land, and the limits of bids."""
        return {
            "name": self.catalogue.say("terminal", "pollution"),
            "values": list(self.layout.pollution),
            "clean_land": list(self.layout.section),
            "column_bid": self.layout.disaster_max,
        }
