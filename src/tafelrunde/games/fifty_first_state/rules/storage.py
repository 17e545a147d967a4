"""Storing goods during clean-up (51S-4.1, CARD.storage_*)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.games.fifty_first_state.frames import SeatFrame, Store
from tafelrunde.games.fifty_first_state.names import GOODS
from tafelrunde.games.fifty_first_state.rules.layout import Layout, Storage
from tafelrunde.games.fifty_first_state.rules.places import facts, find, update
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.state import REF, STORED, TOKEN_COUNT, USES, FiftyFirstState
from tafelrunde.games.fifty_first_state.verbs import DONE

STORAGE_RULES = {
    "thieves_den": "51S-CARD.storage_thieves_den",
    "hibernation_chambers": "51S-CARD.storage_workers",
}


def storage_rule(card: str, good: int) -> str:
    if card in STORAGE_RULES:
        return STORAGE_RULES[card]
    return "51S-CARD.storage_contacts" if GOODS[good].startswith("contact") else "51S-CARD.storage_resources"


def room_for(layout: Layout, card: int, stored: tuple[int, ...]) -> tuple[int, ...]:
    """The goods of which a feature that holds ``stored`` can take one more (51S-7.13)."""
    found = layout.room.get((card, stored))
    if found is None:
        found = layout.room[card, stored] = tuple(
            good for good in range(TOKEN_COUNT) if _all_fit(layout.storage[card], (*stored, good))
        )
    return found


def _all_fit(slots: tuple[Storage, ...], stored: tuple[int, ...]) -> bool:
    room = [slot.room for slot in slots]
    for one in stored:
        # use the slot with the fewest kinds, so that wider slots stay free
        open_slots = [i for i, slot in enumerate(slots) if one in slot.goods and room[i]]
        if not open_slots:
            return False
        room[min(open_slots, key=lambda i: len(slots[i].goods))] -= 1
    return True


@FRAMES.asks(Store, "51S-4.1", answer=PUBLIC, moves=PUBLIC)
def ask_store(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    """Ask for one good to store on a feature, or for done; no question if no good fits."""
    seat = frame.seat
    layout = state.layout
    if not facts(state, seat).storing:
        return []
    found = []
    supply, base = state.supply, seat * TOKEN_COUNT
    for place in state.states[seat]:
        ref = place[REF]
        if place[USES] >= 0 and layout.storage_of[ref]:
            for good in room_for(layout, layout.card_of[ref], place[STORED]):
                if supply[base + good]:
                    found.append(layout.store[ref, good])
    return [DONE, *found] if found else []


@FRAMES.resolves(Store)
def resolve_store(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    if move == DONE:
        return
    seat = frame.seat
    ref, good = state.layout.stored_by_move[move]
    place = state.states[seat][find(state, seat, ref)]
    state.supply[seat * TOKEN_COUNT + good] -= 1
    update(state, seat, ref, STORED, tuple(sorted((*place[STORED], good))))
    if state.log is not None:
        rule = storage_rule(state.layout.ids[state.layout.card_of[ref]], good)
        state.emit("stored", seat, rule, place=state.layout.key_of[ref], good=GOODS[good])
    state.stack.append(frame)
