"""The one visibility check: what is declared, what is forgotten, what is widened by mistake."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core import record
from tafelrunde.core.audience import NAMED, NOBODY, PUBLIC, SEAT, WHEN_DONE, declare_events, may_see, seats_of, strictest
from tafelrunde.core.errors import EngineError, IllegalMove
from tafelrunde.core.events import Event, Log
from tafelrunde.core.frames import Frames
from tafelrunde.core.guards import Guards
from tafelrunde.core.history import History
from tafelrunde.core.rules import cite
from tafelrunde.core.scenario import Scenario
from tafelrunde.core.state import State
from tafelrunde.library import load_scenario
from tafelrunde.testing import trace
from tests.kontor.frames import Bid
from tests.kontor.game import Kontor
from tests.kontor.game import load as load_kontor


def test_a_viewer_sees_what_is_for_everybody_or_for_the_own_seat() -> None:
    assert may_see(None, None)
    assert may_see(1, (0, 1))
    assert not may_see(2, (0, 1))
    assert not may_see(None, (0, 1))
    assert not may_see(None, ())
    assert may_see("all", ())


@pytest.mark.parametrize("named", [None, (0, 1, 2)])
def test_a_seats_own_is_never_widened(named: tuple[int, ...] | None) -> None:
    assert seats_of(SEAT, 1, named) == (1,)
    assert seats_of(None, 1, named) == (1,), "not declared"
    assert seats_of("a slip of the pen", 1, named) == (1,)
    assert seats_of(NOBODY, 1, named) == ()
    assert seats_of(SEAT, None, named) == ()


def test_named_seats_must_be_named_and_can_narrow_what_is_public() -> None:
    assert seats_of(NAMED, 1, (0, 2)) == (0, 2)
    assert seats_of(NAMED, 1) == (1,), "a forgotten list is not for everybody"
    assert seats_of(PUBLIC, 1) is None
    assert seats_of(PUBLIC, 1, (0,)) == (0,)


def test_a_move_is_as_open_as_the_stricter_of_question_and_verb() -> None:
    order = (PUBLIC, WHEN_DONE, SEAT, None)
    for i, one in enumerate(order):
        for j, other in enumerate(order):
            assert strictest(one, other) == (order[max(i, j)] or SEAT)


def emitted(kind: str, seat: int | None, audience: tuple[int, ...] | None = None) -> Event:
    state = load_kontor().new(3, 1)
    state.log = log = Log()
    state.emit(kind, seat, "K-1", audience)
    return log[0]


def test_an_event_reaches_whom_its_kind_declares() -> None:
    assert emitted("won", 1).audience is None
    assert emitted("saw", 1).audience == (1,)
    assert emitted("saw", 1, (0, 1, 2)).audience == (1,), "cannot be widened where it is emitted"
    assert emitted("no_such_kind", 1).audience == (1,), "not declared"
    assert emitted("no_such_kind", None).audience == ()


@pytest.mark.parametrize(
    "events",
    [
        {kind: audience for kind, audience in Kontor.events.items() if kind != "saw"},
        {**Kontor.events, "rumour": PUBLIC},
        {**Kontor.events, "saw": WHEN_DONE},
        {},
    ],
)
def test_a_game_whose_events_are_not_declared_does_not_load(events: dict[str, str]) -> None:
    class Careless(Kontor):
        pass

    Careless.events = events
    with pytest.raises(EngineError, match=r"saw|rumour|audience"):
        Careless(load_kontor().components)


def test_declarations_are_checked() -> None:
    with pytest.raises(ValueError, match="twice"):
        declare_events(public="won", seat="won")
    with pytest.raises(ValueError, match="audience"):
        Frames().asks(Bid, "K-2", answer=NAMED)
    with pytest.raises(ValueError, match="audience"):
        Guards().verb("bid", "K-2", audience="everybody")


# --- what declares nothing -----------------------------------------------------------------------


def forgetful(monkeypatch: pytest.MonkeyPatch, question: str | None, verb: str | None) -> str:
    """Kontor's last line of a running record for a spectator after a public choice, with declarations left out."""
    history = History(load_kontor().new(2, 3, {"coins": "0"}))
    while "under" not in [q[1].kind for q in history.state.asked.values()]:
        seat = history.state.to_act[0]
        history.play(seat, history.state.legal(seat)[0])
    rules = history.state.game
    monkeypatch.setattr(rules.frames.kinds["under"], "answer", question)
    monkeypatch.setitem(rules.guards.verbs, "keep", rules.guards.verbs["keep"]._replace(audience=verb))
    seat = history.state.to_act[0]
    history.play(seat, "keep")
    assert record.write(history, reveal=False, viewer=seat).splitlines()[-1] == f"{seat} keep"
    assert lines(history, 1 - seat)[-1] == lines(history, None)[-1]
    return record.write(history, reveal=False).splitlines()[-1].removeprefix(f"{seat} ")


