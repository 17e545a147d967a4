"""The trades and promises that a bot considers, and how far it trusts a seat's promises (NA-26, NA-R.25, NA-R.26).

Everything here follows from public facts, so it is the same in every sampled world.
"""

from __future__ import annotations

from collections.abc import Iterator

from tafelrunde.core.game import Bargain
from tafelrunde.games.new_angeles.ai.prices import prices, rounds_left
from tafelrunde.games.new_angeles.frames import Counter, MainOffer, Support, SupportCards
from tafelrunde.games.new_angeles.numbers import MOST, MOST_SUPPORT, PROPOSE
from tafelrunde.games.new_angeles.rules.acts import offers, owed, table
from tafelrunde.games.new_angeles.rules.deal import countering
from tafelrunde.games.new_angeles.rules.promises import BROKEN, KEPT, OPEN
from tafelrunde.games.new_angeles.rules.trade import barred, can_accept, can_promise, proposed_to, standing, window_open
from tafelrunde.games.new_angeles.state import MAIN, AngelesState

PRICES = (1, 2, 3)
"""The capital offered for another seat's decision."""
HELP = (1, 2)
"""The number of cards of support requested."""
SALE, PURCHASE = 1, 2
"""The capital asked for an asset, and the capital paid for one."""
RAISES = (1, 2, 3)
"""By how much a counter-proposal may exceed the price that was offered: who offers a price would often pay a little more."""
PLEDGE = 2
"""The capital promised for the next deal if less is paid at once."""


def trust(state: AngelesState, seat: int) -> float:
    """How far a seat's promises are trusted: a broken promise weighs as much as three that were kept."""
    kept = sum(promise[0] == seat and promise[5] == KEPT for promise in state.promises)
    broken = sum(promise[0] == seat and promise[5] == BROKEN for promise in state.promises)
    return (1 + kept) / (2 + kept + 3 * broken)


def may_bargain(state: AngelesState, seat: int) -> bool:
    """Whether a seat may answer a proposal or begin a bargain: once for every question, before anything else."""
    if not window_open(state):
        return False
    if any(proposed_to(state, other, seat) for other in range(state.players)):
        return True
    if barred(state, seat) or any(question[0] != state.ply for question in state.asked.values()):
        return False
    if _before_own_offer(state, seat):
        return True
    return bool(_due(state, seat)) or (_asked_for_help(state) is not None and seat in (state.active, countering(state)))


def bargains(state: AngelesState, seat: int) -> Iterator[Bargain]:
    """The answers to a proposal made to the seat, or else the bargains that it could propose."""
    waiting = [other for other in range(state.players) if proposed_to(state, other, seat)]
    for other in waiting:
        if can_accept(state, other, seat):
            yield Bargain((state.verbs.accept + other,))
        yield Bargain((state.verbs.decline + other,), refuses=other)
    if not waiting and not barred(state, seat):
        yield from _payments(state, seat)
        yield from _purchases(state, seat)
        if _before_own_offer(state, seat):
            yield from _asset_trades(state, seat)


def haggles(state: AngelesState, seat: int, other: int) -> Iterator[Bargain]:
    """Decline a purchase and offer the same for more capital. Only who is asked for an asset or an act haggles, so that a
    counter-proposal, which offers them, is never answered by another."""
    proposal, verbs = standing(state, other), state.verbs
    if not proposal or not can_accept(state, other, seat) or barred(state, seat) or barred(state, other):
        return
    _, gives, asks, act = proposal
    wanted = [verbs.give_asset + n for kind, n in asks if kind == "asset"]
    if act and not verbs.is_offered(act[0]):
        wanted += [give for give in offers(state, seat) if table(state).ask_of_give[give] == act[0]]
    if not wanted or len(wanted) < len(asks) + bool(act):
        return  # it asks for capital too, offers an act, or asks for one that cannot be offered
    price = sum(n for kind, n in gives if kind == "capital")
    kept = [verbs.ask_asset + n for kind, n in gives if kind == "asset"]
    for more in RAISES:
        if price + more <= min(state.capital[other], MOST):
            line = (verbs.decline + other, verbs.trade + other, *wanted, *kept, verbs.ask_capital + price + more - 1, PROPOSE)
            yield Bargain(line, other, verbs.accept + seat, other, price + more)


def _before_own_offer(state: AngelesState, seat: int) -> bool:
    """Whether assets may be traded now: once a turn, before the main offer."""
    question = state.asked.get(seat)
    return seat == state.active and question is not None and isinstance(question[1], MainOffer)


