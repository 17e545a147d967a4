"""Tables computed once from the component file: the cost, yield and effect of each card, and the numbers of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tafelrunde.core.moves import Word
from tafelrunde.core.verbs import Run
from tafelrunde.games.fifty_first_state.names import BASIC, CATEGORIES, COLOURS, GOODS, JOKERS, PROMO, TOKENS
from tafelrunde.games.fifty_first_state.state import NOBODY, TOKEN_COUNT, FiftyFirstState, Goods
from tafelrunde.games.fifty_first_state.verbs import SEATS, Ref, refs

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.components import Components, Connection, FactionBoard, Location, Resistance

JOKER_OF = tuple(GOODS.index(JOKERS[good]) if good in JOKERS else NOBODY for good in TOKENS)
"""Which token can replace each token in a payment."""
EVERY_CATEGORY = (1 << len(CATEGORIES)) - 1


class Cost(NamedTuple):
    """A cost: tokens, ``any_n`` basic resources of the kinds ``any_of``, hand cards, the seat's own deals."""

    tokens: Goods = ()
    any_n: int = 0
    any_of: tuple[int, ...] = ()
    cards: int = 0
    deals: int = 0
    pays: int = 0
    """Bit mask of the goods that can pay the tokens, jokers included."""
    simple: bool = True
    """Whether the tokens are the whole cost."""


class Action(NamedTuple):
    """The action of an action location; a ``targeted`` one does more than give goods."""

    cost: Cost
    limit: int
    gain: Goods
    targeted: bool
    has_target: Callable[[FiftyFirstState, int, int], bool]
    carry_out: Callable[[FiftyFirstState, int, int], None]


class Yield(NamedTuple):
    """The production of a location: the step of the phase, the function and its terms."""

    step: int
    run: Callable[[FiftyFirstState, int, int, int, tuple[Any, ...], bool, str], None]
    terms: tuple[Any, ...]
    copyable: bool
    open_rule: str
    """The rule by which other seats use it, if it is an open production."""
    worth: Callable[[tuple[float, ...], Callable[[int], int]], float]


class Bonus(NamedTuple):
    """A building bonus: the function and its terms."""

    run: Callable[[FiftyFirstState, int, int, tuple[Any, ...]], None]
    terms: tuple[Any, ...]


Activation = tuple[int, int, int, int, bool, Action, int]
"""The facts about an action location that a turn needs: the number of uses, its move, a good and a quantity that are always
required, whether nothing else is required (no further cost, no target), the action, the location."""


class FactionRow(NamedTuple):
    cost: Cost
    gain: Goods
    one_of: tuple[int, ...]
    rule: str


class Storage(NamedTuple):
    goods: tuple[int, ...]
    room: int
    """How many; -1 for any number."""


def goods(counts: Mapping[Any, int]) -> Goods:
    """Counts by name as pairs in the order of the goods."""
    return tuple((i, counts[good]) for i, good in enumerate(GOODS) if counts.get(good))


def cost(counts: Mapping[Any, int], any_n: int = 0, any_of: tuple[str, ...] = (), deals: int = 0) -> Cost:
    tokens = tuple((good, n) for good, n in goods(counts) if good < TOKEN_COUNT)
    cards = counts.get("card", 0)
    kinds = tuple(BASIC.index(good) for good in any_of)
    return Cost(tokens, any_n, kinds, cards, deals, _pays(tokens), not (any_n or cards or deals))


def _pays(tokens: Goods) -> int:
    found = 0
    for good, _ in tokens:
        found |= 1 << good | (1 << JOKER_OF[good] if JOKER_OF[good] != NOBODY else 0)
    return found


PRICE = tuple(tuple(Cost(((good, n),), pays=_pays(((good, n),))) for n in range(100)) for good in range(TOKEN_COUNT))
"""The costs that are a number of one good."""


