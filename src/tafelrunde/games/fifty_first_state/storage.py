"""Storing goods over clean-up (51S-4.1, CARD.storage_*)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame
from tafelrunde.games.fifty_first_state.places import find, update
from tafelrunde.games.fifty_first_state.registry import FRAMES
from tafelrunde.games.fifty_first_state.schema import GOODS
from tafelrunde.games.fifty_first_state.state import REF, STORED, TOKEN_COUNT, USES, FiftyFirstState, Place
from tafelrunde.games.fifty_first_state.words import DONE

STORAGE_RULES = {
    "thieves_den": "51S-CARD.storage_thieves_den",
    "hibernation_chambers": "51S-CARD.storage_workers",
}


def storage_rule(card: str, good: int) -> str:
    if card in STORAGE_RULES:
        return STORAGE_RULES[card]
    return "51S-CARD.storage_contacts" if GOODS[good].startswith("contact") else "51S-CARD.storage_resources"


def fits(state: FiftyFirstState, place: Place, good: int) -> bool:
    """Whether a feature has room for one more of a good: all it holds then still fits its slots (51S-7.13)."""
    slots = state.layout.storage[state.layout.card_of[place[REF]]]
    stored = (*place[STORED], good)
    room = [slot.room for slot in slots]
    for one in stored:
        # the slot with the fewest kinds takes it, so that wider slots stay free
        open_slots = [i for i, slot in enumerate(slots) if one in slot.goods and room[i]]
        if not open_slots:
            return False
        room[min(open_slots, key=lambda i: len(slots[i].goods))] -= 1
    return True


@FRAMES.asks("store", "51S-4.1", answer=PUBLIC, moves=PUBLIC)
def ask_store(state: FiftyFirstState, frame: Frame) -> list[int]:
    """One good onto one feature, or done; not asked where nothing fits."""
    seat = frame[1]
    layout = state.layout
    found = []
    for place in state.states[seat]:
        if place[USES] < 0 or not layout.storage[layout.card_of[place[REF]]]:
            continue
        for good in range(TOKEN_COUNT):
            move = layout.store.get((place[REF], good))
            if move is not None and state.supply[seat * TOKEN_COUNT + good] and fits(state, place, good):
                found.append(move)
    return [DONE, *found] if found else []


@FRAMES.resolves("store")
def resolve_store(state: FiftyFirstState, frame: Frame, move: int) -> None:
    if move == DONE:
        return
    seat = frame[1]
    ref, good = state.layout.stored_by_move[move]
    place = state.states[seat][find(state, seat, ref)]
    state.supply[seat * TOKEN_COUNT + good] -= 1
    update(state, seat, ref, STORED, tuple(sorted((*place[STORED], good))))
    if state.log is not None:
        rule = storage_rule(state.layout.ids[state.layout.card_of[ref]], good)
        state.emit("stored", seat, rule, place=state.layout.key_of[ref], good=GOODS[good])
    state.stack.append(frame)
