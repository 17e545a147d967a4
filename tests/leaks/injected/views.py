"""Views and events that show too much."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson

import tafelrunde
from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.events import Event
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tafelrunde.server import log_rows
from tafelrunde.server.line import Line
from tafelrunde.server.log_rows import Entry
from tafelrunde.server.seen import Changes, Seen
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables
from tests.leaks.injected.base import (
    BY_OTHER_SEAT,
    BY_SEAT,
    BY_SPECTATOR,
    DISCARDS,
    NEW_ANGELES,
    Patch,
    hands,
    leak,
)

# --- views -------------------------------------------------------------------------------------------


def in_views(patch: Patch, change: Callable[[dict[Any, dict[str, Any]], State], None]) -> None:
    views = Game.views

    def changed(self: Game[Any], state: Any, viewers: Sequence[Any]) -> dict[Any, dict[str, Any]]:
        found = {viewer: dict(view) for viewer, view in views(self, state, viewers).items()}
        change(found, state)
        return found

    patch.setattr(Game, "views", changed)


@leak("socket view", BY_SPECTATOR)
def a_spectator_sees_seat_0(patch: Patch) -> None:
    """Spectators get the seats as seat 0 sees them."""

    def change(views: dict[Any, dict[str, Any]], state: State) -> None:
        if None in views:
            views[None]["seats"] = state.view(0)["seats"]

    in_views(patch, change)


@leak("socket view", BY_SEAT)
def a_seat_sees_its_neighbour(patch: Patch) -> None:
    """A seat's view shows what the next seat hides."""

    def change(views: dict[Any, dict[str, Any]], state: State) -> None:
        for viewer, view in views.items():
            if viewer is not None:
                other = (viewer + 1) % state.players
                view["seats"] = [hands(state)[i] if i == other else seat for i, seat in enumerate(view["seats"])]

    in_views(patch, change)


@leak("socket view", BY_OTHER_SEAT)
def another_seats_question_is_shown(patch: Patch) -> None:
    """The view lists the moves of everybody who is asked."""

    def change(views: dict[Any, dict[str, Any]], state: State) -> None:
        for view in views.values():
            view["asked"] = {str(seat): [move.text for move in state.legal(seat)] for seat in state.to_act}

    in_views(patch, change)


@leak("socket patch", NEW_ANGELES)
def free_moves_of_all_are_shown(patch: Patch) -> None:
    """The view has the free moves of every seat, by which its draft of a trade is known."""

    def change(views: dict[Any, dict[str, Any]], state: State) -> None:
        for view in views.values():
            view["free"] = [move.text for seat in range(state.players) for move in state.free(seat)]

    in_views(patch, change)


@leak("socket view", BY_SEAT)
def a_heap_is_listed(patch: Patch) -> None:
    """The view lists the cards of the deck: sorted, but those in hands are missing."""

    def change(views: dict[Any, dict[str, Any]], state: Any) -> None:
        for view in views.values():
            view["board"] = {**view["board"], "pool": list(state.deck.pool)}

    in_views(patch, change)


@leak("socket view", BY_SPECTATOR)
def seats_are_ordered_by_a_secret(patch: Patch) -> None:
    """Those who have to act are listed in the order of their hidden cards."""

    def change(views: dict[Any, dict[str, Any]], state: Any) -> None:
        for view in views.values():
            view["to_act"] = sorted(view["to_act"], key=lambda seat: state.hands[seat])

    in_views(patch, change)


@leak("socket patch", BY_OTHER_SEAT)
def a_known_place_in_the_deck_is_shown(patch: Patch) -> None:
    """The view names the cards in the deck whose place anybody knows, to everybody."""

    def change(views: dict[Any, dict[str, Any]], state: Any) -> None:
        for view in views.values():
            view["board"] = {**view["board"], "top": [known.card for known in (*state.deck.top, *state.deck.bottom)]}

    in_views(patch, change)


@leak("moves", BY_SEAT)
def views_are_cached_for_all(patch: Patch) -> None:
    """The view that was made first is given to everybody."""

    see = Table._see

    def same(self: Table, viewers: Sequence[int | None]) -> None:
        see(self, viewers)
        first = next(iter(self._views.values()))
        self._views = {viewer: replace(first, viewer=viewer) for viewer in self._views}

    patch.setattr(Table, "_see", same)


@leak("foreign_view", BY_SEAT)
def any_seat_can_be_named(patch: Patch) -> None:
    """A request that names a seat gets it, whoever asks."""
    seat_of = Table.seat_of

    def anybody(self: Table, person: str | None, wanted: int | None = None) -> int | None:
        return wanted if wanted is not None and wanted < self.info.players else seat_of(self, person, wanted)

    patch.setattr(Table, "seat_of", anybody)


# --- events ------------------------------------------------------------------------------------------


@leak("socket patch", BY_SEAT)
def private_events_are_told_to_all(patch: Patch) -> None:
    """Events are sent without asking who may see them."""
    patch.setattr(log_rows, "seats_of", lambda audience, seat, named=None: None)


@leak("socket patch", DISCARDS)
def discards_are_told_to_all(patch: Patch) -> None:
    """New Angeles: whoever discards cards face down says which."""
    game = type(tafelrunde.load("new_angeles"))
    patch.setattr(game, "events", {**game.events, "discarded_seen": PUBLIC})


