"""Rows of a table's log: how they are stored, and what listeners receive of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from tafelrunde.core.audience import may_see, seats_of
from tafelrunde.core.events import Event
from tafelrunde.server.foresight import event_json
from tafelrunde.server.line import Made
from tafelrunde.server.names import shown_name

Viewer = int | None


@dataclass
class Entry:
    """A row of the log as listeners receive it: events with their audience, a chat line, or a change of seats."""

    version: int
    kind: str
    seat: int | None
    data: Any
    at: float

    def events_for(self, viewer: Viewer, declared: Mapping[str, str]) -> list[Any]:
        """The events of a row that a viewer may read: the rules' own events, or a notice of an undo.

        ``declared`` is the game's declaration of who may see each kind; it also applies to rows that an earlier version
        stored with a wider audience.
        """
        if self.kind == "undo":
            return [{"kind": "undone", "seat": self.seat, "data": {"ply": self.data["ply"]}, "rule": ""}]
        if self.kind == "rules":
            facts = {name: self.data[name] for name in ("from", "to", "lost")}
            return [{"kind": "rules_changed", "seat": None, "data": facts, "rule": ""}]
        if self.kind not in ("move", "begin"):
            return []
        return [body for stored, body in self.data if may_see(viewer, seats_of(declared.get(body["kind"]), body["seat"], stored))]


def pack(events: Sequence[Event]) -> list[Any]:
    """Events with their audience first, as they are stored."""
    return [[None if e.audience is None else list(e.audience), event_json(e)] for e in events]


def dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def said(entry: Entry) -> dict[str, Any]:
    name = entry.data["name"] and shown_name(entry.data["name"])
    return {"type": "chat", "version": entry.version, "seat": entry.seat, "at": entry.at, **entry.data, "name": name}


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
