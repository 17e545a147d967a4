"""The round: turns, production, events, demand rounds, the end (NA-3, 10, 19, 20, 29, 36, 37, 42, 43, 47, 50, 55, 69)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.decks import EVERYBODY, Known
from tafelrunde.core.frames import Frame, TypedFrame
from tafelrunde.core.seats import clockwise
from tafelrunde.games.new_angeles.frames import (
    CardFrame,
    DealInvestments,
    Event,
    EventEffect,
    EventEnd,
    EventPlace,
    Exploit,
    GameEnd,
    Keep,
    Kept,
    LastTrade,
    LastTrades,
    PayDemand,
    Production,
    RevealDemand,
    Round,
    RuleFrame,
    Score,
    SeatFrame,
    Turn,
)
from tafelrunde.games.new_angeles.numbers import DONE
from tafelrunde.games.new_angeles.rules import promises
from tafelrunde.games.new_angeles.rules.city import contract, place, raise_threat, raise_unrest
from tafelrunde.games.new_angeles.rules.goods import gain
from tafelrunde.games.new_angeles.rules.registry import FRAMES
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    DEVELOPMENT,
    HUMAN_FIRST,
    ILLNESS,
    NOBODY,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    AngelesState,
    bits,
)
from tafelrunde.games.new_angeles.terms import RESOURCES


def begin_phase(state: AngelesState, phase: str, rule: str, also: tuple[str, ...] = ()) -> None:
    state.phase = phase
    if state.log is not None:
        state.emit("phase", None, rule, also=also, phase=phase, round=state.round)


@FRAMES.auto(Round, "NA-47.2")
def next_round(state: AngelesState, frame: TypedFrame) -> None:
    """Advance the marker and begin a standard round or a demand round (NA-47.2, NA-R.52)."""
    state.round += 1
    space = state.layout.spaces[state.round - 1]
    if state.log is not None:
        also = ("NA-R.52", *(("NA-37.5",) if state.round > 1 and state.layout.spaces[state.round - 2] == "demand" else ()))
        state.emit("round", None, "NA-47.2", also=also, space=space, round=state.round)
    if space == "demand":
        state.push(*DEMAND)
    else:
        if state.log is not None:
            state.emit("standard_round", None, "NA-55.0", space=space)
        state.push(Turn())


# --- production ----------------------------------------------------------------------------------


@FRAMES.auto(Production, "NA-42.0")
def production(state: AngelesState, frame: TypedFrame) -> None:
    """Exploit every district with an android once, from the lowest number up (NA-42.0, NA-10.7)."""
    begin_phase(state, "production", "NA-42.0", ("NA-3.4", "NA-69.4"))
    state.push(*(Exploit(district) for district in bits(state.city[ANDROID])), Event())


@FRAMES.auto(Exploit, "NA-10.0")
def exploit(state: AngelesState, frame: Exploit) -> None:
    """Produce, then raise unrest; with Human First by two stages, or an outage instead (NA-10.0, NA-10.1)."""
    district = frame.district
    city, bit = state.city, 1 << district
    if state.log is not None:
        also = ("NA-10.7", *(("NA-10.6", "NA-33.6") if city[ILLNESS] & bit else ()))
        state.emit("exploited", None, "NA-10.0", also=also, district=district + 1)
    produce(state, district, "NA-43.0")
    if not city[HUMAN_FIRST] & bit:
        raise_unrest(state, district, "NA-61.3")
        return
    if (city[PROTEST] | city[STRIKE] | city[OUTAGE]) & bit:
        if state.log is not None:
            also = ("NA-61.6", "NA-10.1", *(("NA-35.1a",) if city[OUTAGE] & bit else ()))
            state.emit("riot_outage", None, "NA-35.1", also=also, district=district + 1)
        place(state, OUTAGE, district, "NA-35.1")
        return
    city[STRIKE] |= bit
    if state.log is not None:
        also = ("NA-10.1", "NA-61.6")
        state.emit("unrest_up", None, "NA-35.0", also=also, district=district + 1, stage="strike")


def produce(state: AngelesState, district: int, rule: str, despite_crime: bool = False) -> None:
    """Add a district's resources to the supply (NA-43); strike and outage stop it, orgcrime stops the primary resource."""
    layout, city, bit = state.layout, state.city, 1 << district
    if (city[STRIKE] | city[OUTAGE]) & bit:
        if state.log is not None:
            also: tuple[str, ...] = ("NA-10.2", "NA-43.2", *(("NA-11.0",) if city[OUTAGE] & bit else ("NA-57.0",)))
            state.emit("no_production", None, "NA-10.3", also=also, district=district + 1)
        return
    told = state.log is not None
    if told and city[PROTEST] & bit:
        state.emit("protest_produces", None, "NA-44.3", district=district + 1)
    resource, amount = layout.primary[district]
    developed = bool(city[DEVELOPMENT] & bit)
    if city[ORGCRIME] & bit and not despite_crime:
        if told:
            also = (
                "NA-10.5", "NA-43.4",
                *(("NA-18.3", "NA-39.4", "NA-40.2") if developed else ()),
                *(("NA-39.5",) if layout.secondary[district] is None else ("NA-48.2",)),
            )  # fmt: skip
            state.emit("primary_blocked", None, "NA-39.0", also=also, district=district + 1)
    else:
        more = ("NA-10.4", "NA-18.1", "NA-40.1", "NA-43.3") if developed else ()
        add_supply(state, resource, amount + developed, rule, more)
    second = layout.secondary[district]
    if second is not None:
        add_supply(state, second[0], second[1], "NA-45.3", ("NA-48.3",) if developed else ())


