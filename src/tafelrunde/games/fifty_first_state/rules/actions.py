"""The actions with cards: construct, rebuild, deal, raze; faction rows, open productions and connection cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tafelrunde.core.audience import WHEN_DONE
from tafelrunde.games.fifty_first_state.frames import (
    Again,
    Bonus,
    Built,
    CardFrame,
    Choose,
    Dealt,
    FactionGain,
    ForeignFrame,
    OwnerWorker,
    Played,
    Raided,
    Razed,
    Rebuilt,
    Replace,
    SeatFrame,
    Taken,
    Target,
    Used,
)
from tafelrunde.games.fifty_first_state.names import BLUE, COLOURS, DEVELOPMENT, GREY, RED, VP, WORKER
from tafelrunde.games.fifty_first_state.rules.goods import gain, leave_hand, put_in_hand, put_on_discard
from tafelrunde.games.fifty_first_state.rules.layout import PRICE, FactionRow, tell
from tafelrunde.games.fifty_first_state.rules.payments import pay, pay_rebuild, purse
from tafelrunde.games.fifty_first_state.rules.places import change, enter, facts, fall_back, find, update
from tafelrunde.games.fifty_first_state.rules.production import per_category, yield_from
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.state import NOBODY, REF, RUIN, SHIELD, STOCK, USES, FiftyFirstState, Goods, Place

# --- construct -----------------------------------------------------------------------------------


def build(state: FiftyFirstState, seat: int, move: int) -> None:
    """Pay grey contacts equal to the distance (51S-3.7)."""
    card = move - state.layout.build
    pay(state, seat, PRICE[GREY][state.layout.distance[card]], "51S-3.7", Built(seat, card))


@FRAMES.auto(Built, "51S-3.7")
def built(state: FiftyFirstState, frame: CardFrame) -> None:
    """Put the card into the seat's state; it produces once and then gives its building bonus (51S-3.7 to 3.9)."""
    seat, card = frame.seat, frame.card
    leave_hand(state, seat, card)
    ref = enter(state, seat, card)
    if state.log is not None:
        layout = state.layout
        rule = "51S-3.11" if layout.refs[ref].number > 1 else "51S-3.7"
        state.emit("built", seat, rule, place=layout.key_of[ref], sort=layout.kind[card])
    yields(state, seat, card, ref, "51S-3.8", "51S-3.9")


def yields(state: FiftyFirstState, seat: int, card: int, ref: int, production_rule: str, bonus_rule: str) -> None:
    """Give the gains of a location that enters a state: production, then building bonus."""
    layout = state.layout
    if layout.bonus[card]:
        state.stack.append(Bonus(seat, ref, bonus_rule))
    if layout.production[card]:
        yield_from(state, seat, seat, ref, False, production_rule)


@FRAMES.auto(Bonus, "51S-3.9")
def bonus(state: FiftyFirstState, frame: Bonus) -> None:
    """Give the printed building bonus once (51S-3.9)."""
    seat, ref, rule = frame.seat, frame.ref, frame.rule
    layout = state.layout
    terms = layout.bonus[layout.card_of[ref]]
    assert terms is not None
    if state.log is not None:
        state.emit("bonus", seat, rule, place=layout.key_of[ref])
    terms.run(state, seat, ref, terms.terms)


RunBonus = Callable[[FiftyFirstState, int, int, tuple[Any, ...]], None]
"""The signature of a building bonus: state, seat, location, terms."""


def gain_bonus(state: FiftyFirstState, seat: int, ref: int, terms: tuple[Any, ...]) -> None:
    gain(state, seat, terms, "51S-CARD.bonus_gain")


def gain_bonus_per_category(state: FiftyFirstState, seat: int, ref: int, terms: tuple[Any, ...]) -> None:
    per_category(state, seat, seat, ref, terms, False, "51S-9.3", "51S-CARD.bonus_per_category")


