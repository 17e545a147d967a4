"""Rules that need a loop, a secret, another component set, or an order of events to be shown."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.errors import BadInput
from tafelrunde.core.events import Event
from tafelrunde.core.history import History
from tests.support import Table, game_of, proves

GAME = game_of("fifty_first_state")
LIMIT = GAME.components.data["limits"]


def table(given: dict[str, Any] | None = None, step: str = "action", players: int = 2, **options: str) -> Table:
    """Seat 0 begins as New York, seat 1 is the Appalachian Federation."""
    return Table(GAME, players, 1, {"step": step, "active": 0}, factions="NAMG", **options).given(given or {})


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


# --- set-up and views ----------------------------------------------------------------------------


@pytest.mark.rules("51S-S.1", "51S-R.2")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(tafelrunde.BadInput, match=r"51S-S\.1"):
        GAME.new(players, 1)
    GAME.new(2, 1)
    proves("51S-R.2", because="a game for one player is refused")


@pytest.mark.rules("51S-R.6", "51S-S.8", "51S-R.25")
def test_returned_cards_are_hidden_until_all_have_chosen() -> None:
    state = GAME.new(2, 5)
    hand = list(state.view(0)["seats"][0]["hand"])
    before = state.view(1)
    state.play(0, f"discard {hand[0]}")
    state.play(0, f"discard {hand[5]}")
    assert {**state.view(1), "ply": 0, "to_act": [], "active": None} == {**before, "ply": 0, "to_act": [], "active": None}
    assert state.to_act == (1,)
    other = list(state.view(1)["seats"][1]["hand"])
    state.play(1, f"discard {other[0]}")
    state.play(1, f"discard {other[1]}")
    for viewer in (0, 1, None):
        assert sorted(state.view(viewer)["board"]["discards"]["locations"]) == sorted([hand[0], hand[5], other[0], other[1]])
    assert state.view(1)["seats"][0]["hand_size"]["locations"] == LIMIT["keep_at_start"]
    proves("51S-R.25", because="the discard pile is in every view once round 1 has begun")


@pytest.mark.rules("51S-S.10", "51S-S.11", "51S-S.12", "51S-S.15", "51S-S.16", "51S-1.7", "51S-R.51")
def test_who_sees_what() -> None:
    state = GAME.new(3, 11, {"deck": "base_winter"})
    random = Random(3)
    for _ in range(150):
        seat = state.to_act[0]
        state.act(seat, random.choice(state.actions(seat)))
    truth = state.view("all")
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        for seat in range(3):
            own, shown = truth["seats"][seat], view["seats"][seat]
            for key in ("supply", "state", "ruins", "deals", "points", "rows_used", "faction", "passed", "hand_size", "produced"):
                assert shown[key] == own[key]
            assert shown["hand"] == (own["hand"] if seat == viewer else None)
            assert sum(shown["hand_size"].values()) == len(own["hand"])
        for key in ("discards", "row", "offer", "first", "end_triggered"):
            assert view["board"][key] == truth["board"][key]
        for name, deck in view["board"]["decks"].items():
            assert deck == {"size": truth["board"]["decks"][name]["size"]}
    proves("51S-S.10", because="a hand is in the view of its owner only, the others have its size")
    proves("51S-S.11", because="all public goods are equal in every view")
    proves("51S-S.12", because="of a deck only its size is in a view")
    proves("51S-S.15", because="factions, first player, passes, uses, offer, row and sizes are equal in every view")
    proves("51S-S.16", because="hand sizes are told by location, blue and red")
    proves("51S-1.7", because="the row is equal in every view")
    proves("51S-R.51", because="cards taken openly show as a number in other hands")


@pytest.mark.rules("51S-R.51")
def test_a_memory_knows_what_was_taken_openly() -> None:
    """The view tells counts only, but a sampled world keeps the cards that everybody saw being taken."""
    at = Table(GAME, 2, at={"step": "cards", "active": 0}, factions="NAMG")
    at.given({"board.decks.locations.top": ["archive", "arena", "church"], "seats.0.hand": [], "seats.1.hand": []})
    at.play("0 draft church")
    assert at.state.view(1)["seats"][0]["hand"] is None
    for seed in range(10):
        assert at.state.sample(1, seed).view("all")["seats"][0]["hand"] == ["church"]
    proves("51S-R.51", because="the hand is a count in the view, the event remains known")


# --- no limits -----------------------------------------------------------------------------------


@pytest.mark.rules("51S-1.8", "51S-3.10", "51S-3.25", "51S-7.11", "51S-R.3", "51S-5.8", "51S-3.5", "51S-3.61")
def test_nothing_is_limited() -> None:
    """A long row of the same actions: hand, state, deals, goods and points grow without limit, passing stays possible."""
    cards = ["docks", "quarry", "assassin", "fuel_tank", "school", "arena", "oil_rig", "parking_lot", "brick_supplier", "pub"]
    deals = ["archive", "church", "museum", "motel", "docks", "quarry", "assassin", "fuel_tank", "school", "arena", "gunsmith"]
    at = table(
        {"seats.0.hand": [*cards, *deals], "seats.0.supply": {"contact_grey": 90, "contact_blue": 90}, "seats.1.passed": True}
    )
    for card in cards:
        assert "pass" in at.moves(0)
        at.play(f"0 build {card}")
    for card in deals:
        at.play(f"0 deal {card}")
    view = at.state.view("all")["seats"][0]
    assert len(view["state"]) == len(cards)
    assert len(view["deals"]) == len(deals)
    at = table({"seats.0.supply": {"worker": 99}, "seats.1.passed": True, "seats.0.points": 60, "seats.0.state": ["archive"]})
    for _ in range(45):
        at.play("0 faction 4", "0 choose card")
    assert len(at.state.view("all")["seats"][0]["hand"]) > 45
    at.play("0 activate archive").expect({"seats.0.points": 61})
    at = table(
        {"seats.0.supply": {"fuel": 98}, "seats.1.passed": True, "seats.0.hand": ["oil_rig"], "seats.0.supply.contact_red": 2}
    )
    at.play("0 raze oil_rig").expect({"seats.0.supply.fuel": 101})
    proves("51S-1.8", because="a hand of more than 45 cards")
    proves("51S-3.10", because="ten locations in a state")
    proves("51S-3.25", because="eleven deals")
    proves("51S-7.11", because="101 fuel, the box has 30")
    proves("51S-R.3", because="101 fuel and 61 points")
    proves("51S-5.8", because="61 points are kept and grow")
    proves("51S-3.5", because="the same kind of action follows again and again")
    proves("51S-3.61", because="pass is legal beside every other action")


# --- actions -------------------------------------------------------------------------------------


@pytest.mark.rules("51S-3.13")
def test_rebuilding_costs_no_contacts() -> None:
    at = table(
        {
            "seats.0.hand": ["assembly_plant"],
            "seats.0.state": ["docks"],
            "seats.0.supply": {"brick": 1, "contact_grey": 3, "gun": 1},
        }
    )
    at.play("0 rebuild assembly_plant").expect({"seats.0.supply.contact_grey": 3, "seats.0.supply.brick": 0})
    proves("51S-3.13", because="a card of distance 3 enters and all grey contacts are still there")


@pytest.mark.rules("51S-3.26", "51S-9.4")
def test_deals_and_ruins_show_no_category() -> None:
    given = {"seats.0.state": ["arena"], "seats.0.deals": ["assassin"], "seats.0.ruins": ["assassin"], "seats.0.supply": {}}
    at = table(given, "production").expect({"seats.0.supply.gun": 2})  # one of Arena for itself, one of the deal
    at = table({**given, "seats.1.supply": {"contact_red": 9}, "seats.0.passed": False})
    at.expect({"seats.0.passed": True})
    at.refuse("1 raid 0 assassin", "51S-3.60")
    at = table({"seats.1.deals": ["assassin"], "seats.0.supply": {"contact_red": 9}})
    at.refuse("0 raid 1 assassin", "51S-3.28")
    proves("51S-3.26", because="a deal is neither counted nor razed")
    proves("51S-9.4", because="Arena counts neither the ruin nor the deal")


@pytest.mark.rules("51S-3.35", "51S-5.9")
def test_razing_asks_the_owner_nothing() -> None:
    at = table(
        {"seats.1.state": ["outpost_mercenaries"], "seats.0.supply": {"contact_red": 3}, "seats.0.points": 30}, deck="base_winter"
    )
    at.play("0 raid 1 outpost_mercenaries").expect({"seats.1.supply.ammo": 1, "to_act": [1], "board.end_triggered": True})
    assert "pass" in at.moves(1)
    proves("51S-3.35", because="the next decision is the owner's own turn")
    proves("51S-5.9", because="the razing was played after 25 points were there")


@pytest.mark.rules("51S-3.39", "51S-3.40", "51S-8.5")
def test_a_new_action_location_can_be_used_at_once() -> None:
    given = {"seats.0.hand": ["archive"], "seats.0.supply": {"contact_grey": 1, "worker": 1, "gun": 1}, "seats.1.passed": True}
    at = table(given).play("0 build archive").expect({"seats.0.points": 0})
    at.play("0 activate archive").expect({"seats.0.points": 1, "seats.0.supply.worker": 0})
    at.refuse("0 activate archive", "51S-3.4")
    proves("51S-3.39", because="built and activated in one round")
    proves("51S-3.40", because="the worker on the card cannot pay the second activation")
    proves("51S-8.5", because="no point before the activation")


@pytest.mark.rules("51S-3.57")
def test_taking_and_playing_are_two_turns() -> None:
    at = table(
        {"seats.0.supply": {"worker": 2}, "board.offer.blue": "merchants", "seats.0.hand": [], "seats.1.supply": {"gun": 1}}
    )
    at.play("0 take blue").expect({"to_act": [1], "seats.0.supply.contact_blue": 0})
    at.play("1 pass", "0 pass")
    while at.state.phase != "action":  # type: ignore[attr-defined]
        at.state.act(at.state.to_act[0], at.state.actions(at.state.to_act[0])[0])
    at.play("1 pass", "0 play merchants").expect({"seats.0.supply.contact_blue": 2})
    proves("51S-3.57", because="taken in one turn, played in the next round")


@pytest.mark.rules("51S-R.38")
def test_order_of_using_an_open_production() -> None:
    at = table({"seats.0.supply": {"worker": 1}, "seats.1.state": ["docks"]}).play("0 use 1 docks")
    told = [(event.kind, event.seat) for event in at.events if event.kind in ("paid", "gained")]
    assert told == [("paid", 0), ("gained", 0), ("gained", 1)]
    proves("51S-R.38", because="the events follow in this order")


@pytest.mark.rules("51S-R.39")
def test_cost_comes_before_gain() -> None:
    at = table({"seats.0.state": ["labor_camp"], "seats.0.supply": {"gun": 1}}, deck="base_new_era")
    at.refuse("0 activate labor_camp", "51S-3.4")
    proves("51S-R.39", because="without a worker Labor Camp cannot be activated, although it would give two")


@pytest.mark.rules("51S-R.41")
def test_the_trigger_waits_for_the_end_of_the_action() -> None:
    at = table({"seats.0.hand": ["pub"], "seats.0.state": ["motel"], "seats.0.supply": {"brick": 1}, "seats.0.points": 24})
    at.play("0 rebuild pub")
    told = kinds(at.events)
    assert told.index("end_triggered") > max(i for i, kind in enumerate(told) if kind == "drew")
    proves("51S-R.41", because="the cards of production and bonus are drawn before the end is told")


@pytest.mark.rules("51S-R.8", "51S-R.9", "51S-R.11")
def test_rulings_about_rebuilding() -> None:
    given = {"seats.0.ruins": ["pub", "arena"], "seats.0.hand": ["church"], "seats.0.supply": {"brick": 1, "ammo": 1}}
    at = table({**given, "seats.0.state": {"camp": {"stock": {"worker": 1}}}})
    at.play("0 rebuild church").refuse("0 replace camp", "51S-3.12")
    at.play("0 replace ruin pub")
    assert at.moves(0) == ["pay brick", "pay ammo"]
    at = table(
        {
            "seats.0.state": {"archive": {"uses": 1, "marks": {"worker": 1}}},
            "seats.0.hand": ["camp"],
            "seats.0.supply": {"ammo": 1, "gun": 1},
        }
    )
    at.play("0 rebuild camp").expect({"seats.0.supply.worker": 0, "seats.0.supply.ammo": 0})
    given = {"seats.0.supply": {"contact_red": 4}, "seats.1.state": {"camp": {"stock": {"worker": 3}, "stored": {"gun": 1}}}}
    table(given).play("0 raid 1 camp").expect({"seats.1.supply.worker": 4, "seats.1.supply.gun": 1})
    proves("51S-R.8", because="a ruin takes a card that shares a category with nothing")
    proves("51S-R.9", because="brick and ammo are both offered")
    proves("51S-R.11", because="stock falls back, use markers do not")


# --- locations -----------------------------------------------------------------------------------


@pytest.mark.rules("51S-8.2", "51S-8.6")
def test_production_when_built_and_later() -> None:
    given = {"seats.0.hand": ["docks"], "seats.0.supply": {"contact_grey": 1}, "seats.1.passed": True}
    at = table(given).play("0 build docks").expect({"seats.0.supply.iron": 1})
    assert at.state.view("all")["seats"][0]["state"]["docks"]["resistance"] == 3
    table({"seats.0.state": ["docks"]}, "production").expect({"seats.0.supply.iron": 2})
    table({"seats.0.state": ["docks", "church", "archive"]}).expect(
        {f"seats.0.state.{card}.resistance": n for card, n in (("docks", 3), ("church", 4), ("archive", 5))}
    )
    proves("51S-8.2", because="one iron when built, one more beside New York's in production")
    proves("51S-8.6", because="resistance 3, 4 and 5 by kind")


@pytest.mark.rules("51S-8.4", "51S-9.1")
def test_a_feature_works_until_it_is_gone() -> None:
    given = {"seats.0.hand": ["church"], "seats.0.supply": {"contact_blue": 2}, "seats.1.passed": True}
    table({**given, "seats.0.state": ["petes_office"]}, deck="base_new_era").play("0 deal church").expect({"seats.0.points": 2})
    table({**given, "seats.0.ruins": ["petes_office"]}, deck="base_new_era").play("0 deal church").expect({"seats.0.points": 1})
    proves("51S-8.4", because="the ruin of Pete's Office gives nothing more")
    proves("51S-9.1", because="the card's own point comes on top of what a deal gives by the rules")


@pytest.mark.rules("51S-9.6")
def test_maxima_limit_each_payout() -> None:
    given = {"seats.0.state": ["arena", "arena 2", "assassin", "city_guards"], "seats.0.supply": {}}
    table(given, "production").expect({"seats.0.supply.gun": 7})  # 3 + 3 + 1
    proves("51S-9.6", because="two Arenas pay three each")


@pytest.mark.rules("51S-CARD.defence_goods")
@pytest.mark.parametrize("card", ["car_garage", "hidden_forge", "wire_entanglement"])
def test_defence_tokens_come_into_the_supply(card: str) -> None:
    deck = "base_winter" if card == "wire_entanglement" else "base_new_era"
    table({"seats.0.state": [card], "seats.0.supply": {}}, "production", deck=deck).expect({"seats.0.supply.defence": 1})
    table({"seats.0.deals": ["combat_vehicle"]}, "production", deck="base_winter").expect({"seats.0.supply.defence": 1})
    proves("51S-CARD.defence_goods", because="production and deal put tokens into the supply")


@pytest.mark.rules("51S-R.27")
def test_two_winter_cards_follow_their_siblings() -> None:
    given = {"seats.0.hand": ["black_fortress"], "seats.0.supply": {"contact_grey": 1}}
    assert table(given, deck="base_winter").play("0 build black_fortress").moves(0) == ["choose iron", "choose gun"]
    given = {
        "seats.0.hand": ["construction_site"],
        "seats.0.supply": {"contact_grey": 2},
        "seats.0.produced": {"brick": 2, "fuel": 1},
    }
    table(given, deck="base_winter").play("0 build construction_site").expect({"seats.0.points": 2})
    proves("51S-R.27", because="iron or gun, and bricks are counted")


# --- paying --------------------------------------------------------------------------------------


@pytest.mark.rules("51S-7.3")
def test_nothing_stands_in_for_ammo(tmp_path: Path) -> None:
    """No printed card asks for ammo; another component set may."""
    text = GAME.components.text.replace(
        'action = { cost = { worker = 1 }, effect = "gain", gain = { vp = 1 }, limit = 2 }',
        'action = { cost = { ammo = 1 }, effect = "gain", gain = { vp = 1 }, limit = 2 }',
    )
    path = tmp_path / "other.toml"
    path.write_text(text, encoding="utf-8")
    other = tafelrunde.load("fifty_first_state", path)
    at = Table(other, 2, at={"step": "action", "active": 0})
    at.given({"seats.0.state": ["archive"], "seats.0.supply": {"iron": 3, "gun": 1}}).refuse("0 activate archive", "51S-7.3")


# --- the deck ------------------------------------------------------------------------------------


def exhausted() -> Table:
    """A table with empty deck and discard pile: seat 0 holds one Pub and the goods for it, seat 1 all other cards."""
    view = table({"seats.0.supply": {"gun": 1}}).state.view("all")
    cards = [*view["board"]["decks"]["locations"]["pool"], *view["board"]["discards"]["locations"]]
    cards += [card for seat in view["seats"] for card in seat["hand"]]
    cards.remove("pub")
    supply = {"contact_grey": 2, "worker": 2}
    return table({"board.discards.locations": [], "seats.0.hand": ["pub"], "seats.1.hand": cards, "seats.0.supply": supply})


@pytest.mark.rules("51S-7.16", "51S-R.21")
def test_draws_are_lost_when_nothing_is_left() -> None:
    at = exhausted()
    at.expect({"board.decks.locations.size": 0, "board.discards.locations": []})
    at.play("0 build pub").expect({"seats.0.hand": []})
    assert kinds(at.events).count("draws_lost") == 2
    at.play("0 faction 4", "0 choose card").expect({"seats.0.hand": []})
    assert "row_short" in kinds(at.events)
    assert "draft_skipped" in kinds(at.events)
    assert at.state.view("all")["phase"] == "action"


@pytest.mark.rules("51S-R.22")
def test_reshuffling_waits_until_a_card_is_needed() -> None:
    given = {
        "seats.0.state": ["motel"],
        "seats.0.supply": {"worker": 2},
        "board.decks.locations.only": ["archive"],
        "seats.1.passed": True,
    }
    at = table(given).play("0 activate motel").expect({"board.decks.locations.size": 0})
    assert at.state.view("all")["board"]["discards"]["locations"]
    at.play("0 activate motel").expect({"board.discards.locations": []})
    proves("51S-R.22", because="the last card was drawn and the discard pile stayed; the next draw shuffled it")


# --- ties ----------------------------------------------------------------------------------------


@pytest.mark.rules("51S-6.4", "51S-6.5", "51S-R.19")
def test_what_counts_for_ties() -> None:
    at = table(
        {
            "seats.0.points": 25, "seats.1.points": 25, "seats.0.hand": ["archive", "pub"], "seats.1.hand": [],
            "seats.0.state": {"camp": {"stock": {"worker": 3}}}, "seats.1.state": ["docks"],
            "seats.0.supply": {"iron": 1}, "seats.1.supply": {"ammo": 1, "defence": 1},
        },
        "final",
    )  # fmt: skip
    at.play("0 pass")
    at.play("1 pass").expect({"winners": [1]})
    given = {
        "seats.0.points": 26,
        "seats.1.points": 27,
        "seats.0.state": ["docks"],
        "seats.0.ruins": ["pub"],
        "seats.1.deals": ["arena"],
    }
    table({**given, "seats.1.ruins": ["church", "archive"]}, "final").expect({"winners": [0]})
    proves("51S-6.4", because="hand and stock do not count, tokens of every type do")
    proves("51S-R.19", because="two tokens beat one token, two cards and three goods of stock")
    proves("51S-6.5", because="one location beats ruins and a deal")


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", ["base", "base_new_era", "base_winter"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_explain_themselves(deck: str, players: int) -> None:
    """Legal if and only if no guard objects, on deep positions of every deck; no card is lost; states survive JSON."""
    random = Random(f"{deck} {players}")
    state = GAME.new(players, random.getrandbits(64), {"deck": deck, "chain_activations": random.choice(("on", "off"))})
    census = GAME.census(state)
    size = len(GAME.vocabulary)
    while not state.over:
        seat = random.choice(state.to_act)
        moves = state.actions(seat)
        if random.random() < 0.1:
            for move in random.sample(range(size), 40):
                refusal = state.explain(seat, GAME.vocabulary[move])
                assert (refusal is None) == (move in moves), f"{GAME.vocabulary[move]}: {refusal}"
            assert GAME.from_json(json.loads(json.dumps(state.to_json()))).to_json() == state.to_json()
        state.act(seat, random.choice(moves))
        assert GAME.census(state) == census
    assert max(state.scores) >= LIMIT["end_trigger_vp"]


def test_a_turn_can_be_taken_back_until_a_card_is_drawn() -> None:
    at = table({"seats.0.hand": ["docks", "pub"], "seats.0.supply": {"contact_grey": 3, "worker": 2}, "seats.1.passed": True})
    history = History(at.state)
    history.play(0, "build docks")
    assert history.safe_point(0) == 0
    history.play(0, "build pub")
    assert history.safe_point(0) == 2


def test_the_preset_of_the_digital_edition() -> None:
    """A name for two options; options beside it come first, an unknown name is refused by its key."""
    both = ("development_ignores_categories", "chain_activations")
    options = GAME.new(2, 1, {"preset": "digital"}).options
    assert [options[name] for name in both] == ["on", "on"]
    assert "preset" not in options
    options = GAME.new(2, 1, {"preset": "digital", "chain_activations": "off"}).options
    assert [options[name] for name in both] == ["on", "off"]
    assert [GAME.new(2, 1).options[name] for name in both] == ["off", "off"], "the default is the rulebook's"
    with pytest.raises(BadInput, match="option preset: 'paper' is not one of its values: digital"):
        GAME.new(2, 1, {"preset": "paper"})
    with pytest.raises(BadInput, match="option preset"):
        game_of("rise").new(2, 1, {"preset": "digital"})


def test_german_texts_call_the_expansion_by_one_name() -> None:
    """The English name stands only in brackets, as part of a card's name."""
    folder = Path(tafelrunde.__file__).parent / "games/fifty_first_state/content"
    texts = [path for path in folder.rglob("de.*") if path.is_file()]
    assert len(texts) >= 2
    for path in texts:
        assert "New Era" not in path.read_text(encoding="utf-8").replace("(Preacher Of The New Era)", ""), path.name
