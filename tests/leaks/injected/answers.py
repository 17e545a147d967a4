"""Records, answers to questions and refusals that tell too much."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import orjson

from tafelrunde.bots import review, runner
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tafelrunde.server import live, play, record, replays, study, thinking
from tafelrunde.server.ahead import look_ahead
from tafelrunde.server.errors import Refused
from tafelrunde.server.line import Line
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables
from tafelrunde.study import practice
from tests.leaks.injected.base import (
    BY_OTHER_SEAT,
    BY_SEAT,
    BY_SPECTATOR,
    FIFTY_FIRST_STATE,
    TENTATIVE,
    Patch,
    hands,
    leak,
    local,
)

# --- the record --------------------------------------------------------------------------------------


@leak("record", BY_SEAT)
def the_record_is_not_veiled(patch: Patch) -> None:
    """The record of a running game shows hidden moves."""
    patch.setattr(record, "_readable", lambda start, rows, viewer: [True] * len(rows))


@leak("record", BY_SPECTATOR)
def the_record_is_read_as_seat_0(patch: Patch) -> None:
    """The record of a running game shows spectators what seat 0 may read."""
    readable = record._readable
    patch.setattr(record, "_readable", lambda start, rows, viewer: readable(start, rows, viewer or 0))


@leak("record", TENTATIVE)
def the_record_shows_tentative_moves(patch: Patch) -> None:
    """51st State: a card that is built tentatively can be read before the choice is complete."""
    patch.setattr("tafelrunde.core.audience.in_choice", lambda state, seat: False)


@leak("record", BY_SPECTATOR)
def the_record_has_the_seed(patch: Patch) -> None:
    """The record of a running game has its seed."""
    patch.setattr("tafelrunde.core.record.commitment", str)


# --- thinking ahead ----------------------------------------------------------------------------------


@leak("preview", BY_SEAT)
def a_preview_is_the_whole_truth(patch: Patch) -> None:
    """A preview shows everything there is."""
    preview = Line.preview

    def whole(self: Line, state: State, *args: Any, **more: Any) -> dict[str, Any]:
        found = preview(self, state, *args, **more)
        return found if more.get("later") else {**found, "view": state.view("all")}  # a plan has a leak of its own

    patch.setattr(Line, "preview", whole)


@leak("plan", FIFTY_FIRST_STATE)
def a_plan_is_worked_out_on_the_truth(patch: Patch) -> None:
    """The next own turn is shown as it will really come."""
    sample = State.sample

    def sampled(self: State, seat: int, seed: int) -> Any:
        frame = sys._getframe(1)
        asked = {**frame.f_locals.get("args", {}), **frame.f_locals}
        ahead = frame.f_code.co_name in ("_world", "look_ahead") and asked.get("later") and "after" not in asked  # words, why
        return self.clone() if ahead else sample(self, seat, seed)

    patch.setattr(State, "sample", sampled)


@leak("why", BY_SEAT)
def why_not_looks_at_all_cards(patch: Patch) -> None:
    """Why a move cannot be made is explained with what the others hold."""
    why_not = Line.why_not

    def explained(self: Line, state: State, seat: int, *args: Any, **more: Any) -> Any:
        found = why_not(self, state, seat, *args, **more)
        return found if found["legal"] else {**found, "others": hands(state)}

    patch.setattr(Line, "why_not", explained)


@leak("words", BY_OTHER_SEAT)
def words_of_another_seat(patch: Patch) -> None:
    """The moves in words include those of the next seat."""

    async def both(workers: Any, table: Table, seat: int, what: Any, **args: Any) -> bytes:
        found = await look_ahead(workers, table, seat, what, **args)
        if what != "words":
            return found
        theirs = {move.text: "" for move in table.shown.legal((seat + 1) % table.info.players)}
        return orjson.dumps({**orjson.loads(found), **theirs})

    patch.setattr("tafelrunde.server.play.look_ahead", both)


@leak("hint", BY_SEAT)
def a_hint_knows_the_truth(patch: Patch) -> None:
    """The bot that gives a hint is handed the true position."""
    patch.setattr(State, "sample", sample_but_for("_think", State.sample))
    for module in (runner, review, thinking):
        patch.setattr(module, "fair_sampler", lambda state, seat: lambda seed: state.clone())


def sample_but_for(caller: str, sample: Any) -> Any:
    def sampled(self: State, seat: int, seed: int) -> Any:
        return self.clone() if sys._getframe(1).f_code.co_name == caller else sample(self, seat, seed)

    return sampled


@leak("text", BY_SPECTATOR)
def everything_is_read_aloud(patch: Patch) -> None:
    """The text view is that of the whole truth."""
    read_aloud = replays.read_aloud

    def whole(game: Game[Any], view: Any, lang: str, names: Any) -> Any:
        return [*read_aloud(game, view, lang, names), hands(local("table").shown)]

    patch.setattr(replays, "read_aloud", whole)


@leak("practice", BY_SEAT)
def practice_begins_with_the_truth(patch: Patch) -> None:
    """A practice table has the true cards."""
    base = practice.base

    def true(state: State, seat: int, seed: int) -> State:
        return base(state, seat, seed) if sys._getframe(1).f_code.co_name == "doubt_table" else state.clone()

    patch.setattr(practice, "base", true)


@leak("doubt", BY_SEAT)
def a_doubt_is_written_from_the_truth(patch: Patch) -> None:
    """The scenario of a doubt has the true cards."""
    base = practice.base

    def true(state: State, seat: int, seed: int) -> State:
        return state.clone() if sys._getframe(1).f_code.co_name == "doubt_table" else base(state, seat, seed)

    patch.setattr(practice, "base", true)


# --- refusals ----------------------------------------------------------------------------------------


@leak("refused_moves", BY_SEAT)
def a_refused_batch_tells_what_others_hold(patch: Patch) -> None:
    """A batch is tried on the truth, and the refusal says what stood there."""
    rehearse = Line._rehearse

    def on_the_truth(self: Line, seat: int, moves: Sequence[str]) -> None:
        try:
            rehearse(self, seat, moves)
        except Refused as refusal:
            refusal.body["position"] = hands(self.state)
            raise

    patch.setattr(Line, "_rehearse", on_the_truth)


@leak("refused_moves", BY_SPECTATOR)
def a_refusal_names_a_card(patch: Patch) -> None:
    """Who may not move is told what the seat on turn holds."""
    moves = play.Play.moves

    async def told(self: play.Play, table_id: str, *args: Any) -> Any:
        try:
            return await moves(self, table_id, *args)
        except Refused as refusal:
            state = (await self._tables.get(table_id)).shown
            refusal.body["reason"] += f" Seat {state.to_act[0]} holds {hands(state)[state.to_act[0]]}."
            raise

    patch.setattr(play.Play, "moves", told)


@leak("refused_moves", BY_OTHER_SEAT)
def the_status_depends_on_a_secret(patch: Patch) -> None:
    """A refused move is answered with another status where the next seat holds a high card."""
    moves = play.Play.moves

    async def told(self: play.Play, table_id: str, *args: Any) -> Any:
        try:
            return await moves(self, table_id, *args)
        except Refused as refusal:
            state: Any = (await self._tables.get(table_id)).shown
            refusal.status = 422 if sum(state.hands[0]) % 2 else 400
            raise

    patch.setattr(play.Play, "moves", told)


@leak("foreign_seat", BY_OTHER_SEAT)
def any_seat_can_think_ahead(patch: Patch) -> None:
    """Previews, plans, words and reasons are given for the seat that the request names, whoever asks."""
    own = play.Play._own

    async def anybody(self: play.Play, table_id: str, person: str | None, wanted: int | None) -> tuple[Table, int]:
        return await own(self, table_id, person, wanted) if wanted is None else (await self._tables.get(table_id), wanted)

    patch.setattr(play.Play, "_own", anybody)


@leak("doors", BY_SPECTATOR)
def a_refusal_tells_invitations(patch: Patch) -> None:
    """Who may not sit down is told what is stored of the invitations."""
    join = play.Play.join

    async def told(self: play.Play, table_id: str, *args: Any) -> Any:
        try:
            return await join(self, table_id, *args)
        except Refused as refusal:
            refusal.body["invites"] = [seat.invite for seat in (await self._tables.get(table_id)).seats]
            raise

    patch.setattr(play.Play, "join", told)


@leak("malformed", BY_SEAT)
def bad_input_is_explained_with_the_position(patch: Patch) -> None:
    """Who asks to go back to a move that does not exist is told the position."""
    ask_undo = play.Play._ask_undo

    async def told(self: play.Play, table: Table, seat: int, ply: int) -> None:
        if ply > table.shown.ply:
            raise Refused(422, "bad_input", f"There is no such move: {hands(table.shown)}")
        await ask_undo(self, table, seat, ply)

    patch.setattr(play.Play, "_ask_undo", told)


@leak("socket error", BY_SEAT)
def a_socket_explains_errors_with_the_position(patch: Patch) -> None:
    """A message that is refused is answered with what everybody holds."""
    refuse = live.Socket._refuse

    def told(self: live.Socket, refusal: Refused, key: Any) -> None:
        refuse(self, Refused(refusal.status, "bad_input", f"Not now: {hands(self._table.shown)}"), key)

    patch.setattr(live.Socket, "_refuse", told)


@leak("socket ack", BY_SEAT)
def an_acknowledgement_has_the_position(patch: Patch) -> None:
    """Moves that came by the socket are acknowledged with what everybody holds."""
    hear = live.Socket.hear

    def more(self: live.Socket, message: bytes) -> None:
        acknowledged = message.startswith(b'{"type":"ack"')
        told = {**orjson.loads(message), "hands": hands(self._table.shown)} if acknowledged else None
        hear(self, message if told is None else orjson.dumps(told))

    patch.setattr(live.Socket, "hear", more)


@leak("undo", BY_SEAT)
def an_undo_is_answered_with_the_position(patch: Patch) -> None:
    """Who takes moves back is told what everybody holds now."""
    undo = play.Play.undo

    async def told(self: play.Play, table_id: str, *args: Any) -> bytes:
        answer = orjson.loads(await undo(self, table_id, *args))
        return orjson.dumps({**answer, "hands": hands((await self._tables.get(table_id)).shown)})

    patch.setattr(play.Play, "undo", told)


@leak("own calls", BY_SEAT)
def who_leaves_moves_is_told_what_others_hold(patch: Patch) -> None:
    """Who leaves something with the server is told what everybody holds."""
    secretly = play.Play.secretly

    async def told(self: play.Play, table_id: str, *args: Any, **values: Any) -> dict[str, Any]:
        answer = await secretly(self, table_id, *args, **values)
        return {**answer, "hands": hands((await self._tables.get(table_id)).shown)}

    patch.setattr(play.Play, "secretly", told)


@leak("doubt", BY_OTHER_SEAT)
def a_doubt_has_the_seed(patch: Patch) -> None:
    """Whoever doubts a move is given the seed, although others play at the table."""
    toml = study.toml
    patch.setattr(study, "toml", lambda text: toml(f"{text}# {local('table').info.seed}\n"))


@leak("replays", BY_SPECTATOR)
def a_running_game_can_be_replayed(patch: Patch) -> None:
    """The replay of a running game can be opened."""
    get = Tables.get

    class Finished:
        over = True

        def __init__(self, table: Table) -> None:
            self._table = table

        def __getattr__(self, name: str) -> Any:
            return getattr(self._table, name)

    async def opened(self: Tables, table_id: str) -> Any:
        found = await get(self, table_id)
        return Finished(found) if sys._getframe(1).f_code.co_name == "open_replay" else found

    patch.setattr(Tables, "get", opened)
