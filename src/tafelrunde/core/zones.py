"""Zones, declared once: the key in the view, the audience, the displayed value, how a scenario sets it, and its components.

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

Screens without a board for the game show each zone according to its kind; ``shown(zone, layout)`` chooses another layout. The
section ``[zones]`` of the message catalogues contains the name of each zone.

The methods of ``seat`` and ``board`` are the same; ``field`` names the attribute of the state, of which a seat's zone uses the
entry of the seat. A custom setter has the signature ``set(state, seat, at, value)``, on the board ``set(state, at, value)``;
``at`` contains the key for errors and the rest of the path below the zone.

Observations derive from the zones too. The ready-made kinds know the shape of their values; a zone with its own functions may
declare it with ``shape`` (:mod:`tafelrunde.core.shapes`), and lists in ``seats`` the keys whose numbers are seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from tafelrunde.core.errors import BadInput
from tafelrunde.core.patches import At
from tafelrunde.core.shapes import Shape

LAYOUTS: Final = ("counter", "row", "grid", "track", "pile", "map", "text")
"""The layouts in which the generic table can show a zone (:func:`shown`)."""


class Look(NamedTuple):
    """Hints for generic screens on how to show a zone; without a layout the shape of the value decides."""

    kind: str = "zone"
    """The name of the factory in :mod:`tafelrunde.core.zone_kinds`."""
    layout: str = ""
    """``counter``, ``row``, ``grid``, ``track``, ``pile``, ``map`` or ``text``."""
    low: int = 0
    high: int = 0
    """The ends of a track."""
    edges: str = ""
    """For maps: the key of a place's neighbours."""
    at: str = ""
    """For maps and grids: the key of the coordinates, a list of x and y."""
    verbs: tuple[str, ...] = ()
    """Verbs whose last argument is the number of a place in this zone; slugs are found in every move that names them."""
    names: str = ""
    """The kind of component sheets that contains the names of numbered places."""


class SeatZone(NamedTuple):
    """A zone of a seat."""

    key: str
    audience: str
    show: Callable[[Any, int], Any]
    hide: Callable[[Any, int], Any] = lambda state, seat: None
    """The value for viewers who may not see the zone."""
    set: Callable[[Any, int, At, Any], None] | None = None
    """How a scenario sets the zone. A zone without a setter follows from the rest of the position."""
    holds: Callable[[Any, int], Iterable[str]] | None = None
    """The names of the components in the zone, for the census."""
    take: Callable[[Any, int], bool] | None = None
    """Removes one copy of a component, regardless of the owner; ``False`` if the zone does not contain it."""
    shape: Callable[[Any], Shape] | None = None
    """The shape of its values, for all states of the game; if not declared, it is learnt from random games."""
    seats: tuple[str, ...] = ()
    """Keys, of the zone itself or below it, whose numbers are seats (for observations, which count seats from the viewer)."""
    look: Look = Look()


class BoardZone(NamedTuple):
    """A zone of the board; it has the same parts as a seat's zone, but no seat."""

    key: str
    audience: str
    show: Callable[[Any], Any]
    hide: Callable[[Any], Any] = lambda state: None
    set: Callable[[Any, At, Any], None] | None = None
    holds: Callable[[Any], Iterable[str]] | None = None
    take: Callable[[Any, int], bool] | None = None
    shape: Callable[[Any], Shape] | None = None
    seats: tuple[str, ...] = ()
    look: Look = Look()


Z = TypeVar("Z", SeatZone, BoardZone)


P = ParamSpec("P")


def looks(layout: str) -> Callable[[Callable[P, Any]], Callable[P, Any]]:
    """Set the default layout of the zones that the decorated factory creates; :func:`shown` overrides it."""

    def decorate(make: Callable[P, Any]) -> Callable[P, Any]:
        @wraps(make)
        def made(*args: P.args, **kwargs: P.kwargs) -> Any:
            return make(*args, **kwargs)._replace(look=Look(make.__name__, layout))

        return made

    return decorate


def shown(zone: Z, layout: str, **hints: Any) -> Z:
    """Return the zone with a layout for generic screens: ``shown(seat.number("vp", "vp"), "track", high=50)``."""
    if layout not in LAYOUTS:
        raise ValueError(f"zone {zone.key!r}: {layout!r} is not one of the layouts {', '.join(LAYOUTS)}")
    return zone._replace(look=zone.look._replace(layout=layout, **hints))


def patch(state: Any, path: tuple[str, ...], value: Any) -> None:
    """Set one value of ``view("all")``, for scenarios."""
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
    """Count every component by name, in all zones."""
    found: Counter[str] = Counter()
    for zone in state.game.board_zones:
        if zone.holds is not None:
            found.update(zone.holds(state))
    for zone in state.game.seat_zones:
        if zone.holds is not None:
            for number in range(state.players):
                found.update(zone.holds(state, number))
    return found
