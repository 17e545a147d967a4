"""Action cards resolved: supply, capital, assets and cards (NA-ACT, NA-EMG)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame
from tafelrunde.core.seats import clockwise
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
from tafelrunde.games.new_angeles.verbs import DONE, FLIP, PASS, REMOVABLE

REMOVED = tuple(PIECES.index(piece) for piece in REMOVABLE)

# --- supply, threat, capital ---------------------------------------------------------------------


@asks("resources", answer=PUBLIC)
def ask_resources(state: AngelesState, frame: Frame) -> list[int]:
    """Up to so many different resources."""
    left = frame[3]
    return [*(state.verbs.resource + i for i in range(5) if i not in state.picked), DONE] if left else []


@resolves("resources")
def resolve_resources(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left, delta = frame
    if move != DONE:
        state.picked = (*state.picked, move - state.verbs.resource)
        state.push((kind, seat, rule, left - 1, delta))
        add_supply(state, move - state.verbs.resource, delta, rule)


@FRAMES.auto("supply", "NA-8.3")
def supply(state: AngelesState, frame: Frame) -> None:
    """A resource falls, or something else happens when it is at 0 (NA-8.3)."""
    _, _, rule, resource, delta, instead = frame
    if state.supply[resource] + delta < 0:
        if state.log is not None:
            state.emit("supply_empty", None, "NA-8.3", resource=RESOURCES[resource])
        if instead:
            raise_threat(state, instead, rule)
    else:
        add_supply(state, resource, delta, rule)


@FRAMES.auto("threat", "NA-13.5")
def threat(state: AngelesState, frame: Frame) -> None:
    change_threat(state, frame[3], frame[2])


@FRAMES.auto("collect", "NA-R.36")
def collect(state: AngelesState, frame: Frame) -> None:
    """Everybody once, clockwise from the active player (NA-R.36)."""
    state.push(*(("spend", seat, frame[2]) for seat in clockwise(state.players, state.active)))


@asks("spend", answer=PUBLIC)
def ask_spend(state: AngelesState, frame: Frame) -> range:
    return range(state.verbs.spend, state.verbs.spend + state.capital[frame[1]] + 1)


@resolves("spend")
def resolve_spend(state: AngelesState, frame: Frame, move: int) -> None:
    n = move - state.verbs.spend
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
        change_threat(state, frame[3], frame[2])


@asks("pick_player", answer=PUBLIC)
def ask_pick_player(state: AngelesState, frame: Frame) -> list[int]:
    """Different players, the resolver only where the card lets him name himself."""
    _, seat, _, left, oneself = frame
    if not left:
        return []
    return [state.verbs.name + s for s in range(state.players) if s not in state.picked and (oneself or s != seat)]


@resolves("pick_player")
def resolve_pick_player(state: AngelesState, frame: Frame, move: int) -> None:
    kind, seat, rule, left, oneself = frame
    state.picked = (*state.picked, move - state.verbs.name)
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


@asks("drop_asset", answer=PUBLIC)
def ask_drop_asset(state: AngelesState, frame: Frame) -> list[int]:
    """An asset of the chosen player, picked by the resolver."""
    return [state.verbs.drop + asset for asset in held(state, state.picked[0])] if state.picked else []


@resolves("drop_asset")
def resolve_drop_asset(state: AngelesState, frame: Frame, move: int) -> None:
    discard_asset(state, move - state.verbs.drop, frame[2], by=frame[1])


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


@asks("draw_type", answer=PUBLIC)
def ask_draw_type(state: AngelesState, frame: Frame) -> list[int]:
    moves = [move for move in state.verbs.types if drawable(state, move - state.verbs.type)]
    return [*moves, PASS] if frame[4] and moves else moves


@resolves("draw_type")
def resolve_draw_type(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, rule, n, _ = frame
    if move != PASS and not draw(state, seat, move - state.verbs.type, n, rule, ("NA-R.30",) if supported(state, seat) else ()):
        state.push(frame)


@asks("deploy", answer=PUBLIC)
def ask_deploy(state: AngelesState, frame: Frame) -> list[int]:
    """Cards of a type named by the resolver, or the emergency card face up (NA-R.49)."""
    return [*(move for move in state.verbs.types if drawable(state, move - state.verbs.type)), FLIP] if state.picked else []


@FRAMES.describes("deploy")
def describe_deploy(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"n": frame[3]}


@resolves("deploy")
def resolve_deploy(state: AngelesState, frame: Frame, move: int) -> None:
    seat, rule = state.picked[0], frame[2]
    if move != FLIP:
        if not draw(state, seat, move - state.verbs.type, frame[3], rule):
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
