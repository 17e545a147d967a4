"""Moving markers: steps, jokers, retreats, returns and leaving (RISE-T)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.games.rise.frames import Advance, Home, Joker, Leave, Retreat
from tafelrunde.games.rise.rules import narrate
from tafelrunde.games.rise.rules.registry import FRAMES, interrupts, resolves
from tafelrunde.games.rise.state import CHOSEN, ENVIRONMENT, LATER, PRESS, RUN, SCIENCE, TRACK_COUNT, RiseState
from tafelrunde.games.rise.verbs import JOKER, OVERFLOW, PASS

# --- advancing -----------------------------------------------------------------------------------


def standing(state: RiseState, seat: int, track: int) -> int:
    """The field from which a step starts: a marker waiting to return from a black-framed field returns first (RISE-R.12)."""
    side = state.layout.tracks[track]
    field = state.pos[seat * TRACK_COUNT + track]
    return side.start if field in side.homes else field


def occupied(state: RiseState, seat: int, track: int) -> int:
    """A bit mask of the fields with other markers; a marker waiting to return does not count (RISE-R.13)."""
    homes = state.layout.tracks[track].homes
    mask = 0
    for other, place in enumerate(range(track, len(state.pos), TRACK_COUNT)):
        field = state.pos[place]
        if other != seat and field not in homes:
            mask |= 1 << field
    return mask


def step_moves(state: RiseState, seat: int, track: int) -> tuple[int, ...]:
    """The fields that one step can lead to, or the overflow on the last field."""
    side = state.layout.tracks[track]
    if side.dynamic:
        return side.steps(standing(state, seat, track), occupied(state, seat, track))
    return side.ahead[state.pos[seat * TRACK_COUNT + track]]


def advance_rule(state: RiseState, frame: Advance) -> str:
    """The rule that asks for a step: forks, new paths and shortcuts have separate rules."""
    seat, track, taken = frame.seat, frame.track, frame.taken
    side = state.layout.tracks[track]
    field = standing(state, seat, track)
    if track == PRESS and field == side.start:
        return "RISE-T.26" if taken == LATER else "RISE-PRS.2"
    if track == SCIENCE and field in side.shortcuts:
        return "RISE-SCI.3" if taken == LATER else "RISE-SCI.2"
    return "RISE-T.28" if len(step_moves(state, seat, track)) > 1 else "RISE-T.2"


@FRAMES.asks(Advance, advance_rule, answer=PUBLIC, moves=PUBLIC)
def ask_advance(state: RiseState, frame: Advance) -> tuple[int, ...]:
    """Ask before each single step, so that the player may stop (RISE-T.2, T.3), unless the only step was just chosen
    (RISE-R.5).

    A bonus of coins or points beyond the end needs no question either (RISE-R.4).
    """
    seat, track, taken = frame.seat, frame.track, frame.taken
    layout = state.layout
    side = layout.tracks[track]
    field = state.pos[seat * TRACK_COUNT + track]
    options = step_moves(state, seat, track) if side.dynamic else side.ahead[field]
    if len(options) < 2:
        off_start = side.is_leave and field != side.start
        if not options:
            return layout.tails_with_pass[interrupts(state, seat)] if off_start else ()
        if options[0] == OVERFLOW + track and side.plain_overflow:
            return options
        if taken == CHOSEN or (taken == RUN and not off_start):  # a tile that was just turned could be refreshed before its step
            return options
    return options + layout.tails_with_pass[interrupts(state, seat)]


@FRAMES.lapses(Advance)
def lapse_advance(state: RiseState, frame: Advance) -> None:
    """Cancel without a question a step that has neither a target field nor a bonus (RISE-R.40, SCI.4)."""
    if state.log is not None:
        rule = state.layout.tracks[frame.track].board.overflow_rule
        rule = rule if rule != "RISE-T.29" else "RISE-R.40"
        state.emit("steps_lapsed", frame.seat, rule, track=narrate.track(frame.track), n=frame.n)


@resolves(Advance)
def resolve_advance(state: RiseState, frame: Advance, move: int) -> None:
    seat, track, left = frame.seat, frame.track, frame.n
    if move == PASS:
        if state.log is not None:
            state.emit("stopped", seat, "RISE-T.3", track=narrate.track(track), n=left)
        return
    if left > 1:
        state.stack.append(Advance(seat, track, left - 1, LATER))
    if OVERFLOW <= move < OVERFLOW + TRACK_COUNT:
        side = state.layout.tracks[track]
        if state.log is not None:
            state.emit("overflow", seat, side.board.overflow_rule, track=narrate.track(track))
        state.stack.extend(side.overflow[seat])
    else:
        enter(state, seat, track, state.layout.field_of[move][1])


def enter(state: RiseState, seat: int, track: int, field: int) -> None:
    """Put the marker on the field and queue the field's effects (RISE-T.4)."""
    if state.log is not None:
        narrate.step(state, seat, track, standing(state, seat, track), field)
    state.pos[seat * TRACK_COUNT + track] = field
    state.stack.extend(state.layout.tracks[track].enter[seat][field])