def log_event(kind: str, seat: int, move: str) -> Event:
    return Event(kind, seat, {"move": move}, "")


class Unfiltered(Entry):
    def events_for(self, viewer: int | None, declared: Mapping[str, str]) -> list[Any]:
        return [body for _, body in self.data] if self.kind in ("move", "begin") else super().events_for(viewer, declared)


def unfiltered(entry: Entry) -> Entry:
    return Unfiltered(entry.version, entry.kind, entry.seat, entry.data, entry.at)


@leak("view", BY_OTHER_SEAT)
def missed_events_are_not_filtered(patch: Patch) -> None:
    """Who asks for what happened since a version, or comes back after a lost connection, is told everything."""
    entries_after = Tables.entries_after

    async def all_of_them(self: Tables, table: Table, version: int) -> list[Entry]:
        return [unfiltered(entry) for entry in await entries_after(self, table, version)]

    patch.setattr(Tables, "entries_after", all_of_them)


@leak("whole_log", BY_SPECTATOR)
def a_long_log_is_not_filtered(patch: Patch) -> None:
    """Who asks for everything that happened is told everything, once the log is long."""
    entries_after = Tables.entries_after

    async def all_of_them(self: Tables, table: Table, version: int) -> list[Entry]:
        found = await entries_after(self, table, version)
        return [unfiltered(entry) for entry in found] if version == 0 and table.version > 15 else found

    patch.setattr(Tables, "entries_after", all_of_them)


@leak("whole_log", BY_SEAT)
def the_deal_is_told_to_all(patch: Patch) -> None:
    """The events of the set-up are sent without asking who may see them."""
    events_for = Entry.events_for

    def told(self: Entry, viewer: int | None, declared: Mapping[str, str]) -> list[Any]:
        return [body for _, body in self.data] if self.kind == "begin" else events_for(self, viewer, declared)

    patch.setattr(Entry, "events_for", told)
    patch.setattr(Game, "begin", with_dealt_events(Game.begin))


def with_dealt_events(begin: Any) -> Any:
    """Kontor tells nobody what was dealt; here it tells each seat."""

    def dealt(self: Game[Any], players: int, seed: int, options: Mapping[str, str] | None = None) -> Any:
        state, log = begin(self, players, seed, options)
        for seat, hand in enumerate(getattr(state, "hands", ())):
            log.append(log_event("dealt", seat, str(hand))._replace(audience=(seat,)))
        return state, log

    return dealt


@leak("socket patch", BY_SPECTATOR)
def an_undo_names_the_moves(patch: Patch) -> None:
    """When somebody takes moves back, everybody is told which."""
    undo, undo_rows, events_for = Line.undo, Tables._undo_rows, Entry.events_for

    def remember(self: Line, seat: int) -> Any:
        words = self.state.game.vocabulary
        self.taken_back = [words[self.history.line[i].move].text for i in self.history.own_moves(seat)]  # type: ignore[attr-defined]
        return undo(self, seat)

    def rows(self: Tables, table: Table, seat: int, undone: Any) -> list[dict[str, Any]]:
        first, *rest = undo_rows(self, table, seat, undone)
        data = {**orjson.loads(first["data"]), "moves": getattr(table.line, "taken_back", [])}
        return [{**first, "data": orjson.dumps(data).decode()}, *rest]

    def tell(self: Entry, viewer: int | None, declared: Mapping[str, str]) -> list[Any]:
        found = events_for(self, viewer, declared)
        return [{**event, "data": self.data} for event in found] if self.kind == "undo" else found

    patch.setattr(Line, "undo", remember)
    patch.setattr(Tables, "_undo_rows", rows)
    patch.setattr(Entry, "events_for", tell)


@leak("socket patch", BY_OTHER_SEAT)
def one_push_for_all(patch: Patch) -> None:
    """The message made for the first listener is sent to all of them."""
    tell = Table.tell

    def same(self: Table, entries: Sequence[Entry]) -> None:
        viewers = {listener: viewer for listener, (viewer, _) in self.listeners.items()}
        first = next(iter(viewers.values()), None)
        mine = dict(self.listeners)
        self.listeners = {listener: (first, person) for listener, (_, person) in mine.items()}
        try:
            tell(self, entries)
        finally:
            self.listeners = mine

    patch.setattr(Table, "tell", same)


@leak("socket patch", BY_SEAT)
def a_patch_leads_from_the_view_of_another_seat(patch: Patch) -> None:
    """A patch is worked out from what another listener was sent."""
    news = Table._news

    def other(self: Table, viewer: int | None, events: Any, before: Any, changes: Any, by_seat: bool) -> bytes:
        found = [sent for sent in self._sent.values() if sent.seen.viewer not in (viewer, None)]
        ground = found[0]._replace(seen=replace(found[0].seen, viewer=viewer)) if found and before is not None else before
        return news(self, viewer, events, ground, changes, by_seat)

    patch.setattr(Table, "_news", other)


@leak("socket patch", BY_SPECTATOR)
def a_patch_leads_to_the_view_of_another_seat(patch: Patch) -> None:
    """The difference that one seat is sent is sent to others, too."""
    between = Changes.between

    def first(self: Changes, old: Seen, new: Seen, by_seat: bool) -> bytes:
        known = self.__dict__.setdefault("first", between(self, old, new, by_seat))
        return bytes(known)

    patch.setattr(Changes, "between", first)
