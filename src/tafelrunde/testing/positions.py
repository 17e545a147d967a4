"""Positions and random play, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from tafelrunde.core.game import Game
from tafelrunde.core.scenario import Scenario, look_up
from tafelrunde.core.state import State


class Table:
    """A position to test: ``given`` sets it up, ``play`` makes moves, ``expect`` looks at the whole truth."""

    def __init__(self, game: Game[Any], players: int, seed: int = 1, at: Mapping[str, Any] | None = None, **options: str) -> None:
        self._scenario = Scenario("", game, players, seed, options, (), at or {}, {}, ())
        self.state: State = self._scenario.begin()

    def given(self, values: Mapping[str, Any]) -> Table:
        self.state = self._scenario._replace(given=values).begin()
        return self

    def play(self, *lines: str) -> Table:
        """Moves written as in a record: ``0 place 2``."""
        for line in lines:
            seat, _, move = line.partition(" ")
            self.events = self.state.play(int(seat), move)
        return self

    def refuse(self, line: str, rule: str) -> Table:
        seat, _, move = line.partition(" ")
        refusal = self.state.explain(int(seat), move)
        assert refusal is not None, f"{line!r} is legal"
        assert refusal.rule == rule, str(refusal)
        return self

    def expect(self, values: Mapping[str, Any]) -> Table:
        view = self.state.view("all")
        found = {path: look_up(view, path) for path in values}
        assert found == dict(values)
        return self

    def moves(self, seat: int) -> list[str]:
        return [str(move) for move in self.state.legal(seat)]


def random_play(state: State, random: Random, plies: int | None = None) -> Iterator[int]:
    """Play random moves, lanes in random order; yields the seat before each of its moves."""
    while not state.over and plies != 0:
        seat = random.choice(state.to_act)
        yield seat
        state.act(seat, random.choice(state.actions(seat)))
        plies = None if plies is None else plies - 1


def random_position(game: Game[Any], players: int, random: Random, plies: int) -> State:
    """A position some random moves into a random set-up."""
    options = {name: random.choice(option.choices) for name, option in game.options.items()}
    state: State = game.new(players, random.getrandbits(64), options)
    for _ in random_play(state, random, plies):
        pass
    return state
