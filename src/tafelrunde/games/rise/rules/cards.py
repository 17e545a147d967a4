"""Phase D: action cards and events, strictly from left to right."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame
from tafelrunde.games.rise.rules.compare import affected, happiest, unhappiest
from tafelrunde.games.rise.rules.money import pay, points_for, purse
from tafelrunde.games.rise.rules.registry import FRAMES, interrupts, resolves
from tafelrunde.games.rise.rules.round import begin_phase
from tafelrunde.games.rise.rules.windows import END, EVENT
from tafelrunde.games.rise.state import BANK, ENVIRONMENT, NOBODY, SATISFACTION, TRACK_COUNT, RiseState
from tafelrunde.games.rise.words import LOWER, UPPER


@FRAMES.auto("actions", "RISE-C.17")
def begin_actions(state: RiseState, frame: Frame) -> None:
    """All factories are placed; the row is handled from left to right (RISE-C.17, D.1)."""
    begin_phase(state, "action", "RISE-C.17")
    state.push(("action", 0))


@FRAMES.auto("action", "RISE-D.1")
def action_card(state: RiseState, frame: Frame) -> None:
    """The factories below a card act from left to right; then the card is discarded (RISE-D.2, D.9)."""
    place = frame[1]
    if state.factories[place]:
        seat = state.factories[place][0]
        if state.log is not None:
            rule = "RISE-D.2" if len(state.factories[place]) > 1 else "RISE-D.1"
            state.emit("acts", seat, rule, card=place + 1, action=state.layout.action_ids[state.actions_row[place]])
        state.push(("option", seat, place), ("window", seat, END), ("factory_back", seat, place), frame)
        return
    discard_action(state, place, "RISE-D.9")
    if any(state.factories):
        state.push(("windows", EVENT + place), ("event", place), ("discard_event", place), ("action", place + 1))
    else:
        state.push(("discard_rest",))


# --- the option ----------------------------------------------------------------------------------


def upper_only(state: RiseState, seat: int) -> bool:
    """The second side of the environment B penalty tile (RISE-ENV.9)."""
    return state.layout.upper_only[state.pos[seat * TRACK_COUNT + ENVIRONMENT]]


@FRAMES.asks("option", "RISE-D.3", answer=PUBLIC, moves=PUBLIC)
def ask_option(state: RiseState, frame: Frame) -> tuple[int, ...]:
    """Exactly one of the card's two options; the lower one if it may be used and paid (RISE-D.3 to D.6)."""
    _, seat, place = frame
    tail = state.layout.tails[interrupts(state, seat)]
    lower = state.layout.options[state.actions_row[place]][1]
    usable = (
        purse(state, seat) >= lower.get("cost_coins", 0)
        and not upper_only(state, seat)
        and (not lower.get("requires_happiest") or happiest(state, seat))
    )
    return (UPPER, LOWER, *tail) if usable else (UPPER, *tail)


@resolves("option")
def resolve_option(state: RiseState, frame: Frame, move: int) -> None:
    _, seat, place = frame
    card = state.actions_row[place]
    which = int(move == LOWER)
    state.stack.extend(state.layout.option_frames[seat][card][which])
    if which:
        state.push(("lower_cost", seat, card))
    elif state.log is not None:
        state.emit("option", seat, "RISE-D.4", option="upper", action=state.layout.action_ids[card])


@FRAMES.auto("lower_cost", "RISE-D.5")
def lower_cost(state: RiseState, frame: Frame) -> None:
    """Coins are paid first, or the negative effect is carried out first if that is the cost (RISE-D.5, AC.1)."""
    _, seat, card = frame
    lower = state.layout.options[card][1]
    if state.log is not None:
        state.emit("option", seat, _lower_rule(state, seat, card), option="lower", action=state.layout.action_ids[card])
    remitted = state.layout.placement_cost[state.pos[seat * TRACK_COUNT + BANK]] != state.layout.placement_cost[0]
    pay(state, seat, lower.get("cost_coins", 0), "RISE-D.7" if remitted else "RISE-D.5", "RISE-R.17")
    if lower.get("cost_revolt"):
        state.stack.append(("retreat", seat, SATISFACTION, lower["cost_revolt"], "RISE-AC.1"))


def _lower_rule(state: RiseState, seat: int, card: int) -> str:
    lower = state.layout.options[card][1]
    if lower.get("requires_happiest"):
        others = sum(happiest(state, other) for other in range(state.players))
        return "RISE-R.19" if others > 1 else "RISE-AC.2"
    if lower.get("cost_revolt"):
        at_end = state.pos[seat * TRACK_COUNT + SATISFACTION] == 0
        return "RISE-R.21" if at_end else "RISE-AC.1"
    return "RISE-D.5"


