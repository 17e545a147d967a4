"""Cards as data: complete scenarios, few odd ones, texts in three languages, figures checked against the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.games.fifty_first_state.present.texts import Texts
from tests.support import Table, game_of

ODD = (
    "steal_resource", "copy_production", "redirect_production", "use_deal", "reset_locations", "use_occupied", "draw_and_keep",
    "own_resource", "weaker_targets",
)  # fmt: skip
"""Effects that are more than goods for goods."""

GAME = game_of("fifty_first_state")
DATA: Any = GAME.components.data
SCENARIOS = Path(tafelrunde.__file__).parent / "games" / "fifty_first_state" / "content" / "scenarios" / "cards"
DECKS = {"base": "base", "new_era": "base_new_era", "winter": "base_winter", "promo": "base"}
by_id = pytest.mark.parametrize("card", DATA["location"], ids=lambda card: card["id"])


def test_every_card_has_its_scenario() -> None:
    wanted = {card["id"] for card in (*DATA["location"], *DATA["connection"])}
    assert {path.stem for path in SCENARIOS.glob("*.toml")} == wanted


def test_few_cards_need_a_function_of_their_own() -> None:
    def odd(card: Any) -> bool:
        effects = [card.get(field, {}).get("type") for field in ("production", "building_bonus", "feature")]
        return any(effect in ODD for effect in (*effects, card.get("action", {}).get("effect")))

    assert 0 < sum(map(odd, DATA["location"])) < 0.15 * len(DATA["location"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_is_told(lang: str) -> None:
    texts = Texts(GAME, lang)
    for card in (*DATA["location"], *DATA["connection"]):
        told = texts.effect(card["id"])
        assert told
        assert "?" not in told
        assert "{" not in told
        assert texts.catalogue.name(card["id"]) != card["id"]
        if card["id"] in ("church", "archive"):
            assert texts.catalogue.name("vp") in told


@pytest.mark.parametrize(("option", "n"), [(0, 88), (1, 138), (2, 138)])
def test_decks_have_their_size(option: int, n: int) -> None:
    parts = GAME.parts
    assert sum(card.copies_in(parts.deck_option[option].sets) for card in parts.location) == n


def _start(card: Any) -> dict[str, Any]:
    """Seat 1 can still act, so that the round goes on."""
    return {"seats.0.hand": [card["id"]], "seats.1.supply": {"gun": 1}}


@by_id
@pytest.mark.rules("51S-3.24")
def test_the_deal_of_every_card(card: Any) -> None:
    """Whatever the card: its distance in blue, one unit of its deal good."""
    table = Table(GAME, 2, at={"step": "action", "active": 0}, deck=DECKS[card["set"]], promos="yes")
    table.given({**_start(card), "seats.0.supply": {"contact_blue": card["distance"]}}).play(f"0 deal {card['id']}")
    view = table.state.view("all")["seats"][0]
    gained = {good: n for good, n in view["supply"].items() if n}
    gained |= {"vp": view["points"]} if view["points"] else {}
    gained |= {"card": len(view["hand"])} if view["hand"] else {}
    assert gained == {card["deal"]: 1}
    assert view["deals"] == [card["id"]]


@by_id
@pytest.mark.rules("51S-3.27")
def test_the_spoils_of_every_card(card: Any) -> None:
    """Whatever the card: its distance in red, all its spoils, and the card is discarded."""
    table = Table(GAME, 2, at={"step": "action", "active": 0}, deck=DECKS[card["set"]], promos="yes")
    table.given({**_start(card), "seats.0.supply": {"contact_red": card["distance"]}}).play(f"0 raze {card['id']}")
    view = table.state.view("all")
    seat = view["seats"][0]
    gained = {good: n for good, n in seat["supply"].items() if n}
    gained |= {"vp": seat["points"]} if seat["points"] else {}
    gained |= {"card": len(seat["hand"])} if seat["hand"] else {}
    assert gained == card["spoils"]
    assert view["board"]["discards"]["locations"][-1] == card["id"]


@by_id
@pytest.mark.rules("51S-3.31")
def test_razing_every_card(card: Any) -> None:
    """The resistance of its row (one more with a printed shield), spoils for the attacker, its deal good for the owner."""
    row = DATA["resistance"][card["kind"].removeprefix("open_")] + card.get("printed_defence", 0)
    table = Table(GAME, 3, at={"step": "action", "active": 0}, deck=DECKS[card["set"]], promos="yes")
    given = {"seats.1.state": [card["id"]], "seats.0.hand": [], "seats.1.hand": [], "seats.2.supply": {"gun": 1}}
    table.given({**given, "seats.0.supply": {"contact_red": row - 1, "gun": 1}})
    assert table.moves(0)
    assert f"raid 1 {card['id']}" not in table.moves(0)
    table.given({**given, "seats.0.supply": {"contact_red": row}}).play(f"0 raid 1 {card['id']}")
    attacker, owner, _ = table.state.view("all")["seats"]
    for seat, wanted in ((attacker, card["spoils"]), (owner, {card["deal"]: 1})):
        gained = {good: n for good, n in seat["supply"].items() if n}
        gained |= {"vp": seat["points"]} if seat["points"] else {}
        gained |= {"card": len(seat["hand"])} if seat["hand"] else {}
        assert gained == wanted
    assert owner["ruins"] == [card["id"]]
    assert owner["state"] == {}


@by_id
@pytest.mark.rules("51S-2.3")
def test_what_every_card_yields_in_the_production_phase(card: Any) -> None:
    """A lone location beside New York's board: its printed goods without the bonus; other kinds yield nothing."""
    production = card.get("production", {"type": "gain", "goods": {}})
    if production["type"] == "gain":
        wanted = dict(production["goods"])
    elif production["type"] == "gain_per_category":
        wanted = {production["good"]: 1}
    elif production["type"] == "gain_per_produced" and production["produced"] == "iron":
        wanted = {"vp": 1}
    elif production["type"] == "choose":
        return
    else:
        wanted = {}
    threshold = card.get("feature", {})
    if threshold.get("type") == "produced_at_least" and threshold["n"] == 1 and threshold["of"] == ["iron"]:
        wanted = dict(threshold["gain"])
    table = Table(GAME, 2, at={"step": "production", "active": 0}, deck=DECKS[card["set"]], promos="yes", factions="NAMG")
    table.given({"seats.0.state": [card["id"]], "seats.0.hand": [], "seats.0.supply": {}})
    view = table.state.view("all")["seats"][0]
    board = {"worker": 3, "iron": 1, "contact_grey": 1, "card": 1}
    gained = {**view["supply"], "card": len(view["hand"]), "vp": view["points"]}
    assert {good: n for good, n in gained.items() if n - board.get(good, 0)} == {
        good: n + board.get(good, 0) for good, n in wanted.items()
    }
