"""The errors that callers can cause, each with the place and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class TafelrundeError(Exception):
    """Base class of all errors that this package raises deliberately."""


class BadInput(TafelrundeError, ValueError):
    """Options, components, records, scenarios or texts that are not valid.

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

    ``key`` and ``params`` let a message catalogue translate the reason.
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
    """A text that is not a move of this game and can never be legal."""

    def __init__(self, move: str, reason: str) -> None:
        IllegalMove.__init__(self, move, "", reason, "unknown_move", {"move": move})
        self.where = "move"

    def __str__(self) -> str:
        return f"move: {self.reason}"


class EngineError(TafelrundeError, RuntimeError):
    """A bug in the engine (an endless chain, a draw inside a lane), never an error of the caller."""
