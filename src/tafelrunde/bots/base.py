"""The interface of a bot, and the factory that makes a bot from its spec.

A bot gets a view, a decision and a sampler, never the state: the sampler is built on a sampled world, so a bot
cannot reach the true state.

>>> make("random", seed=1)
RandomBot('random')
>>> make("grandmaster", seed=1)  # doctest: +ELLIPSIS
Traceback (most recent call last):
...
tafelrunde.core.errors.BadInput: bots: There is no bot 'grandmaster'; the bots are: ...
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, NamedTuple

from tafelrunde.bots.levels import LEVELS, UNTIMED
from tafelrunde.core import rng
from tafelrunde.core.errors import BadInput
from tafelrunde.core.messages import common
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State

View = Mapping[str, Any]
Sampler = Callable[[int], State]
"""A function that gives, for a seed, a complete state that the bot's seat cannot tell from the true one."""

REGISTRY = {
    "random": "tafelrunde.bots.random:RandomBot",
    "greedy": "tafelrunde.bots.greedy:GreedyBot",
    **dict.fromkeys(LEVELS, "tafelrunde.bots.ladder:LadderBot"),
    **dict.fromkeys((f"{name}:{UNTIMED}" for name in LEVELS), "tafelrunde.bots.ladder:LadderBot"),
}
"""The location of each bot's class, which is imported on first use."""

GROUP = "tafelrunde.bots"
"""The entry point group through which other packages add bots by name."""

_CLASS = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_SEARCH = re.compile(r"mcts:(?:[0-9]{1,4}(?:\.[0-9]{1,3})?|[0-9]{1,7}sims)")
_NAMES = ("random", "greedy", *LEVELS, f"LEVEL:{UNTIMED}", "mcts:SECONDS", "mcts:Nsims")


class Reason(NamedTuple):
    """The reason for a bot's choice: a sentence of the catalogue's section ``[bots]`` and its facts."""

    key: str
    facts: Mapping[str, Any]
    in_words: Callable[[str], Mapping[str, str]] | None = None
    """The facts that are moves, as text in a language; computed only on demand."""

    def text(self, lang: str) -> str:
        told = self.in_words(lang) if self.in_words is not None else {}
        return common(lang).say("bots", self.key, {**self.facts, **told})


class Bot:
    """The interface of every bot: ``decide`` answers one question. The same seed and questions give the same answers."""

    looks = True
    """Whether ``decide`` examines the position; if not, a runner may call ``pick`` instead, which is faster."""

    def __init__(self, spec: str, seed: int) -> None:
        self.spec = spec
        self.reason: Reason | None = None
        self.refusal: Reason | None = None
        """Why ``volunteer`` has just declined a proposal; ``None`` if it has not."""
        self._generator = rng.seeded(seed)

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        """Choose one of ``decision.moves``."""
        raise NotImplementedError

    def volunteer(self, seat: int, sampler: Sampler) -> tuple[Move, ...]:
        """Free moves that the bot makes unasked: an answer to a proposal, or a proposal. By default a bot makes none."""
        return ()

    def pick(self, n: int) -> int:
        """The index of the chosen one of ``n`` moves: what ``decide`` would answer, for a bot that ignores the position."""
        raise NotImplementedError

    def why(self, lang: str = "en") -> str:
        """The reason for the last answer, as a sentence; empty before the first answer."""
        return self.reason.text(lang) if self.reason is not None else ""

    def below(self, n: int) -> int:
        """A random number from ``range(n)`` from the bot's own generator, which gives the same numbers on every machine."""
        self._generator, number = rng.draw(self._generator, n)
        return number

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spec!r})"


def make(spec: str, seed: int) -> Bot:
    """Make the bot of a spec; an unknown spec is refused with a list of the known ones."""
    return kind_of(spec)(spec, seed)


def check(spec: str) -> str:
    """Check that ``make`` understands a spec; a class of another package is imported to verify that it is a bot."""
    kind_of(spec)
    return spec


@cache
def kind_of(spec: str) -> type[Bot]:
    """The class for a spec: a built-in bot, the name of an installed one, or ``module:Class``."""
    if spec in REGISTRY or (_SEARCH.fullmatch(spec) and float(spec[5:].removesuffix("sims")) > 0):
        module, _, name = REGISTRY.get(spec, "tafelrunde.bots.ismcts:MctsBot").partition(":")
        kind: type[Bot] = getattr(import_module(module), name)
        return kind
    installed = {point.name: point.value for point in entry_points(group=GROUP)}
    if spec in installed or (_CLASS.fullmatch(spec) and find_spec(spec.partition(":")[0].partition(".")[0]) is not None):
        return _imported(spec, installed.get(spec, spec))
    names = ", ".join((*_NAMES, *sorted(installed), "module:Class"))
    raise BadInput("bots", f"There is no bot {spec!r:.40}; the bots are: {names}.")


def _imported(spec: str, path: str) -> type[Bot]:
    """Import a bot from another package; any error while importing is reported as bad input."""
    module, _, name = path.partition(":")
    try:
        found = getattr(import_module(module), name)
    except Exception as error:
        raise BadInput("bots", f"The bot {spec!r} cannot be imported ({type(error).__name__}: {error}).") from error
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadInput("bots", f"{path} is not a class derived from tafelrunde.bots.Bot.")
    return found


def specs(text: str) -> tuple[str, ...]:
    """Split a comma-separated list of specs from a command line and check each of them.

    >>> specs("greedy,random")
    ('greedy', 'random')
    """
    return tuple(check(spec.strip()) for spec in text.split(","))
