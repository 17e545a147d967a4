"""Leaks that are built into the server on purpose, one at a time: each must be found by the comparison of worlds.

Each function changes a piece of the server or of the engine for one run, in every world alike. Its first line says what
the server does wrong. Most of them are mistakes that somebody could make by leaving something out.
"""

from __future__ import annotations

from tests.leaks.injected import answers, surroundings, views
from tests.leaks.injected.base import LEAKS, VACUOUS, Injected, found_in

__all__ = ["LEAKS", "VACUOUS", "Injected", "answers", "found_in", "surroundings", "views"]
