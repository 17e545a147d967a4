"""The balance lab: runs that are continued, decisions on demand, varied options, variants, and the page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pyarrow import parquet

import tafelrunde
from tafelrunde.arena.charts import Bar, bars, histogram
from tafelrunde.arena.explore import explored, groups
from tafelrunde.arena.figures import share
from tafelrunde.arena.plan import Plan, Row, drawn_options, loaded, marks, opening, play_job
from tafelrunde.arena.report import holdings, openings, wildness
from tafelrunde.arena.store import table_rows
from tafelrunde.arena.tally import components
from tafelrunde.bots.runner import make_bots, play_game
from tafelrunde.cli.main import main
from tafelrunde.core.messages import common
from tafelrunde.core.rules import LANGUAGES
from tests.contract.games import every_game, game

SIMULATE = ["simulate", "rise", "--bots", "random", "--games"]
SHOWN = {
    "rise": {"active_tiles", "actions", "events"},
    "fifty_first_state": {"faction", "state", "deals"},
    "twentieth_century": {"region", "technologies", "scoring_cards"},
    "new_angeles": {"corporation", "rival", "assets"},
}
"""What a designer of each game looks for first."""


def test_the_same_command_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole.parquet", tmp_path / "parts.parquet"
    assert main([*SIMULATE, "7", "--out", str(whole)]) == 0
    for games in "2", "5", "7", "7":
        assert main([*SIMULATE, games, "--out", str(parts), "--workers", "2"]) == 0
    assert "already contains 7 games" in capsys.readouterr().err
    assert parquet.read_table(parts).equals(parquet.read_table(whole))


def test_another_plan_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.parquet"
    assert main([*SIMULATE, "1", "--out", str(out)]) == 0
    before = out.read_bytes()
    for words in (["--seed", "5"], ["--players", "3"], ["--vary", "sides"], ["--decisions"]):
        assert main([*SIMULATE, "1", "--out", str(out), *words]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert out.read_bytes() == before
    out.write_bytes(b"something else")
    assert main([*SIMULATE, "1", "--out", str(out)]) == 2
    assert main([*SIMULATE, "1", "--decisions"]) == 2
    assert main([*SIMULATE, "1", "--vary", "weather"]) == 2
    assert main([*SIMULATE, "1", "--address", "here:1"]) == 2


def test_decisions_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.parquet"
    for games in "1", "2":
        assert main([*SIMULATE, games, "--out", str(out), "--decisions"]) == 0
    steps = parquet.read_table(tmp_path / "games.decisions").to_pylist()
    rows = parquet.read_table(out).to_pylist()
    assert len(steps) == sum(row["decisions"] for row in rows)
    rise = tafelrunde.load("rise")
    mine = {(int(step["seed"]), step["ply"]): step for step in steps}
    for row in rows:
        state = rise.new(2, int(row["seed"]))
        while not state.over:
            seat = state.to_act[0]
            legal = state.actions(seat)
            step = mine.get((state.seed, state.ply))
            assert (step is None) == (len(legal) == 1)
            index = legal[0] if step is None else step["move"]
            view, events = state.view(seat), state.play(seat, rise.vocabulary[index])
            if step is not None:
                assert (step["seat"], step["mask"]) == (seat, list(legal))
                assert json.loads(step["view"]) == json.loads(json.dumps(view))
                assert [event["rule"] for event in json.loads(step["events"])] == [event.rule for event in events]
        assert state.scores == row["scores"]


@every_game
def test_looking_at_nothing_is_only_faster(name: str) -> None:
    """The fast path for random bots plays the games of the slow one."""
    this = game(name)
    players = min(this.players)
    fast, slow = (make_bots(["random"] * players, 3) for _ in range(2))
    for bot in slow:
        bot.looks = True
    assert play_game(this, fast, players, 3).state.to_json() == play_game(this, slow, players, 3).state.to_json()


@pytest.mark.parametrize("name", tafelrunde.games())
def test_games_can_be_told_by_what_seats_hold(name: str) -> None:
    this = game(name)
    players = max(this.players)
    state = play_game(this, make_bots(["random"] * players, 1), players, 1).state
    held = marks(state)
    assert len(held) == players
    assert all(":" in mark for seat in held for mark in seat)
    zones = {mark.partition(":")[0] for seat in held for mark in seat}
    assert SHOWN[name] <= zones | {mark.partition(":")[0] for mark in opening(this.new(players, 1))}
    for lang in LANGUAGES:
        assert {f"zone_{zone}" for zone in SHOWN[name]} <= set(common(lang).sections["report"])


def test_components_with_facts_of_their_own_are_held_too() -> None:
    """A built location or a laid tile is a record in the view; a purse is not a component."""
    state = game("twentieth_century").new(3, 1)
    held = marks(state)[0]
    assert [mark for mark in held if mark.startswith("region:")] == [
        f"region:{tile}" for tile in state.view(0)["seats"][0]["region"]
    ]
    assert not any(mark.startswith("yields:") for mark in held)


def test_varied_options_follow_from_the_seed() -> None:
    plan = Plan("rise", 2, {"sides": "A" * 10}, (("random", "random"),), 1, vary=("sides",), marks=True)
    sides = [drawn_options(plan, loaded("rise", None), seed)["sides"] for seed in range(30)]
    assert sides == [drawn_options(plan, loaded("rise", None), seed)["sides"] for seed in range(30)]
    assert len(set(sides)) > 20
    row, _ = play_job(plan, 0)
    assert json.loads(row.options)["sides"] == sides[1]


def row(scores: tuple[int, ...], winners: tuple[int, ...], held: tuple[tuple[str, ...], ...], choices: int = 20) -> Row:
    return Row(1, scores, winners, 10, 10, choices, marks=held)


def test_holdings_count_the_holders_victories() -> None:
    rows = [row((3, 1), (0,), (("card:a", "card:b"), ("card:b",))), row((1, 1), (0, 1), ((), ("card:a",)))]
    assert holdings(rows) == {"card": {"a": [1.0, 0.5], "b": [1.0, 0.0]}}


def test_what_lay_open_for_all_belongs_to_no_seat() -> None:
    one, two = row((3, 1), (0,), (("card:a",), (), ("event:x",))), row((9, 1), (0,), ((), (), ("event:x", "event:y")))
    assert holdings([one, two]) == {"card": {"a": [1.0]}}
    assert openings([one, two]) == {"event": {"x": [one, two], "y": [two]}}


def test_bars_tell_what_is_clear_from_what_may_be_chance() -> None:
    drawn = bars([Bar("a", 0.5, 0.4, 0.6), Bar("b", 0.5, 0.2, 0.8), Bar("c", 0.1, 0.0, 0.2)], mark=0.3)
    assert [drawn.count(kind) for kind in ('"bar more"', '"bar"', '"bar less"')] == [1, 1, 1]


def test_whole_numbers_are_not_split_unevenly() -> None:
    """45 scores, each once: all columns but the last are equally high."""
    heights = re.findall(r"V([0-9.]+)h", histogram([("", [float(n) for n in range(45)])]))
    assert len(set(heights[:-1])) == 1


def test_a_set_up_of_many_parts_stands_where_its_parts_put_it() -> None:
    """``B`` at the first place widens the choice, wherever it was played; the odd game of one set-up does not move it alone."""
    groups = {
        f"{a}{b}{c}{d}": [row((5, 4), (0,), (), 60 if a == "B" else 20)] for a in "AB" for b in "AB" for c in "AB" for d in "AB"
    }
    groups["AAAA"] = [row((5, 4), (0,), (), 21)]
    points = {point.label: point.x for point in wildness(groups)}
    assert max(x for label, x in points.items() if label[0] == "A") < min(x for label, x in points.items() if label[0] == "B")
    assert points["AAAB"] == pytest.approx(points["AAAA"], abs=0.1)


def test_wild_is_where_choices_and_leads_are_great() -> None:
    groups = {"calm": [row((5, 5), (0, 1), ())], "middle": [row((7, 4), (0,), (), 30)], "wild": [row((30, 2), (0,), (), 60)]}
    points = wildness(groups)
    assert [p.label for p in points] == ["calm", "middle", "wild"]
    assert (points[0].heat, points[-1].heat) == (0.0, 1.0)


class Links(HTMLParser):
    """Everything on a page that would be fetched from somewhere else."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [str(value) for name, value in attrs if name in ("src", "href", "srcset", "data", "action")]
        if tag in ("link", "iframe", "img"):  # a script may stand on the page itself; its source would be an attribute
            self.found.append(tag)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    games, page = tmp_path / "games.parquet", tmp_path / "page.html"
    assert main([*SIMULATE, "60", "--vary", "sides", "--out", str(games)]) == 0
    assert main(["report", str(games), "-o", str(page), "--lang", lang]) == 0
    text = page.read_text(encoding="utf-8")
    links = Links()
    links.feed(text)
    assert links.found == []
    assert "url(" not in text
    assert f'lang="{lang}"' in text
    plots = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(plots) >= 4
    assert text.count('class="bars') > 1
    said = tafelrunde.load("rise").messages(lang).name("satisfaction")
    assert f"<td>{said} A</td>" in text, "the letters of the sides are told by their tracks"
    for plot in plots:
        ElementTree.fromstring(plot)
    assert "nan" not in "".join(plots)
    assert len(re.findall("<circle", text)) == len({r["options"] for r in parquet.read_table(games).to_pylist()})


