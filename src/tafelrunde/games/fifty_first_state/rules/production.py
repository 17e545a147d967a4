"""The production phase and all other ways to gain a production (51S-2, R.28 to R.30, R.34, R.42, R.47 to R.50)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame, TypedFrame
from tafelrunde.core.seats import clockwise
from tafelrunde.games.fifty_first_state.frames import (
    Choose,
    Copy,
    Copying,
    PerProduced,
    Produce,
    Production,
    ProductionEnd,
    RefFrame,
    SeatFrame,
    Target,
    Yields,
)
from tafelrunde.games.fifty_first_state.names import GOODS
from tafelrunde.games.fifty_first_state.rules.goods import gain
from tafelrunde.games.fifty_first_state.rules.layout import tell
from tafelrunde.games.fifty_first_state.rules.places import facts, fall_back, of_category, opponents
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.rules.round import begin_phase, note_trigger
from tafelrunde.games.fifty_first_state.state import GOOD_COUNT, NOBODY, REF, RUIN, STORED, USES, FiftyFirstState, Goods

Run = Callable[[FiftyFirstState, int, int, int, tuple[Any, ...], bool, str], None]
"""The signature of a production: state, receiver, owner, location, terms, counted, rule (see ``yield_from``)."""

AT_ONCE, BY_CHOICE, BY_COPYING, PER_PRODUCED, BY_REDIRECTING = range(5)
"""The step of the production phase in which a location produces (51S-2.9)."""


@FRAMES.auto(Production, "51S-2.1")
def production_phase(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Ask for the targets of Suppliers first, then produce player by player in turn order (51S-2.2, R.30)."""
    begin_phase(state, "production", "51S-2.1")
    state.produced = [0] * len(state.produced)
    state.redirected = ()
    order = clockwise(state.players, state.first)
    suppliers = [
        Target(seat, "redirect") for seat in order for ref in facts(state, seat).producing if _step(state, ref) == BY_REDIRECTING
    ]
    state.push(*suppliers, *(Produce(seat) for seat in order), ProductionEnd())


def _step(state: FiftyFirstState, ref: int) -> int:
    """The step in which a production location produces (51S-2.9)."""
    production = state.layout.production_of[ref]
    assert production is not None
    return production.step


@FRAMES.auto(ProductionEnd, "51S-2.10")
def production_end(state: FiftyFirstState, frame: TypedFrame) -> None:
    state.redirected = ()
    note_trigger(state)


@FRAMES.auto(Produce, "51S-2.9")
def produce(state: FiftyFirstState, frame: SeatFrame) -> None:
    """Carry out one player's production in the order of 51S-2.9; questions are put on the stack."""
    seat = frame.seat
    layout = state.layout
    if state.log is not None:
        state.emit("produces", seat, "51S-2.2" if seat == state.first else "51S-R.34")
    _return_stored(state, seat)
    gain(state, seat, layout.faction_gain[state.factions[seat]], "51S-2.3", counted=True)
    for card in state.deals[seat]:
        gain(state, seat, layout.deal_gain[card], "51S-2.4", counted=True)
    taken = {ref for _, owner, ref in state.redirected if owner == seat}
    choices: list[Frame] = []
    stations: list[tuple[int, int]] = []
    for place in state.states[seat]:
        ref = place[REF]
        production = layout.production_of[ref]
        if place[USES] == RUIN:
            if state.log is not None:
                state.emit("yields_nothing", seat, "51S-2.8", place=layout.key_of[ref])
            continue
        if production is None or ref in taken:
            continue
        if production.step == AT_ONCE:
            production.run(state, seat, seat, ref, production.terms, True, "51S-2.5")
        elif production.step == BY_CHOICE:
            choices.append(Yields(seat, ref))
        elif production.step == BY_COPYING:
            stations.append((seat, ref))
    received = [(owner, ref) for receiver, owner, ref in state.redirected if receiver == seat]
    queue = (*stations, *received)
    if queue:
        state.push(*choices, Copying(seat, queue, ()))
    else:
        state.push(*choices, PerProduced(seat, ()))


