"""The names in the component file that the engine depends on, in the order of its numbers."""

from __future__ import annotations

RESOURCES = ("energy", "consumables", "tech", "entertainment", "credits")
TYPES = ("construction", "biotech", "labor", "media", "security")
PIECES = ("android", "outage", "illness", "development", "human_first", "orgcrime", "prisec")
"""The pieces in the order of the state's bit masks, followed by protest and strike, the sides of an unrest token."""
SIDES = ("protest", "strike")
ROWS = ("human_first", "orgcrime", "outage", "illness")
"""The rows of an event card from top to bottom (NA-R.16)."""
BACKS = ("human_first", "orgcrime", "outage", "protest_strike")
COUNTS = (
    "human_first_in_city", "orgcrime_in_city", "prisec_in_city", "illness_in_city", "outage_in_city",
    "districts_in_outage", "districts_in_strike", "districts_in_protest_or_strike", "resources_at_1_or_less",
)  # fmt: skip
