"""Replays, digests, doubts, practice and positions in words, on games that were really played."""

from __future__ import annotations

import time
from functools import cache
from random import Random
from typing import Any

import pytest

import tafelrunde
from tafelrunde.bots.review import Moment
from tafelrunde.core import record
from tafelrunde.core.errors import BadInput
from tafelrunde.core.history import History
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.state import State
from tafelrunde.study import doubt, practice
from tafelrunde.study.chances import places, review
from tafelrunde.study.digest import digest
from tafelrunde.study.prose import plain, position_text
from tafelrunde.study.replay import Replay, read_record

every_game = pytest.mark.parametrize("game", tafelrunde.games())


@cache
def played(game: str, seed: int = 5) -> tuple[Replay, History]:
    """A whole random game."""
    kind = tafelrunde.load(game)
    state, log = kind.begin(3 if 3 in kind.players else 4, seed)
    history, random = History(state), Random(seed)
    start = state.clone()
    while not state.over:
        seat = random.choice(state.to_act)
        history.play(seat, kind.vocabulary[random.choice(state.actions(seat))])
    return Replay(
        start, [(seat, move.text) for seat, move in history.moves()], ("Anna", "Ben", "Cem", "Dora")[: state.players], log
    ), history


@every_game
def test_every_position_is_the_one_that_was_played(game: str) -> None:
    replay, history = played(game)
    for place in range(0, replay.last + 1, 7):
        assert replay.at(place).to_json() == history.at(place).to_json()
    assert replay.end.to_json() == history.state.to_json()
    with pytest.raises(BadInput):
        replay.at(replay.last + 1)


