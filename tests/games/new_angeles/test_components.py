"""The component file: every value of it matters, official counts, sets of other sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafelrunde import BadInput, load
from tafelrunde.core import scenario
from tafelrunde.core.components import Components
from tafelrunde.core.errors import IllegalMove
from tafelrunde.core.events import Log
from tafelrunde.games.new_angeles import game
from tafelrunde.games.new_angeles.effects.base import Teller
from tafelrunde.games.new_angeles.present.card_texts import card_texts
from tafelrunde.games.new_angeles.rules import rounds
from tafelrunde.games.new_angeles.rules.goods import gain
from tafelrunde.games.new_angeles.rules.rounds import add_supply

DATA: Any = load("new_angeles").components.data
FOLDER = Path(game.__file__).parent
GAMES = (0, 1, 2, 3, 4, 13)
"""Random games that begin with all six set-up cards."""

Place = tuple[str | int, ...]


# --- every value matters -------------------------------------------------------------------------


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
    """Values to try: the next numbers, the other flag, texts that stand under the same key elsewhere, and an unknown one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    known = [] if key_of(at) == "id" else [other for other in VALUES[key_of(at)] if other != value]
    return [*known, f"{value}_x"]


def changed(at: Place, value: Any) -> game.NewAngeles | None:
    """The game with another value in its component file; ``None`` if that is refused."""
    data = deepcopy(DATA)
    place = data
    for key in at[:-1]:
        place = place[key]
    place[at[-1]] = value
    try:
        game.NewAngeles.schema("", data)
    except BadInput:
        return None
    return game.NewAngeles(Components(data, "changed", ""))


def told(played: game.NewAngeles) -> Any:
    """What people read: names, texts and symbols, but not the data itself."""
    texts = card_texts(played.parts, Teller(played.messages("en")))
    symbols = [effect.symbols() for card in played.layout(6).effects for effect in card]
    names = [(place.name, place.name_de, place.name_ru) for place in (*played.parts.districts, played.parts.root)]
    return texts, symbols, names, played.vocabulary.texts, [place.id for place in played.parts.districts]


def random_game(played: game.NewAngeles, number: int) -> Iterator[Any]:
    """A random game, step by step: what happens, what everybody sees, what can be done."""
    players = 4 + number % 3
    state, log = played.begin(players, number, {"corporations": "random"})
    random = Random(number)
    yield [event.data for event in log]
    while not state.over:
        seat = state.to_act[0]
        move = random.choice(state.legal(seat))
        events = state.play(seat, move)
        yield seat, move.text, [(event.rule, event.also, event.data) for event in events], state.view(None)["board"]
    yield state.winners


def scenario_game(played: game.NewAngeles, text: str) -> Iterator[Any]:
    """A scenario as far as it can be played."""
    try:
        run = scenario.parse(text, lambda _: played)
        state = run.begin()
        for number, step in enumerate(run.then, 1):
            events = run.take(state, number, step)
            legal = [(seat, move.text) for seat in state.to_act for move in state.legal(seat)]
            yield legal, str(events), state.to_json()["fields"], state.winners if state.over else ()
    except (scenario.Failed, IllegalMove, BadInput) as error:
        yield str(error)


def rare_moments(played: game.NewAngeles, players: int) -> Iterator[Any]:
    """What random games seldom come to: full tracks, late rounds, each back, much capital, the end with an own rival."""
    state = played.new(players, 1, {"corporations": "fixed"})
    for resource in range(5):
        add_supply(state, resource, 30, "NA-8.1")
    yield state.supply
    state.city = [0] * len(state.city)
    for district in range(10):
        state.supply = [0] * 5
        rounds.produce(state, district, "NA-43.0")
        yield state.supply
    for number in range(1, 10):
        state.round = number
        yield state.view(None)["board"]["space"]
    for event in played.layout(players).events:
        played.patch(state, ("board", "decks", "events", "top"), [event])
        yield state.view(None)["board"]["event_backs"]
    for capital in range(30, 50):
        state.log, state.capital[0] = Log(), capital
        gain(state, 0, 1, "NA-30.3")
        yield [event.also for event in state.log or ()]
    state.rivals = (state.layout.rival_corporation.index(state.corporations[0]),) * players
    for others in ((1, 9, 9), (1, 1, 9), (1, 1, 1)):
        state.capital[:] = [5, *others, 9, 9][:players]
        yield rounds.judge(state, 0)


@cache
def scenarios() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((FOLDER / "content" / "scenarios").rglob("*.toml"))]


@cache
def official(kind: Callable[..., Iterator[Any]], which: Any) -> list[Any]:
    return list(kind(load("new_angeles"), which))


def differs(played: game.NewAngeles, kind: Callable[..., Iterator[Any]], which: Any) -> bool:
    expected = iter(official(kind, which))
    return any(step != next(expected, None) for step in kind(played, which))


