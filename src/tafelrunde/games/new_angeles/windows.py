"""Moments at which assets may be used, clockwise from the active player (NA-66.4, NA-66.4a, NA-R.23).

``("window", row, k, fact, done)`` goes round the table, ``("ability", seat, row, fact, done, k)`` asks one seat. A row of
the Decisions table is one moment. ``done[seat]`` is a mask of the assets which that seat has used at this moment (the lower
half) or declined (the upper half), so that nobody is asked twice about the same thing. When somebody uses an asset, the
others' declines are forgotten, because what they have declined was another situation. Whoever gets an asset meanwhile is
asked about it wherever he sits; ``k`` seats have been reached so far.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles import knowledge
from tafelrunde.games.new_angeles.deal import (
    add_support,
    countering,
    emergencies,
    offered,
    open_hand,
    propose_counter,
    send_back,
    winning_seat,
)
from tafelrunde.games.new_angeles.goods import discard_asset, draw, exhaust, gain, hand_over, lose, ready, steal_capital, top_card
from tafelrunde.games.new_angeles.layout import ADD, CARDS, COUNTER, GENERAL, card_moves
from tafelrunde.games.new_angeles.peek import has_choice
from tafelrunde.games.new_angeles.registry import BEGUN, FRAMES
from tafelrunde.games.new_angeles.state import COUNTER as FOR_COUNTER
from tafelrunde.games.new_angeles.state import MAIN, NOBODY, AngelesState
from tafelrunde.games.new_angeles.terms import TYPES
from tafelrunde.games.new_angeles.turn import drawable
from tafelrunde.games.new_angeles.words import ASSETS, LOSE, NAME, PASS, PAY, SIDE, TAKE_BACK, TYPE, TYPE_MOVES, USE, WIN

RANSOM = 2
"""Capital that buys a counteroffer free from Chief Gorman."""

Usable = Callable[[AngelesState, int, Any], bool]

ROWS: dict[str, tuple[tuple[str, Usable], ...]] = {
    "start": (
        (
            "lily_lockwell",
            lambda s, seat, _: seat != s.active and s.capital[s.active] > s.capital[seat] and bool(s.hands[s.active]),
        ),
    ),
    "asset": (("jackson_howard", lambda s, seat, _: True),),
    "offer": (
        ("caprice_nisei", lambda s, seat, at: offered(s, at[1]) not in (NOBODY, s.layout.unorthodox) and has_choice(s, *at)),
        ("mark_yale", lambda s, seat, at: seat != at[0] and not s.barred >> at[0] & 1),
    ),
    "counter": (("chief_gorman", lambda s, seat, at: seat != at[0] and len(s.box) == at[1]),),
    "support": (
        ("isabel_mcguire", lambda s, seat, _: bool(s.box) and any(drawable(s, kind) for kind in range(5))),
        ("locust_company", lambda s, seat, _: bool(s.box) and _can_keep_anybody_out(s)),
    ),
    "abstain": (("eiko", lambda s, seat, other: seat != other and bool(s.hands[other] or s.capital[other])),),
    "resolution": (("tanaka", lambda s, seat, _: bool(s.box)),),
    "tie": (("midori", lambda s, seat, _: not s.winner),),
    "won": (
        ("monica_singh", lambda s, seat, _: seat == s.active and s.winner == FOR_COUNTER and _can_be_robbed(s, seat)),
        ("saul_eustecio", lambda s, seat, _: s.winner == FOR_COUNTER),
    ),
    "threat": (("sunny_lebeau", lambda s, seat, _: _can_draw_topmost(s, seat)),),
    "deal_end": (("rachel_beckmann", lambda s, seat, _: not s.hands[seat] and _can_draw_topmost(s, seat)),),
}


def _can_keep_anybody_out(state: AngelesState) -> bool:
    """Whether a supporting player has cards for the counteroffer and may lay them there."""
    out = (state.active, countering(state))
    return any(state.hands[seat] and seat not in out and not state.locust >> seat & 1 for seat in range(state.players))


def _can_be_robbed(state: AngelesState, seat: int) -> bool:
    """Whether the countering player is another one and has capital."""
    other = countering(state)
    return other != seat and state.capital[other] > 0


def _can_draw_topmost(state: AngelesState, seat: int) -> bool:
    kind = state.layout.sheet[state.corporations[seat]][0][0]
    return any(drawable(state, k) for k in range(5)) if kind == GENERAL else drawable(state, kind)


def usable(state: AngelesState, seat: int, row: str, fact: Any, done: int) -> list[int]:
    """The abilities of a row that a seat may use now: held, ready, neither used nor declined at this moment (NA-R.44)."""
    holder = state.holder
    found = []
    for asset, condition in state.layout.windows[row]:
        if holder[asset] == seat and ready(state, asset) and not decided(done, asset) and condition(state, seat, fact):
            found.append(asset)
    return found


def decided(done: int, asset: int) -> bool:
    """Whether an asset is in either half of a seat's mask."""
    return bool((done | done >> ASSETS) >> asset & 1)