def _first_due(price: Cost) -> tuple[int, int, bool]:
    """A good and a quantity that a cost always requires, and whether it requires nothing else."""
    good, n = price.tokens[0] if price.tokens else (0, 0)
    return good, n, len(price.tokens) < 2 and price.simple


def _mask(categories: Iterable[str]) -> int:
    return sum(1 << CATEGORIES.index(category) for category in categories)


def _token(name: Word) -> int:
    return TOKENS.index(str(name))


_ROW_RULES = {
    "new_york": "51S-3.45",
    "appalachian_federation": "51S-3.46",
    "mutants_union": "51S-3.47",
    "merchants_guild": "51S-3.48",
}


class Layout:
    """All tables of one component set for one choice of options. Tables named ``*_of`` are indexed by copy (ref), the others
    by card."""

    def __init__(self, parts: Components, runs: Mapping[str, Run], options: Mapping[str, str]) -> None:
        self.locations = cards = parts.location
        self.limits = parts.limits
        self.end_trigger = self.limits.end_trigger_vp
        self.take_cost = self.limits.connection_take_cost_workers
        self.runs = runs
        self._effects(cards)
        self.every_category = EVERY_CATEGORY
        self.any_category = options["development_ignores_categories"] == "on"
        self.chain = options["chain_activations"] == "on"
        self.location_count = len(cards)
        self.location_ids = tuple(card.id for card in cards)
        self.ids: tuple[str, ...] = (*self.location_ids, *(card.id for card in parts.connection))
        sets = next(option.sets for option in parts.deck_option if option.id == options["deck"])
        promos = (PROMO,) if options["promos"] == "yes" else ()
        self.copies = tuple(card.copies_in((*sets, *promos)) for card in cards)
        self._cards(cards, parts.resistance)
        self._factions(parts.faction)
        self._connections(parts.connection)
        self._refs(refs(parts))
        self._moves()

    def _cards(self, cards: Sequence[Location], resistance: Resistance) -> None:
        self.distance = tuple(card.distance for card in cards)
        self.categories = tuple(_mask(card.categories) for card in cards)
        self.matching = tuple(mask or EVERY_CATEGORY for mask in self.categories)
        """For rebuilding: a location without a category matches every card (51S-3.18)."""
        self.spoils = tuple(goods(card.spoils) for card in cards)
        self.deal_gain: tuple[Goods, ...] = tuple(((GOODS.index(card.deal), 1),) for card in cards)
        self.kind: tuple[str, ...] = tuple(card.kind for card in cards)
        shield = self.limits.defence_token_resistance
        self.resistance = tuple(resistance.of(card.kind) + shield * card.printed_defence for card in cards)
        self.least_resistance = min(self.resistance) - sum(self.weakens)

    def _effects(self, cards: Sequence[Location]) -> None:
        """Compile the effects of the cards."""
        self.production = tuple(card.production.compiled() if card.production else None for card in cards)
        self.bonus = tuple(card.building_bonus.compiled_bonus() if card.building_bonus else None for card in cards)
        self.actions = tuple(card.action.compiled() if card.action else None for card in cards)
        features = [card.feature for card in cards]
        self.idle = tuple(f.idle if f else False for f in features)
        """Whether a feature does nothing once it is built."""
        self.weakens = tuple(f.weakens if f else 0 for f in features)
        """By how much a location reduces the resistance that its owner has to pay."""
        self.own_resource = tuple(f.own_resource if f else 0 for f in features)
        """The amount of the faction's resource that the bottom row gives the owner of a location."""
        self.triggers = {event: tuple(f.trigger(event) if f else None for f in features) for event in ("deal", "raze")}
        """The goods and the rule of a reaction to an event."""
        self.threshold = tuple(f.threshold if f else None for f in features)
        self.storage = tuple(f.storage if f else () for f in features)

    def _factions(self, factions: Sequence[FactionBoard]) -> None:
        self.faction_ids: tuple[str, ...] = tuple(faction.id for faction in factions)
        self.faction_resource = tuple(
            next((BASIC.index(good) for good in BASIC if good in faction.production), NOBODY) for faction in factions
        )
        """The basic resource that a faction produces."""
        self.faction_gain = tuple(goods(faction.production) for faction in factions)
        self.faction_rows = tuple(
            tuple(
                FactionRow(
                    cost(row.cost),
                    goods(row.gain or {}),
                    tuple(GOODS.index(good) for good in row.gain_one_of or ()),
                    _ROW_RULES[faction.id] if row.gain_one_of is None else "51S-3.44",
                )
                for row in faction.actions
            )
            for faction in factions
        )
        self.faction = self.runs["faction"].first - 1
        """An offset that is added to the number of a row."""
        self.rows_left = tuple(
            tuple(
                tuple((*_first_due(row.cost), self.faction + i, row) for i, row in enumerate(rows, 1) if not used >> i & 1)
                for used in range(2 << len(rows))
            )
            for rows in self.faction_rows
        )
        """By faction and bit mask of the used rows, as in ``Activation``: a good and a quantity, whether that is the whole
        cost, the move."""

    def _connections(self, cards: Sequence[Connection]) -> None:
        """Tables of connection cards, indexed by card minus the number of locations."""
        self.colour = tuple(COLOURS.index(card.deck) for card in cards)
        self.connection_copies = tuple(card.copies for card in cards)
        self.connection_cost = tuple(cost(card.cost) for card in cards)
        self.connection_gain = tuple(goods(card.gain) for card in cards)

    def _refs(self, copies_on_table: list[Ref]) -> None:
        self.refs = tuple(copies_on_table)
        self.card_of = tuple(ref.card for ref in self.refs)
        self.weakens_of = tuple(self.weakens[card] for card in self.card_of)
        self.storage_of = tuple(bool(self.storage[card]) for card in self.card_of)
        self.copies_on_table = tuple(self.card_of.count(card) for card in range(self.location_count))
        self.feature_of = tuple(self.kind[card] == "feature" for card in self.card_of)
        self.key_of = tuple(" ".join(map(str, ref.words)) for ref in self.refs)
        """The name in views and scenarios."""
        self.first_ref = tuple(self.card_of.index(card) for card in range(self.location_count))
        self.ref_of_key = {key: i for i, key in enumerate(self.key_of)}
        self.resistance_of = tuple(self.resistance[card] for card in self.card_of)
        self.matching_of = tuple(self.matching[card] for card in self.card_of)
        self.production_of = tuple(self.production[card] for card in self.card_of)
        self.open_of = tuple(self.kind[card] == "open_production" for card in self.card_of)
        self.copyable_of = tuple(bool(made and made.copyable) for made in self.production_of)
        """For production locations: whether another card can copy or redirect them (51S-R.29)."""
        self.printed_of = tuple(bool(ref.data.printed_defence) for ref in self.refs)
        self.action_of = tuple(self.actions[card] for card in self.card_of)
        """The action of a location; ``None`` for other kinds."""

    def _moves(self) -> None:
        """The first number of each verb that is indexed by card or copy, and tables for verbs whose numbers have gaps."""
        first = {name: run.first for name, run in self.runs.items()}
        self.build, self.rebuild, self.deal, self.raze = first["build"], first["rebuild"], first["deal"], first["raze"]
        self.draft, self.discard, self.cancel, self.collect = first["draft"], first["discard"], first["cancel"], first["collect"]
        self.play = first["play"] - self.location_count
        self.take, self.choose, self.select = first["take"], first["choose"], first["select"]
        self.replace, self.replace_ruin, self.defend = first["replace"], first["replace_ruin"], first["defend"]
        self.raid = tuple(first["raid"] + seat * len(self.refs) for seat in SEATS)
        self.tap = tuple(first["tap"] + seat * self.location_count for seat in SEATS)
        self.steal = tuple(first["steal"] + seat * len(BASIC) for seat in SEATS)
        self.verb_of = tuple(run.verb for run in self.runs.values() for _ in run)
        self.activate, self.copy, self.reset = map(self._by_ref, ("activate", "copy", "reset"))
        self.use, self.target = (tuple(self._by_ref(verb, seat) for seat in SEATS) for verb in ("use", "target"))
        ref_of = {ref.words: i for i, ref in enumerate(self.refs)}
        of_seat = [(move, args) for verb in ("use", "target") for move, args in self.runs[verb].items()]
        own = [(move, args) for verb in ("activate", "copy", "reset") for move, args in self.runs[verb].items()]
        self.seat_of_move = {move: int(args[0]) for move, args in of_seat}
        self.ref_of_move = {**{move: ref_of[args] for move, args in own}, **{move: ref_of[args[1:]] for move, args in of_seat}}
        """The copy in a move, for verbs whose numbers have gaps."""
        self.piece = {
            move: (_token(args[-1]), ref_of.get(args[1:-1], NOBODY))
            for verb in ("pay", "pay_stock", "pay_joker", "pay_stock_joker")
            for move, args in self.runs[verb].items()
        }
        """The piece that a payment move spends: (good, place of the stock or NOBODY)."""
        from_supply = {good: move for move, (good, ref) in self.piece.items() if ref == NOBODY}
        self.pay = tuple(from_supply.get(good, NOBODY) for good in range(TOKEN_COUNT))
        self.pay_stock = {(ref, good): move for move, (good, ref) in self.piece.items() if ref != NOBODY}
        self.stored_by_move = {move: (ref_of[args[1:]], _token(args[0])) for move, args in self.runs["store"].items()}
        self.store = {stored: move for move, stored in self.stored_by_move.items()}
        self.room: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        """By card and stored goods: the goods of which the card can take one more (``storage.room_for``)."""
        self.activation_of = tuple(self._activation(i, action) for i, action in enumerate(self.action_of))
        self._hand_moves()

    def _by_ref(self, verb: str, *before: Word) -> tuple[int, ...]:
        """The moves of a verb, indexed by the copy that they name."""
        numbers = {args: move for move, args in self.runs[verb].items()}
        return tuple(numbers.get((*before, *ref.words), NOBODY) for ref in self.refs)

    def _activation(self, ref: int, action: Action | None) -> Activation | None:
        if action is None:
            return None
        good, n, simple = _first_due(action.cost)
        return action.limit, self.activate[ref], good, n, simple and not action.targeted, action, ref

    def _hand_moves(self) -> None:
        """``hand_moves[key][rebuild][card]``: the moves for a card, without and with rebuilding.

        The key consists of the grey, blue and red contacts that can be paid, each counted up to the greatest distance.
        """
        self.reach = reach = max(self.distance)
        verbs = (self.build, self.rebuild, self.deal, self.raze)
        numbers = range(reach + 1)
        of_distance = {
            far: [
                tuple(
                    tuple(first for first, can in zip(verbs, (far <= grey, rebuilt, far <= blue, far <= red), strict=True) if can)
                    for rebuilt in (False, True)
                )
                for grey in numbers
                for blue in numbers
                for red in numbers
            ]
            for far in set(self.distance)
        }
        self.hand_moves = tuple(
            tuple(
                tuple(tuple(first + card for first in of_distance[far][key][rebuilt]) for card, far in enumerate(self.distance))
                for rebuilt in (False, True)
            )
            for key in range((reach + 1) ** 3)
        )

    def is_location(self, card: int) -> bool:
        return card < self.location_count

    def names(self, cards: tuple[int, ...]) -> list[str]:
        return [self.ids[card] for card in cards]


def tell(counts: Goods | dict[int, int]) -> dict[str, int]:
    """Goods by name, for events and views."""
    pairs = counts.items() if isinstance(counts, dict) else counts
    return {GOODS[good]: n for good, n in pairs}
