"""The kinds of frames of New Angeles: pending work with named fields (:mod:`tafelrunde.core.frames` explains frames).

``rule`` is the rule that the log cites. Kinds that only have the fields of their base are created with ``kind``.
"""

from __future__ import annotations

from tafelrunde.core.frames import Seat, TypedFrame, kind

Fact = int | tuple[int, ...]
"""The subject of an ability's moment: a seat, or a seat and an offer."""


Asset = kind(TypedFrame, "asset")
MainStep = kind(TypedFrame, "main_step")
Counteroffers = kind(TypedFrame, "counteroffers")
SupportStep = kind(TypedFrame, "support_step")
Resolution = kind(TypedFrame, "resolution")
Count = kind(TypedFrame, "count")
Tie = kind(TypedFrame, "tie")
Won = kind(TypedFrame, "won")
CleanUp = kind(TypedFrame, "clean_up")
DealOver = kind(TypedFrame, "deal_over")
EffectEnd = kind(TypedFrame, "effect_end")
Round = kind(TypedFrame, "round")
Production = kind(TypedFrame, "production")
Event = kind(TypedFrame, "event")
Score = kind(TypedFrame, "score")
LastTrades = kind(TypedFrame, "last_trades")
PayDemand = kind(TypedFrame, "pay_demand")
RevealDemand = kind(TypedFrame, "reveal_demand")
Kept = kind(TypedFrame, "kept")
FirstPlayer = kind(TypedFrame, "first_player")
DealRivals = kind(TypedFrame, "deal_rivals")
Turn = kind(TypedFrame, "turn")
Refresh = kind(TypedFrame, "refresh")
EndStep = kind(TypedFrame, "end_step")
TurnEnd = kind(TypedFrame, "turn_end")


class SeatFrame(TypedFrame):
    seat: Seat


MainOffer = kind(SeatFrame, "main_offer")
Counter = kind(SeatFrame, "counter")
Support = kind(SeatFrame, "support")
LastTrade = kind(SeatFrame, "last_trade")
Corporation = kind(SeatFrame, "corporation")
FallGuy = kind(SeatFrame, "fall_guy")
EndOfTurn = kind(SeatFrame, "end_of_turn")
ClaimRevealed = kind(SeatFrame, "claim_revealed")


class AssetFrame(SeatFrame):
    asset: int


Claim = kind(AssetFrame, "claim")
Susan = kind(AssetFrame, "susan")
NameWinner = kind(AssetFrame, "name_winner")


class RuleFrame(SeatFrame):
    rule: str


Clear = kind(RuleFrame, "clear")
ClearOther = kind(RuleFrame, "clear_other")
EnemiesMove = kind(RuleFrame, "enemies_move")
RaiseBack = kind(RuleFrame, "raise_back")
PickDistrict = kind(RuleFrame, "pick_district")
Produce = kind(RuleFrame, "produce")
Strike = kind(RuleFrame, "strike")
Collect = kind(RuleFrame, "collect")
Spend = kind(RuleFrame, "spend")
DropAsset = kind(RuleFrame, "drop_asset")
White = kind(RuleFrame, "white")
NameBarred = kind(RuleFrame, "name_barred")
Haas = kind(RuleFrame, "haas")
FallCounter = kind(RuleFrame, "fall_counter")
ClaimTop = kind(RuleFrame, "claim_top")
Win = kind(RuleFrame, "win")
Keep = kind(RuleFrame, "keep")


class NumberFrame(RuleFrame):
    n: int


LowerOne = kind(NumberFrame, "lower_one")
LowerEach = kind(NumberFrame, "lower_each")
LowerAny = kind(NumberFrame, "lower_any")
Collected = kind(NumberFrame, "collected")
Threat = kind(NumberFrame, "threat")
PayResolver = kind(NumberFrame, "pay_resolver")
Deploy = kind(NumberFrame, "deploy")
Peek = kind(NumberFrame, "peek")
Bury = kind(NumberFrame, "bury")
Eiko = kind(NumberFrame, "eiko")
Cortez = kind(NumberFrame, "cortez")
AlexFirst = kind(NumberFrame, "alex_first")


class PieceFrame(RuleFrame):
    piece: int


