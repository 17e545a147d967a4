"""The stored facts of a table besides its log: its settings, and who sits at which seat."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tafelrunde.core.record import commitment

MISSES = 3
"""The number of consecutive timeouts after which a bot holds the seat."""


@dataclass
class Seat:
    """A seat of a table: a person's, a bot's, or free."""

    kind: str
    name: str
    person: str | None = None
    invite: str | None = None
    back: str | None = None
    standing: bool = False
    auto: bool = True
    """Whether forced questions are answered automatically for the person, after an ordinary delay."""
    orders: dict[str, Any] | None = None
    """The standing orders of the game, each with its end condition."""
    prepared: list[str] | None = None
    dropped: str | None = None
    """The prepared move that could not be played; cleared when others are prepared."""
    missed: int = 0
    hints: bool = False
    reserved: str | None = None
    """The person for whom an open seat is reserved; an invitation from the host ends the reservation."""

    def copy(self) -> Seat:
        new = Seat.__new__(Seat)  # every move copies all seats; this takes a third of the constructor's time
        vars(new).update(vars(self))
        return new

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays here now, also while it holds a person's seat."""
        if self.kind.startswith("bot:"):
            return self.kind[4:]
        return "normal" if self.missed >= MISSES else None

    @property
    def open(self) -> bool:
        return self.kind == "person" and self.person is None


@dataclass
class Info:
    """The settings of a table; they never change."""

    id: str
    game: str
    components: str
    component_text: str | None
    rules: str
    players: int
    options: Mapping[str, str]
    seed: int = field(repr=False)
    pace: Mapping[str, Any]
    public: bool
    watch: bool
    host: str
    created: float
    rematch: str | None = None
    base: str | None = field(default=None, repr=False)
    """The first position of a practice table or after a change of rules."""
    continued: Sequence[Mapping[str, Any]] = ()
    """The changes of rules after which it was continued: from, to, ply, lost."""
    hot_seat: bool = False
    """Whether one person may hold several seats. Everybody at the table is told."""

    @cached_property
    def first_ply(self) -> int:
        """The ply of the table's first position."""
        return 0 if self.base is None else int(json.loads(self.base)["ply"])

    @property
    def played_with(self) -> tuple[str, str | None, str]:
        """The game and its component set: the arguments of ``game_of``."""
        return self.game, self.component_text, self.components

    @property
    def practice(self) -> bool:
        return self.base is not None and all(change["practice"] for change in self.continued)

    @property
    def commitment(self) -> str:
        """The commitment: the hash of the seed, shown before the first move; the record of a running game has the same."""
        return commitment(self.seed)
