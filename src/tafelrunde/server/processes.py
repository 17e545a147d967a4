"""Pools of worker processes for work that would block the event loop; they end with the server, even if it is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor

from tafelrunde.games import REGISTRY


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _start(registry: Mapping[str, str], niceness: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when its workers end
    os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    REGISTRY.update(registry)


class Pool:
    """Worker processes, started on first use. A higher ``niceness`` gives the server precedence."""

    def __init__(self, workers: int, niceness: int) -> None:
        self.workers, self._niceness = max(1, workers), niceness
        self._executor: ProcessPoolExecutor | None = None

    def open(self) -> ProcessPoolExecutor:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(
                self.workers, context, initializer=_start, initargs=(dict(REGISTRY), self._niceness)
            )
        return self._executor

    def close(self) -> None:
        """Kill the processes; the next call of :meth:`open` starts new ones."""
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in list((executor._processes or {}).values()):  # the executor itself would wait for their work
                process.kill()
            executor.shutdown(wait=True, cancel_futures=True)
