"""Every field, card option, event and tile gives exactly what the component file says, in its order (RISE-R.4, R.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.rise.ledger import DATA, SIDES, Ledger, fields, laid, resolving
from tests.support import Table, game_of, proves

PURSE = {
    "seats.0.coins": 9,
    "seats.0.points": 50,
    "seats.0.active_tiles": ["start-press"],
    "seats.0.inactive_tiles": ["tile-bank"],
}
CARDS = {card["id"]: card for card in DATA["action_cards"]}
EVENTS = {card["id"]: card for card in DATA["event_cards"]}
ENTRANCES = [
    (track, side, start, field)
    for track, side in SIDES
    for start, start_field in fields(track, side).items()
    for field in [*start_field["next"], *([start_field["shortcut"]] if "shortcut" in start_field else [])]
]
"""Every arrow of every track: a step from one field to another."""


@pytest.mark.rules("RISE-R.4", "RISE-R.6", "RISE-SCI.5", "RISE-PRS.5", "RISE-POL.9", "RISE-BNK.2", "RISE-IND.3", "RISE-T.25")
@pytest.mark.parametrize(("track", "side", "start", "field"), ENTRANCES)
def test_entering_a_field(track: str, side: str, start: str, field: str) -> None:
    record = fields(track, side)[field]
    given: dict[str, Any] = {**PURSE, f"seats.0.tracks.{track}": start}
    tile = "tile-office" if record.get("tile_slot") == "school" else ""
    if tile:
        given[f"board.school.{field}"] = tile
    if record.get("tile_slot") == "culture":
        given[f"board.culture.{field}"] = ""
    if "rank" in record:
        given["board.ranks"] = [1, 2, 3, 4, 5]
    table = resolving([{"op": "advance", "track": track, "n": 1}], given, sides=laid(track, side))
    ledger = Ledger(table)
    table.play(f"0 step {track} {field}")

    if track in ledger.markers:
        ledger.markers[track] = int(field)
    if "first_come" in record:
        ledger.points += DATA["tracks"][track][side]["first_come"]["players_2"][field][0]
    ledger.receive(DATA["tracks"][track][side].get("per_step", []))
    ledger.receive(record["effects"], tile)
    ledger.finished()
    assert not tile or field not in table.state.view("all")["board"]["school"]
    table.expect({f"seats.0.tracks.{track}": DATA["tracks"][track][side]["start"] if record.get("home") else field})
    proves("RISE-R.4", because="coins, points, the vault, refreshes and tiles came without a question")
    proves("RISE-R.6", because="before each question the player had just the effects listed before it")


def _row(card: str) -> list[str]:
    others = [other for other in CARDS if other != card and CARDS[other]["epoch"] == CARDS[card]["epoch"]]
    return [card, *others[:3]]


def _acting(card: str) -> Table:
    at = {"step": "action", "round": 4 * CARDS[card]["epoch"] - 3, "active": 0}
    given = {
        **PURSE,
        "seats.0.tracks.satisfaction": "2",
        "board.actions": _row(card),
        "board.factories": [[0, 1], [], [], []],
    }
    return Table(game_of("rise"), 2, at=at).given(given)


@pytest.mark.rules("RISE-AC.1", "RISE-AC.2", "RISE-R.6")
@pytest.mark.parametrize("option", ["upper", "lower"])
@pytest.mark.parametrize("card", CARDS)
def test_option_of_an_action_card(card: str, option: str) -> None:
    record: Mapping[str, Any] = CARDS[card][option]
    table = _acting(card)
    ledger = Ledger(table)
    table.play(f"0 {option}")

    ledger.coins -= record.get("cost_coins", 0)
    ledger.markers["satisfaction"] -= record.get("cost_revolt", 0)
    ledger.receive(record["effects"])
    ledger.check()
    assert table.state.to_act == (1,)
    assert table.state.decision(1).kind == "option"
    proves("RISE-R.6", because="before each question the player had just the effects listed before it")


@pytest.mark.parametrize("event", EVENTS)
def test_event_card(event: str) -> None:
    """Seat 0 is the happiest, seat 1 the unhappiest; both are affected."""
    others = [other for other in EVENTS if other != event]
    given = {
        **PURSE,
        "seats.0.tracks.satisfaction": "2",
        "seats.1.tracks.satisfaction": "-2",
        "seats.1.points": 50,
        "seats.1.active_tiles": ["start-science"],
        "board.events": [event, *others[:2]],
        "board.actions": ["e1-05", "e1-01", "e1-02", "e1-03"],
        "board.factories": [[2], [0, 1], [], []],
    }
    table = Table(game_of("rise"), 3, at={"step": "action", "round": 1, "active": 2, "card": 1}).given(given)
    ledgers = [Ledger(table, 0), Ledger(table, 1)]
    table.play("2 upper")
    while table.state.decision(seat := table.state.to_act[0]).kind == "window" or seat == 2:
        table.play(f"{seat} pass")
    rules = {happening.rule for happening in table.events}
    assert EVENTS[event]["rule"] in rules

    for ledger in ledgers:
        for effect in EVENTS[event]["effects"]:
            if effect["op"] in ("if_happiest", "if_unhappiest"):
                ledger.receive(effect["gain"] if ledger.seat == (effect["op"] == "if_unhappiest") else [])
            else:
                ledger.receive([effect])
    ledgers[0].asked("option")
    ledgers[1].check()


ASKING = [tile["id"] for tile in DATA["school_tiles"] if tile["effects"][0].get("track", "school") in ("school", "press")]
"""Tiles that leave something to decide: forks and effects that are no step. Where there is one way, the step is taken at once
(RISE-R.5)."""


@pytest.mark.rules("RISE-C.11", "RISE-R.45")
@pytest.mark.parametrize("tile", ASKING)
def test_running_a_school_tile(tile: str) -> None:
    record = next(record for record in DATA["school_tiles"] if record["id"] == tile)
    table = resolving([{"op": "school_run"}], {"seats.0.active_tiles": [tile], "seats.0.inactive_tiles": []})
    ledger = Ledger(table)
    table.play(f"0 run {tile}")

    ledger.active, ledger.inactive = set(), {tile}
    ledger.receive(record["effects"])
    ledger.finished()
    proves("RISE-R.45", because="the tile stays inactive although its step was declined")


@pytest.mark.parametrize("card", DATA["action_cards"], ids=lambda card: card["id"])
def test_every_option_lets_the_player_advance(card: dict[str, Any]) -> None:
    """The rulebook says of all actions that they let markers advance on one or more tracks."""
    for option in ("upper", "lower"):
        assert any(effect["op"] in ("advance", "joker") for effect in card[option]["effects"])
