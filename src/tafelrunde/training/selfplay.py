"""Games from which weights are learned: cheap bots that sometimes slip, every game kept as one line of JSON.

A game is kept as its moves, not as its positions: features can be added later and computed again by replaying.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tafelrunde.bots.greedy import GreedyBot
from tafelrunde.bots.runner import play_game
from tafelrunde.core import rng
from tafelrunde.core.game import Game
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State

SLIPS = (2, 8, 25)
"""In how many of a hundred decisions a bot plays any move; drawn for each seat, so that good play meets bad play."""


class Played(NamedTuple):
    """One game: how it began, its moves, how it ended."""

    players: int
    seed: int
    options: Mapping[str, str]
    line: tuple[tuple[int, int], ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Learner(GreedyBot):
    """Plays as ``greedy`` does, but looks less far, and any move now and then."""

    worlds, depth = 1, 1

    def __init__(self, slips: int, seed: int) -> None:
        super().__init__("learner", seed)
        self._slips = slips

    def decide(self, view: Mapping[str, Any], decision: Decision, sampler: Any) -> Move:
        if self.below(100) < self._slips:
            return decision.moves[self.below(len(decision.moves))]
        return super().decide(view, decision, sampler)


class _Line:
    """Notes every move of a game."""

    def __init__(self) -> None:
        self.moves: list[tuple[int, int]] = []

    def play(self, state: State, seat: int, move: Move) -> None:
        state.apply(seat, move.index)
        self.moves.append((seat, move.index))


def play(game: Game[Any], players: int, seed: int) -> Played:
    """One game of the learners; the same seed and weights give the same game."""
    bots = [Learner(SLIPS[rng.derive(seed, 1, seat) % len(SLIPS)], rng.derive(seed, 2, seat)) for seat in range(players)]
    line = _Line()
    options = varied(game, seed)
    state = play_game(game, bots, players, seed, options, line).state
    return Played(players, seed, options, tuple(line.moves), state.winners, tuple(state.scores))


def varied(game: Game[Any], seed: int) -> dict[str, str]:
    """The standard game, and every second time one with other sides of the tracks, where the game has them."""
    if "sides" not in game.options or rng.derive(seed, 3) % 2:
        return {}
    default = game.options["sides"].default
    return {"sides": "".join("AB"[rng.derive(seed, 4, i) % 2] for i in range(len(default)))}


class Games:
    """The games of one iteration and seat count, in a file that grows by one line a game."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Iterator[Played]:
        """The whole lines: one that was cut off when the process was stopped is played again."""
        if not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8").split("\n")[:-1]:
            players, seed, options, moves, winners, scores = json.loads(line)
            yield Played(players, int(seed), options, tuple(map(tuple, moves)), tuple(winners), tuple(scores))

    def more(self, game: Game[Any], players: int, wanted: int, seed: int) -> Iterator[int]:
        """Play until there are ``wanted`` games; yields how many there are after each."""
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        kept = text[: text.rfind("\n") + 1]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(kept, encoding="utf-8")
        for number in range(kept.count("\n"), wanted):
            played = play(game, players, rng.derive(seed, players, number))
            line = json.dumps([played.players, str(played.seed), played.options, *played[3:]], separators=(",", ":"))
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
            yield number + 1