def lay_stock(state: FiftyFirstState, seat: int, ref: int, terms: tuple[Any, ...]) -> None:
    update(state, seat, ref, STOCK, tuple(good for good, n in terms for _ in range(n)))
    if state.log is not None:
        state.emit("stocked", seat, "51S-CARD.cache", place=state.layout.key_of[ref], goods=tell(terms))


def copy_of_opponent(state: FiftyFirstState, seat: int, ref: int, terms: tuple[Any, ...]) -> None:
    state.stack.append(Target(seat, "bonus"))


# --- rebuild -------------------------------------------------------------------------------------


def rebuild(state: FiftyFirstState, seat: int, move: int) -> None:
    """Choose what to replace, then pay (51S-3.12)."""
    state.stack.append(Replace(seat, move - state.layout.rebuild))


def matches(state: FiftyFirstState, place: Place, card: int) -> bool:
    """Whether categories match: a ruin matches all cards, a card without a category matches all locations (51S-3.12, 3.17,
    3.18)."""
    return place[USES] == RUIN or bool(state.layout.matching_of[place[REF]] & state.layout.matching[card])


def replaceable(state: FiftyFirstState, seat: int, card: int) -> Sequence[Place]:
    """The locations that a card may replace now, considering the payment."""
    layout = state.layout
    if layout.any_category and purse(state, seat)[DEVELOPMENT]:
        return state.states[seat]
    matching_of, matching = layout.matching_of, layout.matching[card]
    return [place for place in state.states[seat] if place[USES] < 0 or matching_of[place[REF]] & matching]


@FRAMES.asks(Replace, "51S-3.12", answer=WHEN_DONE, moves=WHEN_DONE)
def ask_replace(state: FiftyFirstState, frame: CardFrame) -> list[int]:
    """Ask for a matching location or ruin of the seat's own state; ruins of one card are equal."""
    layout = state.layout
    found = []
    for place in replaceable(state, frame.seat, frame.card):
        if place[USES] != RUIN:
            found.append(layout.replace + place[REF])
        else:
            move = layout.replace_ruin + layout.card_of[place[REF]]
            if move not in found:
                found.append(move)
    return found


@FRAMES.resolves(Replace)
def resolve_replace(state: FiftyFirstState, frame: CardFrame, move: int) -> None:
    seat, card = frame.seat, frame.card
    layout = state.layout
    ruin = move >= layout.replace_ruin
    ref = layout.first_ref[move - layout.replace_ruin] if ruin else move - layout.replace
    matching = ruin or bool(layout.matching_of[ref] & layout.matching[card])
    state.stack.append(Rebuilt(seat, card, ref, ruin))
    pay_rebuild(state, seat, matching)


@FRAMES.describes(Replace)
def describe_replace(state: FiftyFirstState, frame: CardFrame) -> dict[str, object]:
    return {"card": state.layout.ids[frame.card]}


@FRAMES.auto(Rebuilt, "51S-R.10")
def rebuilt(state: FiftyFirstState, frame: Rebuilt) -> None:
    """Complete a rebuilding: a point, the old card leaves, the new one enters, production, building bonus (51S-3.14 to 3.16,
    R.10)."""
    seat, card, ref, ruin = frame.seat, frame.card, frame.ref, frame.ruin
    layout = state.layout
    gain(state, seat, ((VP, layout.limits.rebuild_vp),), "51S-3.14")
    if ruin:
        position = next(i for i, place in enumerate(state.states[seat]) if place[USES] == RUIN and place[REF] == ref)
    else:
        position = find(state, seat, ref)
    place = state.states[seat][position]
    change(state, seat, position)
    put_on_discard(state, layout.card_of[ref])
    fallen = fall_back(state, seat, place)
    leave_hand(state, seat, card)
    new = enter(state, seat, card)
    if state.log is not None:
        _tell_rebuilding(state, seat, place, new, fallen)
    yields(state, seat, card, new, "51S-3.15", "51S-3.15")


