"""Windows: extra moments at which a player may leave a track or exchange, if that can change the outcome (RISE-R.2, R.43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.game import StandingOrder
from tafelrunde.games.rise.frames import END, EVENT, ROUND_END, FactoryBack, Window, Windows
from tafelrunde.games.rise.rules.compare import affected, happiest_alone, unhappiest
from tafelrunde.games.rise.rules.culture import tile_points
from tafelrunde.games.rise.rules.money import coin_limit, rate
from tafelrunde.games.rise.rules.reach import gives_steps, leaving
from tafelrunde.games.rise.rules.registry import FRAMES, interrupt, interrupts, offer
from tafelrunde.games.rise.state import CULTURE, SATISFACTION, TRACK_COUNT, RiseState
from tafelrunde.games.rise.verbs import EXCHANGE, PASS


def window_rule(state: RiseState, frame: Window) -> str:
    """The rule of a window; at the end of an action it comes before the factory returns (RISE-R.39)."""
    return "RISE-R.39" if len(state.stack) > 1 and isinstance(state.stack[-2], FactoryBack) else "RISE-R.2"


@FRAMES.asks(Window, window_rule, answer=PUBLIC, moves=PUBLIC)
def ask_window(state: RiseState, frame: Window) -> tuple[int, ...]:
    """Ask for leaving, exchanging or passing, if one of the first two could matter and was not offered just before (RISE-R.2,
    R.43)."""
    seat, occasion = frame.seat, frame.occasion
    if occasion == END and not gives_steps(state, seat):  # the usual case
        return ()
    return state.layout.tails_with_pass[interrupts(state, seat)] if due(state, seat, occasion) else ()


@FRAMES.resolves(Window)
def resolve_window(state: RiseState, frame: Window, move: int) -> None:
    """Ask the same player again only if a useful move remains."""
    seat, occasion = frame.seat, frame.occasion
    if move == PASS:
        state.offered[seat] = offer(state, seat, occasion)
        return
    if move != EXCHANGE:
        state.changes += 1
    if occasion == END:
        state.stack.append(frame)
    interrupt(state, seat, move, "RISE-SAT.3")


@FRAMES.describes(Window)
def describe_window(state: RiseState, frame: Window) -> dict[str, object]:
    seat, occasion = frame.seat, frame.occasion
    mask = interrupts(state, seat)
    offered = "exchange" if mask == 1 else "leave_or_exchange" if mask & 1 else "leave"
    if occasion >= EVENT:
        event = state.layout.event_ids[state.events_row[occasion - EVENT]]
        return {"offer": offered, "occasion": f"event {event}"}
    return {"offer": offered, "occasion": "end" if occasion == END else "round_end"}


@FRAMES.auto(Windows, "RISE-R.2")
def windows_for_all(state: RiseState, frame: Windows) -> None:
    """Open a window for every player who needs one, in turn order, until nobody does. A player who could respond to a leaving
    is asked again."""
    occasion = frame.occasion
    if occasion >= EVENT and not any(state.layout.events[state.events_row[occasion - EVENT]]):
        return
    for seat in state.turn_order:
        if due(state, seat, occasion):
            state.push(Window(seat, occasion), frame)
            return


# --- standing orders -----------------------------------------------------------------------------


def _pass_window(state: RiseState, seat: int) -> int | None:
    """Pass a window, whatever it offers."""
    return PASS if isinstance(state.asked[seat][1], Window) else None


def _pass_exchange(state: RiseState, seat: int) -> int | None:
    """Pass a window that offers nothing but exchanging."""
    return PASS if isinstance(state.asked[seat][1], Window) and interrupts(state, seat) == 1 else None


STANDING_ORDERS = {
    "event": StandingOrder(_pass_window, lambda state, seat: len(state.event_discard)),
    "exchange": StandingOrder(_pass_exchange, lambda state, seat: None),
}
"""No windows until the next event is over, and none just for exchanging."""


# --- positions of rules 2026.1 -------------------------------------------------------------------


def updated(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert a position that was saved when windows opened for every marker off the start."""
    fields = dict(data["fields"])
    if "window_seen" in fields:
        for name in ("carried_out", "window_passes", "window_seen"):
            del fields[name]
        fields |= {"changes": 0, "offered": [[] for _ in range(data["players"])]}
    stack = list(data["stack"])
    for i, (kind, *values) in enumerate(stack):
        if kind == "window":
            stack[i] = [kind, values[0], END]
        elif kind == "windows":
            before: Any = stack[i - 1] if i else [""]
            stack[i] = [kind, EVENT + before[1] if before[0] == "event" else ROUND_END]
    return {**data, "fields": fields, "stack": stack}