PlaceSame = kind(PieceFrame, "place_same")
PlaceBack = kind(PieceFrame, "place_back")


class LeftFrame(SeatFrame):
    left: int


CounterCost = kind(LeftFrame, "counter_cost")


class CardFrame(TypedFrame):
    card: int


EventEffect = kind(CardFrame, "event_effect")
EventEnd = kind(CardFrame, "event_end")


class DealInvestments(TypedFrame, tag="deal_investments"):
    rule: str


class GameEnd(TypedFrame, tag="game_end"):
    federal: int


class Exploit(TypedFrame, tag="exploit"):
    district: int


class Displace(TypedFrame, tag="displace"):
    piece: int
    district: int
    times: int


class EventPlace(TypedFrame, tag="event_place"):
    piece: int
    district: int
    card: int


class Effect(SeatFrame, tag="effect"):
    card: int
    place: int


class Remove(RuleFrame, tag="remove"):
    pieces: tuple[int, ...]
    left: int
    optional: int
    cost: int
    paid: int


class Place(PieceFrame, tag="place"):
    cost: int


class LowerOrRemove(RuleFrame, tag="lower_or_remove"):
    stages: int
    piece: int


class Raise(RuleFrame, tag="raise"):
    left: int
    raised: tuple[int, ...]


class Androids(RuleFrame, tag="androids"):
    left: int
    optional: int


class Resources(RuleFrame, tag="resources"):
    left: int
    delta: int


class Supply(RuleFrame, tag="supply"):
    resource: int
    delta: int
    instead: int


class PickPlayer(RuleFrame, tag="pick_player"):
    left: int
    oneself: int


class PayChosen(RuleFrame, tag="pay_chosen"):
    delta: int
    for_supporters: int


class PayInOrder(RuleFrame, tag="pay_in_order"):
    sums: tuple[int, ...]


class DrawEach(NumberFrame, tag="draw_each"):
    for_supporters: int
    optional: int


class DrawType(NumberFrame, tag="draw_type"):
    optional: int


class Top(NumberFrame, tag="top"):
    placed: int


class Declare(SeatFrame, tag="declare"):
    at: int
    answers: tuple[tuple[str, int], ...]
    rule: str


class SupportCards(SeatFrame, tag="support_cards"):
    exact: int


class Sheet(SeatFrame, tag="sheet"):
    line: int
    drawn: int
    rule: str


class HandLimit(SeatFrame, tag="hand_limit"):
    declined: int
    begun: bool


class Window(TypedFrame, tag="window"):
    row: str
    reached: int
    fact: Fact
    done: tuple[int, ...]


class Ability(SeatFrame, tag="ability"):
    row: str
    fact: Fact
    done: tuple[int, ...]
    reached: int


class Operation(AssetFrame, tag="operation"):
    number: int
    fact: Fact
    also: tuple[str, ...]


class NameType(SeatFrame, tag="name_type"):
    n: int
    rule: str
    also: str


class Ransom(SeatFrame, tag="ransom"):
    holder: int
    rule: str
    n: int


class DeckSupport(SeatFrame, tag="deck_support"):
    deck: int
    rule: str


class Seize(LeftFrame, tag="seize"):
    count: int
    rule: str


class AlexSecond(SeatFrame, tag="alex_second"):
    first: int
    rule: str
    penalty: int


class Bernice(RuleFrame, tag="bernice"):
    least: int
    most: int
    each: int


class BerniceCards(SeatFrame, tag="bernice_cards"):
    other: int
    given: int
    rule: str
    least: int
    most: int
    each: int


class Mills(AssetFrame, tag="mills"):
    n: int


class MillsOption(SeatFrame, tag="mills_option"):
    other: int
    rule: str
    n: int


class MillsDiscard(LeftFrame, tag="mills_discard"):
    rule: str


class Fumiko(RuleFrame, tag="fumiko"):
    change: int
    capital: int


class Marco(RuleFrame, tag="marco"):
    from_any: int
    from_richest: int


class Li(RuleFrame, tag="li"):
    lose: int
    draw: int


class WhiteSteal(SeatFrame, tag="white_steal"):
    other: int
    rule: str
