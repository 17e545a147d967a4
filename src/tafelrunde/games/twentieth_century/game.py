"""The game class of 20th Century: auctions, a rail graph and clean land. Start reading in ``rules/round.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from tafelrunde.core.components import Components
from tafelrunde.core.events import Event
from tafelrunde.core.frames import Frame, Moves
from tafelrunde.core.game import Game
from tafelrunde.core.judgement import Judgement
from tafelrunde.core.moves import Move
from tafelrunde.core.outcome import Ending, Gain
from tafelrunde.core.state import State
from tafelrunde.core.views import BoardZone, SeatZone
from tafelrunde.games.twentieth_century import components as component_file
from tafelrunde.games.twentieth_century.about import About
from tafelrunde.games.twentieth_century.ai.features import FEATURES, features, progress
from tafelrunde.games.twentieth_century.events import EVENTS
from tafelrunde.games.twentieth_century.present import outcome
from tafelrunde.games.twentieth_century.present.advice import Advice
from tafelrunde.games.twentieth_century.present.prospects import prospects
from tafelrunde.games.twentieth_century.present.sheets import Sheets
from tafelrunde.games.twentieth_century.rules import (
    administration,
    auction,
    disaster,
    income,
    refusals,
    refusals_region,
    scoring,
    technologies,
)
from tafelrunde.games.twentieth_century.rules import round as century_round
from tafelrunde.games.twentieth_century.rules.country import Region
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, GUARDS
from tafelrunde.games.twentieth_century.rules.setup import set_up
from tafelrunde.games.twentieth_century.state import CenturyState
from tafelrunde.games.twentieth_century.steps import STEPS
from tafelrunde.games.twentieth_century.zones import BOARD_ZONES, SEAT_ZONES

RULES_MODULES = (administration, auction, century_round, disaster, income, refusals, refusals_region, scoring, technologies)
"""These imports register frames and guards."""


class TwentiethCentury(About, Game[CenturyState]):
    """20th Century for 3 to 5 players, with scoring cards or without (20C-S.1 to S.3)."""

    frames = FRAMES
    guards = GUARDS
    events = EVENTS
    moments = outcome.MOMENTS
    state_type: ClassVar[type[State]] = CenturyState
    secret_amounts: ClassVar[Sequence[str]] = ("coins", "science")  # 20C-S.16, 20C-S.21
    judgement = Judgement("tafelrunde.games.twentieth_century", FEATURES, features, progress, span=80.0)
    seat_zones: ClassVar[Sequence[SeatZone]] = SEAT_ZONES
    board_zones: ClassVar[Sequence[BoardZone]] = BOARD_ZONES
    steps = STEPS
    players_rule = "20C-S.1"
    end_rule = "20C-7.4"
    schema = staticmethod(component_file.schema)
    component_type = component_file.ComponentSet
    parts: component_file.ComponentSet

    def __init__(self, components: Components) -> None:
        super().__init__(components)
        self.layout = Layout(self.parts, self.runs)

    def setup(self, state: CenturyState) -> None:
        state.layout = self.layout
        set_up(state)

    def restored(self, state: CenturyState) -> None:
        state.layout = self.layout
        regions = zip(state.placed, state.bridges, strict=True)
        state.regions = tuple(Region.build(placed, bridges, self.layout.plan) for placed, bridges in regions)

    def scores(self, state: CenturyState) -> list[int]:
        return list(state.score)

    def winners(self, state: CenturyState) -> tuple[int, ...]:
        return scoring.winners(state)

    def gains(self, event: Event, players: int) -> Iterable[Gain]:
        return outcome.gains(event, players)

    def ending(self, state: CenturyState) -> Ending:
        return outcome.ending(state)

    def move_text(self, move: Move, lang: str, view: Mapping[str, Any]) -> str:
        """A move in words; a move that places something includes the yield before and after."""
        words = self.messages(lang)
        gain = Advice(self.layout, view, lambda key, **facts: words.say("terminal", key, facts)).placement(move)
        text = super().move_text(move, lang, view)
        return f"{text} · {gain}" if gain else text

    def prospects(self, state: CenturyState, seat: int) -> dict[str, Any]:
        return prospects(state, seat)

    def sheets(self, lang: str) -> dict[str, dict[str, dict[str, Any]]]:
        return Sheets(self.layout, self.messages(lang)).all()

    def free_moves(self, state: CenturyState, seat: int) -> Moves:
        return administration.free_moves(state, seat)

    def play_free(self, state: CenturyState, seat: int, index: int) -> None:
        administration.demand(state, seat)

    def idle(self, state: CenturyState, seat: int, move: Move) -> tuple[str, str, Mapping[str, Any]]:
        return refusals.idle(state, seat, move)

    def redeal(self, world: CenturyState, seat: int, lanes: list[list[Frame]] | None) -> None:
        """Replace the generator. This is enough, because stacks have no order and every gain and payment was public
        (20C-S.21)."""

    def declines(self, moves: Moves) -> int | None:
        verbs = ("pass", "done", "decline", "quit")
        return next((i for verb in verbs for i in moves if self.vocabulary[i].verb == verb), None)
