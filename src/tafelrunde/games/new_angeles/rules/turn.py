"""A turn: its start, the Refresh step, the end (NA-3, 4, 5, 21, 27, 51, 66.6, 68)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.frames import Frame, TypedFrame
from tafelrunde.games.new_angeles.frames import (
    Asset,
    Counteroffers,
    EndOfTurn,
    EndStep,
    HandLimit,
    MainStep,
    Production,
    Refresh,
    Resolution,
    Sheet,
    SupportStep,
    Turn,
    TurnEnd,
)
from tafelrunde.games.new_angeles.layout import GENERAL, card_moves
from tafelrunde.games.new_angeles.rules import promises
from tafelrunde.games.new_angeles.rules.goods import discard, draw, hand_limit
from tafelrunde.games.new_angeles.rules.knowledge import hand_is_open
from tafelrunde.games.new_angeles.rules.registry import BEGUN, FRAMES, open_moment
from tafelrunde.games.new_angeles.rules.rounds import begin_phase
from tafelrunde.games.new_angeles.rules.setup import clear_deal, clear_effect
from tafelrunde.games.new_angeles.state import AngelesState


@FRAMES.auto(Turn, "NA-3.0")
def turn(state: AngelesState, frame: TypedFrame) -> None:
    """Play a turn: start of turn, Refresh, the deal, end of turn (NA-3.0); proposals of other turns are cancelled (NA-R.24)."""
    promises.judge_due(state)
    state.deal += 1
    clear_deal(state)
    clear_effect(state)
    state.drafts = state.proposals = ((),) * state.players
    begin_phase(state, "turn", "NA-3.0", ("NA-66.6",))
    state.push(Refresh(), Asset(), *DEAL, *AFTER)
    open_moment(state, "start")


DEAL: tuple[Frame, ...] = (MainStep(), Counteroffers(), SupportStep(), Resolution())
AFTER: tuple[Frame, ...] = (EndStep(),)


# --- Refresh -------------------------------------------------------------------------------------


@FRAMES.auto(Refresh, "NA-3.1")
def refresh(state: AngelesState, frame: TypedFrame) -> None:
    """Ready the active player's assets, then draw according to the corp sheet (NA-3.1)."""
    seat = state.active
    begin_phase(state, "refresh", "NA-3.1")
    if state.exhausted:
        for asset, holder in enumerate(state.holder):
            if holder == seat and state.exhausted >> asset & 1:
                state.exhausted &= ~(1 << asset)
                if state.log is not None:
                    also = ("NA-51.0", "NA-66.2a", "NA-3.1")
                    state.emit("readied", seat, "NA-21.1", also=also, asset=state.layout.assets[asset])
    state.push(Sheet(seat, 0, 0, "NA-3.1a"))


@FRAMES.asks(Sheet, "NA-3.1b", answer=PUBLIC, moves=PUBLIC)
def ask_sheet(state: AngelesState, frame: Sheet) -> tuple[int, ...] | list[int]:
    """For a general line, ask for a type not yet drawn from in this step (NA-3.1b, NA-5.1)."""
    seat, line, drawn = frame.seat, frame.line, frame.drawn
    lines = state.layout.sheet[state.corporations[seat]]
    if line >= len(lines) or lines[line][0] != GENERAL:
        return ()
    return general_types(state, drawn)


def general_types(state: AngelesState, drawn: int) -> tuple[int, ...] | list[int]:
    fresh = [move for move in state.verbs.types if not drawn >> move - state.verbs.type & 1]
    return [move for move in fresh if drawable(state, move - state.verbs.type)]


def drawable(state: AngelesState, kind: int) -> bool:
    """Whether naming a type has an effect: its deck has cards, or a pile can be sorted in (NA-2.2, NA-R.21)."""
    return bool(state.decks[kind].size or any(state.discards))


@FRAMES.resolves(Sheet)
def resolve_sheet(state: AngelesState, frame: Sheet, move: int) -> None:
    seat, line, drawn, rule = frame.seat, frame.line, frame.drawn, frame.rule
    kind = move - state.verbs.type
    count = state.layout.sheet[state.corporations[seat]][line][1]
    came = _draw_line(state, seat, kind, count, rule, ("NA-5.0", "NA-3.1b"))
    state.push(Sheet(seat, line + bool(came), drawn | 1 << kind, rule))


