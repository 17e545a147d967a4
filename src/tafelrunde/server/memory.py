"""Decides which tables stay in memory: those in use, and as many others as fit. An idle clock needs only its deadline."""

from __future__ import annotations

import ctypes
import sys
from collections import Counter
from collections.abc import Iterable

from tafelrunde.server.settings import Limits
from tafelrunde.server.table import Table

MB = 1024 * 1024
TABLE, POSITION, ENTRY, KEY = 60_000, 3_000, 1_000, 300
"""Estimated bytes of a table with its position, of each further position kept for undo, of a row and a key."""
OWN_SET = 5 * MB
"""For a game with a custom component set; tables with the same set share it."""
MANY = 50
"""The number of tables unloaded at once from which the allocator is asked to return memory to the system."""


def size(table: Table) -> int:
    """A table's estimated bytes, without its component set."""
    positions = POSITION * len(table.line.history.line)
    return TABLE + positions + table.view_bytes + ENTRY * len(table.recent) + KEY * len(table.keys)


def unused(table: Table) -> bool:
    """Whether a table can be unloaded; its position must be stored, in case other rules are installed before it is loaded
    again."""
    kept = table.kept_ply == table.shown.ply or table.change is not None
    return kept and not table.listeners and not table.lock.locked() and table.driver is None


def to_unload(tables: Iterable[Table], limits: Limits, now: float) -> list[Table]:
    """The tables that should be unloaded: idle ones, and the least recently used ones while memory limits are exceeded."""
    kept: list[Table] = []
    leaving: list[Table] = []
    for table in tables:
        idle = now - table.used > limits.idle_seconds and unused(table)
        (leaving if idle else kept).append(table)
    own_sets = Counter(id(table.game) for table in kept if table.info.component_text is not None)
    number, total = len(kept), sum(map(size, kept)) + OWN_SET * len(own_sets)
    for table in sorted(filter(unused, kept), key=lambda table: table.used):
        if number <= limits.loaded_tables and total <= limits.loaded_megabytes * MB:
            break
        leaving.append(table)
        number, total = number - 1, total - size(table)
        if table.info.component_text is not None:
            own_sets[id(table.game)] -= 1
            total -= 0 if own_sets[id(table.game)] else OWN_SET
    return leaving


def give_back() -> None:
    """Ask the C library to return free memory to the system; it keeps it otherwise."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it, musl has not
        if trim is not None:
            trim(0)
