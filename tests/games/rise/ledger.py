"""What a player should have after some effects, worked out from the component file and not by the engine."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from tests.support import Table, game_of

DATA: Mapping[str, Any] = tomllib.loads((files("tafelrunde.games.rise") / "data" / "components.toml").read_text("utf-8"))
TRACKS = ("satisfaction", "science", "culture", "politics", "environment", "school", "bank", "press", "industry", "office")
SIDES = [(track, side) for track in TRACKS for side in "AB"]

Effect = Mapping[str, Any]
HOLD: Effect = {"op": "joker", "n": 1}
"""One more effect at the end, so that the round does not end yet."""


def on_side_b(*tracks: str) -> str:
    """The option that lays these tracks on side B, all others on side A."""
    return "".join("B" if track in tracks else "A" for track in TRACKS)


def fields(track: str, side: str) -> dict[str, Mapping[str, Any]]:
    """The fields of a side by their names, in the order of the file."""
    return {field["id"]: field for field in DATA["tracks"][track][side]["fields"]}


def laid(track: str, side: str) -> str:
    return on_side_b(track) if side == "B" else on_side_b()


def resolving(effects: Sequence[Effect], given: Mapping[str, Any], players: int = 2, sides: str = "A" * 10) -> Table:
    """Seat 0 resolves these effects, and then one joker more."""
    at = {"step": "effect", "round": 1, "active": 0, "effects": [*map(dict, effects), dict(HOLD)]}
    return Table(game_of("rise"), players, at=at, sides=sides).given(given)


class Ledger:
    """One player's coins, points, two-way markers, vault and tiles; declines whatever can be declined."""

    def __init__(self, table: Table, seat: int = 0) -> None:
        self.table, self.seat = table, seat
        own = table.state.view("all")["seats"][seat]
        self.coins, self.points, self.vault = own["coins"], own["points"], own["vault_turned"]
        self.markers = {name: int(own["tracks"][name]) for name in ("satisfaction", "environment")}
        self.active, self.inactive = set(own["active_tiles"]), set(own["inactive_tiles"])

    def check(self) -> None:
        own = self.table.state.view("all")["seats"][self.seat]
        assert (own["coins"], own["points"], own["vault_turned"]) == (self.coins, self.points, self.vault)
        assert {name: int(own["tracks"][name]) for name in self.markers} == self.markers
        assert (set(own["active_tiles"]), set(own["inactive_tiles"])) == (self.active, self.inactive)

    def asked(self, kind: str, **data: Any) -> None:
        """The player is asked this, and until now has exactly what the ledger says."""
        self.check()
        assert self.table.state.to_act == (self.seat,)
        decision = self.table.state.decision(self.seat)
        assert decision.kind == kind
        assert {key: decision.data[key] for key in data} == data

    def answer(self, move: str) -> None:
        self.table.play(f"{self.seat} {move}")

    def receive(self, effects: Sequence[Effect], tile: str = "") -> None:
        """The effects one after the other, in the order of the file; ``tile`` lies on the field entered."""
        for effect in effects:
            self._receive(effect, tile)

    def _receive(self, effect: Effect, tile: str) -> None:
        match effect["op"]:
            case "coins":
                self.coins += effect["n"]
            case "vp":
                self.points += effect["n"]
            case "retreat":
                self.markers[effect["track"]] -= effect["n"]
            case "vault":
                self.vault = True
            case "school_refresh":
                self.active, self.inactive = self.active | self.inactive, set()
            case "take_school_tile":
                self.active.add(tile)
            case "choice":
                self._choose(effect["options"])
            case _:
                self._decline(effect)

    def _choose(self, options: Sequence[Sequence[Effect]]) -> None:
        self.asked("choose")
        offered = [move for move in self.table.moves(self.seat) if move.startswith("choose")]
        assert offered == [f"choose {n}" for n in range(1, len(options) + 1)]
        if all(effect["op"] in ("coins", "vp") for option in options for effect in option):
            self.answer(f"choose {len(options)}")
            self.receive(options[-1])
        else:
            self.answer("pass")

    def _decline(self, effect: Effect) -> None:
        match effect["op"]:
            case "advance":
                self.asked("advance", track=effect["track"], n=effect["n"])
            case "joker":
                self.asked("joker", n=effect["n"])
            case "pay":
                self.asked("pay", n=effect["coins"])
            case "exchange":
                self.asked("trade", n=effect["max"], effect=effect)
            case "school_run":
                self.asked("run")
            case "school_run_or_refresh":
                self.asked("run_or_refresh")
            case other:
                raise AssertionError(f"unknown effect {other}")
        self.answer("trade 0" if effect["op"] == "exchange" else "pass")

    def finished(self) -> None:
        """Nothing is left of the effects but the joker that holds the position."""
        self.asked("joker", n=1)
