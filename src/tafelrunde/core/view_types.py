"""The types of a game's view as JSON; the server's OpenAPI description and the web client's types are generated from them.

A game declares its own keys in ``games/<id>/view_types.py`` as two classes, ``Seat`` (an entry of ``seats``) and ``Board``.
They are not used for validation during play; a test compares them with the views of played games.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class DeckView(TypedDict):
    """A deck; its cards appear only in ``view("all")``, and ``pool`` has no order."""

    size: int
    removed: NotRequired[int]
    pool: NotRequired[list[str]]
    top: NotRequired[list[str]]
    bottom: NotRequired[list[str]]
