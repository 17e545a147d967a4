"""Finds and loads games, component sets, records and scenarios. Use it instead of importing game packages directly."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

from tafelrunde.core import components as component_files
from tafelrunde.core import record, scenario
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Game
from tafelrunde.games import REGISTRY
from tafelrunde.plugins import plugins


def games() -> tuple[str, ...]:
    """The ids of all games.

    >>> "rise" in games()
    True
    """
    return tuple(sorted({*REGISTRY, *plugins().games}))


def load(game: str, components: str | PathLike[str] | None = None) -> Game[Any]:
    """Load a game by its id with its own or another component set, which is validated.

    >>> load("rise").title
    'RISE'
    """
    _check(game)
    if components is None:
        return _standard(game)
    path = Path(components)
    return _load(game, read_text(path), path.name)


def with_components(game: str, wanted: str) -> Game[Any]:
    """Load a game with the component set that has this hash: its own set or one of an earlier version. An unknown hash gives the
    game's own set.

    Records and tables store the hash of their set and continue with it when the game's own set has changed.
    """
    own = load(game)
    if own.components.hash == wanted or not re.fullmatch(r"[0-9a-f]{12}", wanted):
        return own
    return _former(game, wanted) or own


@lru_cache(maxsize=64)
def _former(game: str, wanted: str) -> Game[Any] | None:
    file = files(game_class(game).folder) / "data" / "former" / f"{wanted}.toml"
    return _load(game, file.read_text(encoding="utf-8"), file.name) if file.is_file() else None


def _check(game: str) -> None:
    """Reject an id that no usable game has; for a plugin that cannot be used the error gives the reason."""
    if game in REGISTRY or game in plugins().games:
        return
    for problem in plugins().problems:
        if problem.game == game:
            raise BadInput("game", f"{game!r} cannot be used: {problem.reason} (package {problem.package})")
    raise BadInput("game", f"There is no game {game!r}; the games are: {', '.join(games())}.")


def game_class(game: str) -> type[Game[Any]]:
    """A game's class, for facts about it that do not need its components."""
    if game not in REGISTRY:
        return plugins().games[game]
    name, _, kind = REGISTRY[game].partition(":")
    module = import_module(name)
    found: list[type[Game[Any]]] = (
        [getattr(module, kind)]
        if kind
        else [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Game) and one.__module__ == name]
    )
    return found[0]


def about(game: str) -> Any:
    """A game's description without its rules: ``id``, ``title``, ``players``, ``options``, ``folder``."""
    if game not in REGISTRY:
        return plugins().games[game]
    return import_module(f"{REGISTRY[game].partition(':')[0].rpartition('.')[0]}.about").About


def component_text(folder: str) -> str:
    """The text of a game's own component file."""
    return (files(folder) / "data" / "components.toml").read_text(encoding="utf-8")


@cache
def _standard(game: str) -> Game[Any]:
    return _load(game, component_text(game_class(game).folder), "components.toml")


def _load(game: str, text: str, name: str) -> Game[Any]:
    kind = game_class(game)
    return kind(component_files.read(text, name, kind.schema))


def read_text(path: Path) -> str:
    """Read a text file; an error explains in one sentence why that is impossible."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(str(path), f"The file cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise BadInput(str(path), "The file is not UTF-8 text.") from None


def load_record(text: str, components: str | PathLike[str] | None = None) -> record.Record:
    """Replay a ``.tafel`` record; ``components`` is the set it was played with, if that never was the game's own."""

    def find(game_id: str, wanted: str) -> Game[Any]:
        game = load(game_id, components) if components is not None else with_components(game_id, wanted)
        if game.components.hash != wanted:
            raise BadInput(
                "components",
                f"The record was played with the component set {wanted}, this one is {game.components.hash}.",
            )
        return game

    return record.read(text, find)


def load_scenario(text: str) -> scenario.Scenario:
    """A checked scenario, ready to run."""
    return scenario.parse(text, load)
