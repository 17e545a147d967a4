"""A dispute about a rule as a scenario file that anybody can run: the position, the disputed move, the rule."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tafelrunde.core.scenario import seat_and_move
from tafelrunde.core.state import State


def write(
    start: State, moves: Sequence[tuple[int, str]], move: str, rule: str, title: str = "", note: str = "", base: bool = False
) -> str:
    """Write a scenario from ``start`` (a new game, or a ``base`` to be stored) over ``moves`` to the disputed ``move``,
    ``SEAT MOVE``.

    The file states the present behaviour of the engine: it plays the move or refuses it by a rule. A reader who disagrees
    changes the last step to the expected behaviour.
    """
    state = start.clone()
    for seat, text in moves:
        state.play(seat, text)
    lines = _head(start, rule, title or f"In doubt: {move}", note)
    if base:
        lines.append(f"base = {quoted(json.dumps(start.to_json(), separators=(',', ':')))}")
    if moves:
        lines += ["moves = [", *(f"  {quoted(f'{seat} {text}')}," for seat, text in moves), "]"]
    return "\n".join([*lines, *disputed(state, move)]) + "\n"


def write_on(text: str, steps: int, moves: Sequence[str], state: State, move: str) -> str:
    """Cut the scenario ``text`` after ``steps`` steps and continue it with ``moves`` up to the disputed move."""
    head = text.partition("[[then]]")[0].rstrip() + "\n"
    parts = text.split("[[then]]")[1 : steps + 1]
    kept = "".join("[[then]]" + part.rstrip() + "\n" for part in parts)
    played = "".join(f"[[then]]\nplay = {quoted(line)}\n" for line in moves)
    return head + kept + played + "\n".join(disputed(state, move)) + "\n"


def disputed(state: State, move: str) -> list[str]:
    """The disputed step with the present behaviour of the engine."""
    refusal = state.explain(*seat_and_move(move))
    if refusal is None:
        return ["[[then]]", f"play = {quoted(move)}"]
    return ["[[then]]", f"refuse = {quoted(move)}", f"rule = {quoted(refusal.rule)}"]


def quoted(text: str) -> str:
    """A TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _head(start: State, rule: str, title: str, note: str) -> list[str]:
    options = ", ".join(f"{name} = {quoted(value)}" for name, value in start.options.items())
    lines = [
        f"title = {quoted(title)}",
        f"game = {quoted(start.game.id)}",
        f"players = {start.players}",
        f"seed = {start.seed}",
        f"options = {{ {options} }}" if options else "options = {}",
        f"rules = [{quoted(rule)}]" if rule else "rules = []",
    ]
    return [*lines, f"note = {quoted(note)}"] if note else lines
