"""The component file: every value of it matters, official counts, sets of other sizes, former sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import tafelrunde
from tafelrunde import BadInput
from tafelrunde.core import scenario
from tafelrunde.core.components import Components
from tafelrunde.core.errors import EngineError, IllegalMove
from tafelrunde.core.scenario import Scenario
from tafelrunde.games.rise import components as component_file
from tafelrunde.games.rise.game import Rise
from tafelrunde.games.rise.present.texts import Texts
from tafelrunde.library import with_components

GAME: Any = tafelrunde.load("rise")
DATA: Any = GAME.components.data
FOLDER = Path(tafelrunde.__file__).parent / "games" / "rise"
Place = tuple[str | int, ...]
Story = Callable[[Any, Any], Iterator[Any]]


# --- every value matters -------------------------------------------------------------------------


def leaves(value: Any, at: Place = ()) -> Iterator[tuple[Place, Any]]:
    """The numbers, flags and texts of the file by the keys that lead to them; where a record comes from is a remark."""
    if isinstance(value, dict):
        for key, item in value.items():
            if not key.endswith("source"):
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
    """Values to try: the next numbers, the other flag, an unknown text and texts that stand under the same key elsewhere."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [f"{value}_x", *(other for other in VALUES[key_of(at)][:12] if other != value and key_of(at) != "id")]


def told(game: Any, at: Place) -> Any:
    """What people read of the record that a key belongs to."""
    texts = Texts(game, "en")
    if at[0] == "tracks":
        track, side = str(at[1]), str(at[2])
        return [*(texts.field(track, side, name) for name in texts.board(track, side).ids), *texts.track_notes(track, side)]
    records = getattr(game.parts, str(at[0]))
    if at[0] == "action_cards":
        return [texts.option(records[at[1]].id, which) for which in ("upper", "lower")]
    say = {"event_cards": texts.event, "school_tiles": texts.school_tile, "culture_tiles": texts.culture_tile}.get(str(at[0]))
    return say(records[at[1]].id) if say else None


def game_of(data: dict[str, Any]) -> Rise:
    """The game with this component set."""
    return Rise(Components(data, "changed", "", component_file.read(data)))


def verdict(at: Place, value: Any) -> bool | None:
    """Whether another value changes a text or how a game goes; ``None`` if it is refused."""
    data: dict[str, Any] = deepcopy({str(at[0]): DATA[at[0]]})
    place: Any = data
    for key in at[:-1]:
        place = place[key]
    place[at[-1]] = value
    data = {**DATA, **data}
    try:
        reader = SimpleNamespace(messages=GAME.messages, parts=component_file.read(data))
    except BadInput:
        return None
    return told(reader, at) != told(GAME, at) or matters(game_of(data), at)


def random_game(game: Any, number: int) -> Iterator[Any]:
    """A random game, step by step: what happens and what can be done."""
    random = Random(number)
    state, log = game.begin(2 + number % 3, number, {"sides": "AB"[number % 2] * 10})
    yield [event.data for event in log]
    while not state.over:
        seat = state.to_act[0]
        moves = [move for move in state.legal(seat) if move.verb != "exchange"] or state.legal(seat)
        move = random.choice(moves)
        yield seat, move.text, len(moves), [(event.rule, event.data) for event in state.play(seat, move)]


def walk(game: Any, where: tuple[str, str]) -> Iterator[Any]:
    """Two steps on a track from each of its fields, a push to the left, leaving: what happens."""
    track, side = where
    sides = "".join(side if name == track else "A" for name in GAME.option_parts("sides"))
    effects: list[Any] = [{"op": "advance", "track": track, "n": 2}]
    if track in ("satisfaction", "environment"):
        effects.append({"op": "retreat", "track": track, "n": 1})
    for field in DATA["tracks"][track][side]["fields"]:
        for other in (None, *field["next"]):
            given = {f"seats.0.tracks.{track}": field["id"], "seats.0.points": 30}
            given |= {f"seats.1.tracks.{track}": other} if other else {}
            try:
                at = {"round": 1, "step": "effect", "active": 0, "effects": effects}
                state = Scenario("", game, 2, 1, {"sides": sides}, (), at, given, ()).begin()
                for _ in range(3):
                    seat = state.to_act[0]
                    moves = state.legal(seat)
                    yield [move.text for move in moves]
                    yield [(event.rule, event.data) for event in state.play(seat, moves[0])]
                seat = state.to_act[0]
                for move in state.legal(seat):
                    if move.verb == "leave":
                        yield [(event.rule, event.data) for event in state.clone().play(seat, move)]
            except (BadInput, IllegalMove, EngineError, IndexError) as error:
                yield str(error)