def add_supply(state: AngelesState, resource: int, n: int, rule: str, also: tuple[str, ...] = ()) -> None:
    """Move a marker up, never past the last space (NA-8.1, NA-8.2)."""
    before, last = state.supply[resource], state.layout.track_last[resource]
    now = max(0, min(last, before + n))
    state.supply[resource] = now
    if state.log is not None:
        more = ("NA-8.1", "NA-43.1", *(("NA-8.2", "NA-43.5") if before + n > last else ()), *also)
        state.emit("supply", None, rule, also=more, resource=RESOURCES[resource], n=now - before, level=now)


# --- events --------------------------------------------------------------------------------------


def show_next_back(state: AngelesState) -> None:
    """Show the back of the top event, which is public; this singles out one card whose front nobody sees (NA-19.3)."""
    deck = state.event_deck
    if not deck.top and deck.hidden:
        card, rest = deck.draw(state)
        state.event_deck = rest.replace(top=(Known(card, 0),))
    state.backs_seen = len(state.event_deck.top)


@FRAMES.auto(Event, "NA-19.0")
def event(state: AngelesState, frame: TypedFrame) -> None:
    """Draw the top event and resolve it from top to bottom (NA-19.1, NA-20.0)."""
    begin_phase(state, "event", "NA-19.0")
    card, deck = state.event_deck.draw(state)
    state.event_deck = deck.put_under((card,), EVERYBODY)
    state.reveal()
    state.event_rise = 0
    if state.log is not None:
        state.emit("event", None, "NA-19.0", also=("NA-19.1",), event=state.layout.events[card])
    places = [EventPlace(piece, district, card) for piece, district in state.layout.event_places[card]]
    state.push(EventEffect(card), *places, EventEnd(card), Round())


@FRAMES.auto(EventEffect, "NA-19.1a")
def event_effect(state: AngelesState, frame: CardFrame) -> None:
    card = frame.card
    rule = state.layout.event_rules[card]
    if state.log is not None:
        state.emit("event_effect", None, rule, also=("NA-19.1a",), event=state.layout.events[card])
    for operation in state.layout.event_effects[card]:
        operation.happen(state, rule)


