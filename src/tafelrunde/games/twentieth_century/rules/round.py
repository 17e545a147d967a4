"""The six rounds and their build-up (20C-1, 20C-7)."""

from __future__ import annotations

from tafelrunde.core.decks import Deck
from tafelrunde.core.frames import TypedFrame
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.components import STACKS
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, begin_phase
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState

PHASES: dict[str, TypedFrame] = {
    "setup": frames.BuildUp(),
    "land_auction": frames.LandAuction(),
    "disaster": frames.Disaster(),
    "administration": frames.Administration(),
    "yield": frames.Yield(),
    "bonus": frames.Bonus(),
}
"""The phases of a round by their names in the component file (20C-1.1)."""


@FRAMES.auto(frames.Round, "20C-1.4")
def next_round(state: CenturyState, frame: frames.Round) -> None:
    """Move the round marker and queue the phases of the round (20C-1.1 to 1.4)."""
    state.round += 1
    phases = state.layout.rounds[state.round - 1].phases
    short = "setup" not in phases
    if state.log is not None:
        state.emit("round", None, "20C-1.4", round=state.round)
        if short:
            state.emit("short_round", None, "20C-7.1")
            state.emit("short_round_order", state.start, "20C-R.38")
    if short:
        clear(state)
    queue(state, phases)


def queue(state: CenturyState, phases: tuple[str, ...]) -> None:
    """Queue these phases, then the next round or the end of the game."""
    last = frames.Round() if state.round < len(state.layout.rounds) else frames.GameOver()
    state.push(*(PHASES[phase] for phase in phases), last)


@FRAMES.auto(frames.BuildUp, "20C-1.1")
def build_up(state: CenturyState, frame: frames.BuildUp) -> None:
    begin_phase(state, "build_up", "20C-1.1")
    if state.log is not None and state.round > 1:
        state.emit("round_start_player", state.start, "20C-1.5")
    clear(state)
    _display(state)
    _turn_up_disaster(state)
    _prices(state)
    state.in_auction = (1 << state.players) - 1
    state.passed = 0
    state.waiting = [0] * state.players
    if state.log is not None:
        state.emit("all_in", None, "20C-1.16")


def clear(state: CenturyState) -> None:
    """Remove everything left on the board from the round before (20C-1.6); no land was bought in the new round yet."""
    left = (*state.lands, *(state.layout.lands + technology for technology in state.technologies))
    if state.log is not None and (left or state.card != NOBODY):
        state.emit("cleared", None, "20C-1.6", tiles=[state.layout.slugs[tile] for tile in left])
    state.gone = tuple(sorted((*state.gone, *left)))
    if state.card != NOBODY:
        state.gone_cards = tuple(sorted((*state.gone_cards, state.card)))
    state.lands = state.technologies = ()
    state.bought = [()] * state.players
    state.card = NOBODY
    state.column = [NOBODY] * state.players
    state.stake = [0] * state.players


def _draw(state: CenturyState, decks: tuple[Deck, ...], stack: int, n: int) -> tuple[tuple[int, ...], tuple[Deck, ...]]:
    """Draw up to ``n`` from a stack; the stack is large enough for all its rounds unless a scenario has removed tiles."""
    deck, drawn = decks[stack], []
    for _ in range(min(n, deck.size)):
        tile, deck = deck.draw(state)
        drawn.append(tile)
    return tuple(drawn), (*decks[:stack], deck, *decks[stack + 1 :])


def _display(state: CenturyState) -> None:
    layout = state.layout
    stack = layout.rounds[state.round - 1].stack
    lands, technologies = layout.display[state.players]
    state.lands, state.land_decks = _draw(state, state.land_decks, stack, lands)
    state.technologies, state.technology_decks = _draw(state, state.technology_decks, stack, technologies)
    if state.log is not None:
        if layout.rounds[state.round - 2].stack != stack and state.round > 1:
            state.emit("stack_changed", None, "20C-1.9", stack=STACKS[stack])
        state.emit("lands_laid_out", None, "20C-1.7", tiles=[layout.slugs[tile] for tile in state.lands])
        names = [layout.technologies[t].slug for t in state.technologies]
        state.emit("technologies_laid_out", None, "20C-1.8", technologies=names)


def _turn_up_disaster(state: CenturyState) -> None:
    stack = state.layout.rounds[state.round - 1].stack
    (state.card,), state.card_decks = _draw(state, state.card_decks, stack, 1)
    if state.log is not None:
        state.emit("disaster_turned_up", None, "20C-1.11", card=state.layout.card_slugs[state.card])


def _prices(state: CenturyState) -> None:
    layout = state.layout
    this = layout.rounds[state.round - 1]
    state.marker = layout.first_field[state.players]
    if state.log is not None:
        if state.round > 1 and this.prices != layout.rounds[state.round - 2].prices:
            state.emit("overlay", None, "20C-1.12", coins=this.min_bid)
        state.emit("minimum_bid", None, "20C-1.13", coins=this.min_bid)
        state.emit("technology_marker", None, "20C-1.14", field=state.marker + 1, science=this.prices[state.marker])


@FRAMES.auto(frames.GameOver, "20C-7.4")
def game_over(state: CenturyState, frame: frames.GameOver) -> None:
    from tafelrunde.games.twentieth_century.rules.scoring import tell_winners

    begin_phase(state, "over", "20C-7.4")
    if state.log is not None:
        tell_winners(state)
