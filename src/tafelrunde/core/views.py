"""Views: what each viewer may see of a position.

A game declares its zones: their names, their audiences, how they are shown, and what other viewers see instead (a count, or
``None``). A view starts empty and receives only what the viewer may know; nothing is removed afterwards. See
:mod:`tafelrunde.core.zones` for the declarations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tafelrunde.core.audience import SEAT, ZONES, Viewer, may_see, seats_of
from tafelrunde.core.zones import BoardZone, SeatZone

__all__ = ["BoardZone", "SeatZone", "Shared", "board_view", "seat_view", "whole_view"]

Part = dict[str, Any]


class Shared:
    """The common parts of several views of one position, built once. An instance belongs to one state and one call of
    ``Game.views``.

    The parts appear in several views and must not be edited.
    """

    __slots__ = ("_made", "_open", "frame", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.frame: Part | None = None
        """The keys that are equal in every view of the position."""
        self._open = [audience for audience in ZONES if may_see(None, seats_of(audience, None))]
        self._made: dict[tuple[int, int], tuple[object, Part]] = {}

    def seat(self, seat: int, zones: Sequence[SeatZone]) -> Part:
        """The public zones of a seat."""
        found = self._made.get((seat, id(zones)))
        if found is None:  # keep a reference to the zones: a key of the cache is an object id, which Python may reuse
            part = {z.key: (z.show if z.audience in self._open else z.hide)(self.state, seat) for z in zones}
            found = self._made[seat, id(zones)] = zones, part
        return found[1]

    def board(self, zones: Sequence[BoardZone]) -> Part:
        """The public zones of the board."""
        found = self._made.get((-1, id(zones)))
        if found is None:
            part = {z.key: (z.show if z.audience in self._open else z.hide)(self.state) for z in zones}
            found = self._made[-1, id(zones)] = zones, part
        return found[1]


def seat_view(state: Any, viewer: Viewer, seat: int, zones: Sequence[SeatZone], shared: Shared | None = None) -> Part:
    """A viewer's view of a seat. With ``shared``, all viewers who see the same get the same object."""
    if shared is None or shared.state is not state or viewer == "all":
        return _seat_part(state, viewer, seat, zones)
    common = shared.seat(seat, zones)
    if not may_see(viewer, seats_of(SEAT, seat)):
        return common
    own = {z.key: z.show(state, seat) for z in zones if z.audience == SEAT}
    return common | own if own else common


def board_view(state: Any, viewer: Viewer, zones: Sequence[BoardZone], shared: Shared | None = None) -> Part:
    """A viewer's view of the board, whose zones have no owner."""
    if shared is None or shared.state is not state or viewer == "all":
        return _board_part(state, viewer, zones)
    return shared.board(zones)


def _seat_part(state: Any, viewer: Viewer, seat: int, zones: Sequence[SeatZone]) -> Part:
    seen = [audience for audience in ZONES if may_see(viewer, seats_of(audience, seat))]
    return {z.key: (z.show if z.audience in seen else z.hide)(state, seat) for z in zones}


def _board_part(state: Any, viewer: Viewer, zones: Sequence[BoardZone]) -> Part:
    seen = [audience for audience in ZONES if may_see(viewer, seats_of(audience, None))]
    return {z.key: (z.show if z.audience in seen else z.hide)(state) for z in zones}


def whole_view(
    state: Any, viewer: Viewer, seats: Sequence[Any], board: Mapping[str, Any], shared: Shared | None = None
) -> dict[str, Any]:
    """The keys that every game's view has, combined with the viewer's seats and board."""
    game = state.game
    if shared is None or shared.state is not state:
        shared = Shared(state)
    if shared.frame is None:
        shared.frame = _common_keys(state)
    view = shared.frame | {"seats": seats, "board": board, "decision": None, "free": []}
    if isinstance(viewer, int):
        view["you"] = viewer
        if viewer in state.asked:
            d = state.decision(viewer)
            moves = [move.text for move in d.moves]
            facts = {"id": d.id, "kind": d.kind, "prompt": d.prompt, "rule": d.rule, "moves": moves, "data": dict(d.data)}
            view["decision"] = facts
        texts = game.vocabulary.texts
        view["free"] = [texts[i] for i in game.free_moves(state, viewer)]
    return view


def _common_keys(state: Any) -> Part:
    """The keys of a view that are the same for every viewer; ``you`` is added for each one."""
    game = state.game
    return {
        "game": game.id,
        "players": state.players,
        "ply": state.ply,
        "to_act": list(state.to_act),
        "over": state.over,
        "scores": game.scores(state),
        "winners": list(state.winners),
        "you": None,
        "round": state.round,
        "phase": game.phase(state),
        "active": game.active(state),
    }
