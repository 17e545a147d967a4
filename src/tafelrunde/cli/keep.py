"""Keeping records on disk: never half-written, never over something else."""

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
    """Write a new file beside the old one and put it in its place: whoever pulls the plug finds one or the other whole."""
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
    """A new game is not recorded over anything that is there already."""
    if _begins_with(path) != "":
        raise BadInput(str(path), words.say("play", "record_exists", {}))


def check_own(path: Path, words: Catalogue) -> None:
    """``save`` may replace a record, but no other file."""
    begin = _begins_with(path)
    if begin and not begin.startswith(HEADER):
        raise BadInput(str(path), words.say("play", "no_record_there", {}))


def _begins_with(path: Path) -> str:
    """The first letters of what stands in a file; nothing where there is none."""
    try:
        with path.open("rb") as file:
            return file.read(64).decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        return "" if not path.exists() else "?"


def write_new(game: str, text: str, words: Catalogue) -> Path:
    """Write under a name of the day that is not taken, here or, where nothing can be written, in the temporary folder."""
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
