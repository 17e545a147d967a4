"""A report on many games for game designers: who wins, with which components, how long games take, how much they vary.

Everything is computed from the rows alone, so that it works for every game: a seat's holdings are the components in its view,
options are those that were chosen or varied.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from math import sqrt
from typing import Any, NamedTuple

from tafelrunde.arena.charts import Bar, Point, bars, histogram, scatter
from tafelrunde.arena.explore import explored, groups
from tafelrunde.arena.figures import Z95, mean_interval, share, wilson
from tafelrunde.arena.plan import Row

Say = Callable[..., str]
FEWEST = 12
"""The minimum number of seats that held a component for its win rate to be shown."""
MOST_BARS = 40
MOST_POINTS = 1500
EXTREMES = 5
Z80 = 0.841621
"""The normal quantile for a power of 80 %."""
MOST_FURTHER = 1_000_000

STYLE, SCRIPT = (files("tafelrunde.arena").joinpath(f"report.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
EXPLORED = (
    "component", "cases", "won_with", "effect", "corrected", "offered", "drawn", "played", "held", "told", "count", "seat",
    "all_seats", "lead", "lead_changes", "decisions", "branching", "mean", "nine_of_ten",
)  # fmt: skip
"""The sentences that the script needs."""


class Words(NamedTuple):
    """The texts of the report: its sentences and the names of components, zones, options and parts of their values."""

    say: Say
    name: Callable[[str], str]
    zone: Callable[[str], str | None] = lambda zone: zone.replace("_", " ")
    option: Callable[[str], str] = lambda option: option
    parts: Callable[[str], Sequence[str]] = lambda option: ()


def page(
    rows: Sequence[Row],
    about: Mapping[str, Any],
    title: str,
    lang: str,
    words: Words,
    compared: Iterable[tuple[str, Sequence[float]]] = (),
    others: Sequence[tuple[str, Sequence[Row]]] = (),
    components: Sequence[str] = (),
) -> str:
    """The whole page; ``others`` are the games of other bots, ``components`` the cards and tiles that can be selected."""
    say = words.say
    shown = [row for row in rows if row.variant == rows[-1].variant]
    parts = [f"<h1>{escape(say('title', game=title))}</h1>"]
    bots = ", ".join(about["lineups"][0])
    parts.append(_note(say("about", n=len(shown), players=about["players"], bots=bots, first=rows[0].seed, last=rows[-1].seed)))
    parts.append(_note(say("reading")))
    parts += _in_words(shown, say)
    if any(row.course.curve for row in shown):
        parts.append(_explorer([(bots, shown), *others], components, words))
    parts += _compared(compared, say)
    parts += _section(
        say, "seats", bars([_rate(say("seat", n=i), [share(r, i) for r in shown]) for i in _seats(shown)], _even(shown))
    )
    scores: list[tuple[str, list[float]]] = [(say("seat", n=i), [float(row.scores[i]) for row in shown]) for i in _seats(shown)]
    parts += _section(say, "scores", histogram(scores), _spread(scores, say))
    parts += _holdings(shown, words)
    parts += _openings(shown, words)
    length = [float(row.decisions) for row in shown]
    parts += _section(say, "length", histogram([(say("decisions"), length)]), _spread([(say("decisions"), length)], say))
    branching = [row.choices / row.decisions for row in shown if row.decisions]
    if branching:
        of = [(say("moves"), branching)]
        parts += _section(say, "branching", histogram(of), _spread(of, say))
    parts += _setups(shown, about.get("vary", ()), words)
    body = "\n".join(parts)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return f'<!doctype html>\n<html lang="{lang}"><head>{head}<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'


def _in_words(rows: Sequence[Row], say: Say) -> list[str]:
    """A summary of the figures in sentences."""
    n, seats = len(rows), _seats(rows)
    rates = [_rate("", [share(row, seat) for row in rows]) for seat in seats]
    even = _even(rows)
    apart = [seat for seat in seats if not rates[seat].low <= even <= rates[seat].high]
    told = [
        say("words_seat", n=seat, rate=f"{100 * rates[seat].value:.1f}", even=f"{100 * even:.1f}")
        for seat in sorted(apart, key=lambda seat: -abs(rates[seat].value - even))
    ] or [say("words_even")]
    margin, shared = sum(map(_margin, rows)) / n, sum(len(row.winners) > 1 for row in rows) / n
    length = sum(row.decisions for row in rows) / n
    told.append(say("words_length", decisions=f"{length:.0f}", moves=f"{_branching(rows):.1f}"))
    told.append(say("words_margin", margin=f"{margin:.1f}", shared=f"{100 * shared:.0f}"))
    if any(row.course.curve for row in rows):
        told.append(say("words_leads", leads=f"{sum(row.course.leads for row in rows) / n:.1f}"))
    return _section(say, "in_words", *(f"<p>{escape(sentence)}</p>" for sentence in told))


def _explorer(files: Sequence[tuple[str, Sequence[Row]]], components: Sequence[str], words: Words) -> str:
    """The interactive part of the page: figures and sentences as data, and the script that shows them."""
    say = words.say
    every = [row for _, rows in files for row in rows]
    known = groups(every, say("all_games"), words.option, lambda option: [*map(words.name, words.parts(option))])
    data = explored(files, known, components)
    data["components"] = [words.name(name) for name in components]
    later = {name: f"{{{name}}}" for name in ("n", "clear", "round", "rate", "low", "high")}  # the script fills them in
    sentences = {key: say(f"explore_{key}", **later) for key in EXPLORED}
    choices = "".join(
        f'<label>{escape(say(f"filter_{key}"))} <select id="{key}"></select></label>' for key in ("file", "group", "seat", "way")
    )
    at_round = f'<label>{escape(say("filter_round"))} <input id="round" type="range" min="1" step="1"></label>'
    parts = [
        f'<section><h2>{escape(say("explore"))}</h2>{_note(say("explore_note"))}<div class="filters">{choices}</div>',
        f'<p id="count"></p><h3>{escape(say("by_component"))}</h3>{_note(say("by_component_note"))}<p id="told"></p>',
        '<div class="scroll tall"><table id="components"></table></div>',
        f'<h3>{escape(say("by_round"))}</h3>{at_round}<p id="lead"></p><div id="legend" class="legend"></div>',
        '<svg id="curves" viewBox="0 0 760 265"></svg><div class="scroll"><table id="facts"></table></div></section>',
        f"<script>const DATA={_in_script(data)},WORDS={_in_script(sentences)};\n{SCRIPT}</script>",
    ]
    return "\n".join(parts)


def _in_script(data: Any) -> str:
    """Data as JSON in which nothing can close the script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def _section(say: Say, key: str, *content: str) -> list[str]:
    return [f"<section><h2>{escape(say(key))}</h2>", _note(say(f"{key}_note")), *content, "</section>"]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return '<div class="scroll"><table>' + "".join(f"<tr>{line}</tr>" for line in lines) + "</table></div>"


