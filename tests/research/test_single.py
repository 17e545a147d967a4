"""The Gymnasium environment of one seat, its rewards and its pictures."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tafelrunde
from tafelrunde.core.errors import BadInput, IllegalMove
from tafelrunde.research.rewards import rewards
from tafelrunde.research.single import SingleSeat

EVERY_GAME = pytest.mark.parametrize("name", [*tafelrunde.games(), "kontor"])
pytestmark = pytest.mark.usefixtures("kontor")


class LegalOnly(SingleSeat):
    """Gymnasium's checker samples actions of the whole space; this takes a legal one instead."""

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        legal = self._table().actions(self.seat)
        return super().step(action if action in legal or not legal else legal[action % len(legal)])


@EVERY_GAME
def test_gymnasiums_own_check(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises a registered environment, which the class alone is not
        check_env(LegalOnly(name, "random"), skip_render_check=True)


@EVERY_GAME
def test_a_whole_game_against_bots(name: str) -> None:
    table = SingleSeat(name, "random", seat=1, reward="win")
    _, info = table.reset(seed=5)
    random, total, ended = Random(1), 0.0, False
    while not ended:
        assert table.action_masks().nonzero()[0].tolist() == sorted(info["legal"])
        _, reward, ended, cut, info = table.step(random.choice(info["legal"]))
        total += reward
        assert not cut
    assert table.state is not None
    assert total == float(1 in table.state.winners)


def test_an_illegal_action_changes_nothing() -> None:
    table = SingleSeat("rise", "random")
    table.reset(seed=1)
    assert table.state is not None
    before = table.state.to_json()
    wrong = next(i for i in range(len(table.game.vocabulary)) if i not in table.state.actions(0))
    with pytest.raises(IllegalMove):
        table.step(wrong)
    assert table.state.to_json() == before


def test_options_of_one_episode() -> None:
    table = SingleSeat("rise", "random")
    table.reset(seed=1, options={"game_options": {"sides": "BBBBBBBBBB"}})
    assert table.state is not None
    assert table.state.options["sides"] == "BBBBBBBBBB"
    table.reset(seed=1)
    assert table.state.options["sides"] == "AAAAAAAAAA"


@pytest.mark.parametrize("settings", [{"seat": 2}, {"reward": "luck"}, {"render_mode": "smell"}, {"opponents": "nobody"}])
def test_bad_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        SingleSeat("rise", **settings)


class Finished:
    """As much of a state as the rewards need."""

    def __init__(self, scores: list[int], winners: tuple[int, ...]) -> None:
        self.scores, self.winners, self.players = scores, winners, len(scores)


def test_rewards() -> None:
    shared: Any = Finished([7, 9, 9], (1, 2))
    assert rewards(shared, "share") == [0.0, 0.5, 0.5]
    assert rewards(shared, "win") == [0.0, 1.0, 1.0]
    assert rewards(shared, "margin") == [-2.0, 0.0, 0.0]
    lost: Any = Finished([7, 9], ())
    assert rewards(lost, "share") == rewards(lost, "win") == [0.0, 0.0]


@EVERY_GAME
def test_pictures_and_text(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = SingleSeat(name, "random", render_mode="rgb_array")
    table.reset(seed=3)
    picture = table.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.max() > 200, "something is drawn"
    table.render_mode = "ansi"
    text = table.render()
    assert len(text.split("\n")) > 10
    table.render_mode = "human"
    table.render()
    assert capsys.readouterr().out.strip() == text.strip()
