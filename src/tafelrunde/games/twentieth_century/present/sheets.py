"""The components for screens: points and track of the tiles, and every effect as a sentence."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from tafelrunde.core.messages import Catalogue
from tafelrunde.games.twentieth_century.components import ScoringCard
from tafelrunde.games.twentieth_century.rules.layout import Layout, Technology
from tafelrunde.games.twentieth_century.rules.tiles import GOODS, Tile

Sheet = dict[str, Any]
ROMAN = ("", "I", "II", "III", "IV", "V", "VI")


class Sheets:
    """All sheets of a component set in one language."""

    def __init__(self, layout: Layout, catalogue: Catalogue) -> None:
        self.layout, self.catalogue = layout, catalogue

    def all(self) -> dict[str, dict[str, Sheet]]:
        layout = self.layout
        return {
            "land": {layout.slugs[i]: self.land(layout.tiles[i]) for i in range(layout.lands)},
            "technology": {facts.slug: self.technology(i, facts) for i, facts in enumerate(layout.technologies)},
            "disaster": {name: self.disaster(i, name) for i, name in enumerate(layout.card_slugs)},
            "scoring_card": {layout.scoring_slugs[i]: self.scoring_card(i, card) for i, card in enumerate(layout.scoring)},
            "round": {str(n + 1): self.round(n) for n in range(len(layout.rounds))},
            "scale": {"pollution": self.scale()},
        }

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("sheets", key, facts)

    def name(self, component: str) -> str:
        """The name without the tile's number in brackets, which only texts without pictures need."""
        return re.sub(r" \([A-Z]\d+\)$", "", self.catalogue.name(component))

    # --- tiles -----------------------------------------------------------------------------------

    def track(self, tile: Tile) -> Sheet:
        """The points of the unrotated tile by name (including midpoints of segments), and the printed segments."""
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
        cities = [self.say("city", city=tile.city_name(i), goods=gives.sentence(self.say)) for i, gives in enumerate(tile.gives)]
        return {"name": self.name(tile.slug), "text": " ".join(cities), **self.track(tile)}

    def technology(self, number: int, facts: Technology) -> Sheet:
        uses = [use for use in (facts.facility, facts.one_time, facts.repeat) if use is not None]
        sentences = [use.sentence(self.say) for use in uses]
        found: Sheet = {
            "name": self.name(facts.slug),
            "text": " ".join([*sentences, *facts.eco.sentences(self.say)]),
            "effect": " ".join(sentences),
            "stack": facts.stack,
            "eco": msgspec.to_builtins(facts.eco),
            "facility": facts.facility.op if facts.facility is not None else "",
            "uses": [use.symbol() for use in uses],
        }
        if facts.facility is not None:
            tile = self.layout.tiles[self.layout.lands + number]
            found |= {**self.track(tile), "building": tile.names_by_turn[0][tile.building]}
        return found

    # --- cards, rounds, the scale ----------------------------------------------------------------

    def disaster(self, number: int, name: str) -> Sheet:
        columns = self.layout.damage[number]
        told = "; ".join(damage.sentence(self.say) for damage in columns)
        return {
            "name": self.name(name),
            "text": self.say("disaster", columns=told),
            "columns": msgspec.to_builtins(columns),
        }

    def scoring_card(self, number: int, card: ScoringCard) -> Sheet:
        terms = "; ".join(term.sentence(self.say) for term in card.terms)
        return {
            "name": self.name(self.layout.scoring_slugs[number]),
            "text": self.say("scoring_card", round=ROMAN[card.round], terms=terms),
            "round": card.round,
            "terms": msgspec.to_builtins(card.terms),
        }

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
        """The fields of the pollution scale with the points for a clean land, and the limits of bids."""
        return {
            "name": self.catalogue.say("terminal", "pollution"),
            "values": list(self.layout.pollution),
            "clean_land": list(self.layout.section),
            "column_bid": self.layout.disaster_max,
        }
