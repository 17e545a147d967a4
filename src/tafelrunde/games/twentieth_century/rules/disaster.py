"""Bidding on the disaster (20C-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Moves
from tafelrunde.core.seats import clockwise
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, begin_phase, open_money
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState
from tafelrunde.games.twentieth_century.verbs import BID


def limit(state: CenturyState, seat: int) -> int:
    """The highest bid a seat can make (20C-3.5)."""
    return min(state.science[seat], state.layout.disaster_max)


def least(state: CenturyState, column: int) -> int:
    """The lowest bid that a column accepts: any if it is empty, otherwise more than the highest bid there (20C-3.6, 3.7)."""
    lowest = 0
    for seat, place in enumerate(state.column):
        if place == column and state.stake[seat] >= lowest:
            lowest = state.stake[seat] + 1
    return lowest


def holds(state: CenturyState, seat: int) -> bool:
    """Whether a seat's pawn has the highest bid of its column."""
    column = state.column[seat]
    return column != NOBODY and state.stake[seat] == least(state, column) - 1


@FRAMES.auto(frames.Disaster, "20C-1.1")
def disaster(state: CenturyState, frame: frames.Disaster) -> None:
    begin_phase(state, "disaster", "20C-1.1")
    if state.log is not None:
        used = state.layout.columns[state.players]
        unused = [i + 1 for i in range(len(state.layout.damage[state.card])) if i not in used]
        state.emit("columns", None, "20C-3.1", columns=[i + 1 for i in used])
        if unused:
            state.emit("unused_columns", None, "20C-R.44", columns=unused)
    state.push(frames.DisasterTurn(state.start), frames.DisasterEnd())


@FRAMES.auto(frames.DisasterTurn, "20C-3.8")
def disaster_turn(state: CenturyState, frame: frames.DisasterTurn) -> None:
    """Find the next seat from ``frame.seat`` on that has to bid; none when every used column has one pawn (20C-3.11)."""
    for seat in clockwise(state.players, frame.seat):
        if not holds(state, seat):
            state.push(frames.Column(seat))
            return
        if state.log is not None and len(set(state.column)) < state.players:
            state.emit("holds", seat, "20C-R.17", column=state.column[seat] + 1)


def _column_rule(state: CenturyState, frame: frames.Column) -> str:
    seat = frame.seat
    if not limit(state, seat):
        return "20C-R.18"
    if state.column[seat] != NOBODY:
        return "20C-3.10"
    return "20C-3.3" if set(state.column) == {NOBODY} else "20C-3.4"


def lowest_bids(state: CenturyState) -> list[int]:
    """The lowest bid that each column accepts."""
    lowest = [0] * len(state.layout.damage[state.card])
    for seat, column in enumerate(state.column):
        if column >= 0 and state.stake[seat] >= lowest[column]:
            lowest[column] = state.stake[seat] + 1
    return lowest


def columns_for(state: CenturyState, most: int) -> list[int]:
    """The used columns that accept a bid of at most ``most``."""
    lowest = lowest_bids(state)
    return [column for column in state.layout.columns[state.players] if lowest[column] <= most]


def _known_columns(state: CenturyState, frame: frames.Column) -> bool:
    """Whether everybody sees the science, or it makes no difference because bids at the limit hold all columns but one."""
    return open_money(state) or len(columns_for(state, state.layout.disaster_max)) == 1


@FRAMES.asks(frames.Column, _column_rule, answer=PUBLIC, moves=_known_columns)
def ask_column(state: CenturyState, frame: frames.Column) -> Moves:
    first = state.layout.column
    return [first + column for column in columns_for(state, limit(state, frame.seat))]


@FRAMES.describes(frames.Column)
def describe_column(state: CenturyState, frame: frames.Column) -> Mapping[str, Any]:
    return {"card": state.layout.card_slugs[state.card]}


@FRAMES.resolves(frames.Column)
def resolve_column(state: CenturyState, frame: frames.Column, move: int) -> None:
    state.push(frames.Stake(frame.seat, move - state.layout.column))


def _known_stakes(state: CenturyState, frame: frames.Stake) -> bool:
    """Whether everybody sees the science, or it makes no difference because only the highest possible bid exceeds the
    column's bid."""
    return open_money(state) or least(state, frame.column) == state.layout.disaster_max


def _stake_rule(state: CenturyState, frame: frames.Stake) -> str:
    return "20C-3.6" if least(state, frame.column) else "20C-3.7"


@FRAMES.asks(frames.Stake, _stake_rule, answer=PUBLIC, moves=_known_stakes)
def ask_stake(state: CenturyState, frame: frames.Stake) -> Moves:
    seat, column = frame.seat, frame.column
    return range(BID + least(state, column), BID + limit(state, seat) + 1)


@FRAMES.describes(frames.Stake)
def describe_stake(state: CenturyState, frame: frames.Stake) -> Mapping[str, Any]:
    return {"column": frame.column + 1, "minimum": least(state, frame.column)}


@FRAMES.resolves(frames.Stake)
def resolve_stake(state: CenturyState, frame: frames.Stake, move: int) -> None:
    seat, column = frame.seat, frame.column
    withdrawn = state.stake[seat] if state.column[seat] != NOBODY else 0
    first = state.column[seat] == NOBODY
    state.column[seat], state.stake[seat] = column, move - BID
    if state.log is not None:
        rule = "20C-R.19" if state.stake[seat] < withdrawn else "20C-3.5"
        state.emit("column_bid", seat, rule, column=column + 1, science=state.stake[seat])
        if first and NOBODY not in state.column and len(set(state.column)) < state.players:
            state.emit("bidding_goes_on", None, "20C-3.8")
    state.push(frames.DisasterTurn((seat + 1) % state.players))


@FRAMES.auto(frames.DisasterEnd, "20C-3.11")
def disaster_end(state: CenturyState, frame: frames.DisasterEnd) -> None:
    """Let all pay and take garbage and dirt; the seat in the first column becomes start player (20C-3.11 to 3.14)."""
    damage = state.layout.damage[state.card]
    for seat in clockwise(state.players, state.start):
        column = state.column[seat]
        state.science[seat] -= state.stake[seat]
        if state.log is not None:
            state.emit("column_paid", seat, "20C-3.11", column=column + 1, science=state.stake[seat])
        damage[column].apply(state, seat)
    state.start = state.column.index(0)
    if state.log is not None:
        state.emit("start_player", state.start, "20C-3.14")
