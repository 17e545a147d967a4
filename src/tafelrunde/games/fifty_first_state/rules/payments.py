"""Payments: exact pieces, with a question only where the ways of paying differ (51S-7.9, R.46)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tafelrunde.core.audience import PUBLIC, WHEN_DONE
from tafelrunde.core.decks import without
from tafelrunde.games.fifty_first_state.frames import CancelCost, DiscardCost, Due, Pay, SeatFrame
from tafelrunde.games.fifty_first_state.names import AMMO, BRICK, DEVELOPMENT, MULTI
from tafelrunde.games.fifty_first_state.rules.goods import leave_hand, put_on_discard
from tafelrunde.games.fifty_first_state.rules.layout import JOKER_OF, PRICE, Cost, tell
from tafelrunde.games.fifty_first_state.rules.places import change, facts, find, update
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.state import MARKS, NOBODY, REF, STOCK, TOKEN_COUNT, USES, FiftyFirstState

Way = tuple[int, ...]
"""One way of paying: the numbers of its ``pay`` moves, sorted."""

ANY_BASIC, BRICK_OR_DEVELOPMENT = "any_basic", "brick_or_development"
"""Costs that more than one kind of good can pay: keys of the catalogue's names."""

REBUILDS = 1 << BRICK | 1 << AMMO | 1 << DEVELOPMENT
"""Bit mask of the goods that can pay for rebuilding."""


def purse(state: FiftyFirstState, seat: int) -> list[int]:
    """The goods with which a seat can pay: its supply and the stock on its locations (51S-R.12)."""
    base = seat * TOKEN_COUNT
    found = state.supply[base : base + TOKEN_COUNT]
    for good in facts(state, seat).stock:
        found[good] += 1
    return found


def with_jokers(purse: list[int]) -> list[int]:
    """How many of each good a purse could pay if nothing else had to be paid (51S-7.2, 7.5)."""
    ammo, multi = purse[AMMO], purse[MULTI]
    if not ammo and not multi:
        return purse
    fuel, iron, gun, brick, _, worker, grey, red, blue, _, development, defence = purse
    return [
        fuel + ammo, iron + ammo, gun + ammo, brick + ammo, ammo, worker, grey + multi, red + multi, blue + multi, multi,
        development, defence,
    ]  # fmt: skip


def affordable(purse: Sequence[int], cost: Cost) -> bool:
    """Whether the tokens of a cost can be paid, jokers included (51S-7.2, 7.5)."""
    ammo, multi = purse[AMMO], purse[MULTI]
    for good, n in cost.tokens:
        short = n - purse[good]
        if short > 0:
            joker = JOKER_OF[good]
            if joker == AMMO:
                ammo -= short
                if ammo < 0:
                    return False
            elif joker == MULTI:
                multi -= short
                if multi < 0:
                    return False
            else:
                return False
    if not cost.any_n:
        return True
    spare = ammo
    for good in cost.any_of:
        spare += purse[good]
    if cost.tokens:
        needed = dict(cost.tokens)
        spare -= sum(min(purse[good], needed.get(good, 0)) for good in cost.any_of)
    return spare >= cost.any_n


def ways(state: FiftyFirstState, seat: int, cost: Cost) -> tuple[Way, ...]:
    """Every different choice of pieces that pays the tokens of a cost."""
    layout = state.layout
    left: dict[int, int] = {}
    of_good: dict[int, list[int]] = {}
    for good in range(TOKEN_COUNT):
        n = state.supply[seat * TOKEN_COUNT + good]
        if n and layout.pay[good] != NOBODY:
            left[layout.pay[good]] = n
            of_good[good] = [layout.pay[good]]
    for place in state.states[seat]:
        for good in place[STOCK]:
            piece = layout.pay_stock[place[0], good]
            if piece not in left:
                of_good.setdefault(good, []).append(piece)
            left[piece] = left.get(piece, 0) + 1
    demands = [([*of_good.get(good, ()), *of_good.get(JOKER_OF[good], ())], n) for good, n in cost.tokens]
    if cost.any_n:
        demands.append(([piece for good in (*cost.any_of, AMMO) for piece in of_good.get(good, ())], cost.any_n))
    found: dict[Way, None] = {}
    _extend(demands, 0, left, (), found)
    return tuple(found)


