"""Who may see what (NA-R.46, NA-R.47)."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.decks import Deck
from tafelrunde.core.views import EVERYBODY, NOBODY, OWNER, BoardZone, SeatZone, Viewer
from tafelrunde.games.new_angeles.deal import support_for
from tafelrunde.games.new_angeles.goods import hand_limit, held
from tafelrunde.games.new_angeles.promises import STATUS, facts
from tafelrunde.games.new_angeles.schema import BACKS, PIECES, RESOURCES, TYPES
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, PROTEST, STRIKE, AngelesState
from tafelrunde.games.new_angeles.state import NOBODY as NONE
from tafelrunde.games.new_angeles.trade import texts
from tafelrunde.games.new_angeles.words import CARDS


def _name(names: tuple[str, ...], number: int) -> str | None:
    return names[number] if number != NONE else None


def _cards(state: AngelesState, cards: Any) -> list[str]:
    return [state.layout.cards[card] for card in cards]


def _emergencies(state: AngelesState, seat: int) -> dict[str, str]:
    """The emergency cards in a seat's play area and the side that lies up."""
    names = state.layout.cards[CARDS:]
    return {names[i]: "up" if state.emergency_up >> i & 1 else "down" for i, at in enumerate(state.emergency_at) if at == seat}


def _investment(state: AngelesState, seat: int) -> str | None:
    return _name(state.layout.investments, state.investments[seat])


def _shown_investment(state: AngelesState, seat: int) -> str | None:
    return _name(state.layout.investments, state.scored[seat]) if state.scored else None


def _rival(state: AngelesState, seat: int) -> str | None:
    return _name(state.layout.rivals, state.rivals[seat])


def _knows(state: AngelesState, seat: int) -> dict[str, Any]:
    """What a seat has seen beyond its own cards (NA-R.47)."""
    layout = state.layout
    top = [layout.events[k.card] if k.seen_by(seat) else None for k in state.event_deck.top]
    places = {1 << state.players: "spare", **{1 << s: f"seat {s}" for s in range(state.players)}}
    rejected = [layout.investments[k.card] for k in state.investment_deck.top if k.seats == 1 << seat]
    return {
        "hands": [{"seat": b, "card": layout.cards[card], "certain": not gone} for b, card, gone in state.known[seat]],
        "rivals": [
            {"rival": layout.rivals[rival], "places": [name for bit, name in places.items() if mask & bit]}
            for mask, rival in state.rival_known[seat]
        ],
        "events": top,
        "rejected": rejected,
    }


def _draft(state: AngelesState, seat: int) -> dict[str, Any] | None:
    return _trade(state, state.drafts[seat])


def _trade(state: AngelesState, trade: Any) -> dict[str, Any] | None:
    if not trade:
        return None
    partner, gives, asks, act = trade
    return {"with": partner, "gives": texts(state, gives), "asks": texts(state, asks, act[:1])}


SIDES = (None, "main", "counter")

SEAT_ZONES = (
    SeatZone("corporation", EVERYBODY, lambda s, seat: _name(s.layout.corporations, s.corporations[seat])),
    SeatZone("capital", EVERYBODY, lambda s, seat: s.capital[seat]),
    SeatZone("threat_raised", EVERYBODY, lambda s, seat: s.raised[seat]),
    SeatZone("hand", OWNER, lambda s, seat: _cards(s, s.hands[seat]), lambda s, seat: len(s.hands[seat])),
    SeatZone("hand_size", EVERYBODY, lambda s, seat: len(s.hands[seat])),
    SeatZone("hand_limit", EVERYBODY, hand_limit),
    SeatZone("assets", EVERYBODY, lambda s, seat: [s.layout.assets[a] for a in held(s, seat)]),
    SeatZone("exhausted", EVERYBODY, lambda s, seat: [s.layout.assets[a] for a in held(s, seat) if s.exhausted >> a & 1]),
    SeatZone("emergencies", EVERYBODY, _emergencies),
    SeatZone("rival", OWNER, _rival, lambda s, seat: _rival(s, seat) if s.phase == "over" else None),
    SeatZone("investment", OWNER, _investment, _shown_investment),
    SeatZone(
        "choosing",
        OWNER,
        lambda s, seat: [s.layout.investments[card] for card in s.dealt[seat]],
        lambda s, seat: len(s.dealt[seat]),
    ),
    SeatZone("supports", EVERYBODY, lambda s, seat: SIDES[s.side[seat]]),
    SeatZone("support", OWNER, lambda s, seat: _cards(s, s.support[seat]), lambda s, seat: len(s.support[seat])),
    SeatZone("proposal", EVERYBODY, lambda s, seat: _trade(s, s.proposals[seat])),
    SeatZone("draft", OWNER, _draft),
    SeatZone("barred", EVERYBODY, lambda s, seat: bool(s.barred >> seat & 1)),
    SeatZone("knows", OWNER, _knows),
)