def test_a_move_is_veiled_unless_question_and_verb_are_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert forgetful(monkeypatch, PUBLIC, PUBLIC) == "keep"
    assert forgetful(monkeypatch, None, PUBLIC) == "?"
    assert forgetful(monkeypatch, PUBLIC, None) == "?"


# --- the findings that led here ------------------------------------------------------------------


def lines(history: History, viewer: int | None) -> list[str]:
    return record.write(history, reveal=False, viewer=viewer).split("moves\n")[1].splitlines()


def begun(**parts: Any) -> State:
    """The first position of a scenario."""
    text = "\n".join(f"{key} = {value}" for key, value in parts.items())
    scenario: Scenario = load_scenario(f'title = "t"\nseed = 1\nrules = []\n{text}\n[[then]]\nexpect = {{}}\n')
    return scenario.begin()


def test_the_hand_limit_is_discarded_face_down() -> None:
    """NA-2.4: the record of a running game printed the cards."""
    hand = [
        "clean_slate",
        "clinical_trials",
        "labor_solutions",
        "media_circus",
        "riot_control",
        "efficiency_experts",
        "liquidation",
    ]
    at = '{ round = 1, step = "end_of_turn", active = 0 }'
    state = begun(game='"new_angeles"', players=4, at=at, given=f'{{ "seats.0.hand" = {hand} }}')
    history = History(state)
    while state.decision(0).kind != "hand_limit":
        history.play(0, "done")
    history.play(0, "discard clean_slate")
    assert [lines(history, viewer)[-1] for viewer in (None, 1, 2, 3)] == ["0 ?"] * 4
    assert lines(history, 0)[-1] == "0 discard clean_slate"


def test_a_draft_of_a_trade_is_private_until_it_is_proposed() -> None:
    """NA-R.24: the record printed the drafts, because it looked only at the seat's question."""
    history = History(begun(game='"new_angeles"', players=4, at='{ round = 1, step = "main_offer", active = 0 }'))
    for move in ("trade 3", "give capital 1", "withdraw", "trade 3", "give capital 2", "propose"):
        history.play(1, move)
    assert lines(history, 2) == lines(history, None) == ["1 ?"] * 5 + ["1 propose"]
    assert lines(history, 1)[1] == "1 give capital 1"


def rebuilding() -> History:
    """A position in which either of two hand cards can replace either of two locations."""
    given = '"seats.0.hand" = ["arena", "assassin"], "seats.0.state" = ["gun_shop", "shadow"], "seats.0.supply.brick" = 1'
    options, at = '{ deck = "base", factions = "NAMG" }', '{ round = 1, step = "action", active = 0 }'
    return History(begun(game='"fifty_first_state"', players=2, options=options, at=at, given=f"{{ {given} }}"))


def test_a_hand_card_is_not_named_before_the_action_is_complete() -> None:
    """51S-3.12: the record printed the card while the player could still take it back."""
    history = rebuilding()
    state = history.state
    card = next(str(move) for move in state.legal(0) if move.verb == "rebuild")
    before = state.view(1)
    history.play(0, card)
    assert {**state.view(1), "ply": 0} == {**before, "ply": 0}
    while state.to_act == (0,) and state.decision(0).kind in ("replace", "pay"):
        assert lines(history, 1) == ["0 ?"] * len(history.line)
        assert lines(history, 0)[0] == f"0 {card}"
        history.play(0, state.legal(0)[0])
    assert lines(history, 1)[0] == f"0 {card}", "built, and everybody sees it"


def test_a_world_of_another_seat_does_not_hold_the_card_that_is_being_rebuilt() -> None:
    """What is played on from a sampled world (practice, plans) must not show it either."""
    worlds = set()
    for card in ("arena", "assassin"):
        history = rebuilding()
        history.play(0, f"rebuild {card}")
        world = history.state.sample(1, 5)
        assert world.view(1) == history.state.view(1)
        assert world.decision(0).kind == "turn"
        worlds.add(str(world.to_json()))
    assert len(worlds) == 1


def test_that_nothing_but_a_pass_was_possible_is_the_seats_own_knowledge() -> None:
    """51S-R.48: it depends on the hand."""
    assert tafelrunde.load("fifty_first_state").events["nothing_else"] == SEAT


# --- threads and errors --------------------------------------------------------------------------


def test_rules_that_arise_in_another_thread_are_not_collected_here() -> None:
    with trace.collecting() as here:
        thread = threading.Thread(target=cite, args=("K-1",))
        thread.start()
        thread.join()
        cite("K-2")
        with trace.collecting() as inner:
            cite("K-3")
    assert inner == {"K-3"}
    assert here == {"K-2", "K-3"}


def test_a_record_that_cannot_be_replayed_is_not_shown() -> None:
    history = History(load_kontor().new(2, 3))
    history.play(0, history.state.legal(0)[0])
    history.line[0] = history.line[0]._replace(move=history.state.game.index("under"))
    with pytest.raises(IllegalMove):
        record.write(history, reveal=False)
