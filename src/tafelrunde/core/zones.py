"""Zones, declared once: the key in the view, who may see it, how it looks, how a scenario sets it, and what it holds.

Views (``core/views.py``), ``Game.patch`` and ``Game.census`` derive from these declarations. A game lists its zones in
``games/<id>/zones.py`` and names them in its class as ``seat_zones`` and ``board_zones``; then it needs no ``patch`` and no
``census`` of its own::

    from tafelrunde.core.families import Family, Pile
    from tafelrunde.core.zone_kinds import COUNT, board, seat

    CARDS = Family(lambda state: state.layout.ids, home=lambda state, card: ("deck", None), lends=("discard", "hand"))

    SEAT_ZONES = (
        seat.number("points", "vp", -99, 999),           # state.vp[seat], set by `seats.1.points = 5`
        seat.number("coins", "coins", high=99, audience=SEAT),  # others see null
        seat.flag("vault_turned", "vault"),
        seat.cards("hand", "hands", CARDS, audience=SEAT, others=COUNT),
        seat.zone("income", income),                     # derived: shown, and refused when a scenario sets it
        seat.zone("tracks", show_tracks, set=put_marker),
    )
    BOARD_ZONES = (
        board.cards("discard", "discard", CARDS, ordered=True),
        board.decks("decks", {"cards": Pile(CARDS, "deck")}),
    )

The methods of ``seat`` and ``board`` are the same; ``field`` names the attribute of the state, of which a seat's zone has the
place of the seat. A setter of its own has the signature ``set(state, seat, at, value)``, on the board ``set(state, at, value)``;
``at`` has the key for errors and the rest of the path below the zone.

Observations derive from the zones too. The ready-made kinds know what their values look like; a zone with functions of its own
may declare it with ``shape`` (:mod:`tafelrunde.core.shapes`), and names with ``seats`` the keys whose numbers are seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tafelrunde.core.errors import BadInput
from tafelrunde.core.patches import At
from tafelrunde.core.shapes import Shape


class SeatZone(NamedTuple):
    """Something that belongs to a seat."""

    key: str
    audience: str
    show: Callable[[Any, int], Any]
    hide: Callable[[Any, int], Any] = lambda state, seat: None
    """What those see who may not see the zone."""
    set: Callable[[Any, int, At, Any], None] | None = None
    """How a scenario sets it; what has no setter follows from the rest of the position."""
    holds: Callable[[Any, int], Iterable[str]] | None = None
    """The names of the components in it, for the census."""
    take: Callable[[Any, int], bool] | None = None
    """Takes one copy of a component out, whoever's zone it is in; ``False`` if there is none."""
    shape: Callable[[Any], Shape] | None = None
    """What its values look like, from any state of the game; learnt from random games where it is not declared."""
    seats: tuple[str, ...] = ()
    """Keys, of the zone itself or below it, whose numbers are seats (for observations, which count seats from the viewer)."""


class BoardZone(NamedTuple):
    """Something that lies in the middle; its parts are those of a seat's zone without the seat."""

    key: str
    audience: str
    show: Callable[[Any], Any]
    hide: Callable[[Any], Any] = lambda state: None
    set: Callable[[Any, At, Any], None] | None = None
    holds: Callable[[Any], Iterable[str]] | None = None
    take: Callable[[Any, int], bool] | None = None
    shape: Callable[[Any], Shape] | None = None
    seats: tuple[str, ...] = ()


def patch(state: Any, path: tuple[str, ...], value: Any) -> None:
    """Set one value of the table's own view, for scenarios."""
    where, game = ".".join(path), state.game
    zone: SeatZone | BoardZone | None
    match path:
        case ("seats", number, key, *rest) if number.isdecimal() and int(number) < state.players:
            zone = next((zone for zone in game.seat_zones if zone.key == key), None)
            place: tuple[Any, ...] = (int(number), At(where, tuple(rest)))
        case ("board", key, *rest):
            zone = next((zone for zone in game.board_zones if zone.key == key), None)
            place = (At(where, tuple(rest)),)
        case _:
            raise BadInput(where, "a position is set under seats.N and board; round and step are set by 'at'.")
    if zone is None:
        raise BadInput(where, f"{'a seat' if path[0] == 'seats' else 'the board'} has no such key.")
    if zone.set is None:
        raise BadInput(where, "this follows from the rest of the position and cannot be set.")
    zone.set(state, *place, value)


def census(state: Any) -> Counter[str]:
    """Every component by name, wherever it is."""
    found: Counter[str] = Counter()
    for zone in state.game.board_zones:
        if zone.holds is not None:
            found.update(zone.holds(state))
    for zone in state.game.seat_zones:
        if zone.holds is not None:
            for number in range(state.players):
                found.update(zone.holds(state, number))
    return found
