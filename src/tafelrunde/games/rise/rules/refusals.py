"""Refusals of RISE moves: one guard per reason, with the most helpful reason for a player first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.guards import Objection
from tafelrunde.core.moves import Word
from tafelrunde.games.rise import frames
from tafelrunde.games.rise.components import Option as CardOption
from tafelrunde.games.rise.rules.cards import upper_only
from tafelrunde.games.rise.rules.compare import happiest
from tafelrunde.games.rise.rules.money import purse, rate
from tafelrunde.games.rise.rules.registry import GUARDS, interrupts
from tafelrunde.games.rise.rules.round import placement_costs
from tafelrunde.games.rise.rules.schools import blocked
from tafelrunde.games.rise.rules.tracks import dead_end, occupied, standing, step_moves
from tafelrunde.games.rise.state import CULTURE, INDUSTRY, PRESS, SCHOOL, TRACK_COUNT, TRACKS, RiseState
from tafelrunde.games.rise.verbs import field_word

Args = tuple[Word, ...]
guard = GUARDS.guard
WRONG: Mapping[str, Any] = {}
"""An objection without further facts."""


# --- pass ----------------------------------------------------------------------------------------


@guard("pass", "RISE-C.1", "must_place")
def a_factory_must_be_placed(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.Place) else None


@guard("pass", "RISE-D.3", "must_take_option")
def an_option_must_be_taken(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.Option) else None


@guard("pass", "RISE-CUL.3", "trade_zero")
def a_trade_is_declined_by_zero(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, (frames.Trade, frames.FinalTrade)) else None


@guard("pass", "RISE-R.5", "gain_not_declined")
def coins_or_points_cannot_be_declined(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.Choose) and frame.pure else None


# --- interrupts ----------------------------------------------------------------------------------


@guard("exchange", "RISE-R.3", "too_late")
def no_exchange_after_the_last_round(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.FinalTrade) else None


@guard("exchange", "RISE-R.18", "points_below_zero")
def enough_points_for_a_unit(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    points, coins = rate(state, seat)
    return {"points": points, "coins": coins, "have": state.vp[seat]} if state.vp[seat] < points else None


@guard("leave", "RISE-R.3", "too_late")
def no_leaving_after_the_last_round(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.FinalTrade) else None


@guard("leave", "RISE-T.27", "cannot_be_left")
def track_can_be_left(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[TRACKS.index(str(args[0]))]
    return None if side.is_leave else {"track": args[0], "side": side.side}


@guard("leave", "RISE-T.23", "at_start")
def marker_is_off_the_start(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    track = TRACKS.index(str(args[0]))
    return {"track": args[0]} if state.pos[seat * TRACK_COUNT + track] == state.layout.starts[track] else None


# --- placing and options -------------------------------------------------------------------------


@guard("place", "RISE-C.5", "cannot_pay_placement")
def placement_can_be_paid(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    cost, have = placement_costs(state, seat)[int(args[0]) - 1], purse(state, seat)
    return {"n": cost, "have": have} if cost > have else None


def _lower(state: RiseState, frame: frames.SeatPlaceFrame) -> CardOption:
    return state.layout.options[state.actions_row[frame.place]][1]


@guard("lower", "RISE-R.22", "upper_only")
def free_lower_options_are_forbidden_too(state: RiseState, frame: frames.SeatPlaceFrame, seat: int, args: Args) -> Objection:
    return WRONG if upper_only(state, seat) and not _lower(state, frame).cost_coins else None


def _may_leave(state: RiseState, seat: int) -> bool:
    """Whether leaving a track could still change the position before the option is chosen."""
    return interrupts(state, seat) > 1


@guard("lower", "RISE-R.23", "upper_only_yet")
def leaving_a_track_may_end_the_penalty(state: RiseState, frame: frames.SeatPlaceFrame, seat: int, args: Args) -> Objection:
    return WRONG if upper_only(state, seat) and _may_leave(state, seat) else None


@guard("lower", "RISE-ENV.9", "upper_only")
def penalty_allows_the_upper_option_only(state: RiseState, frame: frames.SeatPlaceFrame, seat: int, args: Args) -> Objection:
    return WRONG if upper_only(state, seat) else None


@guard("lower", "RISE-D.6", "cannot_pay_option")
def lower_option_can_be_paid(state: RiseState, frame: frames.SeatPlaceFrame, seat: int, args: Args) -> Objection:
    cost, have = _lower(state, frame).cost_coins, purse(state, seat)
    return {"n": cost, "have": have} if cost > have else None


@guard("lower", "RISE-R.20", "not_happiest_yet")
def leaving_a_track_may_meet_the_condition(state: RiseState, frame: frames.SeatPlaceFrame, seat: int, args: Args) -> Objection:
    fails = _lower(state, frame).requires_happiest and not happiest(state, seat)
    return WRONG if fails and _may_leave(state, seat) else None


@guard("lower", "RISE-AC.3", "not_happiest")
def condition_of_the_option_holds(state: RiseState, frame: frames.SeatPlaceFrame, seat: int, args: Args) -> Objection:
    return WRONG if _lower(state, frame).requires_happiest and not happiest(state, seat) else None


# --- payments, alternatives, trades --------------------------------------------------------------


@guard("pay", "RISE-T.14", "cannot_pay_effect")
def effect_can_be_paid(state: RiseState, frame: frames.Pay, seat: int, args: Args) -> Objection:
    cost, have = frame.coins, purse(state, seat)
    return {"n": cost, "have": have} if cost > have else None


@guard("choose", "RISE-T.21", "no_such_alternative")
def alternative_exists(state: RiseState, frame: frames.Choose, seat: int, args: Args) -> Objection:
    return {"n": len(frame.alternatives)} if int(args[0]) > len(frame.alternatives) else None


@guard("choose", "RISE-R.41", "cannot_pay_effect")
def alternative_can_be_paid(state: RiseState, frame: frames.Choose, seat: int, args: Args) -> Objection:
    cost, have = frame.alternatives[int(args[0]) - 1][0], purse(state, seat)
    return {"n": cost, "have": have} if cost > have else None


def _cap(state: RiseState, frame: frames.SeatFrame, seat: int) -> tuple[int, int]:
    """(greatest number of trades, coins for each)."""
    terms = frame if isinstance(frame, frames.Trade) else state.layout.trade_field[state.pos[seat * TRACK_COUNT + CULTURE]]
    return terms.max, terms.pay_coins


@guard("trade", "RISE-CUL.3", "above_cap")
def trade_within_the_cap(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    cap = _cap(state, frame, seat)[0]
    return {"n": cap} if int(args[0]) > cap else None


@guard("trade", "RISE-R.17", "coins_held_only")
def trade_with_coins_held(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    price = _cap(state, frame, seat)[1]
    return {"n": state.coins[seat]} if int(args[0]) * price > state.coins[seat] else None


# --- tiles ---------------------------------------------------------------------------------------


@guard("run", "RISE-C.11", "not_your_tile")
def tile_is_owned(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    tile = state.layout.school_ids.index(str(args[0]))
    return {"tile": args[0]} if tile not in state.ready[seat] + state.used[seat] else None


@guard("run", "RISE-ENV.3", "tiles_blocked")
def tiles_are_not_blocked(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    return WRONG if blocked(state, seat) else None


@guard("run", "RISE-C.13", "tile_inactive")
def tile_is_active(state: RiseState, frame: frames.SeatFrame, seat: int, args: Args) -> Objection:
    tile = state.layout.school_ids.index(str(args[0]))
    return {"tile": args[0]} if tile not in state.ready[seat] else None


@guard("refresh", "RISE-R.42", "nothing_to_refresh")
def a_tile_is_inactive(state: RiseState, frame: frames.RuleFrame, seat: int, args: Args) -> Objection:
    return None if state.used[seat] else WRONG


@guard("take", "RISE-CUL.4", "another_tile")
def tile_lies_here(state: RiseState, frame: frames.CultureTile, seat: int, args: Args) -> Objection:
    tile = state.layout.culture_ids.index(str(args[0]))
    return {"culture_tile": args[0]} if state.culture_slots[frame.field] != tile else None


# --- steps ---------------------------------------------------------------------------------------


@guard("joker", "RISE-T.11", "dead_end")
def joker_is_not_wasted(state: RiseState, frame: frames.Joker, seat: int, args: Args) -> Objection:
    return {"track": args[0]} if dead_end(state, seat, TRACKS.index(str(args[0]))) else None


@guard("overflow", "RISE-T.2", "other_track")
def overflow_on_the_track_asked(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    return {"track": TRACKS[frame.track]} if args[0] != TRACKS[frame.track] else None


@guard("overflow", "RISE-R.9", "no_overflow_leave")
def leave_tracks_have_no_bonus(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    return {"track": args[0]} if state.layout.tracks[frame.track].is_leave else None


@guard("overflow", "RISE-SCI.4", "no_overflow")
def track_has_a_bonus(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame.track]
    return {"track": args[0], "side": side.side} if not side.overflow[seat] else None


@guard("overflow", "RISE-T.29", "not_at_the_end")
def marker_is_at_the_end(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame.track]
    return {"track": args[0]} if state.pos[seat * TRACK_COUNT + frame.track] not in side.track.last else None


@guard("step", "RISE-T.2", "other_track")
def step_on_the_track_asked(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    return {"track": TRACKS[frame.track]} if args[0] != TRACKS[frame.track] else None


def _field(state: RiseState, frame: frames.Advance, args: Args) -> int:
    """The index of the named field on the side in play, or -1."""
    words = [field_word(name) for name in state.layout.tracks[frame.track].track.fields]
    return words.index(args[1]) if args[1] in words else -1


@guard("step", "RISE-S.2", "other_side")
def field_is_on_this_side(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame.track]
    return {"track": args[0], "field": args[1], "side": side.side} if _field(state, frame, args) < 0 else None


@guard("step", "RISE-PRS.1", "other_path")
def press_path_is_followed(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    if frame.track != PRESS:
        return None
    fields = state.layout.tracks[PRESS].board.fields
    now, then = fields[standing(state, seat, PRESS)].path, fields[_field(state, frame, args)].path
    return WRONG if now and now != then else None


@guard("step", "RISE-T.27", "backwards")
def never_backwards(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame.track]
    if frame.track == PRESS:
        return None
    distance = side.track.distance
    here, there = standing(state, seat, frame.track), _field(state, frame, args)
    return {"track": args[0], "field": args[1]} if distance[there] <= distance[here] else None


@guard("step", "RISE-SCH.7", "field_taken")
def fourth_school_field_is_free(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame.track]
    field = _field(state, frame, args)
    fourth = frame.track == SCHOOL and field in side.track.single and not side.board.fields[field].tile_slot
    return {"field": args[1]} if fourth and occupied(state, seat, SCHOOL) >> field & 1 else None


@guard("step", "RISE-SCH.3", "field_taken")
def small_school_field_is_free(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame.track]
    field = _field(state, frame, args)
    small = frame.track == SCHOOL and field in side.track.single
    return {"field": args[1]} if small and occupied(state, seat, SCHOOL) >> field & 1 else None


@guard("step", "RISE-PRS.3", "field_skipped")
def press_field_is_free(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    field = _field(state, frame, args)
    taken = frame.track == PRESS and occupied(state, seat, PRESS) >> field & 1
    return {"field": args[1]} if taken else None


@guard("step", "RISE-R.31", "lower_row")
def industry_rows_are_kept(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    if frame.track != INDUSTRY:
        return None
    fields = state.layout.tracks[INDUSTRY].board.fields
    now, then = (
        fields[state.pos[seat * TRACK_COUNT + INDUSTRY]].row,
        fields[_field(state, frame, args)].row,
    )
    return WRONG if (now, then) in (("lower", "upper"), ("", "lower")) else None


@guard("step", "RISE-T.28", "not_next")
def an_arrow_leads_there(state: RiseState, frame: frames.Advance, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame.track]
    move = side.step_moves[_field(state, frame, args)]
    return {"track": args[0], "field": args[1]} if move not in step_moves(state, seat, frame.track) else None
