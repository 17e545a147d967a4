"""The knowledge of each seat beyond its view, stored in the state because a state has no history (NA-R.47).

``known[a]`` lists ``(b, card, n)``: seat ``a`` saw that card in the hand of ``b``, and ``n`` cards have left that hand unseen
since, so at most ``n`` of these cards can be gone. ``groups[a][b]`` is a label: seat ``a`` knows how many cards of each type
the seats with one label have together (draws are public), but not their distribution. ``rival_known[a]`` lists ``(places,
rival)``: the rival card is in one of these places, a mask of seats and, as the highest bit, the space under the board.
"""

from __future__ import annotations

from collections import Counter

from tafelrunde.games.new_angeles.state import AngelesState

Entry = tuple[int, int, int]


def nothing_known(state: AngelesState) -> None:
    """The initial knowledge: every hand's types are public, no card is known."""
    seats = tuple(range(state.players))
    state.known = ((),) * state.players
    state.groups = (seats,) * state.players
    state.rival_known = ((),) * state.players


def left_hand(state: AngelesState, seat: int, n: int) -> None:
    """Record that ``n`` cards left a hand face down, seen only by their owner."""
    if any(state.known):
        state.known = tuple(_fade(own, seat, n) if a != seat else own for a, own in enumerate(state.known))


def _fade(entries: tuple[Entry, ...], seat: int, n: int) -> tuple[Entry, ...]:
    return tuple((b, card, gone + n) if b == seat else (b, card, gone) for b, card, gone in entries)


def shown(state: AngelesState, seat: int, card: int) -> None:
    """Record that a card left a hand face up, or was taken by a player who looked: this removes one known card of the hand."""
    if any(state.known):
        state.known = tuple(_strike(state, a, own, seat, card) for a, own in enumerate(state.known))


def _strike(state: AngelesState, observer: int, entries: tuple[Entry, ...], seat: int, card: int) -> tuple[Entry, ...]:
    labels = state.groups[observer]
    found = [entry for entry in entries if entry[1] == card and labels[entry[0]] == labels[seat]]
    if not found:
        return entries
    gone = min(found, key=lambda entry: (entry[0] != seat, entry[2]))
    i = entries.index(gone)
    return entries[:i] + entries[i + 1 :]


def passed_on(state: AngelesState, giver: int, taker: int, cards: tuple[int, ...]) -> None:
    """Record that cards changed hands: the two players know the cards, the others only their number."""
    for card in cards:
        _known_lost(state, giver, taker, card)
    known = list(state.known)
    known[giver] = tuple(sorted((*known[giver], *((taker, card, 0) for card in cards))))
    groups = list(state.groups)
    for observer in range(state.players):
        if observer not in (giver, taker):
            known[observer] = _fade(known[observer], giver, len(cards))
            groups[observer] = _merge(groups[observer], (giver, taker))
    state.known, state.groups = tuple(known), tuple(groups)


def _known_lost(state: AngelesState, giver: int, taker: int, card: int) -> None:
    """Record that the taker sees which card the giver no longer has."""
    known = list(state.known)
    known[taker] = _strike(state, taker, known[taker], giver, card)
    state.known = tuple(known)


