"""The value of cards, assets and investments in capital: plain prices, and prices for the stronger bots."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tafelrunde.games.new_angeles.layout import Layout


class Prices(NamedTuple):
    """The values of things in capital."""

    assets: tuple[float, ...]
    asset: float
    """The value of an unseen asset."""
    card: float
    emergency: float
    pending: float
    """The value of a point of an investment not yet scored."""


PENDING = 0.6


@lru_cache(maxsize=64)
def plain_prices(layout: Layout) -> Prices:
    """Prices that treat every asset alike."""
    return Prices((1.5,) * len(layout.assets), 1.5, 0.35, 0.8, PENDING)


WORTH = {
    "marco_cubrero": 5.0, "wong_ya_ching": 5.0, "bernice_mai": 4.5, "rachel_beckmann": 3.0, "coach_walden": 2.5,
    "fumiko_yamamori": 2.5, "monica_singh": 2.0, "mr_li": 2.0, "saul_eustecio": 2.0, "aaron_marron": 1.0, "braintrust": 1.0,
    "chief_gorman": 1.0, "jackson_howard": 1.0, "eiko": 0.7,
}  # fmt: skip
"""What an asset brings its holder in the course of a whole game, as greedy games tell; the others bring next to nothing."""
LITTLE = 0.2
AT_ONCE = {
    "gurren_imaishi": 5.0, "hernando_cortez": 2.0, "naoko_watanabe": 2.0, "susan_chen": 2.0, "bryan_stinson": 1.0,
    "toshiyuki_sakai": 1.0,
}  # fmt: skip
"""The value of assets that are used up when claimed, or passed on when used."""
USUAL, CARD, EMERGENCY = 1.5, 0.12, 1.2
"""The values of an unseen asset, a hand card and a ready emergency card at the beginning."""
LAST_CARDS = 3
"""The number of last rounds in which the value of cards decreases."""


@lru_cache(maxsize=64)
def prices(layout: Layout, left: int) -> Prices:
    """The values of things with ``rounds`` to come, including the present one."""
    part = left / len(layout.spaces)
    assets = tuple(AT_ONCE[slug] if slug in AT_ONCE else part * WORTH.get(slug, LITTLE) for slug in layout.assets)
    return Prices(assets, USUAL, CARD * min(1.0, left / LAST_CARDS), EMERGENCY * part, PENDING)


def rounds_left(layout: Layout, number: int) -> int:
    """The rounds to come, including the present one."""
    return len(layout.spaces) - number + 1
