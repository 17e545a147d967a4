"""The question to the players of a table when the installed rules make a difference for its moves."""

from __future__ import annotations

from typing import Any, NamedTuple

from tafelrunde.server.errors import Refused


class Difference(NamedTuple):
    """The first difference between a stored game and the installed rules."""

    ply: int
    reason: str


class RulesChange(NamedTuple):
    """Why a table is read-only until its players agree: the installed rules lead elsewhere, or a difference cannot be
    excluded."""

    old: str
    new: str
    rules: tuple[str, ...]
    """The ids of the changed rules that were used in this game, or of all if none was used before the difference."""
    difference: Difference | None
    """The first move with a different result; ``None`` if only the version is unknown."""
    position: int
    """The ply of the position from which the table can continue."""
    lost: int
    """The number of moves after it that are lost."""
    finished: bool
    """Whether the game is over, so that there is nothing to continue."""

    def about(self) -> dict[str, Any]:
        """The public description of the change."""
        difference = None if self.difference is None else self.difference._asdict()
        return {
            "from": self.old, "to": self.new, "rules": list(self.rules), "difference": difference,
            "position": self.position, "lost": self.lost, "finished": self.finished,
        }  # fmt: skip

    def refusal(self) -> Refused:
        """The refusal of every request that would change the game."""
        reason = f"This table was played under rules {self.old}, installed are {self.new}. " + (
            "The game is over; it can only be looked at."
            if self.finished
            else "It is read-only until everybody at the table agrees to continue: POST /api/tables/{id}/rules."
        )
        return Refused(409, "rules_changed", reason, change=self.about())
