"""The land auction and the purchase of technologies (20C-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Moves
from tafelrunde.core.seats import clockwise
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, begin_phase, open_money
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState
from tafelrunde.games.twentieth_century.verbs import BID, DECLINE, PASS, QUIT


def minimum(state: CenturyState) -> int:
    return state.layout.rounds[state.round - 1].min_bid


def price(state: CenturyState) -> int:
    """The present price of a technology in science (20C-1.15)."""
    return state.layout.rounds[state.round - 1].prices[state.marker]


def ceiling(state: CenturyState, seat: int) -> int:
    """The highest bid a seat can make (20C-2.9, 2.38)."""
    return min(state.coins[seat], state.layout.land_max)


def alone(state: CenturyState, seat: int) -> bool:
    return state.in_auction == 1 << seat


@FRAMES.auto(frames.LandAuction, "20C-1.1")
def land_auction(state: CenturyState, frame: frames.LandAuction) -> None:
    begin_phase(state, "land_auction", "20C-1.1")
    state.last_quit = NOBODY
    state.push(frames.StartPlayer(state.start), frames.AuctionEnd())


# --- the start player ------------------------------------------------------------------------------


@FRAMES.asks(frames.StartPlayer, lambda state, frame: "20C-2.19" if alone(state, frame.seat) else "20C-2.2", answer=PUBLIC)
def ask_start_player(state: CenturyState, frame: frames.StartPlayer) -> Moves:
    seat = frame.seat
    if not state.lands or state.coins[seat] < minimum(state):
        return ()
    moves = state.layout.of["buy" if alone(state, seat) else "pick"]
    return [QUIT, *sorted(moves[land] for land in state.lands)]


@FRAMES.describes(frames.StartPlayer)
def describe_start_player(state: CenturyState, frame: frames.StartPlayer) -> Mapping[str, Any]:
    return {"minimum": minimum(state), "price": price(state)}


@FRAMES.resolves(frames.StartPlayer)
def resolve_start_player(state: CenturyState, frame: frames.StartPlayer, move: int) -> None:
    seat = frame.seat
    if move == QUIT:
        quit_auction(state, seat, "20C-2.18", forced=0)
        state.push(frames.Purchase(seat, 0), frames.NextStart(seat))
    elif alone(state, seat):
        state.on_offer, state.bidder, state.bid = state.layout.about[move], seat, minimum(state)
        state.push(frames.Sale(seat))
    else:
        state.push(frames.Opening(seat, state.layout.about[move]))


@FRAMES.lapses(frames.StartPlayer)
def forced_quit(state: CenturyState, frame: frames.StartPlayer) -> None:
    """Make a seat with too few coins quit, or all seats if no land is left (20C-2.17, 2.21, R.10): a full quit with its
    technology offer (20C-R.9)."""
    seat = frame.seat
    no_land = "20C-2.21" if alone(state, seat) else "20C-R.10"
    quit_auction(state, seat, "20C-2.17" if state.lands else no_land, forced=1)
    state.push(frames.Purchase(seat, 1), frames.NextStart(seat))


@FRAMES.auto(frames.NextStart, "20C-2.18")
def next_start(state: CenturyState, frame: frames.NextStart) -> None:
    """Pass the start player's role on clockwise; nothing happens if all have quit."""
    for seat in clockwise(state.players, frame.seat)[1:]:
        if state.in_auction >> seat & 1:
            state.start = seat
            if state.log is not None:
                state.emit("start_player", seat, "20C-2.18")
            state.push(frames.StartPlayer(seat))
            return


@FRAMES.asks(frames.Opening, "20C-2.3", answer=PUBLIC, moves=lambda state, frame: open_money(state))
def ask_opening(state: CenturyState, frame: frames.Opening) -> Moves:
    return range(BID + minimum(state), BID + ceiling(state, frame.seat) + 1)


@FRAMES.describes(frames.Opening)
def describe_opening(state: CenturyState, frame: frames.Opening) -> Mapping[str, Any]:
    return {"tile": state.layout.slugs[frame.tile], "minimum": minimum(state)}


