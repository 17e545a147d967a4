"""The zones of Kontor: what they show, to whom, how a scenario sets them, which cards they hold."""

from __future__ import annotations

from collections.abc import Iterable

from tafelrunde.core.audience import SEAT
from tafelrunde.core.decks import EVERYBODY
from tafelrunde.core.patches import At
from tafelrunde.core.zone_kinds import board, seat
from tests.kontor.state import KontorState


def _values(cards: Iterable[int]) -> list[int]:
    return [card + 1 for card in cards]


def _seen(state: KontorState, seat: int) -> list[int]:
    """The cards of the deck whose place the seat knows."""
    return _values(known.card for known in state.deck.top + state.deck.bottom if known.seen_by(seat))


def _show_deck(state: KontorState) -> dict[str, int]:
    return {"top": len(state.deck.top), "bottom": len(state.deck.bottom), "size": state.deck.size}


def _set_deck(state: KontorState, at: At, value: list[int]) -> None:
    """Only known cards on top can be set."""
    if at.path != ("top",):
        raise at.refuse("no such key.")
    for card in value:
        state.deck = state.deck.take_from_pool(card - 1)
    state.deck = state.deck.put_on_top([card - 1 for card in value], EVERYBODY)


SEAT_ZONES = (
    seat.zone("points", lambda state, seat: state.points[seat]),
    seat.number("coins", "coins", audience=SEAT),
    seat.zone(
        "hand",
        lambda state, seat: _values(state.hands[seat]),
        audience=SEAT,
        others=lambda state, seat: 3 - state.round,
        holds=lambda state, seat: map(str, state.hands[seat]),
    ),
    seat.zone(
        "bid",
        lambda state, seat: state.bids[seat] + 1,
        audience=SEAT,
        holds=lambda state, seat: [str(state.bids[seat])] if state.bids[seat] >= 0 else [],
    ),
    seat.zone("saw", _seen, audience=SEAT),
)
BOARD_ZONES = (
    board.zone("deck", _show_deck, set=_set_deck, holds=lambda state: map(str, state.deck.cards)),
    board.zone("discard", lambda state: _values(state.discard), holds=lambda state: map(str, state.discard)),
)
