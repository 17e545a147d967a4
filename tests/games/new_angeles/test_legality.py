"""Legal if and only if no guard objects: every move of every verb that a position asks for, and every free move."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from tests.support import game_of, random_play

GAME = game_of("new_angeles")
BY_VERB: dict[str, list[int]] = defaultdict(list)
for _move in GAME.vocabulary:
    if not (_move.verb in ("spend", "give", "ask", "promise") and _move.words[-1] in range(60, 1000)):
        BY_VERB[_move.verb].append(_move.index)
FREE = [verb for verb, known in GAME.guards.verbs.items() if not known.kinds and verb != "promise"]


def test_guards_and_lists_agree() -> None:
    random = Random(4)
    seen: dict[str, int] = defaultdict(int)
    for seed in range(40):
        state = GAME.new(4 + seed % 3, seed)
        for seat in random_play(state, random):
            kind = state.asked[seat][1].kind
            seen[kind] += 1
            if seen[kind] <= 4:
                legal = set(state.actions(seat))
                for verb, known in GAME.guards.verbs.items():
                    if kind in known.kinds:
                        for index in BY_VERB[verb]:
                            assert (state.explain(seat, GAME.vocabulary[index]) is None) == (index in legal), GAME.vocabulary[
                                index
                            ]
            if state.ply % 40 == 0:
                other = random.randrange(state.players)
                for _ in range(3):
                    free = GAME.free_moves(state, other)
                    for index in (i for verb in FREE for i in BY_VERB[verb]):
                        assert (state.explain(other, GAME.vocabulary[index]) is None) == (index in free), GAME.vocabulary[index]
                    moves = [index for index in free if GAME.vocabulary[index].verb in FREE]
                    if not moves:
                        break
                    state.apply(other, random.choice(moves))
                    if seat not in state.asked:
                        break
                if seat not in state.asked:
                    break
    assert len(seen) > 35
