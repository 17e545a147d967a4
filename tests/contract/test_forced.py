"""No question with one answer that everybody knows, and no answer given for a seat that alone can know it has no choice."""

from __future__ import annotations

from tests.contract.forced import REMAINING, asking, greedy_game, random_game, survey, tell, unknown
from tests.contract.games import every_game, every_table, game

PLIES = 160
"""Positions of a game that are looked at here; ``make forced`` looks at all of 250 games of each title."""


@every_table
def test_no_question_of_a_random_game_is_publicly_forced(name: str, players: int) -> None:
    found = survey((random_game(game(name), players, seed) for seed in range(2)), PLIES)
    assert not tell(f"{name}, {players} players", name, found)


@every_game
def test_no_question_of_greedy_bots_is_publicly_forced(name: str) -> None:
    found = survey((greedy_game(game(name), players, 1) for players in game(name).players[:1]), PLIES // 4)
    assert not tell(f"{name}, greedy bots", name, found)


@every_table
def test_moves_declared_public_are_known_to_everybody(name: str, players: int) -> None:
    """Every question is asked here, also those that the engine answers itself: its answers must give nothing away."""
    found = survey((random_game(asking(game(name)), players, seed) for seed in range(2)), PLIES)
    assert not found.misdeclared
    assert not unknown(name, found.undeclared)


@every_game
def test_what_remains_is_not_declared(name: str) -> None:
    """A kind of question that was converted is no longer on the list."""
    assert not [kind for kind in REMAINING[name] if game(name).frames.kinds[kind].public is not None]
