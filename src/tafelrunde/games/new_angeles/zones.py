"""The zones of New Angeles with their audiences (NA-R.46, NA-R.47), how scenarios set them and which cards they contain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tafelrunde.core.audience import NOBODY, SEAT
from tafelrunde.core.decks import EVERYBODY, Deck, Known, without
from tafelrunde.core.families import EMPTY, Family, Pile
from tafelrunde.core.patches import At
from tafelrunde.core.zone_kinds import COUNT, board, seat
from tafelrunde.core.zones import shown
from tafelrunde.games.new_angeles.rules.deal import support_for
from tafelrunde.games.new_angeles.rules.goods import hand_limit, held
from tafelrunde.games.new_angeles.rules.promises import STATUS, facts
from tafelrunde.games.new_angeles.rules.trade import sides, standing
from tafelrunde.games.new_angeles.state import COUNTER, HUMAN_FIRST, MAIN, ORGCRIME, OUTAGE, PRISEC, PROTEST, STRIKE, AngelesState
from tafelrunde.games.new_angeles.terms import BACKS, PIECES, RESOURCES, TYPES

SIDES = (None, "main", "counter")
UNREST = ("stable", "protest", "strike")

CARDS = Family(
    lambda state: state.layout.cards[: state.verbs.cards],
    home=lambda state, card: ("decks", state.layout.card_type[card]),
    lends=("discard_pile", "hand"),
)
ASSETS = Family(
    lambda state: state.layout.assets,
    home=lambda state, asset: ("asset_deck", None),
    lends=("assets", "turn_track", "revealed"),
    prefix="asset:",
    known_places=True,
    distinct=True,
)
EVENTS = Family(
    lambda state: state.layout.events, lambda state, card: ("event_deck", None), (), "event:", known_places=True, distinct=True
)
DEMANDS = Family(
    lambda state: state.layout.demands, lambda state, card: ("demand_deck", None), (), "demand:", known_places=True, distinct=True
)
INVESTMENTS = Family(
    lambda state: state.layout.investments,
    lambda state, card: ("investment_deck", None),
    (),
    "investment:",
    known_places=True,
    distinct=True,
)


def _name(names: tuple[str, ...], number: int) -> str | None:
    return names[number] if number != EMPTY else None


def _cards(state: AngelesState, cards: Iterable[int]) -> list[str]:
    return [state.layout.cards[card] for card in cards]


# --- corporations, emergency cards, rivals -------------------------------------------------------


def _set_corporation(state: AngelesState, seat: int, at: At, value: Any) -> None:
    """Set another corporation; its present player gets the old one, and rivals follow."""
    corporation, old = at.name(value, state.layout.corporations), state.corporations[seat]
    if corporation in state.corporations:
        other = state.corporations.index(corporation)
        state.corporations[other] = old
        state.emergency_at[old] = other
    else:
        state.emergency_at[old] = EMPTY
        state.emergency_up &= ~(1 << old)
        out, into = (state.layout.rival_corporation.index(c) for c in (old, corporation))
        state.rivals = tuple(into if rival == out else rival for rival in state.rivals)
        state.spare = into if state.spare == out else state.spare
    state.corporations[seat] = corporation
    state.emergency_at[corporation] = seat
    state.emergency_up |= 1 << corporation


def _emergencies(state: AngelesState, seat: int) -> dict[str, str]:
    """The emergency cards in a seat's play area, with the side that is up."""
    names = state.layout.cards[state.verbs.cards :]
    return {names[i]: "up" if state.emergency_up >> i & 1 else "down" for i, at in enumerate(state.emergency_at) if at == seat}


def _set_emergency(state: AngelesState, seat: int, at: At, value: Any) -> None:
    name, at = at.below()
    number = at.name(name, state.layout.cards[state.verbs.cards :])
    if number not in state.corporations:
        raise at.refuse("this corporation does not play.")
    up = at.name(value, ("down", "up"))
    state.emergency_at[number] = seat
    state.emergency_up = state.emergency_up & ~(1 << number) | up << number


def _rival(state: AngelesState, seat: int) -> str | None:
    return _name(state.layout.rivals, state.rivals[seat])


