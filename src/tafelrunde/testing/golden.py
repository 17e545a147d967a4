"""Golden files: what a game shows at every step, written down once and compared ever after.

``pytest --write-golden`` writes them anew; a difference is read line by line and committed only when it was meant.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from tafelrunde.core import record
from tafelrunde.core.game import Game
from tafelrunde.core.history import History
from tafelrunde.core.state import State


def vocabulary_hash(game: Game[Any]) -> str:
    text = "\n".join(str(move) for move in game.vocabulary)
    return f"{len(game.vocabulary)} moves {sha256(text.encode()).hexdigest()[:16]}"


def golden_options(game: Game[Any], players: int) -> dict[str, str]:
    """Another mixture of options for every number of players."""
    random = Random(f"golden {game.id} {players}")
    return {name: random.choice(option.choices) for name, option in game.options.items()}


def golden_game(game: Game[Any], players: int) -> History:
    random = Random(f"golden moves {game.id} {players}")
    history = History(game.new(players, 2026, golden_options(game, players)))
    while not history.state.over:
        seat = history.state.to_act[random.randrange(len(history.state.to_act))]
        moves = history.state.legal(seat)
        history.play(seat, moves[random.randrange(len(moves))])
    return history


def flat(view: Any, path: str = "") -> dict[str, str]:
    """A view as dotted paths, so that only what changed need be written."""
    if path == "free" and len(view) > 20:  # hundreds of promises and sums are told by their number and a hash
        return {path: f"{len(view)} moves {sha256(' '.join(view).encode()).hexdigest()[:12]}"}
    if isinstance(view, list) and view and isinstance(view[0], dict):
        view = dict(enumerate(view))
    if isinstance(view, dict) and view and path != "decision":
        return {k: v for key, value in view.items() for k, v in flat(value, f"{path}.{key}" if path else str(key)).items()}
    return {path: json.dumps(view, ensure_ascii=False)}


def story(history: History) -> str:
    """Every move with its events, and what changed in the view of every seat."""
    state: State = history.at(0)
    game = state.game
    lines = [f"{game.title}, {state.players} players, options {json.dumps(dict(state.options))}"]
    before: dict[Any, dict[str, str]] = {}
    for ply, (seat, move) in enumerate(history.moves(), 1):
        events = state.play(seat, move)
        lines.append(f"\n{ply}. {seat} {move}")
        lines += [f"   {event.rule} {event.kind} {event.seat} {json.dumps(dict(event.data))}" for event in events]
        lines += _changes(state, before)
    lines.append(f"\nscores {state.scores} winners {state.winners}")
    return "\n".join(lines) + "\n"


def _changes(state: State, before: dict[Any, dict[str, str]]) -> list[str]:
    """The spectator's changes in full; of each seat's view only what differs from the spectator's."""
    lines: list[str] = []
    public = flat(state.view(None))
    for viewer in (None, *range(state.players)):
        view = flat(state.view(viewer))
        if viewer is not None:
            view = {path: value for path, value in view.items() if public.get(path) != value and path != "you"}
        old = before.get(viewer, {})
        name = "all" if viewer is None else f"seat {viewer}"
        lines += [f"   {name}: {path} {_change(old.get(path), value)}" for path, value in view.items() if old.get(path) != value]
        lines += [f"   {name}: {path} gone" for path in old if path not in view]
        before[viewer] = view
    return lines


def _change(old: str | None, new: str) -> str:
    """A list that only grew is written by what was added."""
    if old and old[:-1] and old.startswith('["') and new.startswith(old[:-1] + ", "):
        return "+ " + new[len(old) + 1 : -1]
    return "= " + new


def perft(state: State, depth: int) -> int:
    """How many sequences of moves there are to a depth."""
    if depth == 0 or state.over:
        return 1
    total = 0
    for seat in state.to_act:
        for move in state.actions(seat):
            after = state.clone()
            after.act(seat, move)
            total += perft(after, depth - 1)
    return total


def perft_counts(game: Game[Any]) -> dict[str, list[int]]:
    """Counts to depth 3 from several places of the golden games."""
    found = {}
    for players in game.players:
        history = golden_game(game, players)
        for ply in (0, len(history.line) // 3, 2 * len(history.line) // 3, len(history.line) - 3):
            found[f"{players} players, ply {ply}"] = [perft(history.at(ply), depth) for depth in (1, 2, 3)]
    return found


def write(game: Game[Any], folder: Path) -> None:
    """Write the golden games of a game."""
    folder.mkdir(parents=True, exist_ok=True)
    for players in game.players:
        history = golden_game(game, players)
        (folder / f"{players}_players.tafel").write_text(record.write(history), encoding="utf-8")
        (folder / f"{players}_players.txt").write_text(story(history), encoding="utf-8")
    (folder / "perft.json").write_text(json.dumps(perft_counts(game), indent=1) + "\n", encoding="utf-8")
    (folder / "vocabulary.txt").write_text(vocabulary_hash(game) + "\n", encoding="utf-8")
