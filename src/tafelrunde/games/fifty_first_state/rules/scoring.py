"""The end of the game: final scoring and ties (51S-5, 51S-6)."""

from __future__ import annotations

from tafelrunde.core.frames import TypedFrame
from tafelrunde.core.seats import best
from tafelrunde.games.fifty_first_state.frames import Final
from tafelrunde.games.fifty_first_state.rules.places import standing
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.rules.round import begin_phase
from tafelrunde.games.fifty_first_state.state import TOKEN_COUNT, FiftyFirstState


def supply_size(state: FiftyFirstState, seat: int) -> int:
    """The number of tokens in the supply; hand, points and goods on cards do not count (51S-6.4)."""
    return sum(state.supply[seat * TOKEN_COUNT : (seat + 1) * TOKEN_COUNT])


def location_count(state: FiftyFirstState, seat: int) -> int:
    """The number of locations without ruins and deals (51S-6.5)."""
    return len(standing(state, seat))


@FRAMES.auto(Final, "51S-5.5")
def final_scoring(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Score one point for each location and none for ruins (51S-5.5, 5.6)."""
    begin_phase(state, "final", "51S-5.4")
    each = state.layout.limits.vp_per_location_at_end
    for seat in range(state.players):
        n = location_count(state, seat) * each
        state.vp[seat] += n
        if state.log is not None:
            state.emit("locations_scored", seat, "51S-5.5", n=n)
            ruins = len(state.states[seat]) - location_count(state, seat)
            if ruins:
                state.emit("ruins_scored", seat, "51S-5.6", n=ruins)
            if state.deals[seat]:
                state.emit("deals_scored", seat, "51S-R.20", n=len(state.deals[seat]))
            state.emit("final_score", seat, "51S-5.7", n=state.vp[seat])
    state.phase = "over"
    if state.log is not None:
        _tell_ties(state)


def standing_at_end(state: FiftyFirstState) -> list[tuple[int, int, int]]:
    """The order of comparison: points, then goods in the supply, then locations (51S-5.7, 6.1, 6.2)."""
    return [(state.vp[seat], supply_size(state, seat), location_count(state, seat)) for seat in range(state.players)]


def winners(state: FiftyFirstState) -> tuple[int, ...]:
    """All seats that are still tied share the victory (51S-6.3)."""
    return best(standing_at_end(state))


def _tell_ties(state: FiftyFirstState) -> None:
    values = standing_at_end(state)
    for depth, rule in ((1, "51S-6.1"), (2, "51S-6.2"), (3, "51S-6.3")):
        tied = best([value[:depth] for value in values])
        if len(tied) == 1:
            break
        state.emit("tie", None, rule, seats=list(tied))
    if sum(points >= state.layout.end_trigger for points in state.vp) > 1:
        state.emit("several_above", None, "51S-R.40")
    for seat in winners(state):
        state.emit("won", seat, "51S-5.7")
