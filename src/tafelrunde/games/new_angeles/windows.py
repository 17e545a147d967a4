"""Moments at which assets may be used, clockwise from the active player (NA-66.4, NA-66.4a, NA-R.23).

``("window", row, k, fact)`` goes round the table from the ``k``-th seat; ``("ability", seat, row, fact, used)`` asks one
seat. A row of the Decisions table is one moment; what a use newly makes possible is asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles import knowledge
from tafelrunde.games.new_angeles.deal import add_support, countering, emergencies, propose_counter, send_back, winning_seat
from tafelrunde.games.new_angeles.goods import discard_asset, draw, exhaust, gain, hand_over, lose, ready, steal_capital, top_card
from tafelrunde.games.new_angeles.layout import ADD, CARDS, COUNTER, GENERAL, card_moves
from tafelrunde.games.new_angeles.registry import CLOSED, FRAMES
from tafelrunde.games.new_angeles.schema import TYPES
from tafelrunde.games.new_angeles.state import COUNTER as FOR_COUNTER
from tafelrunde.games.new_angeles.state import MAIN, NOBODY, AngelesState
from tafelrunde.games.new_angeles.turn import drawable
from tafelrunde.games.new_angeles.words import LOSE, NAME, PASS, PAY, SIDE, TAKE_BACK, TYPE, TYPE_MOVES, USE, WIN

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
        ("caprice_nisei", lambda s, seat, at: offered(s, at[1]) not in (NOBODY, s.layout.unorthodox)),
        ("mark_yale", lambda s, seat, at: True),
    ),
    "counter": (("chief_gorman", lambda s, seat, at: seat != at[0] and len(s.box) == at[1]),),
    "support": (
        ("isabel_mcguire", lambda s, seat, _: any(drawable(s, kind) for kind in range(5))),
        ("locust_company", lambda s, seat, _: True),
    ),
    "abstain": (("eiko", lambda s, seat, _: True),),
    "resolution": (("tanaka", lambda s, seat, _: True),),
    "tie": (("midori", lambda s, seat, _: not s.winner),),
    "won": (
        ("monica_singh", lambda s, seat, _: seat == s.active and s.winner == FOR_COUNTER and countering(s) != seat),
        ("saul_eustecio", lambda s, seat, _: s.winner == FOR_COUNTER),
    ),
    "threat": (("sunny_lebeau", lambda s, seat, _: _can_draw_topmost(s, seat)),),
    "deal_end": (("rachel_beckmann", lambda s, seat, _: not s.hands[seat] and _can_draw_topmost(s, seat)),),
}


def offered(state: AngelesState, place: int) -> int:
    """The card of an offer: 0 is the main offer, n the n-th card of the box."""
    if not place:
        return state.main
    return state.box[place - 1][1] if place <= len(state.box) else NOBODY


def _can_draw_topmost(state: AngelesState, seat: int) -> bool:
    kind = state.layout.sheet[state.corporations[seat]][0][0]
    return any(drawable(state, k) for k in range(5)) if kind == GENERAL else drawable(state, kind)


def usable(state: AngelesState, seat: int, row: str, fact: Any, used: int) -> list[int]:
    """The abilities of a row that a seat may use now: held, ready, not used at this moment (NA-R.44)."""
    holder = state.holder
    found = []
    for asset, condition in state.layout.windows[row]:
        if holder[asset] == seat and ready(state, asset) and not used >> asset & 1 and condition(state, seat, fact):
            found.append(asset)
    return found


@FRAMES.auto("window", "NA-66.4a")
def window(state: AngelesState, frame: Frame) -> None:
    row: str
    k: int
    _, row, k, fact = frame
    players, active = state.players, state.active
    holder = state.holder
    if row != "won":
        for asset, _ in state.layout.windows[row]:
            if holder[asset] != NOBODY:
                break
        else:
            return
    while k < players:
        seat = (active + k) % players
        k += 1
        if row == "won":
            _won_or_lost(state, seat, fact)
        if usable(state, seat, row, fact, 0):
            state.push(("ability", seat, row, fact, 0), ("window", row, k, fact))
            return


def _won_or_lost(state: AngelesState, seat: int, winner: int) -> None:
    """Mandatory payments about winning a deal, at the seat's place in the order (NA-R.54)."""
    right = (seat - 1) % state.players
    if state.holder[state.layout.asset_number["coach_walden"]] == seat and winner == right:
        gain(state, seat, 1, "NA-AST.coach_walden", ("NA-66.5",))
    for better, named in state.bets:
        if better == seat and named == winner:
            gain(state, seat, 2, "NA-AST.jackson_howard", ("NA-R.44",))


def _ability_rule(state: AngelesState, frame: Frame) -> str:
    _, seat, row, fact, used = frame
    found = usable(state, seat, row, fact, used)
    return state.layout.asset_rules[found[0]] if len(found) == 1 else "NA-66.4"


@FRAMES.asks("ability", _ability_rule)
def ask_ability(state: AngelesState, frame: Frame) -> list[int]:
    _, seat, row, fact, used = frame
    found = usable(state, seat, row, fact, used)
    return [PASS, *(USE + asset for asset in found)] if found else []


