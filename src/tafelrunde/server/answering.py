"""Answers that the server gives for a person: to forced questions, and by standing orders.

They are delayed by a time drawn from the times that the seat itself has taken at this table, so that nobody can tell
an automatic answer from the person's own by its response time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from math import log
from random import SystemRandom

from tafelrunde.core.state import State

KNOWN = 5
"""The number of answers of a seat from which its own times are used."""
REMEMBERED = 30
SHORTEST, LONGEST = 1.0, 600.0
"""The minimum and maximum delay in seconds."""
SPREAD = 0.5
"""The variation of delays while a seat's own times are unknown: the standard deviation of their logarithm."""

_random = SystemRandom()


class Pace:
    """The response times of the seats of a table, and when questions are answered automatically. Kept in memory only."""

    def __init__(self) -> None:
        self._asked: dict[str, tuple[int, float]] = {}
        self._taken: dict[int, deque[float]] = {}
        self._due: dict[str, float] = {}

    def look(self, questions: Mapping[int, str], now: float) -> None:
        """Record the present questions; one that has disappeared was answered by its seat."""
        standing = set(questions.values())
        for question in [question for question in self._asked if question not in standing]:
            seat, asked = self._asked.pop(question)
            self._taken.setdefault(seat, deque(maxlen=REMEMBERED)).append(now - asked)
        self._due = {question: at for question, at in self._due.items() if question in standing}
        for seat, question in questions.items():
            self._asked.setdefault(question, (seat, now))

    def forget(self, question: str) -> None:
        """Ignore the response time of a question that the server answers: it says nothing about the person."""
        self._asked.pop(question, None)

    def due(self, seat: int, question: str, now: float, median: float) -> float:
        """The time at which the question is answered for the seat; drawn once for every question."""
        if question not in self._due:
            asked = self._asked.get(question, (seat, now))[1]
            self._due[question] = asked + self.delay(seat, median)
        return self._due[question]

    def delay(self, seat: int, median: float) -> float:
        """A random delay from the seat's own response times."""
        taken = [seconds for seconds in self._taken.get(seat, ()) if seconds <= LONGEST]
        if len(taken) >= KNOWN:
            seconds = _random.choice(taken) * _random.uniform(0.8, 1.25)
        else:
            seconds = _random.lognormvariate(log(median), SPREAD)
        return min(max(seconds, SHORTEST), LONGEST)


def ordered_answer(state: State, seat: int, orders: Mapping[str, object]) -> int | None:
    """The answer of a seat's standing orders to its present question."""
    known = state.game.standing_orders
    answers = (known[name].answers(state, seat) for name in orders if name in known)
    return next((move for move in answers if move is not None), None)


def lapsed(state: State, seat: int, orders: Mapping[str, object]) -> list[str]:
    """The orders that have expired because their end condition was reached."""
    known = state.game.standing_orders
    return [name for name, mark in orders.items() if name not in known or known[name].mark(state, seat) != mark]
