"""Who may see what (NA-R.46, NA-R.47)."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.audience import NOBODY, PUBLIC, SEAT, Viewer
from tafelrunde.core.decks import EVERYBODY, Deck
from tafelrunde.core.views import BoardZone, SeatZone
from tafelrunde.games.new_angeles.rules.deal import support_for
from tafelrunde.games.new_angeles.rules.goods import hand_limit, held
from tafelrunde.games.new_angeles.rules.promises import STATUS, facts
from tafelrunde.games.new_angeles.rules.trade import sides, standing
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, PROTEST, STRIKE, AngelesState
from tafelrunde.games.new_angeles.state import NOBODY as NONE
from tafelrunde.games.new_angeles.terms import BACKS, PIECES, RESOURCES, TYPES


def _name(names: tuple[str, ...], number: int) -> str | None:
    return names[number] if number != NONE else None


def _cards(state: AngelesState, cards: Any) -> list[str]:
    return [state.layout.cards[card] for card in cards]


def _emergencies(state: AngelesState, seat: int) -> dict[str, str]:
    """The emergency cards in a seat's play area and the side that lies up."""
    names = state.layout.cards[state.verbs.cards :]
    return {names[i]: "up" if state.emergency_up >> i & 1 else "down" for i, at in enumerate(state.emergency_at) if at == seat}


def _investment(state: AngelesState, seat: int) -> str | None:
    return _name(state.layout.investments, state.investments[seat])


def _shown_investment(state: AngelesState, seat: int) -> str | None:
    return _scored(state, seat) if not state.dealt[seat] else None


def _scored(state: AngelesState, seat: int) -> str | None:
    """The investment revealed in this demand round; everybody has seen it (NA-37.1)."""
    return _name(state.layout.investments, state.scored[seat]) if state.scored else None


def _rival(state: AngelesState, seat: int) -> str | None:
    return _name(state.layout.rivals, state.rivals[seat])


def _knows(state: AngelesState, seat: int) -> dict[str, Any]:
    """What a seat has seen beyond its own cards (NA-R.47)."""
    layout = state.layout
    top, bottom = (
        [layout.events[k.card] if k.seen_by(seat) else None for k in end]
        for end in (state.event_deck.top, state.event_deck.bottom)
    )
    places = {1 << state.players: "spare", **{1 << s: f"seat {s}" for s in range(state.players)}}
    rejected = [layout.investments[k.card] for k in state.investment_deck.top if k.seats == 1 << seat]
    return {
        "hands": [{"seat": b, "card": layout.cards[card], "certain": not gone} for b, card, gone in state.known[seat]],
        "rivals": [
            {"rival": layout.rivals[rival], "places": [name for bit, name in places.items() if mask & bit]}
            for mask, rival in state.rival_known[seat]
        ],
        "events": top,
        "events_under": bottom,
        "rejected": rejected,
    }


def _draft(state: AngelesState, seat: int) -> dict[str, Any] | None:
    return _trade(state, state.drafts[seat])


def _trade(state: AngelesState, trade: Any) -> dict[str, Any] | None:
    if not trade:
        return None
    return {"with": trade[0], **sides(state, trade)}


SIDES = (None, "main", "counter")

