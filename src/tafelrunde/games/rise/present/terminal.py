"""The terminal screen of RISE: the tracks, the row of cards and the seats, readable without colour and in 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from tafelrunde.core.game import Game
from tafelrunde.games.rise.components import Field, Side
from tafelrunde.games.rise.effects import Effect
from tafelrunde.games.rise.present.symbols import Symbols
from tafelrunde.games.rise.present.texts import Texts, View, side_of
from tafelrunde.games.rise.state import TRACKS

SHAPES = "●■▲◆"
COLOURS = ("bold cyan", "bold yellow", "bold magenta", "bold green")


class Flow:
    """Cells one after another, two blanks between them; lines are broken only between cells.

    Rich itself breaks lines at every blank, even at non-breaking ones. ``None`` begins a new line.
    """

    def __init__(self, cells: Sequence[Text | None]) -> None:
        self.cells = cells

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [cell.cell_len for cell in self.cells if cell is not None]
        return Measurement(max(widths, default=1), max(sum(widths) + 2 * len(widths), 1))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for cell in self.cells:
            if line and (cell is None or line.cell_len + 2 + cell.cell_len > options.max_width):
                yield line
                line = Text()
            if cell is not None:
                line.append("  " if line else "").append_text(cell)
        yield line


class Screen:
    """One position as one seat (or a spectator) sees it."""

    def __init__(self, game: Game[Any], view: View, lang: str, names: Sequence[str]) -> None:
        self.game, self.view, self.names = game, view, names
        self.texts = Texts(game, lang)
        self.catalogue = self.texts.catalogue
        self.symbols = Symbols(self.catalogue)

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("terminal", key, facts, self.names)

    # --- the tracks ------------------------------------------------------------------------------

    def tracks(self) -> Table:
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for track in TRACKS:
            table.add_row(Text(f"{self.catalogue.name(track)} {side_of(self.view, track)}", "bold"), self._fields(track))
        return table

    def _fields(self, track: str) -> Flow:
        board = self.texts.board(track, side_of(self.view, track))
        cells: list[Text | None] = []
        row = ""
        for facts in board.fields:
            if row and (facts.row or row) != row:
                cells.append(None)
            row = facts.row or row
            cells.append(self._cell(track, board, facts))
        return Flow([*cells, *(Text(note, "dim") for note in self.symbols.whole(board))])

    def _cell(self, track: str, board: Side, facts: Field) -> Text:
        """The markers, number and effects of a field."""
        cell = Text()
        for seat, own in enumerate(self.view["seats"]):
            if own["tracks"][track] == facts.id:
                cell.append(SHAPES[seat], COLOURS[seat])
        cell.append(facts.id, "reverse" if cell else "cyan")
        gift = self.symbols.field(board, facts, self.view, self._school_tile(facts))
        if gift:
            cell.append(" " + gift)
        return cell

    def _school_tile(self, facts: Field) -> Effect | None:
        tile = self.view["board"]["school"].get(facts.id) if facts.tile_slot == "school" else None
        return self.texts.school[tile].effects[0] if tile else None

    def culture_tiles(self) -> Text | None:
        """The culture tiles that are still on the track, in words: there are few, and they differ from game to game."""
        lying = self.view["board"]["culture"]
        if not lying:
            return None
        names = {tile: self.catalogue.name(f"culture_tile:{tile}") for tile in lying.values()}
        shown = [f"{field} {names[tile]} ({self.texts.culture_tile(tile)})" for field, tile in lying.items()]
        return Text.assemble((self.say("culture_tiles") + " ", "bold"), "; ".join(shown))

    # --- the row of cards ------------------------------------------------------------------------

    def cards(self) -> Table:
        """Action cards and events from first to last, with cost and factories."""
        table = Table.grid(padding=(0, 1))
        for _ in range(4):
            table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        board = self.view["board"]
        events = [*board["events"], None]
        for place, (action, event) in enumerate(zip(board["actions"], events, strict=True), 1):
            if action is not None:
                self._add_action(table, place, action)
            if event is not None:
                name = Text(self.catalogue.name(event), "italic")
                table.add_row("", "", "", "◦", Text.assemble(name, ": ", self.texts.event(event)))
        return table

    def _add_action(self, table: Table, place: int, action: str) -> None:
        seat = self.view["you"]
        if seat is None:
            cost = f"{self.texts.set.setup.placement_cost[place - 1]}¢"
        else:
            price = self.view["seats"][seat]["placement"][place - 1]
            cost = f"{price['coins']}¢" + (f" -{price['points']}★" if price["points"] else "")
        factories = Text.assemble(*((SHAPES[s], COLOURS[s]) for s in self.view["board"]["factories"][place - 1]))
        table.add_row(Text(str(place), "bold"), Text(cost), factories, "↑", self.texts.option(action, "upper"))
        table.add_row("", Text(action, "dim"), "", "↓", self.texts.option(action, "lower"))

    # --- the seats -------------------------------------------------------------------------------

    def seats(self) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        table.add_column("", no_wrap=True)
        for key in ("points", "coins", "rate", "income", "order"):
            table.add_column(self.say(key), justify="right", no_wrap=True)
        table.add_column(self.say("tiles"), overflow="fold")
        for seat in range(self.view["players"]):
            table.add_row(*self._seat(seat))
        return table

    def _seat(self, seat: int) -> list[RenderableType]:
        own = self.view["seats"][seat]
        asked = "►" if seat in self.view["to_act"] else " "
        order = self.view["board"]["order"]
        income = f"{own['income']['coins']}¢ {own['income']['points']}★"
        return [
            Text.assemble(asked, (SHAPES[seat], COLOURS[seat]), " ", self.catalogue.seat(seat, self.names)),
            f"{own['points']}★",
            f"{own['coins']}/{own['coin_limit']}¢",
            f"{own['exchange']['points']}★:{own['exchange']['coins']}¢",
            income,
            f"{order.index(seat) + 1}." if seat in order else "–",
            self._tiles(own),
        ]

    def _tiles(self, own: Mapping[str, Any]) -> Flow:
        """School tiles (used ones in brackets), culture tiles, the turned vault and the penalty."""
        found = [self._school(tile) for tile in own["active_tiles"]]
        found += [f"({self._school(tile)})" for tile in own["inactive_tiles"]]
        found += [f"◇{self.catalogue.name('culture_tile:' + tile)}" for tile in own["culture_tiles"]]
        if own["vault_turned"]:
            found.append(self.say("vault"))
        penalty = [Text("! " + self.texts.penalty(own["penalty"]), "bold red")] if own["penalty"] else []
        return Flow([*map(Text, found), *penalty])

    def _school(self, tile: str) -> str:
        return "▣" + self.symbols.effects(self.texts.school[tile].effects)

    def title(self) -> Text:
        rounds = self.texts.set.setup.rounds
        phase = self.catalogue.name(self.view["phase"])
        return Text(self.say("title", round=self.view["round"], rounds=rounds, phase=phase), "bold reverse")

    def all(self, legend: bool) -> Group:
        parts: list[RenderableType] = [self.title(), self.tracks()]
        tiles = self.culture_tiles()
        if tiles is not None:
            parts.append(tiles)
        parts.append(Text(self.say("legend" if legend else "hint"), "dim"))
        if any(self.view["board"]["actions"]):
            parts += [Text(), self.cards()]
        return Group(*parts, Text(), self.seats())


def screen(game: Game[Any], view: View, lang: str, names: Sequence[str], legend: bool = True) -> RenderableType:
    """The whole position, with the legend of the symbols or a line that explains how to see it."""
    return Screen(game, view, lang, names).all(legend)


def look(game: Game[Any], view: View, lang: str, words: str) -> RenderableType | None:
    """The symbols, or a track in words, found by its name or slug; ``None`` if nothing matches."""
    texts = Texts(game, lang)
    if not words:
        return Text(texts.catalogue.say("terminal", "legend"))
    wanted = words.casefold()
    for track in TRACKS:
        if any(name.casefold().startswith(wanted) for name in (track, texts.catalogue.name(track))):
            return _track_in_words(texts, track, side_of(view, track), view)
    return None


def _track_in_words(texts: Texts, track: str, side: str, view: View) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="cyan")
    table.add_column(overflow="fold")
    for facts in texts.board(track, side).fields:
        markers = Text()
        for seat, own in enumerate(view["seats"]):
            if own["tracks"][track] == facts.id:
                markers.append(SHAPES[seat], COLOURS[seat])
        table.add_row(markers, texts.catalogue.name(facts.id), texts.field(track, side, facts.id, view))
    for note in texts.track_notes(track, side):
        table.add_row("", "", Text(note, "dim"))
    return Group(Text(f"{texts.catalogue.name(track)} {side}", "bold"), table)
