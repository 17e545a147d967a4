"""Refusals of moves in the auction and the disaster, with the most helpful reason for a player first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.frames import Frame
from tafelrunde.core.guards import Objection
from tafelrunde.core.moves import Move, Word
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.rules.administration import earlier_at_work
from tafelrunde.games.twentieth_century.rules.auction import alone, minimum, price
from tafelrunde.games.twentieth_century.rules.disaster import holds, least
from tafelrunde.games.twentieth_century.rules.registry import GUARDS
from tafelrunde.games.twentieth_century.state import CenturyState

Args = tuple[Word, ...]
guard = GUARDS.guard
WRONG: Mapping[str, Any] = {}
"""An objection without further facts."""


def idle(state: CenturyState, seat: int, move: Move) -> tuple[str, str, Mapping[str, Any]]:
    """Why nothing is asked of a seat."""
    if move.verb in ("take", "decline", "demand"):
        return GUARDS.verbs[move.verb].rule, "not_your_decision", {"seat": seat}
    reason = _REASONS.get(state.phase)
    return reason(state, seat, move) if reason else (GUARDS.verbs[move.verb].rule, "not_your_decision", {"seat": seat})


def _out_of_auction(state: CenturyState, seat: int, move: Move) -> tuple[str, str, Mapping[str, Any]]:
    if not state.in_auction >> seat & 1:
        return "20C-2.8", "has_quit", WRONG
    if state.passed >> seat & 1:
        if move.verb == "quit":
            return "20C-2.23", "quit_later", WRONG
        return ("20C-R.12" if state.in_auction.bit_count() < 3 else "20C-2.7"), "has_passed", WRONG
    if state.bidder == seat:
        return "20C-R.8", "highest_bidder", {"n": state.bid}
    return "20C-2.4", "not_your_turn", WRONG


def _out_of_disaster(state: CenturyState, seat: int, move: Move) -> tuple[str, str, Mapping[str, Any]]:
    if holds(state, seat):
        return "20C-3.9", "holds_column", {"column": state.column[seat] + 1}
    return "20C-3.8", "not_your_turn", WRONG


def _out_of_administration(state: CenturyState, seat: int, move: Move) -> tuple[str, str, Mapping[str, Any]]:
    if state.working >> seat & 1:
        return "20C-4.2", "wait_for_order", WRONG
    return "20C-R.53", "wait_for_all", WRONG


def _out_of_yield(state: CenturyState, seat: int, move: Move) -> tuple[str, str, Mapping[str, Any]]:
    return "20C-R.53", "wait_for_all", WRONG


_REASONS = {
    "land_auction": _out_of_auction,
    "disaster": _out_of_disaster,
    "administration": _out_of_administration,
    "yield": _out_of_yield,
}


# --- pass, quit, demand ----------------------------------------------------------------------------


@guard("pass", "20C-R.6", "must_open")
def the_start_player_must_bid(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.StartPlayer | frames.Opening) else None


@guard("pass", "20C-R.20", "must_take_column")
def a_column_must_be_taken(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.Column | frames.Stake) else None


@guard("quit", "20C-R.6", "must_open")
def a_picked_land_must_be_bid_for(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.Opening) else None


@guard("demand", "20C-4.2", "no_administration")
def order_is_for_administration(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if state.phase != "administration" else None


@guard("demand", "20C-4.2", "already_ordered")
def order_is_demanded_once(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if state.ordered else None


@guard("demand", "20C-R.1", "too_late_for_order")
def order_is_demanded_before_the_first_step(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if state.stepped >> seat & 1 or not state.working >> seat & 1 else None


@guard("demand", "20C-R.1", "nobody_earlier")
def somebody_earlier_is_at_work(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if earlier_at_work(state, seat) else WRONG


# --- lands and technologies ------------------------------------------------------------------------


@guard("pick", "20C-R.11", "minimum_only")
def the_last_one_in_buys(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": minimum(state)} if alone(state, seat) else None


@guard("buy", "20C-2.19", "others_in")
def only_the_last_one_in_buys(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if alone(state, seat) else WRONG


@guard("pick", "20C-2.2", "not_on_display")
def land_to_pick_is_on_display(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"tile": args[0]} if state.layout.numbers[str(args[0])] not in state.lands else None


@guard("buy", "20C-2.2", "not_on_display")
def land_to_buy_is_on_display(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"tile": args[0]} if state.layout.numbers[str(args[0])] not in state.lands else None


@guard("take", "20C-R.16", "technology_gone")
def technology_is_on_display(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    gone = state.layout.numbers[str(args[0])] - state.layout.lands not in state.technologies
    return {"technology": args[0]} if gone else None


@guard("take", "20C-2.26", "too_little_science")
def technology_can_be_paid(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    have, cost = state.science[seat], price(state)
    return {"n": cost, "have": have} if have < cost else None


# --- bids ------------------------------------------------------------------------------------------


@guard("bid", "20C-R.11", "minimum_only")
def the_last_one_in_does_not_bid(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": minimum(state)} if isinstance(frame, frames.StartPlayer) and alone(state, seat) else None


@guard("bid", "20C-2.2", "pick_first")
def a_land_is_picked_first(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.StartPlayer) else None


@guard("bid", "20C-3.3", "column_first")
def a_column_is_chosen_first(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, frames.Column) else None


@guard("bid", "20C-2.3", "below_minimum")
def opening_is_at_least_the_minimum(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": minimum(state)} if isinstance(frame, frames.Opening) and int(args[0]) < minimum(state) else None


@guard("bid", "20C-R.7", "not_higher")
def a_raise_is_higher(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": state.bid} if isinstance(frame, frames.Raise) and int(args[0]) <= state.bid else None


@guard("bid", "20C-2.9", "too_few_coins")
def coins_cover_the_bid(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return (
        {"n": state.coins[seat]}
        if isinstance(frame, frames.Opening | frames.Raise) and int(args[0]) > state.coins[seat]
        else None
    )


@guard("bid", "20C-3.5", "above_limit")
def a_column_bid_is_within_the_limit(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    highest = state.layout.disaster_max
    return {"n": highest} if isinstance(frame, frames.Stake) and int(args[0]) > highest else None


@guard("bid", "20C-3.6", "column_not_higher")
def a_column_bid_is_higher(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    if not isinstance(frame, frames.Stake):
        return None
    lowest = least(state, frame.column)
    return {"n": lowest - 1} if int(args[0]) < lowest else None


@guard("bid", "20C-R.22", "science_in_hand")
def science_covers_the_bid(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": state.science[seat]} if isinstance(frame, frames.Stake) and int(args[0]) > state.science[seat] else None


@guard("column", "20C-3.1", "column_unused")
def column_is_used(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": state.players} if int(args[0]) - 1 not in state.layout.columns[state.players] else None


@guard("column", "20C-R.21", "column_at_limit")
def column_can_be_topped(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    highest = state.layout.disaster_max
    return {"n": highest} if least(state, int(args[0]) - 1) > highest else None


@guard("column", "20C-R.22", "column_too_dear")
def science_tops_the_column(state: CenturyState, frame: Frame, seat: int, args: Args) -> Objection:
    lowest = least(state, int(args[0]) - 1)
    return {"n": state.science[seat], "need": lowest} if lowest > state.science[seat] else None