def _asset_trades(state: AngelesState, seat: int) -> Iterator[Bargain]:
    """Trades of assets: the seat offers its own that bring too little and asks for others' that bring more than they usually
    cost."""
    worth, verbs = prices(state.layout, rounds_left(state.layout, state.round)).assets, state.verbs
    others = [other for other in range(state.players) if other != seat and not barred(state, other)]
    for asset, holder in enumerate(state.holder):
        if holder == seat and worth[asset] < SALE:
            for other in others:
                if state.capital[other] >= SALE:
                    line = (verbs.trade + other, verbs.give_asset + asset, verbs.ask_capital + SALE - 1, PROPOSE)
                    yield Bargain(line, other, state.verbs.accept + seat)
        elif holder in others and worth[asset] > PURCHASE and state.capital[seat] >= PURCHASE:
            line = (state.verbs.trade + holder, state.verbs.give_capital + PURCHASE - 1, state.verbs.ask_asset + asset, PROPOSE)
            yield Bargain(line, holder, state.verbs.accept + seat)


def _due(state: AngelesState, seat: int) -> list[tuple[int, str, int]]:
    """The promised payments that are due in this deal and that the seat can make."""
    found = []
    for by, to, kind, what, deal, status, _ in state.promises:
        can = (kind == "pay" and state.capital[seat] >= what) or (kind == "give" and state.holder[what] == seat)
        if can and by == seat and status == OPEN and deal == state.deal and not barred(state, to):
            found.append((to, kind, what))
    return found


def _payments(state: AngelesState, seat: int) -> Iterator[Bargain]:
    for to, kind, what in _due(state, seat):
        item = state.verbs.give_capital + what - 1 if kind == "pay" else state.verbs.give_asset + what
        yield Bargain((state.verbs.trade + to, item, PROPOSE), to, state.verbs.accept + seat)


def _asked_for_help(state: AngelesState) -> int | None:
    """The seat whose counteroffer or support a trade can buy now (NA-R.25); bots buy nothing else."""
    for other, question in state.asked.items():
        if isinstance(question[1], (Counter, Support)) and not barred(state, other):
            return other
    return None


def _purchases(state: AngelesState, seat: int) -> Iterator[Bargain]:
    """Offers of capital for support, an abstention or a pass of the seat that is asked, in favour of the bot's own offer."""
    other = _asked_for_help(state)
    if other is None or other == seat or seat not in (state.active, countering(state)):
        return
    own = (0 if seat == state.active else 1) * MOST_SUPPORT
    wanted = [state.verbs.ask_act, state.verbs.ask_act + 1, *(state.verbs.ask_support + own + n - 1 for n in HELP)]
    pledge, can = _pledge(state, seat, other), owed(state, other)
    for act in wanted:
        if act not in can:
            continue
        for price in PRICES:
            if price <= state.capital[seat]:
                line = (state.verbs.trade + other, state.verbs.give_capital + price - 1, act, PROPOSE)
                yield Bargain(line, other, state.verbs.accept + seat)
                if pledge is not None and price == PRICES[0]:
                    yield Bargain((pledge, *line), other, state.verbs.accept + seat)


def _pledge(state: AngelesState, seat: int, other: int) -> int | None:
    """A promise to pay in the next deal, unless the seat already owes the other one something."""
    if not can_promise(state, seat, other, "pay", PLEDGE) or any(p[0] == seat and p[5] == OPEN for p in state.promises):
        return None
    return state.game.vocabulary.number("promise", other, "pay", PLEDGE, "next")


# --- what promises are worth ---------------------------------------------------------------------

BELIEVED = 0.8
HONOUR = 2.5
"""The maximum weight of promises on their maker, in capital: seats that break promises find fewer partners."""


def settle_promises(state: AngelesState, riches: list[float]) -> list[float]:
    """Add the value of open promises to the seats that received them; returns the cost of open and broken ones to their makers.

    A promise for a later deal counts only if the two seats have traded in this deal.
    """
    traded = {pair for giver, taker, _ in state.payments for pair in ((giver, taker), (taker, giver))}
    burdens = [0.0] * state.players
    for by, to, kind, what, deal, status, _ in state.promises:
        worth = float(what) if kind == "pay" else 1.5 if kind == "give" else 0.0
        if status == OPEN and worth and (deal <= state.deal or (by, to) in traded):
            riches[to] += BELIEVED * trust(state, by) * worth
            burdens[by] += min(worth, HONOUR)
        elif status == BROKEN:
            burdens[by] += HONOUR
    return burdens


def promised_support(state: AngelesState) -> float:
    """The promised cards of seats still to decide: those for the main offer minus those for the counteroffer."""
    margin = 0.0
    for by, _, kind, what, deal, status, _ in state.promises:
        if status != OPEN or deal != state.deal or kind not in ("support", "oppose") or state.refused >> by & 1:
            continue
        side = 1 if what == state.active else -1 if what == countering(state) else 0
        margin += trust(state, by) * (side if kind == "support" else -side)
    return margin


def agreed_support(state: AngelesState) -> tuple[int, int, int]:
    """The seats that must still lay cards because of a trade, how many, and for which offer (+1 is the main one)."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, SupportCards) or not frame.exact:
        return -1, 0, 0
    seat = frame.seat
    return seat, frame.exact - len(state.support[seat]), 1 if state.side[seat] == MAIN else -1
