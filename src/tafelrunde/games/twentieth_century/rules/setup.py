"""Set-up of a game of 20th Century (20C-S)."""

from __future__ import annotations

from tafelrunde.core.decks import Deck
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.rules.country import Region
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState


def set_up(state: CenturyState) -> None:
    """Set everything up before the first round."""
    _begin(state)
    _scoring_cards(state)
    _stacks(state)
    _players(state)
    _start_tiles(state)
    state.start = state.below(state.players)
    state.emit("first_start_player", state.start, "20C-R.2")
    state.emit("start_player", state.start, "20C-S.10")
    state.push(frames.Round())


def _begin(state: CenturyState) -> None:
    state.round, state.phase = 0, "build_up"
    state.lands = state.technologies = state.gone = state.gone_cards = ()
    state.marker = state.in_auction = state.passed = state.bid = state.working = state.stepped = 0
    state.on_offer = state.bidder = state.last_quit = state.card = NOBODY
    state.ordered = False
    state.bridges_left = state.layout.set.components.bridges
    state.emit("seated", None, "20C-S.1", n=state.players)


def _scoring_cards(state: CenturyState) -> None:
    layout = state.layout
    state.scoring = ()
    if state.options["scoring_cards"] == "no":
        state.emit("introductory", None, "20C-S.3")
        return
    for scored, row in enumerate(layout.rounds, 1):
        if "setup" in row.phases and "bonus" in row.phases:
            cards = [i for i, card in enumerate(layout.scoring) if card.round == scored]
            state.scoring += (cards[state.below(len(cards))],)
    for card in state.scoring:
        state.emit("scoring_card", None, "20C-S.2", card=layout.scoring_slugs[card])
    state.emit("scoring_cards_open", None, "20C-6.2")


def _stacks(state: CenturyState) -> None:
    """Fill the stacks. Cards set aside unseen stay in their pool, because nobody can tell them from those in the stack."""
    layout = state.layout
    state.land_decks = tuple(map(Deck.of, layout.land_stacks))
    state.technology_decks = tuple(map(Deck.of, layout.technology_stacks))
    used = [sum(row.stack == stack for row in layout.rounds) for stack in range(len(layout.card_stacks))]
    state.card_decks = tuple(Deck.of(cards, len(cards) - used[i]) for i, cards in enumerate(layout.card_stacks))
    state.emit("land_stacks", None, "20C-S.4", sizes=[len(layout.start_tiles), *(deck.size for deck in state.land_decks)])
    state.emit("technology_stacks", None, "20C-S.5", sizes=[deck.size for deck in state.technology_decks], n=state.bridges_left)
    state.emit("disaster_stack", None, "20C-S.6", n=sum(deck.size for deck in state.card_decks))


def _players(state: CenturyState) -> None:
    start, everybody = state.layout.set.start, range(state.players)
    state.coins = [start.coins for _ in everybody]
    state.science = [start.science for _ in everybody]
    state.score = [start.prosperity_points for _ in everybody]
    state.pollution = [start.pollution_index for _ in everybody]
    state.waiting = [0 for _ in everybody]
    state.spent = [0 for _ in everybody]
    state.worked = [0 for _ in everybody]
    state.column = [NOBODY for _ in everybody]
    state.stake = [0 for _ in everybody]
    state.bought = [() for _ in everybody]
    state.unlaid = [() for _ in everybody]
    state.loose = [() for _ in everybody]
    state.workshop = [() for _ in everybody]
    state.bridges = [() for _ in everybody]
    citizens = state.layout.set.components.citizen_chips_per_colour
    state.emit("colours", None, "20C-S.8", n=citizens, points=start.prosperity_points)
    value = state.layout.pollution[start.pollution_index]
    state.emit("markers", None, "20C-S.14", value=value, field=start.pollution_index + 1)
    state.emit("money", None, "20C-S.15", coins=start.coins, science=start.science)


def _start_tiles(state: CenturyState) -> None:
    """Give each seat a start tile at random (20C-R.2), unrotated on cell (0, 0) (20C-R.3)."""
    layout, start = state.layout, state.layout.set.start
    deck = Deck.of(layout.start_tiles)
    state.garbage = [0] * layout.lands
    state.citizens = 0
    state.placed, state.yields, regions = [], [], []
    for seat in range(state.players):
        number, deck = deck.draw(state)
        tile = layout.tiles[number]
        region = Region.empty().lay(layout.plan(number), 0, 0, 0)
        state.placed.append(region.placed)
        regions.append(region)
        state.garbage[number] = start.garbage_on_start_tile
        state.citizens |= layout.start_citizens[number]
        state.yields.append(region.yields(state.citizens))
        coins, science, prosperity = state.yields[seat]
        state.emit("start_tile", seat, "20C-S.11", tile=tile.slug)
        state.emit("start_cell", seat, "20C-R.3", tile=tile.slug)
        state.emit("start_citizens", seat, "20C-S.12", tile=tile.slug, cities=list(start.citizens), n=start.garbage_on_start_tile)
        state.emit("start_yield", seat, "20C-S.13", coins=coins, science=science, prosperity=prosperity)
        for i, plants in enumerate(tile.plants):
            if plants and not state.citizens >> (number * CITY_BITS + i) & 1:
                state.emit("start_plant", seat, "20C-R.51", tile=tile.slug, city=tile.city_name(i))
    state.regions = tuple(regions)
