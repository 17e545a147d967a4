"""Resolution of action cards: pieces and unrest (NA-ACT, NA-EMG, NA-R.9, R.10, R.55)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame, TypedFrame
from tafelrunde.games.new_angeles.frames import (
    Androids,
    Clear,
    ClearOther,
    Effect,
    EffectEnd,
    EnemiesMove,
    LowerAny,
    LowerEach,
    LowerOne,
    LowerOrRemove,
    NumberFrame,
    PickDistrict,
    PieceFrame,
    Place,
    PlaceBack,
    PlaceSame,
    Produce,
    Raise,
    RaiseBack,
    Remove,
    RuleFrame,
    Strike,
)
from tafelrunde.games.new_angeles.layout import ALL_DISTRICTS
from tafelrunde.games.new_angeles.numbers import DISTRICTS, DONE, REMOVABLE
from tafelrunde.games.new_angeles.rules.card_choices import asks, resolves
from tafelrunde.games.new_angeles.rules.city import (
    ENEMIES,
    affect,
    contract,
    drive_out,
    in_reserve,
    lower_unrest,
    place,
    raise_threat,
    raise_unrest,
    remove,
)
from tafelrunde.games.new_angeles.rules.registry import FRAMES
from tafelrunde.games.new_angeles.rules.rounds import produce
from tafelrunde.games.new_angeles.rules.setup import clear_effect
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    HUMAN_FIRST,
    NOBODY,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    AngelesState,
    bits,
)
from tafelrunde.games.new_angeles.terms import PIECES

REMOVED = tuple(PIECES.index(piece) for piece in REMOVABLE)


@FRAMES.auto(Effect, "NA-1.5")
def effect(state: AngelesState, frame: Effect) -> None:
    """Carry out an offer's effect: its operations in order, bound by the declaration if there is one."""
    seat, card, at = frame.seat, frame.card, frame.place
    clear_effect(state)
    state.resolver, state.resolving = seat, card
    state.illness_off = state.layout.illness_exempt[card]
    state.bound = next((answers for place_, answers in state.declared if place_ == at), ())
    if state.log is not None:
        rule, also = state.layout.card_rules[card], _rulings(state.game.card_frames[card][seat])  # type: ignore[attr-defined]
        state.emit("resolves", seat, rule, also=also, card=state.layout.cards[card])
    state.push(*state.game.card_frames[card][seat])  # type: ignore[attr-defined]


def _rulings(frames: tuple[Frame, ...]) -> tuple[str, ...]:
    """The ruling under which a card that places several pieces is carried out."""
    several = sum(isinstance(frame, Place) for frame in frames) > 1
    return ("NA-1.5", "NA-R.38") if several else ("NA-1.5",)


@FRAMES.auto(EffectEnd, "NA-33.0")
def effect_end(state: AngelesState, frame: TypedFrame) -> None:
    """Raise threat by 2, once per card, if a district with illness was affected (NA-33.0, NA-33.5)."""
    affected, resolver = state.affected, state.resolver
    clear_effect(state)
    if affected:
        state.raised[resolver] += state.layout.illness_threat
        raise_threat(state, state.layout.illness_threat, "NA-33.0", ("NA-13.2", "NA-33.5", "NA-R.2"), illness=True)


# --- removing and placing ------------------------------------------------------------------------


@asks(Remove, answer=PUBLIC)
def ask_remove(state: AngelesState, frame: Remove) -> list[int]:
    """Ask for a piece to remove; optional removals can be ended early (NA-R.55)."""
    pieces, left, optional, paid = frame.pieces, frame.left, frame.optional, frame.paid
    if not left or (paid and not state.paid):
        return []
    moves: list[int] = []
    for piece in pieces:
        moves += state.layout.remove_moves[piece][state.city[piece]]
    if optional and moves:
        moves.append(DONE)
    return moves


