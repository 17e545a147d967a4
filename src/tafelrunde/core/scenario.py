"""Scenarios: executable examples of rules, as TOML. Tests, bug reports and the rulebook page use the same files."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tafelrunde.core.errors import BadInput, IllegalMove, TafelrundeError
from tafelrunde.core.events import Log
from tafelrunde.core.game import Game
from tafelrunde.core.state import State

RUN_LIMIT = 5_000
"""``run_to`` stops after this many plies."""

_KEYS = {"title", "game", "players", "seed", "options", "rules", "base", "moves", "at", "given", "then", "note"}
_STEPS = {
    "play": {"play"},
    "refuse": {"refuse", "rule"},
    "expect": {"expect"},
    "legal": {"legal"},
    "see": {"see"},
    "run_to": {"run_to"},
}


class Failed(TafelrundeError):
    """A step of a scenario did not hold; the error says which one, what was expected and what was found."""

    def __init__(self, step: int, expected: str, found: str) -> None:
        super().__init__(step, expected, found)
        self.step = step
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"step {self.step}: expected {self.expected}, found {self.found}"


class Scenario(NamedTuple):
    """A checked scenario file."""

    title: str
    game: Game[Any]
    players: int
    seed: int
    options: Mapping[str, str]
    rules: tuple[str, ...]
    at: Mapping[str, Any]
    given: Mapping[str, Any]
    then: tuple[Mapping[str, Any], ...]
    base: str = ""
    """A saved state (JSON) from which the game continues; empty for a new game."""
    moves: tuple[str, ...] = ()
    """The moves before the position, as in a record: ``SEAT MOVE``."""

    def begin(self) -> State:
        """The position in which the steps begin."""
        state = self._opening()
        for number, line in enumerate(self.moves, 1):
            try:
                state.play(*seat_and_move(line))
            except TafelrundeError as error:
                raise BadInput(f"moves[{number}]", str(error)) from None
        if self.at:
            _go_to(state, self.at)
        for path, value in self.given.items():
            self.game.patch(state, tuple(path.split(".")), value)
        if self.at or self.given:
            state.asked = {}
            state.log = Log()  # rules cited before the first decision count as covered
            state.settle()
            state.log = None
        return state

    def _opening(self) -> State:
        if not self.base:
            found: State = self.game.new(self.players, self.seed, self.options)
            return found
        try:
            found = self.game.from_json(json.loads(self.base))
        except ValueError as error:
            raise error if isinstance(error, BadInput) else BadInput("base", "This is not JSON.") from None
        return found

    def run(self) -> State:
        """Play all steps and return the final state; raises :class:`Failed` at the first step that does not hold."""
        state = self.begin()
        _look(state)
        for number, step in enumerate(self.then, 1):
            self.take(state, number, step)
        return state

    def take(self, state: State, number: int, step: Mapping[str, Any]) -> None:
        """Play one step; raises :class:`Failed` with the actual value if it does not hold."""
        kind = next(key for key in _STEPS if key in step)
        try:
            _RUNNERS[kind](self, state, number, step)
        except BadInput as error:
            raise BadInput(f"then[{number}]: {error.where}", error.reason) from None
        _look(state)


def _look(state: State) -> None:
    """Read every open decision, so that its rule counts as covered."""
    for seat in state.to_act:
        state.decision(seat)


def parse(text: str, load: Callable[[str], Game[Any]]) -> Scenario:
    """Parse and check a scenario file; an error names the wrong key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("scenario", f"This is not valid TOML: {error}.") from None
    for key in data:
        if key not in _KEYS:
            raise BadInput(key, f"unknown key; a scenario has: {', '.join(sorted(_KEYS))}.")
    title = _typed(data, "title", str)
    game = load(_typed(data, "game", str))
    rules = tuple(_typed(data, "rules", list, []))
    for rule in rules:
        if not isinstance(rule, str) or rule not in game.rules:
            raise BadInput("rules", f"{game.title} has no rule {rule!r}.")
    then = tuple(_step(i, step) for i, step in enumerate(_typed(data, "then", list, []), 1))
    return Scenario(
        title, game, _typed(data, "players", int), _typed(data, "seed", int, 1), _typed(data, "options", dict, {}),
        rules, _typed(data, "at", dict, {}), _typed(data, "given", dict, {}), then,
        _typed(data, "base", str, ""), tuple(_line(i, line) for i, line in enumerate(_typed(data, "moves", list, []), 1)),
    )  # fmt: skip


def _typed(data: Mapping[str, Any], key: str, kind: type, default: Any = None) -> Any:
    value = data.get(key, default)
    if value is None:
        raise BadInput(key, "this key is missing.")
    if type(value) is not kind:
        raise BadInput(key, f"expected {kind.__name__}, found {value!r:.60}.")
    return value


def _line(number: int, line: Any) -> str:
    if not isinstance(line, str):
        raise BadInput(f"moves[{number}]", "a move is a text.")
    return line


def _step(number: int, step: Any) -> Mapping[str, Any]:
    where = f"then[{number}]"
    if not isinstance(step, dict):
        raise BadInput(where, "each step is a table.")
    kinds = [kind for kind in _STEPS if kind in step]
    if len(kinds) != 1:
        raise BadInput(where, f"a step has exactly one of: {', '.join(_STEPS)}.")
    for key in step:
        if key not in _STEPS[kinds[0]]:
            raise BadInput(f"{where}.{key}", f"unknown key beside {kinds[0]!r}.")
    wanted = str if kinds[0] in ("play", "refuse", "run_to") else dict
    _typed({f"{where}.{kinds[0]}": step[kinds[0]]}, f"{where}.{kinds[0]}", wanted)
    return step


