"""Structured logs: one JSON object a line, without any data from requests or from the database.

The message of an exception may contain the data that caused it: a password, an address, the parameters of a statement. So the
type and place of an exception are logged, but not its message; the arguments of other libraries' messages are omitted as well.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import orjson

OWN = "tafelrunde"
FIELDS = ("table", "reason")
"""The extra fields that our own messages may have."""
FRAMES = 40
CHAIN = 8
"""The maximum length of a chain of exceptions."""

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class JsonLines(logging.Formatter):
    """Formats log records as JSON lines."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": record.created, "level": record.levelname.lower(), "message": _message(record)}
        if record.name.startswith(OWN):
            line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        else:
            line["logger"] = record.name
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = [_place(error) for error in _chain(record.exc_info[1])]
        return orjson.dumps(line).decode()


def _message(record: logging.LogRecord) -> str:
    """The message: ours are constants; for other libraries the first line of the unformatted template."""
    return record.getMessage() if record.name.startswith(OWN) else str(record.msg).partition("\n")[0][:200]


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception, followed by its causes."""
    current: BaseException | None = error
    for _ in range(CHAIN):
        if current is None:
            return
        yield current
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)


def _place(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__, FRAMES)
    found: dict[str, Any] = {
        "type": f"{type(error).__module__}.{type(error).__qualname__}",
        "at": [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames],
    }
    if isinstance(error, OSError) and error.errno is not None:
        found["errno"] = error.errno
    return found


def _short(path: str) -> str:
    """The end of a file's path, beginning with its package."""
    inside = path.rpartition("site-packages/")[2].rpartition("/src/")[2]
    return inside if inside != path else "/".join(path.split("/")[-3:])


def set_up() -> None:
    """Configure all logging of this process, including uncaught exceptions."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.captureWarnings(True)
    logger = logging.getLogger(OWN)

    def in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            logger.error("a thread failed", exc_info=args.exc_value)

    def unraisable(args: sys.UnraisableHookArgs) -> None:
        if args.exc_value is not None:
            logger.error("something failed while it was cleared away", exc_info=args.exc_value)

    threading.excepthook = in_thread
    sys.unraisablehook = unraisable
