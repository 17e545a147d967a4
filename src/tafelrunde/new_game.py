"""A new game from the template: a small package that installs, plays and passes the contract suite as it is.

The template is a whole game in ``tafelrunde/template``; its names are replaced by those of the new one.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from tafelrunde.core.errors import BadInput
from tafelrunde.library import games
from tafelrunde.plugins import plugins

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 40
UNWANTED = (".pyc",)


def check_name(name: str) -> None:
    """Refuse a name that cannot be the id of a game and a package, or that something else has already."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadInput("NAME", f"{name!r:.60} is no id: lower-case letters, digits and single underscores, at most {LONGEST}.")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadInput("NAME", f"{name!r} is a word of Python.")
    if name in games() or any(problem.game == name for problem in plugins().problems):
        raise BadInput("NAME", f"There is a game {name!r} already; choose another name.")
    if name in sys.stdlib_module_names or name in ("tests", "tafelrunde") or find_spec(name) is not None:
        raise BadInput("NAME", f"There is a Python module {name!r} already; choose another name.")


def names(name: str) -> dict[str, str]:
    """What the names of the template become.

    >>> names("river_city")
    {'my_game': 'river_city', 'MyGame': 'RiverCity', 'My Game': 'River City', 'MG-': 'RC-'}
    """
    words = name.split("_")
    prefix = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    return {
        "my_game": name,
        "MyGame": "".join(word.capitalize() for word in words),
        "My Game": " ".join(word.capitalize() for word in words),
        "MG-": f"{prefix.upper()}-",
    }


def create(name: str, folder: Path) -> Path:
    """Write the package of a new game into a folder below ``folder`` and return it; what is there is never overwritten."""
    check_name(name)
    target = folder / name
    if target.exists():
        raise BadInput("DIR", f"{target} exists already.")
    if not folder.is_dir():
        raise BadInput("DIR", f"{folder} is no folder.")
    try:
        _copy(files("tafelrunde") / "template", target, names(name))
    except OSError as error:
        raise BadInput("DIR", f"{target} cannot be written ({error.strerror}).") from None
    return target


def _copy(source: Traversable, target: Path, new: dict[str, str]) -> None:
    target.mkdir()
    for entry in source.iterdir():
        place = target / _renamed(entry.name, new)
        if entry.is_dir():
            if entry.name != "__pycache__":
                _copy(entry, place, new)
        elif not entry.name.endswith(UNWANTED):
            place.write_text(_renamed(entry.read_text(encoding="utf-8"), new), encoding="utf-8")


def _renamed(text: str, new: dict[str, str]) -> str:
    for old, name in new.items():
        text = text.replace(old, name)
    return text
