"""One table in memory: its seats, its line of moves, its listeners, and what each of them may read."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple

import orjson

from tafelrunde.core.game import Game
from tafelrunde.server.answering import Pace
from tafelrunde.server.clocks import Asked, Clocks, ServerTime
from tafelrunde.server.facts import MISSES, Info, Seat
from tafelrunde.server.line import Line
from tafelrunde.server.log_rows import Entry, Viewer, chat, dumps
from tafelrunde.server.rules_change import RulesChange
from tafelrunde.server.seen import Changes, NoPatch, Seen, Writer

RECENT = 60
"""Rows of the log kept in memory; older ones are read from the database."""
KEYS = 2000
"""Keys of requests kept in memory; older ones are looked up in the database."""


Listener = Callable[[bytes], None]


class Answer(NamedTuple):
    """The result of a request to move; ``version`` and ``ply`` are those after the moves."""

    seat: int
    version: int
    ply: int
    events: list[Any]
    repeated: bool
    """The key was used before: this is the previous response, and nothing was played."""
    undone: bool
    """The move of the previous response was taken back since."""


class Sent(NamedTuple):
    """The last view sent to a listener, and the version of its message."""

    seen: Seen
    version: int


class Mark(NamedTuple):
    seats: list[Seat]
    proposal: dict[str, Any] | None
    successor: str | None
    votes: dict[int, bool]
    result: dict[str, Any] | None
    clocks: Clocks | None


@dataclass(eq=False)
class Table:
    """A table in memory. Changes need ``lock``; reading does not, because readers see the last committed state."""

    info: Info
    game: Game[Any]
    seats: list[Seat]
    line: Line
    version: int
    time: ServerTime = field(default_factory=ServerTime)
    clocks: Clocks | None = None
    """``None`` for a game without time limits."""
    change: RulesChange | None = None
    """The reason why the table is read-only because of other installed rules."""
    other_plies: Mapping[int, int | None] = field(default_factory=dict)
    """Rows of the log, by version, with another ply under the installed rules; ``None`` if their question is no longer asked."""
    votes: dict[int, bool] = field(default_factory=dict)
    """By seat: whether to continue under the installed rules."""
    result: dict[str, Any] | None = None
    """The scores and winners at the end of the game, regardless of the installed rules."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    recent: deque[Entry] = field(default_factory=lambda: deque(maxlen=RECENT))
    listeners: dict[Listener, tuple[Viewer, str | None]] = field(default_factory=dict)
    by_seat: set[Listener] = field(default_factory=set)
    """Listeners that asked for the patches of single seats (:mod:`seen`)."""
    proposal: dict[str, Any] | None = None
    """A proposed undo beyond the safe point: who asked, back to which ply, who agreed."""
    successor: str | None = None
    """The table of the rematch."""
    driver: asyncio.Task[None] | None = None
    used: float = field(default_factory=monotonic)
    touched: float = 0.0
    """The last time at which the activity was stored, at most once an hour."""
    chats: tuple[int, int] | None = None
    """The numbers of stored chat lines of seats and of spectators; counted when somebody writes."""
    snapshot_ply: int = 0
    kept_ply: int = 0
    """The ply of the position that was stored last."""
    stored: dict[str, Any] = field(default_factory=dict)
    """The stored values of :meth:`row`."""
    weighed: set[tuple[int, int]] = field(default_factory=set)
    """The bots that have considered free moves at a ply, as (ply, seat), because each is asked once."""
    pace: Pace = field(default_factory=Pace)
    """The response times of the seats."""
    doubtful: bool = False
    """Whether memory may differ from the database, so that the table must be reloaded before the next change."""
    keys: dict[tuple[int, str], tuple[int, int, str]] = field(default_factory=dict)
    """The version, ply and last move of requests that carried a key, by seat and key; the database knows older ones."""

    def __post_init__(self) -> None:
        self._sent: dict[Listener, Sent] = {}
        self.publish()

    def remember(self, row: Mapping[str, Any]) -> None:
        """Keep the result of a request with a key; the oldest is dropped if there are too many."""
        self.keys[row["seat"], row["key"]] = (row["version"], row["ply"], row["move"])
        if len(self.keys) > KEYS:
            del self.keys[next(iter(self.keys))]

    # --- changes that may fail ---------------------------------------------------------------------

    def mark(self) -> Mark:
        """The facts that readers see and that a change sets before it is stored."""
        clocks = None if self.clocks is None else self.clocks.copy()
        return Mark([seat.copy() for seat in self.seats], self.proposal, self.successor, self.votes, self.result, clocks)

    def restore(self, mark: Mark) -> None:
        """Undo a change that could not be stored: readers see the previous facts, and the next change reloads the table."""
        self.seats, self.proposal, self.successor, self.votes, self.result, self.clocks = mark
        self.doubtful = True

    def row(self) -> dict[str, Any]:
        """The values of the table's row besides ``info``: they follow from the line, the clocks and the proposal."""
        clocks = self.clocks
        return {
            "over": self.over,
            "result": None if self.result is None else dumps(self.result),
            "votes": dumps({str(seat): vote for seat, vote in self.votes.items()}) if self.votes else None,
            "proposal": None if self.proposal is None else dumps(self.proposal),
            "successor": self.successor,
            "clocks": None if clocks is None else dumps(clocks.dump()),
            "due": None if clocks is None else clocks.due,
        }

    def note_end(self) -> None:
        """Keep the result of a game that has just ended."""
        state = self.line.state
        if state.over and self.result is None:
            self.result = {"scores": state.scores, "winners": list(state.winners)}

    @property
    def over(self) -> bool:
        """Whether the game is over, according to its moves or to the rules under which they were made."""
        return self.line.state.over or (self.change is not None and self.change.finished)

    @property
    def end_lost(self) -> bool:
        """Whether the game is over, but the installed rules do not reproduce its end: an earlier position is shown."""
        return self.over and not self.line.state.over

    # --- what is shown ---------------------------------------------------------------------------

    def publish(self) -> None:
        """Make the committed position visible to readers."""
        self.shown = self.line.state.clone()
        self.questions = {} if self.change is not None else self.line.questions()
        self._views: dict[Viewer, Seen] = {}

    @property
    def view_bytes(self) -> int:
        """The size of the cached views."""
        return sum(seen.size for seen in self._views.values())

    def view(self, viewer: Viewer) -> bytes:
        """A viewer's own view as JSON."""
        return self._seen(viewer).whole

    def _seen(self, viewer: Viewer) -> Seen:
        """The view of a viewer, cached."""
        if viewer not in self._views:
            self._see([viewer])
        return self._views[viewer]

    def _see(self, viewers: Sequence[Viewer]) -> None:
        """Create the views of several viewers at once."""
        writer = Writer()
        views = self.game.views(self.shown, viewers)
        for viewer in viewers:
            view = views[viewer]
            if self.change is not None:
                view |= {"decision": None, "free": [], "to_act": [], "over": self.over}
            elif view["decision"] is not None and viewer is not None:
                view["decision"]["id"] = self.questions[viewer]
            if self.result is not None:
                view |= self.result
            elif self.end_lost:
                view |= {"scores": None, "winners": []}
            self._views[viewer] = writer.write(viewer, view)

    def message(self, viewer: Viewer, events: Sequence[Any], more: bytes = b'"type":"view",') -> bytes:
        """A ``view`` message; the response to ``GET`` has the same parts."""
        return self._body(viewer, events, more, b'"view":' + self.view(viewer))

    def _body(self, viewer: Viewer, events: Sequence[Any], first: bytes, last: bytes) -> bytes:
        seat = b"null" if viewer is None else b"%d" % viewer
        if self.info.pace.get("seconds"):
            first += b'"deadlines":%s,' % orjson.dumps(self.deadlines())
        return b'{%s"version":%d,"seat":%s,"events":%s,%s}' % (first, self.version, seat, orjson.dumps(events), last)

    def answered(self, answer: Answer) -> bytes:
        """The response to moves, with the present view."""
        said = orjson.dumps({"repeated": answer.repeated, "undone": answer.undone, "events": answer.events})[1:-1]
        parts = answer.version, answer.ply, answer.seat, said, self.view(answer.seat)
        return b'{"version":%d,"ply":%d,"seat":%d,%s,"view":%s}' % parts

    def about(self) -> dict[str, Any]:
        """The public description of the table."""
        info = self.info
        return {
            "id": info.id, "game": info.game, "rules": info.rules, "components": info.components, "players": info.players,
            "options": dict(info.options), "pace": dict(info.pace), "public": info.public, "commitment": info.commitment,
            "over": self.over, "rematch": info.rematch, "successor": self.successor,
            "created": info.created, "hot_seat": info.hot_seat, "practice": info.practice,
            "rules_changed": None if self.change is None else {**self.change.about(), "votes": self.vote_list()},
            "continued": list(info.continued),
            "seats": self.chairs(),
            "spectators": sum(viewer is None for viewer, _ in self.listeners.values()),
            "deadlines": self.deadlines(), "proposal": self.proposal,
        }  # fmt: skip

    def vote_list(self) -> list[bool | None]:
        """Each seat's vote to continue under the installed rules; ``None`` if it has not voted. Bots and free seats agree."""
        return [self.votes.get(i) if seat.person is not None else True for i, seat in enumerate(self.seats)]

    def chairs(self) -> list[dict[str, Any]]:
        """The public facts of each seat."""
        online = {viewer for viewer, _ in self.listeners.values()}
        return [
            {
                "seat": i, "kind": seat.kind, "name": seat.name, "open": seat.open and not self.over,
                "kept": seat.reserved is not None, "held": seat.missed >= MISSES,
                "here": i in online or seat.kind != "person", "hints": seat.hints,
            }
            for i, seat in enumerate(self.seats)
        ]  # fmt: skip

    def left(self, viewer: Viewer) -> dict[str, Any] | None:
        """What a seat has left with the server; only that seat may see it."""
        if viewer is None:
            return None
        seat = self.seats[viewer]
        orders = {name: name in (seat.orders or ()) for name in self.game.standing_orders}
        return {
            "standing": seat.standing, "auto": seat.auto, "orders": orders, "prepared": seat.prepared or [],
            "dropped": seat.dropped,
        }  # fmt: skip

    # --- clocks ----------------------------------------------------------------------------------

    def deadlines(self) -> dict[str, float]:
        """The deadline of each asked seat in wall time, if there are clocks."""
        if self.clocks is None or self.change is not None:
            return {}
        clocks = self.clocks
        return {str(seat): self.time.shown(clocks.deadline(seat)) for seat in clocks.running if self.seats[seat].bot is None}

    def timed(self) -> tuple[dict[int, Asked], list[int], int]:
        """The input of the clocks: the questions with their numbers, every seat's number, the last safe point."""
        base, numbers = self.line.answered()
        asked = {
            seat: Asked(question, numbers[seat])
            for seat, question in self.line.questions().items()
            if self.seats[seat].kind == "person"
        }
        return asked, numbers, base

    def clocks_moved(self, wall: float) -> None:
        """Update the clocks after moves at a wall time."""
        if self.clocks is not None:
            self.clocks.moved(self.time.at(wall), *self.timed())

    def clocks_start(self, wall: float, complete: bool = False) -> None:
        """Start the clocks if every seat is taken, or once was."""
        if self.clocks is not None and not self.clocks.started and (complete or not any(seat.open for seat in self.seats)):
            asked, _, base = self.timed()
            self.clocks.start(self.time.at(wall), asked, base)

    # --- who is who ------------------------------------------------------------------------------

    def seats_of(self, person: str | None) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def seat_of(self, person: str | None, wanted: int | None = None) -> int | None:
        """The seat a person refers to: the named one, else (at a hot seat) the first that is asked."""
        own = self.seats_of(person)
        if wanted is not None:
            return wanted if wanted in own else None
        return next((seat for seat in own if seat in self.questions), own[0] if own else None)

    # --- telling ---------------------------------------------------------------------------------

    def tell(self, entries: Sequence[Entry]) -> None:
        """Push the last commit to all listeners, each with its own view and events."""
        self.recent.extend(entries)
        if any(entry.kind == "seat" for entry in entries):
            self._reseat()
        if any(entry.kind in ("move", "undo", "rules") for entry in entries):
            self._tell_views(entries)
        for line in [chat(entry) for entry in entries if entry.kind == "chat"]:
            for listener in list(self.listeners):
                listener(line)
        if any(entry.kind in ("seat", "ask", "agree", "vote", "rules") for entry in entries):
            self.tell_presence()

    def _tell_views(self, entries: Sequence[Entry]) -> None:
        """Send each listener the difference between the last view sent and the present one."""
        self._see(list({viewer for viewer, _ in self.listeners.values()}))
        changes, declared = Changes(), self.game.events
        events: dict[Viewer, list[Any]] = {}
        ready: dict[tuple[Viewer, Sent | None, bool], bytes] = {}
        for listener, (viewer, _) in list(self.listeners.items()):
            if viewer not in events:
                events[viewer] = [event for entry in entries for event in entry.events_for(viewer, declared)]
            before = self._sent.get(listener)
            by_seat = listener in self.by_seat
            if (viewer, before, by_seat) not in ready:
                ready[viewer, before, by_seat] = self._news(viewer, events[viewer], before, changes, by_seat)
            self._sent[listener] = Sent(self._views[viewer], self.version)
            listener(ready[viewer, before, by_seat])

    def _news(self, viewer: Viewer, events: Sequence[Any], before: Sent | None, changes: Changes, by_seat: bool) -> bytes:
        """A patch of the previous view; the whole view if there is none, or if it was another viewer's."""
        if before is None or before.seen.viewer != viewer:
            return self.message(viewer, events)
        try:
            patch = changes.between(before.seen, self._views[viewer], by_seat)
        except NoPatch:
            return self.message(viewer, events)
        return self._body(viewer, events, b'"type":"patch","after":%d,' % before.version, patch)

    def send_view(self, listener: Listener, events: Sequence[Any] = ()) -> int:
        """Send a listener the whole view; returns its size."""
        viewer, _ = self.listeners[listener]
        message = self.message(viewer, events)
        self._sent[listener] = Sent(self._views[viewer], self.version)
        listener(message)
        return len(message)

    def leave(self, listener: Listener) -> bool:
        """Remove a listener; false if it was unknown."""
        self._sent.pop(listener, None)
        self.by_seat.discard(listener)
        return self.listeners.pop(listener, None) is not None

    def tell_seats(self) -> None:
        """Tell listeners that names or people changed without a row in the log."""
        self._reseat()
        self.tell_presence()

    def _reseat(self) -> None:
        """Change the viewer of listeners whose seat changed: a person who lost a seat becomes a spectator, a new one gets the
        seat's view."""
        for listener, (viewer, person) in list(self.listeners.items()):
            now = viewer if viewer in self.seats_of(person) else self.seat_of(person)
            if now == viewer:
                continue
            if now is None and not self.info.watch:
                self.leave(listener)
                continue
            self.listeners[listener] = (now, person)
            self.send_view(listener)

    def tell_presence(self) -> None:
        body = orjson.dumps({"type": "presence", "version": self.version, "table": self.about()})
        for listener in list(self.listeners):
            listener(body)
