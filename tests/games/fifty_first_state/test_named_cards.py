"""A card named for an action is known to all, also while it is still being paid for."""

from __future__ import annotations

from random import Random
from typing import Any

import tafelrunde
from tests.support import random_position

GAME = tafelrunde.load("fifty_first_state")
NAMED = ("built", "replace", "rebuilt", "dealt", "razed")


def test_a_sampled_world_keeps_the_card_somebody_has_named() -> None:
    """Played on, such a world must not miss the card; hundreds of random positions come to a payment now and then."""
    met = 0
    for seed in range(400):
        random = Random(seed)
        state: Any = random_position(GAME, 2 + seed % 3, random, random.randrange(30, 200))
        frames = [frame for frame in state.stack if frame[0] in NAMED]
        for frame in frames:
            met += 1
            other = (frame[1] + 1) % state.players
            world = state.sample(other, seed)
            assert frame[2] in world.hands[frame[1]]
            assert len(world.hands[frame[1]]) == len(state.hands[frame[1]])
            for _ in range(20):
                if world.over:
                    break
                seat = world.to_act[0]
                world.act(seat, random.choice(world.actions(seat)))
    assert met > 5
