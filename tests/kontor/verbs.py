"""The verbs of Kontor, in the order of its vocabulary."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.verbs import Verbs
from tests.kontor.frames import Bid, Raise, Under

SEATS, VALUES = 3, 6
VERBS = Verbs()
VERBS.verb("hold", "K-3", Raise, audience=PUBLIC)
VERBS.verb("raise", "K-3", Raise, audience=PUBLIC)
VERBS.verb("keep", "K-6", Under, audience=PUBLIC)
VERBS.verb("under", "K-6", Under, audience=PUBLIC)
VERBS.verb("bid", "K-2", Bid, audience=PUBLIC, args=range(1, VALUES + 1))
VERBS.verb("gift", "K-7", audience=PUBLIC, args=range(SEATS))

HOLD, RAISE, KEEP, UNDER, BID, GIFT = (run.first for run in VERBS.runs(None).values())