def _set_rival(state: AngelesState, seat: int, at: At, value: Any) -> None:
    """Set a seat's rival; the seat or place that had it gets the old one."""
    rival, places = at.name(value, state.layout.rivals), [*state.rivals, state.spare]
    if rival not in places:
        raise at.refuse("this corporation does not play, so its rival card is out of the game [NA-S.10].")
    other = places.index(rival)
    places[seat], places[other] = places[other], places[seat]
    state.rivals, state.spare = tuple(places[:-1]), places[-1]


def _spare(state: AngelesState) -> str | None:
    return _name(state.layout.rivals, state.spare)


# --- assets --------------------------------------------------------------------------------------


def _set_assets(state: AngelesState, seat: int, at: At, value: Any) -> None:
    assets, old = ASSETS.read(state, at, value), held(state, seat)
    for asset in old:
        state.holder[asset] = EMPTY
    ASSETS.give_back(state, old)
    for asset in assets:
        ASSETS.fetch(state, at, asset)
        state.holder[asset] = seat


def _take_held(state: AngelesState, asset: int) -> bool:
    found = state.holder[asset] != EMPTY
    state.holder[asset] = EMPTY
    state.exhausted &= ~(1 << asset)
    return found


def _exhausted(state: AngelesState, seat: int) -> list[str]:
    return ASSETS.named(state, (asset for asset in held(state, seat) if state.exhausted >> asset & 1))


def _set_exhausted(state: AngelesState, seat: int, at: At, value: Any) -> None:
    for asset in ASSETS.read(state, at, value):
        if state.holder[asset] != seat:
            raise at.refuse(f"seat {seat} does not hold {state.layout.assets[asset]!r}.")
        state.exhausted |= 1 << asset


def _set_track(state: AngelesState, at: At, value: Any) -> None:
    assets, old, state.track = ASSETS.read(state, at, value), state.track, ()
    ASSETS.give_back(state, old)
    for asset in assets:
        ASSETS.fetch(state, at, asset)
    state.track = tuple(assets)


def _take_from_track(state: AngelesState, asset: int) -> bool:
    """Take an asset from the turn track, which is refilled from the deck."""
    if asset not in state.track:
        return False
    other, state.asset_deck = state.asset_deck.draw(state)
    state.track = tuple(other if found == asset else found for found in state.track)
    return True


def _set_revealed(state: AngelesState, at: At, value: Any) -> None:
    asset, old = at.name(value, state.layout.assets), state.revealed
    if asset != old:
        ASSETS.fetch(state, at, asset)
        ASSETS.give_back(state, (old,))
        state.revealed = asset


def _take_revealed(state: AngelesState, asset: int) -> bool:
    if asset != state.revealed:
        return False
    state.revealed, state.asset_deck = state.asset_deck.draw(state)
    return True


# --- investments ---------------------------------------------------------------------------------


def _investment(state: AngelesState, seat: int) -> str | None:
    return _name(state.layout.investments, state.investments[seat])


def _scored(state: AngelesState, seat: int) -> str | None:
    """The investment revealed in this demand round; everybody has seen it (NA-37.1)."""
    return _name(state.layout.investments, state.scored[seat]) if state.scored else None


def _set_investment(state: AngelesState, seat: int, at: At, value: Any) -> None:
    card, kept = at.name(value, state.layout.investments), list(state.investments)
    if card in kept:
        other = kept.index(card)
        kept[seat], kept[other] = kept[other], kept[seat]
    else:
        INVESTMENTS.fetch(state, at, card)
        INVESTMENTS.give_back(state, (kept[seat],))
        kept[seat] = card
    state.investments = tuple(kept)


def _kept(state: AngelesState, seat: int) -> list[str]:
    return [] if state.dealt[seat] else INVESTMENTS.counted(state, (state.investments[seat],))


# --- what a seat knows, trades and promises ------------------------------------------------------


def _knows(state: AngelesState, seat: int) -> dict[str, Any]:
    """The cards that a seat has seen besides its own (NA-R.47)."""
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


def _trade(state: AngelesState, trade: Any) -> dict[str, Any] | None:
    return {"with": trade[0], **sides(state, trade)} if trade else None


def _promises(state: AngelesState) -> list[dict[str, Any]]:
    return [
        {"by": by, "to": to, **facts(state, kind, what), "deal": deal, "status": STATUS[status]}
        for by, to, kind, what, deal, status, _ in state.promises
    ]


# --- the deal ------------------------------------------------------------------------------------


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


