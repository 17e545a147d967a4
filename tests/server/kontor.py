"""Kontor with one optional window: who is asked whether to raise may decline by holding."""

from __future__ import annotations

from tafelrunde.core.frames import Moves
from tests.kontor.game import Kontor as Plain
from tests.kontor.verbs import HOLD


class Kontor(Plain):
    def declines(self, moves: Moves) -> int | None:
        return HOLD if HOLD in moves else None
