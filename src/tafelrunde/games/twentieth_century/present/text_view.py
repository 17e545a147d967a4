"""Describes 20th Century in sentences: the auction, the disaster, every region land by land, the seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tafelrunde.core.aloud import Reader, View
from tafelrunde.core.game import Game
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.tiles import GOODS, Tile


class CenturyReader(Reader):
    """Describes one position in one language."""

    def __init__(self, game: Game[Any], view: View, lang: str, names: Sequence[str]) -> None:
        super().__init__(game, view, lang, names)
        self.layout: Layout = game.layout  # type: ignore[attr-defined]

    def goods(self, amounts: Sequence[int]) -> str:
        found = [self.say(good, n=n) for good, n in zip(GOODS, amounts, strict=True) if n]
        return ", ".join(found) or self.words.name("nothing")

    # --- the board -------------------------------------------------------------------------------

    def market(self) -> list[str]:
        board = self.board
        lines = [self.say("start", seat=board["start_player"])]
        for name in board["lands"]:
            lines.append(self.say("land_for_sale", tile=name, n=board["minimum_bid"], text=self.cities(self.tile(name))))
        lines += [self.say("technology", tile=name, n=board["price"]) for name in board["technologies"]]
        if board["on_offer"]:
            offer = board["on_offer"]
            lines.append(self.say("on_offer", tile=offer["land"], n=offer["bid"], leader=offer["bidder"]))
        if board["scoring_cards"]:
            lines.append(self.say("scoring", cards=board["scoring_cards"]))
        return [*lines, *self._disaster()]

    def _disaster(self) -> Iterator[str]:
        card = self.board["disaster"]
        if card is None:
            return
        yield self.say("disaster", card=card["card"])
        for column, damage in card["columns"].items():
            bids = [
                self.say("pawn", seat=seat, n=own["disaster"]["bid"])
                for seat, own in enumerate(self.view["seats"])
                if own["disaster"] and own["disaster"]["column"] == int(column)
            ]
            line = self.say("column", column=column, n=damage["garbage"], m=damage["pollution"])
            yield line + (" " + self.say("pawns", who=", ".join(bids)) if bids else "")

    def tile(self, name: str) -> Tile:
        return self.layout.tiles[self.layout.numbers[name]]

    def cities(self, tile: Tile) -> str:
        """The yield of each city of a land."""
        found = []
        for i in range(len(tile.cities)):
            plant = ", " + self.say("plant") if tile.plants[i] else ""
            found.append(self.say("city", city=tile.city_name(i), goods=self.goods(tile.goods[i])) + plant)
        return "; ".join(found)

    # --- the seats -------------------------------------------------------------------------------

    def seat(self, seat: int, own: View) -> list[str]:
        lines = [self.say("points", n=own["points"])]
        if own["coins"] is not None:
            lines.append(self.say("purse", n=own["coins"], m=own["science"]))
        lines.append(self.say("pollution", n=own["pollution"]))
        lines.append(self.say("yields", goods=self.goods([own["yields"][good] for good in GOODS])))
        lines.append(self.say("garbage", n=own["garbage"], m=own["clean_lands"]))
        if own["waiting_garbage"]:
            lines.append(self.say("waiting", n=own["waiting_garbage"]))
        if self.view["phase"] == "land_auction" and own["auction"] != "in":
            lines.append(self.say(own["auction"]))
        return lines + [self._technology(name, uses) for name, uses in own["technologies"].items()]

    def _technology(self, name: str, uses: Mapping[str, bool]) -> str:
        return self.say("owned_used" if uses and all(uses.values()) else "owned", tile=name)

    def region(self, own: View) -> list[str]:
        """Lands row by row with their citizens, their garbage and the column and row of their neighbours."""
        lines = []
        for name, here in sorted(own["region"].items(), key=lambda item: (item[1]["cell"][1], item[1]["cell"][0])):
            x, y = here["cell"]
            lines.append(self.say("laid", tile=name, x=x, y=y, n=here["turn"]) + self._on(name, here))
        lines += [self.say("unlaid", tile=name) for name in own["unlaid"]]
        lines += [self.say("loose", tile=name) for name in own["loose_citizens"]]
        if own["lines"]:
            lines.append(self.say("lines", lines="; ".join(" – ".join(self.place(end) for end in line) for line in own["lines"])))
        return lines

    def _on(self, name: str, here: View) -> str:
        if "citizens" not in here:
            return ""
        text = " " + self.say("gives", text=self.cities(self.tile(name)))
        text += " " + (self.say("citizens", cities=", ".join(here["citizens"])) if here["citizens"] else self.say("empty"))
        return text + (" " + self.say("dirty", n=here["garbage"]) if here["garbage"] else "")

    def place(self, text: str) -> str:
        """The displayed form of a place such as ``a03 b``."""
        tile, _, city = text.partition(" ")
        return f"{self.words.name(tile)} {city}".rstrip()


def parts(game: Game[Any], view: View, lang: str, names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    reader = CenturyReader(game, view, lang, names)
    yield reader.say("market"), reader.market()
    for seat, own in enumerate(view["seats"]):
        yield reader.seat_name(seat), reader.seat(seat, own)
        yield reader.say("region_of", seat=seat), reader.region(own)
