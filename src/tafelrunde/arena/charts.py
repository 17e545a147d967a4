"""Small plots in HTML and SVG without dependencies, so that a report is self-contained. Colours come from its style sheet.

Bars are boxes that fit any width; curves and maps are SVG, whose text the style sheet enlarges on a small screen.

>>> bars([Bar("a", 0.5, 0.4, 0.6)], mark=0.5).count("<li")
1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil
from typing import NamedTuple

WIDTH, FOOT = 720, 30
CURVES = 6
"""Colours in the style sheet for as many series."""


class Bar(NamedTuple):
    """A label, a value, its interval, and the number of cases (0 if it is not shown)."""

    label: str
    value: float
    low: float
    high: float
    cases: int = 0


class Point(NamedTuple):
    """A point in a scatter plot, its label, and its colour (0 calm to 1 wild)."""

    x: float
    y: float
    label: str
    heat: float


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def bars(rows: Sequence[Bar], mark: float | None = None, said: Callable[[float], str] = percent, origin: bool = True) -> str:
    """Bars from zero with their intervals, or without ``origin`` points on the span that is needed; ``mark`` is a reference
    value."""
    values = [value for row in rows for value in row[1:4]] + ([mark] if mark is not None else [])
    low, high = min(values), max(values)
    if origin:
        low, high = min(0.0, low), max(0.0, high)
    margin = 0.04 * ((high - low) or 1.0)
    left, span = (low if origin and low >= 0 else low - margin), (high - low) + 2 * margin

    def at(value: float) -> float:
        return 100 * (value - left) / span

    body = []
    for row in rows:
        begin, end = sorted((at(0.0), at(row.value))) if origin else (at(row.value), at(row.value))
        kind = "" if mark is None or row.low <= mark <= row.high else " more" if row.value > mark else " less"
        cases = f"<small>{row.cases}</small>" if row.cases else ""
        title = f"{row.label}: {said(row.value)} ({said(row.low)} … {said(row.high)})"
        shape = f'<i class="bar{kind}" style="left:{begin:.2f}%;width:{end - begin:.2f}%"></i>'
        if not origin:
            shape = f'<i class="dot{kind}" style="left:{begin:.2f}%"></i>'
        body.append(
            f'<li title="{escape(title)}"><span class="name">{escape(row.label)}</span><span class="lane">{shape}'
            f'<i class="range" style="left:{at(row.low):.2f}%;width:{at(row.high) - at(row.low):.2f}%"></i></span>'
            f'<span class="number">{escape(said(row.value))}{cases}</span></li>'
        )
    line = f' style="--mark:{at(mark):.2f}%"' if mark is not None else ""
    return f'<ul class="bars{" marked" if mark is not None else ""}"{line}>{"".join(body)}</ul>'


# --- curves and maps -----------------------------------------------------------------------------


def _svg(height: float, body: Sequence[str], title: str = "") -> str:
    named = f"<title>{escape(title)}</title>" if title else ""
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img">{named}{"".join(body)}</svg>'


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def legend(names: Sequence[str]) -> str:
    """The colour of each series."""
    return (
        '<p class="legend">'
        + "".join(f'<span class="t{i % CURVES}">{escape(name)}</span>' for i, name in enumerate(names))
        + "</p>"
    )


def histogram(series: Sequence[tuple[str, Sequence[float]]], bins: int = 30) -> str:
    """How often each value occurs, as one step curve for each series. Every column covers equally many whole numbers."""
    values = [value for _, numbers in series for value in numbers]
    low, high = min(values), max(values)
    whole = all(value == int(value) for value in values)
    if whole:
        width = float(max(1, ceil((high - low + 1) / bins)))
        bins = int((high - low) // width) + 1
    else:
        width = (high - low) / bins or 1.0
    counts = []
    for _, numbers in series:
        found = [0.0] * bins
        for value in numbers:
            found[min(bins - 1, int((value - low) / width))] += 1
        counts.append([n / max(1, len(numbers)) for n in found])
    top = max(max(found) for found in counts)
    left, height = 20.0, 190.0
    step = (WIDTH - 2 * left) / bins
    body = [_line(left, 12, WIDTH - left, 12, "grid"), _text(WIDTH - left, 34, f"{100 * top:.0f} %", "end", "soft")]
    for number, found in enumerate(counts):
        path = [f"M{left:g} {height:.1f}"]
        path += [f"V{height - share / top * (height - 12):.1f}h{step:.2f}" for share in found]
        body.append(f'<path d="{"".join(path)}V{height:.1f}" class="curve c{number % CURVES}"/>')
    body.append(_line(left, height, WIDTH - left, height, "axis"))
    middle = 0.5 if whole and width == 1 else 0.0  # a column of one number is centred on it, a wider one begins at it
    for i in sorted({round(part * (bins - 1) / 4) for part in range(5)}):
        anchor = "middle" if i else "start"
        body.append(_text(left + (i + middle if i else 0.0) * step, height + 22, f"{low + i * width:.4g}", anchor))
    return _svg(height + FOOT, body) + (legend([name for name, _ in series]) if len(series) > 1 else "")


def scatter(points: Sequence[Point], x_name: str, y_name: str, named: Sequence[tuple[Point, str]] = ()) -> str:
    """A scatter plot; each point shows its name when the pointer is over it, and those in ``named`` always do."""
    xs, ys = [p.x for p in points], [p.y for p in points]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    height = 420.0
    body = [_line(56, height, WIDTH - 10, height, "axis"), _line(56, 10, 56, height, "axis")]

    def place(p: Point) -> tuple[float, float]:
        x = 70 + (p.x - left) / ((right - left) or 1) * (WIDTH - 100)
        return x, height - 14 - (p.y - low) / ((high - low) or 1) * (height - 50)

    for p in sorted(points, key=lambda p: p.heat):
        x, y = place(p)
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="hsl({210 - 200 * p.heat:.0f} 70% 50%)" fill-opacity=".75">'
            f"<title>{escape(p.label)}</title></circle>"
        )
    for p, name in named:
        x, y = place(p)
        body.append(_text(x, y - 10, name, "end" if x > WIDTH / 2 else "start", "told"))
    body += [_text(60, height + 22, f"{left:.3g}"), _text(WIDTH - 10, height + 22, f"{right:.3g}", "end")]
    body.append(_text(WIDTH / 2, height + 22, x_name, "middle"))
    body += [_text(50, height - 10, f"{low:.3g}", "end"), _text(50, 24, f"{high:.3g}", "end")]
    body.append(f'<text transform="translate(18 {height / 2:.0f}) rotate(-90)" text-anchor="middle">{escape(y_name)}</text>')
    return _svg(height + FOOT, body)