def counted(what: str, city: Sequence[int], supply: Sequence[int]) -> int:
    """The number of elements that an event or investment counts."""
    if what == "resources_at_1_or_less":
        return sum(level <= 1 for level in supply)
    return sum(city[piece] for piece in COUNTED[what]).bit_count()  # the masks of one entry have no district in common


COUNTED = {
    "human_first_in_city": (HUMAN_FIRST,),
    "orgcrime_in_city": (ORGCRIME,),
    "prisec_in_city": (PRISEC,),
    "illness_in_city": (ILLNESS,),
    "outage_in_city": (OUTAGE,),
    "districts_in_outage": (OUTAGE,),
    "districts_in_strike": (STRIKE,),
    "districts_in_protest_or_strike": (PROTEST, STRIKE),
}


@FRAMES.auto(EventPlace, "NA-19.1b")
def event_place(state: AngelesState, frame: EventPlace) -> None:
    """Place one copy of each listed element in each district beside it, row by row (NA-19.1b, NA-R.16)."""
    place(state, frame.piece, frame.district, "NA-19.1b")


@FRAMES.auto(EventEnd, "NA-20.0")
def event_end(state: AngelesState, frame: CardFrame) -> None:
    """Refill the turn track, except in the last standard round; Melange Mining is paid for a quiet event (NA-R.31)."""
    card, layout = frame.card, state.layout
    if any(space != "demand" for space in layout.spaces[state.round :]):
        lay_track(state, layout.event_assets[card], "NA-19.1c", ("NA-69.2", "NA-68.3"))
    elif state.log is not None:
        state.emit("no_refill", None, "NA-69.5", also=("NA-R.17",))
    if state.log is not None:
        state.emit("event_over", None, "NA-20.0", event=layout.events[card])
    show_next_back(state)
    if state.event_rise < 2:
        contract(state, "event_resolved_threat_rise_below_2", also=("NA-R.31", "NA-9.1"))


def lay_track(state: AngelesState, n: int, rule: str, also: tuple[str, ...] = ()) -> None:
    """Put assets from the deck face down on the turn track from the lowest space up (NA-69.3)."""
    laid = []
    for _ in range(min(n, state.layout.track_spaces, state.asset_deck.size)):
        asset, state.asset_deck = state.asset_deck.draw(state)
        laid.append(asset)
    state.track = tuple(laid)
    if state.log is not None:
        more = () if len(laid) == n else ("NA-R.20",)
        state.emit("track_laid", None, rule, also=("NA-69.3", *also, *more), n=len(laid))


# --- demand rounds -------------------------------------------------------------------------------


DEMAND: tuple[Frame, ...] = (Score(), LastTrades(), PayDemand())


@FRAMES.auto(Score, "NA-37.1")
def score(state: AngelesState, frame: TypedFrame) -> None:
    """Let every player reveal the investment and gain capital for it (NA-37.1), clockwise from the active player."""
    begin_phase(state, "demand", "NA-37.0")
    state.scored = state.investments
    state.reveal()
    for seat in clockwise(state.players, state.active):
        investment = state.investments[seat]
        rule = state.layout.investment_rules[investment]
        n = state.layout.investing[investment].worth(state.city, state.supply, state.layout.targets[state.demand])
        if state.log is not None:
            slug = state.layout.investments[investment]
            state.emit("investment", seat, "NA-37.1", also=("NA-29.0", rule), investment=slug, n=n)
        gain(state, seat, n, rule)


@FRAMES.auto(LastTrades, "NA-R.24")
def last_trades(state: AngelesState, frame: TypedFrame) -> None:
    """Let everybody trade once more when the investments are scored, if the demand ends the game (NA-26.0, NA-R.24)."""
    layout = state.layout
    falls = bool(_missing(state)) and state.threat + layout.demand_threat[state.demand] >= layout.threat_end
    if (falls or _last_round(state)) and (any(state.capital) or any(holder != NOBODY for holder in state.holder)):
        state.open_lanes(_trading_lanes(state))


