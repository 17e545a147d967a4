"""Zones: what one declaration shows, hides, lets a scenario set, and counts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tafelrunde.core import zones
from tafelrunde.core.audience import SEAT
from tafelrunde.core.decks import Deck
from tafelrunde.core.errors import BadInput
from tafelrunde.core.families import EMPTY, Family, Pile
from tafelrunde.core.views import Shared, board_view, seat_view
from tafelrunde.core.zone_kinds import COUNT, board, seat

IDS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen")
CARDS = Family(IDS, home=lambda state, card: ("decks", card % 2), lends=("discards", "row", "hand"))
TILES = Family(lambda state: ("red", "blue", "green"), lends=("tiles", "laid"), prefix="tile:", distinct=True)
DECKS = {"even": Pile(CARDS, "decks", 0), "odd": Pile(CARDS, "decks", 1)}

SEAT_ZONES = (
    seat.number("points", "points", -9, 9),
    seat.number("coins", "coins", high=lambda state, seat: 5 + seat, audience=SEAT),
    seat.flag("turned", "turned"),
    seat.marked("passed", "passed"),
    seat.mask("rows", "rows", 1, 3),
    seat.choice("rank", "rank", ("low", "high")),
    seat.counts("goods", "goods", ("iron", "fuel"), high=lambda state, good: (3, 4)[good]),
    seat.cards("hand", "hands", CARDS, audience=SEAT, others=COUNT),
    seat.cards("tiles", "tiles", TILES),
    seat.zone("double", lambda state, seat: 2 * state.points[seat]),
)
BOARD_ZONES = (
    board.seat("first", "first"),
    board.seats("order", "order"),
    board.flag("ended", "ended"),
    board.counts("supply", "supply", ("iron", "fuel"), zeros=False),
    board.cards("row", "row", CARDS, ordered=True, check=lambda state, card: "no bees here." if card == 1 else None),
    board.slots("offer", "offer", CARDS),
    board.slots("laid", "laid", TILES, keys=("left", "right")),
    board.card("event", "event", CARDS),
    board.piles("discards", {"even": Pile(CARDS, "even"), "odd": Pile(CARDS, "odd", deck=DECKS["odd"].place)}),
    board.slots("shown", "shown", CARDS, decks=DECKS),
    board.decks("decks", DECKS, removed=True),
)


def table() -> Any:
    return SimpleNamespace(
        game=SimpleNamespace(seat_zones=SEAT_ZONES, board_zones=BOARD_ZONES), players=2,
        points=[1, 2], coins=[3, 4], turned=[0, 1], passed=2, rows=[2, 12], rank=[0, EMPTY], goods=[1, 0, 2, 3],
        hands=[(0, 1), (2,)], tiles=[(0,), ()], first=1, order=(1, 0), ended=False, supply=[0, 7], row=(3,), offer=[4, EMPTY],
        laid=[1, EMPTY], event=5, even=(), odd=(), shown=[EMPTY, EMPTY], decks=(Deck.of((6,)), Deck.of((7,))),
    )  # fmt: skip


def view(state: Any, viewer: int | str | None) -> dict[str, Any]:
    seats = [seat_view(state, viewer, number, SEAT_ZONES) for number in range(2)]
    shared = Shared(state)
    assert [seat_view(state, viewer, number, SEAT_ZONES, shared) for number in range(2)] == seats
    return {"seats": seats, "board": board_view(state, viewer, BOARD_ZONES)}


def put(state: Any, key: str, value: Any) -> Any:
    zones.patch(state, tuple(key.split(".")), value)
    found: Any = view(state, "all")
    for part in key.split("."):
        found = found[int(part)] if isinstance(found, list) else found[part]
    return found


def test_a_zone_is_shown_to_its_audience() -> None:
    assert view(table(), 0)["seats"] == [
        {
            "points": 1, "coins": 3, "turned": False, "passed": False, "rows": [1], "rank": "low",
            "goods": {"iron": 1, "fuel": 0}, "hand": ["ant", "bee"], "tiles": ["red"], "double": 2,
        },
        {
            "points": 2, "coins": None, "turned": True, "passed": True, "rows": [2, 3], "rank": None,
            "goods": {"iron": 2, "fuel": 3}, "hand": 1, "tiles": [], "double": 4,
        },
    ]  # fmt: skip
    seen = view(table(), None)["board"]
    assert seen == {
        "first": 1, "order": [1, 0], "ended": False, "supply": {"fuel": 7}, "row": ["dog"], "offer": ["elk", None],
        "laid": {"left": "blue", "right": None}, "event": "fox", "discards": {"even": [], "odd": []},
        "shown": {"even": None, "odd": None}, "decks": {"even": {"size": 1, "removed": 0}, "odd": {"size": 1, "removed": 0}},
    }  # fmt: skip
    whole = view(table(), "all")["board"]["decks"]["even"]
    assert whole == {"size": 1, "removed": 0, "pool": ["gnu"], "top": [], "bottom": []}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats.0.points", -9), ("seats.0.coins", 5), ("seats.1.coins", 6), ("seats.0.turned", True), ("seats.1.passed", False),
        ("seats.0.rows", [1, 3]), ("seats.1.rank", "high"), ("seats.1.goods.fuel", 4), ("seats.1.goods", {"iron": 3, "fuel": 0}),
        ("seats.0.hand", ["gnu", "hen"]), ("seats.1.tiles", ["red", "green"]), ("board.first", 0), ("board.order", [0, 1]),
        ("board.ended", True), ("board.supply.iron", 3), ("board.row", ["hen", "gnu"]), ("board.offer", ["gnu", "elk"]),
        ("board.laid.right", "green"), ("board.event", "hen"), ("board.discards.odd", ["hen", "dog"]),
        ("board.decks.odd.top", ["hen"]), ("board.decks.even.bottom", ["gnu"]), ("board.shown.odd", "hen"),
        ("board.shown", {"even": "gnu", "odd": "hen"}),
    ],
)  # fmt: skip
def test_a_scenario_sets_what_the_view_shows(key: str, value: Any) -> None:
    state = table()
    before = zones.census(state)
    assert put(state, key, value) == value
    cards = {name: n for name, n in zones.census(state).items() if "tile" not in name}
    assert cards == {name: n for name, n in before.items() if "tile" not in name}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats.0.points", 10), ("seats.0.points", True), ("seats.0.points", "1"), ("seats.0.points.x", 1), ("seats.0.coins", 6),
        ("seats.2.points", 1), ("seats.x.points", 1), ("seats.0", 1), ("seats.0.nothing", 1), ("seats.0.double", 4),
        ("seats.0.turned", 1), ("seats.0.rows", [4]), ("seats.0.rank", "middle"), ("seats.0.goods", {"gold": 1}),
        ("seats.0.goods.iron", 4), ("seats.0.goods.gold", 1), ("seats.0.hand", "ant"), ("seats.0.hand", ["ape"]),
        ("seats.0.hand", ["fox"]), ("seats.0.hand", ["elk"]), ("seats.0.hand", ["gnu", "gnu"]), ("seats.0.tiles", ["red", "red"]),
        ("board.first", 2), ("board.order", [0, 0]), ("board.order", 1), ("board.row", ["bee"]), ("board.offer", ["gnu"]),
        ("board.laid", {"middle": "red"}), ("board.laid.middle", "red"), ("board.event", "ape"), ("board.discards", ["ant"]),
        ("board.discards.all", ["ant"]), ("board.decks.even.top", ["hen"]), ("board.decks.even.pool", ["gnu"]), ("board", 1),
        ("board.decks.all.top", []), ("round", 3), ("", 1), ("board.order", ["a", 0]), ("seats.0.rows", 1),
        ("board.discards.odd", ["gnu"]), ("board.shown.odd", "gnu"), ("board.shown.none", "gnu"), ("board.shown", {"odd": "gnu"}),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_key(key: str, value: Any) -> None:
    with pytest.raises(BadInput) as refused:
        put(table(), key, value)
    assert refused.value.where == key


def test_a_card_that_is_put_somewhere_is_taken_from_where_it_was() -> None:
    state = table()
    put(state, "seats.1.hand", ["ant", "dog"])
    assert state.hands == [(1,), (0, 3)], "from the other hand and from the row"
    assert state.row == ()
    assert 2 in state.decks[0].pool, "what made room goes back into its deck"
    put(state, "board.discards.even", ["ant"])
    assert state.hands == [(1,), (3,)]
    put(state, "seats.0.hand", ["ant"])
    assert state.even == ()


def test_tiles_without_a_deck_come_from_any_zone_or_from_outside() -> None:
    state = table()
    put(state, "seats.1.tiles", ["red", "blue", "green"])
    assert (state.tiles, state.laid) == ([(), (0, 1, 2)], [EMPTY, EMPTY])
    assert zones.census(state)["tile:green"] == 1


def test_an_empty_text_empties_a_place() -> None:
    state = table()
    put_back = zones.census(state)
    zones.patch(state, ("board", "event"), "")
    zones.patch(state, ("board", "offer"), ["", ""])
    assert (state.event, state.offer) == (EMPTY, [EMPTY, EMPTY])
    assert zones.census(state) == put_back


def test_a_clone_does_not_see_what_is_set() -> None:
    """Tuples of the state are replaced, never edited."""
    state, other = table(), table()
    other.decks = decks = state.decks
    put(state, "board.decks.odd.top", ["hen"])
    assert other.decks is decks
    assert decks[1].top == ()