@FRAMES.describes(Advance)
def describe_advance(state: RiseState, frame: Advance) -> dict[str, object]:
    side = state.layout.tracks[frame.track]
    return {"track": side.name, "n": frame.n, "start": side.track.fields[standing(state, frame.seat, frame.track)]}


@FRAMES.auto(Home, "RISE-T.25")
def return_home(state: RiseState, frame: Home) -> None:
    """Return the marker from a black-framed field to the start; nothing happens if a chain moved it away before (RISE-R.12)."""
    seat, track = frame.seat, frame.track
    place = seat * TRACK_COUNT + track
    if state.pos[place] == frame.field:
        state.pos[place] = state.layout.starts[track]
        if state.log is not None:
            state.emit("returned", seat, "RISE-T.25", track=narrate.track(track))


# --- jokers --------------------------------------------------------------------------------------


@FRAMES.asks(Joker, lambda state, frame: "RISE-T.11" if frame.n == 1 else "RISE-T.12", answer=PUBLIC, moves=PUBLIC)
def ask_joker(state: RiseState, frame: Joker) -> tuple[int, ...]:
    """Ask for one track on which a step is possible or gives a bonus; all steps are made there (RISE-T.11, T.12)."""
    seat = frame.seat
    tail = state.layout.tails_with_pass[interrupts(state, seat)]
    for track, _ in state.layout.dead_ends:
        if dead_end(state, seat, track):
            return tuple(JOKER + t for t in range(TRACK_COUNT) if not dead_end(state, seat, t)) + tail
    return _JOKERS + tail


_JOKERS = tuple(range(JOKER, JOKER + TRACK_COUNT))


def dead_end(state: RiseState, seat: int, track: int) -> bool:
    """Whether a step on the track would be cancelled without a bonus, and nothing could change that (RISE-SCI.4)."""
    field = state.pos[seat * TRACK_COUNT + track]
    return any(track == t and field in last for t, last in state.layout.dead_ends)


@resolves(Joker)
def resolve_joker(state: RiseState, frame: Joker, move: int) -> None:
    seat, n = frame.seat, frame.n
    if move != PASS:
        state.stack.append(Advance(seat, move - JOKER, n, CHOSEN))
    if state.log is not None:
        if move == PASS:
            state.emit("forfeited", seat, "RISE-T.6")
        else:
            state.emit("joker", seat, "RISE-T.11" if n == 1 else "RISE-T.12", track=narrate.track(move - JOKER), n=n)


@FRAMES.describes(Joker)
def describe_joker(state: RiseState, frame: Joker) -> dict[str, object]:
    return {"n": frame.n}


# --- retreating ----------------------------------------------------------------------------------


@FRAMES.auto(Retreat, "RISE-T.8")
def retreat(state: RiseState, frame: Retreat) -> None:
    """Move one field to the left at a time for pollution and revolt, with the malus at the far left (RISE-T.8, T.9, T.30,
    R.16)."""
    seat, track = frame.seat, frame.track
    side = state.layout.tracks[track]
    if frame.n > 1:
        state.stack.append(Retreat(seat, track, frame.n - 1, "RISE-R.16"))
    place = seat * TRACK_COUNT + track
    field = side.track.before[state.pos[place]]
    if field < 0:
        if state.log is not None:
            state.emit("malus", seat, "RISE-T.30", track=narrate.track(track))
        state.stack.extend(side.underflow[seat])
        return
    if state.log is not None:
        narrate.retreat(state, seat, track, state.pos[place], field, frame.rule)
    state.pos[place] = field
    if track == ENVIRONMENT:
        state.stack.extend(side.retreat[seat][field])


# --- leaving -------------------------------------------------------------------------------------


@FRAMES.auto(Leave, "RISE-T.23")
def leave(state: RiseState, frame: Leave) -> None:
    """Return the marker to the start, then receive the effects along the line (RISE-T.23, R.10)."""
    seat, track = frame.seat, frame.track
    place = seat * TRACK_COUNT + track
    side = state.layout.tracks[track]
    field = state.pos[place]
    if state.log is not None:
        narrate.left(state, seat, track, field)
    state.pos[place] = side.start
    state.stack.extend(side.leave[seat][field])
