"""Set-up of a game of New Angeles (NA-S)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.decks import Deck
from tafelrunde.core.frames import TypedFrame
from tafelrunde.core.seats import clockwise
from tafelrunde.games.new_angeles.frames import Corporation, DealInvestments, DealRivals, FirstPlayer, Round, SeatFrame, Sheet
from tafelrunde.games.new_angeles.layout import GENERAL
from tafelrunde.games.new_angeles.rules.knowledge import nothing_known
from tafelrunde.games.new_angeles.rules.registry import FRAMES
from tafelrunde.games.new_angeles.rules.rounds import lay_track, reveal_demand, show_next_back
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState
from tafelrunde.games.new_angeles.terms import PIECES, SIDES, TYPES


def set_up(state: AngelesState) -> None:
    """Set everything up before the first turn, in the order of the rulebook."""
    _begin(state)
    _shuffle(state)
    _setup_card(state)
    _board(state)
    how = state.options["corporations"]
    if how != "choose":
        _deal_corporations(state, how)
    seats = range(state.players)
    chosen = [Corporation(seat) for seat in seats] if how == "choose" else []
    state.push(*chosen, FirstPlayer())


def _begin(state: AngelesState) -> None:
    players = state.players
    state.round = state.deal = state.threat = state.active = 0
    state.phase = "setup"
    state.city = [0] * 9
    state.supply = [0] * 5
    state.capital = [0] * players
    state.raised = [0] * players
    state.corporations = [NOBODY] * players
    state.emergency_at, state.emergency_up = [NOBODY] * len(state.layout.corporations), 0
    state.holder, state.exhausted = [NOBODY] * len(state.layout.assets), 0
    state.hands = [()] * players
    state.rivals, state.spare = (NOBODY,) * players, NOBODY
    state.investments, state.dealt, state.scored = (NOBODY,) * players, ((),) * players, ()
    state.discards = [()] * (players + 2)
    state.sorted_out = ()
    state.used = state.waived = state.event_rise = 0
    state.federal_end = False
    nothing_known(state)
    state.drafts = state.proposals = ((),) * players
    state.promises = state.payments = ()
    clear_deal(state)
    clear_effect(state)


def clear_deal(state: AngelesState) -> None:
    """Empty the offer boxes."""
    state.revealed = state.main = NOBODY
    state.box = state.table_support = state.bets = state.declared = ()
    state.support = [()] * state.players
    state.side = [0] * state.players
    state.barred = state.locust = state.sent_back = state.refused = state.forced = state.winner = 0


def clear_effect(state: AngelesState) -> None:
    state.resolver = state.resolving = state.same = NOBODY
    state.affected = state.illness_off = state.haas_paid = state.paid = False
    state.picked = state.bound = ()
    state.collected = 0


def _shuffle(state: AngelesState) -> None:
    layout = state.layout
    state.asset_deck = Deck.of(range(len(layout.assets)))
    state.demand_deck = Deck.of(range(len(layout.demands)))
    state.event_deck = Deck.of(range(len(layout.events)))
    state.investment_deck = Deck.of(range(len(layout.investments)))
    state.decks = tuple(
        Deck.of(card for card, of in enumerate(layout.card_type) if of == kind for _ in range(layout.copies[card]))
        for kind in range(len(TYPES))
    )
    state.track = ()
    state.backs_seen = 0
    show_next_back(state)
    state.emit("decks_shuffled", None, "NA-S.1")
    state.emit("action_decks", None, "NA-S.2", n=state.decks[0].size)


def _setup_card(state: AngelesState) -> None:
    """Draw a random card that determines the initial pieces and the number of turns in the first round (NA-S.3, NA-63.0)."""
    card = state.below(len(state.layout.setup_cards))
    slug, assets = state.layout.setup_cards[card]
    state.city = list(state.layout.setup_masks[card])
    state.emit("setup_card", None, "NA-S.3", also=("NA-63.0", "NA-R.16"), card=slug)
    for piece, mask in zip((*PIECES, *SIDES), state.city, strict=True):
        places = [i + 1 for i in range(10) if mask >> i & 1]
        if places:
            state.emit("setup_placed", None, "NA-63.0", piece=piece, districts=places)
    lay_track(state, assets, "NA-69.1", ("NA-68.3",))


def _board(state: AngelesState) -> None:
    state.threat = state.layout.constants.threat_start
    state.emit("round_marker", None, "NA-S.4")
    reveal_demand(state, "NA-S.5")
    state.emit("reserve", None, "NA-S.12")


def _deal_corporations(state: AngelesState, how: str) -> None:
    left = Deck.of(range(len(state.layout.corporations)))
    for seat in range(state.players):
        corporation = seat
        if how == "random":
            corporation, left = left.draw(state)
        take_corporation(state, seat, corporation, "NA-R.28")


def take_corporation(state: AngelesState, seat: int, corporation: int, rule: str) -> None:
    state.corporations[seat] = corporation
    state.emergency_at[corporation] = seat
    state.emergency_up |= 1 << corporation
    if state.log is not None:
        layout = state.layout
        sheet = ("NA-31.3a",) if all(kind == GENERAL for kind, _ in layout.sheet[corporation]) else ("NA-31.3",)
        also = ("NA-S.6", "NA-32.0", "NA-38.1", *sheet)
        state.emit("corporation", seat, rule, also=also, corporation=layout.corporations[corporation])


@FRAMES.asks(Corporation, "NA-S.6", answer=PUBLIC, moves=PUBLIC)
def ask_corporation(state: AngelesState, frame: SeatFrame) -> list[int]:
    """Ask for a corporation that nobody has taken yet, in seat order (NA-S.6, NA-R.28)."""
    return [state.verbs.corporation + i for i in range(len(state.layout.corporations)) if i not in state.corporations]


@FRAMES.resolves(Corporation)
def resolve_corporation(state: AngelesState, frame: SeatFrame, move: int) -> None:
    take_corporation(state, frame.seat, move - state.verbs.corporation, "NA-S.6")


@FRAMES.auto(FirstPlayer, "NA-S.7")
def first_player(state: AngelesState, frame: TypedFrame) -> None:
    """Choose the first active player at random; capital rises clockwise from that player (NA-S.7, NA-S.8)."""
    constants = state.layout.constants
    state.active = state.below(state.players)
    state.emit("first_player", state.active, "NA-S.7", also=("NA-R.50",))
    order = clockwise(state.players, state.active)
    for i, seat in enumerate(order):
        state.capital[seat] = constants.capital_start_first + i * constants.capital_start_step
        state.emit("start_capital", seat, "NA-S.8", n=state.capital[seat])
    draws = [Sheet(seat, 0, 0, "NA-S.9") for seat in order]
    state.push(*draws, DealRivals(), DealInvestments("NA-S.11"), Round())


@FRAMES.auto(DealRivals, "NA-S.10")
def deal_rivals(state: AngelesState, frame: TypedFrame) -> None:
    """Deal the rivals of the corporations in play and the Federalist, one more than there are players (NA-S.10)."""
    layout = state.layout
    in_play = [i for i, corp in enumerate(layout.rival_corporation) if corp == NOBODY or corp in state.corporations]
    deck = Deck.of(in_play)
    dealt = []
    for seat in range(state.players):
        rival, deck = deck.draw(state)
        dealt.append(rival)
        state.emit("rival_seen", seat, "NA-46.0", rival=layout.rivals[rival])
    state.rivals = tuple(dealt)
    state.spare, _ = deck.draw(state)
    state.emit("rivals_dealt", None, "NA-S.10", n=len(in_play))
