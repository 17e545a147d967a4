"""Views of one position that are made together are those that everybody would have got alone."""

from __future__ import annotations

from random import Random

import pytest

import tafelrunde


@pytest.mark.parametrize("name", tafelrunde.games())
def test_views_made_together_are_the_own_ones(name: str) -> None:
    game, random = tafelrunde.load(name), Random(8)
    for players in game.players:
        state = game.new(players, seed=players)
        viewers = [None, "all", *range(players)]
        for _ in range(40):
            if state.over:
                break
            assert game.views(state, viewers) == {viewer: state.view(viewer) for viewer in viewers}
            for _ in range(5):
                if not state.over:
                    seat = random.choice(state.to_act)
                    state.act(seat, random.choice(state.actions(seat)))
