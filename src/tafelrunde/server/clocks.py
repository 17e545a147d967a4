"""The clocks of one table: the deadline of each seat, in server time (``uptime.py``). This module does arithmetic only.

A seat has ``seconds`` for each decision.

* **Undo gives no time back.** A seat's decisions are numbered from the last safe point that binds everybody; the time spent
  on each number is kept, whatever question is asked after an undo. If others were asked because of the moves that are
  taken back, the time they spent is charged to the seat that takes back, and they are asked again with their full time.
* **Leaving does not stop a clock.** The clocks start when every seat is taken for the first time. A clock belongs to the seat:
  whoever takes over the seat takes over its clock.
* **Vacations** (day clocks only) stop a seat's clock, ``VACATION`` seconds in one game at most, whoever sits there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

DAY = 86_400.0
VACATION = 30 * DAY
"""The maximum vacation in seconds: of a person in any 365 days, and of a seat in one game."""

Period = tuple[float, float]


class ServerTime:
    """Wall time minus the total downtime of the server (``lost``). ``wall`` is replaced in tests."""

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        self.wall = wall
        self.lost = 0.0

    def now(self) -> float:
        return self.wall() - self.lost

    def at(self, wall: float) -> float:
        """The server time at a wall time of this run."""
        return wall - self.lost

    def shown(self, server_time: float) -> float:
        """The wall time at which a server time is reached if there is no downtime."""
        return server_time + self.lost


class Asked(NamedTuple):
    """A question asked of a seat, and its number among the seat's decisions since the last safe point."""

    question: str
    number: int


@dataclass
class Running:
    """The clock of one question."""

    question: str
    number: int
    spent: float
    """The seconds used before ``since``."""
    since: float