@FRAMES.auto("window", "NA-66.4a")
def window(state: AngelesState, frame: Frame) -> None:
    """Ask the first seat, clockwise from the active player, that may use something it has not decided about yet."""
    row: str
    k: int
    _, row, k, fact, done = frame
    players = state.players
    if row == "won" and (state.bets or state.holder[state.layout.asset_number["coach_walden"]] != NOBODY):
        while k < players and _first(state, row, fact, done) >= k:
            k += 1
            _won_or_lost(state, (state.active + k - 1) % players, fact)
    first = _first(state, row, fact, done)
    if first < players:
        seat = (state.active + first) % players
        state.push(("ability", seat, row, fact, done or (0,) * players, k))


def _first(state: AngelesState, row: str, fact: Any, done: tuple[int, ...]) -> int:
    """How many seats after the active player's the next one to be asked sits; as many as there are players if nobody is."""
    first = players = state.players
    for asset, condition in state.layout.windows[row]:
        seat = state.holder[asset]
        if seat == NOBODY or state.exhausted >> asset & 1 or (done and decided(done[seat], asset)):
            continue
        place = (seat - state.active) % players
        if place < first and condition(state, seat, fact):
            first = place
    return first


def _won_or_lost(state: AngelesState, seat: int, winner: int) -> None:
    """Mandatory payments about winning a deal, at the seat's place in the order (NA-R.54)."""
    right = (seat - 1) % state.players
    if state.holder[state.layout.asset_number["coach_walden"]] == seat and winner == right:
        gain(state, seat, 1, "NA-AST.coach_walden", ("NA-66.5",))
    for better, named in state.bets:
        if better == seat and named == winner:
            gain(state, seat, 2, "NA-AST.jackson_howard", ("NA-R.44",))


def _offered_now(state: AngelesState, frame: Frame) -> list[int]:
    _, seat, row, fact, done, _ = frame
    return usable(state, seat, row, fact, done[seat])


def _ability_rule(state: AngelesState, frame: Frame) -> str:
    found = _offered_now(state, frame)
    return state.layout.asset_rules[found[0]] if len(found) == 1 else "NA-66.4"


@FRAMES.asks("ability", _ability_rule, answer=PUBLIC)
def ask_ability(state: AngelesState, frame: Frame) -> list[int]:
    found = _offered_now(state, frame)
    return [PASS, *(USE + asset for asset in found)] if found else []


