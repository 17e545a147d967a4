"""The base class of RISE's operations, with defaults for everything that other code asks of an operation."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

from msgspec import Meta

from tafelrunde.core.effects import Operation
from tafelrunde.core.frames import TypedFrame
from tafelrunde.core.messages import Catalogue
from tafelrunde.games.rise.frames import Work
from tafelrunde.games.rise.state import TRACKS

Count = Annotated[int, Meta(ge=1, le=9)]
Sum = Annotated[int, Meta(ge=1, le=20)]
TrackName = Literal[
    "satisfaction", "science", "culture", "politics", "environment", "school", "bank", "press", "industry", "office"
]
Sign = Mapping[str, str | int]
"""One symbol for the browser: its ``kind`` and its label."""


class Gains(NamedTuple):
    """The gains of effects, as far as they decide when leaving a track can matter."""

    coins: int = 0
    points: int = 0
    vault: int = 0
    refresh: int = 0
    steps: int = 0
    """Any other gain: jokers and everything that moves markers."""

    def plus(self, other: Gains) -> Gains:
        return Gains(*(own + more for own, more in zip(self, other, strict=True)))


class Traits(NamedTuple):
    """The properties of an event card that decide whether a player should act before it."""

    revolt: bool = False
    happiest: bool = False
    unhappiest: bool = False
    steps: bool = False
    """Whether it lets players move markers on tracks whose fields give something."""


class Effect(Operation, frozen=True):
    """One operation: its fields are the keys of the component file and have the same names in its frame."""

    frame_type: ClassVar[type[TypedFrame]]
    general_rule: ClassVar[str] = ""
    """The rule that its frame cites if the component names none."""
    pure: ClassVar[bool] = False
    """Whether it gives only coins or points: a choice between such effects cannot be declined (RISE-R.5)."""
    moves_any: ClassVar[bool] = False
    """Whether it lets a marker move on a track that is not known in advance."""
    takes_tile: ClassVar[bool] = False
    """Whether it takes the school tile on the field."""
    terminal: ClassVar[str]
    """The characters that represent it on a terminal; see :meth:`mark`."""
    symbols: ClassVar[tuple[Sign, ...]]
    """The symbols for the browser, in front of those of nested effects; numbers and tracks are names of fields."""

    # --- rules -----------------------------------------------------------------------------------

    def frame(self, seat: int, rule: str = "", slot: int = -1, taken: int = 0) -> TypedFrame:
        """The frame of the operation; ``slot`` is the field that was entered, ``taken`` how a step was chosen (RISE-R.5)."""
        given = {"seat": seat, "rule": rule or self.general_rule, "field": slot, "taken": taken, **self.work(seat, rule)}
        return self.frame_type(*(given[name] for name in self.frame_type.__struct_fields__))

    def work(self, seat: int, rule: str) -> dict[str, Any]:
        """The fields of the frame that depend on those of the effect."""
        found = {name: getattr(self, name) for name in self.__struct_fields__}
        return found | {"track": TRACKS.index(found["track"])} if "track" in found else found

    @classmethod
    def of(cls, frame: Any) -> Self:
        """Create the effect that a frame carries out."""
        found = {name: getattr(frame, name) for name in cls.__struct_fields__}
        return cls(**found | {"track": TRACKS[found["track"]]} if "track" in found else found)

    def gains(self) -> Gains:
        return Gains(steps=1)

    def traits(self, quiet: Container[str]) -> Traits:
        """``quiet`` are the tracks whose fields give nothing."""
        return Traits(steps=self.moves_markers(quiet))

    def moves_markers(self, quiet: Container[str]) -> bool:
        """Whether it lets a player enter a field that gives something."""
        return self.moves_any or any(part.moves_markers(quiet) for part in self.parts)

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The nested effects."""
        return ()

    @property
    def trades(self) -> int:
        """The greatest number of coin trades that it allows."""
        return max((part.trades for part in self.parts), default=0)

    @property
    def worth(self) -> float:
        """A rough estimate of its points on leaving a track, for bots."""
        return 0.0

    @property
    def offered_steps(self) -> tuple[str | None, int] | None:
        """The track and the number of steps that it offers, for bots; the track is ``None`` if the player chooses it."""
        return None

    # --- presentation ----------------------------------------------------------------------------

    def sentence(self, words: Catalogue, points: int = 0) -> str:
        """The sentence of the operation; ``points`` have to be exchanged for its price (RISE-R.17)."""
        return words.say("effects", self.op, {name: getattr(self, name) for name in self.__struct_fields__})

    def mark(self, short: Mapping[str, str]) -> str:
        """Fill in ``terminal``: ``{n}`` and the like are fields, ``{times}`` is a number above 1, ``{track}`` a short name."""
        facts = {name: getattr(self, name) for name in self.__struct_fields__}
        n = facts.get("n", 1)
        facts |= {"times": n if n > 1 else "", "track": short.get(facts.get("track", ""), ""), "gain": marks(self.parts, short)}
        return self.terminal.format_map(facts)

    def tree(self) -> dict[str, Any]:
        """The data of the effect with its symbols, for the browser."""
        signs = [{key: value if key == "kind" else getattr(self, str(value)) for key, value in s.items()} for s in self.symbols]
        return {**self.data(), "signs": signs}


Effects = tuple[Effect, ...]
OPERATIONS: dict[type[TypedFrame], type[Effect]] = {}
"""The operations by the classes of their frames."""


def compile_effects(seat: int, effects: Iterable[Effect], rule: str = "", slot: int = -1) -> Work:
    """Compile effects into frames of one seat, in stack order: the last effect first."""
    return tuple([effect.frame(seat, rule, slot) for effect in effects][::-1])


def compile_chosen(seat: int, effects: Effects, taken: int, rule: str = "") -> Work:
    """The frames of an alternative that a player has just chosen; if it is only a step, the choice already includes the step
    (RISE-R.5)."""
    return (effects[0].frame(seat, rule, taken=taken),) if len(effects) == 1 else compile_effects(seat, effects, rule)


def effects_of(frames: Work) -> tuple[Any, ...]:
    """The effects that frames in stack order carry out, in the order of resolution."""
    return tuple(OPERATIONS[type(frame)].of(frame) for frame in reversed(frames))


def effect_of(frame: TypedFrame) -> dict[str, Any]:
    """The data of the effect that a frame carries out, for the description of a question."""
    return OPERATIONS[type(frame)].of(frame).data()


def sentences(effects: Iterable[Effect], words: Catalogue) -> str:
    """The sentences of effects in the order of resolution."""
    return words.say("effects", "and").join(effect.sentence(words) for effect in effects) or words.say("effects", "none")


def marks(effects: Iterable[Effect], short: Mapping[str, str]) -> str:
    return ",".join(effect.mark(short) for effect in effects)
