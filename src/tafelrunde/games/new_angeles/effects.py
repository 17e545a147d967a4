"""Action cards resolved: each operation of a card is a frame ``(kind, resolver, rule, ...)`` (NA-ACT, NA-EMG, NA-R.9, R.10, R.55)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.core.frames import Ask, Frame, Resolve
from tafelrunde.core.seats import clockwise
from tafelrunde.games.new_angeles.city import (
    ENEMIES,
    affect,
    contract,
    drive_out,
    in_reserve,
    lower_threat,
    lower_unrest,
    place,
    raise_threat,
    raise_unrest,
    remove,
)
from tafelrunde.games.new_angeles.goods import discard_asset, draw, gain, held, lose
from tafelrunde.games.new_angeles.layout import ALL_DISTRICTS, CARDS
from tafelrunde.games.new_angeles.phases import add_supply, produce
from tafelrunde.games.new_angeles.registry import CARD_KINDS, FRAMES
from tafelrunde.games.new_angeles.schema import PIECES, RESOURCES
from tafelrunde.games.new_angeles.setup import clear_effect
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
from tafelrunde.games.new_angeles.turn import drawable
from tafelrunde.games.new_angeles.words import (
    DISTRICT,
    DISTRICTS,
    DONE,
    DROP,
    FLIP,
    LOWER,
    NAME,
    PASS,
    PLACE,
    RAISE,
    REMOVABLE,
    REMOVE,
    RESOURCE,
    SPEND,
    TYPE,
    TYPE_MOVES,
    android_ends,
)

REMOVED = tuple(PIECES.index(piece) for piece in REMOVABLE)

# --- choices that Caprice Nisei can bind (NA-R.35) -----------------------------------------------


def asks(name: str) -> Callable[[Ask], Ask]:
    """Register a choice of an action card; a declaration in force leaves only the declared move, if it is still legal."""
    CARD_KINDS.add(name)

    def register(ask: Ask) -> Ask:
        def bound_ask(state: AngelesState, frame: Frame) -> Any:
            moves = ask(state, frame)
            if state.bound and frame[1] == state.resolver:
                declared = _declared(state, name)
                if declared is not None and declared[1] in moves:
                    return (declared[1],)
            return moves

        return FRAMES.asks(name, lambda state, frame: frame[2])(bound_ask)

    return register


def resolves(name: str) -> Callable[[Resolve], Resolve]:
    """Register the answer; a declared answer is used up by it."""

    def register(resolve: Resolve) -> Resolve:
        def bound_resolve(state: AngelesState, frame: Frame, move: int) -> None:
            if state.bound and frame[1] == state.resolver:
                declared = _declared(state, name)
                if declared is not None:
                    if state.log is not None:
                        state.emit("as_declared" if declared[1] == move else "not_as_declared", frame[1], "NA-R.35")
                    state.bound = state.bound[state.bound.index(declared) + 1 :]
            resolve(state, frame, move)

        return FRAMES.resolves(name)(bound_resolve)

    return register


def _declared(state: AngelesState, kind: str) -> tuple[str, int] | None:
    return next((answer for answer in state.bound if answer[0] == kind), None)


# --- from data to frames -------------------------------------------------------------------------


def compile_card(effect: tuple[Mapping[str, Any], ...], rule: str) -> tuple[Frame, ...]:
    """The frames of a card with an open place for the resolver."""
    found: list[Frame] = []
    for op in effect:
        found += _compile(op, rule)
    return tuple(found)


def _compile(op: Mapping[str, Any], rule: str) -> list[Frame]:
    kind = op["op"]
    paid = int(op.get("if") == "cost_paid")
    cost = int(op.get("cost", False))
    if kind == "remove":
        return [_compile_remove(op, rule, paid, cost)]
    if kind == "place":
        piece, where = PIECES.index(op["what"]), op["where"]
        if where == "same":
            return [("place_same", 0, rule, piece)]
        if where == "removed_from":
            return [("place_back", 0, rule, piece)]
        return [("place", 0, rule, piece, cost, int(op.get("filter") == "not_outage"))] * op["count"]
    if kind == "unrest_down":
        left = op["districts_max"] if op["spread"] == "each" else op["stages"]
        return [(f"lower_{op['spread']}", 0, rule, left)]
    if kind == "unrest_up":
        return [("raise_back", 0, rule)] if op["where"] == "each_removed_from" else [("raise", 0, rule, op["districts"], ())]
    if kind == "move_android":
        return [("androids", 0, rule, op["max"], int(not op["min"]))]
    if kind == "supply":
        if op["resource"] == "chosen":
            return [("resources", 0, rule, op["choices_max"], op["delta"])]
        return [("supply", 0, rule, RESOURCES.index(op["resource"]), op["delta"], op.get("else", {}).get("delta", 0))]
    if kind == "draw":
        return [("draw_each", 0, rule, op["count"], op.get("supporters_count", op["count"]), int(op["optional"]))]
    if kind == "choose":
        if op["what"] == "district":
            return [("pick_district", 0, rule)]
        return [("pick_player", 0, rule, op["count"], int(op["self"]))]
    if kind == "capital":
        return [_compile_capital(op, rule)]
    if kind == "or":
        return [_compile_or(op["options"], rule)]
    simple: dict[str, Frame] = {
        "unrest_set": ("strike", 0, rule),
        "move_enemies": ("enemies_move", 0, rule),
        "produce": ("produce", 0, rule),
        "threat": ("collected", 0, rule, op.get("delta", 0)),
        "collect": ("collect", 0, rule),
        "peek_events": ("peek", 0, rule),
        "discard_asset": ("drop_asset", 0, rule),
    }
    return [] if kind == "no_illness" else [simple[kind]]


def _compile_remove(op: Mapping[str, Any], rule: str, paid: int, cost: int) -> Frame:
    if op.get("all"):
        everything = int(op["what"] == "units_except_placed")
        return ("clear_other", 0, rule) if op["where"] == "other_same_tier" else ("clear", 0, rule, everything)
    pieces = ENEMIES if op["what"] == "enemy" else (PIECES.index(op["what"]),)
    return ("remove", 0, rule, pieces, op["max"], int(not op["min"]), cost, paid)


def _compile_capital(op: Mapping[str, Any], rule: str) -> Frame:
    if op["who"] == "chosen_in_order":
        return ("pay_in_order", 0, rule, tuple(op["deltas"]))
    if op["who"] == "resolver":
        return ("pay_resolver", 0, rule, op["delta"])
    return ("pay_chosen", 0, rule, op["delta"], op.get("supporters_delta", op["delta"]))


def _compile_or(options: list[list[Mapping[str, Any]]], rule: str) -> Frame:
    kinds = tuple(option[0]["op"] for option in options)
    if kinds == ("unrest_down", "remove"):
        return ("lower_or_remove", 0, rule, options[0][0]["stages"], PIECES.index(options[1][0]["what"]))
    if kinds == ("draw", "flip_emergency"):
        return ("deploy", 0, rule, options[0][0]["count"])
    raise BadInput(rule, f"these alternatives are not known: {', '.join(kinds)}.")


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
    """The rulings under which a card's operations are carried out."""
    kinds = [frame[0] for frame in frames]
    found = ["NA-1.5"]
    if kinds.count("place") > 1:
        found.append("NA-R.38")
    if any(frame[0] in ("place", "remove") and frame[4 if frame[0] == "place" else 6] for frame in frames):
        found.append("NA-R.10")
    if "raise" in kinds:
        found.append("NA-R.39")
    if any(kind.startswith(("lower", "remove")) for kind in kinds):
        found.append("NA-R.55")
    return tuple(found)