def matters(played: game.NewAngeles) -> bool:
    """Whether a changed component file changes a text, or how a game goes."""
    if told(played) != told_officially():
        return True
    rare = any(differs(played, rare_moments, players) for players in (4, 6))
    return (
        rare
        or any(differs(played, random_game, number) for number in GAMES)
        or any(differs(played, scenario_game, text) for text in scenarios())
    )


@cache
def told_officially() -> Any:
    return told(load("new_angeles"))  # type: ignore[arg-type]


@pytest.mark.parametrize("part", [key for key in DATA if key != "source"])
def test_every_value_matters(part: str) -> None:
    """Each number, flag and name, changed by itself, is refused, or changes what is said or what happens."""
    dead = []
    for at, value in leaves(DATA[part], (part,)):
        accepted = filter(None, (changed(at, other) for other in other_values(at, value)))
        verdicts = (matters(played) for played in accepted)
        if not next(verdicts, True) and not any(verdicts):
            dead.append((at, value))
    assert not dead


# --- the official set ----------------------------------------------------------------------------


def test_the_official_set_has_the_counts_of_the_box() -> None:
    counts = {key: len(value) for key, value in DATA.items() if isinstance(value, list)}
    assert counts == {
        "pieces": 8, "resources": 5, "districts": 10, "corporations": 6, "rivals": 7, "action_types": 5, "action_cards": 20,
        "emergency_actions": 6, "assets": 34, "investments": 12, "events": 16, "demands": 9, "setup_cards": 6,
    }  # fmt: skip
    copies = Counter[str]()
    for card in DATA["action_cards"]:
        copies[card["type"]] += card["copies"]
    assert set(copies.values()) == {20}
    assert set(Counter(event["back"] for event in DATA["events"]).values()) == {4}
    assert Counter(DATA["round_track"]["order"])["demand"] == 3
    assert len(DATA["round_track"]["order"]) == 9


# --- other sets ----------------------------------------------------------------------------------


def other_set(**changes: Any) -> game.NewAngeles:
    data = {**deepcopy(DATA), **changes}
    game.NewAngeles.schema("", data)
    return game.NewAngeles(Components(data, "other", ""))


def refusal(**changes: Any) -> BadInput:
    with pytest.raises(BadInput) as found:
        other_set(**changes)
    return found.value


def plays(played: game.NewAngeles, players: int = 6) -> None:
    """Random games with saving, sampling and counting on the way."""
    for number in range(3):
        random = Random(number)
        state = played.new(players, number)
        components = played.census(state)
        while not state.over:
            seat = state.to_act[0]
            state.play(seat, random.choice(state.legal(seat)))
            assert played.census(state) == components
            if random.random() < 0.05:
                state = played.from_json(state.to_json())
                state.sample(seat, number)
                played.evaluate(state)


def doubled(records: list[Any]) -> list[Any]:
    """Each record twice, the copies with ids and names of their own."""
    return [*records, *({**deepcopy(record), "id": f"{record['id']}_too", "name": "Another"} for record in records)]


def test_a_set_of_twice_the_cards_can_be_played() -> None:
    """Every operation belongs to two assets then."""
    kinds = ("action_cards", "assets", "investments", "events", "demands", "setup_cards")
    played = other_set(**{kind: doubled(DATA[kind]) for kind in kinds})
    assert len(played.layout(6).assets) == 68
    assert played.sheets("de")["assets"]["eiko_too"]["name"] == "Another"
    assert played.move("use eiko_too").text == "use eiko_too"
    plays(played)


def test_a_small_set_can_be_played() -> None:
    cards = [next(card for card in DATA["action_cards"] if card["type"] == kind["id"]) for kind in DATA["action_types"]]
    events = [next(event for event in DATA["events"] if event["back"] == back) for back in ("human_first", "orgcrime", "outage")]
    events.append(DATA["events"][-1])
    played = other_set(
        action_cards=cards, assets=DATA["assets"][12:14], events=events, demands=DATA["demands"][:3],
        setup_cards=DATA["setup_cards"][:1],
    )  # fmt: skip
    for players in (4, 5, 6):
        plays(played, players)


def test_what_is_missing_is_named() -> None:
    assert refusal(investments=DATA["investments"][:11]).where == "investments"
    assert refusal(demands=DATA["demands"][:2]).where == "demands"
    assert refusal(assets=[]).where == "assets"
    assert "security" in refusal(action_cards=DATA["action_cards"][:16]).reason
    assert refusal(corporations=DATA["corporations"][:5]).where == "corporations"
    assert refusal(districts=DATA["districts"][:9]).where == "districts"
    assert refusal(rivals=DATA["rivals"][1:]).where == "rivals"
    assert refusal(assets=[*DATA["assets"], DATA["assets"][0]]).where == "assets[34]"
    assert refusal(round_track={"order": ["1", "2"]}).where == "round_track.order"
    assert refusal(unknown=1).where == "unknown"
