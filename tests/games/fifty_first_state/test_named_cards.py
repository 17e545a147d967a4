"""A card that is chosen for an action stays its owner's secret until the action is paid for (51S-S.10)."""

from __future__ import annotations

from random import Random
from typing import Any

import tafelrunde
from tafelrunde.games.fifty_first_state.game import NAMES_A_CARD
from tests.support import random_position

GAME = tafelrunde.load("fifty_first_state")


def test_a_sampled_world_does_not_know_which_card_is_being_paid_for() -> None:
    """For the others the action is not chosen yet, and the world can be played on; payments come up now and then."""
    met = missing = 0
    for seed in range(400):
        random = Random(seed)
        state: Any = random_position(GAME, 2 + seed % 3, random, random.randrange(30, 200))
        frames = [frame for frame in state.stack if isinstance(frame, NAMES_A_CARD)]
        for frame in frames:
            met += 1
            owner = frame.seat
            assert state.sample(owner, seed).stack == state.stack, "the own choice stands"
            world = state.sample((owner + 1) % state.players, seed)
            assert world.decision(owner).kind == "turn"
            assert not [frame for frame in world.stack if isinstance(frame, NAMES_A_CARD)]
            assert len(world.hands[owner]) == len(state.hands[owner])
            missing += frame.card not in world.hands[owner]
            for _ in range(20):
                if world.over:
                    break
                seat = world.to_act[0]
                world.act(seat, random.choice(world.actions(seat)))
    assert met > 5
    assert missing, "the card is dealt anew like the rest of the hand"
