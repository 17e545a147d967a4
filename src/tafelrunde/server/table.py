"""One table in memory: who sits where, the line, who listens, and what each of them may read."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from tafelrunde.core.events import Event
from tafelrunde.core.game import Game
from tafelrunde.server.line import Line, Made, event_json

RECENT = 60
"""Rows of the log kept in memory; who missed more is served from the database."""
MISSES = 3
"""Decisions a clock may decide before a bot holds the seat."""

Viewer = int | None


@dataclass
class Seat:
    """A chair: a person's, a bot's, or free."""

    kind: str
    name: str
    person: str | None = None
    invite: str | None = None
    back: str | None = None
    standing: bool = False
    prepared: list[str] | None = None
    dropped: str | None = None
    """The prepared move that could not be played, until other ones are prepared."""
    missed: int = 0
    hints: bool = False
    reserve: float | None = None

    @property
    def bot(self) -> str | None:
        """The level at which a bot plays here now, also while it holds the seat of a person."""
        if self.kind.startswith("bot:"):
            return self.kind[4:]
        return "normal" if self.missed >= MISSES else None

    @property
    def open(self) -> bool:
        return self.kind == "person" and self.person is None


@dataclass
class Info:
    """What was agreed when the table was made; it never changes."""

    id: str
    game: str
    components: str
    component_text: str | None
    rules: str
    players: int
    options: Mapping[str, str]
    seed: int
    pace: Mapping[str, Any]
    public: bool
    watch: bool
    host: str
    created: float
    rematch: str | None = None
    base: str | None = None
    """The position a practice table went out from."""

    @property
    def commitment(self) -> str:
        """The hash of the seed, shown before the first move; the record of a running game has the same."""
        return "sha256:" + sha256(str(self.seed).encode()).hexdigest()


@dataclass
class Entry:
    """A row of the log as listeners get it: events with their audience, or a chat line, or who sat down."""

    version: int
    kind: str
    seat: int | None
    data: Any
    at: float

    def events_for(self, viewer: Viewer) -> list[Any]:
        """What a viewer may read of it: the rules' own events, or that moves were taken back."""
        if self.kind == "undo":
            return [{"kind": "undone", "seat": self.seat, "data": {"ply": self.data["ply"]}, "rule": ""}]
        if self.kind not in ("move", "begin"):
            return []
        return [body for audience, body in self.data if audience is None or viewer in audience]


def pack(events: Sequence[Event]) -> list[Any]:
    """Events with their audience in front, as they are stored."""
    return [[None if e.audience is None else list(e.audience), event_json(e)] for e in events]


Listener = Callable[[bytes], None]


class Answer(NamedTuple):
    """What came of a request to move; ``version`` and ``ply`` are those the moves led to."""

    seat: int
    version: int
    ply: int
    events: list[Any]
    repeated: bool