# --- whether a window is needed ------------------------------------------------------------------


def due(state: RiseState, seat: int, occasion: int) -> bool:
    """Whether leaving or exchanging could change the outcome, and was not offered to the seat just before."""
    if occasion == END:
        wanted = gives_steps(state, seat)
    elif occasion == ROUND_END:
        wanted = matters_at_round_end(state, seat)
    else:
        wanted = matters_before_event(state, seat, state.events_row[occasion - EVENT])
    return wanted and not covered(state, seat, occasion)


def covered(state: RiseState, seat: int, occasion: int) -> bool:
    """Whether the same was offered beside the seat's last decision or in this window, with no change since (RISE-R.43)."""
    last = state.offered[seat]
    return last[:-1] == offer(state, seat, occasion)[:-1] and (occasion == END or last[-1] in (END, occasion))


def matters_before_event(state: RiseState, seat: int, card: int) -> bool:
    """Whether a window before an event matters: the rate may worsen, steps may change a comparison, or other seats step
    first."""
    layout = state.layout
    event = layout.events[card]
    steps = gives_steps(state, seat)
    if event.revolt and (steps or rate_worsens(state, seat)) and seat in affected(state):
        return True
    if not steps:
        return False
    if event.happiest and not happiest_alone(state, seat):
        return True
    if event.unhappiest and unhappiest(state, seat):
        return True
    return event.steps and affected(state)[0] != seat


def rate_worsens(state: RiseState, seat: int) -> bool:
    """Whether the exchange rate is worse one field to the left and a unit can be exchanged before."""
    layout, field = state.layout, state.pos[seat * TRACK_COUNT + SATISFACTION]
    left = layout.tracks[SATISFACTION].track.before[field]
    points, coins = rate(state, seat)
    if left < 0 or layout.rate_coins[left] * points >= coins * layout.rate_vp[left]:
        return False
    return state.vp[seat] + leaving(state, seat).points >= points


def matters_at_round_end(state: RiseState, seat: int) -> bool:
    """Whether a window before phase E matters: steps, turning the vault in time, and in the last round any remaining gain."""
    if state.round == state.layout.rounds:
        return interrupts(state, seat) > 1 or exchange_pays(state, seat)
    return gives_steps(state, seat) or saves_coins(state, seat)


def saves_coins(state: RiseState, seat: int) -> bool:
    """Whether turning the vault by leaving would keep coins that are above the limit now (RISE-E.5)."""
    above = state.layout.coin_limits[0] == coin_limit(state, seat) < state.coins[seat]
    return above and leaving(state, seat).vault > 0


def exchange_pays(state: RiseState, seat: int) -> bool:
    """Whether coins are worth more to the seat in final scoring than the points they cost (RISE-F.3, F.4)."""
    points, coins = rate(state, seat)
    units = max(0, state.vp[seat] // points)
    kept = _final_worth(state, seat, 0, 0)
    return any(_final_worth(state, seat, n * points, n * coins) > kept for n in range(1, units + 1))


def _final_worth(state: RiseState, seat: int, points: int, coins: int) -> tuple[int, int]:
    """The points and coins after final scoring, as far as they depend on coins, if points are exchanged now."""
    layout = state.layout
    held = min(state.coins[seat] + coins, coin_limit(state, seat))
    tiles = sum(tile_points(state, seat, layout.culture_tiles[tile], held) for tile in state.culture_taken[seat])
    terms = layout.trade_field.get(state.pos[seat * TRACK_COUNT + CULTURE])
    if terms is None:
        return tiles - points, held
    times = min(terms.max, held // terms.pay_coins)
    return tiles + times * terms.gain_vp - points, held - times * terms.pay_coins