def _extend(demands: list[tuple[list[int], int]], i: int, left: dict[int, int], spent: Way, found: dict[Way, None]) -> None:
    if i == len(demands):
        found[tuple(sorted(spent))] = None
        return
    pieces, n = demands[i]
    for chosen in _choices(pieces, 0, n, left):
        rest = dict(left)
        for piece in chosen:
            rest[piece] -= 1
        _extend(demands, i + 1, rest, spent + chosen, found)


def _choices(pieces: list[int], i: int, n: int, left: dict[int, int]) -> Iterator[Way]:
    """All multisets of ``n`` pieces."""
    if not n:
        yield ()
    elif i < len(pieces):
        for k in range(min(n, left[pieces[i]]), -1, -1):
            for rest in _choices(pieces, i + 1, n - k, left):
                yield (pieces[i],) * k + rest


def pay(
    state: FiftyFirstState, seat: int, cost: Cost, rule: str, then: SeatFrame, owner: int = NOBODY, ref: int = NOBODY
) -> None:  # fmt: skip
    """Pay a cost, or ask for the pieces, then resolve ``then``. ``owner, ref`` is the location on which the pieces are
    placed.

    Usually nothing has to be asked; then ``then`` is resolved directly, without going through the stack.
    """
    tokens = cost.tokens
    supply, base = state.supply, seat * TOKEN_COUNT
    if cost.simple and not facts(state, seat).stock_mask & cost.pays:
        if len(tokens) == 1:
            good, n = tokens[0]
            joker = JOKER_OF[good]
            if joker != NOBODY and supply[base + joker]:
                state.stack.append(then)
                _pay_with_jokers(state, seat, good, joker, n, cost, rule, owner, ref)
                return
            supply[base + good] -= n
            if ref != NOBODY or state.log is not None:
                _settle(state, seat, [good] * n, rule, owner, ref)
            state.dispatch[type(then)][1](state, then)
            return
        if not supply[base + AMMO] and not supply[base + MULTI]:
            for good, n in tokens:
                supply[base + good] -= n
            _settle(state, seat, [good for good, n in tokens for _ in range(n)], rule, owner, ref)
            state.dispatch[type(then)][1](state, then)
            return
    state.stack.append(then)
    state.stack += [CancelCost(seat)] * cost.deals
    state.stack += [DiscardCost(seat)] * cost.cards
    offer(state, seat, ways(state, seat, cost), cost, rule, owner, ref)


def _pay_with_jokers(
    state: FiftyFirstState, seat: int, good: int, joker: int, n: int, cost: Cost, rule: str, owner: int, ref: int
) -> None:  # fmt: skip
    """The case of one kind of good and no stock: the ways differ only in the number of jokers."""
    supply, base = state.supply, seat * TOKEN_COUNT
    least, most = max(0, n - supply[base + joker]), min(n, supply[base + good])
    if least == most:
        supply[base + good] -= most
        supply[base + joker] -= n - most
        goods = [good] * most + [joker] * (n - most)
        if state.log is not None:
            _tell_jokers(state, seat, goods)
        _settle(state, seat, goods, rule, owner, ref)
    else:
        plain, other = state.layout.pay[good], state.layout.pay[joker]
        found = tuple(tuple(sorted((plain,) * k + (other,) * (n - k))) for k in range(most, least - 1, -1))
        offer(state, seat, found, cost, rule, owner, ref)


