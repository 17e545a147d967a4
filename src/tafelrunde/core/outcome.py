"""The outcome of a game: points by source, and why the winner won. Screens and texts show it; rules must not depend on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from tafelrunde.core.events import Event


class Gain(NamedTuple):
    """Points that a seat gained (or lost, if negative)."""

    seat: int
    source: str
    """A key of the section ``sources`` of the messages."""
    points: int
    what: str = ""
    """The component that gave the points, for sources with several components."""


class Said(NamedTuple):
    """A sentence of the section ``endings`` of the messages with its facts."""

    key: str
    facts: Mapping[str, Any]


class Ending(NamedTuple):
    """Why the game ended as it did."""

    verdict: Said
    aims: Sequence[Said] = ()
    """For each seat, its aim and whether it was reached, in games where seats have their own aims."""


def by_score(scores: Sequence[int], winners: Sequence[int], ties: Iterable[tuple[str, Sequence[int]]] = ()) -> Ending:
    """The ending of a game that the highest score wins.

    ``ties`` names what is compared between equal scores, in order, with every seat's value: the greatest wins, and
    ``endings`` has a sentence ``tie_NAME`` for it.

    >>> by_score([30, 27, 25], [0]).verdict
    Said(key='won_ahead', facts={'seat': 0, 'n': 30, 'lead': 3, 'others': [1]})
    >>> by_score([30, 30, 25], [1], [("coins", [2, 4, 9])]).verdict
    Said(key='tie_coins', facts={'seat': 1, 'n': 30, 'value': 4, 'others': [0]})
    >>> by_score([30, 30, 25], [0, 1], [("coins", [4, 4, 9])]).verdict
    Said(key='shared', facts={'winners': [0, 1], 'n': 30})
    """
    if not winners:
        return Ending(Said("nobody", {}))
    first, best = winners[0], scores[winners[0]]
    if len(winners) > 1:
        return Ending(Said("shared", {"winners": list(winners), "n": best}))
    level = [seat for seat, score in enumerate(scores) if score == best]
    for name, values in ties:
        if len(level) > 1:
            level = [seat for seat in level if values[seat] >= values[first]]
            if level == [first]:
                others = [seat for seat, score in enumerate(scores) if score == best and seat != first]
                return Ending(Said(f"tie_{name}", {"seat": first, "n": best, "value": abs(values[first]), "others": others}))
    second = max(score for seat, score in enumerate(scores) if seat != first)
    others = [seat for seat, score in enumerate(scores) if score == second and seat != first]
    return Ending(Said("won_ahead", {"seat": first, "n": best, "lead": best - second, "others": others}))


class Outcome:
    """The part of :class:`~tafelrunde.core.game.Game` that explains a game's course and outcome."""

    moments: ClassVar[Mapping[str, str]] = {}
    """Kinds of events that screens hold until they were seen, each with the name of a group: neighbours of one group are
    shown together, one line after the other."""

    def gains(self, event: Event, players: int) -> Iterable[Gain]:
        """The points that an event reports, by source. Over all events of a game, those of the set-up included, they add up to
        the scores; a game that returns none has no breakdown."""
        return ()

    def ending(self, state: Any) -> Ending:
        """Why the game, which is over, ended as it did; by default the highest score wins."""
        return by_score(state.scores, state.winners)


def by_rule(rule: str, sources: Mapping[str, str]) -> str:
    """The source of points by rule: the longest listed prefix of the id without the game's letters; ``other`` if there is none.

    >>> by_rule("X-EV.3", {"": "cards", "EV.": "events"})
    'events'
    """
    own = rule.partition("-")[2]
    return sources.get(max((start for start in sources if own.startswith(start)), key=len, default="-"), "other")
