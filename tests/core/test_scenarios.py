"""Scenario files that are wrong, and scenarios that fail, say where and why."""

from __future__ import annotations

import pytest

import tafelrunde
from tafelrunde import BadInput
from tafelrunde.core.scenario import Failed

HEAD = """
title = "t"
game = "rise"
players = 2
seed = 1
rules = ["RISE-C.2"]
"""

BAD = {
    "no TOML": ("= 1", "TOML"),
    "unknown key": (HEAD + "colour = 1", "colour"),
    "no title": (HEAD.replace('title = "t"', ""), "title"),
    "wrong type": (HEAD.replace("players = 2", 'players = "2"'), "players"),
    "wrong count": (HEAD.replace("players = 2", "players = 7"), "players"),
    "unknown game": (HEAD.replace("rise", "chess"), "game"),
    "unknown rule": (HEAD.replace("RISE-C.2", "RISE-X.1"), "rules"),
    "unknown step": (HEAD + "[[then]]\ndance = 1", r"then\[1\]"),
    "two steps in one": (HEAD + '[[then]]\nplay = "0 pass"\nrun_to = "final"', r"then\[1\]"),
    "stray key": (HEAD + '[[then]]\nplay = "0 pass"\nrule = "RISE-C.1"', r"then\[1\]\.rule"),
    "unknown at": (HEAD + 'at = { step = "tea" }', r"at\.step"),
    "unknown at key": (HEAD + 'at = { step = "place", colour = 1 }', r"at\.colour"),
    "bad round": (HEAD + 'at = { step = "place", round = 13 }', r"at\.round"),
    "unknown path": (HEAD + '[given]\n"board.sun" = 1', r"board\.sun"),
    "derived number": (HEAD + '[given]\n"seats.0.coin_limit" = 9', "follows from the rest"),
    "a seat too many": (HEAD + '[given]\n"seats.5.coins" = 9', r"seats\.5\.coins"),
    "wrong value": (HEAD + '[given]\n"seats.0.coins" = -1', r"seats\.0\.coins"),
    "a tile twice": (HEAD + '[given]\n"seats.0.active_tiles" = ["tile-bank", "tile-bank"]', "twice"),
    "a card of another epoch": (HEAD + '[given]\n"board.actions" = ["e2-01", "e1-02", "e1-03", "e1-04"]', "epoch"),
    "a card too often": (HEAD + '[given]\n"board.actions" = ["e1-01", "e1-01", "e1-03", "e1-04"]', "no further 'e1-01'"),
    "two markers on one field": (
        HEAD + '[given]\n"seats.0.tracks.press" = "left1"\n"seats.1.tracks.press" = "left1"',
        "one marker only",
    ),
    "a move that is none": (HEAD + '[[then]]\nplay = "0 dance"', "dance"),
    "a line that is none": (HEAD + '[[then]]\nplay = "place 1"', "SEAT MOVE"),
    "a path that is none": (HEAD + '[[then]]\nexpect = { "board.sun" = 1 }', r"board\.sun"),
    "a step nobody knows": (HEAD + '[[then]]\nrun_to = "tea"', "tea"),
    "rules that are no texts": (HEAD.replace('["RISE-C.2"]', "[[]]"), "rules"),
    "a step that is no text": (HEAD + "at = { step = [] }", r"at\.step"),
    "legal moves that are no list": (HEAD + "[[then]]\nlegal = { seat = 0, has = 1 }", r"then\[1\]: has"),
    "a seat that is none": (HEAD + "[[then]]\nlegal = { seat = 7, has = [] }", r"then\[1\]: seat"),
    "an unknown legal key": (HEAD + '[[then]]\nlegal = { seat = 0, must = ["pass"] }', "must"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_names_its_place(kind: str) -> None:
    text, pattern = BAD[kind]
    with pytest.raises(BadInput, match=pattern):
        tafelrunde.load_scenario(text).run()


FAILING = {
    "illegal move": ('at = { step = "place", active = 0 }', 'play = "1 place 1"', "to be legal"),
    "expectation": ('at = { step = "place", active = 0 }', 'expect = { "round" = 2 }', "round = 2, found 1"),
    "legal move refused": ('at = { step = "place", active = 0 }', 'refuse = "0 place 1"', "to be refused"),
    "other rule": ('at = { step = "place", active = 0 }', 'refuse = "0 pass"\nrule = "RISE-C.9"', "RISE-C.9"),
    "missing move": ('at = { step = "place", active = 0 }', 'legal = { seat = 0, has = ["pass"] }', "'pass' to be legal"),
    "move too many": ('at = { step = "place", active = 0 }', 'legal = { seat = 0, lacks = ["place 1"] }', "not to be legal"),
    "not seen": ('at = { step = "place", active = 0 }', 'see = { seat = 1, "you" = 0 }', "you = 0, found 1"),
    "never reached": ('at = { step = "final" }', 'run_to = "place"', "to come to 'place'"),
}


@pytest.mark.parametrize("kind", FAILING)
def test_a_failing_step_says_what_stood_there(kind: str) -> None:
    at, step, pattern = FAILING[kind]
    scenario = tafelrunde.load_scenario(f"{HEAD}{at}\n[[then]]\n{step}\n")
    with pytest.raises(Failed, match=pattern) as error:
        scenario.run()
    assert error.value.step == 1


def test_run_to_plays_on_by_declining() -> None:
    scenario = tafelrunde.load_scenario(f'{HEAD}at = {{ step = "place", active = 0 }}\n[[then]]\nrun_to = "round_end"\n')
    assert scenario.run().view("all")["round"] == 2