@FRAMES.auto("effect_end", "NA-33.0")
def effect_end(state: AngelesState, frame: Frame) -> None:
    """If a district with illness was affected, threat rises by 2, once for the card (NA-33.0, NA-33.5)."""
    affected = state.affected
    clear_effect(state)
    if affected:
        raise_threat(state, state.layout.illness_threat, "NA-33.0", ("NA-13.2", "NA-33.5", "NA-R.2"), illness=True)


# --- removing and placing ------------------------------------------------------------------------


@asks("remove")
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
    piece, district = divmod(move - REMOVE, DISTRICTS)
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


@asks("clear_other")
def ask_clear_other(state: AngelesState, frame: Frame) -> list[int]:
    """Another district of the same tier that holds an enemy unit (NA-R.55)."""
    if not state.paid:
        return []
    layout, city = state.layout, state.city
    mask = layout.tiers[layout.tier_of[state.same]] & (city[HUMAN_FIRST] | city[ORGCRIME]) & ~(1 << state.same)
    return [DISTRICT + d for d in bits(mask)]


@resolves("clear_other")
def resolve_clear_other(state: AngelesState, frame: Frame, move: int) -> None:
    _clear(state, move - DISTRICT, frame[2])


@asks("place")
def ask_place(state: AngelesState, frame: Frame) -> tuple[int, ...]:
    """Any district, even one where it fails (NA-R.9); as a cost only where it succeeds (NA-R.10)."""
    _, _, _, piece, cost, _ = frame
    mask = ALL_DISTRICTS
    if cost:
        mask = mask & ~state.city[piece] if in_reserve(state, piece) else 0
    return state.layout.place_moves[piece][mask]


