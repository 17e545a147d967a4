"""The game class of RISE: ten tracks with two sides each and chained effects. Start reading in ``rules/round.py``."""

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
from tafelrunde.core.sampling import Redeal
from tafelrunde.core.state import State
from tafelrunde.core.views import BoardZone, SeatZone
from tafelrunde.games.rise import components as component_file
from tafelrunde.games.rise.about import About
from tafelrunde.games.rise.ai.features import FEATURES, features, progress
from tafelrunde.games.rise.frames import Option, Place
from tafelrunde.games.rise.present import outcome
from tafelrunde.games.rise.present.moves import move_text
from tafelrunde.games.rise.present.sheets import sheets
from tafelrunde.games.rise.rules import cards, culture, money, politics, refusals, schools, scoring, tracks, windows
from tafelrunde.games.rise.rules import round as rise_round
from tafelrunde.games.rise.rules.events import EVENTS
from tafelrunde.games.rise.rules.layout import Layout
from tafelrunde.games.rise.rules.registry import FRAMES, GUARDS
from tafelrunde.games.rise.rules.setup import set_up
from tafelrunde.games.rise.rules.steps import STEPS
from tafelrunde.games.rise.rules.windows import STANDING_ORDERS
from tafelrunde.games.rise.state import TRACKS, RiseState
from tafelrunde.games.rise.verbs import LOWER, PLACE, UPPER
from tafelrunde.games.rise.zones import BOARD_ZONES, SEAT_ZONES

RULES_MODULES = (cards, culture, refusals, money, politics, rise_round, schools, scoring, tracks, windows)
"""These imports register frames and guards."""


class Rise(About, Game[RiseState]):
    """RISE for 2 to 4 players, each track on side A or B (RISE-S.1, S.2)."""

    frames = FRAMES
    guards = GUARDS
    events = EVENTS
    moments = outcome.MOMENTS
    state_type: ClassVar[type[State]] = RiseState
    judgement = Judgement("tafelrunde.games.rise", FEATURES, features, progress, span=60.0)
    seat_zones: ClassVar[Sequence[SeatZone]] = SEAT_ZONES
    board_zones: ClassVar[Sequence[BoardZone]] = BOARD_ZONES
    steps = STEPS
    standing_orders = STANDING_ORDERS
    players_rule = "RISE-S.1"
    end_rule = "RISE-E.6"
    schema = staticmethod(component_file.schema)
    component_type = component_file.RiseSet

    def __init__(self, components: Components) -> None:
        super().__init__(components)
        self._layouts: dict[tuple[str, int], Layout] = {}
        self.interrupting = frozenset(m.index for m in self.vocabulary if m.verb in ("exchange", "leave"))

    def option_parts(self, option: str) -> tuple[str, ...]:
        return TRACKS if option == "sides" else ()

    def layout(self, sides: str, players: int) -> Layout:
        """The tables for a combination of sides, built once."""
        key = (sides, players)
        if key not in self._layouts:
            self._layouts[key] = Layout(self.parts, sides, players, self.vocabulary)
        return self._layouts[key]

    def setup(self, state: RiseState) -> None:
        self.restored(state)
        set_up(state)

    def updated(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return windows.updated(data)

    def restored(self, state: RiseState) -> None:
        state.layout = self.layout(state.options["sides"], state.players)

    def scores(self, state: RiseState) -> list[int]:
        return list(state.vp)

    def winners(self, state: RiseState) -> tuple[int, ...]:
        return scoring.winners(state)

    def gains(self, event: Event, players: int) -> Iterable[Gain]:
        return outcome.gains(event, players)

    def ending(self, state: RiseState) -> Ending:
        return outcome.ending(state)

    def move_text(self, move: Move, lang: str, view: Mapping[str, Any]) -> str:
        return move_text(self, move, lang, view)

    def sheets(self, lang: str) -> dict[str, dict[str, dict[str, Any]]]:
        return sheets(self, lang)

    def redeal(self, world: RiseState, seat: int, lanes: list[list[Frame]] | None) -> None:
        """Only the decks are hidden, and they have no order: it is enough to replace the generator (RISE-S.25)."""
        world.action_decks = tuple(Redeal(world, deck, seat).deck() for deck in world.action_decks)
        world.event_deck = Redeal(world, world.event_deck, seat).deck()

    def declines(self, moves: Moves) -> int | None:
        first = self.vocabulary.number("trade", 0)
        return super().declines(moves) if first not in moves else first

    def meanings(self, state: RiseState, seat: int) -> Sequence[int]:
        """The meaning of placing or choosing an option is the effect of the card in that place."""
        _, frame, moves = state.asked[seat]
        size = len(self.vocabulary)
        if isinstance(frame, Place):
            row = state.actions_row
            return [
                index + size * (1 + row[index - PLACE - 1]) if PLACE < index <= PLACE + len(row) else index for index in moves
            ]
        if isinstance(frame, Option):
            card = size * (1 + state.actions_row[frame.place])
            return [index + card if index in (UPPER, LOWER) else index for index in moves]
        return moves
