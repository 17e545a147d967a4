"""Redealing everything that a seat cannot know (NA-R.46, NA-R.47): hands, piles, decks, rivals, investments, events, assets.

Types of drawn cards are public, so a redealt hand has the types that everybody saw being drawn, as far as they can be
determined. Cards that the seat has seen stay where it saw them, or in a place to which they can have gone.
"""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.core.decks import Deck, Known
from tafelrunde.core.sampling import Redeal
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState, bits

Slot = tuple[str, int]


def redeal(world: AngelesState, seat: int) -> None:
    _action_cards(world, seat)
    _assets(world, seat)
    _events(world, seat)
    _investments(world, seat)
    if world.phase != "over":
        _rivals(world, seat)
    world.known = tuple(own if a == seat else _others_knowledge(world, a, seat) for a, own in enumerate(world.known))
    world.drafts = tuple(draft if a == seat else () for a, draft in enumerate(world.drafts))


def _take(world: AngelesState, cards: list[int]) -> int:
    return cards.pop(world.below(len(cards)))


# --- action cards --------------------------------------------------------------------------------


def _action_cards(world: AngelesState, seat: int) -> None:
    types, players = world.layout.card_type, world.players
    pools = [list(deck.pool) for deck in world.decks]
    others = [b for b in range(players) if b != seat]
    hidden = [card for b in others for card in (*world.hands[b], *world.support[b], *world.discards[b])]
    hidden += [*world.discards[players], *(card for card, _ in world.table_support)]
    for card in hidden:
        pools[types[card]].append(card)
    for _, card, _ in world.known[seat]:
        pools[types[card]].remove(card)
    for pool in pools:
        pool.sort()
    unknown = _counts(world, world.discards[players])
    world.discards[players] = tuple(sorted(_take(world, pools[kind]) for kind in range(5) for _ in range(unknown[kind])))
    placed = sorted((types[card], side) for card, side in world.table_support)
    world.table_support = tuple(sorted((_take(world, pools[kind]), side) for kind, side in placed))
    labels = world.groups[seat]
    for label in sorted({labels[b] for b in others}):
        _deal_group(world, seat, [b for b in others if labels[b] == label], pools)
    world.decks = tuple(deck.replace(pool=tuple(pools[kind])) for kind, deck in enumerate(world.decks))


def _counts(world: AngelesState, cards: Sequence[int]) -> list[int]:
    counts = [0] * 5
    for card in cards:
        counts[world.layout.card_type[card]] += 1
    return counts


def _deal_group(world: AngelesState, seat: int, group: list[int], pools: list[list[int]]) -> None:
    """Deal to seats of which the observer knows only the combined types: each type is distributed in the combined number."""
    there = [card for b in group for card in (*world.hands[b], *world.support[b], *world.discards[b])]
    counts = _counts(world, there)
    seen = sorted((gone, b, card) for b, card, gone in world.known[seat] if b in group)
    for _, _, card in seen:
        counts[world.layout.card_type[card]] -= 1
    cards = [_take(world, pools[kind]) for kind in range(5) for _ in range(counts[kind])]
    slots: list[Slot] = []
    for b in group:
        slots += [("hand", b)] * len(world.hands[b])
        slots += [("support", b)] * len(world.support[b])
        slots += [("discard", b)] * len(world.discards[b])
    filled: dict[Slot, list[int]] = {}
    taken: set[int] = set()
    out = dict.fromkeys(group, 0)
    for gone, b, card in seen:
        allowed = _recent(slots, b, gone) if len(group) == 1 else _anywhere(slots, b, out[b] < gone)
        free = [place for place in allowed if place not in taken] or [p for p in range(len(slots)) if p not in taken]
        place = free[world.below(len(free))]
        taken.add(place)
        out[b] += slots[place] != ("hand", b)
        filled.setdefault(slots[place], []).append(card)
    slots = [slot for place, slot in enumerate(slots) if place not in taken]
    for slot in slots:
        filled.setdefault(slot, []).append(_take(world, cards))
    for b in group:
        world.hands[b] = tuple(sorted(filled.get(("hand", b), ())))
        world.support[b] = tuple(sorted(filled.get(("support", b), ())))
        world.discards[b] = tuple(sorted(filled.get(("discard", b), ())))


def _recent(slots: list[Slot], seat: int, gone: int) -> list[int]:
    """The possible places of a card once seen in a hand: still there, or among the last ``gone`` cards that left it.

    Cards in support left later than cards in the pile. The possible places of a card seen later include those of a card seen
    earlier, so choosing for the latest first makes all arrangements equally likely.
    """
    home = [place for place, slot in enumerate(slots) if slot == ("hand", seat)]
    left = [place for kind in ("support", "discard") for place, slot in enumerate(slots) if slot == (kind, seat)]
    return home + left[:gone]


