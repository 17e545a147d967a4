"""The components as tables, built once for each number of players and shared by all games."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tafelrunde.games.new_angeles.numbers import DISTRICTS, PLACEABLE, REMOVABLE, Verbs
from tafelrunde.games.new_angeles.terms import BACKS, PIECES, RESOURCES, ROWS, SIDES, TYPES

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.components import Asset, ComponentSet

GENERAL = -1
"""The type of a general line of a corp sheet."""
ALL_DISTRICTS = (1 << DISTRICTS) - 1
Runs = tuple[tuple[int, ...], ...]
Usable = Callable[..., bool]
Triggers = Mapping[str, tuple[str, Usable]]
"""For each trigger at which a holder is asked: the row of the Decisions table, and the condition."""


def _ids(records: Sequence[Any]) -> tuple[str, ...]:
    return tuple(record.id for record in records)


def _mask(districts: tuple[int, ...]) -> int:
    return sum(1 << number - 1 for number in districts)


def _runs(first: int) -> Runs:
    """The moves ``first + district`` for every mask of districts."""
    return tuple(tuple(first + i for i in range(DISTRICTS) if mask >> i & 1) for mask in range(1 << DISTRICTS))


def _usable(condition: Usable, operations: Sequence[Any]) -> Usable:
    """Combine the condition of a trigger with the check that one of the operations has an effect."""
    if len(operations) == 1:
        possible = operations[0].possible
        return lambda state, seat, fact: condition(state, seat, fact) and possible(state, seat, fact)
    return lambda state, seat, fact: condition(state, seat, fact) and any(o.possible(state, seat, fact) for o in operations)


class Layout:
    """Numbers of components, names, limits and ready-made lists of moves."""

    def __init__(self, parts: ComponentSet, players: int, verbs: Verbs, triggers: Triggers, rules: Container[str]) -> None:
        self._known = rules
        self.players = players
        self.constants = constants = parts.constants
        self.hand_limit: int = constants.hand_limit
        self.threat_end: int = constants.threat_end
        self.illness_threat: int = constants.illness_threat
        self.root_threat: int = constants.root_threat
        self.federalist_capital: int = constants.federalist_capital
        self.capital_flip: int = constants.capital_flip
        self.own_rival_beats: int = constants.own_rival_beats_4p if players == 4 else constants.own_rival_beats_5p6p
        self.spaces: tuple[str, ...] = parts.round_track.order
        self.track_spaces: int = constants.turn_track_spaces
        self._city(parts)
        self._cards(parts)
        self._assets(parts.assets, triggers)
        self._corporations(parts)
        self._moves(verbs)

    def _rules(self, group: str, ids: tuple[str, ...], other: str) -> tuple[str, ...]:
        """The rules of the cards of a kind; a card of another set has no rule."""
        own = [f"NA-{group}.{slug}" for slug in ids]
        return tuple(rule if rule in self._known else other for rule in own)

    def _city(self, parts: ComponentSet) -> None:
        counts: dict[str, int] = {piece.id: piece.count or 0 for piece in parts.pieces}
        self.limits: tuple[int, ...] = tuple(counts[piece] for piece in PIECES)
        districts = parts.districts
        self.to: tuple[int, ...] = tuple(district.to - 1 for district in districts)
        """The target of each district's path; -1 is the Root (NA-16.1)."""
        self.tier_of: tuple[int, ...] = tuple(district.tier for district in districts)
        self.tiers = tuple(sum(1 << i for i, d in enumerate(districts) if d.tier == tier) for tier in (0, 1, 2, 3))
        self.primary = tuple((RESOURCES.index(d.primary.resource), d.primary.amount) for d in districts)
        self.secondary = tuple(
            (RESOURCES.index(d.secondary.resource), d.secondary.amount) if d.secondary is not None else None for d in districts
        )
        self.track_last = tuple(resource.track_last for resource in parts.resources)

    def _cards(self, parts: ComponentSet) -> None:
        actions, emergencies = _ids(parts.action_cards), _ids(parts.emergency_actions)
        self.cards = actions + emergencies
        """Action cards and emergency action cards, which are all cards that can be offered."""
        self.card_type = tuple(TYPES.index(card.type) for card in parts.action_cards)
        self.copies = tuple(card.copies for card in parts.action_cards)
        self.effects = tuple(c.effect for c in parts.action_cards) + tuple(c.effect for c in parts.emergency_actions)
        self.card_rules = self._rules("ACT", actions, "NA-28.0") + self._rules("EMG", emergencies, "NA-38.1")
        self.illness_exempt = tuple(any(operation.lifts_illness for operation in effect) for effect in self.effects)
        self.secret = tuple(any(operation.secret for operation in effect) for effect in self.effects)
        """Whether no declaration can bind the way in which the player will resolve the card (NA-2.9)."""
        self.own_gain = tuple(sum(operation.own_gain() for operation in effect) for effect in self.effects)
        self.investments = _ids(parts.investments)
        self.investing = parts.investments
        self.investment_rules = self._rules("INV", self.investments, "NA-29.0")
        self.events = _ids(parts.events)
        self.event_rules = self._rules("EVT", self.events, "NA-19.1a")
        self.event_effects = tuple(event.effect for event in parts.events)
        self.event_assets = tuple(event.assets for event in parts.events)
        self.event_back = tuple(BACKS.index(event.back) for event in parts.events)
        self.event_places = tuple(
            tuple((PIECES.index(row), d - 1) for row in ROWS for d in sorted(getattr(event.place, row))) for event in parts.events
        )
        self.demands = _ids(parts.demands)
        self.targets = tuple(demand.levels() for demand in parts.demands)
        self.demand_threat: tuple[int, ...] = tuple(demand.threat for demand in parts.demands)
        self.setup_cards = tuple((card.id, card.assets) for card in parts.setup_cards)
        """The name of each set-up card, and the turns of the first round."""
        self.setup_masks = tuple(
            tuple(_mask(getattr(card.place, piece)) for piece in (*PIECES, *SIDES)) for card in parts.setup_cards
        )

    def _assets(self, assets: tuple[Asset, ...], triggers: Triggers) -> None:
        self.assets = _ids(assets)
        self.asset_number = {slug: i for i, slug in enumerate(self.assets)}
        self.asset_rules = self._rules("AST", self.assets, "NA-66.4")
        self.asset_cost: tuple[str, ...] = tuple(asset.cost for asset in assets)
        self.asset_effects = tuple(asset.effect for asset in assets)
        self.limit_delta = tuple((i, asset.hand_limit_delta) for i, asset in enumerate(assets) if asset.hand_limit_delta)
        self.claim_assets = tuple(asset.timing == "claim" for asset in assets)
        self.end_assets = tuple(i for i, asset in enumerate(assets) if asset.timing == "end_of_turn")
        self.triggered: dict[str, tuple[int, ...]] = {}
        """The assets of each trigger, in file order."""
        self.windows: dict[str, tuple[tuple[int, Usable], ...]] = {row: () for row, _ in triggers.values()}
        for i, asset in enumerate(assets):
            self.triggered[asset.trigger] = (*self.triggered.get(asset.trigger, ()), i)
            if asset.trigger in triggers:
                row, condition = triggers[asset.trigger]
                self.windows[row] += ((i, _usable(condition, asset.effect)),)

    def _corporations(self, parts: ComponentSet) -> None:
        records = parts.corporations
        self.corporations = _ids(records)
        self.rivals = _ids(parts.rivals)
        self.federalist = self.rivals.index("federalist")
        self.rival_corporation = tuple(
            self.corporations.index(slug) if slug in self.corporations else GENERAL for slug in self.rivals
        )
        sheets = [c.draw_4 if self.players == 4 else c.draw_5_6 for c in records]
        self.sheet = tuple(
            tuple((TYPES.index(line.type) if line.type in TYPES else GENERAL, line.count) for line in lines) for lines in sheets
        )
        self.contract_pay = tuple(c.contract.capital for c in records)
        self.contract_rules = self._rules("CON", self.corporations, "NA-9.1")
        self.contracts: dict[str, tuple[int, ...]] = {}
        """The corporations whose contracts pay for each trigger."""
        for i, corporation in enumerate(records):
            trigger = corporation.contract.trigger
            self.contracts[trigger] = (*self.contracts.get(trigger, ()), i)

    def _moves(self, verbs: Verbs) -> None:
        """Lists of moves by district mask, so that ``ask`` is a table lookup."""
        self.remove_moves: dict[int, Runs] = {
            PIECES.index(piece): _runs(verbs.remove + i * DISTRICTS) for i, piece in enumerate(REMOVABLE)
        }
        self.place_moves: dict[int, Runs] = {
            PIECES.index(piece): _runs(verbs.place + i * DISTRICTS) for i, piece in enumerate(PLACEABLE)
        }
        self.lower_moves = _runs(verbs.lower)
        self.raise_moves = _runs(verbs.raises)
        self.android_moves = tuple(
            tuple(verbs.android_move(a, b) if a != b else -1 for b in range(DISTRICTS)) for a in range(DISTRICTS)
        )


def card_moves(first: int, hand: tuple[int, ...]) -> list[int]:
    """One move for each different card of a sorted hand."""
    found: list[int] = []
    last = -1
    for card in hand:
        if card != last:
            found.append(first + card)
            last = card
    return found
