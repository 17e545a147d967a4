"""Metrics for Prometheus, summed over the worker processes of one ``tafelrunde serve``.

Each worker writes its numbers into shared memory once a second; the process that answers a request adds them up. The counters
of a terminated worker are kept, so that a counter never falls. Metrics have no labels, so they reveal nothing about people.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, MutableSequence
from typing import Any, Literal, NamedTuple

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric


class Number(NamedTuple):
    """One metric: how a process reads it, and how the values of several processes are combined."""

    name: str
    help: str
    kind: Literal["counter", "gauge", "max"]
    read: Callable[[Any], float]


NUMBERS = (
    Number("tables_loaded", "Tables in memory", "gauge", lambda host: len(host.tables.loaded())),
    Number("sockets", "Open sockets", "gauge", lambda host: len(host.sockets)),
    Number("moves", "Moves made", "counter", lambda host: host.tables.moves),
    Number("conflicts", "Writes another process was first at", "counter", lambda host: host.tables.conflicts),
    Number("commits", "Transactions", "counter", lambda host: host.store.writer.groups),
    Number("writes", "Writes that shared them", "counter", lambda host: host.store.writer.written),
    Number("commit_seconds", "Seconds in transactions", "counter", lambda host: host.store.writer.busy),
    Number("commit_seconds_max", "The longest transaction", "max", lambda host: host.store.writer.slowest),
    Number("lag_seconds_max", "The longest time the event loop was late", "max", lambda host: host.lag),
    Number("bot_decisions", "Questions bots were asked", "counter", lambda host: host.thinkers.thoughts),
    Number("outages", "Outages of the database", "counter", lambda host: host.store.writer.outage.count),
    Number("database_up", "Processes that can write", "gauge", lambda host: host.store.writer.outage.since is None),
    Number("quarantined_tables", "Tables that could not be opened", "max", lambda host: len(host.tables.quarantine)),
    Number("workers", "Server processes", "gauge", lambda host: 1.0),
)


class Board:
    """The numbers of all workers: a row for each, and one for terminated workers. Can be passed to a new process."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._cells: MutableSequence[float] = multiprocessing.get_context("spawn").RawArray("d", (workers + 1) * len(NUMBERS))

    def write(self, worker: int, host: Any) -> None:
        for i, number in enumerate(NUMBERS):
            self._cells[worker * len(NUMBERS) + i] = float(number.read(host))

    def retire(self, worker: int) -> None:
        """Retire a terminated worker: keep its counters and maxima, and free its row for another."""
        for i, number in enumerate(NUMBERS):
            value = self._cells[worker * len(NUMBERS) + i]
            kept = self.workers * len(NUMBERS) + i
            if number.kind != "gauge":
                self._cells[kept] = _together(number, [self._cells[kept], value])
            self._cells[worker * len(NUMBERS) + i] = 0.0

    def numbers(self) -> dict[str, float]:
        """Every metric by its name, combined over all workers."""
        rows = range(self.workers + 1)
        return {
            number.name: _together(number, [self._cells[row * len(NUMBERS) + i] for row in rows])
            for i, number in enumerate(NUMBERS)
        }

    def collect(self) -> Iterator[Metric]:
        found = self.numbers()
        for number in NUMBERS:
            family = CounterMetricFamily if number.kind == "counter" else GaugeMetricFamily
            yield family(f"tafelrunde_{number.name}", number.help, value=found[number.name])


def _together(number: Number, values: list[float]) -> float:
    return max(values) if number.kind == "max" else sum(values)


def registry_of(board: Board) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(board)
    return registry
