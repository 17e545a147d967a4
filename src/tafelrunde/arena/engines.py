"""Runs games in this process, in several, or on a Ray cluster; the rows and their order are the same."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tafelrunde.arena.plan import Plan, Row, Step, play_jobs

CHUNKS_A_WORKER = 16
"""Chunks for each process: enough that no process waits long for the last one, few enough to keep the overhead low."""
MAX_CHUNK = 20

Played = list[tuple[Row, list[Step]]]


@contextmanager
def played(
    plan: Plan, jobs: range, workers: int, engine: str = "local", address: str | None = None
) -> Iterator[Iterator[Played]]:
    """The results of the jobs in order. Taking them as they finish would favour short games if the run is stopped early."""
    if engine == "ray":
        yield from _on_ray(plan, _chunks(jobs, workers), address)
    elif workers == 1:
        yield map(partial(play_jobs, plan), _chunks(jobs, 1))
    else:
        with multiprocessing.Pool(workers, _leave_interrupts_to_parent) as pool:
            yield pool.imap(partial(play_jobs, plan), _chunks(jobs, workers))


def has_ray() -> bool:
    return find_spec("ray") is not None


def _chunks(jobs: range, workers: int) -> Iterator[range]:
    size = max(1, min(MAX_CHUNK, len(jobs) // (workers * CHUNKS_A_WORKER))) if workers > 1 else 1
    return (jobs[i : i + size] for i in range(0, len(jobs), size))


def _leave_interrupts_to_parent() -> None:
    """Ignore Ctrl-C in a worker: the signal reaches every process of a terminal, but only the parent shall act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(plan: Plan, chunks: Iterator[range], address: str | None) -> Iterator[Iterator[Played]]:
    ray: Any = import_module("ray")
    started = not ray.is_initialized()
    if started:
        ray.init(address=address, log_to_driver=False, logging_level="error", include_dashboard=False)
    try:
        yield _ray_results(ray, plan, chunks)
    finally:
        if started:
            ray.shutdown()


def _ray_results(ray: Any, plan: Plan, chunks: Iterator[range]) -> Iterator[Played]:
    """Keep up to two chunks per processor submitted, so that no processor is idle."""
    play = ray.remote(play_jobs)
    most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: deque[Any] = deque()
    for chunk in chunks:
        waiting.append(play.remote(plan, chunk))
        if len(waiting) >= most:
            yield ray.get(waiting.popleft())
    while waiting:
        yield ray.get(waiting.popleft())
