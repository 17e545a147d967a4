"""Replays one game of a file of games: the plan in the file and the game's number determine it completely."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from tafelrunde.arena.plan import Plan, drawn_options, loaded
from tafelrunde.arena.store import Words, read, table_rows
from tafelrunde.bots.runner import make_bots, play_game
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Game
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State


class Again(NamedTuple):
    """A replayed game, with everything that a table needs to show it."""

    game: Game[Any]
    players: int
    seed: int
    options: dict[str, str]
    bots: tuple[str, ...]
    moves: list[tuple[int, Move]]


class _Moves:
    """Applies the moves and records them, including free moves."""

    def __init__(self) -> None:
        self.line: list[tuple[int, Move]] = []

    def play(self, state: State, seat: int, move: Move) -> None:
        self.line.append((seat, move))
        state.apply(seat, move.index)


def is_games(file: str) -> bool:
    """Whether a file name is that of a file of games rather than a record or a game."""
    return file.endswith(".parquet")


def played_again(path: Path, number: int, components: str | None, say: Words) -> Again:
    """Replay game ``number`` of a file, counted from 0; a result that differs from the file's is refused."""
    table, about = read(path, str(path), say)
    rows = table_rows(table)
    if not 0 <= number < len(rows):
        raise BadInput("--game", say("no_such_row", n=len(rows), file=str(path)))
    row, kept = rows[number], json.loads(about["plan"])
    game = loaded(kept["game"], components)
    if game.components.hash != kept["components"][row.variant]:
        raise BadInput("--components", say("other_components", file=str(path), hash=kept["components"][row.variant]))
    bots = tuple(kept["lineups"][row.lineup])
    plan = Plan(game.id, kept["players"], kept["options"], (bots,), int(kept["seed"]), vary=tuple(kept["vary"]))
    options, moves = drawn_options(plan, game, row.seed), _Moves()
    state = play_game(game, make_bots(bots, row.seed), plan.players, row.seed, options, moves).state
    if (tuple(state.scores), state.winners) != (row.scores, row.winners):
        raise BadInput(str(path), say("not_the_same_game", n=number))
    return Again(game, plan.players, row.seed, options, bots, moves.line)