def test_a_variant_is_compared_deal_by_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own, games, page = (tmp_path / name for name in ("own.toml", "games.parquet", "page.html"))
    components = tafelrunde.load("rise").components
    points = components.data["setup"]["start_vp"]
    own.write_text(components.text.replace(f"start_vp = {points}", f"start_vp = {points + 10}", 1), encoding="utf-8")
    assert main([*SIMULATE, "4", "--components", str(own), "--out", str(games)]) == 0
    assert "deal by deal" in capsys.readouterr().out
    rows = parquet.read_table(games).to_pylist()
    assert [(int(r["seed"]), r["variant"]) for r in rows] == [(seed, variant) for seed in range(1, 5) for variant in (0, 1)]
    alone, _ = play_job(Plan("rise", 2, {}, (("random", "random"),), 1), 0)
    assert rows[0]["scores"] == list(alone.scores), "the standard games are those that are played without a variant"
    assert main(["report", str(games), "-o", str(page)]) == 0
    assert "The variant minus the standard set" in page.read_text(encoding="utf-8")


def test_what_is_no_file_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    for name in "x.parquet", "missing.parquet":
        assert main(["report", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_long_tables_have_typed_columns(tmp_path: Path) -> None:
    """One row a game, seat, decision and event, in several parts, with rule ids and moves as text."""
    out = tmp_path / "games.parquet"
    for games in "2", "3":
        assert main([*SIMULATE, games, "--vary", "sides", "--out", str(out), "--decisions"]) == 0
    games, seats, decisions, events = (
        parquet.read_table(tmp_path / "games.tables" / name) for name in ("games", "seats", "decisions", "events")
    )
    rows = parquet.read_table(out).to_pylist()
    assert games["game"].to_pylist() == [0, 1, 2]
    assert str(games.schema.field("seed").type) == "uint64"
    assert games["option_sides"].to_pylist() == [json.loads(row["options"])["sides"] for row in rows]
    assert seats["score"].to_pylist() == [score for row in rows for score in row["scores"]]
    assert len(decisions) == sum(row["decisions"] for row in rows)
    rise = tafelrunde.load("rise")
    for one in decisions.slice(0, 20).to_pylist():
        assert one["rule"] in rise.rules
        assert rise.index(one["move"]) == one["action"] in one["legal"]
    assert {one["rule"] for one in events.to_pylist()} <= set(rise.rules)
    keys = {(one["game"], one["decision"]) for one in decisions.to_pylist()}
    assert len(keys) == len(decisions)
    assert {(one["game"], one["decision"]) for one in events.to_pylist()} <= keys


def test_the_course_of_a_game() -> None:
    """What was played had been offered or done by a seat's own move; the curve ends with the scores."""
    row, _ = play_job(Plan("fifty_first_state", 2, {}, (("greedy", "random"),), 1, marks=True), 0)
    course = row.course
    assert course.curve[-1] == row.scores
    for seat in range(2):
        assert len(course.played[seat]) > 5
        assert len(course.drawn[seat]) > 5
        held = {mark.partition(":")[2] for mark in row.marks[seat] if mark.startswith(("state:", "deals:"))}
        assert held & set(course.drawn[seat])


def test_a_row_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record of a row is the game of the file; another number, set or file is refused."""
    out, record = tmp_path / "games.parquet", tmp_path / "game.tafel"
    assert main([*SIMULATE, "3", "--vary", "sides", "--out", str(out)]) == 0
    assert main(["replay", str(out), "--game", "2", "--record", str(record)]) == 0
    row = parquet.read_table(out).to_pylist()[2]
    state = tafelrunde.load_record(record.read_text(encoding="utf-8")).state
    assert (state.scores, state.seed, state.options["sides"]) == (row["scores"], 3, json.loads(row["options"])["sides"])
    capsys.readouterr()
    assert main(["watch", str(out), "--game", "2", "--delay", "0"]) == 0
    assert "Seed" in capsys.readouterr().out
    assert main(["replay", str(out), "--game", "3"]) == 2
    assert main(["watch", "rise"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_figures_for_filters_are_those_of_the_games(tmp_path: Path) -> None:
    """What the interactive page shows is counted again here, game by game."""
    out = tmp_path / "games.parquet"
    assert main([*SIMULATE, "30", "--vary", "sides", "--out", str(out)]) == 0
    rows = table_rows(parquet.read_table(out))
    rise = tafelrunde.load("rise")
    known = groups(rows, "all", str, rise.option_parts)
    names = sorted(components(rise))
    data = explored([("random", rows)], known, names)
    assert data["groups"][0] == "all"
    letter = next(i for i, group in enumerate(known) if group.label == "politics B")
    chosen = [row for row in rows if json.loads(row.options)["sides"][known[letter].place] == "B"]
    cell = data["cells"][letter]
    assert 0 < cell["n"] == len(chosen) < 30
    for name in names:
        for way, counted in enumerate(("offered", "drawn", "played")):
            having = [row for row in chosen if name in getattr(row.course, counted)[1]]
            found = cell["components"][1][names.index(name)][2 * way : 2 * way + 2]
            assert found == [len(having), sum(round(60 * share(row, 1)) for row in having)]
    last = data["cells"][0]["rounds"][-1]
    assert last["n"] == 30
    assert last["means"][0] == pytest.approx(sum(row.scores[0] for row in rows) / 30, abs=0.01)
    assert last["won"] == 60 * last["led"], "who leads alone after the last round has won"


def test_several_bots_stand_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weak, strong, page = tmp_path / "weak.parquet", tmp_path / "strong.parquet", tmp_path / "page.html"
    assert main([*SIMULATE, "20", "--out", str(weak)]) == 0
    assert main(["simulate", "rise", "--bots", "greedy", "--games", "2", "--out", str(strong)]) == 0
    assert main(["report", str(weak), str(strong), "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert '"files":["random, random","greedy, greedy"]' in text
    three = tmp_path / "three.parquet"
    assert main([*SIMULATE, "1", "--players", "3", "--out", str(three)]) == 0
    assert main(["report", str(weak), str(three), "-o", str(page)]) == 2
