"""What a host can watch, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric


class Numbers:
    """Read when asked; counting costs nothing in between."""

    def __init__(self, host: Any) -> None:
        self._host = host

    def collect(self) -> Iterator[Metric]:
        host = self._host
        yield GaugeMetricFamily("tafelrunde_tables_loaded", "Tables in memory", value=len(host.tables.loaded()))
        yield GaugeMetricFamily("tafelrunde_sockets", "Open sockets", value=len(host.sockets))
        yield CounterMetricFamily("tafelrunde_moves", "Moves made", value=host.tables.moves)
        yield CounterMetricFamily("tafelrunde_conflicts", "Writes another process was first at", value=host.tables.conflicts)
        yield CounterMetricFamily("tafelrunde_commits", "Transactions", value=host.store.groups)
        yield CounterMetricFamily("tafelrunde_writes", "Writes that shared them", value=host.store.written)
        yield CounterMetricFamily("tafelrunde_commit_seconds", "Seconds in transactions", value=host.store.busy)
        yield GaugeMetricFamily("tafelrunde_commit_seconds_max", "The longest transaction", value=host.store.slowest)
        yield GaugeMetricFamily("tafelrunde_lag_seconds_max", "The longest time the loop was late", value=host.lag)
        yield CounterMetricFamily("tafelrunde_bot_decisions", "Questions bots were asked", value=host.thinkers.thoughts)


def registry_of(host: Any) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(Numbers(host))
    return registry
