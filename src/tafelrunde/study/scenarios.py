"""Scenarios for readers: the files of the tests, which can be opened, stepped through, continued and changed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from tafelrunde.core.audience import Viewer
from tafelrunde.core.errors import BadInput, IllegalMove
from tafelrunde.core.events import Event
from tafelrunde.core.scenario import Failed, Scenario, seat_and_move
from tafelrunde.core.state import State
from tafelrunde.library import game_class, load_scenario

MAX_TEXT = 256 * 1024
MAX_MOVES = 300
"""The maximum number of the reader's own moves after a scenario."""


@cache
def texts(game: str) -> Mapping[str, str]:
    """Every scenario file of a game by its name, which is its path without the extension."""
    found: dict[str, str] = {}

    def walk(folder: Traversable, before: str) -> None:
        for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if item.is_dir():
                walk(item, f"{before}{item.name}/")
            elif item.name.endswith(".toml"):
                found[before + item.name.removesuffix(".toml")] = item.read_text(encoding="utf-8")

    folder = game_class(game).content("scenarios")
    if folder.is_dir():
        walk(folder, "")
    return found


def text_of(game: str, name: str) -> str:
    try:
        return texts(game)[name]
    except KeyError:
        raise BadInput("scenario", f"There is no scenario {name!r:.80}.") from None


@cache
def opened(game: str, name: str) -> Scenario:
    return load_scenario(text_of(game, name))


@cache
def titles(game: str, lang: str) -> Mapping[str, str]:
    """The titles of a game's scenarios in a language, indexed by the English titles in the files."""
    english = {name: opened(game, name).title for name in texts(game)}
    if lang == "en":
        return {title: title for title in english.values()}
    file = game_class(game).content("messages") / f"scenarios.{lang}.toml"
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return {title: told[name] for name, title in english.items()}


def title_of(game: str, name: str, lang: str = "en") -> str:
    return titles(game, lang)[opened(game, name).title]


def listing(game: str, lang: str = "en") -> list[dict[str, Any]]:
    """Name, title and rules of every scenario."""
    return [{"name": name, "title": title_of(game, name, lang), "rules": list(opened(game, name).rules)} for name in texts(game)]


class Place:
    """A scenario at some step, possibly continued: the view, the latest events and the next step."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.state: State = scenario.begin()
        self.step = 0
        self.events: list[Event] = []
        self.refusal: IllegalMove | None = None
        self.failed: Failed | None = None

    def go(self, steps: int) -> Place:
        """Play the first ``steps`` steps; stops at a step that does not hold."""
        for number, step in enumerate(self.scenario.then[:steps], 1):
            self.refusal = None
            try:
                self.events = self._take(number, step)
            except Failed as failed:
                self.failed = failed
                return self
            self.step = number
        return self

    def _take(self, number: int, step: Mapping[str, Any]) -> list[Event]:
        if "play" in step:
            seat, move = seat_and_move(step["play"])
            if self.state.explain(seat, move) is None:
                return self.state.play(seat, move)
        if "refuse" in step:
            self.refusal = self.state.explain(*seat_and_move(step["refuse"]))
        self.scenario.take(self.state, number, step)
        return []

    def play(self, lines: Sequence[str]) -> Place:
        """Play the reader's own moves, each ``SEAT MOVE``; the first refusal stops them and is returned with its rule."""
        for line in lines:
            seat, move = seat_and_move(line)
            self.refusal = self.state.explain(seat, move)
            if self.refusal is not None:
                return self
            self.events = self.state.play(seat, move)
        return self

    def show(self, viewer: Viewer, lang: str) -> dict[str, Any]:
        scenario, state = self.scenario, self.state
        return {
            "title": titles(state.game.id, lang).get(scenario.title, scenario.title),
            "game": state.game.id,
            "rules": list(scenario.rules),
            "step": self.step,
            "steps": [told(state, step, lang) for step in scenario.then],
            "failed": None if self.failed is None else str(self.failed),
            "refusal": None if self.refusal is None else refusal_json(state, self.refusal, lang),
            **position(state, viewer, lang, self.events),
        }


def position(state: State, viewer: Viewer, lang: str, events: Sequence[Event] = (), names: Sequence[str] = ()) -> dict[str, Any]:
    """A position for pages: the view, the log line by line, and the possible moves of each asked seat."""
    words = state.game.messages(lang)
    return {
        "ply": state.ply,
        "view": state.view(viewer),
        "events": [
            {"kind": e.kind, "seat": e.seat, "data": e.data, "rule": e.rule, "text": words.event(e, names)}
            for e in events
            if e.visible_to(viewer)
        ],
        "decisions": [asked(state, seat, lang, names) for seat in state.to_act if viewer in ("all", seat)],
    }


def asked(state: State, seat: int, lang: str, names: Sequence[str] = ()) -> dict[str, Any]:
    """A seat's open question with every move in words."""
    game, question, view = state.game, state.decision(seat), state.view(seat)
    return {
        "seat": seat,
        "id": question.id,
        "kind": question.kind,
        "data": dict(question.data),
        "rule": question.rule,
        "prompt": game.messages(lang).decision(question.kind, question.data, names),
        "moves": [{"move": m.text, "text": game.move_text(m, lang, view)} for m in question.moves],
        "free": [move.text for move in state.free(seat)],
    }


def refusal_json(state: State, refusal: IllegalMove, lang: str) -> dict[str, Any]:
    reason = state.game.messages(lang).refusal(refusal.key, refusal.params) if refusal.key else refusal.reason
    return {"move": refusal.move, "rule": refusal.rule, "reason": reason}


def told(state: State, step: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A step in words; moves are in the reader's language."""
    kind = next(iter(key for key in step if key != "rule"))
    body: dict[str, Any] = {"kind": kind}
    if kind in ("play", "refuse"):
        seat, text = seat_and_move(step[kind])
        body |= {"seat": seat, "move": text, "rule": step.get("rule")}
        try:
            move = state.game.move(text)
            body["text"] = state.game.messages(lang).say("moves", move.verb, state.game.move_facts(move))
        except BadInput:
            body["text"] = text
    elif kind == "run_to":
        body |= {"to": step[kind], "text": state.game.messages(lang).name(step[kind])}
    else:
        body["facts"] = step[kind]
    return body


def open_text(text: str) -> Place:
    """Open a scenario that a user wrote."""
    if len(text) > MAX_TEXT:
        raise BadInput("scenario", f"A scenario is at most {MAX_TEXT // 1024} kB long.")
    return Place(load_scenario(text))