@dataclass
class Clocks:
    """The state of a table's clocks; ``dump`` and ``load`` round-trip exactly."""

    seconds: float
    started: bool = False
    base: int = 0
    """The ply of the last safe point that binds everybody."""
    running: dict[int, Running] = field(default_factory=dict)
    used: dict[int, dict[int, float]] = field(default_factory=dict)
    """The seconds spent on decisions that may still be taken back, by seat and number."""
    paused: dict[int, float] = field(default_factory=dict)
    """The seconds of vacation taken in this game, without the running clocks, by seat."""
    vacations: dict[int, list[Period]] = field(default_factory=dict)
    """The vacations of each seat, sorted and disjoint; stored with the people, not with the table."""

    # --- reading ---------------------------------------------------------------------------------

    def deadline(self, seat: int) -> float:
        """The server time at which the seat's clock runs out."""
        clock = self.running[seat]
        end = clock.since + self.seconds - clock.spent
        credit = self._credit(seat)
        for begins, ends in self.vacations.get(seat, ()):
            if begins >= end:
                break
            pause = min(max(0.0, ends - max(begins, clock.since)), credit)
            end, credit = end + pause, credit - pause
        return end

    def left(self, seat: int, now: float) -> float:
        """The seconds that the seat still has for its question."""
        clock = self.running[seat]
        return self.seconds - clock.spent - self._elapsed(seat, now)[0]

    @property
    def due(self) -> float | None:
        """The first moment at which a clock can run out, ignoring vacations."""
        return min((clock.since + self.seconds - clock.spent for clock in self.running.values()), default=None)

    def _credit(self, seat: int) -> float:
        return max(0.0, VACATION - self.paused.get(seat, 0.0))

    def _elapsed(self, seat: int, now: float) -> tuple[float, float]:
        """The seconds since the clock was started: those that count, and those of vacation."""
        since = self.running[seat].since
        away = sum(max(0.0, min(ends, now) - max(begins, since)) for begins, ends in self.vacations.get(seat, ()))
        pause = min(away, self._credit(seat))
        return max(0.0, now - since - pause), pause

    # --- going on --------------------------------------------------------------------------------

    def start(self, now: float, asked: Mapping[int, Asked], base: int) -> None:
        """Start the clocks because every seat is taken; from now on they run even if somebody leaves."""
        self.started, self.base = True, base
        self._begin(now, asked)

    def clear(self) -> None:
        """Forget all times after an agreed undo or change of rules; every question is asked again with its full time."""
        self.running, self.used = {}, {}

    def moved(self, now: float, asked: Mapping[int, Asked], numbers: Sequence[int], base: int) -> None:
        """Update the clocks after moves. ``numbers`` has the number of the next decision of every seat, asked or not."""
        for seat, clock in list(self.running.items()):
            if seat in asked and asked[seat].question == clock.question:
                clock.number = asked[seat].number
                continue
            answered = base != self.base or numbers[seat] > clock.number
            self._end(seat, now, keep=answered)
        if base != self.base:
            self.base, self.used = base, {}
        self._begin(now, asked)

    def undone(self, now: float, seat: int, asked: Mapping[int, Asked]) -> float:
        """Update the clocks after the seat took moves back; returns its remaining time for the question that is asked again."""
        standing = {question.question for question in asked.values()}
        wasted = 0.0
        for other, clock in list(self.running.items()):
            if other == seat:
                self._end(other, now, keep=True)
            elif clock.question not in standing:
                wasted = max(wasted, clock.spent + self._elapsed(other, now)[0])
                self._end(other, now, keep=False)
        if seat in asked:
            used = self.used.setdefault(seat, {})
            used[asked[seat].number] = used.get(asked[seat].number, 0.0) + wasted
        self._begin(now, asked)
        return self.left(seat, now) if seat in self.running else self.seconds

    def handed_over(self, seat: int, now: float) -> None:
        """Hand a clock over to another person: the time used stays used, and the new person's vacations apply."""
        if seat in self.running:
            counted, pause = self._elapsed(seat, now)
            clock = self.running[seat]
            clock.spent, clock.since = clock.spent + counted, now
            self.paused[seat] = self.paused.get(seat, 0.0) + pause
        self.vacations.pop(seat, None)

    def _begin(self, now: float, asked: Mapping[int, Asked]) -> None:
        if self.started:
            for seat, (question, number) in asked.items():
                if seat not in self.running:
                    self.running[seat] = Running(question, number, self.used.get(seat, {}).get(number, 0.0), now)

    def _end(self, seat: int, now: float, keep: bool) -> None:
        """Stop a clock; ``keep`` remembers the time for an undo. A question cancelled by other seats costs no time."""
        counted, pause = self._elapsed(seat, now)
        clock = self.running.pop(seat)
        self.paused[seat] = self.paused.get(seat, 0.0) + pause
        if keep:
            self.used.setdefault(seat, {})[clock.number] = clock.spent + counted
        else:
            self.used.get(seat, {}).pop(clock.number, None)

    def copy(self) -> Clocks:
        running = {seat: replace(clock) for seat, clock in self.running.items()}
        used = {seat: dict(used) for seat, used in self.used.items()}
        return replace(self, running=running, used=used, paused=dict(self.paused), vacations=dict(self.vacations))

    # --- storing ---------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        return {
            "started": self.started,
            "base": self.base,
            "running": {str(seat): [c.question, c.number, c.spent, c.since] for seat, c in self.running.items()},
            "used": {str(seat): {str(number): s for number, s in used.items()} for seat, used in self.used.items()},
            "paused": {str(seat): seconds for seat, seconds in self.paused.items()},
        }

    @classmethod
    def load(cls, seconds: float, data: Mapping[str, Any]) -> Clocks:
        running = {int(seat): Running(*values) for seat, values in data["running"].items()}
        used = {int(seat): {int(number): s for number, s in used.items()} for seat, used in data["used"].items()}
        paused = {int(seat): pause for seat, pause in data["paused"].items()}
        return cls(seconds, data["started"], data["base"], running, used, paused)
