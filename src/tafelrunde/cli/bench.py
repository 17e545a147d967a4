"""``tafelrunde bench``: measures the speed of the engine with random games.

Games and searches are timed by this process's CPU time, so that other processes on the machine have less influence.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import tracemalloc
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from tafelrunde.bots.ismcts import Search
from tafelrunde.bots.levels import Budget
from tafelrunde.bots.runner import fair_sampler
from tafelrunde.cli import OK, Commands, columns, command, say, whole
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Game
from tafelrunde.core.playouts import play_out
from tafelrunde.core.state import State
from tafelrunde.library import games, load

HELD = 10_000
"""The number of states kept at once to measure memory."""
SAMPLES = 40
"""The number of positions at the beginning and at the end of games for which copying is measured."""

SEARCHES = 10
"""The number of decisions for which the tree search is measured."""
COMPILED = Path("build/compiled")
"""The folder in which ``make compiled`` puts the compiled engine; it is measured, too, if it exists."""
PAIRS = 3


class Pace(NamedTuple):
    """Results of random games. Only decisions with two or more options count, because forced ones cost a search nothing."""

    decisions: int
    games: int
    seconds: float


def add(commands: Commands) -> None:
    parser = command(commands, "bench")
    parser.add_argument("game", nargs="?", metavar="GAME", help=say("arg_bench_game"))
    parser.add_argument("--seconds", type=whole(1, 3600), default=3, metavar="S", help=say("arg_seconds"))
    parser.add_argument("--compiled", type=Path, default=COMPILED, metavar="DIR", help=say("arg_compiled"))
    parser.add_argument("--json", action="store_true", help=say("arg_json"))
    # --pace prints one number, for comparison with the other build.
    parser.add_argument("--pace", action="store_true", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    chosen = [load(name) for name in ([args.game] if args.game else games())]
    if args.pace:
        print(json.dumps(rates(chosen[0], args.seconds)))
        return OK
    if args.compiled != COMPILED and not (args.compiled / "tafelrunde").is_dir():
        raise BadInput("--compiled", f"There is no compiled build in {args.compiled}; make one with: make compiled")
    results = {game.id: measure(game, args.seconds) for game in chosen}
    if (args.compiled / "tafelrunde").is_dir():
        for game in chosen:
            results[game.id] |= compared(game, args.seconds, args.compiled)
    if args.json:
        print(json.dumps({"python": platform.python_version(), "games": results}, indent=2))
        return OK
    keys = list(next(iter(results.values())))
    rows: list[list[object]] = [["", *results]]
    rows += [[say(f"bench_{key}"), *(result[key] for result in results.values())] for key in keys]
    print(columns(rows, right=range(1, len(rows[0]))))
    return OK


def measure(game: Game[Any], seconds: float) -> dict[str, float]:
    """Measure one game with its greatest number of players."""
    players = max(game.players)
    pace = playouts(game, players, seconds)
    first, last = ends(game, players)
    early, late = (microseconds(game.state_type.clone, positions) for positions in (first, last))
    return {
        "players": players,
        "decisions_per_second": round(pace.decisions / pace.seconds),
        "games_per_second": round(pace.games / pace.seconds, 1),
        "simulations_per_second": round(simulations(game, players, seconds)),
        "clone_first_us": round(early, 2),
        "clone_last_us": round(late, 2),
        "clone_ratio": round(late / early, 2),
        "held_states_mb": round(held_megabytes(game, players), 1),
    }


def rates(game: Game[Any], seconds: float) -> list[float]:
    """Measure only decisions and search simulations per second."""
    players = max(game.players)
    pace = playouts(game, players, seconds)
    return [pace.decisions / pace.seconds, simulations(game, players, seconds)]


def compared(game: Game[Any], seconds: float, folder: Path) -> dict[str, float]:
    """Compare the compiled build with this one in alternating runs, because the load of the machine varies; returns the
    median ratio."""
    command = [sys.executable, "-m", "tafelrunde.cli.main", "bench", game.id, "--pace", "--seconds", str(max(1, round(seconds)))]
    environment = {**os.environ, "PYTHONPATH": str(folder.resolve())}
    pairs = []
    for _ in range(PAIRS):
        plain = rates(game, seconds)
        other = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        pairs.append((plain, json.loads(other.stdout)))
    return {
        "compiled_decisions_per_second": round(median(other[0] for _, other in pairs)),
        "compiled_simulations_per_second": round(median(other[1] for _, other in pairs)),
        "compiled_ratio": round(median(other[0] / plain[0] for plain, other in pairs), 2),
    }


def playouts(game: Game[Any], players: int, seconds: float, seed: int = 1) -> Pace:
    """Play random games one after another until the time is up; legal moves are enumerated at each step."""
    random = Random(seed).random
    decisions = played = 0
    gc.collect()  # collect the garbage of loading now, not during the games
    began = process_time()
    while (elapsed := process_time() - began) < seconds or not played:
        decisions += play_out(game.new(players, seed + played), random)
        played += 1
    return Pace(decisions, played, elapsed)


def simulations(game: Game[Any], players: int, seconds: float) -> float:
    """Measure the simulations per second of the tree search over decisions of all stages of random games."""
    random = Random(1)
    state = game.new(players, 1)
    positions = [state.clone() for _ in walk(state, random) if len(state.actions(state.to_act[0])) > 1]
    chosen = positions[:: max(1, len(positions) // SEARCHES)][:SEARCHES]
    made, spent = 0, 0.0
    for position in chosen:
        seat = position.to_act[0]
        search = Search(seat, fair_sampler(position, seat), random.randrange, Random(1))
        began = process_time()
        search.run(Budget(seconds=seconds / len(chosen)))
        spent += process_time() - began
        made += search.simulations
    return made / spent


def ends(game: Game[Any], players: int) -> tuple[list[State], list[State]]:
    """Return positions from the first and from the last round of a few random games."""
    random = Random(1)
    first: list[State] = []
    last: list[State] = []
    for seed in range(4):
        state = game.new(players, seed)
        tail: deque[State] = deque(maxlen=SAMPLES // 4)
        for _ in walk(state, random):
            if state.ply < SAMPLES // 4:
                first.append(state.clone())
            tail.append(state.clone())
        last += tail
    return first, last


def walk(state: State, random: Random) -> Any:
    """Play a random game and yield before every move."""
    while state.asked:
        yield
        seat = state.to_act[0]
        state.act(seat, random.choice(state.actions(seat)))


def microseconds(copy: Callable[[Any], Any], positions: Sequence[Any], rounds: int = 7, repeat: int = 50) -> float:
    """The time of one copy: the minimum of several rounds, because interference can only make a round slower."""
    best = float("inf")
    for _ in range(rounds):
        began = perf_counter()
        for _ in range(repeat):
            for position in positions:
                copy(position)
        best = min(best, perf_counter() - began)
    return best / (repeat * len(positions)) * 1e6


def held_megabytes(game: Game[Any], players: int) -> float:
    """The memory of 10,000 states of random games, each stored as a copy, as a search stores them."""
    random = Random(1)
    held: list[State] = []
    seed = 0
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        while len(held) < HELD:
            state = game.new(players, seed)
            seed += 1
            for _ in walk(state, random):
                held.append(state.clone())
                if len(held) == HELD:
                    break
        gc.collect()
        return (tracemalloc.get_traced_memory()[0] - before) / 1e6
    finally:
        tracemalloc.stop()
