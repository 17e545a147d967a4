"""Trading and promising at any time (NA-26, NA-30.1, NA-66.8, NA-R.24 to R.26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.games.new_angeles.frames import DropAsset, Eiko, LastTrade, Ransom, Spend
from tafelrunde.games.new_angeles.numbers import MOST, PROPOSE, SEATS, WITHDRAW
from tafelrunde.games.new_angeles.rules import promises
from tafelrunde.games.new_angeles.rules.acts import (
    can_be_done,
    carry_out,
    is_due,
    offers,
    on_table,
    owed,
    performer,
    words,
)
from tafelrunde.games.new_angeles.rules.goods import gain, give_asset, held, lose
from tafelrunde.games.new_angeles.rules.knowledge import can_fulfil
from tafelrunde.games.new_angeles.rules.registry import in_one_choice
from tafelrunde.games.new_angeles.rules.rounds import trade_again
from tafelrunde.games.new_angeles.state import AngelesState, Item, Trade


def window_open(state: AngelesState) -> bool:
    """Whether trading is possible: from the first turn on, while a seat has a decision and is not within a choice (NA-R.24)."""
    if not state.deal or state.phase in ("setup", "over"):
        return False
    return not any(in_one_choice(question[1]) for question in state.asked.values())


def could_still_matter(state: AngelesState, seat: int) -> bool:
    """Whether a trade could change the result of a question with one answer (NA-26.0): the last trades before the game ends,
    capital that somebody may lend, capital or an asset that its holder may hand on before losing it."""
    work = state.stack if state.lanes is None else state.lanes[seat]
    frame = work[-1] if work else None
    if not isinstance(frame, COUNT_ON_TRADES) or not state.deal:
        return False
    if isinstance(frame, DropAsset):
        return not barred(state, state.picked[0])
    if barred(state, seat):
        return False
    lent = sum(capital for other, capital in enumerate(state.capital) if other != seat and not barred(state, other))
    if isinstance(frame, Ransom):
        return state.capital[seat] + lent >= frame.n
    return isinstance(frame, LastTrade) or (state.capital[seat] if isinstance(frame, Eiko) else lent) > 0


COUNT_ON_TRADES = (DropAsset, Eiko, LastTrade, Ransom, Spend)
"""Questions whose answers or results depend on goods that can be traded."""


def barred(state: AngelesState, seat: int) -> bool:
    """Whether Mark Yale forbids a seat to trade until the end of the deal."""
    return bool(state.barred >> seat & 1)


def free_moves(state: AngelesState, seat: int) -> list[int]:
    """Every free move of a seat."""
    if not window_open(state):
        return []
    others = [other for other in range(state.players) if other != seat]
    moves: list[int] = []
    if not barred(state, seat):
        moves += [state.verbs.trade + other for other in others if not barred(state, other)]
        moves += _draft_moves(state, seat)
    if state.drafts[seat] or standing(state, seat):
        moves.append(WITHDRAW)
    for other in others:
        if proposed_to(state, other, seat):
            if can_accept(state, other, seat):
                moves.append(state.verbs.accept + other)
            moves.append(state.verbs.decline + other)
    return moves + _promise_moves(state, seat)


def _draft_moves(state: AngelesState, seat: int) -> list[int]:
    draft = state.drafts[seat]
    if not draft or barred(state, draft[0]):
        return []
    partner, gives, asks, _ = draft
    moves = [state.verbs.give_capital + n for n in range(min(MOST, state.capital[seat]))]
    moves += [state.verbs.give_asset + asset for asset in held(state, seat) if ("asset", asset) not in gives]
    moves += [state.verbs.ask_capital + n for n in range(min(MOST, state.capital[partner]))]
    moves += [state.verbs.ask_asset + asset for asset in held(state, partner) if ("asset", asset) not in asks]
    moves += owed(state, partner)
    moves += offers(state, seat)
    if (gives or asks) and can_fulfil(state, seat, draft) and on_table(state, seat, draft):
        moves.append(PROPOSE)
    return moves


def _promise_moves(state: AngelesState, seat: int) -> list[int]:
    if len(state.promises) >= 60:
        return []
    holder = state.holder
    known = state.game.promises[state.players, seat]  # type: ignore[attr-defined]
    return [move for move, asset in known if asset is None or holder[asset] == seat]


def promises_of(table: Mapping[int, tuple[int, str, int, int]], players: int, seat: int) -> list[tuple[int, int | None]]:
    """All promises that a seat could ever make with this number of players, and the asset that each requires."""
    found: list[tuple[int, int | None]] = []
    for move, (to, kind, what, _) in table.items():
        if to < players and to != seat and (kind not in ("support", "oppose") or (what < players and what != seat)):
            found.append((move, what if kind == "give" else None))
    return found


def can_promise(state: AngelesState, seat: int, to: int, kind: str, what: int) -> bool:
    """Whether a promise is possible: to somebody else, and about another seat at the table or an asset that the seat holds."""
    if to == seat:
        return False
    if kind in ("support", "oppose"):
        return what < state.players and what != seat
    return kind != "give" or state.holder[what] == seat


def standing(state: AngelesState, seat: int) -> Trade | tuple[()]:
    """A seat's proposal; a proposal about a decision is cancelled when the decision is made (NA-R.25)."""
    proposal = state.proposals[seat]
    return proposal if proposal and is_due(state, seat, proposal) else ()


