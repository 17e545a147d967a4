"""The mistakes a caller can make, each with its own error that says where and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class TafelrundeError(Exception):
    """Base of everything this package raises on purpose."""


class BadInput(TafelrundeError, ValueError):
    """Options, components, records, scenarios or texts that cannot be what they claim to be.

    >>> raise BadInput("players", "RISE is for 2, 3 or 4 players, not 7.")
    Traceback (most recent call last):
    ...
    tafelrunde.core.errors.BadInput: players: RISE is for 2, 3 or 4 players, not 7.
    """

    def __init__(self, where: str, reason: str) -> None:
        Exception.__init__(self, where, reason)  # UnknownMove has two bases with different arguments
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


class IllegalMove(TafelrundeError):
    """A move the rules forbid now; ``rule`` names the rule, ``reason`` is a sentence.

    ``key`` and ``params`` let a message catalogue say the same in another language.
    """

    def __init__(
        self,
        move: str,
        rule: str,
        reason: str,
        key: str = "",
        params: Mapping[str, Any] | None = None,
    ) -> None:
        Exception.__init__(self, move, rule, reason)
        self.move = move
        self.rule = rule
        self.reason = reason
        self.key = key
        self.params: Mapping[str, Any] = params or {}

    def __str__(self) -> str:
        return f"{self.move}: {self.reason} [{self.rule}]"


class UnknownMove(IllegalMove, BadInput):
    """A text that is no move of this game at all: illegal now and at any other time."""

    def __init__(self, move: str, reason: str) -> None:
        IllegalMove.__init__(self, move, "", reason, "unknown_move", {"move": move})
        self.where = "move"

    def __str__(self) -> str:
        return f"move: {self.reason}"


class EngineError(TafelrundeError, RuntimeError):
    """The engine itself is wrong (an endless chain, a draw inside a lane): a bug, never the caller's fault."""
