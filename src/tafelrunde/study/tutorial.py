"""Tutorials: positions, sentences and the moves to make, as data beside each game (``content/tutorial/lessons.toml``).

A step with a ``position`` begins there; one without it continues from the step before. The learner makes ``moves``, then the
other seats make theirs. ``expect`` states what the sentences claim, and a test checks it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tafelrunde.core.errors import BadInput
from tafelrunde.core.events import Event
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.scenario import Scenario, seat_and_move
from tafelrunde.core.state import State
from tafelrunde.library import game_class, load
from tafelrunde.study.scenarios import position, refusal_json

LEARNER = 0
"""The seat the learner holds in every lesson."""

Texts = Mapping[str, str]


class Step(NamedTuple):
    """One thing to learn."""

    title: Texts
    say: Texts
    done: Texts
    rule: str
    moves: tuple[str, ...]
    others: tuple[str, ...]
    expect: Mapping[str, Any]
    position: Scenario | None
    point: str
    """The element to highlight: a key of the view, for screens that can point at it."""


@cache
def _data(game: str, name: str) -> Mapping[str, Any]:
    path = game_class(game).content("tutorial") / f"{name}.toml"
    if not path.is_file():
        raise BadInput("tutorial", "This game has no tutorial yet.")
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def steps(game: str) -> tuple[Step, ...]:
    return tuple(_step(game, number, data) for number, data in enumerate(_data(game, "lessons")["step"], 1))


def _step(game: str, number: int, data: Mapping[str, Any]) -> Step:
    unknown = set(data) - {*Step._fields}
    if unknown:
        raise BadInput(f"step[{number}].{min(unknown)}", "unknown key")
    return Step(
        _texts(data["title"]), _texts(data["say"]), _texts(data.get("done", {})), data["rule"], tuple(data.get("moves", ())),
        tuple(data.get("others", ())), data.get("expect", {}), _scenario(game, data.get("position")), data.get("point", ""),
    )  # fmt: skip


def _texts(texts: Texts) -> Texts:
    if texts and set(texts) != set(LANGUAGES):
        raise BadInput("texts", f"a text has: {', '.join(LANGUAGES)}")
    return texts


def _scenario(game: str, data: Mapping[str, Any] | None) -> Scenario | None:
    if data is None:
        return None
    return Scenario(
        "", load(game), data["players"], data.get("seed", 1), data.get("options", {}), (), data.get("at", {}),
        data.get("given", {}), (), "", tuple(data.get("moves", ())),
    )  # fmt: skip


def state_at(game: str, number: int) -> State:
    """The position at the beginning of a step (counted from 0)."""
    lessons = steps(game)
    if not 0 <= number < len(lessons):
        raise BadInput("step", f"The tutorial has {len(lessons)} steps.")
    first = max(i for i in range(number + 1) if lessons[i].position is not None)
    scenario = lessons[first].position
    assert scenario is not None
    state = scenario.begin()
    for lesson in lessons[first:number]:
        for line in (*(f"{LEARNER} {move}" for move in lesson.moves), *lesson.others):
            state.play(*seat_and_move(line))
    return state


def page(game: str, lang: str) -> dict[str, Any]:
    """The lessons in one language, and the sentences for the decision bar."""
    coach = _data(game, "coach")
    return {
        "game": game,
        "seat": LEARNER,
        "minutes": _data(game, "lessons")["minutes"],
        "steps": [
            {"title": s.title[lang], "say": s.say[lang], "rule": s.rule, "moves": len(s.moves), "point": s.point}
            for s in steps(game)
        ],
        "coach": {kind: texts[lang] for kind, texts in coach.items()},
    }


def at(game: str, number: int, moves: Sequence[str], lang: str) -> dict[str, Any]:
    """A step after some of the learner's moves. A legal move that the lesson does not ask for is distinguished from an
    illegal one."""
    state, lesson = state_at(game, number), steps(game)[number]
    events: list[Event] = []
    wrong: dict[str, Any] | None = None
    for place, move in enumerate(moves):
        wanted = lesson.moves[place] if place < len(lesson.moves) else None
        if move != wanted:
            refusal = state.explain(LEARNER, move)
            wrong = {"move": move, "legal": refusal is None, "wanted": _wanted(state, wanted, lang)}
            if refusal is not None:
                wrong |= refusal_json(state, refusal, lang)
            break
        events += state.play(LEARNER, move)
    made = len(moves) - (wrong is not None)
    finished = wrong is None and made == len(lesson.moves)
    if finished and moves:
        for line in lesson.others:
            events += state.play(*seat_and_move(line))
    return {
        "step": number,
        "made": made,
        "finished": finished,
        "done": lesson.done.get(lang, "") if finished else "",
        "next": None if finished else _wanted(state, lesson.moves[made], lang),
        "wrong": wrong,
        **position(state, LEARNER, lang, events),
    }


def _wanted(state: State, move: str | None, lang: str) -> dict[str, str] | None:
    if move is None:
        return None
    known = state.game.move(move)
    return {"move": move, "text": state.game.move_text(known, lang, state.view(LEARNER))}