def _trading_lanes(state: AngelesState) -> list[list[Frame]]:
    return [[LastTrade(seat)] for seat in range(state.players)]


@FRAMES.asks(LastTrade, "NA-R.24", answer=PUBLIC, moves=PUBLIC)
def ask_last_trade(state: AngelesState, frame: SeatFrame) -> tuple[int, ...]:
    """Ask whether the seat wants no further trade; the game goes on when all have said so."""
    return (DONE,)


@FRAMES.resolves(LastTrade)
def resolve_last_trade(state: AngelesState, frame: SeatFrame, move: int) -> None:
    if state.log is not None:
        state.emit("no_more_trades", frame.seat, "NA-R.24")


def trade_again(state: AngelesState) -> None:
    """Ask again after a trade, because seats that wanted no further trade may have changed their minds."""
    if any(isinstance(question[1], LastTrade) for question in state.asked.values()):
        state.lanes = _trading_lanes(state)


def _last_round(state: AngelesState) -> bool:
    return state.round == len(state.layout.spaces)


def _missing(state: AngelesState) -> list[str]:
    """The resources whose supply is below the demand."""
    targets = state.layout.targets[state.demand]
    return [RESOURCES[i] for i in range(5) if state.supply[i] < targets[i]]


@FRAMES.auto(PayDemand, "NA-37.2")
def pay_demand(state: AngelesState, frame: TypedFrame) -> None:
    """Compare the supply with the demand; failing it raises threat (NA-37.2). The third time the game ends."""
    layout, last, short = state.layout, _last_round(state), _missing(state)
    if state.log is not None:
        rule = "NA-37.2b" if short else "NA-37.2a"
        state.emit("demand_failed" if short else "demand_met", None, rule, also=("NA-37.2",), resource=short)
        if last:
            state.emit("last_demand", None, "NA-37.2c", also=("NA-37.6",))
    state.push(*([GameEnd(0)] if last else [RevealDemand(), DealInvestments("NA-37.4"), Round()]))
    if short:
        raise_threat(state, layout.demand_threat[state.demand], "NA-13.4", ("NA-36.2", *(("NA-22.2", "NA-R.33") if last else ())))


@FRAMES.auto(RevealDemand, "NA-37.3")
def demand_step(state: AngelesState, frame: TypedFrame) -> None:
    """Reset the supply, put the old demand under the deck and turn up a new one (NA-37.3)."""
    state.supply = [0] * 5
    state.demand_deck = state.demand_deck.put_under((state.demand,), EVERYBODY)
    if state.log is not None:
        state.emit("supply_reset", None, "NA-37.3a", also=("NA-37.3",))
    reveal_demand(state, "NA-37.3b")


def reveal_demand(state: AngelesState, rule: str) -> None:
    state.demand, state.demand_deck = state.demand_deck.draw(state)
    state.reveal()
    if state.log is not None:
        state.emit("demand", None, rule, also=("NA-67.0", "NA-36.1"), demand=state.layout.demands[state.demand])


@FRAMES.auto(DealInvestments, lambda state, frame: frame.rule)
def deal_investments(state: AngelesState, frame: DealInvestments) -> None:
    """Deal all pairs before anyone chooses (NA-R.27); the seats choose at the same time, in secret."""
    kept = [card for card in state.investments if card != NOBODY]
    deck = state.investment_deck
    for card in kept:
        deck = deck.give_to_pool(card)
    deck = deck.shuffle()
    state.reveal()
    dealt = []
    for seat in range(state.players):
        one, deck = deck.draw(state)
        two, deck = deck.draw(state)
        dealt.append((min(one, two), max(one, two)))
        if state.log is not None:
            names = [state.layout.investments[card] for card in dealt[-1]]
            state.emit("investments_seen", seat, frame.rule, cards=names)
    state.investment_deck, state.dealt = deck, tuple(dealt)
    state.investments = (NOBODY,) * state.players
    if state.log is not None:
        state.emit("investments_dealt", None, frame.rule, also=("NA-29.0", "NA-R.27"))
    state.push(Kept())
    state.open_lanes([[Keep(seat, frame.rule)] for seat in range(state.players)])


