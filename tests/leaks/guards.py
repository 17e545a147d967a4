"""Whether a run really compared anything: worlds that differ, and every channel."""

from __future__ import annotations

from tests.leaks.compare import Report
from tests.leaks.stage import Run

OPEN_GAMES = frozenset({"rise", "twentieth_century"})
"""Games in which only the order of decks is secret: no seat holds anything that others cannot know (RISE-S.25, 20C-S.21)."""
LEAST_VARIED = 0.5
MOST_GIVEN_UP = 0.25


class Vacuous(AssertionError):
    """A run that could not have found a leak."""


def check(report: Report, run: Run) -> None:
    """Raise :class:`Vacuous` where the worlds did not differ, or could not be played on too often."""
    moves = report.moves.total()
    if report.moves["not recomputed"] > MOST_GIVEN_UP * moves:
        raise Vacuous(f"{report.moves['not recomputed']} of {moves} moves could not be recomputed")
    if run.game in OPEN_GAMES:
        return
    for seat in range(run.players):
        if seat != run.viewer and report.varied[seat] < max(1, LEAST_VARIED * report.hidden[seat]):
            raise Vacuous(f"seat {seat} hid something else in {report.varied[seat]} of {report.hidden[seat]} worlds only")
