"""The components as tables, built once for each number of players and shared by all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from tafelrunde.games.new_angeles.terms import BACKS, PIECES, RESOURCES, ROWS, SIDES, TYPES
from tafelrunde.games.new_angeles.verbs import DISTRICTS, PLACEABLE, REMOVABLE, Verbs

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.effects.assets import AssetEffect
    from tafelrunde.games.new_angeles.effects.base import Effect

E = TypeVar("E", bound="AssetEffect")

GENERAL = -1
"""The type of a general line of a corp sheet."""
ALL_DISTRICTS = (1 << DISTRICTS) - 1
Runs = tuple[tuple[int, ...], ...]
Usable = Callable[..., bool]
Triggers = Mapping[str, tuple[str, Usable]]
"""For each trigger at which a holder is asked: the row of the Decisions table, and the condition."""


class Readers(NamedTuple):
    """What reads the effects of each kind of card. The operations know the layout; so it is given their readers."""

    cards: Callable[[str, Any], tuple[Effect, ...]]
    events: Callable[[str, Any], tuple[Effect, ...]]
    assets: Callable[[str, Any], tuple[AssetEffect, ...]]


def _ids(records: list[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(record["id"] for record in records)


def _mask(districts: list[int]) -> int:
    return sum(1 << number - 1 for number in districts)


def _runs(first: int) -> Runs:
    """For every mask of districts the moves ``first + district``."""
    return tuple(tuple(first + i for i in range(DISTRICTS) if mask >> i & 1) for mask in range(1 << DISTRICTS))


def _both(condition: Usable, possible: Usable) -> Usable:
    return lambda state, seat, fact: condition(state, seat, fact) and possible(state, seat, fact)


class Layout:
    """Component numbers, names, limits and ready-made move lists."""

    def __init__(self, data: Mapping[str, Any], players: int, verbs: Verbs, triggers: Triggers, read: Readers) -> None:
        self.data = data
        self._read = read
        self.players = players
        constants = data["constants"]
        self.hand_limit: int = constants["hand_limit"]
        self.threat_end: int = constants["threat_end"]
        self.illness_threat: int = constants["illness_threat"]
        self.root_threat: int = constants["root_threat"]
        self.federalist_capital: int = constants["federalist_capital"]
        self.own_rival_beats: int = constants["own_rival_beats_4p" if players == 4 else "own_rival_beats_5p6p"]
        self.spaces: tuple[str, ...] = tuple(data["round_track"]["order"])
        self.track_spaces: int = constants["turn_track_spaces"]
        self._city(data)
        self._cards(data)
        self._assets(data["assets"], triggers)
        self._corporations(data)
        self._moves(verbs)

    def _city(self, data: Mapping[str, Any]) -> None:
        counts = {piece["id"]: piece.get("count", data["tokens"].get(piece["id"])) for piece in data["pieces"]}
        self.limits: tuple[int, ...] = tuple(counts[piece] for piece in PIECES)
        districts = data["districts"]
        self.to = tuple(district["to"] - 1 for district in districts)
        """Where each district's path leads; -1 is the Root (NA-16.1)."""
        self.tier_of = tuple(district["tier"] for district in districts)
        self.tiers = tuple(sum(1 << i for i, d in enumerate(districts) if d["tier"] == tier) for tier in (0, 1, 2, 3))
        self.primary = tuple((RESOURCES.index(d["primary"]["resource"]), d["primary"]["amount"]) for d in districts)
        self.secondary = tuple(
            (RESOURCES.index(d["secondary"]["resource"]), d["secondary"]["amount"]) if "secondary" in d else None
            for d in districts
        )
        self.track_last = tuple(resource["track_last"] for resource in data["resources"])
        self.district_names = tuple(d["name"] for d in districts)

    def _cards(self, data: Mapping[str, Any]) -> None:
        actions, emergencies = data["action_cards"], data["emergency_actions"]
        self.cards = _ids(actions) + _ids(emergencies)
        """Action cards and emergency action cards: whatever can be an offer."""
        self.card_type = tuple(TYPES.index(card["type"]) for card in actions)
        self.copies = tuple(card["copies"] for card in actions)
        self.effects = tuple(self._read.cards("effect", card["effect"]) for card in (*actions, *emergencies))
        self.card_rules = tuple(f"NA-ACT.{c['id']}" for c in actions) + tuple(f"NA-EMG.{c['id']}" for c in emergencies)
        self.illness_exempt = tuple(any(operation.lifts_illness for operation in effect) for effect in self.effects)
        self.unorthodox = self.cards.index("unorthodox_knowledge")
        self.investments = _ids(data["investments"])
        self.investment_data = tuple(data["investments"])
        self.events = _ids(data["events"])
        self.event_data = tuple(data["events"])
        self.event_effects = tuple(self._read.events("effect", event["effect"]) for event in data["events"])
        self.event_back = tuple(BACKS.index(event["back"]) for event in data["events"])
        self.event_places = tuple(
            tuple((PIECES.index(row), d - 1) for row in ROWS for d in sorted(event["place"][row])) for event in data["events"]
        )
        self.demands = _ids(data["demands"])
        self.targets = tuple(tuple(demand["targets"][r] for r in RESOURCES) for demand in data["demands"])
        self.demand_threat: tuple[int, ...] = tuple(demand["threat"] for demand in data["demands"])
        self.setup_data = tuple(data["setup_cards"])
        self.setup_masks = tuple(
            tuple(_mask(card["place"].get(piece, [])) for piece in (*PIECES, *SIDES)) for card in data["setup_cards"]
        )

    def _assets(self, assets: list[Mapping[str, Any]], triggers: Triggers) -> None:
        self.assets = _ids(assets)
        self.asset_number = {slug: i for i, slug in enumerate(self.assets)}
        self.asset_rules = tuple(f"NA-AST.{slug}" for slug in self.assets)
        self.asset_cost: tuple[str, ...] = tuple(asset["cost"] for asset in assets)
        self.asset_effects = tuple(self._read.assets("effect", asset["effect"]) for asset in assets)
        self._sole = {type(operation): operation for effect in self.asset_effects for operation in effect}
        self._having = {type(operation): i for i, effect in enumerate(self.asset_effects) for operation in effect}
        self.limit_delta = tuple((i, a["hand_limit_delta"]) for i, a in enumerate(assets) if a.get("hand_limit_delta"))
        self.claim_assets = tuple(asset["timing"] == "claim" for asset in assets)
        self.end_assets = tuple(i for i, asset in enumerate(assets) if asset["timing"] == "end_of_turn")
        self.triggered: Mapping[str, tuple[int, ...]] = {
            trigger: tuple(i for i, asset in enumerate(assets) if asset["trigger"] == trigger)
            for trigger in (*triggers, *(asset["trigger"] for asset in assets))
        }
        """The assets of each trigger, in file order."""
        self.windows: dict[str, tuple[tuple[int, Usable], ...]] = {row: () for row, _ in triggers.values()}
        for i, asset in enumerate(assets):
            if asset["trigger"] in triggers:
                row, condition = triggers[asset["trigger"]]
                self.windows[row] += ((i, _both(condition, self.asset_effects[i][0].possible)),)

    def operation(self, kind: type[E]) -> E:
        """The operation of this kind, which only one asset has."""
        return cast("E", self._sole[kind])

    def having(self, kind: type[AssetEffect]) -> int:
        """The asset that has the operation of this kind."""
        return self._having[kind]

    def _corporations(self, data: Mapping[str, Any]) -> None:
        records = data["corporations"]
        self.corporations = _ids(records)
        self.rivals = _ids(data["rivals"])
        self.federalist = self.rivals.index("federalist")
        self.rival_corporation = tuple(
            self.corporations.index(slug) if slug in self.corporations else GENERAL for slug in self.rivals
        )
        side = "draw_4" if self.players == 4 else "draw_5_6"
        self.sheet = tuple(
            tuple((TYPES.index(line["type"]) if line["type"] in TYPES else GENERAL, line["count"]) for line in c[side])
            for c in records
        )
        self.contract_pay = tuple(c["contract"]["capital"] for c in records)
        trigger = {c["contract"]["trigger"]: i for i, c in enumerate(records)}
        self.pays_enemy = trigger["enemy_unit_removed_from_district"]
        self.pays_android = trigger["android_moved"]
        self.pays_illness = trigger["illness_removed_from_district"]
        self.pays_event = trigger["event_resolved_threat_rise_below_2"]
        self.pays_unrest = trigger["unrest_lowered"]
        self.pays_outage = trigger["outage_removed_from_district"]
        self.contract_rules = tuple(f"NA-CON.{slug}" for slug in self.corporations)

    def _moves(self, verbs: Verbs) -> None:
        """Move lists by district mask, so that asking is a look-up."""
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
    """One move for each different card of a hand, which is sorted."""
    found: list[int] = []
    last = -1
    for card in hand:
        if card != last:
            found.append(first + card)
            last = card
    return found


def without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A hand less one copy of a card."""
    i = hand.index(card)
    return hand[:i] + hand[i + 1 :]