def _spread(series: Sequence[tuple[str, Sequence[float]]], say: Say) -> str:
    """The mean with its interval, the median, and the bounds of the middle nine tenths."""
    lines = []
    for label, values in series:
        mean, low, high = mean_interval(values)
        ordered = sorted(values)
        fifth, middle, last = (ordered[round(part * (len(ordered) - 1))] for part in (0.05, 0.5, 0.95))
        digits = 1 if max(abs(low), abs(high)) >= 20 else 2
        told = [f"{mean:.{digits}f}", f"{low:.{digits}f} … {high:.{digits}f}", f"{middle:.4g}", f"{fifth:.4g} … {last:.4g}"]
        lines.append([label, *told])
    return _table(["", say("mean"), say("interval"), say("median"), say("nine_of_ten")], lines)


def _seats(rows: Sequence[Row]) -> range:
    return range(len(rows[0].scores))


def _even(rows: Sequence[Row]) -> float:
    """Each seat's share of the victories if all seats were equal: less than one in N if some games have no winner."""
    return sum(bool(row.winners) for row in rows) / len(rows) / len(rows[0].scores)


def _rate(label: str, shares: Sequence[float]) -> Bar:
    return Bar(label, sum(shares) / len(shares), *wilson(sum(shares), len(shares)), len(shares))


# --- what the winners held -----------------------------------------------------------------------


