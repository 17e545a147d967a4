"""The operations of cities (yields), technologies (immediate effects), disasters (damage) and scoring cards (counts)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from tafelrunde.core.effects import Operation
from tafelrunde.games.twentieth_century.effects.base import Say, Small, listed, marks
from tafelrunde.games.twentieth_century.rules.counts import all_garbage, clean_lands, flower_value, section_value, working_plants
from tafelrunde.games.twentieth_century.rules.registry import move_marker

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.state import CenturyState


class City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The yield of a city in each round while a citizen is on it (20C-4.13)."""

    coins: Small = 0
    science: Small = 0
    prosperity: Small = 0
    recycling: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """The number of its plants."""

    @property
    def goods(self) -> tuple[int, int, int]:
        return (self.coins, self.science, self.prosperity)

    def sentence(self, say: Say) -> str:
        found = [listed(say, self.goods)] if any(self.goods) else []
        return ", ".join([*found, *([say("recycling", n=self.recycling)] if self.recycling else [])])

    def mark(self) -> str:
        """The yield in the terminal's notation: ``2¢ ♻``."""
        return marks(self.goods) + " ♻" * self.recycling


class Eco(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The immediate effect of taking a technology (20C-2.29 to 2.33)."""

    garbage: Small = 0
    left: Small = 0
    right: Small = 0

    def apply(self, state: CenturyState, seat: int) -> None:
        if self.garbage:
            state.waiting[seat] += self.garbage
            if state.log is not None:
                state.emit("garbage_waits", seat, "20C-2.29", n=self.garbage)
        if self.left:
            move_marker(state, seat, -self.left, "20C-2.30")
        if self.right:
            move_marker(state, seat, self.right, "20C-2.31")

    def sentences(self, say: Say) -> list[str]:
        return [say(f"eco_{kind}", n=n) for kind, n in msgspec.structs.asdict(self).items() if n]

    def mark(self, say: Say) -> str:
        return say("eco", garbage=self.garbage, left=self.left, right=self.right)


class Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The damage to the seat that takes one column of a disaster (20C-3.12, 3.13)."""

    garbage: Small
    pollution: Small

    def apply(self, state: CenturyState, seat: int) -> None:
        state.waiting[seat] += self.garbage
        if self.garbage and state.log is not None:
            state.emit("garbage_waits", seat, "20C-3.12", n=self.garbage)
        if self.pollution:
            move_marker(state, seat, -self.pollution, "20C-3.13")

    def sentence(self, say: Say) -> str:
        return say("damage", garbage=self.garbage, pollution=self.pollution)


# --- scoring cards -----------------------------------------------------------------------------------


class Term(Operation, frozen=True, tag_field="per"):
    """The points for each element that a scoring card counts; yields are the tracks as last set (20C-R.30)."""

    single: ClassVar[bool] = False
    """Whether the catalogue has a separate sentence for one point each."""

    points: Annotated[int, msgspec.Meta(ge=-99, le=99)]

    def count(self, state: CenturyState, seat: int) -> int:
        raise NotImplementedError

    def tell(self, state: CenturyState, seat: int) -> None:
        """The house ruling behind the count."""

    def sentence(self, say: Say) -> str:
        return say(f"per_{self.op}_1" if self.single and self.points == 1 else f"per_{self.op}", n=self.points)


class CoinYield(Term, frozen=True, tag="coin_yield"):
    def count(self, state: CenturyState, seat: int) -> int:
        return state.yields[seat][0]


class ScienceYield(Term, frozen=True, tag="science_yield"):
    def count(self, state: CenturyState, seat: int) -> int:
        return state.yields[seat][1]


class ProsperityYield(Term, frozen=True, tag="prosperity_yield"):
    def count(self, state: CenturyState, seat: int) -> int:
        return state.yields[seat][2]


class ScoreSoFar(Term, frozen=True, tag="prosperity_point_scored_so_far"):
    single: ClassVar[bool] = True

    def count(self, state: CenturyState, seat: int) -> int:
        return state.score[seat]


class CleanLand(Term, frozen=True, tag="clean_land"):
    def count(self, state: CenturyState, seat: int) -> int:
        return clean_lands(state, seat)


class OperationalPlant(Term, frozen=True, tag="operational_plant"):
    def count(self, state: CenturyState, seat: int) -> int:
        return working_plants(state, seat)


class PositivePollution(Term, frozen=True, tag="positive_pollution_value"):
    single: ClassVar[bool] = True

    def count(self, state: CenturyState, seat: int) -> int:
        return flower_value(state, seat)

    def tell(self, state: CenturyState, seat: int) -> None:
        if not flower_value(state, seat):
            state.emit("no_flower", seat, "20C-R.36", value=state.layout.pollution[state.pollution[seat]])


class CleanLandBySection(Term, frozen=True, tag="clean_land_by_section"):
    single: ClassVar[bool] = True

    def count(self, state: CenturyState, seat: int) -> int:
        return clean_lands(state, seat) * section_value(state, seat)

    def tell(self, state: CenturyState, seat: int) -> None:
        state.emit("section", seat, "20C-R.35", points=section_value(state, seat))


class Garbage(Term, frozen=True, tag="garbage"):
    def count(self, state: CenturyState, seat: int) -> int:
        return all_garbage(state, seat)

    def sentence(self, say: Say) -> str:
        return say("per_garbage_less", n=-self.points) if self.points < 0 else super().sentence(say)


AnyTerm = (
    CoinYield | ScienceYield | ProsperityYield | ScoreSoFar | CleanLand | OperationalPlant | PositivePollution
    | CleanLandBySection | Garbage
)  # fmt: skip
