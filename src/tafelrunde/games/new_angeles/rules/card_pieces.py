"""Action cards resolved: pieces and unrest (NA-ACT, NA-EMG, NA-R.9, R.10, R.55)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.layout import ALL_DISTRICTS
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
from tafelrunde.games.new_angeles.verbs import DISTRICTS, DONE, REMOVABLE

REMOVED = tuple(PIECES.index(piece) for piece in REMOVABLE)


@FRAMES.auto("effect", "NA-1.5")
def effect(state: AngelesState, frame: Frame) -> None:
    """An offer's effect: its operations in order, bound by what was declared for it."""
    _, seat, card, at = frame
    clear_effect(state)
    state.resolver, state.resolving = seat, card
    state.illness_off = state.layout.illness_exempt[card]
    state.bound = next((answers for place_, answers in state.declared if place_ == at), ())
    if state.log is not None:
        rule, also = state.layout.card_rules[card], _rulings(state.game.card_frames[card])  # type: ignore[attr-defined]
        state.emit("resolves", seat, rule, also=also, card=state.layout.cards[card])
    state.push(*((kind, seat, *rest) for kind, _, *rest in state.game.card_frames[card]))  # type: ignore[attr-defined]


def _rulings(frames: tuple[Frame, ...]) -> tuple[str, ...]:
    """The ruling under which a card that places several pieces is carried out."""
    several = sum(frame[0] == "place" for frame in frames) > 1
    return ("NA-1.5", "NA-R.38") if several else ("NA-1.5",)


@FRAMES.auto("effect_end", "NA-33.0")
def effect_end(state: AngelesState, frame: Frame) -> None:
    """If a district with illness was affected, threat rises by 2, once for the card (NA-33.0, NA-33.5)."""
    affected, resolver = state.affected, state.resolver
    clear_effect(state)
    if affected:
        state.raised[resolver] += state.layout.illness_threat
        raise_threat(state, state.layout.illness_threat, "NA-33.0", ("NA-13.2", "NA-33.5", "NA-R.2"), illness=True)


# --- removing and placing ------------------------------------------------------------------------


@asks("remove", answer=PUBLIC)
def ask_remove(state: AngelesState, frame: Frame) -> list[int]:
    """A piece that is there; up-to parts can be ended (NA-R.55)."""
    _, _, _, pieces, left, optional, _, paid = frame
    if not left or (paid and not state.paid):
        return []
    moves: list[int] = []
    for piece in pieces:
        moves += state.layout.remove_moves[piece][state.city[piece]]
    if optional and moves:
        moves.append(DONE)
    return moves