def holdings(rows: Sequence[Row]) -> dict[str, dict[str, list[float]]]:
    """For each zone and component, the shares of victories of the seats that held it."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for seat, held in enumerate(row.marks[: len(row.scores)]):
            for mark in held:
                zone, _, component = mark.partition(":")
                found[zone][component].append(share(row, seat))
    return found


def _holdings(rows: Sequence[Row], words: Words) -> list[str]:
    parts: list[str] = []
    for zone, components in sorted(holdings(rows).items(), key=lambda item: (len(item[1]), item[0])):
        title = words.zone(zone)
        known = [_rate(words.name(slug), shares) for slug, shares in sorted(components.items()) if len(shares) >= FEWEST]
        if title is None or len(known) < 2:
            continue
        parts += [f"<h3>{escape(title)}</h3>", bars(_telling(known), _even(rows))]
    return _section(words.say, "holdings", *parts) if parts else []


def _telling(bars: Sequence[Bar]) -> list[Bar]:
    """The bars sorted from best to worst; of very many only the best and the worst."""
    known = sorted(bars, key=lambda bar: -bar.value)
    return known if len(known) <= MOST_BARS else known[: MOST_BARS // 2] + known[-MOST_BARS // 2 :]


def openings(rows: Sequence[Row]) -> dict[str, dict[str, list[Row]]]:
    """For each zone and component that was open to everybody at the beginning, the games in which it was."""
    found: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for mark in (mark for held in row.marks[len(row.scores) :] for mark in held):
            zone, _, component = mark.partition(":")
            found[zone][component].append(row)
    return found


def _openings(rows: Sequence[Row], words: Words) -> list[str]:
    """The effect of the set-up on the best score. It is common to all seats, so it says nothing about a seat's chances."""
    parts: list[str] = []
    for zone, components in sorted(openings(rows).items(), key=lambda item: (len(item[1]), item[0])):
        title = words.zone(zone)
        known = [
            Bar(words.name(slug), *mean_interval([float(max(row.scores)) for row in having]), len(having))
            for slug, having in sorted(components.items())
            if FEWEST <= len(having) < len(rows)
        ]
        if title is None or len(known) < 2:
            continue
        everywhere = sum(max(row.scores) for row in rows) / len(rows)
        drawn = bars(_telling(known), everywhere, said=lambda value: f"{value:.1f}", origin=False)
        parts += [f"<h3>{escape(title)}</h3>", drawn]
    return _section(words.say, "openings", *parts) if parts else []


# --- set-ups -------------------------------------------------------------------------------------


def _setups(rows: Sequence[Row], vary: Sequence[str], words: Words) -> list[str]:
    """For options that were varied: the effect of each value, or of each letter of it; and the map from calm to wild."""
    say = words.say
    parts: list[str] = []
    for option in vary:
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            groups[json.loads(row.options)[option]].append(row)
        if len(groups) < 2:
            continue
        points = wildness(groups)
        calm, wild = points[:EXTREMES], points[: -EXTREMES - 1 : -1]
        named = [(points[0], say("calm")), (points[-1], say("wild"))]
        parts += [f"<h3>{escape(words.option(option))}</h3>", scatter(points[:MOST_POINTS], say("map_x"), say("map_y"), named)]
        listed = [
            [say(kind), p.label, f"{p.x:.2f}", f"{p.y:.1f}"] for kind, found in (("calm", calm), ("wild", wild)) for p in found
        ]
        parts.append(_table(["", words.option(option), say("map_x"), say("map_y")], listed))
        parts += [f"<h3>{escape(say('by_part'))}</h3>", _by_value(groups, words.parts(option), words)]
    return _section(say, "setups", *parts) if parts else []


def lettered(values: Iterable[str]) -> bool:
    """Whether values consist of one letter for each of several things, and are too many to be shown individually."""
    known = set(values)
    return len(known) > 12 and len({len(value) for value in known}) == 1


