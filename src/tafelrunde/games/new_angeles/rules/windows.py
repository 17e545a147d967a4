"""Moments at which assets may be used, clockwise from the active player (NA-66.4, NA-66.4a, NA-R.23).

``Window(row, k, fact, done)`` visits all seats in turn, ``Ability(seat, row, fact, done, k)`` asks one seat. A row of the
Decisions table is one moment. ``done[seat]`` is a mask of the assets that the seat has used at this moment (the lower half)
or declined (the upper half), so that no question is repeated. When a seat uses an asset, the declines of the others are
forgotten, because the situation has changed. A seat that receives an asset meanwhile is asked about it in any position; ``k``
is the number of seats visited so far.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.games.new_angeles.frames import (
    Ability,
    AssetFrame,
    Counteroffers,
    DeckSupport,
    Eiko,
    Fact,
    FallCounter,
    FallGuy,
    NameBarred,
    NameType,
    NameWinner,
    NumberFrame,
    Ransom,
    RuleFrame,
    SeatFrame,
    Win,
    Window,
)
from tafelrunde.games.new_angeles.layout import card_moves
from tafelrunde.games.new_angeles.numbers import LOSE, PASS, PAY, TAKE_BACK
from tafelrunde.games.new_angeles.rules.deal import (
    add_support,
    offerable,
    open_hand,
    propose_counter,
    send_back,
    winning_seat,
)
from tafelrunde.games.new_angeles.rules.goods import (
    draw,
    gain,
    lose,
    pay_for_asset,
    ready,
    top_card,
    use_asset,
)
from tafelrunde.games.new_angeles.rules.registry import BEGUN, FRAMES
from tafelrunde.games.new_angeles.rules.turn import drawable
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, NOBODY, AngelesState
from tafelrunde.games.new_angeles.terms import TYPES

Condition = Callable[[AngelesState, int, Any], bool]

TRIGGERS: dict[str, tuple[str, Condition]] = {
    "other_turn_starts_richer": ("start", lambda s, seat, _: seat != s.active and s.capital[s.active] > s.capital[seat]),
    "asset_revealed": ("asset", lambda s, seat, _: True),
    "offer_proposed": ("offer", lambda s, seat, at: True),
    "other_player_proposed_counteroffer": ("counter", lambda s, seat, at: seat != at[0] and len(s.box) == at[1]),
    "support_step_starts": ("support", lambda s, seat, _: bool(s.box)),
    "player_abstains": ("abstain", lambda s, seat, other: seat != other),
    "resolution_step_starts": ("resolution", lambda s, seat, _: bool(s.box)),
    "support_tied": ("tie", lambda s, seat, _: not s.winner),
    "holder_active_loses_deal": ("won", lambda s, seat, _: seat == s.active and s.winner == COUNTER),
    "countering_player_wins_deal": ("won", lambda s, seat, _: s.winner == COUNTER),
    "threat_increased": ("threat", lambda s, seat, _: True),
    "deal_ends_empty_hand": ("deal_end", lambda s, seat, _: not s.hands[seat]),
}
"""The triggers at which the holder of an asset is asked: the row of the Decisions table, and the condition."""


def usable(state: AngelesState, seat: int, row: str, fact: Any, done: int) -> list[int]:
    """The abilities of a row that a seat may use now: held, ready, neither used nor declined at this moment (NA-R.44)."""
    holder = state.holder
    found = []
    for asset, condition in state.layout.windows[row]:
        if holder[asset] == seat and ready(state, asset) and not decided(state, done, asset) and condition(state, seat, fact):
            found.append(asset)
    return found


def decided(state: AngelesState, done: int, asset: int) -> bool:
    """Whether an asset is in either half of a seat's mask."""
    return bool((done | done >> state.verbs.assets) >> asset & 1)