@FRAMES.resolves(frames.Opening)
def resolve_opening(state: CenturyState, frame: frames.Opening, move: int) -> None:
    seat, land = frame.seat, frame.tile
    state.on_offer, state.bidder, state.bid, state.passed = land, seat, move - BID, 0
    if state.log is not None:
        state.emit("opened", seat, "20C-R.6", tile=state.layout.slugs[land], coins=state.bid)
    state.push(frames.Bidding(seat))


# --- the bidding -----------------------------------------------------------------------------------


def next_bidder(state: CenturyState, seat: int) -> int:
    """The next seat clockwise that has not quit or passed and does not hold the highest bid (20C-2.4, R.8)."""
    for other in clockwise(state.players, seat)[1:]:
        if state.in_auction >> other & 1 and not state.passed >> other & 1 and other != state.bidder:
            return other
    return NOBODY


@FRAMES.auto(frames.Bidding, "20C-2.4")
def bidding(state: CenturyState, frame: frames.Bidding) -> None:
    """Find the seat that bids after ``seat``; if there is none, the land is sold (20C-2.10)."""
    seat = next_bidder(state, frame.seat)
    if seat == NOBODY:
        state.push(frames.Sale(state.bidder))
        return
    if state.log is not None:
        state.emit("bidding_turn", seat, "20C-2.4")
    state.push(frames.Raise(seat))


@FRAMES.asks(frames.Raise, lambda state, frame: "20C-2.6" if frame.seat == state.start else "20C-2.5", answer=PUBLIC)
def ask_raise(state: CenturyState, frame: frames.Raise) -> Moves:
    return state.layout.raises(BID + state.bid + 1, BID + ceiling(state, frame.seat))


@FRAMES.describes(frames.Raise)
def describe_raise(state: CenturyState, frame: frames.Raise) -> Mapping[str, Any]:
    slugs = state.layout.slugs
    return {"tile": slugs[state.on_offer], "bid": state.bid, "leader": state.bidder, "price": price(state)}


@FRAMES.resolves(frames.Raise)
def resolve_raise(state: CenturyState, frame: frames.Raise, move: int) -> None:
    seat = frame.seat
    if move == QUIT:
        quit_auction(state, seat, "20C-2.27", forced=0)
        if state.log is not None and next_bidder(state, seat) == NOBODY:
            state.emit("sale_waits", seat, "20C-R.47")
        state.push(frames.Purchase(seat, 0), frames.Bidding(seat))
        return
    if move == PASS:
        state.passed |= 1 << seat
        if state.log is not None:
            state.emit("passed", seat, "20C-2.7", tile=state.layout.slugs[state.on_offer])
    else:
        state.bid, state.bidder = move - BID, seat
        if state.log is not None:
            state.emit("raised", seat, "20C-2.5", coins=state.bid)
    state.push(frames.Bidding(seat))


@FRAMES.auto(frames.Sale, "20C-2.10")
def sale(state: CenturyState, frame: frames.Sale) -> None:
    """Let the winner pay, take the land with a citizen and garbage, and become start player (20C-2.10 to 2.16)."""
    seat, land = state.bidder, state.on_offer
    minimal = alone(state, seat) and state.bid == minimum(state)
    state.coins[seat] -= state.bid
    state.lands = tuple(tile for tile in state.lands if tile != land)
    state.bought[seat] = (*state.bought[seat], land)
    state.unlaid[seat] = (*state.unlaid[seat], land)
    state.garbage[land] = len(state.bought[seat])
    moved = state.marker < len(state.layout.rounds[state.round - 1].prices) - 1
    state.marker += moved
    state.start = seat
    if state.log is not None:
        _tell_sale(state, seat, land, moved, minimal)
    state.on_offer = state.bidder = NOBODY
    state.bid = state.passed = 0
    state.push(frames.StartPlayer(seat))


def _tell_sale(state: CenturyState, seat: int, land: int, moved: bool, minimal: bool) -> None:
    tile = state.layout.slugs[land]
    state.emit("won", seat, "20C-2.20" if minimal else "20C-2.10", tile=tile, coins=state.bid)
    state.emit("land_paid", seat, "20C-2.11", coins=state.bid)
    state.emit("land_taken", seat, "20C-2.12", tile=tile)
    state.emit("marker_moved" if moved else "marker_stays", None, "20C-2.13" if moved else "20C-R.14", science=price(state))
    state.emit("land_citizen", seat, "20C-2.14", tile=tile)
    state.emit("land_garbage", seat, "20C-2.15", tile=tile, n=state.garbage[land])
    state.emit("start_player", seat, "20C-2.16")


