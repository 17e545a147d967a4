"""Tiles and regions as characters: 9 columns and 5 rows per tile, with the ports in the middle of its edges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tafelrunde.games.twentieth_century.rules.country import BY_EDGE, Region
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, Point, Tile
from tafelrunde.games.twentieth_century.zones_region import region_of

WIDTH, HEIGHT = 9, 5


def _turned(point: Point, turn: int) -> Point:
    x, y = point
    for _ in range(turn):
        x, y = 8 - y, x
    return x, y


def _line(canvas: dict[tuple[int, int], tuple[str, str]], a: Point, b: Point, bridge: bool) -> None:
    """Draw track between two points with the character that is closest to its slope."""
    (ax, ay), (bx, by) = sorted((a, b), key=lambda p: (p[1], p[0]))
    style = "bold red" if bridge else ""
    if ay == by:
        for x in range(ax + 1, bx):
            canvas.setdefault((x, ay // 2), ("═" if bridge else "─", style))
        return
    sign = ("║" if bridge else "│") if ax == bx else "╲" if bx > ax else "╱"
    for row in range(ay // 2, by // 2 + (ax == bx)):
        x = ax + (bx - ax) * (2 * row + 1 - ay) // (by - ay)  # half a row lower, so that a slope is next to its ends
        canvas.setdefault((x, row), (sign, style))


def tile_canvas(
    tile: Tile, turn: int, bridges: list[tuple[int, int]], staffed: int, garbage: int | None
) -> dict[tuple[int, int], tuple[str, str]]:
    """The characters of one tile, by column and row, with their styles."""
    canvas: dict[tuple[int, int], tuple[str, str]] = {}
    places = [_turned(place, turn) for place in tile.places]

    def put(point: int, sign: str, style: str) -> None:
        x, y = places[point]
        canvas[x, y // 2] = (sign, style)

    for u, v in tile.segments:
        for point in (u, v):
            if point < 4:
                put(point, "│" if places[point][0] == 4 else "─", "")
            else:
                put(point, "┼", "")
    for i, point in enumerate(tile.cities):
        name = tile.city_name(i)
        put(point, name.upper() if staffed >> i & 1 else name, "bold green" if staffed >> i & 1 else "cyan")
        if tile.plants[i]:
            x, y = places[point]
            canvas.setdefault((x + 1, y // 2), ("♻", "green" if staffed >> i & 1 else "dim"))
    if tile.building >= 0:
        put(tile.building, tile.letter, "bold yellow")
    for u, v in tile.segments:
        _line(canvas, places[u], places[v], bridge=False)
    for u, v in bridges:
        _line(canvas, places[u], places[v], bridge=True)
    for i, sign in enumerate(tile.slug.upper()):
        canvas.setdefault((i, 0), (sign, "dim"))
    if garbage:
        for i, sign in enumerate(f"▪{garbage}"):
            canvas[WIDTH - 2 + i, 0] = (sign, "bold red")
    return canvas


class RegionDrawing:
    """A drawn region. One too wide for the terminal is split between tiles, each part with its cells."""

    def __init__(self, canvas: dict[tuple[int, int], tuple[str, str]], columns: range, rows: int) -> None:
        self.canvas, self.columns, self.rows = canvas, columns, rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fit = max(1, options.max_width // (WIDTH + 1))
        for first in range(0, len(self.columns), fit):
            shown = self.columns[first : first + fit]
            if len(self.columns) > fit:
                yield Text(f"x {shown[0]} … {shown[-1]}", "dim")
            yield _lines(self.canvas, range(first * (WIDTH + 1), (first + len(shown)) * (WIDTH + 1)), self.rows * (HEIGHT + 1))


def draw_region(layout: Layout, seat: Mapping[str, Any]) -> RegionDrawing:
    """Draw a whole region; track crosses the gap between tiles that it joins."""
    region, citizens = region_of(layout, seat)
    columns, rows = [x for x, _ in region.cells], [y for _, y in region.cells]
    left, top = min(columns), min(rows)
    canvas: dict[tuple[int, int], tuple[str, str]] = {}
    for number, x, y, turn in region.placed:
        tile = layout.tiles[number]
        facts = seat["region"][tile.slug]
        bridges = [(p, q) for laid, p, q in region.bridges if laid == number]
        dx, dy = (x - left) * (WIDTH + 1), (y - top) * (HEIGHT + 1)
        drawn = tile_canvas(tile, turn, bridges, citizens >> (number * CITY_BITS) & 15, facts.get("garbage"))
        canvas.update({(u + dx, v + dy): sign for (u, v), sign in drawn.items()})
        _joints(canvas, region, x, y, dx, dy)
    return RegionDrawing(canvas, range(left, max(columns) + 1), max(rows) - top + 1)


def _joints(canvas: dict[tuple[int, int], tuple[str, str]], region: Region, x: int, y: int, dx: int, dy: int) -> None:
    """The track across the gaps to the east and to the south."""
    for direction, place, sign in ((1, (dx + WIDTH, dy + HEIGHT // 2), "─"), (2, (dx + WIDTH // 2, dy + HEIGHT), "│")):
        step = BY_EDGE[direction]
        other = region.cells.get((x + step[0], y + step[1]))
        here = region.cells[x, y]
        if other is not None and here.live >> direction & 1 and other.live >> (direction ^ 2) & 1:
            canvas[place] = (sign, "")


def _lines(canvas: dict[tuple[int, int], tuple[str, str]], columns: range, height: int) -> Text:
    text = Text(no_wrap=True)
    for row in range(height - 1):
        for column in columns:
            sign, style = canvas.get((column, row), (" ", ""))
            text.append(sign, style)
        text.append("\n")
    return text