def _go_to(state: State, at: Mapping[str, Any]) -> None:
    name = at.get("step")
    steps = {step.name: step for step in state.game.steps}
    if not isinstance(name, str) or name not in steps:
        raise BadInput("at.step", f"{name!r} is no step of {state.game.title}; its steps are: {', '.join(steps)}.")
    _answer_setup(state)
    state.stack.clear()
    state.lanes = None
    state.asked = {}
    steps[name].begin(state, {key: value for key, value in at.items() if key != "step"})


def _answer_setup(state: State) -> None:
    """Answer the questions of the set-up with their first moves."""
    for _ in range(RUN_LIMIT):
        if state.over or not state.game.in_setup(state):
            return
        seat = state.to_act[0]
        state.act(seat, state.actions(seat)[0])
    raise BadInput("at", "The set-up does not come to an end.")


# --- the steps -----------------------------------------------------------------------------------


def seat_and_move(line: str) -> tuple[int, str]:
    """Split a line ``SEAT MOVE`` into its parts."""
    match = re.fullmatch(r"([0-9]) (.+)", line)
    if not match:
        raise BadInput("move", f"a move is written 'SEAT MOVE', not {line!r:.60}.")
    return int(match[1]), match[2]


def _play(scenario: Scenario, state: State, number: int, step: Mapping[str, Any]) -> None:
    seat, move = seat_and_move(step["play"])
    try:
        state.play(seat, move)
    except BadInput:
        raise
    except IllegalMove as error:
        options = ", ".join(map(str, state.legal(seat))) or f"nothing, for seats {state.to_act} are to act"
        raise Failed(number, f"{step['play']!r} to be legal", f"{error}; legal is: {options}") from None


def _refuse(scenario: Scenario, state: State, number: int, step: Mapping[str, Any]) -> None:
    seat, move = seat_and_move(step["refuse"])
    before = state.to_json()
    try:
        state.clone().play(seat, move)
    except BadInput:
        raise  # a text that is not a move of this game is a typo, not a refusal by a rule
    except IllegalMove as error:
        if error.rule != step.get("rule", error.rule):
            raise Failed(number, f"a refusal by {step['rule']}", str(error)) from None
    else:
        raise Failed(number, f"{step['refuse']!r} to be refused", "it is legal")
    if state.to_json() != before:
        raise Failed(number, "a refusal to change nothing", "another state")


def look_up(view: Any, path: str) -> Any:
    """The value at a dotted path into a view; indices of lists are numbers."""
    value = view
    for key in path.split("."):
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise BadInput(path, f"there is nothing at {key!r}.") from None
    return value


def _compare(number: int, view: Any, wanted: Mapping[str, Any]) -> None:
    for path, value in wanted.items():
        found = look_up(view, path)
        if found != value or (type(found) is not type(value) and None not in (found, value)):
            raise Failed(number, f"{path} = {value!r}", repr(found))


def _expect(scenario: Scenario, state: State, number: int, step: Mapping[str, Any]) -> None:
    _compare(number, state.view("all"), step["expect"])


def _see(scenario: Scenario, state: State, number: int, step: Mapping[str, Any]) -> None:
    wanted = dict(step["see"])
    seat = wanted.pop("seat", None)
    _compare(number, state.view(seat), wanted)


def _legal(scenario: Scenario, state: State, number: int, step: Mapping[str, Any]) -> None:
    seat = step["legal"].get("seat")
    known = {"seat", "has", "lacks", "is"}
    if unknown := set(step["legal"]) - known:
        raise BadInput(f"legal.{min(unknown)}", f"unknown key; known: {', '.join(sorted(known))}.")
    for key in known & set(step["legal"]) - {"seat"}:
        _typed(step["legal"], key, list)
    state.game.check_seat(state, seat)
    moves = [str(move) for move in (*state.legal(seat), *state.free(seat))]
    for move in step["legal"].get("has", ()):
        if move not in moves:
            state.game.move(move)
            raise Failed(number, f"{move!r} to be legal for seat {seat}", ", ".join(moves) or "no moves")
    for move in step["legal"].get("lacks", ()):
        state.game.move(move)
        if move in moves:
            raise Failed(number, f"{move!r} not to be legal for seat {seat}", "it is")
    if "is" in step["legal"] and sorted(step["legal"]["is"]) != sorted(moves):
        raise Failed(number, f"exactly {sorted(step['legal']['is'])}", repr(sorted(moves)))


def _run_to(scenario: Scenario, state: State, number: int, step: Mapping[str, Any]) -> None:
    steps = {s.name: s for s in state.game.steps}
    if step["run_to"] not in steps:
        raise BadInput("run_to", f"{step['run_to']!r} is no step; steps are: {', '.join(steps)}.")
    name = step["run_to"]
    reached = state.game.phase(state) == name
    for _ in range(RUN_LIMIT):
        if reached or state.over:
            break
        seat = state.to_act[0]
        moves = state.actions(seat)
        chosen = state.game.declines(moves)
        events = state.play(seat, state.game.vocabulary[min(moves) if chosen is None else chosen])
        reached = any(event.kind == "phase" and event.data["phase"] == name for event in events)
    if not reached:
        found = "the end of the game" if state.over else f"{RUN_LIMIT} plies without it"
        raise Failed(number, f"to come to {name!r}", found)


_RUNNERS: Mapping[str, Callable[[Scenario, State, int, Mapping[str, Any]], None]] = {
    "play": _play,
    "refuse": _refuse,
    "expect": _expect,
    "legal": _legal,
    "see": _see,
    "run_to": _run_to,
}