def _district(state: AngelesState, district: int) -> dict[str, Any]:
    city, layout = state.city, state.layout
    unrest = "strike" if city[STRIKE] >> district & 1 else "protest" if city[PROTEST] >> district & 1 else "stable"
    pieces = {piece: bool(city[i] >> district & 1) for i, piece in enumerate(PIECES)}
    return {**pieces, "unrest": unrest, "tier": layout.tier_of[district], "to": layout.to[district] + 1}


def _districts(state: AngelesState) -> dict[str, Any]:
    return {str(d + 1): _district(state, d) for d in range(10)}


def _offer(state: AngelesState) -> dict[str, Any]:
    layout, box = state.layout, state.box
    return {
        "main": _name(layout.cards, state.main),
        "counter": layout.cards[box[-1][1]] if box else None,
        "counter_by": box[-1][0] if box else None,
        "box": [{"seat": seat, "card": layout.cards[card]} for seat, card in box],
        "support_main": support_for(state, MAIN),
        "support_counter": support_for(state, COUNTER),
        "kept_from_counter": [seat for seat in range(state.players) if state.locust >> seat & 1],
        "bets": [{"seat": seat, "on": named} for seat, named in state.bets],
        "declared": [
            {"offer": "main" if not at else "counter", "moves": [state.game.vocabulary[move].text for _, move in answers]}
            for at, answers in state.declared
        ],
        "winner": SIDES[state.winner],
    }


def _promises(state: AngelesState) -> list[dict[str, Any]]:
    return [
        {"by": by, "to": to, **facts(state, kind, what), "deal": deal, "status": STATUS[status]}
        for by, to, kind, what, deal, status in state.promises
    ]


def _backs(state: AngelesState, cards: Any) -> list[str]:
    return [BACKS[state.layout.event_back[known.card]] for known in cards]


def decks(state: AngelesState) -> dict[str, tuple[Deck, tuple[str, ...]]]:
    layout = state.layout
    actions = {kind: (state.decks[i], layout.cards) for i, kind in enumerate(TYPES)}
    return {
        **actions,
        "assets": (state.asset_deck, layout.assets),
        "events": (state.event_deck, layout.events),
        "demands": (state.demand_deck, layout.demands),
        "investments": (state.investment_deck, layout.investments),
    }


def _show_decks(state: AngelesState) -> dict[str, Any]:
    return {
        name: {
            "size": deck.size,
            "pool": [ids[card] for card in deck.pool],
            "top": [ids[known.card] for known in deck.top],
            "bottom": [ids[known.card] for known in deck.bottom],
        }
        for name, (deck, ids) in decks(state).items()
    }


def _hide_decks(state: AngelesState) -> dict[str, Any]:
    return {name: {"size": deck.size} for name, (deck, _) in decks(state).items()}


def _spare(state: AngelesState) -> str | None:
    return _name(state.layout.rivals, state.spare)


BOARD_ZONES = (
    BoardZone("space", EVERYBODY, lambda s: s.layout.spaces[s.round - 1] if s.round else None),
    BoardZone("deal", EVERYBODY, lambda s: s.deal),
    BoardZone("active", EVERYBODY, lambda s: s.active),
    BoardZone("threat", EVERYBODY, lambda s: s.threat),
    BoardZone("districts", EVERYBODY, _districts),
    BoardZone("supply", EVERYBODY, lambda s: dict(zip(RESOURCES, s.supply, strict=True))),
    BoardZone("targets", EVERYBODY, lambda s: dict(zip(RESOURCES, s.layout.targets[s.demand], strict=True))),
    BoardZone("demand", EVERYBODY, lambda s: s.layout.demands[s.demand]),
    BoardZone("demand_threat", EVERYBODY, lambda s: s.layout.demand_threat[s.demand]),
    BoardZone("turn_track", NOBODY, lambda s: [s.layout.assets[a] for a in s.track], lambda s: len(s.track)),
    BoardZone("revealed", EVERYBODY, lambda s: _name(s.layout.assets, s.revealed)),
    BoardZone("offer", EVERYBODY, _offer),
    BoardZone("promises", EVERYBODY, _promises),
    BoardZone("event_backs", EVERYBODY, lambda s: _backs(s, s.event_deck.top)),
    BoardZone("events_under", EVERYBODY, lambda s: _backs(s, s.event_deck.bottom)),
    BoardZone(
        "discard_pile", NOBODY,
        lambda s: sorted(_cards(s, (c for pile in s.discards for c in pile))), lambda s: sum(map(len, s.discards))),
    BoardZone("sorted_out", EVERYBODY, lambda s: _cards(s, s.sorted_out)),
    BoardZone("reserve", EVERYBODY, lambda s: {p: s.layout.limits[i] - s.city[i].bit_count() for i, p in enumerate(PIECES)}),
    BoardZone("spare_rival", NOBODY, _spare, lambda s: _spare(s) if s.phase == "over" else None),
    BoardZone("decks", NOBODY, _show_decks, _hide_decks),
)  # fmt: skip

__all__ = ["BOARD_ZONES", "SEAT_ZONES", "Viewer", "decks"]
