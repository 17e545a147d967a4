"""The disk below a server under test: it can be full, read-only or fail to flush, and it can lose its power.

``disk.c`` is loaded before the C library of the server. It keeps a journal of every change and every flush below a folder.
:class:`Platter` says what such a folder holds if the power is cut at some place of the journal: what was flushed is there, of
everything else any part may be.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

SOURCE = Path(__file__).with_name("disk.c")
SECTOR = 512
"""A write that was not flushed may have reached the disk in parts of this size."""
WELL, FULL, READ_ONLY, NO_FLUSH = range(4)
_HEAD = struct.Struct("<IIQQ")


@cache
def library() -> Path:
    """Compile ``disk.c``, with the system's compiler or with one from PyPI. Nothing is skipped."""
    compiler = next(([found] for found in map(shutil.which, ("cc", "gcc", "clang")) if found), None)
    if compiler is None:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "ziglang"], check=True)
        compiler = [sys.executable, "-m", "ziglang", "cc"]
    made = Path(tempfile.mkdtemp(prefix="tafelrunde-disk-")) / "disk.so"
    subprocess.run([*compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl", "-lpthread"], check=True)
    return made


class Disk:
    """A folder whose changes are noted and can be made to fail."""

    def __init__(self, folder: Path, beside: Path) -> None:
        self.folder = folder.resolve()
        self._journal, self._control = beside / "journal", beside / "control"
        self._control.write_bytes(bytes([WELL]))
        self._journal.touch()
        for path in (beside, self._journal, self._control):
            path.chmod(0o777)  # PostgreSQL runs as another account

    @property
    def env(self) -> dict[str, str]:
        """The environment of a process whose disk this is."""
        return {
            "LD_PRELOAD": str(library()), "DISK_WATCH": str(self.folder), "DISK_LOG": str(self._journal),
            "DISK_CONTROL": str(self._control),
        }  # fmt: skip

    def set(self, fault: int) -> None:
        with self._control.open("r+b") as control:
            control.write(bytes([fault]))

    @contextmanager
    def failing(self, fault: int) -> Iterator[None]:
        self.set(fault)
        try:
            yield
        finally:
            self.set(WELL)

    @property
    def noted(self) -> int:
        """How long the journal is now."""
        return self._journal.stat().st_size

    def records(self) -> list[Record]:
        return list(_read(self._journal.read_bytes()))


class Record(NamedTuple):
    """One change: C create, W write, T truncate, S flush, U unlink, R rename; ``end`` is its end in the journal."""

    op: str
    path: str
    offset: int
    data: bytes
    end: int


def _read(journal: bytes) -> Iterator[Record]:
    at = 0
    while at + _HEAD.size <= len(journal):
        op, path, offset, length = _HEAD.unpack_from(journal, at)
        start = at + _HEAD.size
        end = start + path + length
        if end > len(journal):
            return
        yield Record(chr(op), journal[start : start + path].decode(), offset, journal[start + path : end], end)
        at = end


class _File:
    """A file's flushed content and what was done to it since; names point to it."""

    def __init__(self) -> None:
        self.safe = bytearray()
        self.since: list[Record] = []

    def flush(self) -> None:
        for record in self.since:
            _apply(self.safe, record, lambda: True)
        self.since = []

    def left(self, reached: Callable[[], bool]) -> bytearray:
        """What is on disk if a part of the changes since the last flush has reached it."""
        found = bytearray(self.safe)
        for record in self.since:
            _apply(found, record, reached)
        return found


def _apply(content: bytearray, record: Record, reached: Callable[[], bool]) -> None:
    """Make a change, as far as its sectors have reached the disk."""
    if record.op == "T":
        if reached():
            del content[record.offset :]
            content.extend(bytes(record.offset - len(content)))
        return
    for i in range(0, len(record.data), SECTOR):
        if reached():
            part, at = record.data[i : i + SECTOR], record.offset + i
            if at > len(content):
                content.extend(bytes(at - len(content)))
            content[at : at + len(part)] = part


class Platter:
    """What a folder holds, on disk and in the memory of the operating system, after some records of the journal."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._names: dict[str, _File] = {}
        self._safe_names: dict[str, _File] = {}

    def take(self, record: Record) -> None:
        names = self._names
        if record.op == "C":
            names.setdefault(record.path, _File())
        elif record.op == "U":
            names.pop(record.path, None)
        elif record.op == "R":
            names[record.data.decode()] = names.pop(record.path)
        elif record.op == "S" and record.path == self._folder:
            self._safe_names = dict(names)
        elif record.op == "S":
            names[record.path].flush()
        else:
            names[record.path].since.append(record)

    def cut_power(self, into: Path, random: Random | None) -> None:
        """Write into another folder what is left. Without ``random`` that is only what was flushed, else some of the rest."""
        names = self._safe_names if random is None or random.random() < 0.5 else self._names
        for path, file in names.items():
            reached = (lambda: False) if random is None else (lambda: random.random() < 0.5)
            (into / Path(path).name).write_bytes(file.left(reached))
