"""The kinds of frames of 51st State: pending work with named fields (:mod:`tafelrunde.core.frames` explains frames).

A card is a number in file order, ``ref`` and ``besides`` are copies of locations, ``rule`` is the rule that the log cites.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tafelrunde.core.frames import Seat, TypedFrame, kind
from tafelrunde.games.fifty_first_state.state import Goods

Refs = tuple[int, ...]
Queue = tuple[tuple[int, int], ...]
"""Productions to copy or to receive: (owner, location)."""


class SeatFrame(TypedFrame):
    seat: Seat


class CardFrame(SeatFrame):
    card: int


class RefFrame(SeatFrame):
    ref: int


class ForeignFrame(SeatFrame):
    """A location of another seat."""

    owner: int
    ref: int


class RowFrame(TypedFrame):
    row: int


# --- set-up, round, cards phase ------------------------------------------------------------------

Select = kind(SeatFrame, "select")
DealHands = kind(TypedFrame, "deal_hands")
ChooseHands = kind(TypedFrame, "choose_hands")
Keep = kind(SeatFrame, "keep")
OpenDiscards = kind(TypedFrame, "open_discards")
Round = kind(TypedFrame, "round")
Cards = kind(TypedFrame, "cards")
Row = kind(RowFrame, "row")
RowLeft = kind(RowFrame, "row_left")


class Draft(SeatFrame, tag="draft"):
    row: int


# --- production ----------------------------------------------------------------------------------

Production = kind(TypedFrame, "production")
ProductionEnd = kind(TypedFrame, "production_end")
Produce = kind(SeatFrame, "produce")
Yields = kind(RefFrame, "yield")


class Copying(SeatFrame, tag="copying"):
    queue: Queue
    deferred: Refs
    """Productions that are postponed to the step of payouts per produced good."""


class PerProduced(SeatFrame, tag="per_produced"):
    deferred: Refs


class Choose(SeatFrame, tag="choose"):
    options: tuple[Goods, ...]
    counted: bool
    rule: str


class Copy(SeatFrame, tag="copy"):
    context: Literal["phase", "build", "action"]
    besides: int
    rest: Queue
    deferred: Refs


class Target(SeatFrame, tag="target"):
    purpose: Literal["redirect", "bonus"]


# --- the action phase ----------------------------------------------------------------------------

Actions = kind(TypedFrame, "actions")
Turn = kind(SeatFrame, "turn")
After = kind(SeatFrame, "after")
Next = kind(SeatFrame, "next")
Defend = kind(SeatFrame, "defend")


class Again(SeatFrame, tag="again"):
    move: int


class Due(NamedTuple):
    """The cost to be paid (see ``layout.Cost``)."""

    tokens: Goods
    any_n: int
    any_of: tuple[int, ...]


class Pay(SeatFrame, tag="pay"):
    ways: tuple[tuple[int, ...], ...]
    """The remaining ways of paying and the pieces paid so far, as numbers of moves."""
    paid: tuple[int, ...]
    due: Due
    rule: str
    owner: int
    ref: int


DiscardCost = kind(SeatFrame, "discard_cost")
CancelCost = kind(SeatFrame, "cancel_cost")

Built = kind(CardFrame, "built")
Dealt = kind(CardFrame, "dealt")
Razed = kind(CardFrame, "razed")
Played = kind(CardFrame, "played")
Replace = kind(CardFrame, "replace")
Raided = kind(ForeignFrame, "raided")
Used = kind(ForeignFrame, "used")
OwnerWorker = kind(SeatFrame, "owner_worker")


class Rebuilt(CardFrame, tag="rebuilt"):
    ref: int
    ruin: bool


class Bonus(RefFrame, tag="bonus"):
    rule: str


class FactionGain(SeatFrame, tag="faction_gain"):
    row: int


class Taken(SeatFrame, tag="taken"):
    colour: int


# --- card actions --------------------------------------------------------------------------------

Activated = kind(RefFrame, "activated")
Steal = kind(SeatFrame, "steal")
Tap = kind(SeatFrame, "tap")
Fix = kind(SeatFrame, "fix")


class Collect(SeatFrame, tag="collect"):
    left: int
    deals: tuple[int, ...]


class Reset(RefFrame, tag="reset"):
    left: int
    most: int


class Sift(SeatFrame, tag="sift"):
    keep: int


# --- clean-up and end ----------------------------------------------------------------------------

Cleanup = kind(TypedFrame, "cleanup")
Store = kind(SeatFrame, "store")
Clear = kind(TypedFrame, "clear")
Final = kind(TypedFrame, "final")