@dataclass(eq=False)
class Table:
    """Changed only by who holds ``lock``; read freely, because readers see what was last committed."""

    info: Info
    game: Game[Any]
    seats: list[Seat]
    line: Line
    version: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    recent: deque[Entry] = field(default_factory=lambda: deque(maxlen=RECENT))
    listeners: dict[Listener, tuple[Viewer, str | None]] = field(default_factory=dict)
    proposal: dict[str, Any] | None = None
    """An undo beyond the safe point that waits for consent."""
    driver: asyncio.Task[None] | None = None
    asked_at: dict[str, float] = field(default_factory=dict)
    used: float = field(default_factory=time.monotonic)
    snapshot_ply: int = 0
    weighed: set[tuple[int, int]] = field(default_factory=set)
    """The bots that have thought about free moves at a ply, as (ply, seat): each is asked once."""
    keys: dict[tuple[int, str], tuple[int, int, str]] = field(default_factory=dict)
    """The version, ply and last move of every request that carried a key, by seat and key."""

    def __post_init__(self) -> None:
        self.publish()

    # --- what is shown ---------------------------------------------------------------------------

    def publish(self) -> None:
        """Show the position that has just been committed."""
        self.shown = self.line.state.clone()
        self.questions = self.line.questions()
        self._views: dict[Viewer, bytes] = {}
        now = time.time()
        self.asked_at = {q: self.asked_at.get(q, now) for q in self.questions.values()}

    def view(self, viewer: Viewer) -> bytes:
        """A viewer's own view as JSON, made once."""
        if viewer not in self._views:
            self._see([viewer])
        return self._views[viewer]

    def _see(self, viewers: Sequence[Viewer]) -> None:
        """Make the views of several at once: seats and board, where they look alike, are also written only once."""
        written: dict[int, orjson.Fragment] = {}

        def write(part: Any) -> orjson.Fragment:
            if id(part) not in written:
                written[id(part)] = orjson.Fragment(orjson.dumps(part))
            return written[id(part)]

        views = self.game.views(self.shown, viewers)
        for viewer in viewers:
            view = views[viewer]
            if view["decision"] is not None and viewer is not None:
                view["decision"]["id"] = self.questions[viewer]
            view["seats"] = [write(seat) for seat in view["seats"]]
            view["board"] = write(view["board"])
            self._views[viewer] = orjson.dumps(view)

    def message(self, viewer: Viewer, events: Sequence[Any], more: bytes = b'"type":"view",') -> bytes:
        """``view`` messages, and the answer to ``GET``, which has the same parts."""
        seat = b"null" if viewer is None else b"%d" % viewer
        if self.info.pace.get("seconds"):
            more += b'"deadlines":%s,' % orjson.dumps(self.deadlines())
        parts = more, self.version, seat, orjson.dumps(events), self.view(viewer)
        return b'{%s"version":%d,"seat":%s,"events":%s,"view":%s}' % parts

    def answered(self, answer: Answer) -> bytes:
        """The answer to moves, with the view as it is now."""
        repeated = b"true" if answer.repeated else b"false"
        parts = answer.version, answer.ply, answer.seat, repeated, orjson.dumps(answer.events), self.view(answer.seat)
        return b'{"version":%d,"ply":%d,"seat":%d,"repeated":%s,"events":%s,"view":%s}' % parts

    def about(self) -> dict[str, Any]:
        """What everybody may know about the table."""
        info = self.info
        return {
            "id": info.id, "game": info.game, "rules": info.rules, "components": info.components, "players": info.players,
            "options": dict(info.options), "pace": dict(info.pace), "public": info.public, "commitment": info.commitment,
            "over": self.shown.over, "rematch": info.rematch, "created": info.created, "practice": info.base is not None,
            "seats": self.chairs(),
            "spectators": sum(viewer is None for viewer, _ in self.listeners.values()),
            "deadlines": self.deadlines(), "proposal": self.proposal,
        }  # fmt: skip

    def chairs(self) -> list[dict[str, Any]]:
        """Who sits where, as everybody may know it."""
        online = {viewer for viewer, _ in self.listeners.values()}
        return [
            {
                "seat": i, "kind": seat.kind, "name": seat.name, "open": seat.open, "held": seat.missed >= MISSES,
                "here": i in online or seat.kind != "person", "hints": seat.hints,
            }
            for i, seat in enumerate(self.seats)
        ]  # fmt: skip

    def left(self, viewer: Viewer) -> dict[str, Any] | None:
        """What a seat has left with the server; nobody else's business."""
        if viewer is None:
            return None
        seat = self.seats[viewer]
        return {"standing": seat.standing, "prepared": seat.prepared or [], "dropped": seat.dropped}

    def rematch(self) -> str | None:
        """The table at which these people play once more, if somebody asked for it."""
        return next((e.data["rematch"] for e in self.recent if e.kind == "chat" and "rematch" in e.data), None)

    def deadlines(self) -> dict[str, float]:
        """Until when each asked seat may think, where there are clocks."""
        seconds = self.info.pace.get("seconds")
        if not seconds or any(seat.open for seat in self.seats):
            return {}
        return {str(seat): self.asked_at[q] + seconds for seat, q in self.questions.items() if self.seats[seat].bot is None}

    # --- who is who ------------------------------------------------------------------------------

    def seats_of(self, person: str | None) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def seat_of(self, person: str | None, wanted: int | None = None) -> int | None:
        """The seat a person means: the named one, else (at a hot seat) the first that is asked."""
        own = self.seats_of(person)
        if wanted is not None:
            return wanted if wanted in own else None
        return next((seat for seat in own if seat in self.questions), own[0] if own else None)

    # --- telling ---------------------------------------------------------------------------------

    def tell(self, entries: Sequence[Entry]) -> None:
        """Push what has just been committed to everybody who listens, each the own view and events."""
        self.recent.extend(entries)
        if any(entry.kind == "seat" for entry in entries):
            self._reseat()
        moved = any(entry.kind in ("move", "undo") for entry in entries)
        if moved:
            self._see(list({viewer for viewer, _ in self.listeners.values()}))
        ready: dict[Viewer, bytes] = {}
        for listener, (viewer, _) in list(self.listeners.items()):
            if moved:
                if viewer not in ready:
                    ready[viewer] = self.message(viewer, [e for entry in entries for e in entry.events_for(viewer)])
                listener(ready[viewer])
            for entry in entries:
                if entry.kind == "chat":
                    listener(chat(entry))
        if any(entry.kind in ("seat", "ask", "agree") for entry in entries):
            self.tell_presence()

    def _reseat(self) -> None:
        """Somebody sat down or stood up: who lost a seat hears a spectator's part from now on, who got one the own."""
        for listener, (viewer, person) in list(self.listeners.items()):
            now = viewer if viewer in self.seats_of(person) else self.seat_of(person)
            if now == viewer:
                continue
            if now is None and not self.info.watch:
                del self.listeners[listener]
                continue
            self.listeners[listener] = (now, person)
            listener(self.message(now, []))

    def tell_presence(self) -> None:
        body = orjson.dumps({"type": "presence", "version": self.version, "table": self.about()})
        for listener in list(self.listeners):
            listener(body)


def said(entry: Entry) -> dict[str, Any]:
    return {"type": "chat", "version": entry.version, "seat": entry.seat, "at": entry.at, **entry.data}


def chat(entry: Entry) -> bytes:
    return orjson.dumps(said(entry))


def log_row(table: str, version: int, kind: str, ply: int, seat: int | None, data: Any, at: float) -> dict[str, Any]:
    return {
        "table": table, "version": version, "kind": kind, "seat": seat, "ply": ply, "move": None, "key": None,
        "hidden": False, "stands": False, "data": None if data is None else orjson.dumps(data).decode(), "at": at,
    }  # fmt: skip


def move_row(table: str, version: int, made: Made, at: float, key: str | None = None, kind: str = "move") -> dict[str, Any]:
    row = log_row(table, version, kind, made.ply, made.seat, pack(made.events), at)
    return {**row, "move": made.move, "key": key, "hidden": made.hidden, "stands": True}


def entry_of(row: Mapping[str, Any]) -> Entry:
    data = row["data"]
    return Entry(row["version"], row["kind"], row["seat"], None if data is None else orjson.loads(data), row["at"])
