"""Trading and promising at any time (NA-26, NA-30.1, NA-66.8, NA-R.24 to R.26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.games.new_angeles import promises
from tafelrunde.games.new_angeles.deal import abstain
from tafelrunde.games.new_angeles.goods import gain, give_asset, held, lose
from tafelrunde.games.new_angeles.knowledge import can_fulfil
from tafelrunde.games.new_angeles.registry import CLOSED, FRAMES
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, AngelesState, Item, Trade
from tafelrunde.games.new_angeles.words import (
    ACCEPT,
    ASK_ACT,
    ASK_ASSET,
    ASK_CAPITAL,
    ASK_SUPPORT,
    ASSETS,
    DECLINE,
    GIVE_ASSET,
    GIVE_CAPITAL,
    MOST,
    MOST_SUPPORT,
    PASS,
    PROMISE,
    PROPOSE,
    SEATS,
    SUPPORT,
    TRADE,
    WITHDRAW,
)


def window_open(state: AngelesState) -> bool:
    """From the first turn on, while somebody owes a decision and is not in the middle of one choice (NA-R.24)."""
    if not state.deal or state.phase in ("setup", "over"):
        return False
    return not any(question[1][0] in CLOSED for question in state.asked.values())


def barred(state: AngelesState, seat: int) -> bool:
    """Mark Yale forbids trading until the end of the deal."""
    return bool(state.barred >> seat & 1)


def free_moves(state: AngelesState, seat: int) -> list[int]:
    """Every free move of a seat."""
    if not window_open(state):
        return []
    others = [other for other in range(state.players) if other != seat]
    moves: list[int] = []
    if not barred(state, seat):
        moves += [TRADE + other for other in others if not barred(state, other)]
        moves += _draft_moves(state, seat)
    if state.drafts[seat] or state.proposals[seat]:
        moves.append(WITHDRAW)
    for other in others:
        if proposed_to(state, other, seat):
            if can_accept(state, other, seat):
                moves.append(ACCEPT + other)
            moves.append(DECLINE + other)
    return moves + _promise_moves(state, seat)


def _draft_moves(state: AngelesState, seat: int) -> list[int]:
    draft = state.drafts[seat]
    if not draft or barred(state, draft[0]):
        return []
    partner, gives, asks, act = draft
    moves = [GIVE_CAPITAL + n for n in range(min(MOST, state.capital[seat]))]
    moves += [GIVE_ASSET + asset for asset in held(state, seat) if ("asset", asset) not in gives]
    moves += [ASK_CAPITAL + n for n in range(min(MOST, state.capital[partner]))]
    moves += [ASK_ASSET + asset for asset in held(state, partner) if ("asset", asset) not in asks]
    moves += bindable(state, partner)
    if (gives or asks) and can_fulfil(state, seat, draft) and (not act or act[0] in bindable(state, partner)):
        moves.append(PROPOSE)
    return moves


def bindable(state: AngelesState, seat: int) -> list[int]:
    """The acts that a trade can bind: what the seat owes right now in rows 10 and 12 (NA-R.25)."""
    question = state.asked.get(seat)
    if question is None:
        return []
    kind, moves = question[1][0], question[2]
    if kind == "counter":
        return [ASK_ACT]
    if kind != "support":
        return []
    found = [ASK_ACT + 1]
    for side in range(2):
        if SUPPORT + side in moves:
            found += [ASK_SUPPORT + side * MOST_SUPPORT + n for n in range(min(MOST_SUPPORT, len(state.hands[seat])))]
    return found


def publicly_bindable(state: AngelesState, seat: int) -> bool:
    return bool(bindable(state, seat))


def _promise_moves(state: AngelesState, seat: int) -> list[int]:
    if len(state.promises) >= 60:
        return []
    holder = state.holder
    known = state.game.promises[state.players, seat]  # type: ignore[attr-defined]
    return [move for move, asset in known if asset is None or holder[asset] == seat]


def promises_of(table: Mapping[int, tuple[int, str, int, int]], players: int, seat: int) -> list[tuple[int, int | None]]:
    """What a seat could ever promise at a table of so many, and the asset it must hold for it."""
    found: list[tuple[int, int | None]] = []
    for move, (to, kind, what, _) in table.items():
        if to < players and to != seat and (kind not in ("support", "oppose") or (what < players and what != seat)):
            found.append((move, what if kind == "give" else None))
    return found


def can_promise(state: AngelesState, seat: int, to: int, kind: str, what: int) -> bool:
    """To somebody else, about somebody else at the table, or about an asset one holds."""
    if to == seat:
        return False
    if kind in ("support", "oppose"):
        return what < state.players and what != seat
    return kind != "give" or state.holder[what] == seat


def proposed_to(state: AngelesState, seat: int, other: int) -> bool:
    proposal = state.proposals[seat]
    if not proposal:
        return False
    return proposal[0] == other


def can_accept(state: AngelesState, seat: int, other: int) -> bool:
    """Whether a proposal can still be fulfilled in full, its binding act included."""
    proposal: Any = state.proposals[seat]
    if not proposal or not can_fulfil(state, seat, proposal):
        return False
    act = proposal[3]
    if not act:
        return True
    question = state.asked.get(other)
    ply = list(act)[-1]
    return question is not None and question[0] == ply and act[0] in bindable(state, other)


# --- playing -------------------------------------------------------------------------------------


def play_free(state: AngelesState, seat: int, move: int) -> None:
    """Carry out a free move."""
    if TRADE <= move < TRADE + SEATS:
        _set_draft(state, seat, (move - TRADE, (), (), ()))
        _tell(state, "draft", seat, "NA-R.24", (seat,), other=move - TRADE)
    elif move == PROPOSE:
        _propose(state, seat)
    elif move == WITHDRAW:
        _withdraw(state, seat)
    elif ACCEPT <= move < ACCEPT + SEATS:
        _accept(state, seat, move - ACCEPT)
    elif DECLINE <= move < DECLINE + SEATS:
        _set_proposal(state, move - DECLINE, ())
        _tell(state, "declined", seat, "NA-R.24", None, other=move - DECLINE)
    elif move >= PROMISE:
        to, kind, what, later = state.game.promise_table[move]  # type: ignore[attr-defined]
        promises.record(state, seat, to, kind, what, state.deal + later)
    else:
        _edit_draft(state, seat, move)


def _tell(state: AngelesState, kind: str, seat: int, rule: str, audience: tuple[int, ...] | None, **data: Any) -> None:
    if state.log is not None:
        state.emit(kind, seat, rule, audience=audience, **data)


def _set_draft(state: AngelesState, seat: int, draft: Trade | tuple[()]) -> None:
    state.drafts = (*state.drafts[:seat], draft, *state.drafts[seat + 1 :])


def _set_proposal(state: AngelesState, seat: int, proposal: Trade | tuple[()]) -> None:
    state.proposals = (*state.proposals[:seat], proposal, *state.proposals[seat + 1 :])


def _edit_draft(state: AngelesState, seat: int, move: int) -> None:
    """A sum replaces the sum before it, an act the act; assets are added."""
    draft = state.drafts[seat]
    assert draft
    partner, gives, asks, act = draft
    if GIVE_CAPITAL <= move < GIVE_CAPITAL + MOST:
        gives = _with_capital(gives, move - GIVE_CAPITAL + 1)
    elif GIVE_ASSET <= move < GIVE_ASSET + ASSETS:
        gives = tuple(sorted((*gives, ("asset", move - GIVE_ASSET))))
    elif ASK_CAPITAL <= move < ASK_CAPITAL + MOST:
        asks = _with_capital(asks, move - ASK_CAPITAL + 1)
    elif ASK_ASSET <= move < ASK_ASSET + ASSETS:
        asks = tuple(sorted((*asks, ("asset", move - ASK_ASSET))))
    else:
        act = (move,)
    _set_draft(state, seat, (partner, gives, asks, act))
    _tell(state, "draft", seat, "NA-R.24", (seat,), other=partner)


def _with_capital(items: tuple[Item, ...], n: int) -> tuple[Item, ...]:
    return tuple(sorted((*(item for item in items if item[0] != "capital"), ("capital", n))))


def _propose(state: AngelesState, seat: int) -> None:
    draft = state.drafts[seat]
    assert draft
    partner, gives, asks, act = draft
    ply = state.asked[partner][0] if act else 0
    _set_proposal(state, seat, (partner, gives, asks, (act[0], ply) if act else ()))
    _set_draft(state, seat, ())
    if state.log is not None:
        rule = "NA-R.25" if act else "NA-R.24"
        data: dict[str, Any] = {"other": partner, "gives": texts(state, gives), "asks": texts(state, asks, act)}
        state.emit("proposed", seat, rule, also=("NA-R.24", *(() if asks or act else ("NA-26.1",))), **data)


def _withdraw(state: AngelesState, seat: int) -> None:
    """The draft if there is one, else the proposal."""
    if state.drafts[seat]:
        _set_draft(state, seat, ())
        _tell(state, "draft_dropped", seat, "NA-R.24", (seat,))
    else:
        _set_proposal(state, seat, ())
        _tell(state, "withdrawn", seat, "NA-R.24", None)


def texts(state: AngelesState, items: tuple[Item, ...], act: tuple[int, ...] = ()) -> list[str]:
    """Items of a trade as words: ``capital 3``, ``asset eiko``, ``support main 2``."""
    found = [f"{kind} {n}" if kind == "capital" else f"asset {state.layout.assets[n]}" for kind, n in items]
    return [*found, state.game.vocabulary[act[0]].text.removeprefix("ask ")] if act else found


def _accept(state: AngelesState, seat: int, other: int) -> None:
    """Both sides hand over at once, whole; a binding act is carried out with it (NA-26.0, NA-R.25)."""
    proposal = state.proposals[other]
    assert proposal
    _, gives, asks, act = proposal
    _set_proposal(state, other, ())
    if state.log is not None:
        also = ("NA-30.1", *(("NA-26.1",) if not asks and not act else ()), *(("NA-R.25",) if act else ()))
        state.emit("traded", other, "NA-26.0", also=also, other=seat, gives=texts(state, gives), asks=texts(state, asks, act[:1]))
    _hand_over(state, other, seat, gives)
    _hand_over(state, seat, other, asks)
    if act:
        _carry_out(state, seat, act[0])


def _hand_over(state: AngelesState, giver: int, taker: int, items: tuple[Item, ...]) -> None:
    for kind, n in items:
        if kind == "capital":
            lose(state, giver, n, "NA-30.1")
            gain(state, taker, n, "NA-30.1")
            promises.traded(state, giver, taker, capital=n)
        else:
            turned = ("NA-26.4", "NA-66.8a") if state.exhausted >> n & 1 else ()
            give_asset(state, n, taker, "NA-66.8", turned)
            promises.traded(state, giver, taker, asset=n)


def _carry_out(state: AngelesState, seat: int, act: int) -> None:
    """The decision the seat owes is taken as agreed."""
    frame = state.stack.pop()
    assert frame[1] == seat
    if act == ASK_ACT:
        act_of = FRAMES.kinds["counter"].act
        assert act_of is not None
        act_of(state, frame, PASS)
        return
    state.refused |= 1 << seat
    if act == ASK_ACT + 1:
        abstain(state, seat)
        return
    side, n = divmod(act - ASK_SUPPORT, MOST_SUPPORT)
    state.side[seat] = COUNTER if side else MAIN
    state.push(("support_cards", seat, n + 1))