@FRAMES.describes("option")
def describe_option(state: RiseState, frame: Frame) -> dict[str, object]:
    _, seat, place = frame
    card = state.actions_row[place]
    points = points_for(state, seat, state.layout.options[card][1].get("cost_coins", 0))
    return {"action": state.layout.action_ids[card], "card": place + 1, "points": points}


@FRAMES.auto("factory_back", "RISE-D.8")
def factory_back(state: RiseState, frame: Frame) -> None:
    """After its action a factory goes to the free order field with the smallest number (RISE-D.8)."""
    _, seat, place = frame
    state.factories[place] = tuple(other for other in state.factories[place] if other != seat)
    field = state.order.index(NOBODY)
    state.order[field] = seat
    if state.log is not None:
        state.emit("factory_back", seat, "RISE-D.8", n=field + 1)


# --- events --------------------------------------------------------------------------------------


@FRAMES.auto("event", "RISE-D.10")
def event_card(state: RiseState, frame: Frame) -> None:
    """Every affected player carries the event out; comparisons are judged once for all of them (RISE-R.28)."""
    place = frame[1]
    card = state.events_row[place]
    layout = state.layout
    seats = affected(state)
    begin_phase(state, "event", "RISE-D.1")
    if state.log is not None:
        state.emit("event", None, layout.event_rules[card], event=layout.event_ids[card])
        state.emit("affected", None, "RISE-D.10", seats=list(seats))
    judged = {seat: judge(state, layout.event_frames[seat][card]) for seat in seats}
    if state.log is not None and layout.event_nobody[card]:
        nobody = not any(judged.values())
        state.emit("judged", None, layout.event_nobody[card] if nobody else "RISE-R.28", seats=[s for s in seats if judged[s]])
    state.stack.append(("after_event",))
    for seat in reversed(seats):
        state.stack.append(("window", seat, END))
        state.stack.extend(judged[seat])
        state.stack.append(("share", seat))


def judge(state: RiseState, frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Conditional frames replaced by what they give, if their condition holds now."""
    found: list[Frame] = []
    for frame in frames:
        if frame[0] == "if_happiest":
            found += frame[2] if happiest(state, frame[1]) else ()
        elif frame[0] == "if_unhappiest":
            found += frame[2] if unhappiest(state, frame[1]) else ()
        else:
            found.append(frame)
    return tuple(found)


@FRAMES.auto("if_happiest", "RISE-T.34")
def if_happiest(state: RiseState, frame: Frame) -> None:
    state.stack.extend(judge(state, (frame,)))


@FRAMES.auto("if_unhappiest", "RISE-T.35")
def if_unhappiest(state: RiseState, frame: Frame) -> None:
    state.stack.extend(judge(state, (frame,)))


@FRAMES.auto("share", "RISE-D.11")
def share(state: RiseState, frame: Frame) -> None:
    """A player's share of an event begins, in the order of the factories (RISE-D.11)."""
    if state.log is not None:
        state.emit("share", frame[1], "RISE-D.11")


@FRAMES.auto("after_event", "RISE-D.1")
def after_event(state: RiseState, frame: Frame) -> None:
    state.phase = "action"


# --- discarding ----------------------------------------------------------------------------------


def discard_action(state: RiseState, place: int, rule: str) -> None:
    card = state.actions_row[place]
    state.actions_row[place] = NOBODY
    state.action_discard += (card,)
    if state.log is not None:
        state.emit("action_discarded", None, rule, action=state.layout.action_ids[card])


@FRAMES.auto("discard_event", "RISE-D.12")
def discard_event(state: RiseState, frame: Frame) -> None:
    """A carried out event is discarded (RISE-D.12)."""
    card = state.events_row[frame[1]]
    state.events_row[frame[1]] = NOBODY
    state.event_discard += (card,)
    if state.log is not None:
        state.emit("event_discarded", None, "RISE-D.12", event=state.layout.event_ids[card])


@FRAMES.auto("discard_rest", "RISE-D.13")
def discard_rest(state: RiseState, frame: Frame) -> None:
    """As soon as all factories are back, the rest of the row is discarded unused (RISE-D.13)."""
    layout = state.layout
    actions = [card for card in state.actions_row if card != NOBODY]
    events = [card for card in state.events_row if card != NOBODY]
    state.action_discard += tuple(actions)
    state.event_discard += tuple(events)
    state.actions_row[:] = [NOBODY] * len(state.actions_row)
    state.events_row[:] = [NOBODY] * len(state.events_row)
    if state.log is not None and (actions or events):
        names = [layout.action_ids[c] for c in actions], [layout.event_ids[c] for c in events]
        state.emit("rest_discarded", None, "RISE-D.13", actions=names[0], events=names[1])
