"""What printed effects should do, worked out from the component file alone and compared with the engine step by step."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tafelrunde
from tafelrunde.core.scenario import Scenario
from tafelrunde.core.state import State
from tests.support import game_of

Effects = Sequence[Mapping[str, Any]]

FOLDER = Path(tafelrunde.__file__).parent / "games" / "rise"
DATA: Mapping[str, Any] = tomllib.loads((Path(tafelrunde.__file__).parent / "games/rise/data/components.toml").read_text("utf-8"))
TRACKS = ("satisfaction", "science", "culture", "politics", "environment", "school", "bank", "press", "industry", "office")
END: Mapping[str, Any] = {"op": "joker", "n": 2}
"""An effect put behind the ones under test: when its question comes, they are finished."""


def sides(track: str, side: str) -> str:
    """All tracks on side A but this one."""
    return "".join(side if name == track else "A" for name in TRACKS)


def fields(track: str, side: str) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = DATA["tracks"][track][side]["fields"]
    return found


def ends(side: Mapping[str, Any]) -> list[str]:
    """The fields beyond which steps lapse: no arrow leads on, and markers do not return from there."""
    return [field["id"] for field in side["fields"] if not field["next"] and not field.get("home")]


def begin(players: int, options: Mapping[str, str], at: Mapping[str, Any], given: Mapping[str, Any]) -> State:
    return Scenario("", game_of("rise"), players, 1, options, (), at, given, ()).begin()


def effect(effects: Effects, given: Mapping[str, Any], players: int = 2, board: str = "A" * 10) -> State:
    """Seat 0 resolves these effects, with two tiles and nine coins unless said otherwise."""
    basic = {"seats.0.coins": 9, "seats.0.active_tiles": ["start-science"], "seats.0.inactive_tiles": ["tile-bank"]}
    at = {"round": 1, "step": "effect", "active": 0, "effects": [*effects, END]}
    return begin(players, {"sides": board}, at, {**basic, **given})


def run_scenario(name: str) -> None:
    tafelrunde.load_scenario((FOLDER / "content" / "scenarios" / f"{name}.toml").read_text("utf-8")).run()


def jokers(state: State) -> set[str]:
    """The tracks a joker can name: all but those on whose last field a step gives nothing (RISE-T.11)."""
    at = state.view("all")["seats"][0]["tracks"]
    wasted = {
        track
        for track, side in zip(TRACKS, state.options["sides"], strict=True)
        if not (data := DATA["tracks"][track][side])["overflow"] and not data.get("leave_track") and at[track] in ends(data)
    }
    return {f"joker {track}" for track in TRACKS if track not in wasted}


def options(state: State, seat: int = 0) -> set[str]:
    """What is offered, without passing, leaving and exchanging."""
    return {str(move) for move in state.legal(seat) if move.verb not in ("pass", "leave", "exchange")}


@dataclass(frozen=True)
class Stand:
    """What seat 0 has, as the component file lets us expect it."""

    coins: int
    points: int
    satisfaction: int
    environment: int
    active: frozenset[str]
    inactive: frozenset[str]
    vault: bool

    @classmethod
    def of(cls, state: State) -> Stand:
        seat = state.view("all")["seats"][0]
        tracks = seat["tracks"]
        return cls(
            seat["coins"], seat["points"], int(tracks["satisfaction"]), int(tracks["environment"]),
            frozenset(seat["active_tiles"]), frozenset(seat["inactive_tiles"]), seat["vault_turned"],
        )  # fmt: skip

    def after(self, effect: Mapping[str, Any]) -> Stand | None:
        """The stand after an effect that just happens; ``None`` where the player is asked."""
        match effect["op"]:
            case "coins":
                return replace(self, coins=self.coins + effect["n"])
            case "vp":
                return replace(self, points=self.points + effect["n"])
            case "retreat" if effect["track"] == "satisfaction":
                return replace(self, satisfaction=self.satisfaction - effect["n"])
            case "retreat":
                return replace(self, environment=self.environment - effect["n"])
            case "school_refresh":
                return replace(self, active=self.active | self.inactive, inactive=frozenset())
            case "vault":
                return replace(self, vault=True)
        return None


def follow(state: State, stand: Stand, effects: Effects) -> None:
    """Compare every effect with what the engine does: gains at once, questions with exactly their options, all branches."""
    for i, entry in enumerate(effects):
        bonus = _bonus(state, entry["track"]) * entry["n"] if entry["op"] == "advance" else []
        if bonus:  # points for lapsed steps are given without a question (RISE-R.4)
            follow(state, stand, [*bonus, *effects[i + 1 :]])
            return
        after = stand.after(entry)
        if after is None:
            assert Stand.of(state) == stand, entry
            _answer(state, stand, entry, effects[i + 1 :])
            return
        stand = after
    assert Stand.of(state) == stand
    assert options(state) == jokers(state), "the effects are not finished"


def _answer(state: State, stand: Stand, entry: Mapping[str, Any], rest: Effects) -> None:
    offered = options(state)
    match entry["op"]:
        case "advance":
            assert offered == _steps(state, entry["track"])
            assert state.decision(0).data["n"] == entry["n"]
            _branch(state, "pass", stand, rest)
        case "joker":
            assert offered == jokers(state)
            assert state.decision(0).data["n"] == entry["n"]
            _branch(state, "pass", stand, rest)
        case "choice":
            assert offered == {f"choose {k}" for k in range(1, len(entry["options"]) + 1)}
            for k, option in enumerate(entry["options"], 1):
                cost, gain = (option[0]["coins"], option[0]["gain"]) if option[0]["op"] == "pay" else (0, option)
                chosen(state, f"choose {k}", replace(stand, coins=stand.coins - cost), gain, rest)
        case "pay":
            assert offered == {"pay"}
            chosen(state, "pay", replace(stand, coins=stand.coins - entry["coins"]), entry["gain"], rest)
            _branch(state, "pass", stand, rest)
        case "exchange":
            assert offered == {f"trade {k}" for k in range(min(entry["max"], stand.coins // entry["pay_coins"]) + 1)}
            traded = replace(stand, coins=stand.coins - 2 * entry["pay_coins"], points=stand.points + 2 * entry["gain_vp"])
            _branch(state, "trade 2", traded, rest)
        case "school_run":
            assert offered == {f"run {tile}" for tile in stand.active}
            _branch(state, "pass", stand, rest)
        case "school_run_or_refresh":
            assert offered == {f"run {tile}" for tile in stand.active} | ({"refresh"} if stand.inactive else set())
            _branch(state, "pass", stand, rest)
        case other:
            raise AssertionError(f"no expectation for {other}")


def _branch(state: State, move: str, stand: Stand, rest: Effects) -> None:
    branch = state.clone()
    branch.play(0, move)
    follow(branch, stand, rest)


def chosen(state: State, move: str, stand: Stand, gain: Effects, rest: Effects) -> None:
    """What a move chose: where it is nothing but a step that can lead to one field only, the step is taken with it (RISE-R.5)."""
    step = gain[0] if len(gain) == 1 and gain[0]["op"] == "advance" else None
    ways = _steps(state, step["track"]) if step is not None else set()
    if step is None or len(ways) > 1 or _bonus(state, step["track"]):
        _branch(state, move, stand, [*gain, *rest])
        return
    branch = state.clone()
    branch.play(0, move)
    _, track, field = ways.pop().split()
    assert branch.view("all")["seats"][0]["tracks"][track] == field


def _bonus(state: State, track: str) -> list[Mapping[str, Any]]:
    """What a lapsed step on the track gives, where the marker stands on its last field."""
    side = DATA["tracks"][track][state.options["sides"][TRACKS.index(track)]]
    here = state.view("all")["seats"][0]["tracks"][track]
    found: list[Mapping[str, Any]] = side["overflow"] if here in ends(side) else []
    return found


def _steps(state: State, track: str) -> set[str]:
    """The steps along the printed arrows from where the marker stands; on the last field the bonus."""
    side = DATA["tracks"][track][state.options["sides"][TRACKS.index(track)]]
    here = state.view("all")["seats"][0]["tracks"][track]
    field = next(field for field in side["fields"] if field["id"] == here)
    ways = [*field["next"], *([field["shortcut"]] if "shortcut" in field else [])]
    return {f"step {track} {way}" for way in ways} or {f"overflow {track}"}
