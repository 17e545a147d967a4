"""The calibration plot: of all seats that were given a chance of 30 %, did 30 % win?"""

from __future__ import annotations

from collections.abc import Sequence

SIZE, EDGE, BINS = 400, 40, 10


def bins(predicted: Sequence[float], won: Sequence[float]) -> list[tuple[float, float, int]]:
    """(mean chance, part that won, how many) for every tenth of the scale in which there is something.

    >>> bins([0.11, 0.13, 0.9], [0, 1, 1])
    [(0.12, 0.5, 2), (0.9, 1.0, 1)]
    """
    found: list[tuple[float, float, int]] = []
    for k in range(BINS):
        inside = [(p, w) for p, w in zip(predicted, won, strict=True) if k <= min(p * BINS, BINS - 0.5) < k + 1]
        if inside:
            n = len(inside)
            found.append((sum(p for p, _ in inside) / n, sum(w for _, w in inside) / n, n))
    return found


def calibration(predicted: Sequence[float], won: Sequence[float]) -> str:
    """An SVG; the larger a circle, the more positions it stands for."""
    inner = SIZE - 2 * EDGE

    def at(x: float, y: float) -> tuple[float, float]:
        return round(EDGE + inner * x, 1), round(SIZE - EDGE - inner * y, 1)

    body = [f'<rect x="{EDGE}" y="{EDGE}" width="{inner}" height="{inner}" fill="none" stroke="#888"/>']
    (x1, y1), (x2, y2) = at(0, 0), at(1, 1)
    body.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#888" stroke-dasharray="4"/>')
    for mean, part, n in bins(predicted, won):
        x, y = at(mean, part)
        radius = round(2 + 12 * (n / len(won)) ** 0.5, 1)
        body.append(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#2a6f97"><title>{mean:.3f}: {part:.3f} of {n}</title></circle>'
        )
    for k in range(0, 101, 25):
        x, y = at(k / 100, 0)
        body.append(f'<text x="{x}" y="{y + 16}" text-anchor="middle" font-size="12">{k} %</text>')
        x, y = at(0, k / 100)
        body.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end" font-size="12">{k} %</text>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{"".join(body)}</svg>\n'
