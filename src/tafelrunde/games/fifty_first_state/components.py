"""The typed records of a 51st State component file and the checks that the rules rely on.

Only ``tests/games/fifty_first_state/test_components.py`` checks the counts of the official set: another set may have more or
fewer cards as long as a game can begin with each of its decks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from tafelrunde.core.components import unique
from tafelrunde.core.errors import BadInput
from tafelrunde.core.typed import typed, without_keys
from tafelrunde.games.fifty_first_state.effects import AnyAction, AnyBonus, AnyFeature, AnyProduction, CardAction, Produces
from tafelrunde.games.fifty_first_state.effects.base import Category, Digit, Gains, Good, Payable, Some, Token, Tokens
from tafelrunde.games.fifty_first_state.names import COLOURS, JOKERS, PROMO

Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Faction = Literal["new_york", "appalachian_federation", "mutants_union", "merchants_guild"]
Set = Literal["base", "new_era", "winter"]
MOST_PLAYERS = 4


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class Limits(Record, frozen=True):
    deal_at_start: Annotated[int, msgspec.Meta(ge=1, le=20)]
    keep_at_start: Annotated[int, msgspec.Meta(ge=1, le=20)]
    start_vp: Small
    end_trigger_vp: Small
    draft_row_extra_cards: Small
    connection_take_cost_workers: Small
    rebuild_vp: Small
    vp_per_location_at_end: Small
    defence_token_resistance: Small


class Resistance(Record, frozen=True):
    production: Small
    feature: Small
    action: Small

    def of(self, kind: str) -> int:
        """The resistance of a kind of location."""
        n: int = getattr(self, kind.removeprefix("open_"))
        return n


class DeckOption(Record, frozen=True):
    id: Literal["base", "base_new_era", "base_winter"]
    sets: tuple[Set, ...]
    cards: Annotated[int, msgspec.Meta(ge=1, le=999)]


class GoodEntry(Record, frozen=True):
    id: Good
    joker_for: tuple[Token, ...] = ()


class FactionRow(Record, frozen=True):
    row: Literal[1, 2, 3, 4]
    cost: Mapping[Payable | Literal["card"], Some]
    limit: Literal[1, -1]
    gain: Gains | None = None
    gain_one_of: tuple[Good, ...] | None = None


class FactionBoard(Record, frozen=True):
    id: Faction
    production: Gains
    actions: Annotated[tuple[FactionRow, ...], msgspec.Meta(min_length=4, max_length=4)]


class Connection(Record, frozen=True):
    id: str
    deck: Literal["blue", "red"]
    copies: Annotated[int, msgspec.Meta(ge=1, le=12)]
    cost: Tokens
    gain: Gains


class Location(Record, frozen=True):
    id: str
    set: Set | Literal["promo"]
    copies: Digit
    kind: Literal["production", "open_production", "feature", "action"]
    categories: tuple[Category, ...]
    distance: Digit
    spoils: Gains
    deal: Good
    extra_copies: Mapping[Literal["new_era", "winter"], Digit] = {}
    building_bonus: AnyBonus | None = None
    production: AnyProduction | None = None
    feature: AnyFeature | None = None
    action: AnyAction | None = None
    printed_defence: Literal[0, 1] = 0

    def copies_in(self, sets: Sequence[str]) -> int:
        """How many copies of the card a deck of these sets holds."""
        return (self.copies if self.set in sets else 0) + sum(n for name, n in self.extra_copies.items() if name in sets)


class Components(Record, frozen=True):
    """The whole file."""

    limits: Limits
    resistance: Resistance
    deck_option: Annotated[tuple[DeckOption, ...], msgspec.Meta(min_length=3, max_length=3)]
    good: Annotated[tuple[GoodEntry, ...], msgspec.Meta(min_length=14, max_length=14)]
    faction: Annotated[tuple[FactionBoard, ...], msgspec.Meta(min_length=4, max_length=4)]
    connection: tuple[Connection, ...]
    location: tuple[Location, ...]


RETIRED: Mapping[str, frozenset[str]] = {
    "": frozenset({"game", "category", "component", "list_difference"}),
    "limits": frozenset({"draft_rows_per_round", "vp_per_ruin_at_end", "max_defence_tokens_per_location", "hand_limit"}),
    "good": frozenset({"name", "group", "count", "used_for"}),
    "faction": frozenset({"name"}),
    "connection": frozenset({"name", "summary"}),
    "location": frozenset({"name", "summary", "house_fields"}),
}
"""By table: keys of former component files that have no effect; they are accepted and ignored."""


def schema(where: str, data: Any) -> Components:
    """Check a component file and return its records; data that the rules cannot use is rejected."""
    return read(data)


def read(data: Any) -> Components:
    """Check a component file and return its records; data that the rules cannot use is rejected."""
    found = typed(Components, without_keys(data, RETIRED))
    unique("location", [card.id for card in found.location] + [card.id for card in found.connection])
    unique("faction", [faction.id for faction in found.faction])
    unique("good", [good.id for good in found.good])
    for i, good in enumerate(found.good):
        wanted = [plain for plain, joker in JOKERS.items() if joker == good.id]
        if sorted(good.joker_for) != sorted(wanted):
            raise BadInput(f"good[{i}].joker_for", f"{good.id} stands in for: {', '.join(wanted) or 'nothing'}.")
    for i, faction in enumerate(found.faction):
        _check_rows(f"faction[{i}].actions", faction.actions)
    for i, card in enumerate(found.location):
        _check_location(f"location[{i}]", card)
    _check_decks(found)
    return found


def _check_rows(where: str, rows: tuple[FactionRow, ...]) -> None:
    if [(row.row, row.limit) for row in rows] != [(1, 1), (2, 1), (3, 1), (4, -1)]:
        raise BadInput(where, "rows 1 to 3 are used once a round, row 4 any number of times.")
    for i, row in enumerate(rows):
        if (row.gain is None) == (row.gain_one_of is None):
            raise BadInput(f"{where}[{i}]", "a row has either gain or gain_one_of.")


def _check_location(where: str, card: Location) -> None:
    """Check that a location has the effect of its kind and no other."""
    own = card.kind.removeprefix("open_")
    for key in ("production", "feature", "action"):
        if (getattr(card, key) is not None) != (key == own):
            raise BadInput(f"{where}.{key}", f"a location of kind {card.kind} has exactly one effect, {own}.")
    for key in ("production", "action"):
        effect: Produces | CardAction | None = getattr(card, key)
        if effect is not None and (objection := effect.objection()) is not None:
            raise BadInput(f"{where}.{key}.{objection[0]}", objection[1])


def _check_decks(found: Components) -> None:
    """Check that each deck has its stated size, is large enough to begin with (51S-S.7, 1.2) and omits no card or colour."""
    limits = found.limits
    needed = MOST_PLAYERS * limits.deal_at_start + MOST_PLAYERS + limits.draft_row_extra_cards
    for i, option in enumerate(found.deck_option):
        n = sum(card.copies_in(option.sets) for card in found.location)
        if n != option.cards:
            raise BadInput(f"deck_option[{i}].cards", f"the sets of this deck hold {n} cards, not {option.cards}.")
        if n < needed:
            raise BadInput(f"deck_option[{i}].cards", f"at least {needed} location cards are needed to begin; there are {n}.")
    for i, card in enumerate(found.location):
        if not any(card.copies_in((*option.sets, PROMO)) for option in found.deck_option):
            raise BadInput(f"location[{i}].set", "this card is in no deck.")
    if limits.keep_at_start > limits.deal_at_start:
        raise BadInput("limits.keep_at_start", "not more cards can be kept than are dealt.")
    for colour in COLOURS:
        if not any(card.deck == colour for card in found.connection):
            raise BadInput("connection", f"at least one {colour} connection card is needed.")