def pay_rebuild(state: FiftyFirstState, seat: int, matching: bool) -> None:
    """One brick or ammo, or a development token; without a common category only the token, by the variant (51S-3.12, 3.19)."""
    supply, base = state.supply, seat * TOKEN_COUNT
    if facts(state, seat).stock_mask & REBUILDS:
        found = ways(state, seat, PRICE[DEVELOPMENT][1])
        if matching:
            found = ways(state, seat, PRICE[BRICK][1]) + found
    else:
        goods = [good for good in ((BRICK, AMMO, DEVELOPMENT) if matching else (DEVELOPMENT,)) if supply[base + good]]
        if goods == [BRICK] and state.log is None:
            supply[base + BRICK] -= 1
            return
        found = tuple((state.layout.pay[good],) for good in goods)
    offer(state, seat, found, PRICE[BRICK if matching else DEVELOPMENT][1], "51S-3.12", NOBODY, NOBODY)


def offer(state: FiftyFirstState, seat: int, found: tuple[Way, ...], cost: Cost, rule: str, owner: int, ref: int) -> None:
    _narrow(state, Pay(seat, found, (), Due(cost.tokens, cost.any_n, cost.any_of), rule, owner, ref))


def _narrow(state: FiftyFirstState, frame: Pay) -> None:
    """Settle the pieces that all remaining ways share, then ask for the rest if there is still a choice."""
    found, paid = frame.ways, frame.paid
    if len(found) == 1:
        _spend(state, frame.seat, tuple(sorted((*paid, *found[0]))), frame.rule, frame.owner, frame.ref)
        return
    for piece in _shared(found):
        found = tuple(without(way, piece) for way in found)
        paid = (*paid, piece)
    state.stack.append(Pay(frame.seat, found, paid, frame.due, frame.rule, frame.owner, frame.ref))


def _shared(found: tuple[Way, ...]) -> list[int]:
    """The pieces that every way contains, each in its smallest number."""
    shared = list(found[0])
    for way in found[1:]:
        rest = list(way)
        kept = []
        for piece in shared:
            if piece in rest:
                rest.remove(piece)
                kept.append(piece)
        shared = kept
    return shared


@FRAMES.asks(Pay, "51S-7.9", answer=WHEN_DONE)
def ask_pay(state: FiftyFirstState, frame: Pay) -> list[int]:
    """Ask for any piece of the remaining ways; the default comes first (51S-R.46)."""
    return sorted({piece for way in frame.ways for piece in way})


@FRAMES.resolves(Pay)
def resolve_pay(state: FiftyFirstState, frame: Pay, move: int) -> None:
    left = tuple(dict.fromkeys(without(way, move) for way in frame.ways if move in way))
    paid = (*frame.paid, move)
    _narrow(state, Pay(frame.seat, left, paid, frame.due, frame.rule, frame.owner, frame.ref))


@FRAMES.describes(Pay)
def describe_pay(state: FiftyFirstState, frame: Pay) -> dict[str, object]:
    """The part of the cost that is still open, and the pieces paid so far."""
    tokens, any_n, _ = frame.due
    open_tokens = dict(tokens)
    paid: dict[int, int] = {}
    for piece in frame.paid:
        good = state.layout.piece[piece][0]
        paid[good] = paid.get(good, 0) + 1
        due = next((token for token, n in open_tokens.items() if n and good in (token, JOKER_OF[token])), None)
        if due is None:
            any_n -= 1
        else:
            open_tokens[due] -= 1
    goods = tell({good: n for good, n in open_tokens.items() if n})
    if _takes_development(state, frame):
        goods = {BRICK_OR_DEVELOPMENT: 1}
    if any_n:
        goods[ANY_BASIC] = any_n
    return {"goods": goods, "paid": tell(paid)}


def _takes_development(state: FiftyFirstState, frame: Pay) -> bool:
    """Whether a development token could still replace the brick of a rebuilding (51S-3.12)."""
    return (BRICK, 1) in frame.due.tokens and any(
        state.layout.piece[piece][0] == DEVELOPMENT for way in frame.ways for piece in way
    )