def proposed_to(state: AngelesState, seat: int, other: int) -> bool:
    proposal = standing(state, seat)
    if not proposal:
        return False
    return proposal[0] == other


def can_accept(state: AngelesState, seat: int, other: int) -> bool:
    """Whether a proposal can still be fulfilled completely, including its binding act."""
    proposal = standing(state, seat)
    return bool(proposal) and can_fulfil(state, seat, proposal) and can_be_done(state, seat, proposal)  # type: ignore[arg-type]


# --- playing -------------------------------------------------------------------------------------


def play_free(state: AngelesState, seat: int, move: int) -> None:
    """Carry out a free move."""
    if state.verbs.trade <= move < state.verbs.trade + SEATS:
        _set_draft(state, seat, (move - state.verbs.trade, (), (), ()))
        _tell(state, "draft", seat, "NA-R.24", other=move - state.verbs.trade)
    elif move == PROPOSE:
        _propose(state, seat)
    elif move == WITHDRAW:
        _withdraw(state, seat)
    elif state.verbs.accept <= move < state.verbs.accept + SEATS:
        _accept(state, seat, move - state.verbs.accept)
    elif state.verbs.decline <= move < state.verbs.decline + SEATS:
        gift = state.proposals[move - state.verbs.decline]
        assert gift
        _set_proposal(state, move - state.verbs.decline, ())
        promises.declined(state, move - state.verbs.decline, gift)
        _tell(state, "declined", seat, "NA-R.24", other=move - state.verbs.decline)
    elif state.verbs.promise <= move < state.verbs.ask_more:
        to, kind, what, later = state.game.promise_table[move]  # type: ignore[attr-defined]
        promises.record(state, seat, to, kind, what, state.deal + later)
    else:
        _edit_draft(state, seat, move)


def _tell(state: AngelesState, kind: str, seat: int, rule: str, **data: Any) -> None:
    if state.log is not None:
        state.emit(kind, seat, rule, **data)


def _set_draft(state: AngelesState, seat: int, draft: Trade | tuple[()]) -> None:
    state.drafts = (*state.drafts[:seat], draft, *state.drafts[seat + 1 :])


def _set_proposal(state: AngelesState, seat: int, proposal: Trade | tuple[()]) -> None:
    state.proposals = (*state.proposals[:seat], proposal, *state.proposals[seat + 1 :])