@FRAMES.auto(Window, "NA-66.4a")
def window(state: AngelesState, frame: Window) -> None:
    """Ask the first seat, clockwise from the active player, that may use something it has not decided about yet."""
    row: str
    k: int
    row, k, fact, done = frame.row, frame.reached, frame.fact, frame.done
    players = state.players
    if row == "won" and (state.bets or _any_held(state, "right_neighbour_wins_deal")):
        while k < players and _first(state, row, fact, done) >= k:
            k += 1
            _won_or_lost(state, (state.active + k - 1) % players, fact)
    first = _first(state, row, fact, done)
    if first < players:
        seat = (state.active + first) % players
        state.push(Ability(seat, row, fact, done or (0,) * players, k))


def _any_held(state: AngelesState, trigger: str) -> bool:
    return any(state.holder[asset] != NOBODY for asset in state.layout.triggered.get(trigger, ()))


def _first(state: AngelesState, row: str, fact: Any, done: tuple[int, ...]) -> int:
    """The distance from the active player to the next seat to be asked; the number of players if there is none."""
    first = players = state.players
    for asset, condition in state.layout.windows[row]:
        seat = state.holder[asset]
        if seat == NOBODY or state.exhausted >> asset & 1 or (done and decided(state, done[seat], asset)):
            continue
        place = (seat - state.active) % players
        if place < first and condition(state, seat, fact):
            first = place
    return first


def _won_or_lost(state: AngelesState, seat: int, winner: Fact) -> None:
    """Mandatory payments for winning a deal, at the seat's place in the order (NA-R.54)."""
    if winner == (seat - 1) % state.players:
        for asset in state.layout.triggered.get("right_neighbour_wins_deal", ()):
            if state.holder[asset] == seat:
                use_asset(state, asset, seat, also=("NA-66.5",))
    for better, named, asset in state.bets:
        if better == seat and named == winner:
            for operation in state.layout.asset_effects[asset]:
                operation.bet_won(state, seat, state.layout.asset_rules[asset])


def _offered_now(state: AngelesState, frame: Ability) -> list[int]:
    return usable(state, frame.seat, frame.row, frame.fact, frame.done[frame.seat])


def _ability_rule(state: AngelesState, frame: Ability) -> str:
    found = _offered_now(state, frame)
    return state.layout.asset_rules[found[0]] if len(found) == 1 else "NA-66.4"


@FRAMES.asks(Ability, _ability_rule, answer=PUBLIC)
def ask_ability(state: AngelesState, frame: Ability) -> list[int]:
    found = _offered_now(state, frame)
    return [PASS, *(state.verbs.use + asset for asset in found)] if found else []


@FRAMES.resolves(Ability)
def resolve_ability(state: AngelesState, frame: Ability, move: int) -> None:
    seat, row, fact, done, k = frame.seat, frame.row, frame.fact, frame.done, frame.reached
    if move == PASS:
        declined = sum(1 << state.verbs.assets + asset for asset in _offered_now(state, frame))
        state.push(Window(row, k, fact, (*done[:seat], done[seat] | declined, *done[seat + 1 :])))
        return
    asset = move - state.verbs.use
    state.push(Ability(seat, row, fact, _used(state, done, seat, asset), k))
    if state.log is not None:
        slug = state.layout.assets[asset]
        state.emit("used", seat, state.layout.asset_rules[asset], also=("NA-66.4a", "NA-R.23", "NA-66.4"), asset=slug)
    pay_for_asset(state, asset, seat)
    use_asset(state, asset, seat, fact)


@FRAMES.lapses(Ability)
def nothing_to_use(state: AngelesState, frame: Ability) -> None:
    """Ask the next seat, because the asset was used or traded away."""
    row, fact, done, k = frame.row, frame.fact, frame.done, frame.reached
    state.push(Window(row, k, fact, done))


def _used(state: AngelesState, done: tuple[int, ...], seat: int, asset: int) -> tuple[int, ...]:
    """Record that a seat has used an asset: other seats may now want to use an asset that they declined before (NA-R.23)."""
    lower = (1 << state.verbs.assets) - 1
    return tuple(own | 1 << asset if other == seat else own & lower for other, own in enumerate(done))


