"""Views of one position that are made together are those that everybody would have got alone, also from many threads."""

from __future__ import annotations

from random import Random

from tafelrunde.core.views import Shared
from tafelrunde.testing import random_play, random_position
from tafelrunde.testing.games import every_game, game


@every_game
def test_views_made_together_are_the_own_ones(name: str) -> None:
    rules, random = game(name), Random(8)
    for players in rules.players:
        state = rules.new(players, seed=players)
        viewers = [None, "all", *range(players)]
        for _ in range(40):
            if state.over:
                break
            views = rules.views(state, viewers)
            assert views == {viewer: state.view(viewer) for viewer in viewers}
            assert all(a is b for a, b in zip(views[None]["seats"], views[0]["seats"], strict=True) if a == b), "made once"
            for _ in random_play(state, random, 5):
                pass


@every_game
def test_the_cache_of_one_position_is_of_no_use_to_another(name: str) -> None:
    rules = game(name)
    one, other = (random_position(rules, rules.players[0], Random(seed), 30) for seed in (1, 2))
    shared = Shared(one)
    assert rules.view(one, None, shared) == one.view(None)
    assert rules.view(other, None, shared) == other.view(None)
