"""Faults that clocks, finality, pinned rules and proposals are built against, put in one at a time: a named test notices each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tafelrunde.core.events import Log
from tafelrunde.core.history import History
from tafelrunde.server import line, loading, new_table, open_tables, people, tables, upgrade
from tafelrunde.server.clocks import Clocks
from tafelrunde.server.table import Table
from tafelrunde.server.uptime import Uptime
from tafelrunde.testing.contract import records as contract_records
from tests.server import test_clocks, test_proposals, test_rules_version
from tests.server.inside import Wall, inside

pytestmark = pytest.mark.usefixtures("with_kontor")
Patch = pytest.MonkeyPatch


class Fault(NamedTuple):
    inject: Callable[[Patch], None]
    caught_by: Callable[..., Any]
    """A test; it gets what it asks for by name: a server, a database, or the values here."""
    values: dict[str, Any] = {}


def undo_renews_the_clock(patch: Patch) -> None:
    end = Clocks._end
    patch.setattr(Clocks, "_end", lambda self, seat, now, keep: end(self, seat, now, keep=False))


def time_of_others_is_not_charged(patch: Patch) -> None:
    undone = Clocks.undone

    def free(self: Clocks, now: float, seat: int, asked: Any) -> float:
        for other in [other for other in self.running if other != seat]:
            self._end(other, now, keep=False)
        return undone(self, now, seat, asked)

    patch.setattr(Clocks, "undone", free)


def a_question_that_was_taken_away_costs_time(patch: Patch) -> None:
    end = Clocks._end
    patch.setattr(Clocks, "_end", lambda self, seat, now, keep: end(self, seat, now, keep=True))


def free_moves_renew_the_clock(patch: Patch) -> None:
    moved = Clocks.moved

    def renewed(self: Clocks, now: float, asked: Any, numbers: Any, base: int) -> None:
        self.clear()
        moved(self, now, asked, numbers, base)

    patch.setattr(Clocks, "moved", renewed)


def leaving_stops_the_clocks(patch: Patch) -> None:
    deadlines = Table.deadlines
    patch.setattr(Table, "deadlines", lambda self: {} if any(seat.open for seat in self.seats) else deadlines(self))


def a_new_person_has_a_new_clock(patch: Patch) -> None:
    def handed_over(self: Clocks, seat: int, now: float) -> None:
        if seat in self.running:
            self.running[seat].spent, self.running[seat].since = 0.0, now

    patch.setattr(Clocks, "handed_over", handed_over)


def downtime_is_counted(patch: Patch) -> None:
    beat = Uptime.beat
    patch.setattr(Uptime, "beat", lambda self, restarted=False: beat(self))


def clocks_run_out_before_an_outage_is_known(patch: Patch) -> None:
    patch.setattr(Uptime, "known", True)


def vacations_are_unlimited(patch: Patch) -> None:
    patch.setattr(people, "VACATION", float("inf"))


def a_seat_may_be_away_for_ever(patch: Patch) -> None:
    patch.setattr(Clocks, "_credit", lambda self, seat: float("inf"))


def the_end_is_no_safe_point(patch: Patch) -> None:
    play = History.play

    def played(self: History, seat: int, move: Any) -> Log:
        events = play(self, seat, move)
        self.line[-1] = self.line[-1]._replace(crossed=events.cut is not None and not self.state.over)
        return events

    patch.setattr(History, "play", played)


def the_version_is_ignored(patch: Patch) -> None:
    for module in (loading, open_tables):
        patch.setattr(module, "fits", lambda game, info: True)


def positions_are_not_compared(patch: Patch) -> None:
    patch.setattr(upgrade, "same_position", lambda text, state: True)


def what_was_played_is_forgotten(patch: Patch) -> None:
    """The players continue from the replay under the new rules instead of the position they had."""
    patch.setattr(upgrade, "_restored", lambda game, info, text: None)


def a_proposal_is_not_stored(patch: Patch) -> None:
    row = Table.row
    patch.setattr(Table, "row", lambda self: {**row(self), "proposal": None})


def a_rematch_seats_everybody(patch: Patch) -> None:
    seats = new_table._seats

    def seated(table_id: str, new: new_table.NewTable) -> Any:
        rows, invites, backs = seats(table_id, new)
        for row in rows:
            row["person"] = row["person"] or row["reserved"]
        return rows, invites, backs

    patch.setattr(new_table, "_seats", seated)


def a_key_does_not_know_of_the_undo(patch: Patch) -> None:
    patch.setattr(tables, "taken_back", lambda rows: set())


def what_an_undo_kept_counts_as_taken_back(patch: Patch) -> None:
    taken = line.taken_back
    patch.setattr(tables, "taken_back", lambda rows: taken([row for row in rows if row["kind"] != "again"]))


KONTOR = {"name": "tests.kontor.game:load", "players": 2}
FAULTS = [
    Fault(undo_renews_the_clock, test_clocks.test_undo_gives_no_time_back),
    Fault(undo_renews_the_clock, test_clocks.test_a_clock_runs_out_however_often_its_decision_is_taken_back),
    Fault(time_of_others_is_not_charged, test_clocks.test_time_that_others_spent_in_vain_is_charged_to_who_takes_back),
    Fault(
        a_question_that_was_taken_away_costs_time, test_clocks.test_time_that_others_spent_in_vain_is_charged_to_who_takes_back
    ),
    Fault(free_moves_renew_the_clock, test_clocks.test_free_moves_renew_no_clock),
    Fault(leaving_stops_the_clocks, test_clocks.test_leaving_stops_no_clock_and_a_bot_plays_the_seat_that_was_left),
    Fault(a_new_person_has_a_new_clock, test_clocks.test_a_seat_keeps_its_clock_when_it_changes_hands),
    Fault(downtime_is_counted, test_clocks.test_downtime_costs_nobody_time, {"down": 1.0}),
    Fault(clocks_run_out_before_an_outage_is_known, test_clocks.test_an_outage_of_the_database_costs_nobody_time),
    Fault(vacations_are_unlimited, test_clocks.test_a_year_has_thirty_days_of_vacation),
    Fault(a_seat_may_be_away_for_ever, test_clocks.test_vacations_cannot_be_farmed),
    Fault(the_end_is_no_safe_point, contract_records.test_a_finished_game_is_final, KONTOR),
    Fault(the_version_is_ignored, test_rules_version.test_a_version_that_nobody_knows_is_never_opened_silently),
    Fault(positions_are_not_compared, test_rules_version.test_players_are_asked_and_continue_from_the_position),
    Fault(what_was_played_is_forgotten, test_rules_version.test_players_are_asked_and_continue_from_the_position),
    Fault(a_proposal_is_not_stored, test_proposals.test_a_proposal_survives_chat_and_a_restart),
    Fault(a_rematch_seats_everybody, test_proposals.test_a_rematch_seats_nobody_unasked),
    Fault(a_key_does_not_know_of_the_undo, test_proposals.test_a_key_whose_move_was_taken_back_says_so),
    Fault(what_an_undo_kept_counts_as_taken_back, test_proposals.test_a_key_whose_move_was_taken_back_says_so),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.inject.__name__}-{fault.caught_by.__name__}")
async def test_an_injected_fault_is_caught(
    fault: Fault, tmp_path: Path, monkeypatch: Patch, request: pytest.FixtureRequest
) -> None:
    wanted = fault.caught_by.__code__.co_varnames[: fault.caught_by.__code__.co_argcount]
    given = dict(fault.values)
    for name in ("changed", "two_points"):
        if name in wanted:
            given[name] = request.getfixturevalue(name)
    if "db" in wanted:
        given["db"] = f"sqlite:///{tmp_path}/t.db"
    fault.inject(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception, KeyError, TypeError)):  # the latter: what is read is not there
        await run(fault, "server" in wanted, given, f"sqlite:///{tmp_path}/t.db")


async def run(fault: Fault, on_server: bool, given: dict[str, Any], db: str) -> None:
    """The test that must notice a fault."""
    if on_server:
        async with inside(db, Wall()) as server:
            await fault.caught_by(server=server, **given)
        return
    done: Awaitable[None] | None = fault.caught_by(**given)
    if done is not None:
        await done


changed, two_points = test_rules_version.changed, test_rules_version.two_points