@resolves("place")
def resolve_place(state: AngelesState, frame: Frame, move: int) -> None:
    _, _, rule, piece, cost, _ = frame
    district = (move - PLACE) % DISTRICTS
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
    if state.same != NOBODY:
        drive_out(state, state.same, frame[2])


@asks("place_back")
def ask_place_back(state: AngelesState, frame: Frame) -> tuple[int, ...]:
    """One of the districts something was removed from; skipped if there is none."""
    mask = 0
    for district in state.picked:
        mask |= 1 << district
    return state.layout.place_moves[frame[3]][mask]


@resolves("place_back")
def resolve_place_back(state: AngelesState, frame: Frame, move: int) -> None:
    place(state, frame[3], (move - PLACE) % DISTRICTS, frame[2])


# --- unrest --------------------------------------------------------------------------------------


def _unquiet(state: AngelesState) -> int:
    return state.city[PROTEST] | state.city[STRIKE]


@asks("lower_one")
def ask_lower_one(state: AngelesState, frame: Frame) -> tuple[int, ...]:
    """A district in protest or strike; any district where there is none (NA-R.55)."""
    return state.layout.lower_moves[_unquiet(state) or ALL_DISTRICTS]


@resolves("lower_one")
def resolve_lower_one(state: AngelesState, frame: Frame, move: int) -> None:
    lower_unrest(state, move - LOWER, frame[3], frame[2])


@asks("lower_each")
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
        state.picked = (*state.picked, move - LOWER)
        state.push((kind, seat, rule, left - 1))
        lower_unrest(state, move - LOWER, 1, rule)


@asks("lower_any")
def ask_lower_any(state: AngelesState, frame: Frame) -> list[int]:
    """Up to so many stages in total, anywhere."""
    mask = _unquiet(state)
    return [*state.layout.lower_moves[mask], DONE] if frame[3] and mask else []


