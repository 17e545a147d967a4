"""The game class of 51st State: Master Set with New Era or Winter. Cards are built, used for deals or razed. Start reading in
``rules/turn.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from tafelrunde.core.components import Components
from tafelrunde.core.events import Event
from tafelrunde.core.frames import Frame
from tafelrunde.core.game import Game
from tafelrunde.core.judgement import Judgement
from tafelrunde.core.moves import Move
from tafelrunde.core.outcome import Ending, Gain
from tafelrunde.core.sampling import Redeal
from tafelrunde.core.state import State
from tafelrunde.core.views import BoardZone, SeatZone
from tafelrunde.games.fifty_first_state import components as component_file
from tafelrunde.games.fifty_first_state.about import About
from tafelrunde.games.fifty_first_state.ai.features import FEATURES, features, progress
from tafelrunde.games.fifty_first_state.events import EVENTS
from tafelrunde.games.fifty_first_state.frames import After, Built, Dealt, Razed, Rebuilt, Replace, Turn
from tafelrunde.games.fifty_first_state.present import outcome
from tafelrunde.games.fifty_first_state.present.sheets import sheets
from tafelrunde.games.fifty_first_state.present.texts import Texts, move_facts
from tafelrunde.games.fifty_first_state.rules import (
    actions,
    card_actions,
    payments,
    production,
    refusals,
    refusals_answers,
    scoring,
    setup,
    storage,
    turn,
)
from tafelrunde.games.fifty_first_state.rules import round as game_round
from tafelrunde.games.fifty_first_state.rules.goods import hidden
from tafelrunde.games.fifty_first_state.rules.layout import Layout
from tafelrunde.games.fifty_first_state.rules.places import Facts
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES, GUARDS
from tafelrunde.games.fifty_first_state.rules.setup import set_up
from tafelrunde.games.fifty_first_state.rules.steps import STEPS
from tafelrunde.games.fifty_first_state.state import FiftyFirstState
from tafelrunde.games.fifty_first_state.zones import BOARD_ZONES, SEAT_ZONES

RULES_MODULES = (
    actions,
    card_actions,
    game_round,
    refusals,
    refusals_answers,
    payments,
    production,
    scoring,
    setup,
    storage,
    turn,
)
"""These imports register frames and guards."""

NAMES_A_CARD = (Built, Replace, Rebuilt, Dealt, Razed)
"""Frames that contain a card in its owner's hand: the action is not paid for yet, and the other seats do not know the card."""


class FiftyFirst(About, Game[FiftyFirstState]):
    """51st State for 2 to 4 players (51S-S.1)."""

    frames = FRAMES
    guards = GUARDS
    events = EVENTS
    moments = outcome.MOMENTS
    state_type: ClassVar[type[State]] = FiftyFirstState
    horizon = 4
    judgement = Judgement("tafelrunde.games.fifty_first_state", FEATURES, features, progress, span=30.0)
    seat_zones: ClassVar[Sequence[SeatZone]] = SEAT_ZONES
    board_zones: ClassVar[Sequence[BoardZone]] = BOARD_ZONES
    plays_as = ("faction",)
    steps = STEPS
    players_rule = "51S-S.1"
    end_rule = "51S-5.4"
    schema = staticmethod(component_file.schema)
    component_type = component_file.Components
    parts: component_file.Components

    def __init__(self, components: Components) -> None:
        super().__init__(components)
        self._layouts: dict[tuple[str, ...], Layout] = {}
        self._texts: dict[str, Texts] = {}

    def layout(self, options: Mapping[str, str]) -> Layout:
        """The tables for these options, built once."""
        key = tuple(options[name] for name in ("deck", "promos", "development_ignores_categories", "chain_activations"))
        if key not in self._layouts:
            self._layouts[key] = Layout(self.parts, self.runs, options)
        return self._layouts[key]

    def setup(self, state: FiftyFirstState) -> None:
        self.restored(state)
        set_up(state)

    def restored(self, state: FiftyFirstState) -> None:
        state.layout = layout = self.layout(state.options)
        state.facts = tuple(Facts(layout, seat, ()) for seat in range(state.players))

    def scores(self, state: FiftyFirstState) -> list[int]:
        return list(state.vp)

    def winners(self, state: FiftyFirstState) -> tuple[int, ...]:
        return scoring.winners(state)

    def gains(self, event: Event, players: int) -> Iterable[Gain]:
        return outcome.gains(event, players)

    def ending(self, state: FiftyFirstState) -> Ending:
        return outcome.ending(state)

    def in_setup(self, state: FiftyFirstState) -> bool:
        return state.phase == "setup"

    def active(self, state: FiftyFirstState) -> int | None:
        return state.to_act[0] if len(state.to_act) == 1 else None

    def redeal(self, world: FiftyFirstState, seat: int, lanes: list[list[Frame]] | None) -> None:
        """Deal the hidden cards again: cards in other hands, except those taken openly, form one family with the deck
        (51S-S.10, S.12)."""
        family = Redeal(world, world.deck, seat)
        others = [other for other in range(world.players) if other != seat]
        unseen = dict(enumerate(world.hands))
        _take_back_unseen_action(world, seat)
        for other in others:
            unseen[other] = hidden(world, other)
            family.gather(unseen[other])
            family.gather(world.aside[other])
        for other in others:
            hand = (*world.known[other], *family.deal(len(unseen[other])))
            world.hands[other] = tuple(sorted(hand))
            world.aside[other] = family.deal(len(world.aside[other]))
        world.deck = family.deck()
        world.connection_decks = tuple(Redeal(world, deck, seat).deck() for deck in world.connection_decks)

    def move_text(self, move: Move, lang: str, view: Mapping[str, Any]) -> str:
        """A move in words together with its gain."""
        texts = self.texts(lang)
        words = self.messages(lang).say("moves", move.verb, move_facts(texts, move))
        gives = texts.move_gives(move, view)
        return texts.say("gives", move=words, gives=gives) if gives else words

    def move_facts(self, move: Move) -> dict[str, Any]:
        return move_facts(self.texts("en"), move)

    def texts(self, lang: str) -> Texts:
        """The texts of the cards in one language."""
        if lang not in self._texts:
            self._texts[lang] = Texts(self, lang)
        return self._texts[lang]

    def sheets(self, lang: str) -> dict[str, dict[str, dict[str, Any]]]:
        return sheets(self, self.texts(lang))


def _take_back_unseen_action(world: FiftyFirstState, seat: int) -> None:
    """Undo another seat's chosen but unpaid action on a hand card: ``seat`` does not know yet that it was chosen."""
    stack = world.stack
    for i, frame in enumerate(stack):
        if isinstance(frame, NAMES_A_CARD) and frame.seat != seat:
            begun = i - 1 if i and stack[i - 1] == After(frame.seat) else i
            stack[begun:] = [Turn(frame.seat)]
            return
