"""Positions that were saved under former rules, in the form that they have now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def updated(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A saved position; one of the present rules is returned as it is.

    Rules 2026.1 saved promises without the amount paid so far, asset windows without what each seat has decided, the hand limit
    below the End of Turn abilities, which push it themselves now, and the window at the end of a deal below the discards. Before
    the effects of assets were read from the component file, the theft of emergency cards was saved without their number, 2.
    """
    try:
        return _updated(data)
    except (IndexError, KeyError, TypeError):
        return data  # no position at all: refused with its reason by whoever reads it


def _updated(data: Mapping[str, Any]) -> Mapping[str, Any]:
    fields = data["fields"]
    stack: list[Any] = []
    for frame in data["stack"]:
        if frame[0] == "end_of_turn" and stack and stack[-1][0] == "hand_limit":
            stack.pop()
        if frame[0] == "clean_up" and stack and stack[-1][0] == "window":
            stack.pop()  # the end of the deal is a moment that it opens itself
        if frame[0] == "ability" and len(frame) == 5:
            reached = stack.pop()[2]  # an ability pushes its window itself, too
            stack.append(_ability(frame, reached, fields["active"], data["players"], len(fields["holder"])))
        elif frame[0] == "seize" and len(frame) == 3:
            stack.append([*frame, 2])
        elif frame[0] == "window" and len(frame) == 4:
            stack.append([*frame, []])
        elif frame[0] == "hand_limit" and len(frame) == 2:
            held = [asset for asset, holder in enumerate(fields["holder"]) if holder == frame[1]]
            stack.append([*frame, sum(1 << asset for asset in held), False])
        else:
            stack.append(frame)
    promises = [[*promise, 0][:7] for promise in fields["promises"]]
    return {**data, "stack": stack, "fields": {**fields, "promises": promises}}


def _ability(frame: list[Any], reached: int, active: int, players: int, assets: int) -> list[Any]:
    """The seats that come before the one that is asked have declined whatever they could use."""
    kind, seat, row, fact, used = frame
    everything = (1 << assets) - 1 << assets
    done = [0] * players
    for place in range((seat - active) % players):
        done[(active + place) % players] = everything
    done[seat] = used
    return [kind, seat, row, fact, done, reached]
