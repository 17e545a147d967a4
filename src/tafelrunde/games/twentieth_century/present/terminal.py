"""The terminal screen of 20th Century: regions with their rails, the auction, the disaster and the seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tafelrunde.core.game import Game
from tafelrunde.games.twentieth_century.effects import marks
from tafelrunde.games.twentieth_century.present.advice import Advice
from tafelrunde.games.twentieth_century.present.drawing import draw_region, tile_canvas
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.tiles import GOODS, Tile

View = Mapping[str, Any]
SHAPES = "●■▲◆⬢"
COLOURS = ("bold cyan", "bold yellow", "bold magenta", "bold green", "bold blue")


class Screen:
    """One position as one seat (or a spectator) sees it."""

    def __init__(self, game: Game[Any], view: View, lang: str, names: Sequence[str]) -> None:
        self.view, self.names = view, names
        self.layout: Layout = game.layout  # type: ignore[attr-defined]
        self.catalogue = game.messages(lang)
        self.board = view["board"]
        self.advice = Advice(self.layout, view, self.say)

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("terminal", key, facts, self.names)

    def seat_name(self, seat: int) -> Text:
        return Text.assemble((SHAPES[seat], COLOURS[seat]), " ", self.catalogue.seat(seat, self.names))

    def title(self) -> Text:
        phase = self.catalogue.name(self.view["phase"])
        return Text(
            f" {self.say('title', round=self.view['round'], rounds=len(self.layout.rounds), phase=phase)} ", "bold reverse"
        )

    # --- the board -------------------------------------------------------------------------------

    def market(self) -> list[RenderableType]:
        """The displays, the land on offer, the scoring cards."""
        board, found = self.board, []
        if board["lands"]:
            lands = ", ".join(self.land(self.layout.tiles[self.layout.numbers[name]]) for name in board["lands"])
            found.append(Text.assemble((self.say("lands", minimum=board["minimum_bid"]) + " ", "bold"), lands))
        if board["technologies"] and self.view["phase"] in ("build_up", "land_auction"):
            shelf = ", ".join(map(self.catalogue.name, board["technologies"]))
            found.append(Text.assemble((self.say("shelf", price=board["price"]) + " ", "bold"), shelf))
        if board["on_offer"]:
            offer = board["on_offer"]
            found.append(Text(self.say("on_offer", tile=offer["land"], bid=offer["bid"], leader=offer["bidder"]), "bold"))
        found += _hints(self.advice.auction())
        if board["scoring_cards"]:
            found.append(Text(self.say("scoring_cards", cards=board["scoring_cards"]), "dim"))
        return list(found)

    def land(self, tile: Tile) -> str:
        """A land such as ``A10 (2¢ 2⚗ / 1¢ ♻)``."""
        cities = [gives.mark().removeprefix("– ") for gives in tile.gives]
        return f"{tile.slug.upper()} ({' / '.join(cities)})"

    def disaster(self) -> list[RenderableType]:
        """The columns with their pawns, and the columns that the viewer can still take."""
        card = self.board["disaster"]
        if card is None or self.view["phase"] not in ("build_up", "land_auction", "disaster"):
            return []
        line = Text.assemble((self.say("disaster", card=card["card"]) + "  ", "bold"))
        for column, damage in card["columns"].items():
            line.append(self.say("column", column=column, garbage=damage["garbage"], dirt=damage["pollution"]))
            for seat, own in enumerate(self.view["seats"]):
                if own["disaster"] and own["disaster"]["column"] == int(column):
                    line.append(f" {SHAPES[seat]}{own['disaster']['bid']}", COLOURS[seat])
            line.append("   ")
        return [line, *_hints(self.advice.disaster())]

    # --- regions and seats -----------------------------------------------------------------------

    def regions(self) -> list[RenderableType]:
        """The viewer's own region, or all of them for a spectator."""
        you = self.view["you"]
        seats = range(self.view["players"]) if you is None else (you,)
        return [part for seat in seats for part in self.region(seat)]

    def region(self, seat: int) -> list[RenderableType]:
        """One seat's region with the tiles and garbage waiting beside it."""
        own = self.view["seats"][seat]
        line = self.seat_name(seat)
        if own["waiting_garbage"]:
            line.append("  " + self.say("waits", n=own["waiting_garbage"]), "bold red")
        if own["unlaid"]:
            line.append("  " + self.say("unlaid", tiles=list(own["unlaid"])))
        return [line, draw_region(self.layout, own)]

    def seats(self) -> Table:
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
        table.add_column("", overflow="fold")
        for key in ("points", "coins", "science", "pollution", "yields", "garbage"):
            table.add_column(self.say(key), justify="right", no_wrap=True)
        for seat in range(self.view["players"]):
            table.add_row(*self._seat(seat))
        return table

    def workshops(self) -> list[RenderableType]:
        """Each seat's technologies on a separate line, because they would make the table too wide for a narrow terminal."""
        found: list[RenderableType] = []
        for seat, own in enumerate(self.view["seats"]):
            if own["technologies"]:
                shown = ", ".join(self._technology(name, uses) for name, uses in own["technologies"].items())
                found.append(Text.assemble((f" {SHAPES[seat]} ", COLOURS[seat]), shown))
        return [Text(self.say("technologies"), "dim"), *found] if found else []

    def _seat(self, seat: int) -> list[RenderableType]:
        own = self.view["seats"][seat]
        name = Text.assemble("►" if seat in self.view["to_act"] else " ", self.seat_name(seat))
        if seat == self.board["start_player"]:
            name.append(" ⚑")
        if self.view["phase"] == "land_auction" and own["auction"] != "in":
            name.append(f" ({self.say(own['auction'])})", "dim")
        return [
            name,
            f"{own['points']}★",
            "?" if own["coins"] is None else f"{own['coins']}¢",
            "?" if own["science"] is None else f"{own['science']}⚗",
            str(own["pollution"]),
            marks(tuple(own["yields"][good] for good in GOODS)),
            f"▪{own['garbage']}",
        ]

    def _technology(self, name: str, uses: Mapping[str, bool]) -> str:
        shown = self.catalogue.name(name)
        return f"({shown})" if uses and all(uses.values()) else shown

    def all(self, legend: bool) -> Group:
        hint = Text(self.say("legend" if legend else "hint"), "dim")
        return Group(
            self.title(), *self.market(), *self.disaster(), Text(), *self.regions(), hint, Text(), self.seats(), *self.workshops()
        )


