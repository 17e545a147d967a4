"""Moves in words: the content of a trade or promise, and the pieces that a placement pushes along the paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tafelrunde.core.moves import Move

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.game import NewAngeles

ENEMIES = ("human_first", "orgcrime")
PUSHED = (*ENEMIES, "illness", "outage")
PROMISED_FACT = {"support": "leader", "oppose": "leader", "pay": "n", "give": "asset"}
"""The subject of each kind of promise; a promise not to counter has none."""


def trade_text(game: NewAngeles, move: Move, lang: str, view: Mapping[str, Any]) -> str:
    """``give capital 3``, ``ask support main 2``, ``ask use eiko``, ``promise 1 pay 3 now`` in words."""
    catalogue = game.messages(lang)
    if move.index in game.acts.move_of:
        act = game.vocabulary[game.acts.move_of[move.index]]
        return catalogue.say("moves", f"{move.verb}_act", {"act": game.move_text(act, lang, view)})
    if move.verb != "promise":
        fact = "gives" if move.verb == "give" else "asks"
        return catalogue.say("moves", move.verb, {fact: " ".join(map(str, move.args))})
    to, kind, *about, when = move.args
    facts = {PROMISED_FACT[str(kind)]: word for word in about}
    promised = catalogue.say("terminal", f"promise_{kind}", facts)
    return catalogue.say("moves", "promise", {"other": to, "promised": promised, "when": when})


def blocked(districts: Mapping[str, Any], piece: str, number: int) -> bool:
    """Whether a piece cannot stay in a district (NA-62.1)."""
    district = districts[str(number)]
    return bool(district[piece] or (piece in ENEMIES and district["prisec"]))


def chain(districts: Mapping[str, Any], piece: str, number: int) -> list[int]:
    """The districts that a placed piece would pass, and the last one; 0 is the Root."""
    found = [number]
    while found[-1] and blocked(districts, piece, found[-1]):
        found.append(districts[str(found[-1])]["to"])
    return found


def with_chain(game: NewAngeles, move: Move, lang: str, view: Mapping[str, Any], plain: str) -> str:
    """A placement with the pieces that it pushes on: the piece itself, or the enemy units that prisec drives out."""
    if move.verb != "place" or not view:
        return plain
    piece, number = str(move.args[0]), int(move.args[1])
    districts = view["board"]["districts"]
    if piece in PUSHED:
        told = _tell(game, lang, piece, chain(districts, piece, number))
    elif piece == "prisec" and not districts[str(number)]["prisec"]:
        driven = [unit for unit in ENEMIES if districts[str(number)][unit]]
        paths = {unit: [number, *chain(districts, unit, districts[str(number)]["to"])] for unit in driven}
        told = ", ".join(_tell(game, lang, unit, path) for unit, path in paths.items())
    else:
        told = ""
    return f"{plain}: {told}" if told else plain


def _tell(game: NewAngeles, lang: str, piece: str, path: list[int]) -> str:
    if len(path) < 2:
        return ""
    catalogue = game.messages(lang)
    words = " > ".join(str(n) if n else catalogue.say("terminal", "root") for n in path)
    facts = {"piece": piece, "path": words, "n": game.parts.constants.root_threat}
    return catalogue.say("terminal", "chain" if path[-1] else "chain_root", facts)
