"""The round: income, display and placing factories (phases A, B and C)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import TypedFrame
from tafelrunde.games.rise import frames
from tafelrunde.games.rise.frames import END
from tafelrunde.games.rise.rules.money import pay, purse
from tafelrunde.games.rise.rules.registry import FRAMES, interrupts, resolves
from tafelrunde.games.rise.state import BANK, INDUSTRY, NOBODY, TRACK_COUNT, RiseState
from tafelrunde.games.rise.verbs import PLACE

PHASES = (frames.Income(), frames.Display(), frames.Placing(), frames.Actions(), frames.BeforeRoundEnd(), frames.RoundEnd())
"""The frame of a round (RISE-A.1)."""


def begin_phase(state: RiseState, name: str, rule: str) -> None:
    state.phase = name
    if state.log is not None:
        state.emit("phase", None, rule, phase=name, round=state.round)


@FRAMES.auto(frames.Round, "RISE-A.1")
def begin_round(state: RiseState, frame: TypedFrame) -> None:
    """Begin one of twelve rounds in three epochs, each with the phases A to E (RISE-A.1)."""
    state.round += 1
    if state.log is not None:
        state.emit("round", None, "RISE-A.1", round=state.round)
    state.push(*PHASES)


# --- phase A -------------------------------------------------------------------------------------


@FRAMES.auto(frames.Income, "RISE-A.3")
def income(state: RiseState, frame: TypedFrame) -> None:
    """Give every player the income on the industry marker's field, from round 2 on (RISE-A.2, A.3)."""
    begin_phase(state, "income", "RISE-A.1")
    if state.round == 1:
        if state.log is not None:
            state.emit("no_income", None, "RISE-A.2")
        return
    layout = state.layout
    for seat in range(state.players):
        field = state.pos[seat * TRACK_COUNT + INDUSTRY]
        coins, points = layout.income[field]
        state.coins[seat] += coins
        state.vp[seat] += points
        if state.log is not None:
            rule = "RISE-IND.1" if field == layout.starts[INDUSTRY] else "RISE-A.3"
            state.emit("income", seat, rule, coins=coins, points=points)


# --- phase B -------------------------------------------------------------------------------------


@FRAMES.auto(frames.Display, "RISE-B.1")
def display(state: RiseState, frame: TypedFrame) -> None:
    """Display four action cards of the epoch and three events, alternating (RISE-B.1, B.3)."""
    begin_phase(state, "display", "RISE-A.1")
    setup = state.layout.setup
    epoch, later = divmod(state.round - 1, setup.rounds_per_epoch)
    if state.log is not None and not later:
        state.emit("epoch", None, "RISE-B.3", n=epoch + 1)
    decks = list(state.action_decks)
    for i in range(setup.action_cards_per_round):
        state.actions_row[i], decks[epoch] = decks[epoch].draw(state)
    state.action_decks = tuple(decks)
    for i in range(setup.event_cards_per_round):
        state.events_row[i], state.event_deck = state.event_deck.draw(state)
    state.reveal()
    if state.log is not None:
        layout = state.layout
        actions = [layout.action_ids[card] for card in state.actions_row]
        events = [layout.event_ids[card] for card in state.events_row]
        state.emit("display", None, "RISE-B.1", actions=actions, events=events)


# --- phase C -------------------------------------------------------------------------------------


@FRAMES.auto(frames.Placing, "RISE-C.1")
def begin_placing(state: RiseState, frame: TypedFrame) -> None:
    """Let players place in the order of the order fields, each exactly once (RISE-C.1)."""
    state.turn_order = tuple([seat for seat in state.order if seat != NOBODY])
    begin_phase(state, "place", "RISE-A.1")
    state.push(*[frames.Place(seat) for seat in state.turn_order])


def placement_costs(state: RiseState, seat: int) -> tuple[int, ...]:
    """The cost of placing at each card for the seat, less bank A remissions (RISE-C.4, BNK.1)."""
    return state.layout.placement_cost[state.pos[seat * TRACK_COUNT + BANK]]


@FRAMES.asks(frames.Place, "RISE-C.2", answer=PUBLIC, moves=PUBLIC)
def ask_place(state: RiseState, frame: frames.SeatFrame) -> tuple[int, ...]:
    """Ask for one of the four action cards, if its cost can be covered (RISE-C.2, C.5)."""
    seat = frame.seat
    money = purse(state, seat)
    options = [PLACE + i for i, cost in enumerate(placement_costs(state, seat), 1) if cost <= money]
    return (*options, *state.layout.tails[interrupts(state, seat)])


@resolves(frames.Place)
def resolve_place(state: RiseState, frame: frames.SeatFrame, move: int) -> None:
    """Pay, place the factory to the left of all others below the card, and find the overtaken players (RISE-C.3, C.4)."""
    seat, place = frame.seat, move - PLACE - 1
    cost = placement_costs(state, seat)[place]
    overtaken, rule = overtaken_by(state, seat, place)
    if state.log is not None:
        _tell_placement(state, seat, place, cost, rule)
    pay(state, seat, cost, "RISE-C.4", "RISE-R.17")
    state.order[state.order.index(seat)] = NOBODY
    state.factories[place] = (seat, *state.factories[place])
    state.stack.append(frames.Window(seat, END))
    if overtaken != NOBODY:
        if state.log is not None:
            state.emit("overtaken", overtaken, rule, other=seat)
        state.stack.append(frames.Run(overtaken, rule))


def overtaken_by(state: RiseState, seat: int, place: int) -> tuple[int, str]:
    """The seats that may run a school tile because of a placement (RISE-C.6; with two players RISE-C.7, C.8)."""
    if state.players > 2:
        below = state.factories[place]
        return (below[0], "RISE-C.6") if below else (NOBODY, "")
    other = 1 - seat
    there = next((i for i, below in enumerate(state.factories) if other in below), -1)
    if there < 0:
        return NOBODY, ""
    return (other, "RISE-C.7") if place <= there else (NOBODY, "RISE-C.8")


def _tell_placement(state: RiseState, seat: int, place: int, cost: int, overtaking: str) -> None:
    rule = "RISE-C.3" if state.factories[place] else "RISE-C.8" if overtaking == "RISE-C.8" else "RISE-C.2"
    state.emit("factory_placed", seat, rule, card=place + 1, action=state.layout.action_ids[state.actions_row[place]])
    if cost < state.layout.setup.placement_cost[place]:
        state.emit("placement_free", seat, "RISE-BNK.1", card=place + 1)