def _merge(labels: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    wanted = {labels[seat] for seat in seats}
    first = min(wanted)
    return tuple(first if label in wanted else label for label in labels)


def looked_at(state: AngelesState, observer: int, seat: int) -> None:
    """Record that a seat saw a whole hand (Mr. White)."""
    old = [entry for entry in state.known[observer] if entry[0] != seat or entry[2] > 0]
    hand = Counter(state.hands[seat])
    kept = []
    for b, card, gone in old:
        if b == seat and hand[card] > 0:
            hand[card] -= 1  # this may be the same card that was seen before
        else:
            kept.append((b, card, gone))
    known = list(state.known)
    known[observer] = tuple(sorted([*kept, *((seat, card, 0) for card in state.hands[seat])]))
    state.known = tuple(known)


def hand_is_open(state: AngelesState, seat: int) -> bool:
    """Whether everybody can tell each card of a hand: it is empty, or all its cards were seen and none has left it since."""
    size = len(state.hands[seat])
    others = (own for a, own in enumerate(state.known) if a != seat)
    return not size or all(sum(b == seat and not gone for b, _, gone in own) == size for own in others)


def forget_discards(state: AngelesState, pile: tuple[int, ...]) -> None:
    """Sort the pile face up: the origin of its cards is lost, and known cards that may have been in it become uncertain."""
    counts = Counter(pile)
    known, groups = [], []
    for observer in range(state.players):
        mixed = tuple(b for b in range(state.players) if b != observer and state.discards[b])
        before = state.groups[observer]
        labels = _merge(before, mixed) if mixed else before
        groups.append(_split_empty(state, labels, observer))
        known.append(_certain(state, observer, before, labels, counts))
    state.known, state.groups = tuple(known), tuple(groups)


def _split_empty(state: AngelesState, labels: tuple[int, ...], observer: int) -> tuple[int, ...]:
    """Separate hands that hide nothing: empty ones and the observer's own."""
    new = list(labels)
    for seat in range(state.players):
        if seat == observer or not _has_cards(state, seat):
            others = [b for b in range(state.players) if b != seat and new[b] == new[seat]]
            if others:
                label = min(others)
                for b in others:
                    new[b] = label
            new[seat] = seat
    return tuple(new)


def _certain(
    state: AngelesState, observer: int, before: tuple[int, ...], labels: tuple[int, ...], pile: Counter[int]
) -> tuple[Entry, ...]:
    """The entries that cannot have been in the pile. For each card, as many entries are dropped as the pile contained copies,
    those longest out of sight first.

    Seats whose cards were not mixed are treated separately, because the card in the pile may belong to any of them.
    """
    left = {label: Counter(pile) for label in labels}
    kept: list[Entry] = []
    for b, card, gone in sorted(state.known[observer], key=lambda entry: -entry[2]):
        if gone and left[labels[b]][card]:
            left[labels[b]][card] -= 1
            continue
        now = labels if pile[card] else before  # nobody can tell which of several cards was in the pile
        there = [a for a in range(state.players) if a != observer and now[a] == now[b] and _has_cards(state, a)]
        if there == [b]:
            kept.append((b, card, min(gone, len(state.support[b]))))
        elif there:
            kept.append((b if b in there else there[0], card, gone))
    return tuple(sorted(kept))


def _has_cards(state: AngelesState, seat: int) -> bool:
    return bool(state.hands[seat] or state.support[seat])


# --- rivals --------------------------------------------------------------------------------------


def looked_under_board(state: AngelesState, seat: int) -> None:
    """Record that a seat saw the spare rival and may swap; the others do not learn whether it did (NA-AST.thomas_haas).

    The rivals that it had seen before are neither its own nor under the board, except the one that it sees there now.
    """
    spare_bit = 1 << state.players
    both = spare_bit | 1 << seat
    found = []
    for a, own in enumerate(state.rival_known):
        if a == seat:
            kept = [(mask & ~both, rival) for mask, rival in own if rival not in (state.spare, state.rivals[seat])]
            found.append(tuple(sorted((*kept, (spare_bit, state.spare)))))
        else:
            found.append(tuple(sorted((mask | both if mask & both else mask, rival) for mask, rival in own)))
    state.rival_known = tuple(found)


def swapped_rival(state: AngelesState, seat: int) -> None:
    """Record that a seat that has swapped knows the rival under the board now: its old card."""
    spare_bit = 1 << state.players
    kept = tuple(entry for entry in state.rival_known[seat] if entry[1] not in (state.spare, state.rivals[seat]))
    new = tuple(sorted((*kept, (spare_bit, state.spare))))
    state.rival_known = (*state.rival_known[:seat], new, *state.rival_known[seat + 1 :])


# --- proposals -----------------------------------------------------------------------------------


def drop_stale_proposals(state: AngelesState) -> None:
    """Cancel proposals that can no longer be fulfilled (NA-R.24)."""
    proposals = list(state.proposals)
    for seat, proposal in enumerate(proposals):
        if proposal and not can_fulfil(state, seat, proposal):
            proposals[seat] = ()
            if state.log is not None:
                state.emit("proposal_lapsed", seat, "NA-R.24")
    state.proposals = tuple(proposals)


def can_fulfil(state: AngelesState, seat: int, proposal: tuple) -> bool:  # type: ignore[type-arg]
    """Whether both sides have everything that the proposal moves, and nobody is barred (NA-26.0)."""
    partner, gives, asks = proposal[:3]
    if (state.barred >> seat | state.barred >> partner) & 1:
        return False
    return _has(state, seat, gives) and _has(state, partner, asks)


def _has(state: AngelesState, seat: int, items: tuple[tuple[str, int], ...]) -> bool:
    return all(n <= state.capital[seat] if kind == "capital" else state.holder[n] == seat for kind, n in items)
