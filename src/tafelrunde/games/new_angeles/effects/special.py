"""Named functions for the abilities of assets that no operation can express."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tafelrunde.games.new_angeles import frames
from tafelrunde.games.new_angeles.rules import knowledge
from tafelrunde.games.new_angeles.rules.deal import offered
from tafelrunde.games.new_angeles.rules.goods import hand_over
from tafelrunde.games.new_angeles.rules.peek import has_choice
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState


class Special(NamedTuple):
    moments: tuple[str, ...]
    use: Callable[[AngelesState, int, str, Any], None]
    possible: Callable[[AngelesState, int, Any], bool] = lambda state, seat, fact: True


def take_counter_discards(state: AngelesState, seat: int, rule: str, fact: tuple[int, int]) -> None:
    """Give the holder the card that another player would discard for a counteroffer (NA-24.4)."""
    payer, card = fact
    hand_over(state, payer, seat, (card,), rule, ("NA-66.5", "NA-G.2", "NA-1.3a"))


def bind_declaration(state: AngelesState, seat: int, rule: str, at: tuple[int, int]) -> None:
    """Make the proposing player declare how the offer will be resolved (NA-R.35)."""
    state.push(frames.Declare(at[0], at[1], (), rule))


def can_be_declared(state: AngelesState, seat: int, at: tuple[int, int]) -> bool:
    card = offered(state, at[1])
    return card != NOBODY and not state.layout.secret[card] and has_choice(state, *at)


def own_counteroffer(state: AngelesState, seat: int, rule: str, fact: Any) -> None:
    """Let the active player counter their own main offer (NA-R.34)."""
    state.push(frames.FallCounter(seat, rule))


def look_swap_rival(state: AngelesState, seat: int, rule: str, fact: Any) -> None:
    """Let the holder look at the spare rival card and optionally exchange it for their own."""
    state.reveal()
    if state.log is not None:
        state.emit("looks_under_board", seat, rule)
        state.emit("spare_seen", seat, rule, rival=state.layout.rivals[state.spare])
    knowledge.looked_under_board(state, seat)
    state.push(frames.Haas(seat, rule))


SPECIALS = {
    "take_counter_discards": Special(("other_player_discards_for_counteroffer",), take_counter_discards),
    "bind_declaration": Special(("offer_proposed",), bind_declaration, can_be_declared),
    "own_counteroffer": Special(("holder_proposed_main_offer",), own_counteroffer),
    "look_swap_rival": Special(("end_of_turn",), look_swap_rival),
}
