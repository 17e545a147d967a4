"""The game class of New Angeles: deals, trades, promises and hidden rivals in a city under threat. Start reading in
``rules/rounds.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import structs

from tafelrunde.core.components import Components
from tafelrunde.core.events import Event
from tafelrunde.core.frames import Frame, Moves
from tafelrunde.core.game import Bargain, Game
from tafelrunde.core.judgement import Judgement
from tafelrunde.core.messages import Catalogue
from tafelrunde.core.moves import Move, Word
from tafelrunde.core.outcome import Ending, Gain
from tafelrunde.core.state import State
from tafelrunde.core.zones import BoardZone, SeatZone
from tafelrunde.games.new_angeles import former
from tafelrunde.games.new_angeles.about import About
from tafelrunde.games.new_angeles.ai.bargains import bargains, haggles, may_bargain
from tafelrunde.games.new_angeles.ai.evaluate import credence, evaluate
from tafelrunde.games.new_angeles.ai.features import FEATURES, features, progress
from tafelrunde.games.new_angeles.components import ComponentSet, read, schema
from tafelrunde.games.new_angeles.effects.base import Named
from tafelrunde.games.new_angeles.layout import Layout
from tafelrunde.games.new_angeles.numbers import ABSTAIN, DONE, PASS, SEATS, WHEN, Verbs
from tafelrunde.games.new_angeles.present import outcome, sheets, texts
from tafelrunde.games.new_angeles.rules import (
    assets,
    card_goods,
    card_pieces,
    choice_refusals,
    city,
    deal,
    peek,
    refusals,
    rounds,
    setup,
    trade,
    turn,
    windows,
)
from tafelrunde.games.new_angeles.rules.acts import Acts
from tafelrunde.games.new_angeles.rules.events import EVENTS
from tafelrunde.games.new_angeles.rules.orders import STANDING_ORDERS
from tafelrunde.games.new_angeles.rules.redeal import redeal
from tafelrunde.games.new_angeles.rules.registry import FRAMES, GUARDS
from tafelrunde.games.new_angeles.state import AngelesState
from tafelrunde.games.new_angeles.steps import STEPS
from tafelrunde.games.new_angeles.zones import BOARD_ZONES, SEAT_ZONES

RULES_MODULES = (
    assets, card_goods, card_pieces, choice_refusals, city, deal, peek, refusals, rounds, setup, trade, turn, windows,
)  # fmt: skip
"""These imports register frames and guards."""


class NewAngeles(About, Game[AngelesState]):
    """New Angeles for 4 to 6 players."""

    frames = FRAMES
    guards = GUARDS
    events = EVENTS
    moments = outcome.MOMENTS
    state_type: ClassVar[type[State]] = AngelesState
    horizon = 0
    worlds_kept = 24
    judgement = Judgement("tafelrunde.games.new_angeles", FEATURES, features, progress, span=30.0, each=True)
    seat_zones: ClassVar[Sequence[SeatZone]] = SEAT_ZONES
    board_zones: ClassVar[Sequence[BoardZone]] = BOARD_ZONES
    plays_as = ("corporation",)
    steps = STEPS
    standing_orders = STANDING_ORDERS
    players_rule = "NA-S.6"
    end_rule = "NA-50.0"
    schema = staticmethod(schema)
    component_type = ComponentSet

    def __init__(self, components: Components) -> None:
        self.parts = read(components.data)
        self.verbs = Verbs(self.parts)
        super().__init__(components)
        self._layouts: dict[int, Layout] = {}
        layout = self.layout(6)
        self.card_frames = tuple(
            tuple(
                tuple(structs.replace(frame, seat=seat) for operation in effect for frame in operation.frames(rule))
                for seat in range(SEATS)
            )
            for effect, rule in zip(layout.effects, layout.card_rules, strict=True)
        )
        """The frames of each card for each resolver."""
        promised = self.vocabulary[self.verbs.promise : self.verbs.ask_more]
        self.promise_table = {move.index: _promise(layout, move.words) for move in promised}
        self.acts = Acts(self.vocabulary)
        self.asking = {name: (ask, act, lapse, None) for name, (ask, act, lapse, _) in self.dispatch.items()}
        """The same frames, but the engine answers none of their questions; used to find declarations (NA-R.35)."""
        self.promises = {
            (players, seat): trade.promises_of(self.promise_table, players, seat)
            for players in self.players
            for seat in range(players)
        }

    def words(self) -> Sequence[tuple[Word, ...]]:
        return self.verbs.words

    def layout(self, players: int) -> Layout:
        """The tables for a number of players, built once."""
        if players not in self._layouts:
            self._layouts[players] = Layout(self.parts, players, self.verbs, windows.TRIGGERS, self.rules)
        return self._layouts[players]

    def setup(self, state: AngelesState) -> None:
        self.restored(state)
        setup.set_up(state)

    def restored(self, state: AngelesState) -> None:
        state.layout, state.verbs = self.layout(state.players), self.verbs

    def from_json(self, data: Mapping[str, Any]) -> AngelesState:
        return super().from_json(former.updated(data))

    def scores(self, state: AngelesState) -> list[int]:
        return list(state.capital)

    def winners(self, state: AngelesState) -> tuple[int, ...]:
        return rounds.winners(state)

    def gains(self, event: Event, players: int) -> Iterable[Gain]:
        return outcome.gains(event, players)

    def ending(self, state: AngelesState) -> Ending:
        return outcome.ending(state)

    def in_setup(self, state: AngelesState) -> bool:
        return state.phase == "setup"

    def active(self, state: AngelesState) -> int | None:
        return state.active if state.round else None

    def redeal(self, world: AngelesState, seat: int, lanes: list[list[Frame]] | None) -> None:
        redeal(world, seat)

    def free_moves(self, state: AngelesState, seat: int) -> Moves:
        return trade.free_moves(state, seat)

    def play_free(self, state: AngelesState, seat: int, index: int) -> None:
        trade.play_free(state, seat, index)

    def holds_open(self, state: AngelesState, seat: int) -> bool:
        return trade.could_still_matter(state, seat)

    def may_bargain(self, state: AngelesState, seat: int) -> bool:
        return may_bargain(state, seat)

    def bargains(self, state: AngelesState, seat: int) -> Iterable[Bargain]:
        return bargains(state, seat)

    def haggles(self, state: AngelesState, seat: int, other: int) -> Iterable[Bargain]:
        return haggles(state, seat, other)

    def declines(self, moves: Moves) -> int | None:
        return next((move for move in (PASS, DONE, ABSTAIN, self.verbs.spend) if move in moves), None)

    def move_text(self, move: Move, lang: str, view: Mapping[str, Any]) -> str:
        """A move in words; trades and promises include their content, placements the pieces that they push on."""
        if move.verb not in ("give", "ask", "promise"):
            return texts.with_chain(self, move, lang, view, super().move_text(move, lang, view))
        return texts.trade_text(self, move, lang, view)

    def messages(self, lang: str) -> Catalogue:
        return self._with_names(super().messages(lang))

    def prose(self, lang: str) -> Catalogue:
        return self._with_names(super().prose(lang))

    def _with_names(self, catalogue: Catalogue) -> Catalogue:
        """Add the names in the component file that the catalogue lacks: places, and cards of other sets."""
        for slug, names in self._names.items():
            catalogue.names.setdefault(slug, names.get(catalogue.lang) or names["en"])
        return catalogue

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        records = [record for kind in structs.astuple(self.parts) if isinstance(kind, tuple) for record in kind]
        named = [record for record in records if isinstance(record, Named) and record.name]
        return {record.id: {"en": record.name, "de": record.name_de, "ru": record.name_ru} for record in named}

    def sheets(self, lang: str) -> dict[str, dict[str, dict[str, Any]]]:
        return sheets.sheets(self, lang, super().sheets(lang))

    def evaluate(self, state: AngelesState) -> list[float]:
        return evaluate(state)

    def credence(self, state: AngelesState, seat: int) -> float:
        return credence(state, seat)


def _promise(layout: Layout, said: tuple[Word, ...]) -> tuple[int, str, int, int]:
    """The content of a promise: (to, kind, what, how many deals later)."""
    to, kind, *rest = said[1:]
    what = rest[0] if len(rest) > 1 else 0
    number = layout.asset_number[str(what)] if kind == "give" else int(what)
    return int(to), str(kind), number, WHEN.index(str(rest[-1]))
