"""School tiles: take, run and refresh (RISE-C.10 to C.16, SCH)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.games.rise import frames
from tafelrunde.games.rise.frames import END
from tafelrunde.games.rise.rules.reach import can_run_after_leaving
from tafelrunde.games.rise.rules.registry import FRAMES, interrupts, resolves
from tafelrunde.games.rise.state import ENVIRONMENT, NOBODY, TRACK_COUNT, RiseState
from tafelrunde.games.rise.verbs import PASS, REFRESH

OVERTAKEN = ("RISE-C.6", "RISE-C.7")
"""The rules for a run by an overtaken player: with three or more players, with two players."""


def blocked(state: RiseState, seat: int) -> bool:
    """Whether the environment A penalty tile forbids running tiles (RISE-ENV.3)."""
    return state.layout.no_school_run[state.pos[seat * TRACK_COUNT + ENVIRONMENT]]


def run_moves(state: RiseState, seat: int) -> tuple[int, ...]:
    """One move for each own active tile, unless tiles are blocked."""
    if blocked(state, seat):
        return ()
    moves = state.layout.run_moves
    return tuple([moves[tile] for tile in state.ready[seat]])


def run_rule(state: RiseState, frame: frames.RuleFrame) -> str:
    """The rule of a run. An overtaken player decides as the acting player of that chain (RISE-R.24, R.25); RISE-R.40 covers
    players without a tile."""
    if not run_moves(state, frame.seat):
        return "RISE-R.40"
    if frame.rule in OVERTAKEN:
        return "RISE-R.24" if frame.rule == "RISE-C.6" else "RISE-R.25"
    return frame.rule or "RISE-C.11"


@FRAMES.asks(frames.Run, run_rule, answer=PUBLIC, moves=PUBLIC)
def ask_run(state: RiseState, frame: frames.RuleFrame) -> tuple[int, ...]:
    """Offer a run of one of the seat's active tiles; without one the effect is cancelled (RISE-C.11, C.12)."""
    seat = frame.seat
    options = run_moves(state, seat)
    if options or can_run_after_leaving(state, seat):
        return options + state.layout.tails_with_pass[interrupts(state, seat)]
    return ()


def lapse_run(state: RiseState, frame: frames.SeatFrame) -> None:
    if state.log is not None:
        state.emit("run_lapsed", frame.seat, "RISE-C.12")


@resolves(frames.Run)
def resolve_run(state: RiseState, frame: frames.RuleFrame, move: int) -> None:
    seat = frame.seat
    if move == PASS:
        if state.log is not None:
            state.emit("forfeited", seat, "RISE-T.6")
        return
    if frame.rule in OVERTAKEN:  # a run of the player's own tile in phase C ends with a window (RISE-R.2)
        state.stack.append(frames.Window(seat, END))
    run_tile(state, seat, move)


def run_tile(state: RiseState, seat: int, move: int) -> None:
    """Turn one active tile to inactive and take its step (RISE-C.11); it stays inactive even if the step is declined
    (RISE-R.45)."""
    tile = state.layout.tile_of[move]
    state.ready[seat] = tuple(t for t in state.ready[seat] if t != tile)
    state.used[seat] = tuple(sorted((*state.used[seat], tile)))
    if state.log is not None:
        state.emit("tile_run", seat, "RISE-C.11", tile=state.layout.school_ids[tile])
    state.stack.extend(state.layout.tile_frames[seat][tile])


@FRAMES.auto(frames.Refresh, "RISE-C.14")
def refresh(state: RiseState, frame: frames.RuleFrame) -> None:
    """Make all of the seat's tiles active (RISE-C.14)."""
    seat = frame.seat
    if state.used[seat]:
        state.ready[seat] = tuple(sorted(state.ready[seat] + state.used[seat]))
        state.used[seat] = ()
        if state.log is not None:
            state.emit("refreshed", seat, frame.rule or "RISE-C.14")


@FRAMES.asks(frames.RunOrRefresh, "RISE-C.15", answer=PUBLIC, moves=PUBLIC)
def ask_run_or_refresh(state: RiseState, frame: frames.RuleFrame) -> tuple[int, ...]:
    """Ask for either a run or a refresh; a refresh is offered only if a tile is inactive (RISE-C.15, R.42)."""
    seat = frame.seat
    options = run_moves(state, seat)
    if state.used[seat]:
        options += (REFRESH,)
    if options or can_run_after_leaving(state, seat):
        return options + state.layout.tails_with_pass[interrupts(state, seat)]
    return ()


FRAMES.lapses(frames.Run)(lapse_run)
FRAMES.lapses(frames.RunOrRefresh)(lapse_run)


@resolves(frames.RunOrRefresh)
def resolve_run_or_refresh(state: RiseState, frame: frames.RuleFrame, move: int) -> None:
    seat = frame.seat
    if move == PASS:
        if state.log is not None:
            state.emit("forfeited", seat, "RISE-T.6")
    elif move == REFRESH:
        refresh(state, frames.Refresh(seat, "RISE-C.15"))
    else:
        run_tile(state, seat, move)


@FRAMES.auto(frames.TakeSchoolTile, "RISE-SCH.4")
def take_school_tile(state: RiseState, frame: frames.TakeSchoolTile) -> None:
    """Take the tile on the entered field, active side up; it is not replaced (RISE-SCH.4, SCH.5)."""
    seat, field = frame.seat, frame.field
    tile = state.school_slots[field]
    if tile == NOBODY:
        if state.log is not None:
            state.emit("no_tile", seat, "RISE-SCH.5")
        return
    state.school_slots[field] = NOBODY
    state.ready[seat] = tuple(sorted((*state.ready[seat], tile)))
    if state.log is not None:
        state.emit("tile_taken", seat, "RISE-SCH.4", tile=state.layout.school_ids[tile])
