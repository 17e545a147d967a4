"""The JSON of a game's view, described: the server's description and the types of the web client are made from it.

A game declares its own keys in ``games/<id>/view_types.py`` as two classes, ``Seat`` (an entry of ``seats``) and ``Board``.
Nothing is validated with them while a game is played; a test compares them with the views of played games.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class DeckView(TypedDict):
    """A deck; its cards are shown only in ``view("all")``, and ``pool`` has no order."""

    size: int
    removed: NotRequired[int]
    pool: NotRequired[list[str]]
    top: NotRequired[list[str]]
    bottom: NotRequired[list[str]]
