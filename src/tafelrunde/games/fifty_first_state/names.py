"""The names used in component files: goods, categories, factions, sets and rows."""

from __future__ import annotations

GOODS = (
    "fuel", "iron", "gun", "brick", "ammo", "worker", "contact_grey", "contact_red", "contact_blue", "contact_multi",
    "development", "defence", "card", "vp",
)  # fmt: skip
"""All goods; the last two are never in a supply (51S-2.7)."""
(
    FUEL, IRON, GUN, BRICK, AMMO, WORKER, GREY, RED, BLUE, MULTI, DEVELOPMENT, DEFENCE, CARD, VP,
) = range(14)  # fmt: skip
TOKENS = GOODS[:12]
BASIC = GOODS[:4]
"""The basic resources (51S-7.1)."""
JOKERS = {**dict.fromkeys(BASIC, "ammo"), **dict.fromkeys(GOODS[6:9], "contact_multi")}
"""Which goods can replace which others in a payment (51S-7.2, 7.5)."""
CATEGORIES = ("fuel", "gun", "iron", "brick", "ammo", "worker", "card", "contact", "victory", "liberty", "toxic")
FACTIONS = ("new_york", "appalachian_federation", "mutants_union", "merchants_guild")
SETS = ("base", "new_era", "winter")
PROMO = "promo"
"""The set that the option ``promos`` adds to any deck."""
KINDS = ("production", "open_production", "feature", "action")
ROWS = ("production", "feature", "action")
COLOURS = ("blue", "red")
