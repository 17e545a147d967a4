"""The common base of all effects of 51st State: goods by name, and the methods that rules and texts call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.present.texts import Texts

Basic = Literal["fuel", "iron", "gun", "brick"]
Payable = Literal[
    "fuel", "iron", "gun", "brick", "ammo", "worker", "contact_grey", "contact_red", "contact_blue", "contact_multi",
    "development",
]  # fmt: skip
"""All tokens that can pay for something: all except defence tokens."""
Token = Payable | Literal["defence"]
Good = Token | Literal["card", "vp"]
Category = Literal["fuel", "gun", "iron", "brick", "ammo", "worker", "card", "contact", "victory", "liberty", "toxic"]

Some = Annotated[int, msgspec.Meta(ge=1, le=20)]
Digit = Annotated[int, msgspec.Meta(ge=1, le=9)]
Gains = Mapping[Good, Some]
Tokens = Mapping[Payable, Some]


def either(texts: Texts, names: tuple[str, ...]) -> str:
    """Goods of which any one is enough, by their names."""
    return " / ".join(map(texts.catalogue.name, names))
