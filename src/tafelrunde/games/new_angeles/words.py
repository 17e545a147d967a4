"""The vocabulary of New Angeles: which moves there are, and where each verb's run of numbers begins.

The component counts are fixed by the rules, so every run has a fixed length and inside the engine a move is taken
apart by subtraction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.moves import Word
from tafelrunde.games.new_angeles.terms import RESOURCES, TYPES

SEATS, CORPORATIONS, CARDS, OFFERS, ASSETS, INVESTMENTS, EVENTS, DISTRICTS = 6, 6, 20, 26, 34, 12, 16, 10
MOST = 999
"""The greatest sum a move can name; all the capital a game can bring together stays below it."""
MOST_SUPPORT = 40
PROMISED = 12
"""The greatest sum a promise can name."""

REMOVABLE = ("outage", "illness", "human_first", "orgcrime", "prisec")
PLACEABLE = ("outage", "illness", "development", "human_first", "orgcrime", "prisec")

_SINGLE_ACTS = ("done", "flip", "gain", "pay", "take_back", "lose")
_PLAIN_ACTS = (
    "use",
    "name",
    "type",
    "win",
    "remove",
    "place",
    "lower",
    "raise",
    "district",
    "move",
    "resource",
    "take",
    "drop",
    "seize",
    "option",
)
"""Verbs of which every move can be bound by a trade."""
MORE_ACTS = (
    len(_SINGLE_ACTS) + 2 * OFFERS + PROMISED + 1
    + 3 * ASSETS + SEATS + len(TYPES) + 2 + (len(REMOVABLE) + len(PLACEABLE)) * DISTRICTS + 3 * DISTRICTS
    + DISTRICTS * (DISTRICTS - 1) + len(RESOURCES) + CORPORATIONS + 2
)  # fmt: skip
"""How many acts beside passing, abstaining and supporting a trade can bind (NA-R.25)."""

_SINGLE = ("pass", "done", "abstain", "flip", "gain", "pay", "take_back", "lose", "swap", "propose", "withdraw")
PASS, DONE, ABSTAIN, FLIP, GAIN, PAY, TAKE_BACK, LOSE, SWAP, PROPOSE, WITHDRAW = range(len(_SINGLE))

_RUNS = (
    ("corporation", CORPORATIONS),
    ("type", len(TYPES)),
    ("keep", INVESTMENTS),
    ("use", ASSETS),
    ("name", SEATS),
    ("offer", OFFERS),
    ("counter", OFFERS),
    ("discard", CARDS),
    ("support", 2),
    ("add", CARDS),
    ("win", 2),
    ("side", 2),
    ("remove", len(REMOVABLE) * DISTRICTS),
    ("place", len(PLACEABLE) * DISTRICTS),
    ("lower", DISTRICTS),
    ("raise", DISTRICTS),
    ("district", DISTRICTS),
    ("move", DISTRICTS * (DISTRICTS - 1)),
    ("resource", len(RESOURCES)),
    ("take", ASSETS),
    ("drop", ASSETS),
    ("seize", CORPORATIONS),
    ("steal", CARDS),
    ("hand", CARDS),
    ("bury", EVENTS),
    ("top", EVENTS),
    ("option", 2),
    ("spend", MOST + 1),
    ("trade", SEATS),
    ("give_capital", MOST),
    ("give_asset", ASSETS),
    ("ask_capital", MOST),
    ("ask_asset", ASSETS),
    ("ask_act", 2),
    ("ask_support", 2 * MOST_SUPPORT),
    ("accept", SEATS),
    ("decline", SEATS),
    ("promise", SEATS * (2 * SEATS + PROMISED + 1 + ASSETS) * 2),
    ("ask_more", MORE_ACTS),
    ("give_act", 2),
    ("give_support", 2 * MOST_SUPPORT),
    ("give_more", MORE_ACTS - 2 * CARDS),
)

_FIRST: dict[str, int] = {}
_next = len(_SINGLE)
for _name, _length in _RUNS:
    _FIRST[_name] = _next
    _next += _length

CORPORATION, TYPE, KEEP, USE, NAME = (_FIRST[v] for v in ("corporation", "type", "keep", "use", "name"))
OFFER, COUNTER, DISCARD, SUPPORT, ADD = (_FIRST[v] for v in ("offer", "counter", "discard", "support", "add"))
WIN, SIDE, REMOVE, PLACE, LOWER, RAISE = (_FIRST[v] for v in ("win", "side", "remove", "place", "lower", "raise"))
DISTRICT, MOVE, RESOURCE, TAKE, DROP, SEIZE = (_FIRST[v] for v in ("district", "move", "resource", "take", "drop", "seize"))
STEAL, HAND, BURY, TOP, OPTION, SPEND = (_FIRST[v] for v in ("steal", "hand", "bury", "top", "option", "spend"))
TRADE, GIVE_CAPITAL, GIVE_ASSET = (_FIRST[v] for v in ("trade", "give_capital", "give_asset"))
ASK_CAPITAL, ASK_ASSET, ASK_ACT, ASK_SUPPORT = (_FIRST[v] for v in ("ask_capital", "ask_asset", "ask_act", "ask_support"))
ACCEPT, DECLINE, PROMISE, ASK_MORE, GIVE_ACT = (_FIRST[v] for v in ("accept", "decline", "promise", "ask_more", "give_act"))

TYPE_MOVES = tuple(range(TYPE, TYPE + len(TYPES)))
WHEN = ("now", "next")
"""A promise is about the deal of this turn or that of the next one."""


def android_move(start: int, goal: int) -> int:
    """The number of ``move`` from one district to another, both counted from 0."""
    return MOVE + start * (DISTRICTS - 1) + goal - (goal > start)


def android_ends(move: int) -> tuple[int, int]:
    """The districts of an android move, counted from 0."""
    start, goal = divmod(move - MOVE, DISTRICTS - 1)
    return start, goal + (goal >= start)


def _ids(data: Mapping[str, Any], key: str) -> list[str]:
    return [record["id"] for record in data[key]]


def promise_words(data: Mapping[str, Any]) -> list[tuple[Word, ...]]:
    """Everything that can be promised, in a fixed order."""
    assets = _ids(data, "assets")
    found: list[tuple[Word, ...]] = []
    for to in range(SEATS):
        for when in WHEN:
            found += [("promise", to, "support", other, when) for other in range(SEATS)]
            found += [("promise", to, "oppose", other, when) for other in range(SEATS)]
            found += [("promise", to, "pay", n, when) for n in range(1, PROMISED + 1)]
            found += [("promise", to, "no_counter", when)]
            found += [("promise", to, "give", asset, when) for asset in assets]
    return found


def words(data: Mapping[str, Any]) -> list[tuple[Word, ...]]:
    """Every move of New Angeles in its fixed order."""
    cards, emergencies, assets = _ids(data, "action_cards"), _ids(data, "emergency_actions"), _ids(data, "assets")
    numbers = range(1, DISTRICTS + 1)
    sides = ("main", "counter")
    found: list[tuple[Word, ...]] = [(verb,) for verb in _SINGLE]
    found += [("corporation", slug) for slug in _ids(data, "corporations")]
    found += [("type", slug) for slug in TYPES]
    found += [("keep", slug) for slug in _ids(data, "investments")]
    found += [("use", slug) for slug in assets]
    found += [("name", seat) for seat in range(SEATS)]
    found += [("offer", slug) for slug in cards + emergencies]
    found += [("counter", slug) for slug in cards + emergencies]
    found += [("discard", slug) for slug in cards]
    found += [("support", side) for side in sides]
    found += [("add", slug) for slug in cards]
    found += [("win", side) for side in sides]
    found += [("side", side) for side in sides]
    found += [("remove", piece, n) for piece in REMOVABLE for n in numbers]
    found += [("place", piece, n) for piece in PLACEABLE for n in numbers]
    found += [("lower", n) for n in numbers]
    found += [("raise", n) for n in numbers]
    found += [("district", n) for n in numbers]
    found += [("move", a, b) for a in numbers for b in numbers if a != b]
    found += [("resource", slug) for slug in RESOURCES]
    found += [("take", slug) for slug in assets]
    found += [("drop", slug) for slug in assets]
    found += [("seize", slug) for slug in emergencies]
    found += [("steal", slug) for slug in cards]
    found += [("hand", slug) for slug in cards]
    found += [("bury", slug) for slug in _ids(data, "events")]
    found += [("top", slug) for slug in _ids(data, "events")]
    found += [("option", "discard"), ("option", "draw")]
    found += [("spend", n) for n in range(MOST + 1)]
    found += [("trade", seat) for seat in range(SEATS)]
    found += [("give", "capital", n) for n in range(1, MOST + 1)]
    found += [("give", "asset", slug) for slug in assets]
    found += [("ask", "capital", n) for n in range(1, MOST + 1)]
    found += [("ask", "asset", slug) for slug in assets]
    found += [("ask", "pass"), ("ask", "abstain")]
    found += [("ask", "support", side, n) for side in sides for n in range(1, MOST_SUPPORT + 1)]
    found += [("accept", seat) for seat in range(SEATS)]
    found += [("decline", seat) for seat in range(SEATS)]
    more, hidden = _more_acts(found), {("offer", slug) for slug in cards} | {("counter", slug) for slug in cards}
    support: list[tuple[Word, ...]] = [("support", side, n) for side in sides for n in range(1, MOST_SUPPORT + 1)]
    offered = [("pass",), ("abstain",), *support, *(act for act in more if act not in hidden)]
    return [*found, *promise_words(data), *(("ask", *act) for act in more), *(("give", *act) for act in offered)]


def _more_acts(moves: list[tuple[Word, ...]]) -> list[tuple[Word, ...]]:
    """The moves beside passing, abstaining and supporting that a trade can bind, in the order of the vocabulary."""

    def binds(move: tuple[Word, ...]) -> bool:
        verb = move[0]
        if verb == "spend":
            return int(move[1]) <= PROMISED
        return verb in ("offer", "counter") or verb in _PLAIN_ACTS or move in [(single,) for single in _SINGLE_ACTS]

    return [move for move in moves if binds(move)]
