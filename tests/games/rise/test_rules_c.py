"""RISE, phase C: every school tile, every cost, every way to be overtaken."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.games.rise.oracle import DATA, Stand, begin, chosen, effect, fields, options, run_scenario
from tests.support import proves


@pytest.mark.rules("RISE-C.11", "RISE-C.13")
@pytest.mark.parametrize("tile", DATA["school_tiles"], ids=lambda tile: tile["id"])
def test_running_every_tile(tile: dict[str, Any]) -> None:
    name = tile["id"]
    given = {"seats.0.active_tiles": [name], "seats.0.inactive_tiles": []}
    state = effect([{"op": "school_run"}, {"op": "school_run"}], given)
    before = Stand.of(state)
    assert options(state) == {f"run {name}"}
    turned = replace(before, active=frozenset(), inactive=frozenset({name}))
    chosen(state, f"run {name}", turned, tile["effects"], [])


@pytest.mark.rules("RISE-C.4", "RISE-C.5")
@pytest.mark.parametrize("card", [1, 2, 3, 4])
@pytest.mark.parametrize("bank", [field["id"] for field in fields("bank", "A")])
def test_cost_of_every_card_from_every_bank_field(bank: str, card: int) -> None:
    """Bank A: fields 1, 3 and 5 make cards 2, 3 and 4 free and keep the earlier ones free."""
    free = {"0": 1, "1": 2, "2": 2, "3": 3, "4": 3, "5": 4}[bank]
    cost = 0 if card <= free else card - 1
    given = {"seats.0.tracks.bank": bank, "seats.0.points": 0, "seats.0.tracks.office": "1"}  # leaving keeps it a choice
    at = {"round": 1, "step": "place", "active": 0}
    if cost:
        poor = begin(3, {}, at, {**given, "seats.0.coins": cost - 1})
        refusal = poor.explain(0, f"place {card}")
        assert refusal is not None
        assert refusal.rule == "RISE-C.5"
    state = begin(3, {}, at, {**given, "seats.0.coins": cost})
    state.play(0, f"place {card}")
    assert state.view("all")["seats"][0]["coins"] == 0


TILES = {"seats.0.active_tiles": ["start-science"], "seats.1.active_tiles": ["start-press"]}
RICH = {"seats.0.coins": 9, "seats.1.coins": 9, "seats.2.coins": 9}


@pytest.mark.rules("RISE-C.7", "RISE-C.8")
@pytest.mark.parametrize(("mine", "theirs"), list(product(range(1, 5), repeat=2)))
def test_being_overtaken_by_the_only_opponent(mine: int, theirs: int) -> None:
    """With two players: anywhere to the left, the same card included."""
    rich = {key: RICH[key] for key in ("seats.0.coins", "seats.1.coins")}
    state = begin(2, {}, {"round": 1, "step": "place", "active": 0}, {"board.order": [0, 1], **TILES, **rich})
    state.play(0, f"place {mine}")
    state.play(1, f"place {theirs}")
    running = state.view("all")["phase"] == "place"
    assert running == (theirs <= mine)
    if running:
        assert state.to_act == (0,)
        assert options(state) == {"run start-science"}


@pytest.mark.rules("RISE-C.2", "RISE-C.3", "RISE-C.6")
@pytest.mark.parametrize(("first", "second", "third"), list(product((1, 2, 3), repeat=3)))
def test_being_overtaken_among_three(first: int, second: int, third: int) -> None:
    """With three players: only the owner of the factory directly to the right, below the same card."""
    at = {"round": 1, "step": "place", "active": 0}
    state = begin(3, {}, at, {"board.order": [0, 1, 2], **TILES, **RICH})
    state.play(0, f"place {first}")
    state.play(1, f"place {second}")
    assert state.to_act == ((0,) if second == first else (2,))
    if second == first:
        state.play(0, "pass")
    events = state.play(2, f"place {third}")
    overtaken = [event.seat for event in events if event.kind == "overtaken"]
    assert overtaken == ([1] if third == second else [0] if third == first else [])
    below: list[list[int]] = [[], [], [], []]
    for seat, card in enumerate((first, second, third)):
        below[card - 1].insert(0, seat)
    assert [event.data["card"] for event in events if event.kind == "factory_placed"] == [third]
    if overtaken:
        assert state.to_act == tuple(overtaken)
        assert state.view("all")["board"]["factories"] == below


@pytest.mark.rules("RISE-C.9")
def test_a_placement_is_finished_before_the_next_one() -> None:
    run_scenario("c/c9_the_chain_ends_before_the_next_placement")
    proves("RISE-C.9", because="the next player's placement is refused as long as the overtaken player's chain is open")