def _anywhere(slots: list[Slot], seat: int, may_be_out: bool) -> list[int]:
    """The same for mixed hands: the card may have been handed on, but no more cards are missing than have left the hand."""
    return [place for place, slot in enumerate(slots) if may_be_out or slot == ("hand", seat)]


def _others_knowledge(world: AngelesState, observer: int, seat: int) -> tuple[tuple[int, int, int], ...]:
    """The cards of the observer's hand that another seat has seen. Its knowledge of other hands is secret, including the
    number of cards."""
    return tuple(entry for entry in world.known[observer] if entry[0] == seat)


# --- everything else -----------------------------------------------------------------------------


def _assets(world: AngelesState, seat: int) -> None:
    """Deal the face-down assets on the turn track, which nobody knows (NA-66.9)."""
    deal = Redeal(world, world.asset_deck, seat)
    deal.gather(world.track)
    world.track = tuple(deal.deal(1)[0] for _ in world.track)
    world.asset_deck = deal.deck()


def _events(world: AngelesState, seat: int) -> None:
    """Deal events. Backs in known places are public, so a new front there has the same back (NA-19.3)."""
    deck, backs = world.event_deck, world.layout.event_back
    unseen = [k.card for k in deck.top + deck.bottom if not k.seen_by(seat)]
    pool = sorted([*deck.pool, *unseen])

    def refill(place: Known) -> Known:
        if place.seen_by(seat):
            return place
        fitting = [card for card in pool if backs[card] == backs[place.card]]
        card = fitting[world.below(len(fitting))]
        pool.remove(card)
        return Known(card, place.seats)

    top = tuple(refill(place) for place in deck.top)
    bottom = tuple(refill(place) for place in deck.bottom)
    world.event_deck = Deck(tuple(pool), deck.hidden, top, bottom)


def _investments(world: AngelesState, seat: int) -> None:
    if world.scored and not any(world.dealt):
        return
    deal = Redeal(world, world.investment_deck, seat)
    others = [b for b in range(world.players) if b != seat]
    dealt, kept = list(world.dealt), list(world.investments)
    for b in others:
        deal.gather(dealt[b] or (() if kept[b] == NOBODY else (kept[b],)))
    for b in others:
        if dealt[b]:
            dealt[b] = deal.deal(2)
            kept[b] = NOBODY if kept[b] == NOBODY else dealt[b][world.below(2)]
        elif kept[b] != NOBODY:
            kept[b] = deal.deal(1)[0]
    world.dealt, world.investments, world.investment_deck = tuple(dealt), tuple(kept), deal.deck()


def _rivals(world: AngelesState, seat: int) -> None:
    """Deal rivals. A seat knows its own rival and those shown by Thomas Haas (NA-46.3)."""
    if world.spare == NOBODY:
        return
    players = world.players
    places = [*world.rivals, world.spare]
    entries = [entry for entry in world.rival_known[seat] if entry[1] != places[seat]]
    ways = _ways([mask & ~(1 << seat) for mask, _ in entries])
    new = [NOBODY] * (players + 1)
    new[seat] = places[seat]
    for place, (_, rival) in zip(ways[world.below(len(ways))], entries, strict=True):
        new[place] = rival
    left = sorted(set(places) - set(new))
    for place in range(players + 1):
        if new[place] == NOBODY:
            new[place] = _take(world, left)
    world.rivals, world.spare = tuple(new[:players]), new[players]
    world.rival_known = tuple(own if a == seat else _rivals_seen(own, new, a) for a, own in enumerate(world.rival_known))


def _ways(masks: Sequence[int]) -> list[tuple[int, ...]]:
    """All ways to give each card one of its places, without using a place twice."""
    found: list[tuple[int, ...]] = [()]
    for mask in masks:
        found = [(*way, place) for way in found for place in bits(mask) if place not in way]
    return found


def _rivals_seen(own: tuple[tuple[int, int], ...], places: list[int], observer: int) -> tuple[tuple[int, int], ...]:
    """The rivals that another seat has seen, in the redealt world."""
    found: list[tuple[int, int]] = []
    for mask, _ in own:
        there = [places[p] for p in range(len(places)) if mask >> p & 1 and p != observer]
        fresh = [rival for rival in there if rival not in [r for _, r in found]]
        if fresh:
            found.append((mask, fresh[-1]))
    return tuple(sorted(found))
