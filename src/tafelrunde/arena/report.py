"""A page about many games, for somebody who designs one: who wins, with what, how long it takes, how wild it gets.

Everything is read from the rows alone, so that it works for every game: a seat's holdings are what its view lists, options
are what was chosen or varied.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import sqrt
from typing import Any

from tafelrunde.arena.charts import Bar, Point, bars, histogram, scatter
from tafelrunde.arena.figures import mean_interval, share, wilson
from tafelrunde.arena.plan import Row

Say = Callable[..., str]
FEWEST = 12
"""Seats that must have held a component before its win rate is shown."""
MOST_BARS = 40
MOST_POINTS = 1500
MOST_ZONES = 8
EXTREMES = 5

STYLE = """
:root{color-scheme:light dark;--ink:#1d2430;--paper:#fdfcf8;--soft:#6b7280;--bar:#5b8fb9;--range:#1d2430;--mark:#c2410c}
@media(prefers-color-scheme:dark){:root{--ink:#e5e7eb;--paper:#15181d;--soft:#9ca3af;--range:#e5e7eb}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1,h2{line-height:1.2}h2{margin-top:2.5rem}p.note{color:var(--soft)}svg{width:100%;height:auto}
svg text{font-size:12px;fill:var(--ink)}.bar{fill:var(--bar)}.range{stroke:var(--range);stroke-width:2}
.mark{stroke:var(--mark);stroke-dasharray:4 3}.axis{stroke:var(--soft)}.curve{fill:none;stroke-width:2}
.c0{stroke:#2563eb}.c1{stroke:#c2410c}.c2{stroke:#15803d}.c3{stroke:#9333ea}
svg text.t0{fill:#2563eb}svg text.t1{fill:#c2410c}svg text.t2{fill:#15803d}svg text.t3{fill:#9333ea}
table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid var(--soft)}
td:first-child,th:first-child{text-align:left}
"""


def page(
    rows: Sequence[Row],
    about: Mapping[str, Any],
    title: str,
    lang: str,
    say: Say,
    name: Callable[[str], str],
    compared: Iterable[tuple[str, Sequence[float]]] = (),
) -> str:
    """The whole page; ``say`` knows its sentences, ``name`` what people call a component."""
    shown = [row for row in rows if row.variant == rows[-1].variant]
    lineup = about["lineups"][0]
    parts = [f"<h1>{escape(say('title', game=title))}</h1>"]
    bots = ", ".join(lineup)
    parts.append(_note(say("about", n=len(shown), players=about["players"], bots=bots, first=rows[0].seed, last=rows[-1].seed)))
    parts += _compared(compared, say)
    parts += _section(
        say, "seats", bars([_rate(say("seat", n=i), [share(r, i) for r in shown]) for i in _seats(shown)], _even(shown))
    )
    scores: list[tuple[str, list[float]]] = [(say("seat", n=i), [float(row.scores[i]) for row in shown]) for i in _seats(shown)]
    parts += _section(say, "scores", histogram(scores))
    parts += _holdings(shown, say, name)
    parts += _section(say, "length", histogram([(say("decisions"), [float(row.decisions) for row in shown])]))
    branching = [row.choices / row.decisions for row in shown if row.decisions]
    parts += _section(say, "branching", histogram([(say("moves"), branching)])) if branching else []
    parts += _setups(shown, about.get("vary", ()), say)
    body = "\n".join(parts)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return f'<!doctype html>\n<html lang="{lang}"><head>{head}<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def _section(say: Say, key: str, *content: str) -> list[str]:
    return [f"<h2>{escape(say(key))}</h2>", _note(say(f"{key}_note")), *content]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _seats(rows: Sequence[Row]) -> range:
    return range(len(rows[0].scores))


def _even(rows: Sequence[Row]) -> float:
    """What every seat would win if all were alike: less than one in N where some games have no winner."""
    return sum(bool(row.winners) for row in rows) / len(rows) / len(rows[0].scores)


def _rate(label: str, shares: Sequence[float]) -> Bar:
    return label, sum(shares) / len(shares), *wilson(sum(shares), len(shares))


# --- what the winners held -----------------------------------------------------------------------


def holdings(rows: Sequence[Row]) -> dict[str, dict[str, list[float]]]:
    """For each zone and component the parts of victories of the seats that held it."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for seat, held in enumerate(row.marks):
            for mark in held:
                zone, _, component = mark.partition(":")
                found[zone][component].append(share(row, seat))
    return found


def _holdings(rows: Sequence[Row], say: Say, name: Callable[[str], str]) -> list[str]:
    parts: list[str] = []
    zones = sorted(holdings(rows).items(), key=lambda item: (-len(item[1]), item[0]))[:MOST_ZONES]
    for zone, components in zones:
        known = [_rate(name(slug), shares) for slug, shares in sorted(components.items()) if len(shares) >= FEWEST]
        known.sort(key=lambda bar: -bar[1])
        if len(known) > MOST_BARS:  # the best and the worst tell the most
            known = known[: MOST_BARS // 2] + known[-MOST_BARS // 2 :]
        if len(known) > 1:
            parts += [f"<h3>{escape(zone.replace('_', ' '))}</h3>", bars(known, _even(rows))]
    return _section(say, "holdings", *parts) if parts else []


# --- set-ups -------------------------------------------------------------------------------------


def _setups(rows: Sequence[Row], vary: Sequence[str], say: Say) -> list[str]:
    """For options that were varied: what each value, or each letter of it, does; and the map from calm to wild."""
    parts: list[str] = []
    for option in vary:
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            groups[json.loads(row.options)[option]].append(row)
        if len(groups) < 2:
            continue
        parts += [f"<h3>{escape(option)}</h3>", _by_value(groups, say)]
        points = wildness(groups)
        parts.append(scatter(points[:MOST_POINTS], say("map_x"), say("map_y")))
        calm, wild = points[:EXTREMES], points[: -EXTREMES - 1 : -1]
        listed = [[say("calm"), p.label] for p in calm] + [[say("wild"), p.label] for p in wild]
        parts.append(_table(["", option], listed))
    return _section(say, "setups", *parts) if parts else []


def _by_value(groups: Mapping[str, Sequence[Row]], say: Say) -> str:
    """Values of many letters are taken apart: letter by letter there are enough games to see something."""
    split: dict[str, list[Row]] = defaultdict(list)
    letters = len(groups) > 12 and len({len(value) for value in groups}) == 1
    for value, rows in groups.items():
        for key in [f"{i + 1}{letter}" for i, letter in enumerate(value)] if letters else [value]:
            split[key] += rows
    head = [say("value"), say("games"), say("first_wins"), say("best_score"), say("margin"), say("decisions"), say("moves")]
    order = sorted(split, key=lambda key: (int(key[:-1]), key) if letters else (0, key))
    return _table(head, ([key, *_figures(split[key])] for key in order))


def _figures(rows: Sequence[Row]) -> list[str]:
    n = len(rows)
    first = 100 * sum(share(row, 0) for row in rows) / n
    best, margin, length = (sum(map(f, rows)) / n for f in (lambda r: max(r.scores), _margin, lambda r: r.decisions))
    branching = sum(row.choices for row in rows) / max(1, sum(row.decisions for row in rows))
    return [str(n), f"{first:.1f} %", f"{best:.1f}", f"{margin:.1f}", f"{length:.1f}", f"{branching:.2f}"]


def _margin(row: Row) -> int:
    """How far the first is ahead of the second."""
    ordered = sorted(row.scores, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else 0


def wildness(groups: Mapping[str, Sequence[Row]]) -> list[Point]:
    """Every set-up by its branching and the spread of its scores, from calm to wild."""
    places: list[tuple[str, float, float]] = []
    for value, rows in groups.items():
        branching = sum(row.choices for row in rows) / max(1, sum(row.decisions for row in rows))
        places.append((value, branching, sum(map(_margin, rows)) / len(rows)))
    ranks = zip(_standard([x for _, x, _ in places]), _standard([y for _, _, y in places]), strict=True)
    heat = [a + b for a, b in ranks]
    low, high = min(heat), max(heat)
    points = [Point(x, y, value, (h - low) / ((high - low) or 1)) for (value, x, y), h in zip(places, heat, strict=True)]
    return sorted(points, key=lambda p: (p.heat, p.label))


def _standard(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values)) or 1.0
    return [(value - mean) / deviation for value in values]


# --- a variant -----------------------------------------------------------------------------------


def _compared(figures: Iterable[tuple[str, Sequence[float]]], say: Say) -> list[str]:
    lines = []
    for label, values in figures:
        mean, low, high = mean_interval(values)
        clear = say("clear") if low > 0 or high < 0 else ""
        lines.append([label, f"{mean:+.2f}", f"{low:+.2f} … {high:+.2f}", clear])
    return _section(say, "variant", _table([say("figure"), say("difference"), say("interval"), ""], lines)) if lines else []
