"""Looking at event cards, and declarations for Caprice Nisei (NA-ACT.unorthodox_knowledge, NA-R.35)."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.decks import Known
from tafelrunde.core.frames import Moves
from tafelrunde.games.new_angeles.frames import Bury, Declare, Effect, NumberFrame, Peek, PickPlayer, Place, Resources, Top
from tafelrunde.games.new_angeles.rules.deal import offered
from tafelrunde.games.new_angeles.rules.registry import CARD_KINDS, CLOSED, FRAMES
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, AngelesState
from tafelrunde.games.new_angeles.terms import BACKS

ALWAYS_OPEN = (Place, PickPlayer, Resources)
"""Questions of a card that always have several answers; a piece that is placed as a cost is an exception."""
CLOSED.update((Bury, Top, Declare))


@FRAMES.auto(Peek, "NA-ACT.unorthodox_knowledge")
def peek(state: AngelesState, frame: NumberFrame) -> None:
    """Show the resolver the fronts of the top events; everybody sees their backs (NA-19.3)."""
    seat, rule, count = frame.seat, frame.rule, frame.n
    deck = state.event_deck
    while len(deck.top) < count and deck.hidden:
        card, rest = deck.replace(top=()).draw(state)
        deck = rest.replace(top=(*deck.top, Known(card, 0)))
    seen = tuple(Known(k.card, k.seats | 1 << seat) for k in deck.top[:count])
    state.event_deck = deck.replace(top=seen + deck.top[count:])
    state.backs_seen = len(state.event_deck.top)
    state.reveal()
    if state.log is not None:
        fronts = [state.layout.events[k.card] for k in seen]
        backs = [BACKS[state.layout.event_back[k.card]] for k in seen]
        state.emit("backs_shown", seat, "NA-19.3", also=("NA-19.2", "NA-2.9"), backs=backs)
        state.emit("fronts_seen", seat, rule, events=fronts)
    if seen:
        state.push(Bury(seat, rule, len(seen)))


@FRAMES.asks(Bury, lambda state, frame: frame.rule, answer=SEAT)
def ask_bury(state: AngelesState, frame: NumberFrame) -> list[int]:
    return [state.verbs.bury + known.card for known in state.event_deck.top[: frame.n]]


@FRAMES.resolves(Bury)
def resolve_bury(state: AngelesState, frame: NumberFrame, move: int) -> None:
    """Put one event at the bottom; the seats that know it still know it there."""
    deck, card = state.event_deck, move - state.verbs.bury
    buried = next(k for k in deck.top if k.card == card)
    rest = tuple(k for k in deck.top if k.card != card)
    state.event_deck = deck.replace(top=rest, bottom=(*deck.bottom, buried))
    state.backs_seen = len(rest)
    if state.log is not None:
        back = BACKS[state.layout.event_back[card]]
        state.emit("buried", frame.seat, frame.rule, also=("NA-R.46",), back=back)
    state.push(Top(frame.seat, frame.rule, frame.n - 1, 0))


@FRAMES.asks(Top, lambda state, frame: frame.rule, answer=SEAT)
def ask_top(state: AngelesState, frame: Top) -> list[int]:
    """Ask which of the remaining events comes next from the top."""
    count, placed = frame.n, frame.placed
    return [state.verbs.top + known.card for known in state.event_deck.top[placed:count]] if count - placed > 1 else []


@FRAMES.resolves(Top)
def resolve_top(state: AngelesState, frame: Top, move: int) -> None:
    seat, rule, count, placed = frame.seat, frame.rule, frame.n, frame.placed
    deck, card = state.event_deck, move - state.verbs.top
    chosen = next(k for k in deck.top if k.card == card)
    others = tuple(k for k in deck.top if k.card != card)
    state.event_deck = deck.replace(top=(*others[:placed], chosen, *others[placed:]))
    state.push(Top(seat, rule, count, placed + 1))
    if state.log is not None:
        backs = [BACKS[state.layout.event_back[k.card]] for k in state.event_deck.top[:count]]
        state.emit("put_back", seat, rule, backs=backs)


# --- declarations --------------------------------------------------------------------------------


def scratch(state: AngelesState, seat: int, at: int, answers: tuple[tuple[str, int], ...]) -> AngelesState:
    """A copy of the state in which the offer is resolved up to the first question of its card that is not yet answered.

    Questions to other seats are declined, and their draws are left out, because the result must not reveal the contents of
    the decks. Questions with a single answer are asked, too: they are declared in case there are several answers later.
    """
    world = state.clone()
    world.dispatch = state.game.asking  # type: ignore[attr-defined]
    world.stack, world.lanes, world.asked = [], None, {}
    world.declared, world.winner = (), COUNTER if at else MAIN
    world.push(Effect(seat, offered(state, at), -1))
    world.settle()
    left = list(answers)
    while world.asked:
        asked = world.to_act[0]
        frame, moves = world.asked[asked][1:]
        if asked != seat or type(frame) not in CARD_KINDS:
            chosen = state.game.declines(moves)
            if chosen is None:
                world.stack.pop()
                world.asked = {}
                world.settle()
            else:
                world.act(asked, chosen)
        elif left and left[0][1] in moves:
            world.act(asked, left.pop(0)[1])
        else:
            break
    return world


def has_choice(state: AngelesState, seat: int, at: int) -> bool:
    """Whether the card of an offer leaves its proposer a choice in the present position."""
    frames = state.game.card_frames[offered(state, at)][seat]  # type: ignore[attr-defined]
    if any(isinstance(frame, ALWAYS_OPEN) and not (isinstance(frame, Place) and frame.cost) for frame in frames):
        return True
    first: Any = frames[0] if frames else None
    ask = state.dispatch[type(first)][0] if type(first) in CARD_KINDS else None
    if ask is not None and len(ask(state, first)) > 1:  # the usual case, which needs no copy
        return True
    answers: tuple[tuple[str, int], ...] = ()
    while True:
        world = scratch(state, seat, at, answers)
        moves = world.actions(seat)
        if len(moves) != 1:
            return bool(moves)
        answers = (*answers, (world.asked[seat][1].kind, moves[0]))


@FRAMES.asks(Declare, "NA-R.35", answer=PUBLIC, moves=PUBLIC)
def ask_declare(state: AngelesState, frame: Declare) -> Moves:
    """Ask the proposer the next question of the card in advance, using a copy of the state."""
    seat, at, answers = frame.seat, frame.at, frame.answers
    return scratch(state, seat, at, answers).actions(seat)


@FRAMES.resolves(Declare)
def resolve_declare(state: AngelesState, frame: Declare, move: int) -> None:
    seat, at, answers, rule = frame.seat, frame.at, frame.answers, frame.rule
    kind = scratch(state, seat, at, answers).asked[seat][1].kind
    if state.log is not None:
        state.emit("declares", seat, "NA-R.35", move=state.game.vocabulary[move].text)
    state.push(Declare(seat, at, (*answers, (kind, move)), rule))


@FRAMES.lapses(Declare)
def declared(state: AngelesState, frame: Declare) -> None:
    """Complete the declaration and make it public."""
    seat, at, answers, rule = frame.seat, frame.at, frame.answers, frame.rule
    state.declared = (*state.declared, (at, answers))
    if state.log is not None:
        moves = [state.game.vocabulary[move].text for _, move in answers]
        state.emit("declared", seat, rule, also=("NA-R.35",), moves=moves)


@FRAMES.describes(Declare)
def describe_declare(state: AngelesState, frame: Declare) -> dict[str, object]:
    return {"card": state.layout.cards[offered(state, frame.at)], "n": len(frame.answers) + 1}
