"""The registry of the frames and verbs of 51st State; every rules module registers its functions here."""

from __future__ import annotations

from tafelrunde.core.frames import Frames
from tafelrunde.core.guards import Guards
from tafelrunde.games.fifty_first_state.verbs import VERBS

FRAMES = Frames()
GUARDS = Guards(VERBS)
