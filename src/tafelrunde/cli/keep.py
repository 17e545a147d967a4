"""Saving records: writes are atomic and never overwrite another file by accident."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from datetime import date
from pathlib import Path

from tafelrunde.core.errors import BadInput
from tafelrunde.core.messages import Catalogue
from tafelrunde.core.record import HEADER


def write(path: Path, text: str, words: Catalogue) -> None:
    """Write a file atomically: the new content is written beside the old file and then renamed over it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(str(path), words.say("play", "cannot_write", {"reason": reason})) from None


def check_free(path: Path, words: Catalogue) -> None:
    """Refuse to record a new game over an existing file."""
    if _begins_with(path) != "":
        raise BadInput(str(path), words.say("play", "record_exists", {}))


def check_own(path: Path, words: Catalogue) -> None:
    """Allow ``save`` to replace a record, but no other file."""
    begin = _begins_with(path)
    if begin and not begin.startswith(HEADER):
        raise BadInput(str(path), words.say("play", "no_record_there", {}))


def _begins_with(path: Path) -> str:
    """The first characters of a file; empty if it does not exist."""
    try:
        with path.open("rb") as file:
            return file.read(64).decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        return "" if not path.exists() else "?"


def write_new(game: str, text: str, words: Catalogue) -> Path:
    """Write to an unused file name with today's date, in the current folder or, if that is not writable, in the temporary
    folder."""
    try:
        return _write_numbered(Path(), game, text, words)
    except BadInput:
        return _write_numbered(Path(tempfile.gettempdir()), game, text, words)


def _write_numbered(folder: Path, game: str, text: str, words: Catalogue) -> Path:
    n = 1
    while (path := folder / f"{game}-{date.today().isoformat()}-{n}.tafel").exists():
        n += 1
    write(path, text, words)
    return path
