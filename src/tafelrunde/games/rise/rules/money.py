"""Coins, victory points, payments and exchange."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.games.rise import frames
from tafelrunde.games.rise.effects import effect_of
from tafelrunde.games.rise.rules.reach import can_pay_after_leaving, can_trade_after_all
from tafelrunde.games.rise.rules.registry import FRAMES, interrupts, resolves
from tafelrunde.games.rise.state import ENVIRONMENT, SATISFACTION, TRACK_COUNT, RiseState
from tafelrunde.games.rise.verbs import CHOOSE, PASS, PAY


def units_for(short: int, gives: int) -> int:
    """The number of whole exchanges, each giving ``gives``, that cover a shortfall.

    >>> units_for(3, 2)
    2
    """
    return -(-short // gives) if short > 0 else 0


@FRAMES.auto(frames.Coins, "RISE-T.13")
def gain_coins(state: RiseState, frame: frames.SumFrame) -> None:
    """Gain coins from the supply; the limit is not checked at this moment (RISE-T.13)."""
    seat = frame.seat
    state.coins[seat] += frame.n
    if state.log is not None:
        state.emit("coins", seat, frame.rule or "RISE-T.13", n=frame.n, now=state.coins[seat])


@FRAMES.auto(frames.Points, "RISE-T.16")
def change_points(state: RiseState, frame: frames.SumFrame) -> None:
    """Change victory points immediately; losses are mandatory and may go below zero (RISE-T.16, T.17)."""
    seat, n = frame.seat, frame.n
    state.vp[seat] += n
    if state.log is not None:
        if n >= 0:
            state.emit("points", seat, frame.rule or "RISE-T.16", n=n, now=state.vp[seat])
        else:
            state.emit("points_lost", seat, frame.rule or "RISE-T.17", n=-n, now=state.vp[seat])


# --- exchange: victory points into coins at the satisfaction rate --------------------------------


def rate(state: RiseState, seat: int) -> tuple[int, int]:
    """The exchange rate at the field of the seat's satisfaction marker: (victory points to give, coins to take) (RISE-SAT.2)."""
    field = state.pos[seat * TRACK_COUNT + SATISFACTION]
    return state.layout.rate_vp[field], state.layout.rate_coins[field]


