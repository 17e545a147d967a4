"""Each number, flag and name of the component file, changed by itself, is refused, or changes what is said or what happens."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tafelrunde import BadInput, load
from tafelrunde.core import scenario, verbs
from tafelrunde.core.components import Components
from tafelrunde.core.errors import IllegalMove
from tafelrunde.games.fifty_first_state import game
from tafelrunde.games.fifty_first_state.components import read
from tafelrunde.games.fifty_first_state.frames import Replace, Turn
from tafelrunde.games.fifty_first_state.game import FiftyFirst
from tafelrunde.games.fifty_first_state.names import BLUE, BRICK, GREY, RED
from tafelrunde.games.fifty_first_state.present.texts import Texts
from tafelrunde.games.fifty_first_state.rules.actions import ask_replace
from tafelrunde.games.fifty_first_state.rules.layout import Layout
from tafelrunde.games.fifty_first_state.rules.places import Facts
from tafelrunde.games.fifty_first_state.rules.turn import ask_turn
from tafelrunde.games.fifty_first_state.verbs import VERBS

FOLDER = Path(game.__file__).parent
GAME: Any = load("fifty_first_state")
DATA: Any = deepcopy(GAME.components.data)
GAMES = (1, 2)

Place = tuple[str | int, ...]


def leaves(value: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """The numbers, flags and texts of the file by the keys that lead to them; where a record comes from is a remark."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key != "source":
                yield from leaves(item, (*at, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, (*at, i))
    else:
        yield at, value


def key_of(at: Place) -> str:
    return next(str(key) for key in reversed(at) if isinstance(key, str))


VALUES: dict[str, list[str]] = {}
for _at, _value in leaves(DATA):
    if isinstance(_value, str) and _value not in VALUES.setdefault(key_of(_at), []):
        VALUES[key_of(_at)].append(_value)


def other_values(at: Place, value: Any) -> list[Any]:
    """The next numbers, or texts that stand under the same key elsewhere and an unknown one."""
    if isinstance(value, int):
        return [value + 1, value - 1]
    known = [] if key_of(at) == "id" else [other for other in VALUES[key_of(at)] if other != value]
    return [*known, f"{value}_x"]


def data_with(at: Place, value: Any) -> Any:
    """The data with another value; what is not on the way to it is shared."""

    def replaced(old: Any, path: Place) -> Any:
        if not path:
            return value
        new = old.copy()
        new[path[0]] = replaced(old[path[0]], path[1:])
        return new

    return replaced(DATA, at)


# --- what is said --------------------------------------------------------------------------------


def told(data: Any, parts: Any, at: Place) -> Any:
    """What people read on the card or board that was changed, and the moves."""
    texts = Texts(SimpleNamespace(messages=GAME.messages, components=SimpleNamespace(data=data), parts=parts), "en")  # type: ignore[arg-type]
    if at[-1] == "id":
        return verbs.words(VERBS.runs(parts))
    if at[0] == "faction":
        board = parts.faction[at[1]]
        return texts.goods(board.production), [texts.faction_row(board.id, row) for row in (1, 2, 3, 4)]
    if at[0] in ("location", "connection"):
        card = getattr(parts, str(at[0]))[at[1]].id
        return texts.effect(card), at[0] == "location" and (texts.deal(card), texts.spoils(card))
    return None


# --- what happens --------------------------------------------------------------------------------


@cache
def begun() -> Any:
    """A turn of seat 0, which has every location of the file."""
    state = GAME.new(2, 1)
    state.stack, state.lanes = [Turn(0)], None
    state.states[0] = tuple((ref, 0, (), (), (), 0) for ref in state.layout.first_ref)
    return state


@cache
def official_layout() -> Layout:
    layout: Layout = begun().layout
    return layout


def uses_of(parts: Any, card: int) -> list[Any]:
    """What a seat can do with a card in its hand by the contacts that it has, and what the card can replace."""
    state = begun().clone()
    layout = official_layout() if parts is GAME.parts else Layout(parts, GAME.runs, state.options)
    state.layout = layout
    state.facts = tuple(Facts(layout, seat, ()) for seat in range(state.players))
    state.hands[0] = (card,)
    state.supply = [0] * len(state.supply)
    found: list[Any] = []
    for n in range(6):
        state.supply[GREY] = state.supply[BLUE] = state.supply[RED] = n
        found.append(ask_turn(state, Turn(0)))
    state.supply[BRICK] = 1
    return [*found, ask_turn(state, Turn(0)), ask_replace(state, Replace(0, card))]


def random_game(played: FiftyFirst, number: int) -> Iterator[Any]:
    """A random game, step by step: what happens, what everybody sees, what can be done."""
    options = {"deck": ("base", "base_new_era", "base_winter")[number % 3], "promos": "yes" if number else "no"}
    state, log = played.begin(2 + number % 3, number, options)
    random = Random(number)
    yield [event.data for event in log]
    while not state.over:
        seat = state.to_act[0]
        moves = state.actions(seat)
        move = random.choice(moves)
        events = state.play(seat, played.vocabulary[move])
        yield list(moves), [(event.rule, event.data) for event in events]
    yield state.vp


def scenario_game(played: FiftyFirst, text: str) -> Iterator[Any]:
    """A scenario as far as it can be played."""
    try:
        run = scenario.parse(text, lambda _: played)
        state = run.begin()
        for number, step in enumerate(run.then, 1):
            events = run.take(state, number, step)
            yield str(events), state.to_json()["fields"]
    except (scenario.Failed, IllegalMove, BadInput) as error:
        yield str(error)


@cache
def scenarios() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((FOLDER / "content" / "scenarios").rglob("*.toml"))]


@cache
def official(kind: Any, which: Any) -> list[Any]:
    return list(kind(GAME, which))


def differs(played: FiftyFirst, kind: Any, which: Any) -> bool:
    expected = iter(official(kind, which))
    return any(step != next(expected, None) for step in kind(played, which))


def matters(at: Place, value: Any) -> bool | None:
    """Whether another value changes a text or how a game goes; ``None`` where it is refused."""
    data = data_with(at, value)
    try:
        parts = read(data)
    except BadInput:
        return None
    if told(data, parts, at) != told(DATA, GAME.parts, at):
        return True
    if at[0] == "location" and uses_of(parts, int(at[1])) != uses_of(GAME.parts, int(at[1])):
        return True
    played = FiftyFirst(Components(data, "changed", "", parts))
    return any(differs(played, random_game, number) for number in GAMES) or any(
        differs(played, scenario_game, text) for text in scenarios()
    )


def dead_values(part: str) -> list[tuple[Place, Any]]:
    """The values that can be changed without a refusal and without any effect."""
    dead = []
    for at, value in leaves(DATA[part], (part,)):
        verdicts = (verdict for other in other_values(at, value) if (verdict := matters(at, other)) is not None)
        if not next(verdicts, True) and not any(verdicts):
            dead.append((at, value))
    return dead


@pytest.mark.parametrize("part", DATA)
def test_every_value_matters(part: str) -> None:
    assert dead_values(part) == []
