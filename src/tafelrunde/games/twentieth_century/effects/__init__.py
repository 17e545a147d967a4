"""The effects of technologies, cities, disasters and scoring cards, with one class for each operation."""

from __future__ import annotations

from tafelrunde.games.twentieth_century.effects.base import OneTime, Paid, Repeat, Use, marks, unused
from tafelrunde.games.twentieth_century.effects.cards import AnyTerm, City, Damage, Eco, Term
from tafelrunde.games.twentieth_century.effects.facilities import FACILITIES, AnyFacility, Facility
from tafelrunde.games.twentieth_century.effects.garbage import GarbageTruck, QualityOfLife, Recycling, Remediation
from tafelrunde.games.twentieth_century.effects.one_time import Park, WasteSorting, Worker
from tafelrunde.games.twentieth_century.effects.rails import Bridge, Locomotive

AnyOneTime = Worker | Bridge | WasteSorting | Park
AnyRepeat = Locomotive | GarbageTruck | Recycling | Remediation | QualityOfLife
USES: tuple[type[Use], ...] = (
    Worker, WasteSorting, Bridge, Locomotive, GarbageTruck, Recycling, Remediation, QualityOfLife,
)  # fmt: skip
"""The uses that moves carry out, in the order in which their refusals are registered."""

__all__ = [
    "FACILITIES", "USES", "AnyFacility", "AnyOneTime", "AnyRepeat", "AnyTerm", "City", "Damage", "Eco", "Facility", "OneTime",
    "Paid", "Repeat", "Term", "Use", "marks", "unused",
]  # fmt: skip
