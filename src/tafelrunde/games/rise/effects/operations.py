"""The operations of RISE: the instructions that an effect in the component file can contain."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Annotated, Any, Literal, Self

from msgspec import Meta

from tafelrunde.core.messages import Catalogue
from tafelrunde.games.rise import frames
from tafelrunde.games.rise.effects.base import (
    OPERATIONS,
    Count,
    Effect,
    Effects,
    Gains,
    Sum,
    TrackName,
    Traits,
    compile_chosen,
    compile_effects,
    effects_of,
    marks,
    sentences,
)
from tafelrunde.games.rise.state import CHOSEN

# --- gains ---------------------------------------------------------------------------------------


class Coins(Effect, frozen=True, tag="coins"):
    """Coins from the supply."""

    n: Sum
    frame_type = frames.Coins
    pure = True
    terminal = "{n}¢"
    symbols = ({"kind": "coin", "n": "n"},)

    def gains(self) -> Gains:
        return Gains(coins=self.n)

    @property
    def worth(self) -> float:
        return 0.7 * self.n


class Points(Effect, frozen=True, tag="vp"):
    """Victory points, gained or lost."""

    n: Annotated[int, Meta(ge=-20, le=20)]
    frame_type = frames.Points
    pure = True
    terminal = "{n}★"
    symbols = ({"kind": "points", "n": "n"},)

    def gains(self) -> Gains:
        return Gains(points=self.n)

    @property
    def worth(self) -> float:
        return 1.0 * self.n

    def sentence(self, words: Catalogue, points: int = 0) -> str:
        return words.say("effects", "vp" if self.n >= 0 else "vp_loss", {"n": abs(self.n)})


class Vault(Effect, frozen=True, tag="vault"):
    """Turn the vault to its greater limit."""

    frame_type = frames.Vault
    terminal = "V"
    symbols = ({"kind": "vault"},)

    def gains(self) -> Gains:
        return Gains(vault=1)


# --- steps ---------------------------------------------------------------------------------------


class Advance(Effect, frozen=True, tag="advance"):
    """Up to ``n`` steps on a track, one at a time."""

    track: TrackName
    n: Count
    frame_type = frames.Advance
    terminal = "+{times}{track}"
    symbols = ({"kind": "track", "track": "track", "n": "n"},)

    def moves_markers(self, quiet: Container[str]) -> bool:
        return self.track not in quiet

    @property
    def offered_steps(self) -> tuple[str | None, int]:
        return self.track, self.n


class Retreat(Effect, frozen=True, tag="retreat"):
    """Forced steps to the left, by a revolt or pollution."""

    track: Literal["satisfaction", "environment"]
    n: Count
    frame_type = frames.Retreat
    terminal = "-{times}{track}"
    symbols = ({"kind": "back", "track": "track", "n": "n"},)

    def traits(self, quiet: Container[str]) -> Traits:
        return Traits(revolt=self.track == "satisfaction")

    def sentence(self, words: Catalogue, points: int = 0) -> str:
        return words.say("effects", f"retreat_{self.track}", {"n": self.n})


class Joker(Effect, frozen=True, tag="joker"):
    """Up to ``n`` steps on one track of the player's choice."""

    n: Count
    frame_type = frames.Joker
    moves_any = True
    terminal = "{times}J"
    symbols = ({"kind": "joker", "n": "n"},)

    @property
    def worth(self) -> float:
        return 2.0 * self.n

    @property
    def offered_steps(self) -> tuple[None, int]:
        return None, self.n


# --- school tiles --------------------------------------------------------------------------------


class SchoolRun(Effect, frozen=True, tag="school_run"):
    """Run one of the player's active school tiles (optional)."""

    frame_type = frames.Run
    moves_any = True
    terminal = "▶"
    symbols = ({"kind": "run"},)


class SchoolRefresh(Effect, frozen=True, tag="school_refresh"):
    """Make all of the player's school tiles active."""

    frame_type = frames.Refresh
    terminal = "↻"
    symbols = ({"kind": "refresh"},)

    def gains(self) -> Gains:
        return Gains(refresh=1)


class SchoolRunOrRefresh(Effect, frozen=True, tag="school_run_or_refresh"):
    """Either run a school tile or refresh all, never both."""

    frame_type = frames.RunOrRefresh
    moves_any = True
    terminal = "▶/↻"
    symbols = ({"kind": "run"}, {"kind": "or"}, {"kind": "refresh"})


class TakeSchoolTile(Effect, frozen=True, tag="take_school_tile"):
    """Take the school tile on the entered field."""

    frame_type = frames.TakeSchoolTile
    takes_tile = True
    terminal = "▣"
    symbols = ({"kind": "tile"},)


# --- prices, conditions, alternatives ------------------------------------------------------------