# --- quitting and technologies ---------------------------------------------------------------------


def quit_auction(state: CenturyState, seat: int, rule: str, forced: int) -> None:
    state.in_auction &= ~(1 << seat)
    state.last_quit = seat
    if state.log is not None:
        state.emit("forced_quit" if forced else "quit", seat, rule, science=price(state))


def _technology_rule(state: CenturyState, frame: frames.Purchase) -> str:
    if not state.coins[frame.seat]:
        return "20C-2.35"
    return "20C-R.9" if frame.forced else "20C-2.24"


def _known_technologies(state: CenturyState, frame: frames.Purchase) -> bool:
    """Whether everybody sees the science, or it makes no difference because nothing is on display."""
    return open_money(state) or not state.technologies


@FRAMES.asks(frames.Purchase, _technology_rule, answer=PUBLIC, moves=_known_technologies)
def ask_technology(state: CenturyState, frame: frames.Purchase) -> Moves:
    if state.science[frame.seat] < price(state):
        return (DECLINE,)
    take = state.layout.of["take"]
    return [DECLINE, *sorted(take[technology] for technology in state.technologies)]


@FRAMES.describes(frames.Purchase)
def describe_technology(state: CenturyState, frame: frames.Purchase) -> Mapping[str, Any]:
    return {"price": price(state)}


@FRAMES.resolves(frames.Purchase)
def resolve_technology(state: CenturyState, frame: frames.Purchase, move: int) -> None:
    seat = frame.seat
    if move == DECLINE:
        if state.log is not None:
            state.emit("declined", seat, "20C-2.24" if price(state) else "20C-R.15")
        return
    technology = state.layout.about[move]
    state.science[seat] -= price(state)
    state.technologies = tuple(other for other in state.technologies if other != technology)
    state.workshop[seat] = (*state.workshop[seat], technology)
    facts = state.layout.technologies[technology]
    if state.log is not None:
        state.emit("technology_bought", seat, "20C-2.28", technology=facts.slug, science=price(state))
    facts.eco.apply(state, seat)
    if facts.facility is not None:
        state.unlaid[seat] = (*state.unlaid[seat], state.layout.lands + technology)
    elif facts.one_time is not None:
        facts.one_time.bought(state, seat, technology)
    if state.log is not None:
        _tell_uses(state, seat, technology)


def _tell_uses(state: CenturyState, seat: int, technology: int) -> None:
    facts = state.layout.technologies[technology]
    if facts.facility is None:
        state.emit("beside", seat, "20C-8.3", technology=facts.slug)
    if facts.one_time is not None and facts.repeat is not None:
        state.emit("combined", seat, "20C-8.2", technology=facts.slug)
    if facts.one_time is not None:
        facts.one_time.tell_bought(state, seat, facts.slug)


# --- the end ---------------------------------------------------------------------------------------


@FRAMES.auto(frames.AuctionEnd, "20C-2.1")
def auction_end(state: CenturyState, frame: frames.AuctionEnd) -> None:
    """End the auction when all have quit: compensation, and the last one to quit bids first on the disaster (20C-2.34, 2.36,
    R.13)."""
    if state.log is not None:
        state.emit("auction_over", None, "20C-2.1")
        state.emit("left_over", None, "20C-1.10", lands=len(state.lands), technologies=len(state.technologies))
    state.start = state.last_quit
    coins = state.layout.rounds[state.round - 1].compensation
    without = [seat for seat in range(state.players) if not state.bought[seat]]
    if state.log is not None and without:
        state.emit("compensation", None, "20C-R.13", coins=coins)
    for seat in without:
        state.coins[seat] += coins
        if state.log is not None:
            state.emit("compensated", seat, "20C-2.36", coins=coins)
    if state.log is not None:
        state.emit("bids_first", state.start, "20C-2.34")
