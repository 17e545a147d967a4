"""Resolution of action cards: supply, capital, assets and cards (NA-ACT, NA-EMG)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.seats import clockwise
from tafelrunde.games.new_angeles.frames import (
    Collect,
    Collected,
    Deploy,
    DrawEach,
    DrawType,
    DropAsset,
    NumberFrame,
    PayChosen,
    PayInOrder,
    PayResolver,
    PickPlayer,
    Resources,
    RuleFrame,
    Spend,
    Supply,
    Threat,
)
from tafelrunde.games.new_angeles.numbers import DONE, FLIP, PASS, REMOVABLE
from tafelrunde.games.new_angeles.rules.card_choices import asks, resolves
from tafelrunde.games.new_angeles.rules.city import (
    change_threat,
    raise_threat,
)
from tafelrunde.games.new_angeles.rules.goods import discard_asset, draw, gain, held, lose
from tafelrunde.games.new_angeles.rules.registry import FRAMES
from tafelrunde.games.new_angeles.rules.rounds import add_supply
from tafelrunde.games.new_angeles.rules.turn import drawable
from tafelrunde.games.new_angeles.state import (
    AngelesState,
)
from tafelrunde.games.new_angeles.terms import PIECES, RESOURCES

REMOVED = tuple(PIECES.index(piece) for piece in REMOVABLE)

# --- supply, threat, capital ---------------------------------------------------------------------


@asks(Resources, answer=PUBLIC)
def ask_resources(state: AngelesState, frame: Resources) -> list[int]:
    """Ask for a limited number of different resources."""
    left = frame.left
    return [*(state.verbs.resource + i for i in range(5) if i not in state.picked), DONE] if left else []


@resolves(Resources)
def resolve_resources(state: AngelesState, frame: Resources, move: int) -> None:
    seat, rule, left, delta = frame.seat, frame.rule, frame.left, frame.delta
    if move != DONE:
        state.picked = (*state.picked, move - state.verbs.resource)
        state.push(Resources(seat, rule, left - 1, delta))
        add_supply(state, move - state.verbs.resource, delta, rule)


@FRAMES.auto(Supply, "NA-8.3")
def supply(state: AngelesState, frame: Supply) -> None:
    """Lower a resource; something else happens if it is at 0 (NA-8.3)."""
    rule, resource, delta, instead = frame.rule, frame.resource, frame.delta, frame.instead
    if state.supply[resource] + delta < 0:
        if state.log is not None:
            state.emit("supply_empty", None, "NA-8.3", resource=RESOURCES[resource])
        if instead:
            raise_threat(state, instead, rule)
    else:
        add_supply(state, resource, delta, rule)


@FRAMES.auto(Threat, "NA-13.5")
def threat(state: AngelesState, frame: NumberFrame) -> None:
    change_threat(state, frame.n, frame.rule)


@FRAMES.auto(Collect, "NA-R.36")
def collect(state: AngelesState, frame: RuleFrame) -> None:
    """Ask everybody once, clockwise from the active player (NA-R.36)."""
    state.push(*(Spend(seat, frame.rule) for seat in clockwise(state.players, state.active)))


@asks(Spend, answer=PUBLIC)
def ask_spend(state: AngelesState, frame: RuleFrame) -> range:
    return range(state.verbs.spend, state.verbs.spend + state.capital[frame.seat] + 1)


@resolves(Spend)
def resolve_spend(state: AngelesState, frame: RuleFrame, move: int) -> None:
    n = move - state.verbs.spend
    state.collected += n
    if n:
        lose(state, frame.seat, n, frame.rule, ("NA-R.36",))


@FRAMES.auto(Collected, "NA-R.36")
def collected(state: AngelesState, frame: NumberFrame) -> None:
    """Lower threat if enough was collected; nothing is refunded (NA-R.36)."""
    enough = state.collected >= state.players
    if state.log is not None:
        state.emit("collected", None, frame.rule, also=("NA-R.36",), n=state.collected)
    if enough:
        change_threat(state, frame.n, frame.rule)


@asks(PickPlayer, answer=PUBLIC)
def ask_pick_player(state: AngelesState, frame: PickPlayer) -> list[int]:
    """Ask for different players; the resolver only if the card allows it."""
    seat, left, oneself = frame.seat, frame.left, frame.oneself
    if not left:
        return []
    return [state.verbs.name + s for s in range(state.players) if s not in state.picked and (oneself or s != seat)]


@resolves(PickPlayer)
def resolve_pick_player(state: AngelesState, frame: PickPlayer, move: int) -> None:
    seat, rule, left, oneself = frame.seat, frame.rule, frame.left, frame.oneself
    state.picked = (*state.picked, move - state.verbs.name)
    state.push(PickPlayer(seat, rule, left - 1, oneself))


def supported(state: AngelesState, seat: int) -> bool:
    """Whether a seat placed a hand card in support of the offer being resolved (NA-R.30)."""
    return bool(state.support[seat]) and state.side[seat] == state.winner


@FRAMES.auto(PayChosen, "NA-30.3")
def pay_chosen(state: AngelesState, frame: PayChosen) -> None:
    rule, delta, for_supporters = frame.rule, frame.delta, frame.for_supporters
    for seat in state.picked:
        loyal = supported(state, seat)
        gain(state, seat, for_supporters if loyal else delta, rule, ("NA-R.30",) if loyal else ())


@FRAMES.auto(PayInOrder, "NA-30.3")
def pay_in_order(state: AngelesState, frame: PayInOrder) -> None:
    for seat, n in zip(state.picked, frame.sums, strict=False):
        gain(state, seat, n, frame.rule)


@FRAMES.auto(PayResolver, "NA-30.3")
def pay_resolver(state: AngelesState, frame: NumberFrame) -> None:
    gain(state, frame.seat, frame.n, frame.rule)


@asks(DropAsset, answer=PUBLIC)
def ask_drop_asset(state: AngelesState, frame: RuleFrame) -> list[int]:
    """Ask for an asset of the chosen player, picked by the resolver."""
    return [state.verbs.drop + asset for asset in held(state, state.picked[0])] if state.picked else []


@resolves(DropAsset)
def resolve_drop_asset(state: AngelesState, frame: RuleFrame, move: int) -> None:
    discard_asset(state, move - state.verbs.drop, frame.rule, by=frame.seat)


# --- cards ---------------------------------------------------------------------------------------


@FRAMES.auto(DrawEach, "NA-2.1")
def draw_each(state: AngelesState, frame: DrawEach) -> None:
    """Let every player, clockwise from the active one, draw cards of one type of their choice."""
    rule, n, for_supporters, optional = frame.rule, frame.n, frame.for_supporters, frame.optional
    state.push(
        *(
            DrawType(seat, rule, for_supporters if supported(state, seat) else n, optional)
            for seat in clockwise(state.players, state.active)
        )
    )


@asks(DrawType, answer=PUBLIC)
def ask_draw_type(state: AngelesState, frame: DrawType) -> list[int]:
    moves = [move for move in state.verbs.types if drawable(state, move - state.verbs.type)]
    return [*moves, PASS] if frame.optional and moves else moves


@resolves(DrawType)
def resolve_draw_type(state: AngelesState, frame: DrawType, move: int) -> None:
    seat, rule, n = frame.seat, frame.rule, frame.n
    if move != PASS and not draw(state, seat, move - state.verbs.type, n, rule, ("NA-R.30",) if supported(state, seat) else ()):
        state.push(frame)


@asks(Deploy, answer=PUBLIC)
def ask_deploy(state: AngelesState, frame: NumberFrame) -> list[int]:
    """Ask for a type of cards, named by the resolver, or the emergency card face up (NA-R.49)."""
    return [*(move for move in state.verbs.types if drawable(state, move - state.verbs.type)), FLIP] if state.picked else []


@FRAMES.describes(Deploy)
def describe_deploy(state: AngelesState, frame: NumberFrame) -> dict[str, object]:
    return {"n": frame.n}


@resolves(Deploy)
def resolve_deploy(state: AngelesState, frame: NumberFrame, move: int) -> None:
    seat, rule = state.picked[0], frame.rule
    if move != FLIP:
        if not draw(state, seat, move - state.verbs.type, frame.n, rule):
            state.push(frame)
        return
    emergency = state.corporations[seat]
    turned = state.emergency_at[emergency] == seat and not state.emergency_up >> emergency & 1
    turned = turned and state.main != state.verbs.cards + emergency
    if turned:
        state.emergency_up |= 1 << emergency
    if state.log is not None:
        kind = "emergency_up" if turned else "emergency_stays"
        state.emit(kind, seat, rule, also=("NA-R.49",), card=state.layout.cards[state.verbs.cards + emergency])