def scenario_game(game: Any, text: str) -> Iterator[Any]:
    """A scenario as far as it can be played."""
    try:
        run = scenario.parse(text, lambda _: game)
        state = run.begin()
        for number, step in enumerate(run.then, 1):
            yield str(run.take(state, number, step)), state.to_json()["fields"]
    except (scenario.Failed, IllegalMove, BadInput) as error:
        yield str(error)


@cache
def scenarios() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((FOLDER / "content" / "scenarios").rglob("*.toml"))]


@cache
def official(story: Story, which: Any) -> list[Any]:
    return list(story(GAME, which))


def differs(game: Any, story: Story, which: Any) -> bool:
    expected = iter(official(story, which))
    return any(step != next(expected, None) for step in story(game, which))


def matters(game: Any, at: Place) -> bool:
    """Whether games with a changed component file go otherwise."""
    if game.vocabulary.texts != GAME.vocabulary.texts:
        return True
    if at[0] == "tracks" and differs(game, walk, (str(at[1]), str(at[2]))):
        return True
    return any(differs(game, random_game, n) for n in range(12)) or any(differs(game, scenario_game, t) for t in scenarios())


OPEN = ("satisfaction", "politics", "environment", "school", "bank", "press", "industry", "office")
"""Tracks on which some values have not been shown to matter yet: the games below do not reach them, or nothing reads them."""
PARTS = [("tracks", track) for track in DATA["tracks"] if track not in OPEN] + [(key,) for key in DATA if key != "tracks"]


@pytest.mark.parametrize("part", PARTS, ids="-".join)
def test_every_value_matters(part: tuple[str, ...]) -> None:
    """Each number, flag and name, changed by itself, is refused, or changes what is said or what happens."""
    dead = []
    data = DATA
    for key in part:
        data = data[key]
    for at, value in leaves(data, part):
        verdicts = (found for other in other_values(at, value) if (found := verdict(at, other)) is not None)
        if not next(verdicts, True) and not any(verdicts):
            dead.append((at, value))
    assert not dead


# --- the official set, other sets, former sets ---------------------------------------------------


def test_the_official_set_has_the_counts_of_the_box() -> None:
    counts = {key: len(DATA[key]) for key in ("action_cards", "event_cards", "school_tiles", "culture_tiles", "penalty_tiles")}
    assert counts == {"action_cards": 66, "event_cards": 16, "school_tiles": 16, "culture_tiles": 10, "penalty_tiles": 3}
    assert Counter(card["epoch"] for card in DATA["action_cards"]) == {1: 22, 2: 22, 3: 22}
    assert sum(card["count"] for card in DATA["event_cards"]) == 44
    assert sum(tile["start"] for tile in DATA["school_tiles"]) == 4
    slots = {
        (track, side): sum("tile_slot" in field for field in DATA["tracks"][track][side]["fields"])
        for track in ("school", "culture")
        for side in "AB"
    }
    assert slots == {("school", "A"): 12, ("school", "B"): 9, ("culture", "A"): 0, ("culture", "B"): 5}


def test_a_larger_set_is_played_and_a_smaller_one_says_what_is_missing() -> None:
    data = deepcopy(DATA)
    data["action_cards"].append({**data["action_cards"][0], "id": "e1-23"})
    data["school_tiles"].append({**data["school_tiles"][-1], "id": "tile-new"})
    larger = game_of(data)
    assert sum(larger.census(larger.new(2, 1)).values()) == sum(GAME.census(GAME.new(2, 1)).values()) + 1
    del data["action_cards"][:2]
    with pytest.raises(BadInput, match="at least 22 cards of epoch 1"):
        game_of(data)
    data["setup"]["action_cards_removed_per_epoch"] = 5
    assert game_of(data).new(2, 1)


@pytest.mark.parametrize("path", sorted((FOLDER / "data" / "former").glob("*.toml")), ids=lambda path: path.stem)
def test_former_sets_are_still_played(path: Path) -> None:
    former = with_components("rise", path.stem)
    assert former.components.hash == path.stem
    assert former.vocabulary.texts == GAME.vocabulary.texts