class Gain(Effect, frozen=True):
    """Other effects, for a price or under a condition."""

    gain: tuple[AnyEffect, ...]

    @property
    def parts(self) -> Effects:
        return self.gain

    def work(self, seat: int, rule: str) -> dict[str, Any]:
        return {"gain": compile_effects(seat, self.gain, rule)}

    @classmethod
    def of(cls, frame: Any) -> Self:
        return cls(gain=effects_of(frame.gain))

    def sentence(self, words: Catalogue, points: int = 0) -> str:
        return words.say("effects", self.op, {"gain": sentences(self.gain, words)})

    def tree(self) -> dict[str, Any]:
        return {**super().tree(), "gain": [effect.tree() for effect in self.gain]}


class Pay(Gain, frozen=True, tag="pay"):
    """Coins for other effects, all or nothing."""

    coins: Sum
    frame_type = frames.Pay
    general_rule = "RISE-T.14"
    terminal = "{coins}¢→{gain}"
    symbols = ({"kind": "cost", "n": "coins"}, {"kind": "then"})

    def work(self, seat: int, rule: str) -> dict[str, Any]:
        return {"coins": self.coins, "gain": compile_chosen(seat, self.gain, CHOSEN)}

    @classmethod
    def of(cls, frame: Any) -> Self:
        return cls(gain=effects_of(frame.gain), coins=frame.coins)

    def sentence(self, words: Catalogue, points: int = 0) -> str:
        facts = {"n": self.coins, "points": points, "gain": sentences(self.gain, words)}
        return words.say("effects", "pay_points" if points else "pay", facts)


class IfHappiest(Gain, frozen=True, tag="if_happiest"):
    """Other effects for the happiest population only."""

    frame_type = frames.IfHappiest
    terminal = "☺{gain}"
    symbols = ({"kind": "smile"}, {"kind": "colon"})

    def traits(self, quiet: Container[str]) -> Traits:
        return Traits(happiest=True, steps=self.moves_markers(quiet))


class IfUnhappiest(Gain, frozen=True, tag="if_unhappiest"):
    """Other effects for the unhappiest population only."""

    frame_type = frames.IfUnhappiest
    terminal = "☹{gain}"
    symbols = ({"kind": "frown"}, {"kind": "colon"})

    def traits(self, quiet: Container[str]) -> Traits:
        return Traits(unhappiest=True, steps=self.moves_markers(quiet))


class Exchange(Effect, frozen=True, tag="exchange"):
    """Coins for victory points, up to ``max`` times."""

    pay_coins: Count
    gain_vp: Count
    max: Sum
    frame_type = frames.Trade
    general_rule = "RISE-CUL.3"
    terminal = "{max}×{pay_coins}¢→{gain_vp}★"
    symbols = (
        {"kind": "times", "n": "max"}, {"kind": "cost", "n": "pay_coins"}, {"kind": "then"}, {"kind": "points", "n": "gain_vp"},
    )  # fmt: skip

    @property
    def trades(self) -> int:
        return self.max

    def sentence(self, words: Catalogue, points: int = 0) -> str:
        return words.say("fields", "trade", {"n": self.max, "coins": self.pay_coins, "points": self.gain_vp})


class Choice(Effect, frozen=True, tag="choice"):
    """Exactly one of the alternatives; choosing one that begins with a payment pays for it (RISE-R.41)."""

    options: Annotated[tuple[Annotated[tuple[AnyEffect, ...], Meta(min_length=1)], ...], Meta(min_length=1, max_length=4)]
    frame_type = frames.Choose
    general_rule = "RISE-T.21"
    symbols = ()

    @property
    def parts(self) -> Effects:
        return tuple(effect for option in self.options for effect in option)

    def work(self, seat: int, rule: str) -> dict[str, Any]:
        alternatives = []
        for first, *rest in self.options:
            cost, gain = (first.coins, (*first.gain, *rest)) if isinstance(first, Pay) else (0, (first, *rest))
            alternatives.append((cost, compile_chosen(seat, gain, CHOSEN, rule)))
        return {"alternatives": tuple(alternatives), "pure": int(all(effect.pure for effect in self.parts))}

    @classmethod
    def of(cls, frame: Any) -> Self:
        gains = [(cost, effects_of(gain)) for cost, gain in frame.alternatives]
        return cls(tuple((Pay(gain, cost),) if cost else gain for cost, gain in gains))

    def sentence(self, words: Catalogue, points: int = 0) -> str:
        options = words.say("effects", "or").join(sentences(option, words) for option in self.options)
        return words.say("effects", "choice", {"options": options})

    def mark(self, short: Mapping[str, str]) -> str:
        return "/".join(marks(option, short) for option in self.options)

    def tree(self) -> dict[str, Any]:
        return {**super().tree(), "options": [[effect.tree() for effect in option] for option in self.options]}


AnyEffect = (
    Advance | Retreat | Coins | Points | Joker | SchoolRun | SchoolRefresh | SchoolRunOrRefresh | Vault | TakeSchoolTile
    | Pay | Exchange | Choice | IfHappiest | IfUnhappiest
)  # fmt: skip
OPERATIONS.update({operation.frame_type: operation for operation in AnyEffect.__args__})