def _tell_rebuilding(state: FiftyFirstState, seat: int, old: Place, new: int, fallen: dict[int, int]) -> None:
    layout = state.layout
    old_card, new_card = layout.card_of[old[REF]], layout.card_of[new]
    moves_row = layout.kind[old_card] != layout.kind[new_card]
    state.emit("replaced", seat, "51S-3.20" if moves_row else "51S-3.16", card=layout.ids[old_card])
    rule = "51S-R.10"
    if old[USES] == RUIN:
        rule = "51S-3.17"
    elif not layout.categories[old_card]:
        rule = "51S-CARD.no_category"
    elif not layout.categories[new_card]:
        rule = "51S-3.18"
    elif not layout.categories[old_card] & layout.categories[new_card]:
        rule = "51S-3.19"
    state.emit("rebuilt", seat, rule, place=layout.key_of[new], card=layout.ids[old_card])
    if fallen:
        state.emit("fell_back", seat, "51S-3.21", goods=tell(fallen))
    if old[USES] > 0:
        state.emit("marker_gone", seat, "51S-R.45", card=layout.ids[old_card])


# --- deal ----------------------------------------------------------------------------------------


def deal(state: FiftyFirstState, seat: int, move: int) -> None:
    """Pay blue contacts equal to the distance (51S-3.23)."""
    card = move - state.layout.deal
    pay(state, seat, PRICE[BLUE][state.layout.distance[card]], "51S-3.23", Dealt(seat, card))


@FRAMES.auto(Dealt, "51S-3.24")
def dealt(state: FiftyFirstState, frame: CardFrame) -> None:
    """Tuck the card under the faction board and give its good immediately (51S-3.23, 3.24)."""
    seat, card = frame.seat, frame.card
    leave_hand(state, seat, card)
    state.deals[seat] = tuple(sorted((*state.deals[seat], card)))
    if state.log is not None:
        state.emit("dealt", seat, "51S-3.23", card=state.layout.ids[card])
    gain(state, seat, state.layout.deal_gain[card], "51S-3.24")
    trigger(state, seat, "deal")


def trigger(state: FiftyFirstState, seat: int, event: str) -> None:
    """Apply the seat's features that react to deals or razings, after the goods of the event, each copy once (51S-R.26)."""
    layout = state.layout
    rewards = layout.triggers[event]
    for place in state.states[seat]:
        if place[USES] == RUIN:
            continue
        card = layout.card_of[place[REF]]
        reward = rewards[card]
        if reward is not None:
            if state.log is not None:
                state.emit("feature", seat, "51S-R.26", place=layout.key_of[place[REF]])
            gain(state, seat, reward[0], reward[1])


# --- raze ----------------------------------------------------------------------------------------


def raze(state: FiftyFirstState, seat: int, move: int) -> None:
    """Raze a card from the hand: pay red contacts equal to the distance (51S-3.27)."""
    card = move - state.layout.raze
    pay(state, seat, PRICE[RED][state.layout.distance[card]], "51S-3.27", Razed(seat, card))


@FRAMES.auto(Razed, "51S-3.27")
def razed(state: FiftyFirstState, frame: CardFrame) -> None:
    """Give the spoils, discard the card, then apply features (51S-R.52)."""
    seat, card = frame.seat, frame.card
    gain(state, seat, state.layout.spoils[card], "51S-3.27")
    leave_hand(state, seat, card)
    put_on_discard(state, card)
    if state.log is not None:
        state.emit("razed", seat, "51S-R.52", card=state.layout.ids[card])
    trigger(state, seat, "raze")


def raid_target(state: FiftyFirstState, move: int) -> tuple[int, int]:
    """(owner, location) of a ``raid`` move."""
    raid = state.layout.raid
    owner = max(seat for seat, first in enumerate(raid) if first <= move)
    return owner, move - raid[owner]


def weakening(state: FiftyFirstState, seat: int) -> int:
    """By how much the seat's features reduce the resistance that it has to pay (51S-CARD.armored_car)."""
    return facts(state, seat).weakening


