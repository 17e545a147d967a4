"""Computer players: each answers one question at a time from what its seat may see."""

from __future__ import annotations

from tafelrunde.bots.base import Bot, Sampler, make, specs

__all__ = ["Bot", "Sampler", "make", "specs"]
