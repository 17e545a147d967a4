"""The promise ledger (NA-26.2, NA-R.26): recorded in public, judged where the engine can tell, never enforced."""

from __future__ import annotations

from typing import Any

from tafelrunde.games.new_angeles.state import COUNTER, MAIN, NOBODY, AngelesState

OPEN, KEPT, BROKEN, VOID = range(4)
STATUS = ("open", "kept", "broken", "void")
KINDS = ("support", "oppose", "pay", "no_counter", "give")


def record(state: AngelesState, by: int, to: int, kind: str, what: int, deal: int) -> None:
    state.promises = (*state.promises, (by, to, kind, what, deal, OPEN))
    if state.log is not None:
        state.emit(f"promised_{kind}", by, "NA-R.26", also=("NA-26.2",), other=to, **facts(state, kind, what))


def facts(state: AngelesState, kind: str, what: int) -> dict[str, Any]:
    """A promise in the words of the catalogues."""
    subject = {"support": "leader", "oppose": "leader", "pay": "n", "give": "asset"}.get(kind)
    value: object = state.layout.assets[what] if kind == "give" else what
    return {"promise": kind, **({subject: value} if subject else {})}


def _mark(state: AngelesState, i: int, status: int) -> None:
    by, to, kind, what, deal, _ = state.promises[i]
    state.promises = (*state.promises[:i], (by, to, kind, what, deal, status), *state.promises[i + 1 :])
    if state.log is not None:
        data = facts(state, kind, what)
        state.emit(f"promise_{STATUS[status]}", by, "NA-R.26", other=to, **data)


def countered(state: AngelesState, seat: int) -> None:
    """A counteroffer breaks a promise not to counter at once."""
    for i, (by, _, kind, _, deal, status) in enumerate(state.promises):
        if status == OPEN and kind == "no_counter" and by == seat and deal == state.deal:
            _mark(state, i, BROKEN)


def traded(state: AngelesState, giver: int, taker: int, asset: int = NOBODY, capital: int = 0) -> None:
    """What was handed over may keep a promise."""
    if capital:
        state.payments = (*state.payments, (giver, taker, capital))
    for i, (by, to, kind, what, _, status) in enumerate(state.promises):
        if status != OPEN or (by, to) != (giver, taker):
            continue
        paid = sum(n for a, b, n in state.payments if (a, b) == (giver, taker))
        if (kind == "give" and what == asset) or (kind == "pay" and capital and paid >= what):
            _mark(state, i, KEPT)


def judge_deal(state: AngelesState) -> None:
    """At the end of a deal every open promise about it is kept, broken or void."""
    for i, (by, _, kind, what, deal, status) in enumerate(state.promises):
        if status == OPEN and deal <= state.deal:
            _mark(state, i, _verdict(state, by, kind, what))


def _verdict(state: AngelesState, by: int, kind: str, what: int) -> int:
    if kind == "pay":
        return BROKEN
    if kind == "give":
        return BROKEN if state.holder[what] == by else VOID
    if kind == "no_counter":
        return VOID if by == state.active else KEPT
    if not state.refused >> by & 1:
        return VOID
    return _support_verdict(state, by, kind, what)


def _support_verdict(state: AngelesState, by: int, kind: str, what: int) -> int:
    """Whether the seat supported, or opposed, the offer of seat ``what``."""
    own = MAIN if what == state.active else COUNTER if state.forced >> what & 1 else 0
    if not own:
        return VOID
    wanted = own if kind == "support" else MAIN + COUNTER - own
    return KEPT if state.side[by] == wanted else BROKEN
