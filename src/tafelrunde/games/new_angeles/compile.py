"""From the effects in the component data to frames ``(kind, resolver, rule, ...)``, with an open place for the resolver."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.city import (
    ENEMIES,
)
from tafelrunde.games.new_angeles.schema import PIECES, RESOURCES
from tafelrunde.games.new_angeles.words import (
    REMOVABLE,
)

REMOVED = tuple(PIECES.index(piece) for piece in REMOVABLE)


def compile_card(effect: tuple[Mapping[str, Any], ...], rule: str) -> tuple[Frame, ...]:
    """The frames of a card with an open place for the resolver."""
    found: list[Frame] = []
    for op in effect:
        found += _compile(op, rule)
    return tuple(found)


def _compile(op: Mapping[str, Any], rule: str) -> list[Frame]:
    kind = op["op"]
    paid = int(op.get("if") == "cost_paid")
    cost = int(op.get("cost", False))
    if kind == "remove":
        return [_compile_remove(op, rule, paid, cost)]
    if kind == "place":
        piece, where = PIECES.index(op["what"]), op["where"]
        if where == "same":
            return [("place_same", 0, rule, piece)]
        if where == "removed_from":
            return [("place_back", 0, rule, piece)]
        return [("place", 0, rule, piece, cost, int(op.get("filter") == "not_outage"))] * op["count"]
    if kind == "unrest_down":
        left = op["districts_max"] if op["spread"] == "each" else op["stages"]
        return [(f"lower_{op['spread']}", 0, rule, left)]
    if kind == "unrest_up":
        return [("raise_back", 0, rule)] if op["where"] == "each_removed_from" else [("raise", 0, rule, op["districts"], ())]
    if kind == "move_android":
        return [("androids", 0, rule, op["max"], int(not op["min"]))]
    if kind == "supply":
        if op["resource"] == "chosen":
            return [("resources", 0, rule, op["choices_max"], op["delta"])]
        return [("supply", 0, rule, RESOURCES.index(op["resource"]), op["delta"], op.get("else", {}).get("delta", 0))]
    if kind == "draw":
        return [("draw_each", 0, rule, op["count"], op.get("supporters_count", op["count"]), int(op["optional"]))]
    if kind == "choose":
        if op["what"] == "district":
            return [("pick_district", 0, rule)]
        return [("pick_player", 0, rule, op["count"], int(op["self"]))]
    if kind == "capital":
        return [_compile_capital(op, rule)]
    if kind == "or":
        return [_compile_or(op["options"], rule)]
    simple: dict[str, Frame] = {
        "unrest_set": ("strike", 0, rule),
        "move_enemies": ("enemies_move", 0, rule),
        "produce": ("produce", 0, rule),
        "threat": ("collected", 0, rule, op.get("delta", 0)),
        "collect": ("collect", 0, rule),
        "peek_events": ("peek", 0, rule),
        "discard_asset": ("drop_asset", 0, rule),
    }
    return [] if kind == "no_illness" else [simple[kind]]


def _compile_remove(op: Mapping[str, Any], rule: str, paid: int, cost: int) -> Frame:
    if op.get("all"):
        everything = int(op["what"] == "units_except_placed")
        return ("clear_other", 0, rule) if op["where"] == "other_same_tier" else ("clear", 0, rule, everything)
    pieces = ENEMIES if op["what"] == "enemy" else (PIECES.index(op["what"]),)
    return ("remove", 0, rule, pieces, op["max"], int(not op["min"]), cost, paid)


def _compile_capital(op: Mapping[str, Any], rule: str) -> Frame:
    if op["who"] == "chosen_in_order":
        return ("pay_in_order", 0, rule, tuple(op["deltas"]))
    if op["who"] == "resolver":
        return ("pay_resolver", 0, rule, op["delta"])
    return ("pay_chosen", 0, rule, op["delta"], op.get("supporters_delta", op["delta"]))


def _compile_or(options: list[list[Mapping[str, Any]]], rule: str) -> Frame:
    kinds = tuple(option[0]["op"] for option in options)
    if kinds == ("unrest_down", "remove"):
        return ("lower_or_remove", 0, rule, options[0][0]["stages"], PIECES.index(options[1][0]["what"]))
    if kinds == ("draw", "flip_emergency"):
        return ("deploy", 0, rule, options[0][0]["count"])
    raise BadInput(rule, f"these alternatives are not known: {', '.join(kinds)}.")
