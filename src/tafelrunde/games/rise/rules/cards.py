"""Phase D: action cards and events, strictly from left to right."""

from __future__ import annotations

from functools import cache

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame, TypedFrame
from tafelrunde.games.rise import frames
from tafelrunde.games.rise.frames import END, EVENT
from tafelrunde.games.rise.rules.compare import affected, happiest, unhappiest
from tafelrunde.games.rise.rules.money import pay, points_for, purse
from tafelrunde.games.rise.rules.registry import FRAMES, interrupts, resolves
from tafelrunde.games.rise.rules.round import begin_phase
from tafelrunde.games.rise.state import BANK, ENVIRONMENT, NOBODY, SATISFACTION, TRACK_COUNT, RiseState
from tafelrunde.games.rise.verbs import LOWER, UPPER


@FRAMES.auto(frames.Actions, "RISE-C.17")
def begin_actions(state: RiseState, frame: TypedFrame) -> None:
    """Begin phase D when all factories are placed; the row is handled from left to right (RISE-C.17, D.1)."""
    begin_phase(state, "action", "RISE-C.17")
    state.push(frames.Action(0))


@cache
def _acting(seat: int, place: int) -> frames.Work:
    """What a factory sets off, in stack order. The frames are made once: this happens in every second decision."""
    return frames.Action(place), frames.FactoryBack(seat, place), frames.Window(seat, END), frames.Option(seat, place)


@cache
def _event(place: int) -> frames.Work:
    """The frames that follow a finished card, in stack order."""
    return frames.Action(place + 1), frames.DiscardEvent(place), frames.EventCard(place), frames.Windows(EVENT + place)


@FRAMES.auto(frames.Action, "RISE-D.1")
def action_card(state: RiseState, frame: frames.PlaceFrame) -> None:
    """Let the factories below a card act from left to right, then discard the card (RISE-D.2, D.9)."""
    place = frame.place
    if state.factories[place]:
        seat = state.factories[place][0]
        if state.log is not None:
            rule = "RISE-D.2" if len(state.factories[place]) > 1 else "RISE-D.1"
            state.emit("acts", seat, rule, card=place + 1, action=state.layout.action_ids[state.actions_row[place]])
        state.stack.extend(_acting(seat, place))
        return
    discard_action(state, place, "RISE-D.9")
    if any(state.factories):
        state.stack.extend(_event(place))
    else:
        state.push(frames.DiscardRest())


# --- the option ----------------------------------------------------------------------------------


def upper_only(state: RiseState, seat: int) -> bool:
    """Whether the seat may use only upper options: the second side of the environment B penalty tile (RISE-ENV.9)."""
    return state.layout.upper_only[state.pos[seat * TRACK_COUNT + ENVIRONMENT]]


@FRAMES.asks(frames.Option, "RISE-D.3", answer=PUBLIC, moves=PUBLIC)
def ask_option(state: RiseState, frame: frames.SeatPlaceFrame) -> tuple[int, ...]:
    """Ask for exactly one of the card's two options; the lower one if it may be used and paid (RISE-D.3 to D.6)."""
    seat = frame.seat
    tail = state.layout.tails[interrupts(state, seat)]
    lower = state.layout.options[state.actions_row[frame.place]][1]
    usable = (
        purse(state, seat) >= lower.cost_coins
        and not upper_only(state, seat)
        and (not lower.requires_happiest or happiest(state, seat))
    )
    return (UPPER, LOWER, *tail) if usable else (UPPER, *tail)


@resolves(frames.Option)
def resolve_option(state: RiseState, frame: frames.SeatPlaceFrame, move: int) -> None:
    seat, card = frame.seat, state.actions_row[frame.place]
    which = int(move == LOWER)
    state.stack.extend(state.layout.option_frames[seat][card][which])
    if which:
        state.stack.append(frames.LowerCost(seat, card))
    elif state.log is not None:
        state.emit("option", seat, "RISE-D.4", option="upper", action=state.layout.action_ids[card])


@FRAMES.auto(frames.LowerCost, "RISE-D.5")
def lower_cost(state: RiseState, frame: frames.LowerCost) -> None:
    """Pay the cost of the lower option first: coins, or the negative effect if that is the cost (RISE-D.5, AC.1)."""
    seat, card = frame.seat, frame.card
    lower = state.layout.options[card][1]
    if state.log is not None:
        state.emit("option", seat, _lower_rule(state, seat, card), option="lower", action=state.layout.action_ids[card])
    remitted = state.layout.placement_cost[state.pos[seat * TRACK_COUNT + BANK]] != state.layout.placement_cost[0]
    pay(state, seat, lower.cost_coins, "RISE-D.7" if remitted else "RISE-D.5", "RISE-R.17")
    if lower.cost_revolt:
        state.stack.append(frames.Retreat(seat, SATISFACTION, lower.cost_revolt, "RISE-AC.1"))