@FRAMES.lapses(Sheet)
def fixed_line(state: AngelesState, frame: Sheet) -> None:
    """Draw a line with a type as printed, from top to bottom (NA-3.1a)."""
    seat, line, drawn, rule = frame.seat, frame.line, frame.drawn, frame.rule
    lines = state.layout.sheet[state.corporations[seat]]
    for i in range(line, len(lines)):
        kind, count = lines[i]
        if kind == GENERAL and i > line:
            state.push(Sheet(seat, i, drawn, rule))
            return
        if kind != GENERAL:
            _draw_line(state, seat, kind, count, rule, ())
            drawn |= 1 << kind


def _draw_line(state: AngelesState, seat: int, kind: int, count: int, rule: str, also: tuple[str, ...]) -> int:
    if rule != "NA-S.9":
        for asset in state.layout.triggered.get("refresh_draw", ()):
            if state.holder[asset] == seat:
                for operation in state.layout.asset_effects[asset]:
                    count = operation.refreshed(count)
                also = (*also, state.layout.asset_rules[asset], "NA-G.2")
    return draw(state, seat, kind, count, rule, (*also, "NA-2.1", "NA-31.1", *(("NA-R.28",) if rule == "NA-S.9" else ())))


# --- the end -------------------------------------------------------------------------------------


@FRAMES.auto(EndStep, "NA-3.3")
def end_step(state: AngelesState, frame: TypedFrame) -> None:
    begin_phase(state, "end_of_turn", "NA-3.3")
    state.used = 0
    state.push(EndOfTurn(state.active), TurnEnd())


BEGUN[HandLimit] = lambda frame: bool(frame.begun)


def end_abilities(state: AngelesState, seat: int, declined: int = 0) -> list[int]:
    """The End of Turn abilities that the seat can use and has neither used nor declined in this step (NA-6.1)."""
    layout, found = state.layout, []
    for asset in layout.end_assets:
        if state.holder[asset] != seat or (state.used | declined) >> asset & 1:
            continue
        if any(operation.possible(state, seat) for operation in layout.asset_effects[asset]):
            found.append(asset)
    return found


@FRAMES.asks(HandLimit, "NA-27.2", answer=SEAT, moves=lambda state, frame: hand_is_open(state, frame.seat))
def ask_hand_limit(state: AngelesState, frame: HandLimit) -> list[int]:
    """Ask for discards down to the limit at the end of the seat's own turn (NA-2.5, NA-27.2), after abilities received
    meanwhile."""
    seat, declined, begun = frame.seat, frame.declined, frame.begun
    hand = state.hands[seat]
    if state.waived >> seat & 1 or len(hand) <= hand_limit(state, seat):
        return []
    if not begun and end_abilities(state, seat, declined):
        return []
    return card_moves(state.verbs.discard, hand)


@FRAMES.resolves(HandLimit)
def resolve_hand_limit(state: AngelesState, frame: HandLimit, move: int) -> None:
    seat, declined = frame.seat, frame.declined
    discard(state, seat, (move - state.verbs.discard,), "NA-27.2", ("NA-2.5", "NA-27.0", "NA-R.40"))
    state.push(HandLimit(seat, declined, True))


@FRAMES.lapses(HandLimit)
def within_limit(state: AngelesState, frame: HandLimit) -> None:
    """Offer an ability received in this step before the discard (NA-6.4); otherwise the hand is small enough."""
    seat, declined, begun = frame.seat, frame.declined, frame.begun
    if not begun and end_abilities(state, seat, declined):
        state.push(EndOfTurn(seat))
    elif state.log is not None:
        waived = state.waived >> seat & 1 and len(state.hands[seat]) > hand_limit(state, seat)
        state.emit("within_limit", seat, "NA-27.0", also=("NA-27.1", *(("NA-R.40",) if waived else ())), n=len(state.hands[seat]))


@FRAMES.describes(HandLimit)
def describe_hand_limit(state: AngelesState, frame: HandLimit) -> dict[str, int]:
    return {"n": hand_limit(state, frame.seat), "have": len(state.hands[frame.seat])}


@FRAMES.auto(TurnEnd, "NA-4.2")
def turn_end(state: AngelesState, frame: TypedFrame) -> None:
    """Pass the token to the left; without an asset on the track the Action Phase is over (NA-4.2, NA-3.4)."""
    promises.judge_due(state)
    state.waived = 0
    state.active = (state.active + 1) % state.players
    if state.log is not None:
        state.emit("token_passed", state.active, "NA-4.2", also=("NA-3.4a",))
    state.push(Turn() if state.track else Production())
