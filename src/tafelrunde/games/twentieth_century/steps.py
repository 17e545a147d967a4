"""The named steps of a round at which a scenario can begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Step
from tafelrunde.core.seats import clockwise
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.rules.registry import begin_phase
from tafelrunde.games.twentieth_century.rules.round import PHASES, build_up, clear, queue
from tafelrunde.games.twentieth_century.shelf import CARDS, LANDS, TECHNOLOGIES
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState

KEYS = ("round", "active")


def _number(at: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = at.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise BadInput(f"at.{key}", f"expected a number from {low} to {high}, found {value!r}.")
    return value


def _go_to(state: CenturyState, at: Mapping[str, Any], phase: str) -> int:
    """Build up the skipped rounds without playing them, and queue the rest of the round from ``phase`` on."""
    for key in at:
        if key not in KEYS:
            raise BadInput(f"at.{key}", f"unknown key; this step knows: {', '.join(KEYS)}.")
    rounds = state.layout.rounds
    wanted = _number(at, "round", 6 if phase == "bonus" else 1, 1, len(rounds))
    if phase not in rounds[wanted - 1].phases:
        raise BadInput("at.round", f"round {wanted} has no such phase.")
    state.start = _number(at, "active", state.start, 0, state.players - 1)
    for state.round in range(2, wanted + (phase != "setup")):
        if "setup" in rounds[state.round - 1].phases:
            build_up(state, frames.BuildUp())
        else:
            clear(state)
    state.round = wanted
    phases = rounds[wanted - 1].phases
    queue(state, phases[phases.index(phase) :])
    state.phase = PHASES[phase].kind
    return state.start


def _begin_build_up(state: CenturyState, at: Mapping[str, Any]) -> None:
    """Begin the build-up. Round I is already dealt: its display goes back to the stacks."""
    _go_to(state, at, "setup")
    if state.round == 1:
        LANDS.give_back(state, state.lands)
        TECHNOLOGIES.give_back(state, state.technologies)
        CARDS.give_back(state, (state.card,))
        state.lands = state.technologies = ()
        state.card = NOBODY


def _begin_auction(state: CenturyState, at: Mapping[str, Any]) -> None:
    _go_to(state, at, "land_auction")


def _all_quit(state: CenturyState) -> None:
    state.in_auction, state.last_quit = 0, state.start


def _begin_disaster(state: CenturyState, at: Mapping[str, Any]) -> None:
    _go_to(state, at, "disaster")
    _all_quit(state)


def _after_disaster(phase: str) -> Callable[[CenturyState, Mapping[str, Any]], None]:
    """Begin after the disaster: the active seat took the first column, the others follow clockwise, all without paying."""

    def begin(state: CenturyState, at: Mapping[str, Any]) -> None:
        _go_to(state, at, phase)
        _all_quit(state)
        if state.full_round:
            order = clockwise(state.players, state.start)
            for seat, column in zip(order, state.layout.columns[state.players], strict=True):
                state.column[seat] = column

    return begin


def _begin_over(state: CenturyState, at: Mapping[str, Any]) -> None:
    state.round = len(state.layout.rounds)
    clear(state)
    begin_phase(state, "bonus", "20C-7.4")
    state.push(frames.GameOver())


STEPS = (
    Step("build_up", "phase 1; `active` is start player", _begin_build_up),
    Step("land_auction", "phase 2; `active` picks the first land", _begin_auction),
    Step("disaster", "phase 3; `active` quit last and bids first", _begin_disaster),
    Step("administration", "phase 4; `active` took the first column", _after_disaster("administration")),
    Step("yield", "phase 5; `active` took the first column", _after_disaster("yield")),
    Step("bonus", "phase 6 of round 2, 4 or 6", _after_disaster("bonus")),
    Step("over", "after the final scoring: who has won", _begin_over),
)