@resolves("remove")
def resolve_remove(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, pieces, left, optional, cost, paid = frame
    if move == DONE:
        return
    piece, district = divmod(move - state.verbs.remove, DISTRICTS)
    state.picked = (*state.picked, district)
    state.same = district
    if cost:
        state.paid = True
        state.picked = ()
    state.push((kind, seat, rule, pieces, left - 1, optional, cost, paid))
    remove(state, REMOVED[piece], district, rule)


@FRAMES.auto("clear", "NA-17.0")
def clear(state: AngelesState, frame: Frame) -> None:
    """All enemy units of the chosen district are removed, if the cost was paid (NA-R.10)."""
    if state.paid:
        _clear(state, state.same, frame[2])


def _clear(state: AngelesState, district: int, rule: str) -> None:
    affect(state, 1 << district, "NA-33.2")
    for piece in ENEMIES:
        if state.city[piece] >> district & 1:
            remove(state, piece, district, rule)


@asks("clear_other", answer=PUBLIC)
def ask_clear_other(state: AngelesState, frame: Frame) -> list[int]:
    """Another district of the same tier that holds an enemy unit (NA-R.55)."""
    if not state.paid:
        return []
    layout, city = state.layout, state.city
    mask = layout.tiers[layout.tier_of[state.same]] & (city[HUMAN_FIRST] | city[ORGCRIME]) & ~(1 << state.same)
    return [state.verbs.district + d for d in bits(mask)]


@resolves("clear_other")
def resolve_clear_other(state: AngelesState, frame: Frame, move: int) -> None:
    _clear(state, move - state.verbs.district, frame[2])


@asks("place", answer=PUBLIC)
def ask_place(state: AngelesState, frame: Frame) -> tuple[int, ...]:
    """Any district, even one where it fails (NA-R.9); as a cost only where it succeeds (NA-R.10)."""
    _, _, _, piece, cost = frame
    mask = ALL_DISTRICTS
    if cost:
        mask = mask & ~state.city[piece] if in_reserve(state, piece) else 0
    return state.layout.place_moves[piece][mask]


@resolves("place")
def resolve_place(state: AngelesState, frame: Frame, move: int) -> None:
    _, _, rule, piece, cost = frame
    district = (move - state.verbs.place) % DISTRICTS
    state.same = district
    if cost:
        state.paid = True
        if piece == PRISEC:
            _arrest(state, district, rule)
            return
    place(state, piece, district, rule)


def _arrest(state: AngelesState, district: int, rule: str) -> None:
    """Enemy units are removed as the prisec unit comes; it does not move them first (NA-R.11)."""
    affect(state, 1 << district)
    state.city[PRISEC] |= 1 << district
    if state.log is not None:
        state.emit("placed", None, rule, also=("NA-R.11", "NA-R.10", "NA-34.0"), piece="prisec", district=district + 1)


@FRAMES.lapses("place")
def cannot_place(state: AngelesState, frame: Frame) -> None:
    if state.log is not None:
        state.emit("cost_unpaid", frame[1], "NA-R.10")


@FRAMES.lapses("remove")
def nothing_removed(state: AngelesState, frame: Frame) -> None:
    if frame[6] and frame[4] and state.log is not None:
        state.emit("cost_unpaid", frame[1], "NA-R.10")


@FRAMES.auto("place_same", "NA-34.0")
def place_same(state: AngelesState, frame: Frame) -> None:
    """In the district just cleared, if there is one and the piece is missing there."""
    if state.same != NOBODY and not state.city[frame[3]] >> state.same & 1:
        place(state, frame[3], state.same, frame[2])


@FRAMES.auto("enemies_move", "NA-62.0")
def enemies_move(state: AngelesState, frame: Frame) -> None:
    """Enemy units move where prisec stands now; without a unit in the reserve nothing drives them out (NA-41.2)."""
    if state.same != NOBODY and state.city[PRISEC] >> state.same & 1:
        drive_out(state, state.same, frame[2])


@asks("place_back", answer=PUBLIC)
def ask_place_back(state: AngelesState, frame: Frame) -> tuple[int, ...]:
    """One of the districts something was removed from; skipped if there is none."""
    mask = 0
    for district in state.picked:
        mask |= 1 << district
    return state.layout.place_moves[frame[3]][mask]


@resolves("place_back")
def resolve_place_back(state: AngelesState, frame: Frame, move: int) -> None:
    place(state, frame[3], (move - state.verbs.place) % DISTRICTS, frame[2])


# --- unrest --------------------------------------------------------------------------------------


def _unquiet(state: AngelesState) -> int:
    return state.city[PROTEST] | state.city[STRIKE]


@asks("lower_one", answer=PUBLIC)
def ask_lower_one(state: AngelesState, frame: Frame) -> tuple[int, ...]:
    """A district in protest or strike; any district where there is none (NA-R.55)."""
    return state.layout.lower_moves[_unquiet(state) or ALL_DISTRICTS]


@resolves("lower_one")
def resolve_lower_one(state: AngelesState, frame: Frame, move: int) -> None:
    lower_unrest(state, move - state.verbs.lower, frame[3], frame[2])


@asks("lower_each", answer=PUBLIC)
def ask_lower_each(state: AngelesState, frame: Frame) -> list[int]:
    """Up to so many different districts, one stage each."""
    mask = _unquiet(state)
    for district in state.picked:
        mask &= ~(1 << district)
    return [*state.layout.lower_moves[mask], DONE] if frame[3] and mask else []


@resolves("lower_each")
def resolve_lower_each(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left = frame
    if move != DONE:
        state.picked = (*state.picked, move - state.verbs.lower)
        state.push((kind, seat, rule, left - 1))
        lower_unrest(state, move - state.verbs.lower, 1, rule)


@asks("lower_any", answer=PUBLIC)
def ask_lower_any(state: AngelesState, frame: Frame) -> list[int]:
    """Up to so many stages in total, anywhere."""
    mask = _unquiet(state)
    return [*state.layout.lower_moves[mask], DONE] if frame[3] and mask else []


@resolves("lower_any")
def resolve_lower_any(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left = frame
    if move != DONE:
        state.push((kind, seat, rule, left - 1))
        lower_unrest(state, move - state.verbs.lower, 1, rule)


@asks("lower_or_remove", answer=PUBLIC)
def ask_lower_or_remove(state: AngelesState, frame: Frame) -> tuple[int, ...]:
    """An alternative that can do nothing only where none can do anything (NA-R.55)."""
    _, _, _, _, piece = frame
    unquiet, there = _unquiet(state), state.city[piece]
    if not unquiet and not there:
        return state.layout.lower_moves[ALL_DISTRICTS]
    return state.layout.lower_moves[unquiet] + state.layout.remove_moves[piece][there]


@resolves("lower_or_remove")
def resolve_lower_or_remove(state: AngelesState, frame: Frame, move: int) -> None:
    _, _, rule, stages, piece = frame
    if state.verbs.lower <= move < state.verbs.lower + DISTRICTS:
        lower_unrest(state, move - state.verbs.lower, stages, rule)
    else:
        remove(state, piece, (move - state.verbs.remove) % DISTRICTS, rule)


def _calm(state: AngelesState) -> int:
    """Districts neither in strike nor in outage."""
    return ALL_DISTRICTS & ~(state.city[STRIKE] | state.city[OUTAGE])


@asks("raise", answer=PUBLIC)
def ask_raise(state: AngelesState, frame: Frame) -> tuple[int, ...]:
    """Different districts in which unrest can rise (NA-R.39)."""
    mask = _calm(state)
    for district in frame[4]:
        mask &= ~(1 << district)
    return state.layout.raise_moves[mask] if frame[3] else ()


@resolves("raise")
def resolve_raise(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left, raised = frame
    if left > 1:
        state.push((kind, seat, rule, left - 1, (*raised, move - state.verbs.raises)))
    raise_unrest(state, move - state.verbs.raises, rule)


@FRAMES.auto("raise_back", "NA-61.1")
def raise_back(state: AngelesState, frame: Frame) -> None:
    for district in state.picked:
        raise_unrest(state, district, frame[2])


@asks("pick_district", answer=PUBLIC)
def ask_pick_district(state: AngelesState, frame: Frame) -> list[int]:
    return [state.verbs.district + d for d in bits(_calm(state))]


@resolves("pick_district")
def resolve_pick_district(state: AngelesState, frame: Frame, move: int) -> None:
    state.same = move - state.verbs.district
    affect(state, 1 << state.same, "NA-33.2")


@FRAMES.auto("produce", "NA-43.6")
def produce_now(state: AngelesState, frame: Frame) -> None:
    """Production ordered by a card, in spite of orgcrime (NA-43.6, NA-R.58)."""
    if state.same != NOBODY:
        if state.log is not None:
            state.emit("produces", None, "NA-43.6", also=(frame[2], "NA-R.58"), district=state.same + 1)
        produce(state, state.same, frame[2], despite_crime=True)


@FRAMES.auto("strike", "NA-R.39")
def set_strike(state: AngelesState, frame: Frame) -> None:
    """Unrest goes straight to strike (NA-R.39)."""
    if state.same != NOBODY:
        bit = 1 << state.same
        state.city[PROTEST] &= ~bit
        state.city[STRIKE] |= bit
        if state.log is not None:
            state.emit("unrest_up", None, frame[2], also=("NA-R.39",), district=state.same + 1, stage="strike")


# --- androids ------------------------------------------------------------------------------------


@asks("androids", answer=PUBLIC)
def ask_androids(state: AngelesState, frame: Frame) -> list[int]:
    """An android not yet moved by this card, to a district without one (NA-7.2, NA-R.37)."""
    _, _, _, left, optional = frame
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


@resolves("androids")
def resolve_androids(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left, optional = frame
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
    state.push((kind, seat, rule, left - 1, optional))