@resolves("lower_any")
def resolve_lower_any(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left = frame
    if move != DONE:
        state.push((kind, seat, rule, left - 1))
        lower_unrest(state, move - LOWER, 1, rule)


@asks("lower_or_remove")
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
    if LOWER <= move < LOWER + DISTRICTS:
        lower_unrest(state, move - LOWER, stages, rule)
    else:
        remove(state, piece, (move - REMOVE) % DISTRICTS, rule)


def _calm(state: AngelesState) -> int:
    """Districts neither in strike nor in outage."""
    return ALL_DISTRICTS & ~(state.city[STRIKE] | state.city[OUTAGE])


@asks("raise")
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
        state.push((kind, seat, rule, left - 1, (*raised, move - RAISE)))
    raise_unrest(state, move - RAISE, rule)


@FRAMES.auto("raise_back", "NA-61.1")
def raise_back(state: AngelesState, frame: Frame) -> None:
    for district in state.picked:
        raise_unrest(state, district, frame[2])


@asks("pick_district")
def ask_pick_district(state: AngelesState, frame: Frame) -> list[int]:
    return [DISTRICT + d for d in bits(_calm(state))]


@resolves("pick_district")
def resolve_pick_district(state: AngelesState, frame: Frame, move: int) -> None:
    state.same = move - DISTRICT
    affect(state, 1 << state.same, "NA-33.2")


@FRAMES.auto("produce", "NA-43.6")
def produce_now(state: AngelesState, frame: Frame) -> None:
    """Production ordered by a card, orgcrime ignored (NA-43.6)."""
    if state.same != NOBODY:
        if state.log is not None:
            state.emit("produces", None, "NA-43.6", also=(frame[2],), district=state.same + 1)
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


@asks("androids")
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
    start, goal = android_ends(move)
    affect(state, 1 << start | 1 << goal, "NA-R.4")
    state.city[ANDROID] = state.city[ANDROID] & ~(1 << start) | 1 << goal
    state.picked = (*state.picked, goal)
    if state.log is not None:
        also = ("NA-7.1", "NA-7.2", "NA-7.3", "NA-R.37")
        state.emit("android_moved", seat, rule, also=also, start=start + 1, district=goal + 1)
    if not state.haas_paid:
        state.haas_paid = True
        contract(state, state.layout.pays_android, 1)
    state.push((kind, seat, rule, left - 1, optional))


# --- supply, threat, capital ---------------------------------------------------------------------


@asks("resources")
def ask_resources(state: AngelesState, frame: Frame) -> list[int]:
    """Up to so many different resources."""
    left = frame[3]
    return [*(RESOURCE + i for i in range(5) if i not in state.picked), DONE] if left else []


@resolves("resources")
def resolve_resources(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left, delta = frame
    if move != DONE:
        state.picked = (*state.picked, move - RESOURCE)
        state.push((kind, seat, rule, left - 1, delta))
        add_supply(state, move - RESOURCE, delta, rule)


@FRAMES.auto("supply", "NA-8.3")
def supply(state: AngelesState, frame: Frame) -> None:
    """A resource falls, or something else happens when it is at 0 (NA-8.3)."""
    _, _, rule, resource, delta, instead = frame
    if state.supply[resource] + delta < 0:
        if state.log is not None:
            state.emit("supply_empty", None, "NA-8.3", resource=RESOURCES[resource])
        raise_threat(state, instead, rule)
    else:
        add_supply(state, resource, delta, rule)


@FRAMES.auto("collect", "NA-R.36")
def collect(state: AngelesState, frame: Frame) -> None:
    """Everybody once, clockwise from the active player (NA-R.36)."""
    state.push(*(("spend", seat, frame[2]) for seat in clockwise(state.players, state.active)))


@asks("spend")
def ask_spend(state: AngelesState, frame: Frame) -> range:
    return range(SPEND, SPEND + state.capital[frame[1]] + 1)


@resolves("spend")
def resolve_spend(state: AngelesState, frame: Frame, move: int) -> None:
    n = move - SPEND
    state.collected += n
    if n:
        lose(state, frame[1], n, frame[2], ("NA-R.36",))


@FRAMES.auto("collected", "NA-R.36")
def collected(state: AngelesState, frame: Frame) -> None:
    """Enough together: threat falls; nothing is refunded (NA-R.36)."""
    enough = state.collected >= state.players
    if state.log is not None:
        state.emit("collected", None, frame[2], also=("NA-R.36",), n=state.collected)
    if enough:
        lower_threat(state, -frame[3], frame[2])


@asks("pick_player")
def ask_pick_player(state: AngelesState, frame: Frame) -> list[int]:
    """Different players, the resolver only where the card lets him name himself."""
    _, seat, _, left, oneself = frame
    if not left:
        return []
    return [NAME + s for s in range(state.players) if s not in state.picked and (oneself or s != seat)]


@resolves("pick_player")
def resolve_pick_player(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left, oneself = frame
    state.picked = (*state.picked, move - NAME)
    state.push((kind, seat, rule, left - 1, oneself))


def supported(state: AngelesState, seat: int) -> bool:
    """Whether a seat placed a hand card in support of the offer being resolved (NA-R.30)."""
    return bool(state.support[seat]) and state.side[seat] == state.winner


@FRAMES.auto("pay_chosen", "NA-30.3")
def pay_chosen(state: AngelesState, frame: Frame) -> None:
    _, _, rule, delta, for_supporters = frame
    for seat in state.picked:
        loyal = supported(state, seat)
        gain(state, seat, for_supporters if loyal else delta, rule, ("NA-R.30",) if loyal else ())


@FRAMES.auto("pay_in_order", "NA-30.3")
def pay_in_order(state: AngelesState, frame: Frame) -> None:
    for seat, n in zip(state.picked, frame[3], strict=False):
        gain(state, seat, n, frame[2])


@FRAMES.auto("pay_resolver", "NA-30.3")
def pay_resolver(state: AngelesState, frame: Frame) -> None:
    gain(state, frame[1], frame[3], frame[2])


@asks("drop_asset")
def ask_drop_asset(state: AngelesState, frame: Frame) -> list[int]:
    """An asset of the chosen player, picked by the resolver."""
    return [DROP + asset for asset in held(state, state.picked[0])] if state.picked else []


@resolves("drop_asset")
def resolve_drop_asset(state: AngelesState, frame: Frame, move: int) -> None:
    discard_asset(state, move - DROP, frame[2])


# --- cards ---------------------------------------------------------------------------------------


@FRAMES.auto("draw_each", "NA-2.1")
def draw_each(state: AngelesState, frame: Frame) -> None:
    """Every player clockwise from the active one draws cards of one type of his choice."""
    _, _, rule, n, for_supporters, optional = frame
    state.push(
        *(
            ("draw_type", seat, rule, for_supporters if supported(state, seat) else n, optional)
            for seat in clockwise(state.players, state.active)
        )
    )


@asks("draw_type")
def ask_draw_type(state: AngelesState, frame: Frame) -> list[int]:
    moves = [move for move in TYPE_MOVES if drawable(state, move - TYPE)]
    return [*moves, PASS] if frame[4] and moves else moves


@resolves("draw_type")
def resolve_draw_type(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, rule, n, _ = frame
    if move != PASS and not draw(state, seat, move - TYPE, n, rule, ("NA-R.30",) if supported(state, seat) else ()):
        state.push(frame)


@asks("deploy")
def ask_deploy(state: AngelesState, frame: Frame) -> list[int]:
    """Cards of a type named by the resolver, or the emergency card face up (NA-R.49)."""
    return [*(move for move in TYPE_MOVES if drawable(state, move - TYPE)), FLIP] if state.picked else []


@resolves("deploy")
def resolve_deploy(state: AngelesState, frame: Frame, move: int) -> None:
    seat, rule = state.picked[0], frame[2]
    if move != FLIP:
        if not draw(state, seat, move - TYPE, frame[3], rule):
            state.push(frame)
        return
    emergency = state.corporations[seat]
    turned = state.emergency_at[emergency] == seat and not state.emergency_up >> emergency & 1
    turned = turned and state.main != CARDS + emergency
    if turned:
        state.emergency_up |= 1 << emergency
    if state.log is not None:
        kind = "emergency_up" if turned else "emergency_stays"
        state.emit(kind, seat, rule, also=("NA-R.49",), card=state.layout.cards[CARDS + emergency])
