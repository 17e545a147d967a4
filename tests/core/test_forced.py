"""Questions with only one answer: given by the engine where everybody knows it, asked where only the seat does."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.events import Log
from tafelrunde.core.frames import Frame, Frames, Moves, Seat, TypedFrame
from tafelrunde.core.history import History
from tafelrunde.core.state import State
from tafelrunde.testing.forced import asking, publicly_forced
from tests.kontor.frames import Bid, Under
from tests.kontor.game import Kontor, load
from tests.kontor.state import KontorState
from tests.kontor.verbs import HOLD, RAISE


class Nod(TypedFrame, tag="nod"):
    seat: Seat


KEPT = ("round", "bid", "raise", "reveal", "peek", "under", "next")


def nodding(offered: Moves = (HOLD,), forces: bool = False, **declared: Any) -> KontorState:
    """Kontor with a question ``nod`` that stands before everything else; its answer goes into a seat's points."""
    frames = Frames()
    frames.kinds = {name: Kontor.frames.kinds[name] for name in KEPT}
    frames.by_type = {kind.type: kind for kind in frames.kinds.values()}

    @frames.asks(Nod, "K-1", **declared)
    def ask_nod(state: KontorState, frame: Nod) -> Moves:
        return offered

    @frames.resolves(Nod)
    def resolve_nod(state: KontorState, frame: Nod, move: int) -> None:
        state.points[frame.seat] += 1
        state.emit("gift", frame.seat, "K-1", other=move)

    if forces:

        @frames.forces(Nod)
        def force_nod(state: KontorState, frame: Nod, move: int) -> None:
            state.points[frame.seat] += 10

    class Nodding(Kontor):
        pass

    Nodding.frames = frames
    return Nodding(load().components).new(2, 1)


def ask(state: KontorState, *frames: Frame) -> Log:
    """Put questions on top of what is going on; what happened by itself."""
    state.lanes, state.asked = None, {}
    state.push(*frames)
    state.log = log = Log()
    state.settle()
    state.log = None
    return log


def test_the_only_answer_that_everybody_knows_is_given() -> None:
    state = nodding(moves=PUBLIC)
    log = ask(state, Nod(1), Nod(0), Under(0))
    assert state.points == [1, 1]
    assert state.to_act == (0,)
    assert state.asked[0][1] == Under(0)
    assert log.forced == [(1, HOLD), (0, HOLD)]
    assert [event.kind for event in log] == ["gift", "gift"]
    assert state.ply == 0, "nobody has made a move"


def test_a_choice_is_asked() -> None:
    state = nodding((HOLD, RAISE), moves=PUBLIC)
    assert ask(state, Nod(1)).forced == []
    assert state.to_act == (1,)


def test_what_only_the_seat_can_know_is_asked() -> None:
    state = nodding()
    ask(state, Nod(1), Under(0))
    assert state.to_act == (1,)
    state.act(1, HOLD)
    assert state.points == [0, 1]


def test_a_position_may_decide_whether_everybody_knows() -> None:
    state = nodding(moves=lambda state, frame: frame.seat == 0)
    ask(state, Nod(0), Nod(1))
    assert (state.points, state.to_act) == ([1, 0], (1,))


def test_the_only_answer_may_count_for_less_than_a_chosen_one() -> None:
    state = nodding(forces=True, moves=PUBLIC)
    ask(state, Nod(0), Under(0))
    assert state.points == [10, 0]
    same = asking(state.game).new(2, 1)
    ask(same, Nod(0), Under(0))
    assert same.to_act == (0,)
    same.act(0, HOLD)
    assert same.points == [1, 0]


def test_a_question_is_held_open_while_a_free_move_could_matter() -> None:
    state = nodding(moves=PUBLIC)
    held = {0}
    state.game.holds_open = lambda state, seat: seat in held  # type: ignore[method-assign]
    ask(state, Nod(1), Nod(0), Under(0))
    assert (state.points, state.to_act) == ([0, 1], (0,))
    held.clear()
    state.play(1, "gift 0")
    assert state.points == [1, 1], "after the free move nothing keeps the question open"
    assert state.asked[0][1] == Under(0)


def test_lanes_answer_what_is_forced() -> None:
    state = nodding(moves=PUBLIC)
    state.lanes, state.asked = None, {}
    state.open_lanes([[Nod(0), Bid(0), Nod(0)], [Bid(1)]])
    state.settle()
    assert list(state.to_act) == [0, 1]
    assert state.points == [1, 0]
    state.act(0, state.actions(0)[0])
    assert state.points == [2, 0]
    assert list(state.to_act) == [1]


def test_a_question_may_be_forced_without_anybody_else_knowing() -> None:
    """The last card in hand: one answer, and only its owner knows which."""
    state = load().new(2, 5, {"coins": "0"})
    while state.round < 3:
        state.act(state.to_act[0], state.actions(state.to_act[0])[0])
    seat = state.to_act[0]
    assert len(state.actions(seat)) == 1
    assert not publicly_forced(state, seat)


def test_what_the_engine_answered_goes_back_with_the_move_before() -> None:
    state = nodding(moves=PUBLIC)
    ask(state, Under(0), Nod(1), Under(0))
    state.deck = state.deck.put_on_top([0], 3)
    history = History(state)
    history.play(0, "keep")
    assert state.points == [0, 1]
    assert history.undo(0) == 1
    found: State = history.state
    assert found.scores == [0, 0]
    assert found.asked[0][1] == Under(0)