def _by_value(groups: Mapping[str, Sequence[Row]], called: Sequence[str], words: Words) -> str:
    """A table of figures by value. Values of many letters are split by letter, because single values have too few games."""
    say = words.say
    split: dict[tuple[int, str], list[Row]] = defaultdict(list)
    letters = lettered(groups)
    for value, rows in groups.items():
        for key in enumerate(value) if letters else [(-1, value)]:
            split[key] += rows
    names = [words.name(part) for part in called]
    head = [say("value"), say("games"), say("first_wins"), say("best_score"), say("margin"), say("decisions"), say("moves")]
    lines = [
        [value if i < 0 else f"{names[i] if i < len(names) else i + 1} {value}", *_figures(split[i, value])]
        for i, value in sorted(split)
    ]
    return _table(head, lines)


def _figures(rows: Sequence[Row]) -> list[str]:
    n = len(rows)
    first = 100 * sum(share(row, 0) for row in rows) / n
    best, margin, length = (sum(map(f, rows)) / n for f in (lambda r: max(r.scores), _margin, lambda r: r.decisions))
    return [str(n), f"{first:.1f} %", f"{best:.1f}", f"{margin:.1f}", f"{length:.1f}", f"{_branching(rows):.2f}"]


def _margin(row: Row) -> int:
    """The difference between the highest and the second-highest score."""
    ordered = sorted(row.scores, reverse=True)
    return ordered[0] - ordered[1] if len(ordered) > 1 else 0


def _lead(rows: Sequence[Row]) -> float:
    return sum(map(_margin, rows)) / len(rows)


def _branching(rows: Sequence[Row]) -> float:
    return sum(row.choices for row in rows) / max(1, sum(row.decisions for row in rows))


def wildness(groups: Mapping[str, Sequence[Row]]) -> list[Point]:
    """Every set-up by its branching factor and its leads, from calm to wild.

    If there are many set-ups of many parts, few games were played with each; its place is then estimated from the effect of each
    of its parts over all games.
    """
    across, up = _placed(groups, _branching), _placed(groups, _lead)
    places = [(value, across[value], up[value]) for value in groups]
    ranks = zip(_standard([x for _, x, _ in places]), _standard([y for _, _, y in places]), strict=True)
    heat = [a + b for a, b in ranks]
    low, high = min(heat), max(heat)
    points = [Point(x, y, value, (h - low) / ((high - low) or 1)) for (value, x, y), h in zip(places, heat, strict=True)]
    return sorted(points, key=lambda p: (p.heat, p.label))


def _placed(groups: Mapping[str, Sequence[Row]], figure: Callable[[Sequence[Row]], float]) -> dict[str, float]:
    """A figure for every set-up: measured directly, or the overall mean plus the effect of each of its letters."""
    if not lettered(groups):
        return {value: figure(rows) for value, rows in groups.items()}
    split: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for value, rows in groups.items():
        for part in enumerate(value):
            split[part] += rows
    mean = figure([row for rows in groups.values() for row in rows])
    effects = {part: figure(rows) - mean for part, rows in split.items()}
    return {value: mean + sum(effects[part] for part in enumerate(value)) for value in groups}


def _standard(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values)) or 1.0
    return [(value - mean) / deviation for value in values]


# --- a variant -----------------------------------------------------------------------------------


def _compared(figures: Iterable[tuple[str, Sequence[float]]], say: Say) -> list[str]:
    """Differences deal by deal, with effect sizes, and the number of further deals needed to decide what is still open."""
    lines = []
    for label, values in figures:
        mean, low, high = mean_interval(values)
        clear = say("clear") if low > 0 or high < 0 else ""
        deviation = sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
        effect = f"{mean / deviation:+.2f}" if deviation else "–"
        lines.append([label, f"{mean:+.2f}", f"{low:+.2f} … {high:+.2f}", effect, clear or further(mean, deviation, len(values))])
    head = [say("figure"), say("difference"), say("interval"), say("effect_size"), say("further_games")]
    return _section(say, "variant", _table(head, lines)) if lines else []


def further(mean: float, deviation: float, games: int) -> str:
    """The number of further deals until the interval excludes zero with a power of 80 %, if the difference is as estimated.

    >>> further(0.1, 1.0, 100)
    '685'
    """
    if not mean or not deviation:
        return "–"
    needed = ((Z95 + Z80) * deviation / mean) ** 2
    return str(max(0, round(needed) - games)) if needed < MOST_FURTHER else f"> {MOST_FURTHER}"