SEAT_ZONES = (
    SeatZone("corporation", PUBLIC, lambda s, seat: _name(s.layout.corporations, s.corporations[seat])),
    SeatZone("capital", PUBLIC, lambda s, seat: s.capital[seat]),
    SeatZone("threat_raised", PUBLIC, lambda s, seat: s.raised[seat]),
    SeatZone("hand", SEAT, lambda s, seat: _cards(s, s.hands[seat]), lambda s, seat: len(s.hands[seat])),
    SeatZone("hand_size", PUBLIC, lambda s, seat: len(s.hands[seat])),
    SeatZone("hand_limit", PUBLIC, hand_limit),
    SeatZone("assets", PUBLIC, lambda s, seat: [s.layout.assets[a] for a in held(s, seat)]),
    SeatZone("exhausted", PUBLIC, lambda s, seat: [s.layout.assets[a] for a in held(s, seat) if s.exhausted >> a & 1]),
    SeatZone("emergencies", PUBLIC, _emergencies),
    SeatZone("rival", SEAT, _rival, lambda s, seat: _rival(s, seat) if s.phase == "over" else None),
    SeatZone("investment", SEAT, _investment, _shown_investment),
    SeatZone("scored", PUBLIC, _scored),
    SeatZone(
        "choosing",
        SEAT,
        lambda s, seat: [s.layout.investments[card] for card in s.dealt[seat]],
        lambda s, seat: len(s.dealt[seat]),
    ),
    SeatZone("supports", PUBLIC, lambda s, seat: SIDES[s.side[seat]]),
    SeatZone("support", SEAT, lambda s, seat: _cards(s, s.support[seat]), lambda s, seat: len(s.support[seat])),
    SeatZone("proposal", PUBLIC, lambda s, seat: _trade(s, standing(s, seat))),
    SeatZone("draft", SEAT, _draft),
    SeatZone("barred", PUBLIC, lambda s, seat: bool(s.barred >> seat & 1)),
    SeatZone("knows", SEAT, _knows),
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
        "bets": [{"seat": seat, "on": named} for seat, named, _ in state.bets],
        "declared": [
            {"offer": "main" if not at else "counter", "moves": [state.game.vocabulary[move].text for _, move in answers]}
            for at, answers in state.declared
        ],
        "winner": SIDES[state.winner],
    }


def _promises(state: AngelesState) -> list[dict[str, Any]]:
    return [
        {"by": by, "to": to, **facts(state, kind, what), "deal": deal, "status": STATUS[status]}
        for by, to, kind, what, deal, status, _ in state.promises
    ]


def _backs(state: AngelesState, cards: Any) -> list[str]:
    return [BACKS[state.layout.event_back[known.card]] for known in cards]


def _resolved(state: AngelesState) -> list[str | None]:
    """Under the event deck: the events that were resolved, seen by everybody; what was buried unseen is null."""
    return [state.layout.events[k.card] if k.seats == EVERYBODY else None for k in state.event_deck.bottom]


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
    BoardZone("space", PUBLIC, lambda s: s.layout.spaces[s.round - 1] if s.round else None),
    BoardZone("deal", PUBLIC, lambda s: s.deal),
    BoardZone("active", PUBLIC, lambda s: s.active),
    BoardZone("threat", PUBLIC, lambda s: s.threat),
    BoardZone("districts", PUBLIC, _districts),
    BoardZone("supply", PUBLIC, lambda s: dict(zip(RESOURCES, s.supply, strict=True))),
    BoardZone("targets", PUBLIC, lambda s: dict(zip(RESOURCES, s.layout.targets[s.demand], strict=True))),
    BoardZone("demand", PUBLIC, lambda s: s.layout.demands[s.demand]),
    BoardZone("demand_threat", PUBLIC, lambda s: s.layout.demand_threat[s.demand]),
    BoardZone("turn_track", NOBODY, lambda s: [s.layout.assets[a] for a in s.track], lambda s: len(s.track)),
    BoardZone("revealed", PUBLIC, lambda s: _name(s.layout.assets, s.revealed)),
    BoardZone("offer", PUBLIC, _offer),
    BoardZone("promises", PUBLIC, _promises),
    BoardZone("event_backs", PUBLIC, lambda s: _backs(s, s.event_deck.top)),
    BoardZone("events_under", PUBLIC, lambda s: _backs(s, s.event_deck.bottom)),
    BoardZone("fronts_under", PUBLIC, _resolved),
    BoardZone(
        "discard_pile", NOBODY,
        lambda s: sorted(_cards(s, (c for pile in s.discards for c in pile))), lambda s: sum(map(len, s.discards))),
    BoardZone("sorted_out", PUBLIC, lambda s: _cards(s, s.sorted_out)),
    BoardZone("reserve", PUBLIC, lambda s: {p: s.layout.limits[i] - s.city[i].bit_count() for i, p in enumerate(PIECES)}),
    BoardZone("spare_rival", NOBODY, _spare, lambda s: _spare(s) if s.phase == "over" else None),
    BoardZone("decks", NOBODY, _show_decks, _hide_decks),
)  # fmt: skip

__all__ = ["BOARD_ZONES", "SEAT_ZONES", "Viewer", "decks"]
