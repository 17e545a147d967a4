"""The vocabulary of New Angeles: its moves and the first number of each verb.

The number of moves of most verbs depends on the component set, so the numbers are attributes of an object that is built once
per set (``state.verbs``). The engine decodes a move by subtraction: ``move - state.verbs.use`` is an asset.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tafelrunde.core.moves import Word
from tafelrunde.games.new_angeles.terms import RESOURCES, TYPES

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.components import ComponentSet

Words = tuple[Word, ...]

SEATS, DISTRICTS = 6, 10
MOST = 999
"""The greatest amount in a move; all the capital of a game together is less."""
MOST_SUPPORT = 40
PROMISED = 12
"""The greatest amount in a promise."""
WHEN = ("now", "next")
"""A promise is about the deal of this turn or of the next one."""

REMOVABLE = ("outage", "illness", "human_first", "orgcrime", "prisec")
PLACEABLE = ("outage", "illness", "development", "human_first", "orgcrime", "prisec")
OFFERS = ("main", "counter")

_SINGLE = ("pass", "done", "abstain", "flip", "gain", "pay", "take_back", "lose", "swap", "propose", "withdraw")
PASS, DONE, ABSTAIN, FLIP, GAIN, PAY, TAKE_BACK, LOSE, SWAP, PROPOSE, WITHDRAW = range(len(_SINGLE))

_BOUND = (
    "done", "flip", "gain", "pay", "take_back", "lose", "use", "name", "offer", "counter", "type", "win", "remove", "place",
    "lower", "raise", "district", "move", "resource", "take", "drop", "seize", "option",
)  # fmt: skip
"""Verbs whose moves a trade can bind, besides passing, abstaining and supporting (NA-R.25)."""


def _ids(records: Iterable[Any]) -> list[str]:
    return [record.id for record in records]


class Verbs:
    """The number of each verb's first move, and all moves in their fixed order: append, never reorder."""

    def __init__(self, parts: ComponentSet) -> None:
        cards, emergencies, assets = _ids(parts.action_cards), _ids(parts.emergency_actions), _ids(parts.assets)
        events = _ids(parts.events)
        numbers, seats = range(1, DISTRICTS + 1), range(SEATS)
        self.cards, self.assets = len(cards), len(assets)
        """The number of different action cards and assets; card numbers from here on are emergency cards."""
        self.words: list[Words] = [(verb,) for verb in _SINGLE]
        self.corporation = self._run("corporation", _ids(parts.corporations))
        self.type = self._run("type", TYPES)
        self.types = tuple(range(self.type, len(self.words)))
        self.keep = self._run("keep", _ids(parts.investments))
        self.use = self._run("use", assets)
        self.name = self._run("name", seats)
        self.offer = self._run("offer", cards + emergencies)
        self.counter = self._run("counter", cards + emergencies)
        self.discard = self._run("discard", cards)
        self.support = self._run("support", OFFERS)
        self.add = self._run("add", cards)
        self.win = self._run("win", OFFERS)
        self.side = self._run("side", OFFERS)
        self.remove = self._add(("remove", piece, n) for piece in REMOVABLE for n in numbers)
        self.place = self._add(("place", piece, n) for piece in PLACEABLE for n in numbers)
        self.lower = self._run("lower", numbers)
        self.raises = self._run("raise", numbers)
        self.district = self._run("district", numbers)
        self.move = self._add(("move", a, b) for a in numbers for b in numbers if a != b)
        self.resource = self._run("resource", RESOURCES)
        self.take = self._run("take", assets)
        self.drop = self._run("drop", assets)
        self.seize = self._run("seize", emergencies)
        self.steal = self._run("steal", cards)
        self.hand = self._run("hand", cards)
        self.bury = self._run("bury", events)
        self.top = self._run("top", events)
        self.option = self._run("option", ("discard", "draw"))
        self.spend = self._run("spend", range(MOST + 1))
        self.trade = self._run("trade", seats)
        self.give_capital = self._add(("give", "capital", n) for n in range(1, MOST + 1))
        self.give_asset = self._add(("give", "asset", slug) for slug in assets)
        self.ask_capital = self._add(("ask", "capital", n) for n in range(1, MOST + 1))
        self.ask_asset = self._add(("ask", "asset", slug) for slug in assets)
        support: list[Words] = [("support", side, n) for side in OFFERS for n in range(1, MOST_SUPPORT + 1)]
        more = [move for move in self.words if move[0] in _BOUND or (move[0] == "spend" and int(move[1]) <= PROMISED)]
        self.ask_act = self._add([("ask", "pass"), ("ask", "abstain")])
        self.ask_support = self._add(("ask", *act) for act in support)
        self.accept = self._run("accept", seats)
        self.decline = self._run("decline", seats)
        self.promise = self._add(promise for to in seats for when in WHEN for promise in _promises(to, when, assets))
        self.ask_more = self._add(("ask", *act) for act in more)
        self.give_act = self._add([("give", "pass"), ("give", "abstain")])
        self._add(("give", *act) for act in support)
        self._add(("give", *act) for act in more if act[0] not in ("offer", "counter") or act[1] not in cards)

    def _add(self, moves: Iterable[Words]) -> int:
        first = len(self.words)
        self.words += moves
        return first

    def _run(self, verb: str, words: Iterable[Word]) -> int:
        """The moves of a verb with one argument."""
        return self._add((verb, word) for word in words)

    def android_move(self, start: int, goal: int) -> int:
        """The number of ``move`` from one district to another, both counted from 0."""
        return self.move + start * (DISTRICTS - 1) + goal - (goal > start)

    def android_ends(self, move: int) -> tuple[int, int]:
        """The districts of an android move, counted from 0."""
        start, goal = divmod(move - self.move, DISTRICTS - 1)
        return start, goal + (goal >= start)

    def is_act(self, move: int) -> bool:
        """Whether a free move adds an act to a draft."""
        return self.ask_act <= move < self.accept or move >= self.ask_more

    def is_offered(self, act: int) -> bool:
        """Whether the proposer carries out the act."""
        return act >= self.give_act


def _promises(to: int, when: str, assets: list[str]) -> list[Words]:
    """All possible promises to a seat about a deal, in a fixed order."""
    found: list[Words] = [("promise", to, kind, other, when) for kind in ("support", "oppose") for other in range(SEATS)]
    found += [("promise", to, "pay", n, when) for n in range(1, PROMISED + 1)]
    found += [("promise", to, "no_counter", when)]
    return found + [("promise", to, "give", asset, when) for asset in assets]
