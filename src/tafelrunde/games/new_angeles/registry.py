"""The frames and verbs of New Angeles; every rules module registers its own here."""

from __future__ import annotations

from tafelrunde.core.frames import Frames
from tafelrunde.core.guards import Guards

FRAMES = Frames()
GUARDS = Guards()

CLOSED: set[str] = set()
"""Frame kinds in the middle of one choice (several cards, the targets of an ability): no trade there (NA-R.24)."""
CARD_KINDS: set[str] = set()
"""Frame kinds that ask a choice of an action card: what Caprice Nisei can bind (NA-R.35)."""
