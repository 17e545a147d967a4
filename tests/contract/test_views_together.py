"""Views of one position that are made together are those that everybody would have got alone, also from many threads."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import tafelrunde
from tafelrunde.core.state import State
from tafelrunde.testing.contract.views import *  # noqa: F403
from tests.contract.games import GAMES, game  # noqa: F401
from tests.support import random_position

TABLES, THREADS, VIEWS = 12, 8, 20_000


def test_views_of_many_tables_never_mix() -> None:
    """12 tables, 8 threads, 20,000 views: half of them made together, as for listeners, half alone, as for study calls."""
    names = tafelrunde.games()
    states = [random_position(game(name), game(name).players[-1], Random(i), 60) for i, name in enumerate(names * 3)]
    viewers = [(None, *range(state.players)) for state in states]
    expected = [{viewer: state.view(viewer) for viewer in seen} for state, seen in zip(states, viewers, strict=True)]
    assert len(states) == TABLES
    assert len({json.dumps(views[None]) for views in expected}) == TABLES

    def look(worker: int) -> list[Any]:
        random, made, mixed = Random(worker), 0, []
        while made < VIEWS // THREADS:
            table = random.randrange(TABLES)
            state: State = states[table]
            if random.random() < 0.5:
                views: dict[Any, Any] = state.game.views(state, viewers[table])
            else:
                viewer = random.choice(viewers[table])
                views = {viewer: state.view(viewer)}
            made += len(views)
            mixed += [(table, viewer) for viewer, view in views.items() if view != expected[table][viewer]]
        return mixed

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            assert [wrong for mixed in pool.map(look, range(THREADS)) for wrong in mixed] == []
    finally:
        sys.setswitchinterval(before)
