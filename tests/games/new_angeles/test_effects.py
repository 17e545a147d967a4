"""Effects come from the component file: no number of an asset is dead, few assets need a function of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import pytest

from tafelrunde import BadInput, load
from tafelrunde.core import scenario
from tafelrunde.core.components import Components
from tafelrunde.core.errors import IllegalMove
from tafelrunde.games.new_angeles import effects, game
from tafelrunde.games.new_angeles.components import ASKED, BY_ITSELF, CONTINUOUS
from tafelrunde.games.new_angeles.effects.special import SPECIALS
from tafelrunde.library import with_components

GAME = load("new_angeles")
DATA = GAME.components.data
FOLDER = Path(game.__file__).parent
PLAYING = ("action_cards", "emergency_actions", "assets", "events")
FORMER = sorted(path.stem for path in (FOLDER / "data" / "former").glob("*.toml"))

Place = tuple[str | int, ...]


def numbers(value: Any, at: Place = ()) -> Iterator[tuple[Place, int]]:
    """The numbers of a part of the component file, by the keys that lead to them."""
    if type(value) is int:
        yield at, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from numbers(item, (*at, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from numbers(item, (*at, i))


def with_value(asset: int, at: Place, value: int) -> game.NewAngeles:
    """The game with another number in the record of an asset."""
    data: Any = deepcopy(DATA)
    place = data["assets"][asset]
    for key in at[:-1]:
        place = place[key]
    place[at[-1]] = value
    game.NewAngeles.schema("", data)
    return game.NewAngeles(Components(data, "changed", ""))


FIGURES = [(i, record["id"], at, value) for i, record in enumerate(DATA["assets"]) for at, value in numbers(record)]


RICHER_HAND = ('"seats.0.hand" = ["puff_piece"]', '"seats.0.hand" = ["puff_piece", "puff_piece"]')
"""Lily Lockwell's scenario has one card to steal; whether there could be more shows with two."""


def scenarios(slug: str) -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in sorted((FOLDER / "content" / "scenarios").rglob("*.toml"))]
    found = [text for text in texts if f"NA-AST.{slug}" in text]
    return found + ([text.replace(*RICHER_HAND) for text in found] if slug == "lily_lockwell" else [])


def course(text: str, played: game.NewAngeles) -> list[Any]:
    """What can be done and what there is after each step of a scenario, as far as it can be played."""
    found: list[Any] = []
    try:
        run = scenario.parse(text, lambda _: played)
        state = run.begin()
        for number, step in enumerate(run.then, 1):
            run.take(state, number, step)
            legal = [(seat, move.text) for seat in state.to_act for move in state.legal(seat)]
            found.append((legal, state.to_json()["fields"]))
    except (scenario.Failed, IllegalMove) as error:
        found.append(str(error))
    return found


@pytest.mark.parametrize(("asset", "slug", "at", "value"), FIGURES, ids=[f"{f[1]}-{f[2][-1]}" for f in FIGURES])
def test_every_number_of_an_asset_matters(asset: int, slug: str, at: Place, value: int) -> None:
    """With another number, a scenario of the asset takes another course."""
    changed = with_value(asset, at, value + (1 if value > 0 else -1))
    assert any(course(text, changed) != course(text, cast("game.NewAngeles", GAME)) for text in scenarios(slug))


def named(value: Any) -> bool:
    """Whether a part of a component file needs a named function."""
    if isinstance(value, dict):
        return value.get("op") == "special" or any(map(named, value.values()))
    return isinstance(value, list) and any(map(named, value))


def test_few_cards_need_a_function_of_their_own() -> None:
    assets = [record["id"] for record in DATA["assets"] if named(record)]
    assert len(assets) == len(SPECIALS)
    assert len(assets) / len(DATA["assets"]) < 0.15
    assert not any(named(record) for kind in PLAYING if kind != "assets" for record in DATA[kind])


UNIONS: tuple[Any, ...] = (effects.CardEffect, effects.EventEffect, effects.AnyAssetEffect, effects.AnyInvestment)


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in union.__args__}


def test_every_operation_is_used() -> None:
    """No class without a card: each kind of card has exactly the operations that it needs."""

    def ops(value: Any) -> set[str]:
        if isinstance(value, dict):
            return {value["op"], *(op for item in value.values() for op in ops(item))} if "op" in value else set()
        return {op for item in value for op in ops(item)} if isinstance(value, list) else set()

    cards = {op for kind in ("action_cards", "emergency_actions") for card in DATA[kind] for op in ops(card["effect"])}
    assert cards | {"threat"} == tags(effects.CardEffect)
    assert {op for card in DATA["events"] for op in ops(card["effect"])} == tags(effects.EventEffect)
    assert {op for card in DATA["assets"] for op in ops(card["effect"])} == tags(effects.AnyAssetEffect)


OUTSIDE = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.py") if path.parent.name != "effects")


@pytest.mark.parametrize("module", OUTSIDE)
def test_no_other_module_branches_on_the_name_of_an_operation(module: str) -> None:
    """Outside effects/ the name of an operation occurs in messages only, and no class of them is tested for."""
    tree = ast.parse((FOLDER / module).read_text(encoding="utf-8"))
    classes = {kind.__name__ for union in UNIONS for kind in union.__args__}
    classes -= {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).endswith(".frames")
        for name in node.names
    }
    told = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in told:
            assert node.attr != "op", f"line {node.lineno}"
        if isinstance(node, ast.Constant):
            assert node.value != "op", f"line {node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            tested = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
            assert not tested & classes, f"line {node.lineno}"
        if isinstance(node, ast.MatchClass):
            assert not (isinstance(node.cls, ast.Name) and node.cls.id in classes), f"line {node.lineno}"


@pytest.mark.parametrize("wanted", FORMER)
def test_former_component_files_say_the_same(wanted: str) -> None:
    """Special entries of former files are read as the operations that they are now."""
    former = with_components("new_angeles", wanted)
    assert former.components.hash == wanted
    assert former.layout(4).asset_effects == GAME.layout(4).asset_effects  # type: ignore[attr-defined]
    assert former.layout(4).effects == GAME.layout(4).effects  # type: ignore[attr-defined]


def refused(change: Any, *at: Any) -> BadInput:
    """The refusal of the component file with a change."""
    data: Any = deepcopy(DATA)
    place = data
    for key in at[:-1]:
        place = place[key]
    place[at[-1]] = change
    with pytest.raises(BadInput) as found:
        game.NewAngeles.schema("", data)
    return found.value


def test_wrong_effects_are_refused_with_their_key() -> None:
    assert refused("steal", "assets", 1, "effect", 0, "op").where == "assets[1].effect[0].op"
    assert refused([], "assets", 1, "effect").where == "assets[1].effect"
    assert refused("sometime", "assets", 5, "trigger").where == "assets[5].trigger"
    assert refused("end_of_turn", "assets", 5, "timing").where == "assets[5].trigger"
    assert refused("mandatory", "assets", 1, "use").where == "assets[1].use"
    assert refused(0, "action_cards", 0, "effect", 0, "max").where == "action_cards[0].effect[0]"
    assert refused(DATA["assets"][6]["effect"], "assets", 1, "effect").where == "assets[1].effect[0]"


def test_every_moment_is_the_trigger_of_an_asset() -> None:
    assert {*ASKED, *BY_ITSELF, *CONTINUOUS} == {asset["trigger"] for asset in DATA["assets"] if "trigger" in asset}
