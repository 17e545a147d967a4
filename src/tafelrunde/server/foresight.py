"""Previews of tentative moves: the events, the position, the difference between views, and the reason why a preview stops.

Everything is computed on a world sampled for the asking seat. A preview stops before the first draw or hidden fact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from tafelrunde.core.differences import differences
from tafelrunde.core.errors import IllegalMove
from tafelrunde.core.events import Event
from tafelrunde.core.state import State
from tafelrunde.server.errors import Refused, illegal

FORCED_STEPS = 50
"""The maximum number of forced questions that a preview plays."""

T = TypeVar("T")

Until = Literal["choice", "others", "hidden", "over", "refused"]
"""Why a preview stops: a choice of the seat, a choice of others, a draw or hidden fact, the end of the game, an illegal move."""


class Foresight:
    """A preview in progress."""

    def __init__(self, world: State, seat: int, since: int) -> None:
        self.world, self.seat, self.since = world, seat, since
        self.view = world.view(seat)
        """The seat's view after the moves so far."""
        self.before = self.view
        """The seat's view after the first ``since`` moves; differences are relative to it."""
        self.events: list[Event] = []
        self.made: list[str] = []

    def look(self, moves: Sequence[str], far: bool, forced: bool) -> dict[str, Any]:
        """Play the moves, then (``forced``) the forced questions. ``far`` goes as far as the moves are legal."""
        for i, move in enumerate(moves):
            try:
                stopped = self._play(i, move)
            except Refused as refusal:
                if not far:
                    raise
                return self._answer(i, "refused", refusal.body)
            if stopped:
                return self._answer(i, stopped)
        for _ in range(FORCED_STEPS if forced else 0):
            only = self.world.only_answer(self.seat)
            if only is None:
                break
            stopped = self._play(len(self.made), self.world.game.vocabulary[only].text)
            if stopped:
                return self._answer(len(moves), stopped)
        asked = self.seat in self.world.asked
        return self._answer(len(moves), "choice" if asked else "over" if self.world.over else "others")

    def _play(self, i: int, move: str) -> Until | None:
        """Make a move unless it draws or reveals something; in that case only the events before that are reported."""
        secret = self.view["seats"] != self.world.view("all")["seats"]
        log = told(i, lambda: self.world.play(self.seat, move))
        self.made.append(move)
        if log.cut is not None:
            self.events += log[: log.cut]
            return "hidden"
        if self.world.over and secret:  # the end of the game reveals facts that are only sampled here
            return "over"
        self.events += log
        self.view = self.world.view(self.seat)
        if len(self.made) == self.since:
            self.before = self.view
        return None

    def _answer(self, at: int, until: Until, refused: Any = None) -> dict[str, Any]:
        found = {
            "events": shown(self.events, self.seat),
            "view": self.view,
            "changes": differences(self.world.game.told_changes, self.before, self.view),
            "moves": self.made,
            "at": at,
            "until": until,
            "stopped": until == "hidden" or (until == "over" and not self.view["over"]),
        }
        return found if refused is None else found | {"refused": refused}


def told(index: int, play: Callable[[], T]) -> T:
    """The result of a move; a refusal names the index of the move in the request."""
    try:
        return play()
    except IllegalMove as refusal:
        raise illegal(refusal, index) from None


def shown(events: Sequence[Event], viewer: int | None) -> list[dict[str, Any]]:
    """The events that a viewer may see, as JSON."""
    return [event_json(event) for event in events if event.visible_to(viewer)]


def event_json(event: Event) -> dict[str, Any]:
    return {"kind": event.kind, "seat": event.seat, "data": event.data, "rule": event.rule}
