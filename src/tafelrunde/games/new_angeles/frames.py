"""The kinds of frames of New Angeles: what is still to be done, with named fields.

``rule`` is the rule that the log cites. Frames of a base class without fields of their own are made by ``_kind``.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from tafelrunde.core.frames import Seat, TypedFrame

Fact = int | tuple[int, ...]
"""What the moment of an ability is about: a seat, or a seat and an offer."""
B = TypeVar("B", bound=TypedFrame)


def _kind(base: type[B], tag: str) -> type[B]:
    """A kind of frame with the fields of its base."""
    return msgspec.defstruct(tag, (), bases=(base,), tag=tag, module=__name__)  # type: ignore[return-value]


Asset = _kind(TypedFrame, "asset")
MainStep = _kind(TypedFrame, "main_step")
Counteroffers = _kind(TypedFrame, "counteroffers")
SupportStep = _kind(TypedFrame, "support_step")
Resolution = _kind(TypedFrame, "resolution")
Count = _kind(TypedFrame, "count")
Tie = _kind(TypedFrame, "tie")
Won = _kind(TypedFrame, "won")
CleanUp = _kind(TypedFrame, "clean_up")
DealOver = _kind(TypedFrame, "deal_over")
EffectEnd = _kind(TypedFrame, "effect_end")
Round = _kind(TypedFrame, "round")
Production = _kind(TypedFrame, "production")
Event = _kind(TypedFrame, "event")
Score = _kind(TypedFrame, "score")
LastTrades = _kind(TypedFrame, "last_trades")
PayDemand = _kind(TypedFrame, "pay_demand")
RevealDemand = _kind(TypedFrame, "reveal_demand")
Kept = _kind(TypedFrame, "kept")
FirstPlayer = _kind(TypedFrame, "first_player")
DealRivals = _kind(TypedFrame, "deal_rivals")
Turn = _kind(TypedFrame, "turn")
Refresh = _kind(TypedFrame, "refresh")
EndStep = _kind(TypedFrame, "end_step")
TurnEnd = _kind(TypedFrame, "turn_end")


class SeatFrame(TypedFrame):
    seat: Seat


MainOffer = _kind(SeatFrame, "main_offer")
Counter = _kind(SeatFrame, "counter")
Support = _kind(SeatFrame, "support")
LastTrade = _kind(SeatFrame, "last_trade")
Corporation = _kind(SeatFrame, "corporation")
FallGuy = _kind(SeatFrame, "fall_guy")
EndOfTurn = _kind(SeatFrame, "end_of_turn")
ClaimRevealed = _kind(SeatFrame, "claim_revealed")


class AssetFrame(SeatFrame):
    asset: int


Claim = _kind(AssetFrame, "claim")
Susan = _kind(AssetFrame, "susan")
NameWinner = _kind(AssetFrame, "name_winner")


class RuleFrame(SeatFrame):
    rule: str


Clear = _kind(RuleFrame, "clear")
ClearOther = _kind(RuleFrame, "clear_other")
EnemiesMove = _kind(RuleFrame, "enemies_move")
RaiseBack = _kind(RuleFrame, "raise_back")
PickDistrict = _kind(RuleFrame, "pick_district")
Produce = _kind(RuleFrame, "produce")
Strike = _kind(RuleFrame, "strike")
Collect = _kind(RuleFrame, "collect")
Spend = _kind(RuleFrame, "spend")
DropAsset = _kind(RuleFrame, "drop_asset")
White = _kind(RuleFrame, "white")
NameBarred = _kind(RuleFrame, "name_barred")
Haas = _kind(RuleFrame, "haas")
FallCounter = _kind(RuleFrame, "fall_counter")
ClaimTop = _kind(RuleFrame, "claim_top")
Win = _kind(RuleFrame, "win")
Keep = _kind(RuleFrame, "keep")


class NumberFrame(RuleFrame):
    n: int


LowerOne = _kind(NumberFrame, "lower_one")
LowerEach = _kind(NumberFrame, "lower_each")
LowerAny = _kind(NumberFrame, "lower_any")
Collected = _kind(NumberFrame, "collected")
Threat = _kind(NumberFrame, "threat")
PayResolver = _kind(NumberFrame, "pay_resolver")
Deploy = _kind(NumberFrame, "deploy")
Peek = _kind(NumberFrame, "peek")
Bury = _kind(NumberFrame, "bury")
Eiko = _kind(NumberFrame, "eiko")
Cortez = _kind(NumberFrame, "cortez")
AlexFirst = _kind(NumberFrame, "alex_first")


class PieceFrame(RuleFrame):
    piece: int


PlaceSame = _kind(PieceFrame, "place_same")
PlaceBack = _kind(PieceFrame, "place_back")


class LeftFrame(SeatFrame):
    left: int


CounterCost = _kind(LeftFrame, "counter_cost")


class CardFrame(TypedFrame):
    card: int


EventEffect = _kind(CardFrame, "event_effect")
EventEnd = _kind(CardFrame, "event_end")


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