def resistance(state: FiftyFirstState, seat: int, owner: int, ref: int) -> int:
    """The red contacts that ``seat`` has to pay: by the row, one more with a defence token (51S-3.29, 3.30), less the
    reduction by features."""
    place = state.states[owner][find(state, owner, ref)]
    layout = state.layout
    due: int = layout.resistance_of[ref] + layout.limits.defence_token_resistance * place[SHIELD]
    return max(0, due - weakening(state, seat))


def raid(state: FiftyFirstState, seat: int, move: int) -> None:
    """Raze an opponent's location: pay red contacts equal to its resistance (51S-3.28)."""
    owner, ref = raid_target(state, move)
    layout = state.layout
    due = resistance(state, seat, owner, ref)
    if state.log is not None:
        shield = state.states[owner][find(state, owner, ref)][SHIELD]
        shorter = layout.distance[layout.card_of[ref]] < due
        rule = (
            "51S-3.30" if shield else "51S-CARD.hidden_forge" if layout.printed_of[ref] else "51S-R.35" if shorter else "51S-3.29"
        )
        if weakening(state, seat):
            rule = "51S-CARD.armored_car"
        state.emit("resistance", owner, rule, place=layout.key_of[ref], n=due)
    pay(state, seat, PRICE[RED][due], "51S-3.28", Raided(seat, owner, ref))


@FRAMES.auto(Raided, "51S-3.31")
def raided(state: FiftyFirstState, frame: ForeignFrame) -> None:
    """Give the spoils, turn the location into a ruin, return its stock, pay compensation, apply the attacker's features
    (51S-3.31, R.37)."""
    seat, owner, ref = frame.seat, frame.owner, frame.ref
    layout = state.layout
    card = layout.card_of[ref]
    gain(state, seat, layout.spoils[card], "51S-3.31")
    position = find(state, owner, ref)
    place = state.states[owner][position]
    change(state, owner, position, (layout.first_ref[card], RUIN, (), (), (), 0))
    fallen = fall_back(state, owner, place)
    if state.log is not None:
        state.emit("raided", seat, "51S-R.37", owner=owner, card=layout.ids[card])
        state.emit("ruin", owner, "51S-3.32", card=layout.ids[card])
        if fallen:
            state.emit("fell_back", owner, "51S-3.33", goods=tell(fallen))
        if place[USES] > 0 or place[SHIELD]:
            state.emit("memory_gone", owner, "51S-R.44", card=layout.ids[card])
    good = layout.deal_gain[card]
    gain(state, owner, good, "51S-R.36" if good[0][0] >= 12 else "51S-3.31")
    trigger(state, seat, "raze")


# --- faction actions -----------------------------------------------------------------------------


def faction(state: FiftyFirstState, seat: int, move: int) -> None:
    """Pay the cost of one row, gain its goods (51S-3.41)."""
    row = move - state.layout.faction
    terms = state.layout.faction_rows[state.factions[seat]][row - 1]
    if not terms.one_of:
        state.rows_used[seat] |= 1 << row
    elif state.layout.chain:
        state.stack.append(Again(seat, move))
    if state.log is not None:
        rule = "51S-3.43" if terms.one_of else "51S-3.42"
        state.emit("faction_action", seat, rule, n=row)
    pay(state, seat, terms.cost, "51S-3.41", FactionGain(seat, row))


@FRAMES.auto(FactionGain, "51S-3.41")
def faction_gain(state: FiftyFirstState, frame: FactionGain) -> None:
    seat, row = frame.seat, frame.row
    terms = state.layout.faction_rows[state.factions[seat]][row - 1]
    if terms.one_of:
        state.stack.append(Choose(seat, *_bottom_row(state, seat, terms)))
    else:
        gain(state, seat, terms.gain, terms.rule)


