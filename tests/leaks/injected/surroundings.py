"""What else comes from a server: the table in the lobby, metrics, logs, letters; and an engine that hides nothing."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import orjson
from sqlalchemy import select

from tafelrunde.core import rng
from tafelrunde.core.state import State
from tafelrunde.server import api, home, log_rows, metrics, prepared, schema, store
from tafelrunde.server.accounts import Accounts
from tafelrunde.server.app import Host
from tafelrunde.server.line import Line
from tafelrunde.server.people import People
from tafelrunde.server.push import Pusher
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables
from tests.leaks.injected.base import (
    BY_OTHER_SEAT,
    BY_SEAT,
    BY_SPECTATOR,
    VACUOUS,
    Patch,
    hands,
    leak,
    local,
)

# --- what everybody may know of a table --------------------------------------------------------------


def in_about(patch: Patch, more: Callable[[Table], dict[str, Any]]) -> None:
    about = Table.about
    patch.setattr(Table, "about", lambda self: about(self) | more(self))


@leak("socket presence", BY_SEAT)
def the_table_tells_its_seed(patch: Patch) -> None:
    """What everybody may know of a table includes its seed."""
    in_about(patch, lambda self: {"seed": str(self.info.seed)})


@leak("about", BY_SEAT)
def the_table_tells_prepared_moves(patch: Patch) -> None:
    """What everybody may know of a table includes the moves that somebody has prepared."""
    in_about(patch, lambda self: {"prepared": [seat.prepared for seat in self.seats]})


@leak("about", BY_OTHER_SEAT)
def the_table_tells_standing_answers(patch: Patch) -> None:
    """What everybody may know of a table includes who passes on everything."""
    in_about(patch, lambda self: {"standing": [seat.standing for seat in self.seats]})


@leak("socket presence", BY_SPECTATOR)
def the_table_tells_return_words(patch: Patch) -> None:
    """What everybody may know of a table includes what is stored of the return words."""
    in_about(patch, lambda self: {"back": [seat.back for seat in self.seats]})


@leak("socket presence", BY_SPECTATOR)
def the_table_tells_who_people_are(patch: Patch) -> None:
    """What everybody may know of a table includes the ids of people."""
    in_about(patch, lambda self: {"people": [seat.person for seat in self.seats]})


@leak("view", BY_OTHER_SEAT)
def a_standing_answer_counts_as_a_version(patch: Patch) -> None:
    """What a seat leaves with the server gives the table a new version."""
    set_seat = Tables.set_seat

    async def counted(self: Tables, table: Table, seat: int, **values: Any) -> None:
        await set_seat(self, table, seat, **values)
        table.version += "standing" in values

    patch.setattr(Tables, "set_seat", counted)


@leak("view", BY_SEAT)
def what_another_seat_has_left(patch: Patch) -> None:
    """Along with the view comes what the other seats have left with the server."""
    left = Table.left
    patch.setattr(Table, "left", lambda self, viewer: [left(self, seat) for seat in range(self.info.players)])


@leak("socket presence", BY_SPECTATOR)
def a_question_is_numbered_by_a_secret(patch: Patch) -> None:
    """The id of a question counts the cards that were put under the deck."""
    question = Line.question

    def numbered(self: Line, state: Any, seat: int) -> str:
        return f"{question(self, state, seat)}.{sum(sum(hand) for hand in state.hands)}"

    patch.setattr(Line, "question", numbered)
    in_about(patch, lambda self: {"asked": list(self.questions.values())})


@leak("whole_log", BY_SEAT)
def an_etag_of_the_whole_table(patch: Patch) -> None:
    """A header is a hash of everything there is at the table."""
    answer = api.json

    def tagged(*args: Any, **more: Any) -> Any:
        found = answer(*args, **more)
        shown = sys._getframe(1).f_locals.get("table")
        if isinstance(shown, Table):
            found.headers["etag"] = sha256(orjson.dumps(shown.shown.view("all"))).hexdigest()[:16]
        return found

    patch.setattr(api, "json", tagged)


# --- the home page, other tables, hosts --------------------------------------------------------------


@leak("home", BY_SEAT)
def the_home_page_shows_another_seat(patch: Patch) -> None:
    """The caller's list of tables is made from the next seat's view."""
    row = home.row

    def other(table: Table, seat: int, lang: str) -> dict[str, Any]:
        beside = (seat + 1) % table.info.players
        return row(table, seat, lang) | {"hand": orjson.loads(table.view(beside))["seats"][beside]}

    patch.setattr(home, "row", other)


@leak("sheets", BY_SPECTATOR)
def the_sheets_mark_cards_in_hands(patch: Patch) -> None:
    """The components of a table are sent with who holds them."""
    sheets = prepared.sheets

    def marked(game: str, lang: str) -> bytes:
        told, meant = sheets(game, lang), sys._getframe(1).f_locals.get("meant")
        return told if meant is None else orjson.dumps({**orjson.loads(told), "hands": hands(meant.shown)})

    patch.setattr(prepared, "sheets", marked)


@leak("home", BY_SPECTATOR)
def the_lobby_lists_private_tables(patch: Patch) -> None:
    """The lobby lists tables that are not public."""
    rows = store.Store.rows

    async def all_of_them(self: store.Store, statement: Any) -> Any:
        c = schema.tables.c
        if "tables.public" in str(statement):
            statement = select(c.id, c.game, c.players, c.pace, c.created).order_by(c.created)
        return await rows(self, statement)

    patch.setattr(store.Store, "rows", all_of_them)


@leak("socket chat", BY_SPECTATOR)
def talk_is_heard_at_other_tables(patch: Patch) -> None:
    """What is said at one table is heard at all."""
    show = Tables._show

    def everywhere(self: Tables, table: Table, rows: Any) -> None:
        show(self, table, rows)
        for row in rows:
            if row["kind"] == "chat":
                for other in self.loaded():
                    for listener in list(other.listeners) if other is not table else ():
                        listener(tables_chat(row))

    patch.setattr(Tables, "_show", everywhere)


def tables_chat(row: Any) -> bytes:
    return log_rows.chat(log_rows.entry_of(row))


@leak("operations", BY_SPECTATOR)
def metrics_name_tables(patch: Patch) -> None:
    """The metrics have the ids of tables."""
    write = metrics.Board.write

    def named(self: metrics.Board, worker: int, host: Any) -> None:
        write(self, worker, host)
        self.named = [found.info.id for found in host.tables.loaded()]  # type: ignore[attr-defined]

    registry_of = metrics.registry_of

    def with_names(board: metrics.Board) -> Any:
        registry = registry_of(board)
        registry.register(Named(getattr(board, "named", [])))
        return registry

    from tafelrunde.server import app

    patch.setattr(metrics.Board, "write", named)
    patch.setattr(app, "registry_of", with_names)


class Named:
    def __init__(self, names: list[str]) -> None:
        self._names = names

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import GaugeMetricFamily

        family = GaugeMetricFamily("tafelrunde_table", "A table", labels=["id"])
        for name in self._names:
            family.add_metric([name], 1)
        yield family


@leak("operations", BY_OTHER_SEAT)
def the_health_check_names_tables(patch: Patch) -> None:
    """The health check says which tables are open."""
    health = Host.health

    async def named(self: Host) -> dict[str, Any]:
        return {**await health(self), "tables": [found.info.id for found in self.tables.loaded()]}

    patch.setattr(Host, "health", named)


@leak("log", BY_SEAT)
def the_log_has_the_seed(patch: Patch) -> None:
    """Each commit is logged with the table's seed."""
    show = Tables._show

    def logged(self: Tables, table: Table, rows: Any) -> None:
        show(self, table, rows)
        logging.getLogger("tafelrunde").warning("moved", extra={"reason": f"seed {table.info.seed}"})

    patch.setattr(Tables, "_show", logged)


