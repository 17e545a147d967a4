"""The result page: points by source add up to the scores, the ending is a sentence, moments and turning points are real."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.bots.review import Moment, Turn
from tafelrunde.core.events import Log
from tafelrunde.core.moves import Move
from tafelrunde.core.outcome import Said
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.state import State
from tafelrunde.study.chances import pinpoint
from tafelrunde.study.replay import Replay
from tafelrunde.study.result import BEFORE, result
from tests.study.points import check, played
from tests.study.test_replay import played as replayed
from tests.support import Table, game_of

every_game = pytest.mark.parametrize("game", tafelrunde.games())
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fay")


@every_game
def test_points_by_source_add_up_to_the_scores(game: str) -> None:
    for number in range(6):
        assert check(game_of(game), number)["other"] == 0


@every_game
def test_each_missing_source_is_noticed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    this = tafelrunde.load(game)
    gains = this.gains
    for missing in [source for source, n in check(this, 1).items() if n]:
        monkeypatch.setattr(this, "gains", lambda e, players, m=missing: [g for g in gains(e, players) if g.source != m])
        with pytest.raises(AssertionError, match="the sources give"):
            check(this, 1)


RARE = {"fifty_first_state": {"open_production", "features", "deals"}, "new_angeles": {"trades"}}
"""The titles with sources that random games hardly reach: trades, single cards."""


@pytest.mark.parametrize("game", RARE)
def test_points_by_source_in_the_scenarios(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card has a scenario: whatever changes a score there is told with its source."""
    play, moved = State.play, set[str]()

    def compared(state: State, seat: int, move: Move | str) -> Log:
        before = list(state.scores)
        log = play(state, seat, move)
        for event in log:
            for gain in state.game.gains(event, state.players):
                before[gain.seat] += gain.points
                moved.add(gain.source)
        assert before == list(state.scores), f"{seat} {move}: {list(log)}"
        return log

    monkeypatch.setattr(State, "play", compared)
    for path in sorted(Path(str(game_of(game).content("scenarios"))).glob("**/*.toml")):
        tafelrunde.load_scenario(path.read_text(encoding="utf-8")).run()
    assert moved >= RARE[game]
    assert "other" not in moved


@every_game
def test_the_result_of_a_game(game: str) -> None:
    replay, _ = replayed(game)
    found = result(replay, "en")
    seats = range(replay.players)
    assert [sum(source["points"][seat] for source in found["sources"]) for seat in seats] == found["scores"] == replay.end.scores
    for source in found["sources"]:
        assert source["source"] != BEFORE
        assert all(any(item["points"]) and item["what"] for item in source["items"])
    assert 1 <= len(found["moments"]) <= 3
    for moment in found["moments"]:
        before, after = replay.at(moment["place"] - 1).scores, replay.at(moment["place"]).scores
        assert after[moment["seat"]] - before[moment["seat"]] == moment["gain"] != 0
        assert (moment["mover"], moment["move"]) == replay.moves[moment["place"] - 1]


@every_game
def test_points_from_before_a_practice_game(game: str) -> None:
    """A game that began in the middle: what the seats had then is a source of its own."""
    replay, _ = replayed(game)
    later = Replay(replay.at(replay.last * 2 // 3), replay.moves[replay.last * 2 // 3 :], replay.names)
    sources = result(later, "en")["sources"]
    assert [sum(column) for column in zip(*(s["points"] for s in sources), strict=True)] == later.end.scores
    assert sources[0] == {"source": BEFORE, "points": later.start.scores, "items": []}


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_endings_are_sentences(game: str, lang: str) -> None:
    this = game_of(game)
    words = this.messages(lang)
    for number in range(4):
        state, _ = played(this, number)
        ending = this.ending(state)
        for said in (ending.verdict, *ending.aims):
            text = words.say("endings", said.key, said.facts, NAMES)
            assert "?" not in text
            assert "{" not in text
        named = [NAMES[seat] for seat in state.winners]
        assert all(name in words.say("endings", ending.verdict.key, ending.verdict.facts, NAMES) for name in named)


def _angeles(given: dict[str, Any]) -> tuple[Said, list[Said]]:
    table = Table(game_of("new_angeles"), 4, at={"step": "production"}).given(given)
    while not table.state.over:
        seat = table.state.to_act[0]
        table.state.act(seat, table.state.game.declines(table.state.actions(seat)) or table.state.actions(seat)[0])
    ending = table.state.game.ending(table.state)
    return ending.verdict, list(ending.aims)


def test_a_city_that_fell() -> None:
    rivals = {f"seats.{seat}.rival": name for seat, name in enumerate(("federalist", "haas_bioroid", "globalsec", "jinteki"))}
    rich = {"board.threat": 24, "seats.0.capital": 60}
    verdict, aims = _angeles({**rivals, **rich})
    assert verdict == Said("fell_federalist", {"threat": 25, "seat": 0})
    assert aims[0].facts["won"] == "aim_reached"
    assert {aim.facts["won"] for aim in aims[1:]} == {"aim_fell"}


def test_a_turning_point_is_the_move_that_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two positions that were looked at, the chance jumps at one move: that one is named."""
    replay, _ = replayed("rise")
    monkeypatch.setattr("tafelrunde.study.chances.chances", lambda state: (0.2, 0.5) if state.ply < 13 else (0.7, 0.1))
    turn = Turn(Moment(16, 0, "", (0.7, 0.1), (0.0, 0.0)), 0, 0.2)
    assert pinpoint(replay, turn, [0, 8, 16]) == (13, 0, 0.2, 0.7)


@every_game
def test_held_moments_are_kinds_of_events_that_everybody_sees(game: str) -> None:
    this = game_of(game)
    assert this.moments
    assert {this.events[kind] for kind in this.moments} == {"public"}, (
        "a moment that one seat alone sees would not be held for others"
    )