def purse(state: RiseState, seat: int) -> int:
    """The coins that a seat could pay, including exchanged victory points; never below zero points (RISE-T.15, R.18)."""
    field = state.pos[seat * TRACK_COUNT + SATISFACTION]
    layout = state.layout
    vp = state.vp[seat]
    return state.coins[seat] + (vp // layout.rate_vp[field] * layout.rate_coins[field] if vp > 0 else 0)


@FRAMES.auto(frames.Exchange, "RISE-SAT.2")
def exchange(state: RiseState, frame: frames.Exchange) -> None:
    """Exchange whole units at the present rate (RISE-SAT.3)."""
    seat, units = frame.seat, frame.units
    points, coins = rate(state, seat)
    state.vp[seat] -= units * points
    state.coins[seat] += units * coins
    if state.log is not None:
        state.emit("exchanged", seat, frame.rule, points=units * points, coins=units * coins, now=state.coins[seat])


def pay(state: RiseState, seat: int, cost: int, rule: str, short_rule: str) -> None:
    """Pay coins; a shortfall is first covered by the smallest sufficient number of exchanges (RISE-R.17)."""
    short = cost - state.coins[seat]
    if short > 0:
        exchange(state, frames.Exchange(seat, units_for(short, rate(state, seat)[1]), short_rule))
    state.coins[seat] -= cost
    if state.log is not None and cost:
        state.emit("paid", seat, rule, n=cost, now=state.coins[seat])


def points_for(state: RiseState, seat: int, cost: int) -> int:
    """The victory points that would be exchanged now to pay a price (RISE-R.17)."""
    points, coins = rate(state, seat)
    return units_for(max(0, cost - state.coins[seat]), coins) * points


# --- payments, alternatives and coin trades on fields --------------------------------------------


@FRAMES.asks(frames.Pay, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_pay(state: RiseState, frame: frames.Pay) -> tuple[int, ...]:
    """Ask whether to pay for an effect with a price; the player may decline (RISE-T.14, CUL.1)."""
    seat, cost = frame.seat, frame.coins
    tail = state.layout.tails_with_pass[interrupts(state, seat)]
    if purse(state, seat) >= cost:
        return (PAY, *tail)
    return tail if can_pay_after_leaving(state, seat, cost) else ()


def lapse(state: RiseState, frame: frames.SeatFrame) -> None:
    """Cancel without a question what cannot be paid or traded at all (RISE-R.40)."""
    if state.log is not None:
        state.emit("effect_lapsed", frame.seat, "RISE-R.40")


@resolves(frames.Pay)
def resolve_pay(state: RiseState, frame: frames.Pay, move: int) -> None:
    if move == PAY:
        pay(state, frame.seat, frame.coins, frame.rule, "RISE-T.15")
        state.stack.extend(frame.gain)
    elif state.log is not None:
        state.emit("forfeited", frame.seat, "RISE-T.6")


@FRAMES.describes(frames.Pay)
def describe_pay(state: RiseState, frame: frames.Pay) -> dict[str, object]:
    return {"n": frame.coins, "points": points_for(state, frame.seat, frame.coins), "effect": effect_of(frame)}


def payable(state: RiseState, frame: frames.Choose) -> list[int]:
    """The alternatives that may be chosen; those with a price only if it can be paid (RISE-R.41)."""
    money = -1
    found = []
    for i, (cost, _) in enumerate(frame.alternatives, 1):
        if cost and money < 0:
            money = purse(state, frame.seat)
        if not cost or money >= cost:
            found.append(CHOOSE + i)
    return found


@FRAMES.asks(frames.Choose, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_choose(state: RiseState, frame: frames.Choose) -> tuple[int, ...]:
    """Ask for exactly one of the alternatives, or none unless all give just coins or points (RISE-T.21, R.5)."""
    layout = state.layout
    options = payable(state, frame)
    if not options and not can_pay_after_leaving(state, frame.seat, min(cost for cost, _ in frame.alternatives)):
        return ()
    return (*options, *(layout.tails if frame.pure else layout.tails_with_pass)[interrupts(state, frame.seat)])


@resolves(frames.Choose)
def resolve_choose(state: RiseState, frame: frames.Choose, move: int) -> None:
    seat, rule = frame.seat, frame.rule
    if move == PASS:
        if state.log is not None:
            state.emit("forfeited", seat, "RISE-T.6")
        return
    cost, gain = frame.alternatives[move - CHOOSE - 1]
    if state.log is not None:
        state.emit("chose", seat, rule, n=move - CHOOSE)
    if cost:
        pay(state, seat, cost, rule, "RISE-T.15")
    state.stack.extend(gain)


@FRAMES.describes(frames.Choose)
def describe_choose(state: RiseState, frame: frames.Choose) -> dict[str, object]:
    points = [points_for(state, frame.seat, cost) for cost, _ in frame.alternatives]
    return {"points": points, "effect": effect_of(frame)}


@FRAMES.asks(frames.Trade, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_trade(state: RiseState, frame: frames.Trade) -> tuple[int, ...]:
    """Ask how many coins to trade for victory points, from zero up to the cap, with coins already held (RISE-CUL.3, R.17)."""
    seat, price, gain, cap = frame.seat, frame.pay_coins, frame.gain_vp, frame.max
    most = min(cap, state.coins[seat] // price)
    if not most and not can_trade_after_all(state, seat, price, gain, cap):
        return ()
    first = state.layout.trade_move
    return (*range(first, first + most + 1), *state.layout.tails[interrupts(state, seat)])


@resolves(frames.Trade)
def resolve_trade(state: RiseState, frame: frames.Trade, move: int) -> None:
    trade(state, frame, move - state.layout.trade_move)


def trade(state: RiseState, frame: frames.Trade, times: int) -> None:
    coins, points = times * frame.pay_coins, times * frame.gain_vp
    state.coins[frame.seat] -= coins
    state.vp[frame.seat] += points
    if state.log is not None:
        state.emit("traded", frame.seat, frame.rule, coins=coins, points=points)


@FRAMES.describes(frames.Trade)
def describe_trade(state: RiseState, frame: frames.Trade) -> dict[str, object]:
    return {"n": frame.max, "effect": effect_of(frame)}


FRAMES.lapses(frames.Pay)(lapse)
FRAMES.lapses(frames.Choose)(lapse)
FRAMES.lapses(frames.Trade)(lapse)


# --- the vault and the coin limit ----------------------------------------------------------------


@FRAMES.auto(frames.Vault, "RISE-OFF.6")
def turn_vault(state: RiseState, frame: frames.RuleFrame) -> None:
    """Turn the vault to its greater limit; a turned vault stays as it is (RISE-OFF.6)."""
    seat = frame.seat
    if not state.vault[seat]:
        state.vault[seat] = 1
        if state.log is not None:
            state.emit("vault_turned", seat, frame.rule or "RISE-OFF.6", n=state.layout.coin_limits[1])


def coin_limit(state: RiseState, seat: int) -> int:
    """The coin limit: 5, or 10 with a turned vault, or 3 with an environment B penalty tile whatever the vault shows
    (RISE-E.4)."""
    layout = state.layout
    reduced = layout.penalty_limit[state.pos[seat * TRACK_COUNT + ENVIRONMENT]]
    return reduced if reduced is not None else layout.coin_limits[state.vault[seat]]