def _lower_rule(state: RiseState, seat: int, card: int) -> str:
    lower = state.layout.options[card][1]
    if lower.requires_happiest:
        others = sum(happiest(state, other) for other in range(state.players))
        return "RISE-R.19" if others > 1 else "RISE-AC.2"
    if lower.cost_revolt:
        at_end = state.pos[seat * TRACK_COUNT + SATISFACTION] == 0
        return "RISE-R.21" if at_end else "RISE-AC.1"
    return "RISE-D.5"


@FRAMES.describes(frames.Option)
def describe_option(state: RiseState, frame: frames.SeatPlaceFrame) -> dict[str, object]:
    card = state.actions_row[frame.place]
    points = points_for(state, frame.seat, state.layout.options[card][1].cost_coins)
    return {"action": state.layout.action_ids[card], "card": frame.place + 1, "points": points}


@FRAMES.auto(frames.FactoryBack, "RISE-D.8")
def factory_back(state: RiseState, frame: frames.SeatPlaceFrame) -> None:
    """Return the factory after its action to the free order field with the smallest number (RISE-D.8)."""
    seat, place = frame.seat, frame.place
    state.factories[place] = tuple(other for other in state.factories[place] if other != seat)
    field = state.order.index(NOBODY)
    state.order[field] = seat
    if state.log is not None:
        state.emit("factory_back", seat, "RISE-D.8", n=field + 1)


# --- events --------------------------------------------------------------------------------------


AFTER_EVENT = frames.AfterEvent()


@FRAMES.auto(frames.EventCard, "RISE-D.10")
def event_card(state: RiseState, frame: frames.PlaceFrame) -> None:
    """Let every affected player carry out the event; comparisons are judged once for all of them (RISE-R.28)."""
    card = state.events_row[frame.place]
    layout = state.layout
    printed, seats = layout.components.event_cards[card], affected(state)
    begin_phase(state, "event", "RISE-D.1")
    if state.log is not None:
        state.emit("event", None, printed.rule or "RISE-D.10", event=printed.id)
        state.emit("affected", None, "RISE-D.10", seats=list(seats))
    shares = [layout.shares[seat][card] for seat in seats]
    if layout.events[card].happiest or layout.events[card].unhappiest:
        shares = [judge(state, share) for share in shares]
    if state.log is not None and printed.nobody_rule:
        gaining = [seat for seat, share in zip(seats, shares, strict=True) if len(share) > 2]  # more than beginning and end
        state.emit("judged", None, "RISE-R.28" if gaining else printed.nobody_rule, seats=gaining)
    state.stack.append(AFTER_EVENT)
    for share in shares[::-1]:
        state.stack.extend(share)


def judge(state: RiseState, work: frames.Work) -> frames.Work:
    """Replace conditional frames by their effects if their condition holds now."""
    found: list[Frame] = []
    for frame in work:
        if isinstance(frame, frames.IfHappiest):
            found += frame.gain if happiest(state, frame.seat) else ()
        elif isinstance(frame, frames.IfUnhappiest):
            found += frame.gain if unhappiest(state, frame.seat) else ()
        else:
            found.append(frame)
    return tuple(found)


@FRAMES.auto(frames.IfHappiest, "RISE-T.34")
def if_happiest(state: RiseState, frame: frames.GainFrame) -> None:
    state.stack.extend(judge(state, (frame,)))


@FRAMES.auto(frames.IfUnhappiest, "RISE-T.35")
def if_unhappiest(state: RiseState, frame: frames.GainFrame) -> None:
    state.stack.extend(judge(state, (frame,)))


@FRAMES.auto(frames.Share, "RISE-D.11")
def share(state: RiseState, frame: frames.SeatFrame) -> None:
    """Begin a player's share of an event, in the order of the factories (RISE-D.11)."""
    if state.log is not None:
        state.emit("share", frame.seat, "RISE-D.11")


@FRAMES.auto(frames.AfterEvent, "RISE-D.1")
def after_event(state: RiseState, frame: TypedFrame) -> None:
    state.phase = "action"


# --- discarding ----------------------------------------------------------------------------------


def discard_action(state: RiseState, place: int, rule: str) -> None:
    card = state.actions_row[place]
    state.actions_row[place] = NOBODY
    state.action_discard += (card,)
    if state.log is not None:
        state.emit("action_discarded", None, rule, action=state.layout.action_ids[card])


@FRAMES.auto(frames.DiscardEvent, "RISE-D.12")
def discard_event(state: RiseState, frame: frames.PlaceFrame) -> None:
    """Discard an event after it was carried out (RISE-D.12)."""
    card = state.events_row[frame.place]
    state.events_row[frame.place] = NOBODY
    state.event_discard += (card,)
    if state.log is not None:
        state.emit("event_discarded", None, "RISE-D.12", event=state.layout.event_ids[card])


@FRAMES.auto(frames.DiscardRest, "RISE-D.13")
def discard_rest(state: RiseState, frame: TypedFrame) -> None:
    """Discard the rest of the row unused as soon as all factories are back (RISE-D.13)."""
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
