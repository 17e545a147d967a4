"""The kinds of frames of RISE: what is still to be done, with named fields.

A frame of the base ``SeatFrame`` and its subclasses belongs to one seat. ``rule`` is the rule that the log cites; an empty text
stands for the general rule.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from tafelrunde.core.frames import Nested, Seat, TypedFrame

Work = tuple[Nested, ...]
"""Frames in stack order: what comes last is listed first."""
B = TypeVar("B", bound=TypedFrame)


def _kind(base: type[B], tag: str) -> type[B]:
    """A kind of frame with the fields of its base."""
    return msgspec.defstruct(tag, (), bases=(base,), tag=tag, module=__name__)  # type: ignore[return-value]


class SeatFrame(TypedFrame):
    seat: Seat


class PlaceFrame(TypedFrame):
    place: int


class SeatPlaceFrame(SeatFrame):
    place: int


class RuleFrame(SeatFrame):
    rule: str


class SumFrame(SeatFrame):
    n: int
    rule: str


class GainFrame(SeatFrame):
    gain: Work


# --- the round -----------------------------------------------------------------------------------

Round = _kind(TypedFrame, "round")
Income = _kind(TypedFrame, "income")
Display = _kind(TypedFrame, "display")
Placing = _kind(TypedFrame, "placing")
Place = _kind(SeatFrame, "place")
Actions = _kind(TypedFrame, "actions")
Action = _kind(PlaceFrame, "action")
Option = _kind(SeatPlaceFrame, "option")
FactoryBack = _kind(SeatPlaceFrame, "factory_back")
EventCard = _kind(PlaceFrame, "event")
Share = _kind(SeatFrame, "share")
AfterEvent = _kind(TypedFrame, "after_event")
DiscardEvent = _kind(PlaceFrame, "discard_event")
DiscardRest = _kind(TypedFrame, "discard_rest")
BeforeRoundEnd = _kind(TypedFrame, "before_round_end")
RoundEnd = _kind(TypedFrame, "round_end")
HappiestBonus = _kind(TypedFrame, "happiest_bonus")
SatisfactionRoundEnd = _kind(TypedFrame, "satisfaction_round_end")
CoinLimit = _kind(TypedFrame, "coin_limit")
NextRound = _kind(TypedFrame, "next_round")
Final = _kind(TypedFrame, "final")
ScorePolitics = _kind(TypedFrame, "score_politics")
ScoreSatisfaction = _kind(TypedFrame, "score_satisfaction")
ScoreCultureTiles = _kind(TypedFrame, "score_culture_tiles")
FinalTrade = _kind(SeatFrame, "final_trade")
GameOver = _kind(TypedFrame, "game_over")


class LowerCost(SeatFrame, tag="lower_cost"):
    card: int


class Window(SeatFrame, tag="window"):
    occasion: int


class Windows(TypedFrame, tag="windows"):
    occasion: int


# --- effects -------------------------------------------------------------------------------------

Coins = _kind(SumFrame, "coins")
Points = _kind(SumFrame, "vp")
Vault = _kind(RuleFrame, "vault")
Run = _kind(RuleFrame, "run")
Refresh = _kind(RuleFrame, "refresh")
RunOrRefresh = _kind(RuleFrame, "run_or_refresh")
IfHappiest = _kind(GainFrame, "if_happiest")
IfUnhappiest = _kind(GainFrame, "if_unhappiest")


class Advance(SeatFrame, tag="advance"):
    track: int
    n: int
    taken: int


class Retreat(SeatFrame, tag="retreat"):
    track: int
    n: int
    rule: str


class Joker(SeatFrame, tag="joker"):
    n: int


class TakeSchoolTile(SeatFrame, tag="take_school_tile"):
    field: int


class Pay(SeatFrame, tag="pay"):
    coins: int
    gain: Work
    rule: str


class Trade(SeatFrame, tag="trade"):
    pay_coins: int
    gain_vp: int
    max: int
    rule: str


class Choose(SeatFrame, tag="choose"):
    """``alternatives`` are prices and what is had for them; a ``pure`` choice cannot be declined."""

    alternatives: tuple[tuple[int, Work], ...]
    pure: int
    rule: str


class Exchange(SeatFrame, tag="exchange"):
    units: int
    rule: str


# --- fields --------------------------------------------------------------------------------------


class Leave(SeatFrame, tag="leave"):
    track: int


class Home(SeatFrame, tag="home"):
    track: int
    field: int


class CultureTile(SeatFrame, tag="culture_tile"):
    field: int
    effects: Work


class FirstCome(SeatFrame, tag="first_come"):
    field: int


class RankField(SeatFrame, tag="rank_field"):
    rank: int
    effects: Work


class RankIncome(SeatFrame, tag="rank_income"):
    rank: int


class RankShare(SeatFrame, tag="rank_share"):
    other: int