def _return_stored(state: FiftyFirstState, seat: int) -> None:
    """Return goods that were kept at the last clean-up; they do not count as produced (51S-2.6)."""
    if not any(place[STORED] for place in state.states[seat]):
        return
    for place in state.states[seat]:
        if place[STORED]:
            back = fall_back(state, seat, (*place[:3], (), *place[4:]))
            if state.log is not None:
                state.emit("stored_back", seat, "51S-2.6", place=state.layout.key_of[place[REF]], goods=tell(back))
    state.states[seat] = tuple((*place[:4], (), place[5]) for place in state.states[seat])


@FRAMES.auto(Yields, "51S-2.5")
def yield_frame(state: FiftyFirstState, frame: RefFrame) -> None:
    yield_from(state, frame.seat, frame.seat, frame.ref, True, "51S-2.5")


def yield_from(state: FiftyFirstState, receiver: int, owner: int, ref: int, counted: bool, rule: str) -> None:
    """Give ``receiver`` what a location of ``owner`` produces; categories count in the owner's state (51S-9.5).

    ``counted``: the receiver gains it in the production phase (51S-R.28). A building bonus never comes with it (51S-R.29).
    """
    production = state.layout.production_of[ref]
    assert production is not None
    production.run(state, receiver, owner, ref, production.terms, counted, rule)


def gain_goods(
    state: FiftyFirstState, receiver: int, owner: int, ref: int, terms: tuple[Any, ...], counted: bool, rule: str
) -> None:  # fmt: skip
    gain(state, receiver, terms, "51S-CARD.fixed_production" if rule == "51S-2.5" else rule, counted)


def gain_per_category(
    state: FiftyFirstState, receiver: int, owner: int, ref: int, terms: tuple[Any, ...], counted: bool, rule: str
) -> None:  # fmt: skip
    per_category(state, receiver, owner, ref, terms, counted, rule, "51S-CARD.production_per_category")


def choose_good(
    state: FiftyFirstState, receiver: int, owner: int, ref: int, terms: tuple[Any, ...], counted: bool, rule: str
) -> None:  # fmt: skip
    state.stack.append(Choose(receiver, terms, counted, "51S-CARD.production_choice"))


def copy_own(
    state: FiftyFirstState, receiver: int, owner: int, ref: int, terms: tuple[Any, ...], counted: bool, rule: str
) -> None:  # fmt: skip
    """Copy another of the seat's productions when the card is built; the production phase has a separate step for copying."""
    state.stack.append(Copy(receiver, "build", ref, (), ()))


def nothing_to_redirect(
    state: FiftyFirstState, receiver: int, owner: int, ref: int, terms: tuple[Any, ...], counted: bool, rule: str
) -> None:  # fmt: skip
    if state.log is not None:
        state.emit("no_phase_to_redirect", receiver, "51S-R.30", place=state.layout.key_of[ref])


def per_category(
    state: FiftyFirstState,
    receiver: int,
    owner: int,
    ref: int,
    terms: tuple[Any, ...],
    counted: bool,
    rule: str,
    card_rule: str,
) -> None:
    """Give one good for each location of a category, including this one, up to the printed number (51S-9.2, 9.6)."""
    good, bit, most = terms
    found = of_category(state, owner, bit)
    n = min(found, most)
    if n:
        gain(state, receiver, ((good, n),), rule, counted)
    if state.log is not None:
        key = state.layout.key_of[ref]
        why = "51S-9.5" if receiver != owner else "51S-9.2" if rule == "51S-2.5" else card_rule
        state.emit("per_category", receiver, why, place=key, n=n, found=found)
        if found > most:
            state.emit("limited", receiver, "51S-R.43", place=key, n=most)


def gain_per_produced(
    state: FiftyFirstState, receiver: int, owner: int, ref: int, terms: tuple[Any, ...], counted: bool, rule: str
) -> None:  # fmt: skip
    """Count what the receiver has produced, even if another seat owns the location (51S-R.47)."""
    produced, good, most = terms
    found = state.produced[receiver * GOOD_COUNT + produced]
    n = min(found, most)
    if n:
        gain(state, receiver, ((good, n),), rule, counted)
    if state.log is not None:
        why, key = "51S-CARD.production_per_produced", state.layout.key_of[ref]
        state.emit("per_produced", receiver, why, place=key, n=n, found=found, good=GOODS[produced])