@resolves(Remove)
def resolve_remove(state: AngelesState, frame: Remove, move: int) -> None:
    seat, rule, pieces, left, optional, cost, paid = (
        frame.seat,
        frame.rule,
        frame.pieces,
        frame.left,
        frame.optional,
        frame.cost,
        frame.paid,
    )
    if move == DONE:
        return
    piece, district = divmod(move - state.verbs.remove, DISTRICTS)
    state.picked = (*state.picked, district)
    state.same = district
    if cost:
        state.paid = True
        state.picked = ()
    state.push(Remove(seat, rule, pieces, left - 1, optional, cost, paid))
    remove(state, REMOVED[piece], district, rule)


@FRAMES.auto(Clear, "NA-17.0")
def clear(state: AngelesState, frame: RuleFrame) -> None:
    """Remove all enemy units of the chosen district, if the cost was paid (NA-R.10)."""
    if state.paid:
        _clear(state, state.same, frame.rule)


def _clear(state: AngelesState, district: int, rule: str) -> None:
    affect(state, 1 << district, "NA-33.2")
    for piece in ENEMIES:
        if state.city[piece] >> district & 1:
            remove(state, piece, district, rule)


@asks(ClearOther, answer=PUBLIC)
def ask_clear_other(state: AngelesState, frame: RuleFrame) -> list[int]:
    """Ask for another district of the same tier with an enemy unit (NA-R.55)."""
    if not state.paid:
        return []
    layout, city = state.layout, state.city
    mask = layout.tiers[layout.tier_of[state.same]] & (city[HUMAN_FIRST] | city[ORGCRIME]) & ~(1 << state.same)
    return [state.verbs.district + d for d in bits(mask)]


@resolves(ClearOther)
def resolve_clear_other(state: AngelesState, frame: RuleFrame, move: int) -> None:
    _clear(state, move - state.verbs.district, frame.rule)


@asks(Place, answer=PUBLIC)
def ask_place(state: AngelesState, frame: Place) -> tuple[int, ...]:
    """Ask for any district, even one where the placement fails (NA-R.9); for a cost, only where it succeeds (NA-R.10)."""
    piece, cost = frame.piece, frame.cost
    mask = ALL_DISTRICTS
    if cost:
        mask = mask & ~state.city[piece] if in_reserve(state, piece) else 0
    return state.layout.place_moves[piece][mask]


@resolves(Place)
def resolve_place(state: AngelesState, frame: Place, move: int) -> None:
    rule, piece, cost = frame.rule, frame.piece, frame.cost
    district = (move - state.verbs.place) % DISTRICTS
    state.same = district
    if cost:
        state.paid = True
        if piece == PRISEC:
            _arrest(state, district, rule)
            return
    place(state, piece, district, rule)


def _arrest(state: AngelesState, district: int, rule: str) -> None:
    """Remove enemy units when the prisec unit arrives; it does not move them first (NA-R.11)."""
    affect(state, 1 << district)
    state.city[PRISEC] |= 1 << district
    if state.log is not None:
        state.emit("placed", None, rule, also=("NA-R.11", "NA-R.10", "NA-34.0"), piece="prisec", district=district + 1)


@FRAMES.lapses(Place)
def cannot_place(state: AngelesState, frame: Place) -> None:
    if state.log is not None:
        state.emit("cost_unpaid", frame.seat, "NA-R.10")


@FRAMES.lapses(Remove)
def nothing_removed(state: AngelesState, frame: Remove) -> None:
    if frame.cost and frame.left and state.log is not None:
        state.emit("cost_unpaid", frame.seat, "NA-R.10")


@FRAMES.auto(PlaceSame, "NA-34.0")
def place_same(state: AngelesState, frame: PieceFrame) -> None:
    """Place in the district that was just cleared, if there is one and the piece is missing there."""
    if state.same != NOBODY and not state.city[frame.piece] >> state.same & 1:
        place(state, frame.piece, state.same, frame.rule)


