"""Games from other packages: the entry point group ``tafelrunde.games``.

A package adds a game with two lines in its ``pyproject.toml``::

    [project.entry-points."tafelrunde.games"]
    my_game = "my_package.game:MyGame"

The name is the game's id. Every plugin is imported and checked when games are first listed. One that cannot be used is
reported as a :class:`Problem` with its reason; the other games work. This module must not depend on any game or on the rules.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from tafelrunde.core.game import ENGINE, Game
from tafelrunde.games import REGISTRY

GROUP = "tafelrunde.games"


class Problem(NamedTuple):
    """A plugin that cannot be used, and why."""

    game: str
    package: str
    reason: str

    def __str__(self) -> str:
        return f"{self.game} (from {self.package}): {self.reason}"


class Plugins(NamedTuple):
    """The games that the installed packages offer."""

    games: dict[str, type[Game[Any]]]
    problems: tuple[Problem, ...]


@cache
def plugins() -> Plugins:
    """The usable games of other packages and the problems of the others; determined once."""
    return check(entry_points(group=GROUP))


def check(found: Any) -> Plugins:
    """Load each entry point; an id that several packages claim is rejected for all of them."""
    claims: dict[str, list[EntryPoint]] = defaultdict(list)
    for point in found:
        claims[point.name].append(point)
    games: dict[str, type[Game[Any]]] = {}
    problems: list[Problem] = []
    for game, points in sorted(claims.items()):
        if game in REGISTRY:
            problems += [Problem(game, _package(p), "Tafelrunde has a game with this id; choose another id.") for p in points]
        elif len({(point.value, _package(point)) for point in points}) > 1:
            names = ", ".join(sorted(map(_package, points)))
            problems += [Problem(game, names, "these packages use the same id; uninstall all but one of them.")]
        else:
            kind, reason = _load(points[0])
            if kind is not None:
                games[game] = kind
            else:
                problems.append(Problem(game, _package(points[0]), reason))
    return Plugins(games, tuple(problems))


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module


def _load(point: EntryPoint) -> tuple[type[Game[Any]] | None, str]:
    """The class of a plugin, or the reason why there is none."""
    try:
        kind = point.load()
    except Exception as error:  # an error while importing somebody else's package must not affect other games
        return None, f"{point.value} cannot be imported ({type(error).__name__}: {error})."
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        return None, f"{point.value} is not a class derived from tafelrunde.core.game.Game."
    if kind.engine != ENGINE:
        return None, f"it is written for engine {kind.engine}, this is engine {ENGINE}; install a matching version of either."
    if kind.id != point.name:
        return None, f"its entry point is called {point.name!r} and the id of its game is {kind.id!r}; they must be equal."
    return kind, ""