# --- choices -------------------------------------------------------------------------------------


@FRAMES.asks(Choose, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_choose(state: FiftyFirstState, frame: Choose) -> list[int]:
    """Ask for exactly one of the listed goods (51S-7.12)."""
    first = state.layout.choose
    return [first + option[0][0] for option in frame.options]


@FRAMES.resolves(Choose)
def resolve_choose(state: FiftyFirstState, frame: Choose, move: int) -> None:
    seat, options, counted, rule = frame.seat, frame.options, frame.counted, frame.rule
    good = move - state.layout.choose
    chosen = next(option for option in options if option[0][0] == good)
    if state.log is not None:
        state.emit("chose", seat, "51S-7.12", goods=tell(chosen))
    gain(state, seat, chosen, rule, counted)


@FRAMES.describes(Choose)
def describe_choose(state: FiftyFirstState, frame: Choose) -> dict[str, object]:
    return {"goods": [GOODS[option[0][0]] for option in frame.options]}


# --- copying and redirecting ---------------------------------------------------------------------


def copyable(state: FiftyFirstState, seat: int, besides: int = NOBODY) -> list[int]:
    """The production locations of a state that another card can copy or redirect (51S-R.29)."""
    able = state.layout.copyable_of
    return [place[REF] for place in state.states[seat] if place[USES] != RUIN and place[REF] != besides and able[place[REF]]]


@FRAMES.auto(Copying, "51S-2.9")
def copying(state: FiftyFirstState, frame: Copying) -> None:
    """Carry out copied and redirected productions one after another; payouts per produced good wait for their step
    (51S-R.49)."""
    seat, queue, deferred = frame.seat, frame.queue, frame.deferred
    if not queue:
        state.stack.append(PerProduced(seat, deferred))
        return
    (owner, ref), rest = queue[0], queue[1:]
    if owner == seat:
        state.stack.append(Copy(seat, "phase", ref, rest, deferred))
    else:
        if state.log is not None:
            state.emit("redirected", seat, "51S-R.42", owner=owner, place=state.layout.key_of[ref])
        _receive(state, seat, owner, ref, rest, deferred)


def _receive(
    state: FiftyFirstState, seat: int, owner: int, ref: int, rest: tuple[tuple[int, int], ...], deferred: tuple[int, ...]
) -> None:  # fmt: skip
    """Receive a copied or redirected production now, or postpone it to the step of payouts per produced good."""
    if _step(state, ref) == PER_PRODUCED:
        if state.log is not None:
            state.emit("put_off", seat, "51S-R.49", place=state.layout.key_of[ref])
        state.stack.append(Copying(seat, rest, (*deferred, ref)))
        return
    state.stack.append(Copying(seat, rest, deferred))
    yield_from(state, seat, owner, ref, True, "51S-2.9")


_COPY_RULES = {"phase": "51S-CARD.power_station", "build": "51S-CARD.power_station", "action": "51S-CARD.production_manager"}


@FRAMES.asks(Copy, lambda state, frame: _COPY_RULES[frame.context], answer=PUBLIC, moves=PUBLIC)
def ask_copy(state: FiftyFirstState, frame: Copy) -> list[int]:
    """Ask for another of the seat's production locations that does not copy itself (51S-CARD.power_station,
    CARD.production_manager, R.29)."""
    copy = state.layout.copy
    return [copy[ref] for ref in copyable(state, frame.seat, frame.besides)]


@FRAMES.lapses(Copy)
def lapse_copy(state: FiftyFirstState, frame: Copy) -> None:
    seat, context, rest, deferred = frame.seat, frame.context, frame.rest, frame.deferred
    if state.log is not None:
        state.emit("nothing_to_copy", seat, _COPY_RULES[context])
    if context == "phase":
        state.stack.append(Copying(seat, rest, deferred))


@FRAMES.resolves(Copy)
def resolve_copy(state: FiftyFirstState, frame: Copy, move: int) -> None:
    seat, context, rest, deferred = frame.seat, frame.context, frame.rest, frame.deferred
    ref = state.layout.ref_of_move[move]
    if state.log is not None:
        taken = any(owner == seat and redirected == ref for _, owner, redirected in state.redirected)
        state.emit("copied", seat, "51S-R.50" if taken else _COPY_RULES[context], place=state.layout.key_of[ref])
    if context == "phase":
        _receive(state, seat, seat, ref, rest, deferred)
    else:
        yield_from(state, seat, seat, ref, False, _COPY_RULES[context])


def target_rule(state: FiftyFirstState, frame: Target) -> str:
    return "51S-CARD.suppliers" if frame.purpose == "redirect" else "51S-CARD.suppliers_bonus"


@FRAMES.asks(Target, target_rule, answer=PUBLIC, moves=PUBLIC)
def ask_target(state: FiftyFirstState, frame: Target) -> list[int]:
    """Ask for a production location of an opponent; during building, of an opponent who has not passed
    (51S-CARD.suppliers_bonus)."""
    target = state.layout.target
    return [target[other][ref] for other in opponents(state, frame.seat) for ref in copyable(state, other)]


@FRAMES.lapses(Target)
def lapse_target(state: FiftyFirstState, frame: Target) -> None:
    if state.log is not None:
        state.emit("no_target", frame.seat, target_rule(state, frame))


@FRAMES.resolves(Target)
def resolve_target(state: FiftyFirstState, frame: Target, move: int) -> None:
    seat, purpose = frame.seat, frame.purpose
    owner, ref = state.layout.seat_of_move[move], state.layout.ref_of_move[move]
    if state.log is not None:
        rule = "51S-R.30" if purpose == "redirect" else "51S-CARD.suppliers_bonus"
        state.emit("targeted", seat, rule, owner=owner, place=state.layout.key_of[ref])
    if purpose == "redirect":
        state.redirected += ((seat, owner, ref),)
    else:
        yield_from(state, seat, owner, ref, False, "51S-CARD.suppliers_bonus")


# --- the last steps of a production --------------------------------------------------------------


@FRAMES.auto(PerProduced, "51S-CARD.production_per_produced")
def per_produced(state: FiftyFirstState, frame: PerProduced) -> None:
    """Pay per produced good: the seat's own locations, then copied or redirected ones (51S-2.9, R.49); features follow."""
    seat, deferred = frame.seat, frame.deferred
    taken = {ref for _, owner, ref in state.redirected if owner == seat}
    own = facts(state, seat)
    for ref in own.producing:
        if _step(state, ref) == PER_PRODUCED and ref not in taken:
            yield_from(state, seat, seat, ref, True, "51S-2.5")
    for ref in deferred:
        yield_from(state, seat, seat, ref, True, "51S-R.47")
    if own.thresholds:
        thresholds(state, seat)


THRESHOLD_RULES = {
    "armed_merchants": "51S-CARD.armed_merchants",
    "patriot_tower": "51S-CARD.patriot_tower",
    "dream_city": "51S-CARD.dream_city",
}


def thresholds(state: FiftyFirstState, seat: int) -> None:
    """Apply features that depend on the goods gained in this production phase, each once (51S-CARD.produced_threshold, R.28).

    The reward of one counts for the others, so the check repeats until no further feature applies.
    """
    waiting = list(facts(state, seat).thresholds)
    reached = True
    while reached and waiting:
        reached = False
        for ref in waiting:
            if _reaches_threshold(state, seat, ref):
                waiting.remove(ref)
                reached = True
                break
    if state.log is not None:
        for ref in waiting:
            _, n, found = _threshold(state, seat, ref)
            state.emit("below_threshold", seat, "51S-R.28", place=state.layout.key_of[ref], n=n, found=found)


def _threshold(state: FiftyFirstState, seat: int, ref: int) -> tuple[Goods, int, int]:
    """The reward of a feature, its threshold and the number gained so far."""
    terms = state.layout.threshold[state.layout.card_of[ref]]
    assert terms is not None
    goods, n, reward = terms
    base = seat * GOOD_COUNT
    return reward, n, sum(state.produced[base + good] for good in goods)


def _reaches_threshold(state: FiftyFirstState, seat: int, ref: int) -> bool:
    reward, n, found = _threshold(state, seat, ref)
    if found < n:
        return False
    rule = THRESHOLD_RULES.get(state.layout.ids[state.layout.card_of[ref]], "51S-CARD.produced_threshold")
    gain(state, seat, reward, rule, counted=True)
    return True