@FRAMES.resolves("ability")
def resolve_ability(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, row, fact, used = frame
    if move == PASS:
        return
    asset = move - USE
    state.push(("ability", seat, row, fact, used | 1 << asset))
    if state.log is not None:
        slug = state.layout.assets[asset]
        state.emit("used", seat, state.layout.asset_rules[asset], also=("NA-66.4a", "NA-R.23", "NA-66.4"), asset=slug)
    if state.layout.asset_data[asset]["cost"] == "exhaust":
        exhaust(state, asset)
    elif state.layout.asset_data[asset]["cost"] == "discard_self":
        discard_asset(state, asset, state.layout.asset_rules[asset])
    USES[state.layout.assets[asset]](state, seat, fact)


@FRAMES.describes("ability")
def describe_ability(state: AngelesState, frame: Frame) -> dict[str, object]:
    _, seat, row, fact, used = frame
    return {"assets": [state.layout.assets[a] for a in usable(state, seat, row, fact, used)]}


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
CLOSED.update(("name_winner", "deck_support", "deck_support_side", "name_barred", "win", "name_type", "fall_counter"))


@FRAMES.asks("name_type", lambda state, frame: frame[3])
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


@FRAMES.asks("name_winner", "NA-AST.jackson_howard")
def ask_name_winner(state: AngelesState, frame: Frame) -> list[int]:
    return [NAME + seat for seat in range(state.players) if seat != frame[1]]


@FRAMES.resolves("name_winner")
def resolve_name_winner(state: AngelesState, frame: Frame, move: int) -> None:
    state.bets = (*state.bets, (frame[1], move - NAME))
    if state.log is not None:
        state.emit("bet", frame[1], "NA-AST.jackson_howard", other=move - NAME)


@FRAMES.asks("ransom", "NA-AST.chief_gorman")
def ask_ransom(state: AngelesState, frame: Frame) -> list[int]:
    """Pay 2 capital if one has them, or take the card back (NA-R.19)."""
    return [PAY, TAKE_BACK] if state.capital[frame[1]] >= 2 else [TAKE_BACK]


@FRAMES.resolves("ransom")
def resolve_ransom(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, holder = frame
    if move == PAY:
        lose(state, seat, 2, "NA-AST.chief_gorman", ("NA-R.19",))
        gain(state, holder, 2, "NA-AST.chief_gorman")
    else:
        send_back(state, "NA-AST.chief_gorman")


@FRAMES.describes("ransom")
def describe_ransom(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"other": frame[2]}


@FRAMES.asks("deck_support", "NA-AST.isabel_mcguire")
def ask_deck_support(state: AngelesState, frame: Frame) -> list[int]:
    """First the deck, then the offer."""
    if frame[2] == NOBODY:
        return [move for move in TYPE_MOVES if drawable(state, move - TYPE)]
    return [SIDE, SIDE + 1] if state.box else [SIDE]


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


@FRAMES.asks("name_barred", "NA-AST.locust_company")
def ask_name_barred(state: AngelesState, frame: Frame) -> list[int]:
    return [NAME + seat for seat in range(state.players)]


@FRAMES.resolves("name_barred")
def resolve_name_barred(state: AngelesState, frame: Frame, move: int) -> None:
    state.locust |= 1 << move - NAME
    if state.log is not None:
        also = () if state.box else ("NA-R.53",)
        state.emit("kept_from_counter", move - NAME, "NA-AST.locust_company", also=also)


@FRAMES.asks("eiko", "NA-AST.eiko")
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


@FRAMES.asks("win", lambda state, frame: frame[2])
def ask_win(state: AngelesState, frame: Frame) -> list[int]:
    """The active or the countering player; without a counteroffer only the former (NA-R.53)."""
    return [WIN, WIN + 1] if state.box else [WIN]


@FRAMES.resolves("win")
def resolve_win(state: AngelesState, frame: Frame, move: int) -> None:
    state.winner = MAIN if move == WIN else FOR_COUNTER
    if state.log is not None:
        also = () if state.box else ("NA-R.53",)
        state.emit("winner_named", winning_seat(state), frame[2], also=also, offer="main" if move == WIN else "counter")


# --- The Fall Guy --------------------------------------------------------------------------------


@FRAMES.asks("fall_guy", "NA-AST.the_fall_guy")
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
        discard_asset(state, move - USE, "NA-AST.the_fall_guy")
        state.push(("fall_counter", frame[1]))


@FRAMES.asks("fall_counter", "NA-AST.the_fall_guy")
def ask_fall_counter(state: AngelesState, frame: Frame) -> list[int]:
    return fall_counters(state, frame[1])


@FRAMES.resolves("fall_counter")
def resolve_fall_counter(state: AngelesState, frame: Frame, move: int) -> None:
    """Nobody else gets a chance to counter; the box is empty, so it costs nothing (NA-R.34)."""
    state.stack.remove(("counteroffers",))
    if state.log is not None:
        state.emit("fall_guy", frame[1], "NA-AST.the_fall_guy", also=("NA-R.34", "NA-1.7"))
    propose_counter(state, frame[1], move - COUNTER, 0)