@FRAMES.describes(Ability)
def describe_ability(state: AngelesState, frame: Ability) -> dict[str, object]:
    return {"occasion": frame.row, "assets": [state.layout.assets[a] for a in _offered_now(state, frame)]}


# --- what the abilities ask ----------------------------------------------------------------------

BEGUN[DeckSupport] = lambda frame: bool(frame.deck != NOBODY)


@FRAMES.asks(NameType, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_name_type(state: AngelesState, frame: NameType) -> list[int]:
    """Ask for a type from which a card can be drawn (NA-R.21)."""
    return [move for move in state.verbs.types if drawable(state, move - state.verbs.type)]


@FRAMES.resolves(NameType)
def resolve_name_type(state: AngelesState, frame: NameType, move: int) -> None:
    seat, n, rule, also = frame.seat, frame.n, frame.rule, frame.also
    if not draw(state, seat, move - state.verbs.type, n, rule, (also,) if also else ()):
        state.push(frame)


@FRAMES.describes(NameType)
def describe_name_type(state: AngelesState, frame: NameType) -> dict[str, object]:
    return {"n": frame.n}


@FRAMES.asks(NameWinner, lambda state, frame: state.layout.asset_rules[frame.asset], answer=PUBLIC, moves=PUBLIC)
def ask_name_winner(state: AngelesState, frame: AssetFrame) -> list[int]:
    return [state.verbs.name + seat for seat in range(state.players) if seat != frame.seat]


@FRAMES.resolves(NameWinner)
def resolve_name_winner(state: AngelesState, frame: AssetFrame, move: int) -> None:
    seat, asset = frame.seat, frame.asset
    state.bets = (*state.bets, (seat, move - state.verbs.name, asset))
    if state.log is not None:
        state.emit("bet", seat, state.layout.asset_rules[asset], other=move - state.verbs.name)


@FRAMES.asks(Ransom, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_ransom(state: AngelesState, frame: Ransom) -> list[int]:
    """Ask whether to pay, if the seat has the capital, or to take the card back (NA-R.19)."""
    return [PAY, TAKE_BACK] if state.capital[frame.seat] >= frame.n else [TAKE_BACK]


@FRAMES.resolves(Ransom)
def resolve_ransom(state: AngelesState, frame: Ransom, move: int) -> None:
    seat, holder, rule, ransom = frame.seat, frame.holder, frame.rule, frame.n
    if move == PAY:
        lose(state, seat, ransom, rule, ("NA-R.19",))
        gain(state, holder, ransom, rule)
    else:
        send_back(state, rule)


@FRAMES.describes(Ransom)
def describe_ransom(state: AngelesState, frame: Ransom) -> dict[str, object]:
    return {"other": frame.holder, "n": frame.n}


@FRAMES.asks(DeckSupport, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_deck_support(state: AngelesState, frame: DeckSupport) -> list[int]:
    """Ask for the deck first, then for the offer."""
    if frame.deck == NOBODY:
        return [move for move in state.verbs.types if drawable(state, move - state.verbs.type)]
    return [state.verbs.side, state.verbs.side + 1]


@FRAMES.resolves(DeckSupport)
def resolve_deck_support(state: AngelesState, frame: DeckSupport, move: int) -> None:
    seat, kind, rule = frame.seat, frame.deck, frame.rule
    if kind == NOBODY:
        state.push(DeckSupport(seat, move - state.verbs.type, rule))
        return
    card = top_card(state, kind)
    if card == NOBODY:
        state.push(DeckSupport(seat, NOBODY, rule))
        return
    side = MAIN if move == state.verbs.side else COUNTER
    state.table_support = tuple(sorted((*state.table_support, (card, side))))
    if state.log is not None:
        data: dict[str, Any] = {"type": TYPES[kind], "offer": "main" if side == MAIN else "counter"}
        state.emit("deck_supports", seat, rule, also=("NA-R.30", "NA-R.21", "NA-1.6"), **data)


@FRAMES.asks(NameBarred, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_name_barred(state: AngelesState, frame: RuleFrame) -> list[int]:
    return [state.verbs.name + seat for seat in range(state.players)]


@FRAMES.resolves(NameBarred)
def resolve_name_barred(state: AngelesState, frame: RuleFrame, move: int) -> None:
    state.locust |= 1 << move - state.verbs.name
    if state.log is not None:
        state.emit("kept_from_counter", move - state.verbs.name, frame.rule)


@FRAMES.asks(Eiko, lambda state, frame: frame.rule, answer=SEAT, moves=open_hand)
def ask_eiko(state: AngelesState, frame: NumberFrame) -> list[int]:
    """Ask for a card for the main offer or capital; a seat without one of them has to give the other (NA-R.45)."""
    seat = frame.seat
    cards = card_moves(state.verbs.add, state.hands[seat])
    return cards if cards and not state.capital[seat] else [LOSE, *cards]


@FRAMES.describes(Eiko)
def describe_eiko(state: AngelesState, frame: NumberFrame) -> dict[str, object]:
    return {"n": frame.n}


@FRAMES.resolves(Eiko)
def resolve_eiko(state: AngelesState, frame: NumberFrame, move: int) -> None:
    seat, rule, capital = frame.seat, frame.rule, frame.n
    if move == LOSE:
        lose(state, seat, capital, rule, ("NA-R.45",))
    else:
        state.side[seat] = MAIN
        add_support(state, seat, move - state.verbs.add, rule)


@FRAMES.asks(Win, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_win(state: AngelesState, frame: RuleFrame) -> list[int]:
    """Ask for the active or the countering player."""
    return [state.verbs.win, state.verbs.win + 1]


@FRAMES.resolves(Win)
def resolve_win(state: AngelesState, frame: RuleFrame, move: int) -> None:
    state.winner = MAIN if move == state.verbs.win else COUNTER
    if state.log is not None:
        state.emit("winner_named", winning_seat(state), frame.rule, offer="main" if move == state.verbs.win else "counter")


# --- The Fall Guy --------------------------------------------------------------------------------


def _fall_guys(state: AngelesState, seat: int) -> list[int]:
    return [asset for asset in state.layout.triggered.get("holder_proposed_main_offer", ()) if state.holder[asset] == seat]


def _fall_guy_rule(state: AngelesState, frame: SeatFrame) -> str:
    return state.layout.asset_rules[_fall_guys(state, frame.seat)[0]]


@FRAMES.asks(FallGuy, _fall_guy_rule, answer=PUBLIC)
def ask_fall_guy(state: AngelesState, frame: SeatFrame) -> list[int]:
    """Ask whether the active player counters their own offer with a card (NA-1.7)."""
    held = _fall_guys(state, frame.seat)
    possible = held and offerable(state, frame.seat, state.verbs.counter)
    return [PASS, *(state.verbs.use + asset for asset in held)] if possible else []


@FRAMES.resolves(FallGuy)
def resolve_fall_guy(state: AngelesState, frame: SeatFrame, move: int) -> None:
    if move != PASS:
        pay_for_asset(state, move - state.verbs.use, frame.seat)
        use_asset(state, move - state.verbs.use, frame.seat)


@FRAMES.asks(FallCounter, lambda state, frame: frame.rule, answer=PUBLIC, moves=open_hand)
def ask_fall_counter(state: AngelesState, frame: RuleFrame) -> list[int]:
    return offerable(state, frame.seat, state.verbs.counter)


@FRAMES.resolves(FallCounter)
def resolve_fall_counter(state: AngelesState, frame: RuleFrame, move: int) -> None:
    """Put the counteroffer in the box. Nobody else gets a chance to counter; the box is empty, so it costs nothing (NA-R.34)."""
    state.stack.remove(Counteroffers())
    if state.log is not None:
        state.emit("fall_guy", frame.seat, frame.rule, also=("NA-R.34", "NA-1.7"))
    propose_counter(state, frame.seat, move - state.verbs.counter, 0)
