"""Phase E and final scoring."""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import TypedFrame
from tafelrunde.core.seats import best
from tafelrunde.games.rise import frames
from tafelrunde.games.rise.frames import ROUND_END
from tafelrunde.games.rise.rules.compare import happiest
from tafelrunde.games.rise.rules.culture import tile_points, tile_rule
from tafelrunde.games.rise.rules.money import coin_limit, trade
from tafelrunde.games.rise.rules.registry import FRAMES
from tafelrunde.games.rise.rules.round import begin_phase
from tafelrunde.games.rise.state import CULTURE, NOBODY, POLITICS, SATISFACTION, TRACK_COUNT, RiseState

# --- phase E -------------------------------------------------------------------------------------


@FRAMES.auto(frames.BeforeRoundEnd, "RISE-R.2")
def before_round_end(state: RiseState, frame: TypedFrame) -> None:
    """Open the last windows to leave or exchange in this round, before the end of round 12 in the game (RISE-R.2)."""
    state.push(frames.Windows(ROUND_END))


@FRAMES.auto(frames.RoundEnd, "RISE-E.1")
def round_end(state: RiseState, frame: TypedFrame) -> None:
    """Apply the satisfaction effects first, then the coin limit (RISE-E.1)."""
    begin_phase(state, "round_end", "RISE-E.1")
    state.push(frames.HappiestBonus(), frames.SatisfactionRoundEnd(), frames.CoinLimit(), frames.NextRound())


@FRAMES.auto(frames.HappiestBonus, "RISE-E.2")
def happiest_bonus(state: RiseState, frame: TypedFrame) -> None:
    """Satisfaction A: give every player with the happiest population a point (RISE-E.2)."""
    bonus = state.layout.happiest_vp
    if bonus:
        for seat in range(state.players):
            if happiest(state, seat):
                state.vp[seat] += bonus
                if state.log is not None:
                    state.emit("happiest_bonus", seat, "RISE-E.2", n=bonus)


@FRAMES.auto(frames.SatisfactionRoundEnd, "RISE-E.3")
def satisfaction_round_end(state: RiseState, frame: TypedFrame) -> None:
    """Satisfaction B: apply the gain or loss of each player's field (RISE-E.3)."""
    _satisfaction_points(state, state.layout.round_end_vp, "RISE-E.3")


def _satisfaction_points(state: RiseState, shown: Sequence[int], rule: str) -> None:
    """Apply the gain or loss on the field of each player's satisfaction marker."""
    for seat in range(state.players):
        n = shown[state.pos[seat * TRACK_COUNT + SATISFACTION]]
        state.vp[seat] += n
        if n and state.log is not None:
            state.emit("satisfaction_points", seat, rule, n=n)


@FRAMES.auto(frames.CoinLimit, "RISE-E.5")
def check_coin_limit(state: RiseState, frame: TypedFrame) -> None:
    """Return coins above the limit to the supply; this is the only moment (RISE-E.4, E.5)."""
    for seat in range(state.players):
        limit = coin_limit(state, seat)
        excess = state.coins[seat] - limit
        if excess > 0:
            state.coins[seat] = limit
            if state.log is not None:
                rule = "RISE-E.5" if limit == state.layout.coin_limits[0] else "RISE-E.4"
                state.emit("coins_returned", seat, rule, n=excess, limit=limit)


@FRAMES.auto(frames.NextRound, "RISE-E.6")
def next_round(state: RiseState, frame: TypedFrame) -> None:
    """Begin the next round, or final scoring after round 12 (RISE-E.6)."""
    state.push(frames.Final() if state.round == state.layout.rounds else frames.Round())


# --- final scoring -------------------------------------------------------------------------------


@FRAMES.auto(frames.Final, "RISE-E.6")
def final_scoring(state: RiseState, frame: TypedFrame) -> None:
    begin_phase(state, "final", "RISE-E.6")
    trades = [frames.FinalTrade(seat) for seat in state.order if seat != NOBODY]
    state.push(frames.ScorePolitics(), frames.ScoreSatisfaction(), frames.ScoreCultureTiles(), *trades, frames.GameOver())


@FRAMES.auto(frames.ScorePolitics, "RISE-F.1")
def score_politics(state: RiseState, frame: TypedFrame) -> None:
    """Score one point for each field that the politics marker has advanced (RISE-F.1, POL.1)."""
    side = state.layout.tracks[POLITICS]
    for seat in range(state.players):
        n = side.track.distance[state.pos[seat * TRACK_COUNT + POLITICS]] * side.board.game_end_vp_per_field
        state.vp[seat] += n
        if state.log is not None:
            state.emit("politics_points", seat, "RISE-F.1", n=n)


@FRAMES.auto(frames.ScoreSatisfaction, "RISE-F.2")
def score_satisfaction(state: RiseState, frame: TypedFrame) -> None:
    """Satisfaction A: score the end-of-game value of each player's field (RISE-F.2)."""
    _satisfaction_points(state, state.layout.game_end_vp, "RISE-F.2")


@FRAMES.auto(frames.ScoreCultureTiles, "RISE-F.3")
def score_culture_tiles(state: RiseState, frame: TypedFrame) -> None:
    """Culture B: score each collected tile whose condition holds (RISE-F.3, CT.1)."""
    layout = state.layout
    for seat in range(state.players):
        total = 0
        for tile in state.culture_taken[seat]:
            n = tile_points(state, seat, layout.culture_tiles[tile], state.coins[seat])
            total += n
            if state.log is not None:
                rule = tile_rule(layout.culture_tiles[tile], n, len(state.culture_taken[seat]))
                state.emit("tile_scored", seat, rule, culture_tile=layout.culture_ids[tile], n=n)
        state.vp[seat] += total
        if state.log is not None and state.culture_taken[seat]:
            state.emit("tiles_scored", seat, "RISE-F.3", n=total)


@FRAMES.asks(frames.FinalTrade, "RISE-R.34", answer=PUBLIC, moves=PUBLIC)
def ask_final_trade(state: RiseState, frame: frames.SeatFrame) -> tuple[int, ...]:
    """On the last field of culture B: ask for up to five coins to trade for one point each (RISE-F.4, R.3)."""
    seat = frame.seat
    terms = state.layout.trade_field.get(state.pos[seat * TRACK_COUNT + CULTURE])
    most = min(terms.max, state.coins[seat] // terms.pay_coins) if terms else 0
    first = state.layout.trade_move
    return tuple(range(first, first + most + 1)) if most else ()


@FRAMES.resolves(frames.FinalTrade)
def resolve_final_trade(state: RiseState, frame: frames.SeatFrame, move: int) -> None:
    seat = frame.seat
    terms = state.layout.trade_field[state.pos[seat * TRACK_COUNT + CULTURE]]
    offer = frames.Trade(seat, terms.pay_coins, terms.gain_vp, terms.max, "RISE-F.4")
    trade(state, offer, move - state.layout.trade_move)


@FRAMES.auto(frames.GameOver, "RISE-F.7")
def game_over(state: RiseState, frame: TypedFrame) -> None:
    """End the game: most points win, coins break a tie, players still tied share the victory (RISE-F.7)."""
    begin_phase(state, "over", "RISE-F.7")
    if state.log is not None:
        state.emit("game_over", None, "RISE-F.7", scores=list(state.vp), winners=list(winners(state)))


def winners(state: RiseState) -> tuple[int, ...]:
    return best([(state.vp[seat], state.coins[seat]) for seat in range(state.players)])
