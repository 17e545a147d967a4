"""Alternatives, and with them everything an action or emergency card can say."""

from __future__ import annotations

from collections.abc import Iterator

from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.effects.base import Effect, Position
from tafelrunde.games.new_angeles.effects.events import Threat
from tafelrunde.games.new_angeles.effects.goods import (
    Capital,
    Choose,
    Collect,
    DiscardAsset,
    Draw,
    FlipEmergency,
    PeekEvents,
    Supply,
)
from tafelrunde.games.new_angeles.effects.pieces import (
    MoveAndroid,
    MoveEnemies,
    NoIllness,
    Place,
    Produce,
    Remove,
    UnrestDown,
    UnrestSet,
    UnrestUp,
)
from tafelrunde.games.new_angeles.layout import Layout
from tafelrunde.games.new_angeles.terms import PIECES


class Or(Effect, frozen=True, tag="or"):
    """Alternatives, of which the resolver chooses one (NA-R.55): unrest or a piece; cards or the emergency card."""

    options: tuple[tuple[UnrestDown | Remove | Draw | FlipEmergency, ...], ...]

    def __post_init__(self) -> None:
        if not self.frames(""):
            raise ValueError("These alternatives are not known: " + ", ".join(o.op for option in self.options for o in option))

    def frames(self, rule: str) -> list[Frame]:
        match self.options:
            case ((UnrestDown() as lowered,), (Remove() as removed,)):
                return [("lower_or_remove", 0, rule, lowered.stages, PIECES.index(removed.what))]
            case ((Draw() as drawn,), (FlipEmergency(),)):
                return [("deploy", 0, rule, drawn.count)]
        return []

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        for option in self.options:
            yield from option[0].choices(layout, p)


CardEffect = (
    Remove | Place | UnrestDown | UnrestUp | UnrestSet | MoveAndroid | MoveEnemies | Produce | NoIllness
    | Supply | Collect | Choose | Capital | Draw | PeekEvents | DiscardAsset | Threat | Or
)  # fmt: skip