def _hints(sentences: Iterable[str]) -> list[Text]:
    return [Text(f"  {sentence}", "green") for sentence in sentences]


def screen(game: Game[Any], view: View, lang: str, names: Sequence[str], legend: bool = True) -> RenderableType:
    """The whole position, with the legend of the symbols or a line that explains how to see it."""
    return Screen(game, view, lang, names).all(legend)


def look(game: Game[Any], view: View, lang: str, words: str) -> RenderableType | None:
    """The symbols, a seat's region by the seat's number, or a tile in full by its name; ``None`` if nothing matches."""
    this = Screen(game, view, lang, ())
    if not words:
        return Text(this.say("legend"))
    if words.isdecimal() and 1 <= int(words) <= view["players"]:
        return Group(*this.region(int(words) - 1))
    number = this.layout.numbers.get(words.strip().lower())
    if number is None:
        return None
    parts: list[RenderableType] = [Text(this.catalogue.name(words.strip().lower()), "bold")]
    if number in this.layout.tiles:
        tile = this.layout.tiles[number]
        canvas = tile_canvas(tile, 0, [], 0, None)
        parts += [Text("".join(canvas.get((x, y), (" ", ""))[0] for x in range(10)), no_wrap=True) for y in range(5)]
        for i, gives in enumerate(tile.gives):
            parts.append(Text(this.say("city", city=tile.city_name(i), goods=gives.mark())))
        names = tile.names_by_turn[0]
        rails = [f"{names[u]}-{names[v]}" for u, v in tile.segments]
        parts.append(Text(this.say("rails", rails=", ".join(rails))))
    if number >= this.layout.lands:
        facts = this.layout.technologies[number - this.layout.lands]
        parts.append(Text(facts.eco.mark(this.say)))
        parts += [Text(use.mark(this.say)) for use in (facts.facility, facts.one_time, facts.repeat) if use is not None]
    return Group(*parts)
