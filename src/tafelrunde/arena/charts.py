"""Small plots as SVG, drawn here, so that a page needs nothing but itself. Colours come from the page's style sheet.

>>> bars([("a", 0.5, 0.4, 0.6)], mark=0.5).count("<rect")
1
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, LABEL, LINE, FOOT = 720, 230, 22, 26

Bar = tuple[str, float, float, float]
"""A label, a value and its interval."""


class Point(NamedTuple):
    """A place in a scatter plot, what it is called, and which colour it has (0 calm to 1 wild)."""

    x: float
    y: float
    label: str
    heat: float


def _svg(height: float, body: Sequence[str], title: str = "") -> str:
    named = f"<title>{escape(title)}</title>" if title else ""
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img">{named}{"".join(body)}</svg>'


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def bars(rows: Sequence[Bar], mark: float | None = None, percent: bool = True) -> str:
    """Horizontal bars with their intervals; ``mark`` is a line to compare with."""
    low = min(0.0, *(row[2] for row in rows))
    top = max(*(row[3] for row in rows), mark or 0.0, 1e-9) * 1.02
    scale = (WIDTH - LABEL - 70) / (top - low)

    def at(value: float) -> float:
        return LABEL + (value - low) * scale

    body = []
    for i, (label, value, worst, best) in enumerate(rows):
        y = i * LINE
        left, right = sorted((at(0.0), at(value)))
        body.append(_text(LABEL - 8, y + 15, label, "end"))
        body.append(f'<rect x="{left:.1f}" y="{y + 4}" width="{right - left:.1f}" height="{LINE - 8}" class="bar"/>')
        body.append(_line(at(worst), y + LINE / 2, at(best), y + LINE / 2, "range"))
        said = f"{100 * value:.1f} %" if percent else f"{value:.2f}"
        body.append(_text(WIDTH - 4, y + 15, said, "end", "number"))
    if mark is not None:
        body.append(_line(at(mark), 0, at(mark), len(rows) * LINE, "mark"))
    return _svg(len(rows) * LINE + 4, body)


def histogram(series: Sequence[tuple[str, Sequence[float]]], bins: int = 30) -> str:
    """How often each value occurs, one curve of steps for each series."""
    values = [value for _, numbers in series for value in numbers]
    low, high = min(values), max(values)
    width = (high - low) / bins or 1.0
    counts = []
    for _, numbers in series:
        found = [0.0] * bins
        for value in numbers:
            found[min(bins - 1, int((value - low) / width))] += 1
        counts.append([n / max(1, len(numbers)) for n in found])
    top = max(max(found) for found in counts)
    height, step = 180.0, (WIDTH - 40) / bins
    body = []
    for number, ((label, _), found) in enumerate(zip(series, counts, strict=True)):
        path = [f"M20 {height:.1f}"]
        path += [f"V{height - share / top * (height - 20):.1f}h{step:.2f}" for share in found]
        body.append(f'<path d="{"".join(path)}V{height:.1f}" class="curve c{number % 4}"/>')
        body.append(_text(WIDTH - 24, 16 + 16 * number, label, "end", f"t{number % 4}"))
    body.append(_line(20, height, WIDTH - 20, height, "axis"))
    body += [_text(20 + (WIDTH - 40) * i / 4, height + 16, f"{low + (high - low) * i / 4:.4g}", "middle") for i in range(5)]
    return _svg(height + FOOT, body)


def scatter(points: Sequence[Point], x_name: str, y_name: str) -> str:
    """A map of points; each tells its name when it is pointed at."""
    xs, ys = [p.x for p in points], [p.y for p in points]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    height = 420.0
    body = [_line(50, height, WIDTH - 10, height, "axis"), _line(50, 10, 50, height, "axis")]
    for p in sorted(points, key=lambda p: p.heat):
        x = 60 + (p.x - left) / ((right - left) or 1) * (WIDTH - 80)
        y = height - 10 - (p.y - low) / ((high - low) or 1) * (height - 30)
        hue = 210 - 200 * p.heat
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="hsl({hue:.0f} 70% 50%)" fill-opacity=".7">'
            f"<title>{escape(p.label)}</title></circle>"
        )
    body += [_text(60, height + 18, f"{left:.3g}"), _text(WIDTH - 10, height + 18, f"{right:.3g}", "end")]
    body.append(_text(WIDTH / 2, height + 18, x_name, "middle"))
    body += [_text(46, height - 10, f"{low:.3g}", "end"), _text(46, 24, f"{high:.3g}", "end")]
    body.append(f'<text transform="translate(14 {height / 2:.0f}) rotate(-90)" text-anchor="middle">{escape(y_name)}</text>')
    return _svg(height + FOOT, body)
