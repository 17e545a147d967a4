"""No question with one answer that everybody knows, and no answer given for a seat that alone can know it has no choice."""

from __future__ import annotations

from tafelrunde.testing.forced import asking, greedy_game, random_game, survey, tell
from tafelrunde.testing.games import every_game, every_table, game

PLIES = 160
"""Positions of a game that are looked at here; ``make forced`` looks at all of 250 games of each title."""


@every_table
def test_no_question_of_a_random_game_is_publicly_forced(name: str, players: int) -> None:
    found = survey((random_game(game(name), players, seed) for seed in range(2)), PLIES)
    assert not tell(f"{name}, {players} players", found)


@every_game
def test_no_question_of_greedy_bots_is_publicly_forced(name: str) -> None:
    found = survey((greedy_game(game(name), players, 1) for players in game(name).players[:1]), PLIES // 4)
    assert not tell(f"{name}, greedy bots", found)


@every_table
def test_moves_declared_public_are_known_to_everybody(name: str, players: int) -> None:
    """Every question is asked here, also those that the engine answers itself: its answers must give nothing away."""
    found = survey((random_game(asking(game(name)), players, seed) for seed in range(2)), PLIES)
    assert not found.misdeclared
    assert not +found.undeclared
