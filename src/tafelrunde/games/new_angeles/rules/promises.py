"""The promise ledger (NA-26.2, NA-R.26): promises are recorded publicly, judged where the engine can tell, and never
enforced.

A promise is kept or broken only by a decision of its maker. It is void if the maker could not keep it for an outside reason,
or if it required nothing of the maker.
"""

from __future__ import annotations

from typing import Any

from tafelrunde.games.new_angeles.state import COUNTER, MAIN, NOBODY, AngelesState, Promise, Trade

OPEN, KEPT, BROKEN, VOID = range(4)
STATUS = ("open", "kept", "broken", "void")
KINDS = ("support", "oppose", "pay", "no_counter", "give")
ABOUT_SUPPORT = ("support", "oppose")


def record(state: AngelesState, by: int, to: int, kind: str, what: int, deal: int) -> None:
    state.promises = (*state.promises, (by, to, kind, what, deal, OPEN, 0))
    if state.log is not None:
        state.emit(f"promised_{kind}", by, "NA-R.26", also=("NA-26.2",), other=to, **facts(state, kind, what))
    if kind in ABOUT_SUPPORT and deal == state.deal and state.refused >> by & 1:
        _mark(state, len(state.promises) - 1, VOID)  # the seat has already decided


def facts(state: AngelesState, kind: str, what: int) -> dict[str, Any]:
    """The catalogue's words for a promise."""
    subject = {"support": "leader", "oppose": "leader", "pay": "n", "give": "asset"}.get(kind)
    value: object = state.layout.assets[what] if kind == "give" else what
    return {"promise": kind, **({subject: value} if subject else {})}


def _mark(state: AngelesState, i: int, status: int) -> None:
    by, to, kind, what, deal, _, paid = state.promises[i]
    _replace(state, i, (by, to, kind, what, deal, status, paid))
    if state.log is not None:
        data = facts(state, kind, what)
        state.emit(f"promise_{STATUS[status]}", by, "NA-R.26", other=to, **data)


def _replace(state: AngelesState, i: int, promise: Promise) -> None:
    state.promises = (*state.promises[:i], promise, *state.promises[i + 1 :])


def _open(state: AngelesState, *kinds: str) -> list[tuple[int, Promise]]:
    """The open promises of some kinds with their indices."""
    if not state.promises:
        return []
    return [(i, promise) for i, promise in enumerate(state.promises) if promise[5] == OPEN and promise[2] in kinds]


# --- judged at once ------------------------------------------------------------------------------


def countered(state: AngelesState, seat: int) -> None:
    """Mark promises not to counter as broken by a counteroffer."""
    for i, (by, _, _, _, deal, _, _) in _open(state, "no_counter"):
        if by == seat and deal == state.deal:
            _mark(state, i, BROKEN)


def passed(state: AngelesState, seat: int, could_counter: bool) -> None:
    """Mark promises not to counter as kept by a pass, if a counteroffer was possible."""
    for i, (by, _, _, _, deal, _, _) in _open(state, "no_counter"):
        if by == seat and deal == state.deal:
            _mark(state, i, KEPT if could_counter else VOID)


def paid(state: AngelesState, giver: int, taker: int, n: int) -> None:
    """Count the capital that a trade gives the taker, less what the taker gives, toward promises once; the earliest due comes
    first."""
    for i, (by, to, kind, what, deal, status, before) in sorted(_open(state, "pay"), key=lambda entry: entry[1][4]):
        part = min(n, what - before)
        if (by, to) == (giver, taker) and part:
            n -= part
            _replace(state, i, (by, to, kind, what, deal, status, before + part))
            if before + part == what:
                _mark(state, i, KEPT)


def asset_left(state: AngelesState, asset: int, giver: int, taker: int, decided_by: int) -> None:
    """Judge promises about an asset that left its holder: the holder's own decision keeps or breaks a promise to give it,
    otherwise the promise is void."""
    for i, (by, to, _, what, _, _, _) in _open(state, "give"):
        if by == giver and what == asset:
            own = KEPT if taker == to else BROKEN
            _mark(state, i, own if decided_by == giver else VOID)


def declined(state: AngelesState, seat: int, gift: Trade) -> None:
    """Mark promises as void if the beneficiary declined what was promised."""
    for i, promise in _open(state, "pay", "give"):
        if _would_keep(promise, seat, gift):
            _mark(state, i, VOID)


def _would_keep(promise: Promise, seat: int, gift: Trade | tuple[()]) -> bool:
    """Whether a proposal of ``seat`` hands over the promised goods and asks nothing in return."""
    if not gift:
        return False
    partner, gives, asks, act = gift
    by, to, kind, what, _, _, before = promise
    if (by, to) != (seat, partner) or asks or act:
        return False
    return ("asset", what) in gives if kind == "give" else any(k == "capital" and n >= what - before for k, n in gives)


# --- judged at the end ---------------------------------------------------------------------------


def judge_support(state: AngelesState) -> None:
    """Judge promises about support when all have supported or abstained."""
    for i, (by, _, kind, what, deal, _, _) in _open(state, *ABOUT_SUPPORT):
        if deal <= state.deal:
            _mark(state, i, _support_verdict(state, by, kind == "support", what))


def _support_verdict(state: AngelesState, by: int, support: bool, what: int) -> int:
    """Whether a seat supported, or opposed, the offer of seat ``what``."""
    against = BROKEN if support else KEPT
    if by == state.active:
        return VOID
    # A counteroffer of the seat opposes the main offer and the counteroffer that it replaced.
    if state.box and state.box[-1][0] == by:
        opposed = (state.active, state.box[-2][0] if len(state.box) > 1 else NOBODY)
        return against if what in opposed else VOID
    sides = _sides_of(state, what)
    if not sides or not state.refused >> by & 1:
        return VOID
    if state.side[by]:
        return (KEPT if support else BROKEN) if state.side[by] in sides else against
    wanted = sides if support else {MAIN, COUNTER} - sides
    return BROKEN if any(_could_support(state, by, side) for side in wanted) else VOID


def _sides_of(state: AngelesState, seat: int) -> set[int]:
    """The offers of a seat in this deal; a counteroffer that was replaced or returned does not count (NA-24.5)."""
    main = {MAIN} if seat == state.active else set()
    return main | {COUNTER} if state.box and state.box[-1][0] == seat else main


def _could_support(state: AngelesState, seat: int, side: int) -> bool:
    """Whether an abstaining seat had a card for an offer and was allowed to place it there."""
    allowed = side == MAIN or (bool(state.box) and not state.locust >> seat & 1)
    return allowed and bool(state.hands[seat])


def judge_due(state: AngelesState) -> None:
    """Judge open promises that are due now: at the end of the deal, and at the end of the turn for promises made after the
    deal."""
    if not state.promises:
        return
    for i, promise in _open(state, *KINDS):
        if promise[4] <= state.deal:
            _mark(state, i, _due_verdict(state, promise))


def _due_verdict(state: AngelesState, promise: Promise) -> int:
    """Broken, unless a trade was forbidden or was offered and declined; void if the decision did not come up."""
    by, to, kind, what, *_ = promise
    if kind not in ("pay", "give") or (state.barred >> by | state.barred >> to) & 1:
        return VOID
    if kind == "give" and state.holder[what] != by:
        return VOID
    return VOID if _would_keep(promise, by, state.proposals[by]) else BROKEN


def judge_all(state: AngelesState) -> None:
    """Judge all promises at the end of the game: those whose time has ended are judged, the others are void."""
    if not state.federal_end:
        judge_due(state)
    for i, _ in _open(state, *KINDS):
        _mark(state, i, VOID)