def _offered(state: AngelesState) -> list[str]:
    """Action cards in the offer boxes, and those that support an offer unseen."""
    offered = [card for card in (state.main, *(card for _, card in state.box)) if card < state.verbs.cards]
    return CARDS.counted(state, [*offered, *(card for card, _ in state.table_support)])


def _supported(state: AngelesState, seat: int) -> None:
    """Mark seats with placed cards as decided, for the main offer unless the scenario says otherwise."""
    state.side[seat] = state.side[seat] or MAIN
    state.refused |= 1 << seat


def _set_side(state: AngelesState, seat: int, at: At, value: Any) -> None:
    state.side[seat] = at.name(value, ("none", "main", "counter"))


# --- the city ------------------------------------------------------------------------------------


def _district(state: AngelesState, district: int) -> dict[str, Any]:
    city, layout = state.city, state.layout
    unrest = UNREST[(city[PROTEST] >> district & 1) + 2 * (city[STRIKE] >> district & 1)]
    pieces = {piece: bool(city[i] >> district & 1) for i, piece in enumerate(PIECES)}
    return {**pieces, "unrest": unrest, "tier": layout.tier_of[district], "to": layout.to[district] + 1}


def _set_district(state: AngelesState, at: At, value: Any) -> None:
    """Set a piece or the unrest of a district; an empty table clears the city."""
    if not at.path and value == {}:
        state.city = [0] * len(state.city)
        return
    number, at = at.below()
    key, at = at.below()
    city, district = state.city, at.name(number, [str(n + 1) for n in range(10)])
    bit = 1 << district
    if key == "unrest":
        stage = at.name(value, UNREST)
        city[PROTEST] = city[PROTEST] & ~bit | (stage == 1) << district
        city[STRIKE] = city[STRIKE] & ~bit | (stage == 2) << district
    else:
        piece = at.name(key, PIECES)
        city[piece] = city[piece] & ~bit | at.truth(value) << district
        if city[piece].bit_count() > state.layout.limits[piece]:
            raise at.refuse(f"there are only {state.layout.limits[piece]} of these pieces [NA-15.0].")
    if city[OUTAGE] & (city[PROTEST] | city[STRIKE]):
        raise at.refuse("a district in outage is stable [NA-11.1].")
    if city[PRISEC] & (city[HUMAN_FIRST] | city[ORGCRIME]):
        raise at.refuse("an enemy unit cannot stand beside prisec [NA-41.1].")


# --- decks ---------------------------------------------------------------------------------------


def _backs(state: AngelesState, cards: Iterable[Known]) -> list[str]:
    return [BACKS[state.layout.event_back[known.card]] for known in cards]


def _resolved(state: AngelesState) -> list[str | None]:
    """The resolved events under the event deck, which everybody has seen; a buried event that nobody saw is null."""
    return [state.layout.events[k.card] if k.seats == EVERYBODY else None for k in state.event_deck.bottom]


def _discards(state: AngelesState) -> list[str]:
    return sorted(_cards(state, (card for pile in state.discards for card in pile)))


def _take_discard(state: AngelesState, card: int) -> bool:
    for i in reversed(range(len(state.discards))):
        if card in state.discards[i]:
            state.discards[i] = without(state.discards[i], card)
            return True
    return False


def _empty_deck(state: AngelesState, at: At, pile: Pile, value: Any) -> None:
    """Put all cards of an action deck openly into the discard pile."""
    if pile.family is not CARDS or value != 0:
        raise at.refuse("only an action deck can be emptied.")
    place = state.players + 1
    state.discards[place] = tuple(sorted((*state.discards[place], *pile.get(state).pool)))
    pile.put(state, Deck.of(()))


def _after_deck(state: AngelesState, pile: Pile) -> None:
    """Show only the backs of events on top."""
    if pile.family is EVENTS:
        deck = state.event_deck
        state.event_deck = deck.replace(top=tuple(Known(known.card, 0) for known in deck.top))
        state.backs_seen = len(deck.top)


DECKS = {
    **{kind: Pile(CARDS, "decks", i) for i, kind in enumerate(TYPES)},
    "assets": Pile(ASSETS, "asset_deck"),
    "events": Pile(EVENTS, "event_deck"),
    "demands": Pile(DEMANDS, "demand_deck"),
    "investments": Pile(INVESTMENTS, "investment_deck"),
}