@FRAMES.asks(Keep, lambda state, frame: frame.rule, answer=SEAT)
def ask_keep(state: AngelesState, frame: RuleFrame) -> list[int]:
    """Ask which of the two to keep (NA-29.0)."""
    return [state.verbs.keep + card for card in state.dealt[frame.seat]]


@FRAMES.resolves(Keep)
def resolve_keep(state: AngelesState, frame: RuleFrame, move: int) -> None:
    seat, card = frame.seat, move - state.verbs.keep
    state.investments = (*state.investments[:seat], card, *state.investments[seat + 1 :])
    if state.log is not None:
        state.emit("kept", seat, "NA-29.1", investment=state.layout.investments[card])


@FRAMES.auto(Kept, "NA-29.2")
def kept(state: AngelesState, frame: TypedFrame) -> None:
    """Put the rejected cards on top of the deck, each known to the seat that rejected it (NA-R.27)."""
    deck = state.investment_deck
    for seat in reversed(range(state.players)):
        rejected = next(card for card in state.dealt[seat] if card != state.investments[seat])
        deck = deck.put_on_top((rejected,), 1 << seat)
    state.investment_deck, state.dealt, state.scored = deck, ((),) * state.players, ()
    if state.log is not None:
        state.emit("investments_kept", None, "NA-29.2", also=("NA-29.3",))


# --- the end -------------------------------------------------------------------------------------


@FRAMES.auto(GameEnd, "NA-50.0")
def game_end(state: AngelesState, frame: GameEnd) -> None:
    """Reveal the rivals and judge the winners (NA-50)."""
    state.federal_end = bool(frame.federal)
    state.phase = "over"
    promises.judge_all(state)
    state.proposals = state.drafts = ((),) * state.players
    state.reveal()
    if state.log is None:
        return
    rule = "NA-50.3" if state.federal_end else "NA-50.0"
    state.emit("game_over", None, rule, also=("NA-13.0", "NA-R.7") if state.federal_end else ("NA-50.0",))
    for seat in range(state.players):
        won, why, also = judge(state, seat)
        data: dict[str, Any] = {"rival": state.layout.rivals[state.rivals[seat]], "n": state.capital[seat]}
        state.emit("wins" if won else "loses", seat, why, also=(*also, "NA-R.57"), **data)


def judge(state: AngelesState, seat: int) -> tuple[bool, str, tuple[str, ...]]:
    """Whether a seat has won, and by which rules (NA-46, NA-50)."""
    layout = state.layout
    rival, capital = state.rivals[seat], state.capital
    if rival == layout.federalist:
        rich = capital[seat] >= layout.federalist_capital
        if state.federal_end:
            return rich, "NA-22.0" if rich else "NA-22.1", ("NA-13.1", "NA-46.2", "NA-R.33")
        return False, "NA-46.2", ("NA-50.0", "NA-R.33")
    if state.federal_end:
        return False, "NA-50.3", ("NA-13.1",)
    corporation = layout.rival_corporation[rival]
    if corporation == state.corporations[seat]:
        beaten = sum(capital[seat] > other for i, other in enumerate(capital) if i != seat)
        won = beaten >= layout.own_rival_beats
        tied = sum(capital[seat] >= other for i, other in enumerate(capital) if i != seat) >= layout.own_rival_beats
        return won, "NA-50.2" if won or not tied else "NA-50.2a", ("NA-46.1a",)
    other = capital[state.corporations.index(corporation)]
    won = capital[seat] > other
    return won, "NA-50.1a" if capital[seat] == other else "NA-50.1", ("NA-46.1",)


def winners(state: AngelesState) -> tuple[int, ...]:
    return tuple(seat for seat in range(state.players) if judge(state, seat)[0])