@FRAMES.auto(EnemiesMove, "NA-62.0")
def enemies_move(state: AngelesState, frame: RuleFrame) -> None:
    """Move enemy units away from prisec; without a unit in the reserve nothing drives them out (NA-41.2)."""
    if state.same != NOBODY and state.city[PRISEC] >> state.same & 1:
        drive_out(state, state.same, frame.rule)


@asks(PlaceBack, answer=PUBLIC)
def ask_place_back(state: AngelesState, frame: PieceFrame) -> tuple[int, ...]:
    """Ask for one of the districts from which something was removed; skipped if there is none."""
    mask = 0
    for district in state.picked:
        mask |= 1 << district
    return state.layout.place_moves[frame.piece][mask]


@resolves(PlaceBack)
def resolve_place_back(state: AngelesState, frame: PieceFrame, move: int) -> None:
    place(state, frame.piece, (move - state.verbs.place) % DISTRICTS, frame.rule)


# --- unrest --------------------------------------------------------------------------------------


def _unquiet(state: AngelesState) -> int:
    return state.city[PROTEST] | state.city[STRIKE]


@asks(LowerOne, answer=PUBLIC)
def ask_lower_one(state: AngelesState, frame: NumberFrame) -> tuple[int, ...]:
    """Ask for a district in protest or strike, or for any district if there is none (NA-R.55)."""
    return state.layout.lower_moves[_unquiet(state) or ALL_DISTRICTS]


@resolves(LowerOne)
def resolve_lower_one(state: AngelesState, frame: NumberFrame, move: int) -> None:
    lower_unrest(state, move - state.verbs.lower, frame.n, frame.rule)


@asks(LowerEach, answer=PUBLIC)
def ask_lower_each(state: AngelesState, frame: NumberFrame) -> list[int]:
    """Ask for a limited number of different districts, one stage each."""
    mask = _unquiet(state)
    for district in state.picked:
        mask &= ~(1 << district)
    return [*state.layout.lower_moves[mask], DONE] if frame.n and mask else []


@resolves(LowerEach)
def resolve_lower_each(state: AngelesState, frame: NumberFrame, move: int) -> None:
    seat, rule, left = frame.seat, frame.rule, frame.n
    if move != DONE:
        state.picked = (*state.picked, move - state.verbs.lower)
        state.push(LowerEach(seat, rule, left - 1))
        lower_unrest(state, move - state.verbs.lower, 1, rule)


@asks(LowerAny, answer=PUBLIC)
def ask_lower_any(state: AngelesState, frame: NumberFrame) -> list[int]:
    """Ask for a limited number of stages in total, in any districts."""
    mask = _unquiet(state)
    return [*state.layout.lower_moves[mask], DONE] if frame.n and mask else []


@resolves(LowerAny)
def resolve_lower_any(state: AngelesState, frame: NumberFrame, move: int) -> None:
    seat, rule, left = frame.seat, frame.rule, frame.n
    if move != DONE:
        state.push(LowerAny(seat, rule, left - 1))
        lower_unrest(state, move - state.verbs.lower, 1, rule)


@asks(LowerOrRemove, answer=PUBLIC)
def ask_lower_or_remove(state: AngelesState, frame: LowerOrRemove) -> tuple[int, ...]:
    """Ask for an alternative; one without effect is offered only if all are without effect (NA-R.55)."""
    piece = frame.piece
    unquiet, there = _unquiet(state), state.city[piece]
    if not unquiet and not there:
        return state.layout.lower_moves[ALL_DISTRICTS]
    return state.layout.lower_moves[unquiet] + state.layout.remove_moves[piece][there]


@resolves(LowerOrRemove)
def resolve_lower_or_remove(state: AngelesState, frame: LowerOrRemove, move: int) -> None:
    rule, stages, piece = frame.rule, frame.stages, frame.piece
    if state.verbs.lower <= move < state.verbs.lower + DISTRICTS:
        lower_unrest(state, move - state.verbs.lower, stages, rule)
    else:
        remove(state, piece, (move - state.verbs.remove) % DISTRICTS, rule)