SEAT_ZONES = (
    seat.zone("corporation", lambda s, seat: _name(s.layout.corporations, s.corporations[seat]), set=_set_corporation),
    seat.number("capital", "capital"),
    seat.zone("threat_raised", lambda s, seat: s.raised[seat]),
    seat.cards("hand", "hands", CARDS, SEAT, COUNT),
    seat.zone("hand_size", lambda s, seat: len(s.hands[seat])),
    seat.zone("hand_limit", hand_limit),
    seat.zone(
        "assets", lambda s, seat: ASSETS.named(s, held(s, seat)), set=_set_assets,
        holds=lambda s, seat: ASSETS.counted(s, held(s, seat)), take=_take_held,
    ),
    seat.zone("exhausted", _exhausted, set=_set_exhausted),
    seat.zone("emergencies", _emergencies, set=_set_emergency),
    seat.zone("rival", _rival, SEAT, lambda s, seat: _rival(s, seat) if s.phase == "over" else None, _set_rival),
    seat.zone(
        "investment", _investment, SEAT, lambda s, seat: _scored(s, seat) if not s.dealt[seat] else None, _set_investment, _kept,
    ),
    seat.zone("scored", _scored),
    seat.zone(
        "choosing", lambda s, seat: INVESTMENTS.named(s, s.dealt[seat]), SEAT, lambda s, seat: len(s.dealt[seat]),
        holds=lambda s, seat: INVESTMENTS.counted(s, s.dealt[seat]),
    ),
    seat.zone("supports", lambda s, seat: SIDES[s.side[seat]], set=_set_side),
    seat.cards("support", "support", CARDS, SEAT, COUNT, after=_supported),
    seat.zone("proposal", lambda s, seat: _trade(s, standing(s, seat)), seats=("with",)),
    seat.zone("draft", lambda s, seat: _trade(s, s.drafts[seat]), SEAT, seats=("with",)),
    seat.zone("barred", lambda s, seat: bool(s.barred >> seat & 1)),
    seat.zone("knows", _knows, SEAT, seats=("seat",)),
)  # fmt: skip
BOARD_ZONES = (
    board.zone("space", lambda s: s.layout.spaces[s.round - 1] if s.round else None),
    board.zone("deal", lambda s: s.deal),
    board.zone("active", lambda s: s.active, seats=("active",)),
    board.number("threat", "threat", 0, lambda s, _: s.layout.threat_end - 1),
    shown(
        board.zone("districts", lambda s: {str(d + 1): _district(s, d) for d in range(10)}, set=_set_district),
        "map", edges="to", names="districts", verbs=("remove", "place", "lower", "raise", "district", "move"),
    ),
    board.counts("supply", "supply", RESOURCES, lambda s, resource: s.layout.track_last[resource]),
    board.zone("targets", lambda s: dict(zip(RESOURCES, s.layout.targets[s.demand], strict=True))),
    board.card("demand", "demand", DEMANDS),
    board.zone("demand_threat", lambda s: s.layout.demand_threat[s.demand]),
    board.zone(
        "turn_track", lambda s: ASSETS.named(s, s.track), NOBODY, lambda s: len(s.track), _set_track,
        lambda s: ASSETS.counted(s, s.track), _take_from_track,
    ),
    board.zone(
        "revealed", lambda s: _name(s.layout.assets, s.revealed), set=_set_revealed,
        holds=lambda s: ASSETS.counted(s, (s.revealed,)), take=_take_revealed,
    ),
    board.zone("offer", _offer, holds=_offered, seats=("counter_by", "seat", "kept_from_counter")),
    board.zone("promises", _promises, seats=("by", "to", "leader")),
    board.zone("event_backs", lambda s: _backs(s, s.event_deck.top)),
    board.zone("events_under", lambda s: _backs(s, s.event_deck.bottom)),
    board.zone("fronts_under", _resolved),
    board.zone(
        "discard_pile", _discards, NOBODY, lambda s: sum(map(len, s.discards)),
        holds=_discards, take=_take_discard,
    ),
    board.zone("sorted_out", lambda s: _cards(s, s.sorted_out)),
    board.zone("reserve", lambda s: {p: s.layout.limits[i] - s.city[i].bit_count() for i, p in enumerate(PIECES)}),
    board.zone("spare_rival", _spare, NOBODY, lambda s: _spare(s) if s.phase == "over" else None),
    board.decks("decks", DECKS, seen_by=EVERYBODY, extra={"size": _empty_deck}, after=_after_deck),
)  # fmt: skip
