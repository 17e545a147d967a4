"""The zones of 51st State: their audiences, how scenarios set them and which cards they contain.

Nearly everything is open; only hands and decks are hidden (51S-S.10 to S.12, S.15, S.16).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tafelrunde.core.audience import SEAT
from tafelrunde.core.decks import Deck
from tafelrunde.core.families import DeckPlace, Family, Pile
from tafelrunde.core.patches import At
from tafelrunde.core.zone_kinds import board, seat
from tafelrunde.games.fifty_first_state.names import COLOURS, GOODS, TOKENS
from tafelrunde.games.fifty_first_state.rules.goods import leave_hand
from tafelrunde.games.fifty_first_state.state import (
    MARKS,
    NOBODY,
    REF,
    RUIN,
    SHIELD,
    STOCK,
    STORED,
    USES,
    FiftyFirstState,
    Place,
)


def _deck_of(state: FiftyFirstState, card: int) -> DeckPlace:
    layout = state.layout
    return ("deck", None) if layout.is_location(card) else ("connection_decks", layout.colour[card - layout.location_count])


def _take_from_hand(state: FiftyFirstState, card: int) -> bool:
    owner = next((seat for seat, hand in enumerate(state.hands) if card in hand), None)
    if owner is not None:
        leave_hand(state, owner, card)
    return owner is not None


LENDERS = ("discards", _take_from_hand, "offer")
CARDS = Family(lambda state: state.layout.ids, _deck_of, LENDERS)
LOCATIONS = Family(lambda state: state.layout.location_ids, _deck_of, LENDERS)
CONNECTION_DECKS = {colour: Pile(CARDS, "connection_decks", i) for i, colour in enumerate(COLOURS)}
DECKS = {"locations": Pile(LOCATIONS, "deck"), **CONNECTION_DECKS}
DISCARDS = {
    "locations": Pile(LOCATIONS, "discard", deck=DECKS["locations"].place),
    **{colour: Pile(CARDS, "connection_discards", deck.number, deck.place) for colour, deck in CONNECTION_DECKS.items()},
}


# --- hands and factions --------------------------------------------------------------------------


def _all_were_on_offer(state: FiftyFirstState, seat: int) -> None:
    """Whether everybody saw how the connection cards of a hand were taken."""
    state.known[seat] = tuple(card for card in state.hands[seat] if not state.layout.is_location(card))


def _hand_size(state: FiftyFirstState, seat: int) -> dict[str, int]:
    """The size of a hand by backs: location, blue and red cards (51S-S.16); a hand looks complete until all have chosen
    (51S-S.8)."""
    homes = [_deck_of(state, card) for card in (*state.hands[seat], *state.aside[seat])]
    return {name: homes.count(deck.place) for name, deck in DECKS.items()}


def _faction(state: FiftyFirstState, seat: int) -> str | None:
    """The faction; ``None`` until it is selected at set-up."""
    return None if state.factions[seat] == NOBODY else state.layout.faction_ids[state.factions[seat]]


def _set_faction(state: FiftyFirstState, seat: int, at: At, value: Any) -> None:
    """Set the faction; if another seat has it, the two seats swap (51S-S.3)."""
    at.end()
    faction, factions = at.name(value, state.layout.faction_ids), list(state.factions)
    if faction in factions:
        factions[factions.index(faction)] = factions[seat]
    factions[seat] = faction
    state.factions = tuple(factions)


def _boards(state: FiftyFirstState, seat: int) -> list[str]:
    return [] if state.factions[seat] == NOBODY else [f"faction:{_faction(state, seat)}"]


def _boards_of_nobody(state: FiftyFirstState) -> list[str]:
    return [f"faction:{name}" for i, name in enumerate(state.layout.faction_ids) if i not in state.factions]


def _given_back(state: FiftyFirstState, seat: int) -> list[str]:
    return CARDS.named(state, state.aside[seat])


# --- states --------------------------------------------------------------------------------------


def _places(state: FiftyFirstState, seat: int, ruined: bool) -> list[Place]:
    return [place for place in state.states[seat] if (place[USES] == RUIN) is ruined]


def _cards_of(state: FiftyFirstState, places: Iterable[Place]) -> list[int]:
    return [state.layout.card_of[place[REF]] for place in places]


def _ruins(state: FiftyFirstState, seat: int) -> list[str]:
    return LOCATIONS.named(state, _cards_of(state, _places(state, seat, ruined=True)))


def _tokens(goods: tuple[int, ...]) -> dict[str, int]:
    """Goods on a card, by name."""
    return {name: goods.count(good) for good, name in enumerate(TOKENS) if good in goods}


def _location(state: FiftyFirstState, place: Place) -> dict[str, Any]:
    layout = state.layout
    card = layout.card_of[place[REF]]
    return {
        "card": layout.ids[card],
        "kind": layout.kind[card],
        "uses": place[USES],
        "marks": _tokens(place[MARKS]),
        "stock": _tokens(place[STOCK]),
        "stored": _tokens(place[STORED]),
        "defence": bool(place[SHIELD]),
        "resistance": layout.resistance_of[place[REF]] + layout.limits.defence_token_resistance * place[SHIELD],
    }


def _state(state: FiftyFirstState, seat: int) -> dict[str, Any]:
    return {state.layout.key_of[place[REF]]: _location(state, place) for place in _places(state, seat, ruined=False)}


SETTABLE = {"uses": USES, "marks": MARKS, "stock": STOCK, "stored": STORED, "defence": SHIELD}
"""The properties of a location that a scenario can set, and their positions in ``Place``."""


def _read(at: At, key: str, value: Any) -> Any:
    """Read one property of a location."""
    if key == "uses":
        return at.number(value, 0, 9)
    if key == "defence":
        return int(at.truth(value))
    counts = at.table(value, TOKENS)
    return tuple(good for good, name in enumerate(TOKENS) for _ in range(at.number(counts.get(name, 0), 0, 99)))


def _changed(at: At, place: Place, data: Any) -> Place:
    """A location with some properties replaced."""
    parts: list[Any] = list(place)
    for key, value in at.table(data, tuple(SETTABLE)).items():
        parts[SETTABLE[key]] = _read(At(f"{at.where}.{key}"), key, value)
    return tuple(parts)


def _set_state(state: FiftyFirstState, seat: int, at: At, value: Any) -> None:
    """Set a table of locations, each with its differences from a new one, or a list of them; further copies have their own
    names."""
    if at.path:
        _change_location(state, seat, at, value)
        return
    if isinstance(value, list):
        counted = [(name, value[:i].count(name)) for i, name in enumerate(value)]
        value = {f"{name} {before + 1}" if before else str(name): {} for name, before in counted}
    if not isinstance(value, Mapping):
        raise at.refuse("expected a list or table of locations.")
    LOCATIONS.give_back(state, _cards_of(state, _places(state, seat, ruined=False)))
    ruins = state.states[seat] = tuple(_places(state, seat, ruined=True))
    placed = []
    for key, data in value.items():
        here = At(f"{at.where}.{key}")
        ref = _ref(state, here, key)
        LOCATIONS.fetch(state, here, state.layout.card_of[ref])
        placed.append(_changed(here, (ref, 0, (), (), (), 0), data))
    state.states[seat] = (*placed, *ruins)


def _ref(state: FiftyFirstState, at: At, key: str) -> int:
    ref = state.layout.ref_of_key.get(key)
    if ref is None:
        raise at.refuse("there is no such location.")
    return ref


def _change_location(state: FiftyFirstState, seat: int, at: At, value: Any) -> None:
    """Change one property of an existing location."""
    key, at = at.below()
    part, at = at.below()
    at.end()
    ref, row = _ref(state, at, key), state.states[seat]
    i = next((i for i, place in enumerate(row) if place[REF] == ref and place[USES] != RUIN), None)
    if i is None:
        raise at.refuse("there is no such location in this state.")
    state.states[seat] = (*row[:i], _changed(At(at.where.rpartition(".")[0]), row[i], {part: value}), *row[i + 1 :])


def _set_ruins(state: FiftyFirstState, seat: int, at: At, value: Any) -> None:
    at.end()
    cards = LOCATIONS.read(state, at, value)
    LOCATIONS.give_back(state, _cards_of(state, _places(state, seat, ruined=True)))
    state.states[seat] = tuple(_places(state, seat, ruined=False))
    for card in cards:
        LOCATIONS.fetch(state, at, card)
        state.states[seat] += ((state.layout.first_ref[card], RUIN, (), (), (), 0),)


SEAT_ZONES = (
    seat.zone("faction", _faction, set=_set_faction, holds=_boards),
    seat.number("points", "vp", 0, 999),
    seat.counts("supply", "supply", TOKENS),
    seat.zone(
        "state", _state, set=_set_state,
        holds=lambda state, seat: LOCATIONS.counted(state, _cards_of(state, _places(state, seat, ruined=False))),
    ),
    seat.zone("ruins", _ruins, set=_set_ruins, holds=_ruins),
    seat.cards("deals", "deals", LOCATIONS),
    seat.mask("rows_used", "rows_used", 1, 3),
    seat.marked("passed", "passed"),
    seat.counts("produced", "produced", GOODS, zeros=False),
    seat.zone("hand_size", _hand_size),
    seat.cards("hand", "hands", CARDS, SEAT, after=_all_were_on_offer),
    seat.zone("given_back", _given_back, SEAT, holds=_given_back),
)  # fmt: skip


# --- the middle ----------------------------------------------------------------------------------


def _leave_only(state: FiftyFirstState, at: At, deck: Pile, value: Any) -> None:
    """Leave only these cards in a deck; all others go to the discard pile."""
    cards = deck.family.read_for(state, at, value, deck.place)
    for card in cards:
        deck.family.fetch(state, at, card)
    discard = next(pile for pile in DISCARDS.values() if pile.deck == deck.place)
    discard.put(state, (*discard.get(state), *sorted(deck.get(state).cards)))
    deck.put(state, Deck.of(cards))


def _redirected(state: FiftyFirstState) -> list[dict[str, Any]]:
    return [{"to": to, "owner": owner, "location": state.layout.key_of[ref]} for to, owner, ref in state.redirected]


BOARD_ZONES = (
    board.zone("deck", lambda state: state.options["deck"], holds=_boards_of_nobody),
    board.seat("first", "first"),
    board.flag("end_triggered", "triggered"),
    board.cards("row", "row", LOCATIONS),
    board.slots("offer", "offer", CARDS, decks=CONNECTION_DECKS),
    board.zone("redirected", _redirected, seats=("to", "owner")),
    board.piles("discards", DISCARDS),
    board.decks("decks", DECKS, extra={"only": _leave_only}),
)
