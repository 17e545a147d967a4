"""Set-up of a game of RISE (RISE-S)."""

from __future__ import annotations

from tafelrunde.core.decks import Deck
from tafelrunde.games.rise.frames import Round
from tafelrunde.games.rise.state import CULTURE, NOBODY, SCHOOL, RiseState


def set_up(state: RiseState) -> None:
    """Set everything up before the first round, in the order of the rulebook."""
    _begin(state)
    _lay_tracks(state)
    _players(state)
    _shuffle_cards(state)
    _shuffle_school_tiles(state)
    _lay_culture_tiles(state)
    _choose_order(state)
    state.push(Round())


def _begin(state: RiseState) -> None:
    state.round, state.phase = 0, "setup"
    state.turn_order = ()
    state.ranks = state.changes = 0
    state.offered = [()] * state.players
    state.action_discard = state.event_discard = ()


def _lay_tracks(state: RiseState) -> None:
    layout, sides = state.layout, state.layout.sides
    state.pos = list(layout.starts) * state.players
    state.arrivals = [0] * len(layout.first_come)
    state.emit("sides", None, "RISE-S.26", sides=sides)
    state.emit("tracks_laid", None, "RISE-S.2", sides=sides)
    state.emit("markers_placed", None, "RISE-S.5")
    state.emit("politics_prepared", None, "RISE-S.20" if sides[3] == "A" else "RISE-S.21", n=state.players)
    state.emit("penalty_tiles", None, "RISE-S.22", side=sides[4])


def _players(state: RiseState) -> None:
    setup = state.layout.setup
    state.vp = [setup.start_vp] * state.players
    state.coins = [0] * state.players
    state.vault = [0] * state.players
    state.factories = [()] * setup.action_cards_per_round
    state.culture_taken = [()] * state.players
    state.emit("start_points", None, "RISE-S.4", n=setup.start_vp)
    state.emit("factories", None, "RISE-S.6")
    state.emit("vaults", None, "RISE-S.7", n=state.layout.coin_limits[0])


def _shuffle_cards(state: RiseState) -> None:
    """Shuffle the cards. Removed cards stay in the pool: nobody has seen them, so they form one family with the deck."""
    layout, setup = state.layout, state.layout.setup
    removed = setup.action_cards_removed_per_epoch
    state.action_decks = tuple(
        Deck.of((i for i, e in enumerate(layout.epochs) if e == epoch), removed) for epoch in range(1, setup.epochs + 1)
    )
    copies = [i for i, card in enumerate(layout.components.event_cards) for _ in range(card.count)]
    state.event_deck = Deck.of(copies, setup.event_cards_removed)
    state.actions_row = [NOBODY] * setup.action_cards_per_round
    state.events_row = [NOBODY] * setup.event_cards_per_round
    state.emit("action_decks", None, "RISE-S.10", n=len(state.action_decks[0].pool))
    state.emit("actions_removed", None, "RISE-S.11", n=removed)
    state.emit("decks_stacked", None, "RISE-S.12")
    state.emit("events_removed", None, "RISE-S.13", n=setup.event_cards_removed)


def _shuffle_school_tiles(state: RiseState) -> None:
    layout = state.layout
    tiles = layout.components.school_tiles
    start = Deck.of(i for i, tile in enumerate(tiles) if tile.start)
    state.ready, state.used = [()] * state.players, [()] * state.players
    for seat in range(state.players):
        tile, start = start.draw(state)
        state.ready[seat] = (tile,)
        state.emit("start_tile", seat, "RISE-S.15", tile=layout.school_ids[tile])
    others = Deck.of(i for i, tile in enumerate(tiles) if not tile.start)
    state.school_slots = [NOBODY] * len(layout.tracks[SCHOOL].track.fields)
    for field in layout.slot_fields(SCHOOL, "school"):
        state.school_slots[field], others = others.draw(state)
    laid = [layout.school_ids[tile] for tile in state.school_slots if tile != NOBODY]
    state.emit("school_tiles_laid", None, "RISE-S.16" if layout.sides[SCHOOL] == "A" else "RISE-S.17", tiles=laid)


def _lay_culture_tiles(state: RiseState) -> None:
    layout = state.layout
    state.culture_slots = [NOBODY] * len(layout.tracks[CULTURE].track.fields)
    tiles = Deck.of(range(len(layout.culture_ids)))
    for field in layout.slot_fields(CULTURE, "culture"):
        state.culture_slots[field], tiles = tiles.draw(state)
    laid = [layout.culture_ids[tile] for tile in state.culture_slots if tile != NOBODY]
    state.emit("culture_tiles_laid", None, "RISE-S.19" if laid else "RISE-S.18", culture_tile=laid)


def _choose_order(state: RiseState) -> None:
    """Put factories in random order on the order fields; those further back start with more coins (RISE-S.8, S.9)."""
    factories = Deck.of(range(state.players))
    state.order = []
    for coins in state.layout.setup.start_coins_by_seat[: state.players]:
        seat, factories = factories.draw(state)
        state.order.append(seat)
        state.coins[seat] = coins
    state.turn_order = tuple(state.order)
    state.emit("order", None, "RISE-S.8", seats=list(state.order))
    for seat in state.order:
        state.emit("start_coins", seat, "RISE-S.9", n=state.coins[seat])
