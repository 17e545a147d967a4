"""Set-up of a game of 51st State (51S-S)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.decks import Deck, without
from tafelrunde.core.frames import TypedFrame
from tafelrunde.core.seats import clockwise
from tafelrunde.games.fifty_first_state.about import FACTION_LETTERS
from tafelrunde.games.fifty_first_state.frames import (
    ChooseHands,
    DealHands,
    Keep,
    OpenDiscards,
    Round,
    SeatFrame,
    Select,
)
from tafelrunde.games.fifty_first_state.names import COLOURS, FACTIONS, PROMO
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.state import GOOD_COUNT, NOBODY, TOKEN_COUNT, FiftyFirstState

"""The letters of the option ``factions``: New York, Appalachian Federation, Mutants Union, Merchants Guild."""


def set_up(state: FiftyFirstState) -> None:
    """Set everything up before the first round, then let all seats choose four of six cards at the same time (51S-S.8)."""
    _begin(state)
    chosen = state.options["factions"] == "chosen"
    if not chosen:
        _give_factions(state)
    _shuffle(state)
    _choose_first(state)
    choosers = clockwise(state.players, state.first) if chosen else ()
    state.push(*(Select(seat) for seat in choosers), DealHands(), ChooseHands(), OpenDiscards(), Round())


def _begin(state: FiftyFirstState) -> None:
    players, limits = state.players, state.layout.limits
    state.round, state.phase, state.triggered, state.passed = 0, "setup", False, 0
    state.supply = [0] * (players * TOKEN_COUNT)
    state.produced = [0] * (players * GOOD_COUNT)
    state.vp = [limits.start_vp] * players
    state.states, state.deals = [()] * players, [()] * players
    state.hands, state.known, state.aside = [()] * players, [()] * players, [()] * players
    state.factions = (NOBODY,) * players
    state.rows_used = [0] * players
    state.row, state.redirected = (), ()
    state.offer = [NOBODY] * len(COLOURS)
    state.emit("players", None, "51S-S.1", n=players)
    state.emit("start", None, "51S-S.4", n=limits.start_vp)


def _give_factions(state: FiftyFirstState) -> None:
    """Assign factions by the option, or at random without repetition (51S-S.3, R.4)."""
    wanted = state.options["factions"]
    chosen = []
    if wanted == "random":
        left = Deck.of(range(len(FACTIONS)))
        for _ in range(state.players):
            faction, left = left.draw(state)
            chosen.append(faction)
    else:
        chosen = [FACTION_LETTERS.index(letter) for letter in wanted[: state.players]]
    ids = state.layout.faction_ids
    state.factions = tuple(ids.index(FACTIONS[faction]) for faction in chosen)
    for seat, faction in enumerate(state.factions):
        state.emit("faction", seat, "51S-R.4" if wanted == "random" else "51S-S.3", faction=ids[faction])


@FRAMES.asks(Select, "51S-R.4", answer=PUBLIC, moves=PUBLIC)
def ask_select(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    """Ask for one of the remaining factions, in turn order (51S-R.4)."""
    return [state.layout.select + i for i in range(len(state.layout.faction_ids)) if i not in state.factions]


@FRAMES.resolves(Select)
def resolve_select(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    seat, faction = frame.seat, move - state.layout.select
    state.factions = (*state.factions[:seat], faction, *state.factions[seat + 1 :])
    if state.log is not None:
        state.emit("faction", seat, "51S-R.4", faction=state.layout.faction_ids[faction])


def _shuffle(state: FiftyFirstState) -> None:
    layout = state.layout
    state.deck = Deck.of(card for card, n in enumerate(layout.copies) for _ in range(n))
    state.discard = ()
    piles: list[list[int]] = [[] for _ in COLOURS]
    for i, (colour, n) in enumerate(zip(layout.colour, layout.connection_copies, strict=True)):
        piles[colour] += [layout.location_count + i] * n
    state.connection_decks = tuple(Deck.of(pile) for pile in piles)
    state.connection_discards = [()] * len(COLOURS)
    state.emit("deck_chosen", None, "51S-S.2", deck=state.options["deck"])
    if state.options["promos"] == "yes":
        promos = sum(n for card, n in zip(layout.locations, layout.copies, strict=True) if card.set == PROMO)
        state.emit("promos_added", None, "51S-R.53", n=promos)
    state.emit("deck_shuffled", None, "51S-S.5", n=state.deck.size)
    state.emit("connections_shuffled", None, "51S-S.6", n=state.connection_decks[0].size)


def _choose_first(state: FiftyFirstState) -> None:
    """Determine the first player by the option, or draw one (51S-S.9, R.5)."""
    wanted = state.options["first"]
    state.first = state.below(state.players) if wanted == "random" else int(wanted) % state.players
    state.emit("first_player", state.first, "51S-R.5" if wanted == "random" else "51S-S.9")


@FRAMES.auto(DealHands, "51S-S.7")
def deal_hands(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Deal six cards to every seat (51S-S.7)."""
    n = state.layout.limits.deal_at_start
    for seat in range(state.players):
        hand = []
        for _ in range(n):
            card, state.deck = state.deck.draw(state)
            hand.append(card)
        state.hands[seat] = tuple(sorted(hand))
        state.emit("dealt_hand", seat, "51S-S.7", n=n)
        state.emit("dealt_cards", seat, "51S-S.7", cards=state.layout.names(state.hands[seat]))


@FRAMES.auto(ChooseHands, "51S-S.8")
def choose_hands(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Let every seat choose in its own lane, unseen by the others (51S-S.8)."""
    state.open_lanes([[Keep(seat)] for seat in range(state.players)])


@FRAMES.asks(Keep, "51S-S.8", answer=SEAT)
def ask_keep(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    """Ask for another card to give back until four are left (51S-S.7)."""
    hand = state.hands[frame.seat]
    if len(hand) <= state.layout.limits.keep_at_start:
        return []
    return [state.layout.discard + card for card in sorted(set(hand))]


@FRAMES.resolves(Keep)
def resolve_keep(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    seat, card = frame.seat, move - state.layout.discard
    state.hands[seat] = without(state.hands[seat], card)
    state.aside[seat] = tuple(sorted((*state.aside[seat], card)))
    if state.log is not None:
        state.emit("gave_back", seat, "51S-S.7", card=state.layout.ids[card])
    state.stack.append(frame)


@FRAMES.describes(Keep)
def describe_keep(state: FiftyFirstState, frame: SeatFrame) -> dict[str, object]:
    return {"n": len(state.hands[frame.seat]) - state.layout.limits.keep_at_start}


@FRAMES.auto(OpenDiscards, "51S-R.6")
def open_discards(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Put the returned cards on the discard pile, openly from now on (51S-R.6, R.25)."""
    state.reveal()
    for seat, cards in enumerate(state.aside):
        state.discard += cards
        if state.log is not None:
            state.emit("setup_discards", seat, "51S-R.6", cards=state.layout.names(cards))
        state.aside[seat] = ()
    state.reveal()
