"""Politics: arrival bonuses on side A, ranks and rank income on side B (RISE-POL)."""

from __future__ import annotations

from tafelrunde.core.frames import Frame
from tafelrunde.core.seats import from_seat
from tafelrunde.games.rise.rules.registry import FRAMES
from tafelrunde.games.rise.state import POLITICS, TRACK_COUNT, RiseState


@FRAMES.auto("first_come", "RISE-POL.2")
def arrival_bonus(state: RiseState, frame: Frame) -> None:
    """The first marker to arrive gets the first bonus, the second the second; passing through counts too (RISE-POL.2, POL.3)."""
    _, seat, field = frame
    layout = state.layout
    place = layout.first_come_keys.index(field)
    arrival = state.arrivals[place]
    state.arrivals[place] += 1
    bonus = layout.first_come[field][arrival]
    state.vp[seat] += bonus
    if state.log is not None:
        passing = any(f[0] == "advance" and f[1] == seat and f[2] == POLITICS for f in state.stack)
        rule = "RISE-POL.3" if passing else "RISE-POL.2"
        state.emit("arrival", seat, rule, field=layout.tracks[POLITICS].track.fields[field], place=arrival + 1, n=bonus)


@FRAMES.auto("rank_field", "RISE-POL.5")
def enter_rank_field(state: RiseState, frame: Frame) -> None:
    """A rank is reached on entering; its own effect comes first, then the income if nobody was here before (RISE-POL.6)."""
    _, seat, rank, effects = frame
    first = not state.ranks >> rank & 1
    state.ranks |= 1 << rank
    if first:
        state.stack.append(("rank_income", seat, rank))
    elif state.log is not None:
        state.emit("rank_reached_again", seat, "RISE-POL.8", n=rank)
    state.stack.extend(effects)


@FRAMES.auto("rank_income", "RISE-POL.6")
def rank_income(state: RiseState, frame: Frame) -> None:
    """Shares go to the player who set it off, then to the others in the turn order of the round (RISE-POL.7, R.26)."""
    _, seat, rank = frame
    if state.log is not None:
        side = state.layout.tracks[POLITICS]
        now = side.data["fields"][state.layout.rank_field[state.pos[seat * TRACK_COUNT + POLITICS]]]["rank"]
        state.emit("rank_income", seat, "RISE-POL.6" if now == rank else "RISE-R.44", n=rank)
    order = from_seat(state.turn_order, seat)
    state.push(*(("rank_share", other, int(other != seat)) for other in order))


@FRAMES.auto("rank_share", "RISE-POL.7")
def rank_share(state: RiseState, frame: Frame) -> None:
    """The effect of the rank a player has now, once more; without a rank nothing (RISE-POL.7, R.44)."""
    _, seat, other = frame
    layout = state.layout
    field = layout.rank_field[state.pos[seat * TRACK_COUNT + POLITICS]]
    if field >= 0:
        state.stack.extend(layout.rank_frames[seat][field][other])
