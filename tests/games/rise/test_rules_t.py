"""RISE, tracks in general: every field of every side does what the component file says, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.rise.oracle import DATA, TRACKS, Stand, effect, ends, fields, follow, options, run_scenario, sides
from tests.support import proves

SIDES = [(track, side) for track in TRACKS for side in "AB"]
ARROWS = [
    pytest.param(track, side, field["id"], target, id=f"{track}-{side}-{field['id']}-{target}")
    for track, side in SIDES
    for field in fields(track, side)
    for target in [*field["next"], *([field["shortcut"]] if "shortcut" in field else [])]
]
RANKS = {"board.ranks": [1, 2, 3, 4, 5]}
"""All ranks have been reached before, so that no rank income disturbs."""


def _field(track: str, side: str, name: str) -> Any:
    return next(field for field in fields(track, side) if field["id"] == name)


def _expected(track: str, side: str, name: str) -> list[Any]:
    """What entering a field should do: the drawback of the step, the arrival bonus, the effects of the field."""
    field = _field(track, side, name)
    effects = [*DATA["tracks"][track][side].get("per_step", []), *field["effects"]]
    if "first_come" in field:
        bonus = DATA["tracks"][track][side]["first_come"]["players_2"][field["first_come"]][0]
        effects.insert(0, {"op": "vp", "n": bonus})
    return [entry for entry in effects if entry["op"] != "take_school_tile"]


@pytest.mark.rules("RISE-T.2", "RISE-T.4", "RISE-T.6", "RISE-T.10", "RISE-T.21", "RISE-T.22", "RISE-T.25", "RISE-T.28")
@pytest.mark.parametrize(("track", "side", "start", "target"), ARROWS)
def test_entering_a_field(track: str, side: str, start: str, target: str) -> None:
    """One step along every printed arrow of every side; all answers to the questions it raises are followed."""
    given: dict[str, Any] = {f"seats.0.tracks.{track}": start}
    if (track, side) == ("politics", "B"):
        given |= RANKS
    if _field(track, side, target).get("tile_slot"):
        given[f"board.{track}.{target}"] = "" if track == "culture" else "tile-office"
    state = effect([{"op": "advance", "track": track, "n": 1}], given, board=sides(track, side))
    before = Stand.of(state)
    assert options(state) >= {f"step {track} {target}"}
    state.play(0, f"step {track} {target}")
    if track == "satisfaction":
        before = replace(before, satisfaction=int(target))
    if track == "environment":
        before = replace(before, environment=int(target))
    if track == "school" and _field(track, side, target).get("tile_slot"):
        before = replace(before, active=before.active | {"tile-office"})
    follow(state, before, _expected(track, side, target))
    proves("RISE-T.10", because="a gain is offered only when the pollution listed before it has been carried out")


@pytest.mark.rules("RISE-T.25")
@pytest.mark.parametrize("side", "AB")
def test_black_framed_fields_send_the_marker_back(side: str) -> None:
    """Every last field of a press path, its effect declined: the marker is on the start field again."""
    ends = [(field["next"][0], field["id"]) for field in fields("press", side) if len(field["next"]) == 1]
    homes = [(start, end) for end, start in ends if _field("press", side, end).get("home")]
    assert len(homes) == 4
    for start, end in homes:
        state = effect([{"op": "advance", "track": "press", "n": 1}], {"seats.0.tracks.press": start}, board=sides("press", side))
        state.play(0, f"step press {end}")
        while state.decision(0).kind != "joker":
            state.play(0, "pass")
        assert state.view("all")["seats"][0]["tracks"]["press"] == "0"


@pytest.mark.rules("RISE-T.29", "RISE-SCI.1", "RISE-R.8")
@pytest.mark.parametrize(("track", "side"), SIDES)
def test_steps_beyond_the_last_field(track: str, side: str) -> None:
    data = DATA["tracks"][track][side]
    for last in ends(data):
        given = {f"seats.0.tracks.{track}": last}
        before = Stand.of(effect([], given, board=sides(track, side)))
        state = effect([{"op": "advance", "track": track, "n": 2}], given, board=sides(track, side))
        if data["overflow"]:
            follow(state, before, data["overflow"] * 2)
        elif data.get("leave_track"):
            assert options(state) == set()
            state.play(0, "pass")
            follow(state, before, [])
        else:
            follow(state, before, [])
        assert state.view("all")["seats"][0]["tracks"][track] == last


@pytest.mark.rules("RISE-T.8", "RISE-T.9", "RISE-T.30")
@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("track", ["satisfaction", "environment"])
def test_retreating_over_the_whole_track(track: str, side: str) -> None:
    """From the far right to the far left, field by field, then the malus; what is left behind gives nothing."""
    data = DATA["tracks"][track][side]
    line = [field["id"] for field in data["fields"]]
    effects = [{"op": "retreat", "track": track, "n": 1}, {"op": "joker", "n": 1}] * (len(line) + 1)
    state = effect(effects, {f"seats.0.tracks.{track}": line[-1]}, board=sides(track, side))
    for name in reversed(line[:-1]):
        seat = state.view("all")["seats"][0]
        assert (seat["tracks"][track], seat["points"], seat["coins"]) == (name, 15, 9)
        state.play(0, "pass")
    malus = sum(entry["n"] for entry in data["underflow"])
    for times in (1, 2):
        seat = state.view("all")["seats"][0]
        assert (seat["tracks"][track], seat["points"]) == (line[0], 15 + times * malus)
        state.play(0, "pass")


LEAVES = [(track, side, field["id"]) for track, side in SIDES for field in fields(track, side) if "leave" in field]


@pytest.mark.rules("RISE-T.23", "RISE-OFF.3", "RISE-OFF.4", "RISE-BNK.4", "RISE-BNK.6")
@pytest.mark.parametrize(("track", "side", "name"), LEAVES)
def test_leaving_from_every_field(track: str, side: str, name: str) -> None:
    data = DATA["tracks"][track][side]
    line = [field["id"] for field in data["fields"]]
    passed = [name] if data["leave_collects"] == "current" else list(reversed(line[1 : line.index(name) + 1]))
    expected = [entry for field in passed for entry in _field(track, side, field)["leave"]]
    state = effect([], {f"seats.0.tracks.{track}": name}, board=sides(track, side))
    before = Stand.of(state)
    state.play(0, f"leave {track}")
    assert state.view("all")["seats"][0]["tracks"][track] == "0"
    assert state.explain(0, f"leave {track}").rule == "RISE-T.23"  # type: ignore[union-attr]
    follow(state, before, [*expected, *data.get("leave_always", [])])


@pytest.mark.rules("RISE-T.19")
@pytest.mark.parametrize(("track", "side"), SIDES)
def test_fields_hold_any_number_of_markers_unless_single(track: str, side: str) -> None:
    """Somebody else stands on the field ahead: it is entered just the same, unless it has room for one only."""
    for field in fields(track, side):
        for target in field["next"]:
            given: dict[str, Any] = {f"seats.0.tracks.{track}": field["id"], f"seats.1.tracks.{track}": target}
            state = effect([{"op": "advance", "track": track, "n": 1}], given, board=sides(track, side))
            single = bool(_field(track, side, target).get("single"))
            home = bool(_field(track, side, target).get("home"))
            assert (f"step {track} {target}" in options(state)) == (not single or home)


PROVED = [
    ("RISE-T.5", "t/t5_worked_example_science", "the next step is refused while the chain of the field is open"),
    ("RISE-T.5", "t/t5_a_chain_ends_before_the_next_effect_of_the_card", "the coins come after the chain"),
    ("RISE-T.7", "t/t7_declining_the_gain_does_not_stop_the_pollution", "the pollution happens although the gain is declined"),
    ("RISE-T.7", "t/t7_declining_an_alternative_does_not_stop_the_revolt", "the revolt happens although the gain is declined"),
    ("RISE-T.10", "t/t10_pollution_listed_first_comes_first", "the penalty blocks the run listed after it"),
    ("RISE-T.10", "t/t10_pollution_listed_last_comes_last", "the run listed first is not blocked"),
    ("RISE-T.32", "t/t32_end_of_game_values_wait_for_final_scoring", "the score is unchanged before final scoring"),
    ("RISE-T.33", "t/t33_end_of_round_values_wait_for_phase_e", "the score is unchanged before phase E"),
]


@pytest.mark.rules("RISE-T.5", "RISE-T.7", "RISE-T.10", "RISE-T.32", "RISE-T.33")
@pytest.mark.parametrize(("rule", "scenario", "because"), PROVED, ids=[row[1] for row in PROVED])
def test_rules_that_no_single_event_shows(rule: str, scenario: str, because: str) -> None:
    run_scenario(scenario)
    proves(rule, because=because)