def _calm(state: AngelesState) -> int:
    """Districts without strike or outage."""
    return ALL_DISTRICTS & ~(state.city[STRIKE] | state.city[OUTAGE])


@asks(Raise, answer=PUBLIC)
def ask_raise(state: AngelesState, frame: Raise) -> tuple[int, ...]:
    """Ask for different districts in which unrest can rise (NA-R.39)."""
    mask = _calm(state)
    for district in frame.raised:
        mask &= ~(1 << district)
    return state.layout.raise_moves[mask] if frame.left else ()


@resolves(Raise)
def resolve_raise(state: AngelesState, frame: Raise, move: int) -> None:
    seat, rule, left, raised = frame.seat, frame.rule, frame.left, frame.raised
    if left > 1:
        state.push(Raise(seat, rule, left - 1, (*raised, move - state.verbs.raises)))
    raise_unrest(state, move - state.verbs.raises, rule)


@FRAMES.auto(RaiseBack, "NA-61.1")
def raise_back(state: AngelesState, frame: RuleFrame) -> None:
    for district in state.picked:
        raise_unrest(state, district, frame.rule)


@asks(PickDistrict, answer=PUBLIC)
def ask_pick_district(state: AngelesState, frame: RuleFrame) -> list[int]:
    return [state.verbs.district + d for d in bits(_calm(state))]


@resolves(PickDistrict)
def resolve_pick_district(state: AngelesState, frame: RuleFrame, move: int) -> None:
    state.same = move - state.verbs.district
    affect(state, 1 << state.same, "NA-33.2")


@FRAMES.auto(Produce, "NA-43.6")
def produce_now(state: AngelesState, frame: RuleFrame) -> None:
    """Produce as a card demands, in spite of orgcrime (NA-43.6, NA-R.58)."""
    if state.same != NOBODY:
        if state.log is not None:
            state.emit("produces", None, "NA-43.6", also=(frame.rule, "NA-R.58"), district=state.same + 1)
        produce(state, state.same, frame.rule, despite_crime=True)


@FRAMES.auto(Strike, "NA-R.39")
def set_strike(state: AngelesState, frame: RuleFrame) -> None:
    """Set unrest to strike (NA-R.39)."""
    if state.same != NOBODY:
        bit = 1 << state.same
        state.city[PROTEST] &= ~bit
        state.city[STRIKE] |= bit
        if state.log is not None:
            state.emit("unrest_up", None, frame.rule, also=("NA-R.39",), district=state.same + 1, stage="strike")


# --- androids ------------------------------------------------------------------------------------


@asks(Androids, answer=PUBLIC)
def ask_androids(state: AngelesState, frame: Androids) -> list[int]:
    """Ask for an android that this card has not yet moved, and a district without one (NA-7.2, NA-R.37)."""
    left, optional = frame.left, frame.optional
    if not left:
        return []
    there = state.city[ANDROID]
    goals = bits(ALL_DISTRICTS & ~there)
    movable = there
    for district in state.picked:
        movable &= ~(1 << district)
    table = state.layout.android_moves
    moves = [table[start][goal] for start in bits(movable) for goal in goals]
    if optional and moves:
        moves.append(DONE)
    return moves


@resolves(Androids)
def resolve_androids(state: AngelesState, frame: Androids, move: int) -> None:
    seat, rule, left, optional = frame.seat, frame.rule, frame.left, frame.optional
    if move == DONE:
        return
    start, goal = state.verbs.android_ends(move)
    affect(state, 1 << start | 1 << goal, "NA-R.4")
    state.city[ANDROID] = state.city[ANDROID] & ~(1 << start) | 1 << goal
    state.picked = (*state.picked, goal)
    if state.log is not None:
        also = ("NA-7.1", "NA-7.2", "NA-7.3", "NA-R.37")
        state.emit("android_moved", seat, rule, also=also, start=start + 1, district=goal + 1)
    if not state.haas_paid:
        state.haas_paid = True
        contract(state, "android_moved")
    state.push(Androids(seat, rule, left - 1, optional))