def _edit_draft(state: AngelesState, seat: int, move: int) -> None:
    """Change the draft: a new amount replaces the former one, an act the former act; assets are added."""
    draft = state.drafts[seat]
    assert draft
    partner, gives, asks, act = draft
    if state.verbs.is_act(move):
        act = (move,)
    elif state.verbs.give_capital <= move < state.verbs.give_capital + MOST:
        gives = _with_capital(gives, move - state.verbs.give_capital + 1)
    elif state.verbs.give_asset <= move < state.verbs.give_asset + state.verbs.assets:
        gives = tuple(sorted((*gives, ("asset", move - state.verbs.give_asset))))
    elif state.verbs.ask_capital <= move < state.verbs.ask_capital + MOST:
        asks = _with_capital(asks, move - state.verbs.ask_capital + 1)
    else:
        asks = tuple(sorted((*asks, ("asset", move - state.verbs.ask_asset))))
    _set_draft(state, seat, (partner, gives, asks, act))
    _tell(state, "draft", seat, "NA-R.24", other=partner)


def _with_capital(items: tuple[Item, ...], n: int) -> tuple[Item, ...]:
    return tuple(sorted((*(item for item in items if item[0] != "capital"), ("capital", n))))


def _propose(state: AngelesState, seat: int) -> None:
    draft = state.drafts[seat]
    assert draft
    partner, gives, asks, act = draft
    ply = state.asked[performer(state, seat, draft)][0] if act else 0
    _set_proposal(state, seat, (partner, gives, asks, (act[0], ply) if act else ()))
    _set_draft(state, seat, ())
    if state.log is not None:
        rule = "NA-R.25" if act else "NA-R.24"
        also = ("NA-R.24", *(() if asks or act else ("NA-26.1",)))
        state.emit("proposed", seat, rule, also=also, other=partner, **sides(state, draft))


def _withdraw(state: AngelesState, seat: int) -> None:
    """Withdraw the draft if there is one, otherwise the proposal."""
    if state.drafts[seat]:
        _set_draft(state, seat, ())
        _tell(state, "draft_dropped", seat, "NA-R.24")
    else:
        _set_proposal(state, seat, ())
        _tell(state, "withdrawn", seat, "NA-R.24")


def sides(state: AngelesState, trade: Trade) -> dict[str, Any]:
    """The goods given and requested, as words: ``capital 3``, ``asset eiko``, ``support main 2``."""
    _, gives, asks, act = trade
    found = {"gives": _words(state, gives), "asks": _words(state, asks)}
    if act:
        found["gives" if state.verbs.is_offered(act[0]) else "asks"].append(words(state, act[0]))
    return found


def _words(state: AngelesState, items: tuple[Item, ...]) -> list[str]:
    return [f"{kind} {n}" if kind == "capital" else f"asset {state.layout.assets[n]}" for kind, n in items]


def _accept(state: AngelesState, seat: int, other: int) -> None:
    """Hand over the goods of both sides and carry out a binding act, in one step (NA-26.0, NA-R.25)."""
    proposal = state.proposals[other]
    assert proposal
    _, gives, asks, act = proposal
    _set_proposal(state, other, ())
    if state.log is not None:
        also = ("NA-30.1", *(("NA-26.1",) if not asks and not act else ()), *(("NA-R.25",) if act else ()))
        state.emit("traded", other, "NA-26.0", also=also, other=seat, **sides(state, proposal))
    net = _hand_over(state, other, seat, gives) - _hand_over(state, seat, other, asks)
    if net:
        payer, payee = (other, seat) if net > 0 else (seat, other)
        promises.paid(state, payer, payee, abs(net))
    trade_again(state)
    if act:
        carry_out(state, performer(state, other, proposal), act[0])


def _hand_over(state: AngelesState, giver: int, taker: int, items: tuple[Item, ...]) -> int:
    """Hand over one side of a trade and return its capital."""
    capital = 0
    for kind, n in items:
        if kind == "capital":
            lose(state, giver, n, "NA-30.1")
            gain(state, taker, n, "NA-30.1")
            state.payments = (*state.payments, (giver, taker, n))
            capital += n
        else:
            turned = ("NA-26.4", "NA-66.8a") if state.exhausted >> n & 1 else ()
            give_asset(state, n, taker, "NA-66.8", turned, by=giver)
    return capital