def _bottom_row(state: FiftyFirstState, seat: int, terms: FactionRow) -> tuple[tuple[Goods, ...], bool, str]:
    """The offer of the bottom row: 1 of each good, more of the faction's resource with Secret Stock (51S-3.44,
    CARD.secret_stock)."""
    layout = state.layout
    own = layout.faction_resource[state.factions[seat]]
    more = max((layout.own_resource[layout.card_of[p[REF]]] for p in state.states[seat] if p[USES] != RUIN), default=0)
    options = tuple(((good, more if more and good == own else 1),) for good in terms.one_of)
    return options, False, "51S-CARD.secret_stock" if more else terms.rule


# --- foreign open production ---------------------------------------------------------------------


def use(state: FiftyFirstState, seat: int, move: int) -> None:
    """Put a worker on a free open production of an opponent (51S-3.49)."""
    owner, ref = state.layout.seat_of_move[move], state.layout.ref_of_move[move]
    pay(state, seat, PRICE[WORKER][1], "51S-3.49", Used(seat, owner, ref), owner, ref)


@FRAMES.auto(Used, "51S-3.49")
def used(state: FiftyFirstState, frame: ForeignFrame) -> None:
    """Give the user the production without its bonus, then the owner a worker (51S-3.50, 3.53, R.38)."""
    seat, owner, ref = frame.seat, frame.owner, frame.ref
    update(state, owner, ref, USES, 1)
    yield_to_user(state, seat, owner, ref, "51S-3.53" if state.layout.bonus[state.layout.card_of[ref]] else "51S-3.49")


def yield_to_user(state: FiftyFirstState, seat: int, owner: int, ref: int, why: str) -> None:
    """Give the production to the user, then a worker to the owner (51S-R.38)."""
    layout = state.layout
    state.stack.append(OwnerWorker(owner))
    if state.log is not None:
        state.emit("used", seat, why, owner=owner, place=layout.key_of[ref])
    production = layout.production_of[ref]
    assert production is not None
    yield_from(state, seat, owner, ref, False, production.open_rule)


@FRAMES.auto(OwnerWorker, "51S-3.50")
def owner_worker(state: FiftyFirstState, frame: SeatFrame) -> None:
    gain(state, frame.seat, ((WORKER, 1),), "51S-3.50")


# --- connection cards ----------------------------------------------------------------------------


def take(state: FiftyFirstState, seat: int, move: int) -> None:
    """Pay 2 workers for a connection card on offer (51S-3.54)."""
    pay(
        state,
        seat,
        PRICE[WORKER][state.layout.take_cost],
        "51S-3.54",
        Taken(seat, move - state.layout.take),
    )


@FRAMES.auto(Taken, "51S-3.54")
def taken(state: FiftyFirstState, frame: Taken) -> None:
    """Put the card into the hand; the offer is not refilled before the next cards phase (51S-3.55)."""
    seat, colour = frame.seat, frame.colour
    card = state.offer[colour]
    state.offer[colour] = NOBODY
    put_in_hand(state, seat, card)
    if state.log is not None:
        state.emit("connection_taken", seat, "51S-3.54", card=state.layout.ids[card])
        state.emit("offer_empty", None, "51S-3.55", colour=COLOURS[colour])


def play(state: FiftyFirstState, seat: int, move: int) -> None:
    """Discard the card to the pile of its colour, pay its cost and gain its goods (51S-3.56)."""
    card = move - state.layout.play
    leave_hand(state, seat, card)
    put_on_discard(state, card)
    if state.log is not None:
        state.emit("connection_played", seat, "51S-3.56", card=state.layout.ids[card])
    cost = state.layout.connection_cost[card - state.layout.location_count]
    pay(state, seat, cost, "51S-3.56", Played(seat, card))


@FRAMES.auto(Played, "51S-3.58")
def played(state: FiftyFirstState, frame: CardFrame) -> None:
    gain(state, frame.seat, state.layout.connection_gain[frame.card - state.layout.location_count], "51S-3.58")
