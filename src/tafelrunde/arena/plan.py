"""The plan of a run as plain data, and the function that plays one of its jobs. Job i is the same game on every machine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tafelrunde.arena.tally import Course, Tally
from tafelrunde.bots.runner import make_bots, play_game
from tafelrunde.core import rng
from tafelrunde.core.events import Log
from tafelrunde.core.game import RULES_VERSION, Game
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State
from tafelrunde.library import load

_VARY = 77
"""Separates the random stream for options from all others that use the game's seed."""
_SLUGS = ("slug", "card", "tile", "id", "name")
"""The keys under which a record in a list names its component."""


class Row(NamedTuple):
    """One game."""

    seed: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    plies: int
    decisions: int
    choices: int = 0
    """The total number of moves offered at all decisions; divided by ``decisions`` it is the branching factor."""
    lineup: int = 0
    variant: int = 0
    options: str = ""
    marks: tuple[tuple[str, ...], ...] = ()
    """The components that each seat held at the end, and last those open to all at the beginning: ``zone:component``."""
    course: Course = Course()
    """The course of the game: what happened to the components, and the scores after each round."""


class Step(NamedTuple):
    """One decision of a game, for research."""

    seed: int
    variant: int
    ply: int
    seat: int
    view: str
    mask: tuple[int, ...]
    move: int
    events: str
    kind: str = ""
    rule: str = ""
    text: str = ""
    """The question, its rule, and the move as text."""


class Plan(NamedTuple):
    """The games to be played: every line-up with every component set, seed after seed."""

    game: str
    players: int
    options: Mapping[str, str]
    lineups: tuple[tuple[str, ...], ...]
    seed: int
    sets: tuple[str | None, ...] = (None,)
    """Component files; ``None`` is the game's own set."""
    vary: tuple[str, ...] = ()
    """Options that are drawn anew for every game."""
    steps: bool = False
    marks: bool = False

    def job(self, number: int) -> tuple[int, int, int]:
        """The seed, line-up and component set of a game: all of them play a deal before the next deal begins."""
        rest, variant = divmod(number, len(self.sets))
        deal, lineup = divmod(rest, len(self.lineups))
        return self.seed + deal, lineup, variant

    def identity(self) -> dict[str, Any]:
        """The data that must be equal for a run to continue an earlier one."""
        hashes = [loaded(self.game, name).components.hash for name in self.sets]
        return {
            "game": self.game, "players": self.players, "options": dict(self.options), "lineups": self.lineups,
            "seed": str(self.seed), "components": hashes, "vary": self.vary, "rules": RULES_VERSION,
        }  # fmt: skip


@cache
def loaded(game: str, components: str | None) -> Game[Any]:
    """The game with a component file, which each process reads only once."""
    return load(game, components)


def play_jobs(plan: Plan, jobs: range) -> list[tuple[Row, list[Step]]]:
    return [play_job(plan, number) for number in jobs]


def play_job(plan: Plan, number: int) -> tuple[Row, list[Step]]:
    """Play one game; its decisions are recorded if the plan asks for them."""
    seed, lineup, variant = plan.job(number)
    game = loaded(plan.game, plan.sets[variant])
    options = drawn_options(plan, game, seed)
    steps = Recorder(seed, variant) if plan.steps else None
    tally = Tally(game, plan.players, steps) if plan.marks else None
    state, decisions, choices = play_game(
        game, make_bots(plan.lineups[lineup], seed), plan.players, seed, options, tally if tally is not None else steps
    )
    held = (*marks(state), opening(game.new(plan.players, seed, options))) if plan.marks else ()
    told = json.dumps(dict(state.options)) if plan.marks else ""
    course = tally.course() if tally is not None else Course()
    row = Row(seed, tuple(state.scores), state.winners, state.ply, decisions, choices, lineup, variant, told, held, course)
    return row, steps.steps if steps is not None else []


def drawn_options(plan: Plan, game: Game[Any], seed: int) -> dict[str, str]:
    """The plan's options; those that vary are drawn from the game's seed."""
    options = dict(plan.options)
    for i, name in enumerate(plan.vary):
        choices = game.options[name].choices
        options[name] = choices[rng.derive(seed, _VARY, i) % len(choices)]
    return options


class Recorder:
    """Records every decision with two or more answers: what its seat saw, could do and did, and the result.

    Free moves are played, but they answer nothing and are not recorded.
    """

    def __init__(self, seed: int, variant: int) -> None:
        self.steps: list[Step] = []
        self._seed, self._variant = seed, variant

    def play(self, state: State, seat: int, move: Move) -> Log:
        view, mask, ply = state.view(seat), tuple(state.actions(seat)), state.ply
        asked = view["decision"] or {"kind": "", "rule": ""}
        log = state.play(seat, move)
        events = [{"kind": e.kind, "seat": e.seat, "rule": e.rule, "data": dict(e.data)} for e in log]
        if len(mask) > 1 and move.index in mask:
            texts = (json.dumps(view, ensure_ascii=False), json.dumps(events, ensure_ascii=False))
            told = (asked["kind"], asked["rule"], move.text)
            self.steps.append(Step(self._seed, self._variant, ply, seat, texts[0], mask, move.index, texts[1], *told))
        return log


def marks(state: State) -> tuple[tuple[str, ...], ...]:
    """The components that each seat holds, by their names in the view; numbers are left out."""
    return tuple(tuple(sorted(set(_marks(seat)))) for seat in state.view("all")["seats"])


def opening(state: State) -> tuple[str, ...]:
    """The components that everybody sees on the table at the beginning: scoring cards, events, what is on offer."""
    board = state.view(None)["board"]
    zones = ((zone, found) for zone, found in board.items() if isinstance(found, list))
    return tuple(sorted({f"{zone}:{slug}" for zone, found in zones for slug in map(_slug, found) if slug}))


def _marks(seat: Mapping[str, Any]) -> Iterator[str]:
    for key, value in seat.items():
        if isinstance(value, str):
            yield f"{key}:{value}"
        elif isinstance(value, list):
            yield from (f"{key}:{slug}" for slug in map(_slug, value) if slug)
        elif isinstance(value, Mapping):  # components with facts of their own; a mapping to numbers only holds resources
            yield from (f"{key}:{_slug(facts) or slug}" for slug, facts in value.items() if isinstance(facts, Mapping))


def _slug(item: Any) -> str | None:
    if isinstance(item, str):
        return item
    if isinstance(item, Mapping):
        return next((item[key] for key in _SLUGS if isinstance(item.get(key), str)), None)
    return None


def rotations(lineup: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The line-up rotated, so that every bot sits at every seat.

    >>> rotations(("a", "b", "b"))
    (('a', 'b', 'b'), ('b', 'b', 'a'), ('b', 'a', 'b'))
    """
    return tuple(tuple(lineup[i:]) + tuple(lineup[:i]) for i in range(len(lineup)))
