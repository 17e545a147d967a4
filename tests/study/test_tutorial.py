"""Every tutorial is played to its end: each move is legal, each sentence's claim holds, in three languages."""

from __future__ import annotations

import pytest

import tafelrunde
from tafelrunde.core.errors import BadInput
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.scenario import look_up, seat_and_move
from tafelrunde.study import tutorial

every_game = pytest.mark.parametrize("game", tafelrunde.games())


@every_game
def test_each_step_does_what_its_text_says(game: str) -> None:
    lessons = tutorial.steps(game)
    assert 12 <= len(lessons) <= 20
    assert 10 <= tutorial.page(game, "en")["minutes"] <= 15
    for number, lesson in enumerate(lessons):
        state = tutorial.state_at(game, number)
        assert lesson.rule in state.game.rules
        for move in lesson.moves:
            assert tutorial.LEARNER in state.to_act, f"step {number}: the learner is not asked"
            assert move in [m.text for m in (*state.legal(0), *state.free(0))], f"step {number}: {move}"
            state.play(tutorial.LEARNER, move)
        for line in lesson.others:
            state.play(*seat_and_move(line))
        found = {path: look_up(state.view("all"), path) for path in lesson.expect}
        assert found == dict(lesson.expect), f"step {number}"


@every_game
def test_most_steps_are_moves_and_each_is_checked(game: str) -> None:
    lessons = tutorial.steps(game)
    assert sum(bool(lesson.moves) for lesson in lessons) >= len(lessons) * 2 // 3
    assert all(lesson.expect for lesson in lessons if lesson.moves)


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tutorial_speaks_three_languages(game: str, lang: str) -> None:
    page = tutorial.page(game, lang)
    others = [tutorial.page(game, other) for other in LANGUAGES if other != lang]
    for i, step in enumerate(page["steps"]):
        assert len(step["say"]) > 20
        assert all(step["say"] != other["steps"][i]["say"] for other in others)
    assert "_" not in " ".join(step["say"] for step in page["steps"])
    assert all(page["coach"].values())


@every_game
def test_the_coach_knows_every_question_or_says_where_to_look(game: str) -> None:
    kinds = {name for name, kind in tafelrunde.load(game).frames.kinds.items() if kind.ask}
    coach = tutorial.page(game, "en")["coach"]
    assert set(coach) - {"*"} <= kinds
    assert "*" in coach or kinds <= set(coach)


def test_a_wrong_move_is_answered_kindly() -> None:
    """A legal move that is not meant, and an illegal one with its rule; both leave the step where it was."""
    number = next(i for i, step in enumerate(tutorial.steps("rise")) if step.moves == ("place 3",))
    legal = tutorial.at("rise", number, ["place 2"], "de")
    assert legal["wrong"]["legal"]
    assert legal["wrong"]["wanted"]["move"] == "place 3"
    illegal = tutorial.at("rise", number, ["upper"], "de")
    assert not illegal["wrong"]["legal"]
    assert illegal["wrong"]["rule"] in tafelrunde.load("rise").rules
    assert not illegal["finished"]
    right = tutorial.at("rise", number, ["place 3"], "de")
    assert right["finished"]
    assert right["done"]
    assert right["events"]
    with pytest.raises(BadInput):
        tutorial.at("rise", 999, [], "de")
