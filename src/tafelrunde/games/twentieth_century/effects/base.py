"""The base of all operations of technologies.

A technology is a facility, or has a one-time use, a repeat use, or one of each (20C-8.1, 8.2). Each kind of use is one class
with the fields of the component file. It defines the moves of the use, their effect, the sentence that describes it and its
short form on the terminal. No code outside this package depends on the name of an operation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from tafelrunde.core.effects import Operation
from tafelrunde.games.twentieth_century.rules.tiles import GOODS

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.state import CenturyState

Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Say = Callable[..., str]
"""A key of the catalogue with the facts of its sentence."""

SIGNS = "¢⚗★"


def marks(amounts: tuple[int, ...]) -> str:
    """Goods in the terminal's notation: ``3¢ 2⚗``; a dash stands for nothing."""
    return " ".join(f"{n}{sign}" for n, sign in zip(amounts, SIGNS, strict=False) if n) or "–"


def listed(say: Say, amounts: tuple[int, ...]) -> str:
    """Goods in words."""
    return ", ".join(say(good, n=n) for good, n in zip(GOODS, amounts, strict=False) if n)


class Use(Operation, frozen=True):
    """One operation of a technology."""

    verb: ClassVar[str] = ""
    """The verb of the moves that use it; empty if there is no such move."""
    rule: ClassVar[str] = ""
    """The rule that a seat must own such a technology to use it."""
    over: ClassVar[str] = ""
    """The rule that it cannot be used again."""
    target: ClassVar[str] = ""
    """The argument of its moves beside the technology: a ``land``, a ``city`` or a ``tile``; empty if they act immediately."""
    ends: ClassVar[str] = ""
    """The key in the view that shows whether the use is over."""
    worth: ClassVar[float] = 0.0
    """The points that a bot expects from one use."""
    bridges: ClassVar[int] = 0
    """The number of bridges from the supply that lie on it until it is used."""

    @property
    def cost(self) -> tuple[int, int]:
        """Coins and science for each use; moves of a use with a cost name their technology."""
        return (0, 0)

    @property
    def paid(self) -> bool:
        return False

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        """The numbers of the moves that use it, whether or not the seat can pay."""
        return []

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        """Carry out such a move; ``about`` is the city, land or tile that it names."""
        raise NotImplementedError

    def bought(self, state: CenturyState, seat: int, technology: int) -> None:
        """Apply the effect of taking a technology with this use."""

    def tell_bought(self, state: CenturyState, seat: int, slug: str) -> None:
        """Log the effect of ``bought``."""

    def sentence(self, say: Say) -> str:
        return say(self.op)

    def mark(self, say: Say) -> str:
        """The use on one line of the terminal."""
        return say("use", kind=self.op)

    def symbol(self) -> dict[str, Any]:
        """The drawing on a screen: the kind of use with its numbers, and the moves that it stands for."""
        coins, science = self.cost
        moves = {"verb": self.verb, "names_technology": self.paid, "target": self.target}
        return {"op": self.op, "over": self.ends, **moves, "coins": coins, "science": science, "prosperity": 0}


class OneTime(Use, frozen=True):
    """A use that a technology has once in the game (20C-8.B)."""

    over: ClassVar[str] = "20C-8.B.7"
    ends: ClassVar[str] = "spent"


class Repeat(Use, frozen=True):
    """A use that a technology has in each administration (20C-8.C)."""

    over: ClassVar[str] = "20C-8.C.1"
    ends: ClassVar[str] = "used"


class Paid(Repeat, frozen=True, kw_only=True):
    """A repeat use that costs something each time (20C-8.5)."""

    coins: Small = 0
    science: Small = 0

    @property
    def cost(self) -> tuple[int, int]:
        return (self.coins, self.science)

    @property
    def paid(self) -> bool:
        return True

    def pay(self, state: CenturyState, seat: int, technology: int) -> None:
        state.worked[seat] |= 1 << technology
        state.coins[seat] -= self.coins
        state.science[seat] -= self.science
        if state.log is not None:
            slug = state.layout.technologies[technology].slug
            for kind, n in (("technology_paid_coins", self.coins), ("technology_paid_science", self.science)):
                if n:
                    state.emit(kind, seat, "20C-8.5", technology=slug, n=n)

    def sentence(self, say: Say) -> str:
        return say(f"{self.op}_for", cost=listed(say, self.cost))

    def mark(self, say: Say) -> str:
        return say("use_for", kind=self.op, cost=marks(self.cost))


def unused(state: CenturyState, seat: int, kind: type[Use]) -> int:
    """A technology with that use that the seat can still use, or -1; copies of a use without cost are interchangeable."""
    technologies = state.layout.technologies
    for technology in state.workshop[seat]:
        facts = technologies[technology]
        if isinstance(facts.one_time, kind) and not state.spent[seat] >> technology & 1:
            return technology
        if isinstance(facts.repeat, kind) and not state.worked[seat] >> technology & 1:
            return technology
    return -1


def use_up(state: CenturyState, seat: int, kind: type[Use]) -> str:
    """Mark such a use as over, for this phase or for the game, and return the technology's name."""
    technology = unused(state, seat, kind)
    over = state.worked if issubclass(kind, Repeat) else state.spent
    over[seat] |= 1 << technology
    return state.layout.technologies[technology].slug
