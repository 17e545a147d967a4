"""The example agent learns, plays legally, and sees only its view."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.bots.runner import choose
from tafelrunde.research.imitate import NetBot, collect, evaluate, train


def test_it_learns_and_plays() -> None:
    lessons = collect("rise", 4)
    model, losses = train(lessons, epochs=8)
    assert losses[-1] < 0.8 * losses[0]
    assert evaluate(model, "rise", 6) >= 0.5
    rise = tafelrunde.load("rise")
    state = rise.new(2, 3)
    seat = state.to_act[0]
    bot = NetBot(model, rise, 2)
    assert choose(state, seat, bot) == choose(state.sample(seat, 9), seat, bot)
    again, _ = train(lessons, epochs=8)
    assert choose(state, seat, NetBot(again, rise, 2)) == choose(state, seat, bot)


def test_the_example_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole example as it is told to be run: a few minutes."""
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "train_rise.py"))
    said = re.search(r"against random: (\d+) % of 100 games", capsys.readouterr().out)
    assert said is not None
    assert int(said[1]) >= 95
