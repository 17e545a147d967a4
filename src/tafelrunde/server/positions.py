"""Loads games and stores and restores positions."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from contextlib import suppress
from hashlib import sha256
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from tafelrunde.core import components as component_files
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tafelrunde.library import game_class, load, with_components
from tafelrunde.server.errors import Refused
from tafelrunde.server.facts import Info

_OWN: WeakValueDictionary[tuple[str, str], Game[Any]] = WeakValueDictionary()
_LATELY: OrderedDict[tuple[str, str], Game[Any]] = OrderedDict()
"""Games with component sets of their own, by the hash of the text: as long as a table uses them, and the last few."""
LATELY = 3
_LOCK = Lock()


def game_of(game: str, text: str | None, components: str | None = None) -> Game[Any]:
    """A game with its official component set, the former one of a hash, or one that a table brought along; equal texts share
    one game."""
    if text is None:
        return load(game) if components is None else with_components(game, components)
    key = game, sha256(text.encode()).hexdigest()
    found = _OWN.get(key)
    if found is None:
        kind = game_class(game)
        found = kind(component_files.read(text, "components", kind.schema))
    with _LOCK:
        found = _OWN.setdefault(key, found)
        _LATELY[key] = found
        _LATELY.move_to_end(key)
        while len(_LATELY) > LATELY:
            _LATELY.popitem(last=False)
    return found


async def open_game(game: str, text: str | None) -> None:
    """Read a component set in a thread, so that :func:`game_of` finds it in the cache: reading takes a tenth of a second."""
    if text is not None:
        with suppress(BadInput):  # whoever needs the game gets the error
            await asyncio.to_thread(game_of, game, text)


def installed_game(info: Info) -> Game[Any]:
    """The installed version of a table's game, with the table's original components if they are still known; whether it is
    compatible
    is decided by :mod:`upgrade`."""
    try:
        return game_of(*info.played_with)
    except BadInput as error:
        raise Refused(410, "not_installed", str(error)) from None


def beginning(game: Game[Any], info: Info) -> State:
    """The first position of a table: a new game, or the position from which practice or changed rules branched."""
    if info.base is not None:
        return restore_state(game, info.base, info.seed)
    found: State = game.new(info.players, info.seed, info.options)
    return found


def dump_state(state: State) -> str:
    """Serialise a position. States hold integers of any size, which fast JSON writers refuse; the seed is omitted."""
    return json.dumps({**state.to_json(), "seed": 0}, separators=(",", ":"))


def restore_state(game: Game[Any], text: str, seed: int) -> State:
    """Restore the position of a snapshot. A refusal names the invalid key, never its value, which may be secret."""
    try:
        state: State = game.from_json({**json.loads(text), "seed": seed})
    except BadInput as error:
        raise BadInput(error.where, "This saved position does not fit the installed rules.") from None
    return state