@FRAMES.resolves("ability")
def resolve_ability(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, row, fact, done, k = frame
    if move == PASS:
        declined = sum(1 << ASSETS + asset for asset in _offered_now(state, frame))
        state.push(("window", row, k, fact, (*done[:seat], done[seat] | declined, *done[seat + 1 :])))
        return
    asset = move - USE
    state.push(("ability", seat, row, fact, _used(done, seat, asset), k))
    if state.log is not None:
        slug = state.layout.assets[asset]
        state.emit("used", seat, state.layout.asset_rules[asset], also=("NA-66.4a", "NA-R.23", "NA-66.4"), asset=slug)
    if state.layout.asset_data[asset]["cost"] == "exhaust":
        exhaust(state, asset)
    elif state.layout.asset_data[asset]["cost"] == "discard_self":
        discard_asset(state, asset, state.layout.asset_rules[asset], by=seat)
    USES[state.layout.assets[asset]](state, seat, fact)


@FRAMES.lapses("ability")
def nothing_to_use(state: AngelesState, frame: Frame) -> None:
    """Used or traded away: whoever else may use something now is asked next."""
    _, _, row, fact, done, k = frame
    state.push(("window", row, k, fact, done))


def _used(done: tuple[int, ...], seat: int, asset: int) -> tuple[int, ...]:
    """A seat has used an asset: the others may think otherwise now about what they have declined (NA-R.23)."""
    return tuple(own | 1 << asset if other == seat else own & (1 << ASSETS) - 1 for other, own in enumerate(done))


@FRAMES.describes("ability")
def describe_ability(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"occasion": frame[2], "assets": [state.layout.assets[a] for a in _offered_now(state, frame)]}


# --- what the abilities do -----------------------------------------------------------------------


def _lily(state: AngelesState, seat: int, _: Any) -> None:
    """One random card of the richer active player's hand."""
    hand = state.hands[state.active]
    card = hand[state.below(len(hand))]
    hand_over(state, state.active, seat, (card,), "NA-AST.lily_lockwell", ("NA-56.3", "NA-56.3a", "NA-38.4", "NA-R.50"))


def _jackson(state: AngelesState, seat: int, _: Any) -> None:
    state.push(("name_winner", seat))


def _caprice(state: AngelesState, seat: int, at: tuple[int, int]) -> None:
    state.push(("declare", at[0], at[1], ()))


def _mark(state: AngelesState, seat: int, at: tuple[int, int]) -> None:
    state.barred |= 1 << at[0]
    if state.log is not None:
        state.emit("barred", at[0], "NA-AST.mark_yale")
    knowledge.drop_stale_proposals(state)


def _gorman(state: AngelesState, seat: int, at: tuple[int, int]) -> None:
    state.push(("ransom", at[0], seat))


def _isabel(state: AngelesState, seat: int, _: Any) -> None:
    state.push(("deck_support", seat, NOBODY))


def _locust(state: AngelesState, seat: int, _: Any) -> None:
    state.push(("name_barred", seat))


def _eiko(state: AngelesState, seat: int, abstainer: int) -> None:
    state.push(("eiko", abstainer))


def _tanaka(state: AngelesState, seat: int, _: Any) -> None:
    state.push(("win", seat, "NA-AST.tanaka"))


def _midori(state: AngelesState, seat: int, _: Any) -> None:
    state.push(("win", seat, "NA-AST.midori"))


def _monica(state: AngelesState, seat: int, _: Any) -> None:
    steal_capital(state, seat, countering(state), 2, "NA-AST.monica_singh")


def _saul(state: AngelesState, seat: int, _: Any) -> None:
    gain(state, seat, 1, "NA-AST.saul_eustecio")
    gain(state, state.active, 1, "NA-AST.saul_eustecio")


def _sunny(state: AngelesState, seat: int, _: Any) -> None:
    draw_topmost(state, seat, 2, "NA-AST.sunny_lebeau")


def _rachel(state: AngelesState, seat: int, _: Any) -> None:
    draw_topmost(state, seat, 1, "NA-AST.rachel_beckmann")


def draw_topmost(state: AngelesState, seat: int, n: int, rule: str) -> None:
    """Cards of the first line of the corp sheet; where that is general, of a type named now (NA-R.29)."""
    kind = state.layout.sheet[state.corporations[seat]][0][0]
    if kind == GENERAL:
        state.push(("name_type", seat, n, rule, "NA-R.29"))
    else:
        draw(state, seat, kind, n, rule)


USES: dict[str, Callable[[AngelesState, int, Any], None]] = {
    "lily_lockwell": _lily,
    "jackson_howard": _jackson,
    "caprice_nisei": _caprice,
    "mark_yale": _mark,
    "chief_gorman": _gorman,
    "isabel_mcguire": _isabel,
    "locust_company": _locust,
    "eiko": _eiko,
    "tanaka": _tanaka,
    "midori": _midori,
    "monica_singh": _monica,
    "saul_eustecio": _saul,
    "sunny_lebeau": _sunny,
    "rachel_beckmann": _rachel,
}
BEGUN["deck_support"] = lambda frame: bool(frame[2] != NOBODY)


@FRAMES.asks("name_type", lambda state, frame: frame[3], answer=PUBLIC, moves=PUBLIC)
def ask_name_type(state: AngelesState, frame: Frame) -> list[int]:
    """A type from which a card can be drawn (NA-R.21)."""
    return [move for move in TYPE_MOVES if drawable(state, move - TYPE)]


@FRAMES.resolves("name_type")
def resolve_name_type(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, n, rule, also = frame
    if not draw(state, seat, move - TYPE, n, rule, (also,) if also else ()):
        state.push(frame)


@FRAMES.describes("name_type")
def describe_name_type(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"n": frame[2]}


@FRAMES.asks("name_winner", "NA-AST.jackson_howard", answer=PUBLIC, moves=PUBLIC)
def ask_name_winner(state: AngelesState, frame: Frame) -> list[int]:
    return [NAME + seat for seat in range(state.players) if seat != frame[1]]


@FRAMES.resolves("name_winner")
def resolve_name_winner(state: AngelesState, frame: Frame, move: int) -> None:
    state.bets = (*state.bets, (frame[1], move - NAME))
    if state.log is not None:
        state.emit("bet", frame[1], "NA-AST.jackson_howard", other=move - NAME)


@FRAMES.asks("ransom", "NA-AST.chief_gorman", answer=PUBLIC, moves=PUBLIC)
def ask_ransom(state: AngelesState, frame: Frame) -> list[int]:
    """Pay 2 capital if one has them, or take the card back (NA-R.19)."""
    return [PAY, TAKE_BACK] if state.capital[frame[1]] >= RANSOM else [TAKE_BACK]


@FRAMES.resolves("ransom")
def resolve_ransom(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, holder = frame
    if move == PAY:
        lose(state, seat, RANSOM, "NA-AST.chief_gorman", ("NA-R.19",))
        gain(state, holder, RANSOM, "NA-AST.chief_gorman")
    else:
        send_back(state, "NA-AST.chief_gorman")


@FRAMES.describes("ransom")
def describe_ransom(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"other": frame[2]}


@FRAMES.asks("deck_support", "NA-AST.isabel_mcguire", answer=PUBLIC, moves=PUBLIC)
def ask_deck_support(state: AngelesState, frame: Frame) -> list[int]:
    """First the deck, then the offer."""
    if frame[2] == NOBODY:
        return [move for move in TYPE_MOVES if drawable(state, move - TYPE)]
    return [SIDE, SIDE + 1]


@FRAMES.resolves("deck_support")
def resolve_deck_support(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, kind = frame
    if kind == NOBODY:
        state.push(("deck_support", seat, move - TYPE))
        return
    card = top_card(state, kind)
    if card == NOBODY:
        state.push(("deck_support", seat, NOBODY))
        return
    side = MAIN if move == SIDE else FOR_COUNTER
    state.table_support = tuple(sorted((*state.table_support, (card, side))))
    if state.log is not None:
        data: dict[str, Any] = {"type": TYPES[kind], "offer": "main" if side == MAIN else "counter"}
        state.emit("deck_supports", seat, "NA-AST.isabel_mcguire", also=("NA-R.30", "NA-R.21", "NA-1.6"), **data)


@FRAMES.asks("name_barred", "NA-AST.locust_company", answer=PUBLIC, moves=PUBLIC)
def ask_name_barred(state: AngelesState, frame: Frame) -> list[int]:
    return [NAME + seat for seat in range(state.players)]


@FRAMES.resolves("name_barred")
def resolve_name_barred(state: AngelesState, frame: Frame, move: int) -> None:
    state.locust |= 1 << move - NAME
    if state.log is not None:
        state.emit("kept_from_counter", move - NAME, "NA-AST.locust_company")


@FRAMES.asks("eiko", "NA-AST.eiko", answer=SEAT, moves=open_hand)
def ask_eiko(state: AngelesState, frame: Frame) -> list[int]:
    """A card for the main offer or 1 capital; with cards but no capital the card, without cards the capital (NA-R.45)."""
    seat = frame[1]
    cards = card_moves(ADD, state.hands[seat])
    return cards if cards and not state.capital[seat] else [LOSE, *cards]


@FRAMES.resolves("eiko")
def resolve_eiko(state: AngelesState, frame: Frame, move: int) -> None:
    seat = frame[1]
    if move == LOSE:
        lose(state, seat, 1, "NA-AST.eiko", ("NA-R.45",))
    else:
        state.side[seat] = MAIN
        add_support(state, seat, move - ADD, "NA-AST.eiko")


@FRAMES.asks("win", lambda state, frame: frame[2], answer=PUBLIC, moves=PUBLIC)
def ask_win(state: AngelesState, frame: Frame) -> list[int]:
    """The active or the countering player."""
    return [WIN, WIN + 1]


@FRAMES.resolves("win")
def resolve_win(state: AngelesState, frame: Frame, move: int) -> None:
    state.winner = MAIN if move == WIN else FOR_COUNTER
    if state.log is not None:
        state.emit("winner_named", winning_seat(state), frame[2], offer="main" if move == WIN else "counter")


# --- The Fall Guy --------------------------------------------------------------------------------


@FRAMES.asks("fall_guy", "NA-AST.the_fall_guy", answer=PUBLIC)
def ask_fall_guy(state: AngelesState, frame: Frame) -> list[int]:
    """The active player may counter his own offer if he has a card for it (NA-1.7)."""
    asset = state.layout.asset_number["the_fall_guy"]
    if state.holder[asset] != frame[1] or not fall_counters(state, frame[1]):
        return []
    return [PASS, USE + asset]


def fall_counters(state: AngelesState, seat: int) -> list[int]:
    return card_moves(COUNTER, state.hands[seat]) + [COUNTER + CARDS + i for i in emergencies(state, seat)]


@FRAMES.resolves("fall_guy")
def resolve_fall_guy(state: AngelesState, frame: Frame, move: int) -> None:
    if move != PASS:
        discard_asset(state, move - USE, "NA-AST.the_fall_guy", by=frame[1])
        state.push(("fall_counter", frame[1]))


@FRAMES.asks("fall_counter", "NA-AST.the_fall_guy", answer=PUBLIC, moves=open_hand)
def ask_fall_counter(state: AngelesState, frame: Frame) -> list[int]:
    return fall_counters(state, frame[1])


@FRAMES.resolves("fall_counter")
def resolve_fall_counter(state: AngelesState, frame: Frame, move: int) -> None:
    """Nobody else gets a chance to counter; the box is empty, so it costs nothing (NA-R.34)."""
    state.stack.remove(("counteroffers",))
    if state.log is not None:
        state.emit("fall_guy", frame[1], "NA-AST.the_fall_guy", also=("NA-R.34", "NA-1.7"))
    propose_counter(state, frame[1], move - COUNTER, 0)
