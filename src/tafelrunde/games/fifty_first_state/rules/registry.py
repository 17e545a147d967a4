"""The frames and verbs of 51st State; every rules module registers its own here."""

from __future__ import annotations

from tafelrunde.core.frames import Frames
from tafelrunde.core.guards import Guards

FRAMES = Frames()
GUARDS = Guards()
