"""Converts positions of former versions to the present form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ADDED: dict[str, tuple[int, tuple[Any, ...]]] = {
    "seize": (3, (2, "NA-AST.bryan_stinson")),
    "claim_top": (2, ("NA-AST.naoko_watanabe",)),
    "cortez": (2, ("NA-AST.hernando_cortez", 2)),
    "alex_first": (2, ("NA-AST.alex_westlund", 2)),
    "alex_second": (3, ("NA-AST.alex_westlund", 2)),
    "bernice": (2, ("NA-AST.bernice_mai", 1, 2, 1)),
    "bernice_cards": (4, ("NA-AST.bernice_mai", 1, 2, 1)),
    "mills": (2, (9, 3)),
    "mills_option": (3, ("NA-AST.elizabeth_mills", 3)),
    "mills_discard": (3, ("NA-AST.elizabeth_mills",)),
    "fumiko": (2, ("NA-AST.fumiko_yamamori", -1, 2)),
    "marco": (2, ("NA-AST.marco_cubrero", 1, 2)),
    "li": (2, ("NA-AST.mr_li", 1, 2)),
    "white": (2, ("NA-AST.mr_white",)),
    "white_steal": (3, ("NA-AST.mr_white",)),
    "susan": (2, (28,)),
    "haas": (2, ("NA-AST.thomas_haas",)),
    "name_winner": (2, (15,)),
    "ransom": (3, ("NA-AST.chief_gorman", 2)),
    "deck_support": (3, ("NA-AST.isabel_mcguire",)),
    "name_barred": (2, ("NA-AST.locust_company",)),
    "eiko": (2, ("NA-AST.eiko", 1)),
    "fall_counter": (2, ("NA-AST.the_fall_guy",)),
    "declare": (4, ("NA-AST.caprice_nisei",)),
    "peek": (3, (3,)),
    "bury": (3, (3,)),
    "top": (3, (2, 0)),
    "window": (4, ((),)),
}
"""Frames that were shorter: their former length, and the values that the official components add."""
SHORTENED = {"place": 5, "clear": 3}
"""Frames that were longer: their present length."""
JACKSON = 15
"""The asset of all bets made before bets stored their asset."""


def updated(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert a saved position; a position of the present rules is returned unchanged.

    Rules 2026.1 saved promises without the amount paid so far, and asset windows without the decisions of the seats. They
    saved the hand limit below the End of Turn abilities, which now push it themselves, and the window at the end of a deal
    below the discards. Later positions lack the numbers and the rule of the asset in the frames of its questions.
    """
    try:
        return _updated(data)
    except (IndexError, KeyError, TypeError):
        return data  # not a position at all: the reader rejects it with the reason


def _updated(data: Mapping[str, Any]) -> Mapping[str, Any]:
    fields = data["fields"]
    stack: list[Any] = []
    for frame in data["stack"]:
        if frame[0] == "end_of_turn" and stack and stack[-1][0] == "hand_limit":
            stack.pop()
        if frame[0] == "clean_up" and stack and stack[-1][0] == "window":
            stack.pop()  # the end of the deal now opens this moment itself
        if frame[0] == "ability" and len(frame) == 5:
            reached = stack.pop()[2]  # an ability now pushes its window itself, too
            stack.append(_ability(frame, reached, fields["active"], data["players"], len(fields["holder"])))
        elif frame[0] == "hand_limit" and len(frame) == 2:
            held = [asset for asset, holder in enumerate(fields["holder"]) if holder == frame[1]]
            stack.append([*frame, sum(1 << asset for asset in held), False])
        else:
            stack.append(_frame(frame))
    promises = [[*promise, 0][:7] for promise in fields["promises"]]
    bets = [[*bet, JACKSON][:3] for bet in fields["bets"]]
    return {**data, "stack": stack, "fields": {**fields, "promises": promises, "bets": bets}}


def _frame(frame: list[Any]) -> list[Any]:
    length, more = ADDED.get(frame[0], (0, ()))
    if frame[0] == "seize" and len(frame) == 4:
        return [*frame, more[1]]
    return [*frame, *more] if len(frame) == length else frame[: SHORTENED.get(frame[0], len(frame))]


def _ability(frame: list[Any], reached: int, active: int, players: int, assets: int) -> list[Any]:
    """Mark that the seats before the one that is asked have declined everything they could use."""
    kind, seat, row, fact, used = frame
    everything = (1 << assets) - 1 << assets
    done = [0] * players
    for place in range((seat - active) % players):
        done[(active + place) % players] = everything
    done[seat] = used
    return [kind, seat, row, fact, done, reached]