def _spend(state: FiftyFirstState, seat: int, way: Way, rule: str, owner: int, ref: int) -> None:
    """Take the pieces of a way from the supply and the stock."""
    layout = state.layout
    goods = []
    for piece in way:
        good, stock = layout.piece[piece]
        goods.append(good)
        if stock == NOBODY:
            state.supply[seat * TOKEN_COUNT + good] -= 1
        else:
            place = state.states[seat][find(state, seat, stock)]
            update(state, seat, stock, STOCK, without(place[STOCK], good))
            if state.log is not None:
                state.emit("stock_spent", seat, "51S-R.12", good=tell({good: 1}), place=layout.key_of[stock])
    if state.log is not None:
        _tell_jokers(state, seat, goods)
    _settle(state, seat, goods, rule, owner, ref)


def _tell_jokers(state: FiftyFirstState, seat: int, goods: list[int]) -> None:
    for joker, rule in ((AMMO, "51S-7.2"), (MULTI, "51S-7.5")):
        if joker in goods:
            state.emit("joker_paid", seat, rule, goods=tell({joker: goods.count(joker)}))


def _settle(state: FiftyFirstState, seat: int, goods: list[int], rule: str, owner: int, ref: int) -> None:
    """Move the payment to the general supply, or onto the location until clean-up (51S-3.64)."""
    if not goods:
        return
    if ref != NOBODY:
        position = find(state, owner, ref)
        place = state.states[owner][position]
        marks = tuple(sorted((*place[MARKS], *goods)))
        change(state, owner, position, (place[REF], place[USES], marks, *place[STOCK:]))
    if state.log is not None:
        counts = {good: goods.count(good) for good in sorted(set(goods))}
        state.emit("paid", seat, rule if ref != NOBODY else "51S-3.64", goods=tell(counts))


# --- cards and deals as a cost -------------------------------------------------------------------


@FRAMES.asks(DiscardCost, "51S-CARD.cost_card", answer=PUBLIC)
def ask_discard(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    """Ask for a card of the hand, location or connection (51S-R.24); no question if all are equal."""
    cards = set(state.hands[frame.seat])
    return [state.layout.discard + card for card in sorted(cards)] if len(cards) > 1 else []


@FRAMES.lapses(DiscardCost)
def lapse_discard(state: FiftyFirstState, frame: SeatFrame) -> None:
    resolve_discard(state, frame, state.layout.discard + state.hands[frame.seat][0])


@FRAMES.resolves(DiscardCost)
def resolve_discard(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    seat, card = frame.seat, move - state.layout.discard
    leave_hand(state, seat, card)
    put_on_discard(state, card)
    if state.log is not None:
        rule = "51S-CARD.cost_card" if state.layout.is_location(card) else "51S-R.24"
        state.emit("card_discarded", seat, rule, card=state.layout.ids[card])


@FRAMES.asks(CancelCost, "51S-CARD.cost_deal", answer=PUBLIC, moves=PUBLIC)
def ask_cancel(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    """Ask for one of the seat's own deals; no question if all are equal."""
    deals = set(state.deals[frame.seat])
    return [state.layout.cancel + card for card in sorted(deals)] if len(deals) > 1 else []


@FRAMES.lapses(CancelCost)
def lapse_cancel(state: FiftyFirstState, frame: SeatFrame) -> None:
    resolve_cancel(state, frame, state.layout.cancel + state.deals[frame.seat][0])


@FRAMES.resolves(CancelCost)
def resolve_cancel(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    seat, card = frame.seat, move - state.layout.cancel
    state.deals[seat] = without(state.deals[seat], card)
    put_on_discard(state, card)
    if state.log is not None:
        state.emit("deal_cancelled", seat, "51S-CARD.cost_deal", card=state.layout.ids[card])