@leak("log", BY_OTHER_SEAT)
def the_log_has_tokens(patch: Patch) -> None:
    """Who asks is logged with the token."""
    of = People.of

    async def logged(self: People, token: str | None) -> Any:
        logging.getLogger("tafelrunde").warning("asked", extra={"reason": str(token)})
        return await of(self, token)

    patch.setattr(People, "of", logged)


@leak("log", BY_SPECTATOR)
def the_log_has_moves(patch: Patch) -> None:
    """Each move is logged."""
    show = Tables._show

    def logged(self: Tables, table: Table, rows: Any) -> None:
        show(self, table, rows)
        logging.getLogger("tafelrunde").warning("moved", extra={"reason": str([row["move"] for row in rows])})

    patch.setattr(Tables, "_show", logged)


@leak("mail", BY_SEAT)
def a_letter_tells_what_others_hold(patch: Patch) -> None:
    """The letter that says whose turn it is says what the others hold."""
    tell_turn = Accounts.tell_turn

    async def more(self: Accounts, person: str, table_id: str, game: str, rule: str) -> None:
        await tell_turn(self, person, table_id, f"{game} {hands(local('table').shown)}", rule)

    patch.setattr(Accounts, "tell_turn", more)


@leak("push", BY_SEAT)
def a_push_tells_what_others_hold(patch: Patch) -> None:
    """The push that says whose turn it is says what the others hold."""
    send = Pusher.send

    async def more(self: Pusher, endpoint: str, keys: Mapping[str, str], text: Mapping[str, Any]) -> bool:
        shown = sys._getframe(1).f_back.f_locals["table"].shown  # type: ignore[union-attr]
        return await send(self, endpoint, keys, {**text, "hands": hands(shown)})

    patch.setattr(Pusher, "send", more)


# --- the engine --------------------------------------------------------------------------------------


@leak(VACUOUS, BY_SEAT)
def a_sampled_world_keeps_what_is_hidden(patch: Patch) -> None:
    """Nothing is dealt anew: previews, hints and bots know the truth. Found because no world differs from it."""

    def kept(self: State, seat: int, seed: int) -> State:
        world = self.clone()
        world.seed = rng.derive(seed, seat)
        world.rng = rng.seeded(world.seed)
        return world

    patch.setattr(State, "sample", kept)