@every_game
def test_a_frame_shows_a_seat_what_it_saw_then(game: str) -> None:
    replay, history = played(game)
    for place in range(0, replay.last, max(1, replay.last // 9)):
        for viewer in (*range(replay.players), None, "all"):
            frame = replay.frame(place, viewer, "en")
            assert frame["view"] == history.at(place).view(viewer)
            hidden = [e for e in replay.logs[place] if not e.visible_to(viewer)]
            assert len(frame["events"]) == len(replay.logs[place]) - len(hidden)
            assert all(decision["seat"] == viewer for decision in frame["decisions"]) or viewer == "all"
    with pytest.raises(BadInput):
        replay.frame(0, 9, "en")


@every_game
def test_a_record_is_replayed_with_names(game: str) -> None:
    replay, history = played(game)
    again = Replay.of(read_record(record.write(history, replay.names)))
    assert again.about() == replay.about()


def long_game() -> Replay:
    """A whole game of at least 1,000 plies: six seats that trade and promise a lot between their decisions."""
    kind = tafelrunde.load("new_angeles")
    state, random = kind.new(6, 1), Random(2)
    start = state.clone()
    moves: list[tuple[int, str]] = []
    while not state.over:
        seat = random.choice(state.to_act)
        free = state.free(seat) if len(moves) < 900 and random.random() < 0.9 else []
        move = random.choice(free or state.legal(seat))
        moves.append((seat, move.text))
        state.apply(seat, move.index)
    return Replay(start, moves)


@pytest.mark.usefixtures("settled_heap")
def test_a_long_replay_opens_in_a_second_and_scrubs_without_delay() -> None:
    """Measured in seconds of work, so that a busy machine does not matter."""
    line = long_game()
    assert line.last >= 1000
    began = time.process_time()
    replay = Replay(line.start, line.moves)
    assert replay.about()["last"] == line.last
    opened = time.process_time() - began
    assert opened < 0.6, f"{opened:.2f} s"
    began = time.process_time()
    shown = range(0, replay.last, 10)
    for place in shown:
        replay.frame(place, 0, "en")
    assert (time.process_time() - began) / len(shown) < 0.03


@every_game
def test_the_digest_adds_up(game: str) -> None:
    replay, history = played(game)
    for lang in LANGUAGES:
        found = digest(replay, lang)
        scores = found["series"][0]
        assert [column[-1] for column in scores["seats"]] == history.state.scores
        assert all(len(column) == len(found["places"]) for series in found["series"] for column in series["seats"])
        assert all("_" not in series["label"] and "." not in series["label"] for series in found["series"])
        gained = [
            sum(r["gains"].get("scores", [0] * replay.players)[seat] for r in found["rounds"]) for seat in range(replay.players)
        ]
        assert gained == [column[-1] - column[0] for column in scores["seats"]]
        assert found["jumps"]


def test_chances_are_looked_at_over_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from tafelrunde.bots import review as bots_review
    from tafelrunde.study import chances

    monkeypatch.setattr(bots_review, "SIMULATIONS", 2)
    monkeypatch.setattr(chances, "MISTAKE_SECONDS", 0.0)
    monkeypatch.setattr(chances, "POINTS", 6)
    replay, history = played("rise")
    *told, end = review(replay)
    points = [line for line in told if "place" in line]
    assert [point["place"] for point in points] == places(replay.last)
    for point in points[:-1]:
        assert point["chances"] == [round(chance, 3) for chance in bots_review.chances(replay.at(point["place"]))]
    assert points[-1]["chances"] == [
        round(1 / len(history.state.winners), 3) if s in history.state.winners else 0.0 for s in range(3)
    ]
    assert end["turns"]
    for turn in end["turns"]:
        there = [bots_review.chances(replay.at(place))[turn["seat"]] for place in (turn["place"] - 1, turn["place"])]
        assert [turn["before"], turn["after"]] == [round(chance, 3) for chance in there]
        assert (turn["mover"], turn["move"]) == replay.moves[turn["place"] - 1]
        assert set(turn["text"]) == {"en", "de", "ru"}


def test_what_each_draw_was_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """All moves that drew, and no others; the worth is what came less the mean of what might have come, found anew here."""
    from tafelrunde.bots import review as bots_review
    from tafelrunde.study import chances

    monkeypatch.setattr(bots_review, "SIMULATIONS", 2)
    monkeypatch.setattr(chances, "MISTAKE_SECONDS", 0.0)
    monkeypatch.setattr(chances, "POINTS", 6)
    replay, _ = played("rise")
    *told, end = review(replay)
    draws = {line["draw"]["place"]: line["draw"] for line in told if "draw" in line}
    assert sorted(draws) == [place for place in range(1, replay.last + 1) if replay.at(place).rng != replay.at(place - 1).rng]
    for place in list(draws)[:3]:
        seat, move = replay.moves[place - 1]
        others = []
        for deal in range(bots_review.DRAWS):
            world = replay.at(place - 1).sample(seat, deal)
            world.play(seat, move)
            others.append(bots_review.chances(world))
        came = bots_review.chances(replay.at(place))
        worth = [c - sum(column) / len(others) for c, column in zip(came, zip(*others, strict=True), strict=True)]
        assert draws[place]["mover"] == seat
        assert draws[place]["luck"] == pytest.approx(worth, abs=0.001)
    for turn in end["turns"]:
        drawn = draws[turn["place"]]["luck"][turn["seat"]] if turn["place"] in draws else 0.0
        assert turn["luck"] == drawn


def test_draws_are_weighed_for_a_while_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from tafelrunde.bots import review as bots_review
    from tafelrunde.study import chances

    monkeypatch.setattr(bots_review, "SIMULATIONS", 1)
    monkeypatch.setattr(chances, "POINTS", 2)
    monkeypatch.setattr(chances, "DRAW_SECONDS", 0.0)
    monkeypatch.setattr(chances, "MISTAKE_SECONDS", 0.0)
    *told, end = review(played("rise")[0])
    assert sum("draw" in line for line in told) == 1
    assert "turns" in end


# --- doubts --------------------------------------------------------------------------------------


@every_game
def test_a_doubt_runs_as_a_scenario_from_any_ply(game: str, tmp_path: Any) -> None:
    replay, _ = played(game)
    rule = next(iter(replay.game.rules))
    for place in (0, replay.last // 2, replay.last - 1):
        state = replay.at(place)
        legal = f"{state.to_act[0]} {state.legal(state.to_act[0])[0]}"
        refused = f"0 {next(m for m in replay.game.vocabulary if state.explain(0, m) is not None)}"
        for move, kind in ((legal, "play"), (refused, "refuse")):
            text = doubt.write(replay.start, replay.moves[:place], move, rule, note='Why "so"?\nI think not.')
            scenario = tafelrunde.load_scenario(text)
            assert scenario.begin().to_json() == state.to_json()
            assert scenario.then[0][kind] == move
            assert scenario.rules == (rule,)
            scenario.run()


def test_a_scenario_with_a_wrong_past_says_which_move() -> None:
    replay, _ = played("rise")
    text = doubt.write(replay.start, replay.moves[:3], "0 pass", "").replace('  "', '  "9', 1)
    with pytest.raises(BadInput, match=r"moves\[1\]"):
        tafelrunde.load_scenario(text).run()
    with pytest.raises(BadInput, match="base"):
        tafelrunde.load_scenario('title = "x"\ngame = "rise"\nplayers = 2\nbase = "{"').begin()


# --- practice ------------------------------------------------------------------------------------


def worlds(state: State, seat: int) -> tuple[State, State]:
    """The truth, and another position that the seat cannot tell from it."""
    return state, state.sample(seat, 77)


@every_game
def test_nothing_hidden_gets_into_a_practice_position(game: str) -> None:
    """The same position comes of the truth and of any other world that the seat could be in."""
    replay, _ = played(game)
    for place in range(0, replay.last, max(1, replay.last // 12)):
        for seat in range(replay.players):
            truth, other = worlds(replay.at(place), seat)
            base = practice.base(truth, seat, 3)
            assert base.to_json() == practice.base(other, seat, 3).to_json()
            assert base.seed != truth.seed
            assert base.view(seat) == truth.view(seat)
    with pytest.raises(BadInput):
        practice.base(replay.end, 0, 3)


@every_game
def test_the_record_of_a_practice_game_has_its_base_and_can_be_replayed(game: str) -> None:
    replay, _ = played(game)
    base = practice.base(replay.at(replay.last // 2), 0, 9)
    history, random = History(base.clone()), Random(1)
    while not history.state.over:
        seat = random.choice(history.state.to_act)
        history.play(seat, base.game.vocabulary[random.choice(history.state.actions(seat))])
    text = record.write(history, base=base)
    again = read_record(text)
    assert again.state.to_json() == history.state.to_json()
    assert Replay.of(again).start.to_json() == base.to_json()
    with pytest.raises(BadInput, match=r"line .*base"):
        read_record(text.replace(f"seed {base.seed}\n", "seed 12\n"))
    veiled = History(base.clone())
    line = next(x for x in record.write(veiled, reveal=False, base=base).splitlines() if x.startswith("base "))
    assert line.startswith("base sha256:")


# --- in words ------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_position_can_be_read_aloud(game: str, lang: str) -> None:
    replay, _ = played(game)
    for place in range(0, replay.last + 1, max(1, replay.last // 15)):
        state = replay.at(place)
        for viewer in (0, None, "all"):
            view = state.view(viewer)
            parts = position_text(replay.game, view, lang, replay.names)
            text = plain(parts)
            assert "{" not in text
            assert "None" not in text
            assert all(name in text for name in replay.names)
            if view["decision"]:
                assert parts[-1].lines
                assert view["decision"]["rule"] in parts[-1].title


@every_game
def test_the_sentences_exist_in_three_languages(game: str) -> None:
    kind = tafelrunde.load(game)
    for section in ("aloud", "labels", "prose"):
        english = kind.prose("en").sections[section]
        for lang in ("de", "ru"):
            other = kind.prose(lang).sections[section]
            assert list(other) == list(english)
            assert {k: sorted(kind.prose(lang).facts(section, k)) for k in other} == {
                k: sorted(kind.prose("en").facts(section, k)) for k in english
            }


@every_game
def test_hidden_things_are_not_read_aloud(game: str) -> None:
    """A spectator hears the same of the truth and of a world with other hidden cards."""
    replay, _ = played(game)
    for place in range(0, replay.last, max(1, replay.last // 8)):
        state = replay.at(place)
        for seat in range(replay.players):
            other = state.sample(seat, 4)
            assert position_text(replay.game, other.view(seat), "en") == position_text(replay.game, state.view(seat), "en")


def test_the_mistakes_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a decision at which both moves were possible; no seat has more than three; the largest are named."""
    from tafelrunde.bots import review as bots_review
    from tafelrunde.study import chances

    monkeypatch.setattr(bots_review, "GLANCE", 20)
    monkeypatch.setattr(chances, "SUSPECTS", 4)
    replay, _ = played("rise")
    *judged, end = chances.mistakes(replay, [Moment(place, None, "", (0.5,) * 3, ()) for place in places(replay.last)])
    assert [line["judged"] for line in judged] == list(range(chances.STEP, len(judged) * chances.STEP + 1, chances.STEP))
    found = end["mistakes"]
    assert [one["place"] for one in found] == sorted({one["place"] for one in found})
    assert {one["seat"] for one in found} == {0, 1, 2}, "random players make mistakes"
    for one in found:
        before = replay.at(one["place"] - 1)
        assert (one["seat"], one["move"]) == replay.moves[one["place"] - 1]
        legal = [move.text for move in before.legal(one["seat"])]
        assert one["better"] in legal
        assert one["better"] != one["move"]
        assert one["possible"] - one["chance"] > 0.029
        assert set(one["move_text"]) == set(one["better_text"]) == set(LANGUAGES)
        assert one["move_text"]["ru"] != one["better_text"]["ru"]
        assert sum(other["seat"] == one["seat"] for other in found) <= chances.MISTAKES
