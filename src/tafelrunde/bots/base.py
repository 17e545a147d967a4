"""What a bot is, and how one is made from its spec.

A bot gets a view, a decision and a sampler, never the state: the sampler is built on a sampled world, so that the
truth is nowhere in its hands.

>>> make("random", seed=1)
RandomBot('random')
>>> make("grandmaster", seed=1)
Traceback (most recent call last):
...
tafelrunde.core.errors.BadInput: bots: There is no bot 'grandmaster'; the bots are: random, greedy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from tafelrunde.core import rng
from tafelrunde.core.errors import BadInput
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State

View = Mapping[str, Any]
Sampler = Callable[[int], State]
"""A complete state that the bot's seat cannot tell from the true one, by a seed."""

REGISTRY = {
    "random": "tafelrunde.bots.random:RandomBot",
    "greedy": "tafelrunde.bots.greedy:GreedyBot",
}
"""Where each bot's class is found; imported only when it plays."""

_PLANNED = re.compile(r"easy|normal|hard|mcts:[0-9]+(\.[0-9]+)?|mcts:[0-9]+sims")
"""Specs of the contract that no class answers to yet."""


class Bot:
    """One question, one method. The same seed and the same questions give the same answers."""

    looks = True
    """Whether ``decide`` reads its view; where it does not, a runner may hand over an empty one and save the work."""

    def __init__(self, spec: str, seed: int) -> None:
        self.spec = spec
        self._generator = rng.seeded(seed)

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        """The chosen one of ``decision.moves``."""
        raise NotImplementedError

    def below(self, n: int) -> int:
        """A random number from ``range(n)``, by the bot's own generator: the same on every machine."""
        self._generator, number = rng.draw(self._generator, n)
        return number

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spec!r})"


def make(spec: str, seed: int) -> Bot:
    """The bot of a spec; what is no spec is refused with those that are."""
    check(spec)
    module, _, name = REGISTRY[spec].partition(":")
    kind: type[Bot] = getattr(import_module(module), name)
    return kind(spec, seed)


def check(spec: str) -> str:
    """A spec that ``make`` understands."""
    if spec in REGISTRY:
        return spec
    known = ", ".join(REGISTRY)
    if _PLANNED.fullmatch(spec):
        raise BadInput("bots", f"The bot {spec!r} does not exist yet; the bots are: {known}.")
    raise BadInput("bots", f"There is no bot {spec!r:.40}; the bots are: {known}.")


def specs(text: str) -> tuple[str, ...]:
    """The specs of a list as it is written on a command line, each of them checked.

    >>> specs("greedy,random")
    ('greedy', 'random')
    """
    return tuple(check(spec.strip()) for spec in text.split(","))
