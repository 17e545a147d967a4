"""The kinds of frames of RISE: pending work with named fields (:mod:`tafelrunde.core.frames` explains frames).

A frame of the base ``SeatFrame`` and its subclasses belongs to one seat. ``rule`` is the rule that the log cites; an empty
text stands for the general rule.
"""

from __future__ import annotations

from tafelrunde.core.frames import Nested, Seat, TypedFrame, kind

Work = tuple[Nested, ...]
"""Frames in stack order: the one resolved last comes first."""


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

Round = kind(TypedFrame, "round")
Income = kind(TypedFrame, "income")
Display = kind(TypedFrame, "display")
Placing = kind(TypedFrame, "placing")
Place = kind(SeatFrame, "place")
Actions = kind(TypedFrame, "actions")
Action = kind(PlaceFrame, "action")
Option = kind(SeatPlaceFrame, "option")
FactoryBack = kind(SeatPlaceFrame, "factory_back")
EventCard = kind(PlaceFrame, "event")
Share = kind(SeatFrame, "share")
AfterEvent = kind(TypedFrame, "after_event")
DiscardEvent = kind(PlaceFrame, "discard_event")
DiscardRest = kind(TypedFrame, "discard_rest")
BeforeRoundEnd = kind(TypedFrame, "before_round_end")
RoundEnd = kind(TypedFrame, "round_end")
HappiestBonus = kind(TypedFrame, "happiest_bonus")
SatisfactionRoundEnd = kind(TypedFrame, "satisfaction_round_end")
CoinLimit = kind(TypedFrame, "coin_limit")
NextRound = kind(TypedFrame, "next_round")
Final = kind(TypedFrame, "final")
ScorePolitics = kind(TypedFrame, "score_politics")
ScoreSatisfaction = kind(TypedFrame, "score_satisfaction")
ScoreCultureTiles = kind(TypedFrame, "score_culture_tiles")
FinalTrade = kind(SeatFrame, "final_trade")
GameOver = kind(TypedFrame, "game_over")


class LowerCost(SeatFrame, tag="lower_cost"):
    card: int


END, ROUND_END, EVENT = 0, 1, 2
"""The occasions of windows: the end of a seat's own chain (treated like the decisions of that chain), before phase E, and
before the first event (followed by the other events)."""


class Window(SeatFrame, tag="window"):
    occasion: int


class Windows(TypedFrame, tag="windows"):
    occasion: int


# --- effects -------------------------------------------------------------------------------------

Coins = kind(SumFrame, "coins")
Points = kind(SumFrame, "vp")
Vault = kind(RuleFrame, "vault")
Run = kind(RuleFrame, "run")
Refresh = kind(RuleFrame, "refresh")
RunOrRefresh = kind(RuleFrame, "run_or_refresh")
IfHappiest = kind(GainFrame, "if_happiest")
IfUnhappiest = kind(GainFrame, "if_unhappiest")


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
    """A choice between ``alternatives`` (prices and their effects); a ``pure`` choice cannot be declined."""

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
