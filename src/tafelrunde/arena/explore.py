"""The figures for the interactive part of the report, counted once for each filter, so that the page does not contain the games.

A filter is a file (the games of one set of bots) and one value of an option, or all of them; the page selects the seat. Shares of
victories are whole numbers, in sixtieths.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tafelrunde.arena.figures import share
from tafelrunde.arena.plan import Row

WHOLE = 60
"""A victory; it can be divided among up to six seats."""
WAYS = ("offered", "drawn", "played", "held")
LETTERED = 12
"""An option with more values, all of one length, has a filter for each letter."""


class Group(NamedTuple):
    """Games that one filter selects: a label, and the value of an option or of one of its letters."""

    label: str
    option: str = ""
    place: int = -1
    value: str = ""

    def has(self, options: dict[str, str]) -> bool:
        if not self.option:
            return True
        found = options.get(self.option, "")
        return (found if self.place < 0 else found[self.place : self.place + 1]) == self.value


def groups(rows: Sequence[Row], everything: str, name: Any, parts: Any) -> list[Group]:
    """A group of all games, and one for each value of the options that vary."""
    found = [Group(everything)]
    options = [json.loads(row.options) for row in rows[:2000] if row.options]
    for option in options[0] if options else ():
        values = sorted({each[option] for each in options})
        if len(values) > LETTERED and len({len(value) for value in values}) == 1:
            called = parts(option)
            for place in range(len(values[0])):
                letters = sorted({value[place] for value in values})
                label = called[place] if place < len(called) else f"{name(option)} {place + 1}"
                found += [Group(f"{label} {letter}", option, place, letter) for letter in letters if len(letters) > 1]
        elif 1 < len(values) <= LETTERED:
            found += [Group(f"{name(option)}: {value}", option, -1, value) for value in values]
    return found


def explored(files: Sequence[tuple[str, Sequence[Row]]], known: Sequence[Group], components: Sequence[str]) -> dict[str, Any]:
    """For each file and group: games, victories by seat, components by seat, and the figures round by round."""
    place = {name: i for i, name in enumerate(components)}
    cells = []
    for _, rows in files:
        options = [json.loads(row.options) if row.options else {} for row in rows]
        for group in known:
            chosen = [row for row, each in zip(rows, options, strict=True) if group.has(each)]
            cells.append(_cell(chosen, place) if chosen else None)
    seats = max(len(row.scores) for _, rows in files for row in rows)
    return {
        "files": [name for name, _ in files], "groups": [group.label for group in known], "components": list(components),
        "seats": seats, "whole": WHOLE, "cells": cells,
    }  # fmt: skip


def _cell(rows: Sequence[Row], place: dict[str, int]) -> dict[str, Any]:
    seats = range(len(rows[0].scores))
    counts = [[[0] * (2 * len(WAYS)) for _ in place] for _ in seats]
    won = [0] * len(seats)
    for row in rows:
        for seat in seats:
            part = round(WHOLE * share(row, seat))
            won[seat] += part
            for way, names in enumerate(_ways(row, seat)):
                for name in names:
                    if name in place:
                        cell = counts[seat][place[name]]
                        cell[2 * way] += 1
                        cell[2 * way + 1] += part
    return {
        "n": len(rows), "won": won, "components": counts, "even": sum(bool(row.winners) for row in rows) / len(rows) / len(seats),
        "leads": _spread([row.course.leads for row in rows]), "decisions": _spread([row.decisions for row in rows]),
        "branching": _spread([row.choices / max(1, row.decisions) for row in rows]), "rounds": _rounds(rows, len(seats)),
    }  # fmt: skip


def _ways(row: Row, seat: int) -> Iterable[Iterable[str]]:
    course = row.course
    kept = [each[seat] if seat < len(each) else () for each in (course.offered, course.drawn, course.played)]
    held = {mark.partition(":")[2] for mark in row.marks[seat]} if seat < len(row.marks) else set()
    return *kept, held


def _rounds(rows: Sequence[Row], seats: int) -> list[dict[str, Any]]:
    """After each round: the number of games that reached it, mean scores, and how often the sole leader won."""
    out = []
    for number in range(max((len(row.course.curve) for row in rows), default=0)):
        reached = [row for row in rows if len(row.course.curve) > number]
        led, won = 0, 0.0
        for row in reached:
            scores = row.course.curve[number]
            if scores.count(max(scores)) == 1:
                led, won = led + 1, won + share(row, scores.index(max(scores)))
        means = [round(sum(row.course.curve[number][seat] for row in reached) / len(reached), 2) for seat in range(seats)]
        out.append({"n": len(reached), "means": means, "led": led, "won": round(WHOLE * won)})
    return out


def _spread(values: Sequence[float]) -> list[float]:
    """The mean, and the bounds of the middle nine tenths."""
    ordered = sorted(values)
    low, high = (ordered[round(part * (len(ordered) - 1))] for part in (0.05, 0.95))
    return [round(sum(values) / len(values), 3), round(low, 3), round(high, 3)]
