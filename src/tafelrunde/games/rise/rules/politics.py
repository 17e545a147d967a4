"""Politics: arrival bonuses on side A, ranks and rank income on side B (RISE-POL)."""

from __future__ import annotations

from tafelrunde.core.seats import from_seat
from tafelrunde.games.rise.frames import Advance, FirstCome, RankField, RankIncome, RankShare
from tafelrunde.games.rise.rules.registry import FRAMES
from tafelrunde.games.rise.state import POLITICS, TRACK_COUNT, RiseState


@FRAMES.auto(FirstCome, "RISE-POL.2")
def arrival_bonus(state: RiseState, frame: FirstCome) -> None:
    """Give the first marker to arrive the first bonus, the second one the second; passing through counts too (RISE-POL.2,
    POL.3)."""
    seat, field = frame.seat, frame.field
    layout = state.layout
    place = layout.first_come_keys.index(field)
    arrival = state.arrivals[place]
    state.arrivals[place] += 1
    bonus = layout.first_come[field][arrival]
    state.vp[seat] += bonus
    if state.log is not None:
        passing = any(isinstance(f, Advance) and f.seat == seat and f.track == POLITICS for f in state.stack)
        rule = "RISE-POL.3" if passing else "RISE-POL.2"
        state.emit("arrival", seat, rule, field=layout.tracks[POLITICS].track.fields[field], place=arrival + 1, n=bonus)


@FRAMES.auto(RankField, "RISE-POL.5")
def enter_rank_field(state: RiseState, frame: RankField) -> None:
    """Reach a rank by entering: its own effect comes first, then the income if nobody was here before (RISE-POL.6)."""
    seat, rank = frame.seat, frame.rank
    first = not state.ranks >> rank & 1
    state.ranks |= 1 << rank
    if first:
        state.stack.append(RankIncome(seat, rank))
    elif state.log is not None:
        state.emit("rank_reached_again", seat, "RISE-POL.8", n=rank)
    state.stack.extend(frame.effects)


@FRAMES.auto(RankIncome, "RISE-POL.6")
def rank_income(state: RiseState, frame: RankIncome) -> None:
    """Give rank income to the player who triggered it, then to the others in the turn order of the round (RISE-POL.7, R.26)."""
    seat, rank = frame.seat, frame.rank
    if state.log is not None:
        fields = state.layout.tracks[POLITICS].board.fields
        now = fields[state.layout.rank_field[state.pos[seat * TRACK_COUNT + POLITICS]]].rank
        state.emit("rank_income", seat, "RISE-POL.6" if now == rank else "RISE-R.44", n=rank)
    order = from_seat(state.turn_order, seat)
    state.push(*(RankShare(other, int(other != seat)) for other in order))


@FRAMES.auto(RankShare, "RISE-POL.7")
def rank_share(state: RiseState, frame: RankShare) -> None:
    """Repeat the effect of a player's present rank; without a rank nothing happens (RISE-POL.7, R.44)."""
    seat = frame.seat
    layout = state.layout
    field = layout.rank_field[state.pos[seat * TRACK_COUNT + POLITICS]]
    if field >= 0:
        state.stack.extend(layout.rank_frames[seat][field][frame.other])
