"""What everybody may see: nearly everything lies open, only hands and piles are hidden (51S-S.10 to S.12, S.15, S.16)."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.audience import NOBODY as NOBODYS
from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.decks import Deck
from tafelrunde.core.views import BoardZone, SeatZone
from tafelrunde.games.fifty_first_state.names import COLOURS, GOODS, TOKENS
from tafelrunde.games.fifty_first_state.state import (
    GOOD_COUNT,
    MARKS,
    NOBODY,
    REF,
    RUIN,
    SHIELD,
    STOCK,
    STORED,
    TOKEN_COUNT,
    USES,
    FiftyFirstState,
    Place,
)


def tokens(goods: tuple[int, ...]) -> dict[str, int]:
    """Goods lying on a card, by name."""
    return {name: goods.count(good) for good, name in enumerate(TOKENS) if good in goods}


def _supply(state: FiftyFirstState, seat: int) -> dict[str, int]:
    return dict(zip(TOKENS, state.supply[seat * TOKEN_COUNT : (seat + 1) * TOKEN_COUNT], strict=True))


def _produced(state: FiftyFirstState, seat: int) -> dict[str, int]:
    found = zip(GOODS, state.produced[seat * GOOD_COUNT : (seat + 1) * GOOD_COUNT], strict=True)
    return {good: n for good, n in found if n}


def _hand(state: FiftyFirstState, seat: int) -> list[str]:
    return state.layout.names(state.hands[seat])


def _hand_size(state: FiftyFirstState, seat: int) -> dict[str, int]:
    """Backs tell location, blue and red cards apart (51S-S.16); a hand looks whole until all have chosen (51S-S.8)."""
    layout = state.layout
    hand = (*state.hands[seat], *state.aside[seat])
    counts = {"locations": sum(1 for card in hand if layout.is_location(card))}
    for i, colour in enumerate(COLOURS):
        counts[colour] = sum(
            1 for card in hand if not layout.is_location(card) and layout.colour[card - layout.location_count] == i
        )
    return counts


def _location(state: FiftyFirstState, place: Place) -> dict[str, Any]:
    layout = state.layout
    card = layout.card_of[place[REF]]
    return {
        "card": layout.ids[card],
        "kind": layout.kind[card],
        "uses": place[USES],
        "marks": tokens(place[MARKS]),
        "stock": tokens(place[STOCK]),
        "stored": tokens(place[STORED]),
        "defence": bool(place[SHIELD]),
        "resistance": layout.resistance_of[place[REF]] + layout.limits["defence_token_resistance"] * place[SHIELD],
    }


def _faction(state: FiftyFirstState, seat: int) -> str | None:
    """``None`` until it is selected at set-up."""
    return None if state.factions[seat] == NOBODY else state.layout.faction_ids[state.factions[seat]]


def _state(state: FiftyFirstState, seat: int) -> dict[str, Any]:
    return {state.layout.key_of[p[REF]]: _location(state, p) for p in state.states[seat] if p[USES] != RUIN}


def _ruins(state: FiftyFirstState, seat: int) -> list[str]:
    return [state.layout.ids[state.layout.card_of[p[REF]]] for p in state.states[seat] if p[USES] == RUIN]


SEAT_ZONES = (
    SeatZone("faction", PUBLIC, _faction),
    SeatZone("points", PUBLIC, lambda state, seat: state.vp[seat]),
    SeatZone("supply", PUBLIC, _supply),
    SeatZone("state", PUBLIC, _state),
    SeatZone("ruins", PUBLIC, _ruins),
    SeatZone("deals", PUBLIC, lambda state, seat: state.layout.names(state.deals[seat])),
    SeatZone("rows_used", PUBLIC, lambda state, seat: [row for row in (1, 2, 3) if state.rows_used[seat] >> row & 1]),
    SeatZone("passed", PUBLIC, lambda state, seat: bool(state.passed >> seat & 1)),
    SeatZone("produced", PUBLIC, _produced),
    SeatZone("hand_size", PUBLIC, _hand_size),
    SeatZone("hand", SEAT, _hand),
    SeatZone("given_back", SEAT, lambda state, seat: state.layout.names(state.aside[seat])),
)


def _decks(state: FiftyFirstState) -> dict[str, Deck]:
    return {"locations": state.deck, **dict(zip(COLOURS, state.connection_decks, strict=True))}


def _show_decks(state: FiftyFirstState) -> dict[str, Any]:
    """The table's own view: what can still come, as a heap, because no order exists."""
    ids = state.layout.ids
    return {
        name: {
            "size": deck.size,
            "pool": [ids[card] for card in deck.pool],
            "top": [ids[known.card] for known in deck.top],
            "bottom": [ids[known.card] for known in deck.bottom],
        }
        for name, deck in _decks(state).items()
    }


def _hide_decks(state: FiftyFirstState) -> dict[str, Any]:
    return {name: {"size": deck.size} for name, deck in _decks(state).items()}


def _discards(state: FiftyFirstState) -> dict[str, list[str]]:
    names = state.layout.names
    return {"locations": names(state.discard), **{c: names(state.connection_discards[i]) for i, c in enumerate(COLOURS)}}


def _offer(state: FiftyFirstState) -> dict[str, str | None]:
    return {c: None if state.offer[i] == NOBODY else state.layout.ids[state.offer[i]] for i, c in enumerate(COLOURS)}


def _redirected(state: FiftyFirstState) -> list[dict[str, Any]]:
    return [{"to": to, "owner": owner, "location": state.layout.key_of[ref]} for to, owner, ref in state.redirected]


BOARD_ZONES = (
    BoardZone("deck", PUBLIC, lambda state: state.options["deck"]),
    BoardZone("first", PUBLIC, lambda state: state.first),
    BoardZone("end_triggered", PUBLIC, lambda state: state.triggered),
    BoardZone("row", PUBLIC, lambda state: state.layout.names(state.row)),
    BoardZone("offer", PUBLIC, _offer),
    BoardZone("redirected", PUBLIC, _redirected),
    BoardZone("discards", PUBLIC, _discards),
    BoardZone("decks", NOBODYS, _show_decks, _hide_decks),
)
