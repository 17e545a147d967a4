"""Claiming assets and End of Turn abilities (NA-6, 12, 56, 58, 66, NA-AST)."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.layout import card_moves
from tafelrunde.games.new_angeles.rules import knowledge
from tafelrunde.games.new_angeles.rules.deal import in_box, open_hand
from tafelrunde.games.new_angeles.rules.goods import (
    discard,
    draw_topmost,
    gain,
    give_asset,
    hand_over,
    lose,
    pay_for_asset,
    steal_capital,
    use_asset,
)
from tafelrunde.games.new_angeles.rules.registry import BEGUN, CLOSED, FRAMES
from tafelrunde.games.new_angeles.rules.rounds import add_supply
from tafelrunde.games.new_angeles.rules.turn import end_abilities
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState
from tafelrunde.games.new_angeles.verbs import DONE, GAIN, PASS, SWAP

CLOSED.update(("alex_second", "bernice_cards", "mills_discard", "white_steal", "haas"))
BEGUN["seize"] = lambda frame: bool(frame[2] < frame[3])

# --- claiming ------------------------------------------------------------------------------------


@FRAMES.auto("claim", "NA-12.0")
def claim(state: AngelesState, frame: Frame) -> None:
    """The asset lies face up before its winner; when-claimed abilities follow at once (NA-12.0, NA-R.42)."""
    _, seat, asset = frame
    state.holder[asset] = seat
    slug = state.layout.assets[asset]
    if state.log is not None:
        also = ("NA-66.1", "NA-1.5", *(("NA-R.42", "NA-66.5") if state.layout.claim_assets[asset] else ()))
        state.emit("claimed", seat, "NA-12.0", also=also, asset=slug)
    if state.layout.claim_assets[asset]:
        pay_for_asset(state, asset)
        use_asset(state, asset, seat)


@FRAMES.auto("operation", lambda state, frame: state.layout.asset_rules[frame[2]])
def next_operation(state: AngelesState, frame: Frame) -> None:
    """A further effect of an asset, when the questions of those before are answered."""
    _, seat, asset, number, fact, also = frame
    state.layout.asset_effects[asset][number].use(state, seat, asset, state.layout.asset_rules[asset], fact, also)


@FRAMES.auto("claim_top", lambda state, frame: frame[2])
def claim_top(state: AngelesState, frame: Frame) -> None:
    """One more claim, from the top of the deck."""
    asset, state.asset_deck = state.asset_deck.draw(state)
    state.reveal()
    if state.log is not None:
        state.emit("asset_drawn", frame[1], frame[2], asset=state.layout.assets[asset])
    state.push(("claim", frame[1], asset))


@FRAMES.asks("seize", lambda state, frame: frame[4], answer=PUBLIC, moves=PUBLIC)
def ask_seize(state: AngelesState, frame: Frame) -> list[int]:
    """Emergency cards in other players' areas, whichever side lies up; not those in an offer box (NA-38.6, NA-R.42)."""
    _, seat, left, _, _ = frame
    if not left:
        return []
    at = state.emergency_at
    return [
        state.verbs.seize + i for i in range(len(at)) if at[i] not in (NOBODY, seat) and not in_box(state, state.verbs.cards + i)
    ]


@FRAMES.resolves("seize")
def resolve_seize(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, left, count, rule = frame
    emergency = move - state.verbs.seize
    victim, state.emergency_at[emergency] = state.emergency_at[emergency], seat
    if state.log is not None:
        data: dict[str, Any] = {"card": state.layout.cards[state.verbs.cards + emergency], "other": victim}
        state.emit("emergency_stolen", seat, rule, also=("NA-38.6",), **data)
    state.push(("seize", seat, left - 1, count, rule))


@FRAMES.asks("cortez", lambda state, frame: frame[2], answer=PUBLIC, moves=PUBLIC)
def ask_cortez(state: AngelesState, frame: Frame) -> list[int]:
    """An asset of another player, or capital."""
    return [GAIN, *(state.verbs.take + asset for asset, holder in enumerate(state.holder) if holder not in (NOBODY, frame[1]))]


@FRAMES.describes("cortez")
def describe_cortez(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"n": frame[3]}


@FRAMES.resolves("cortez")
def resolve_cortez(state: AngelesState, frame: Frame, move: int) -> None:
    if move == GAIN:
        gain(state, frame[1], frame[3], frame[2])
        return
    asset = move - state.verbs.take
    turned = ("NA-56.2a",) if state.exhausted >> asset & 1 else ()
    give_asset(state, asset, frame[1], frame[2], ("NA-56.2", "NA-56.2b", *turned))


# --- End of Turn ---------------------------------------------------------------------------------


def in_play(state: AngelesState) -> list[int]:
    return [asset for asset, holder in enumerate(state.holder) if holder != NOBODY]


@FRAMES.asks("end_of_turn", "NA-6.0", answer=PUBLIC)
def ask_end_of_turn(state: AngelesState, frame: Frame) -> list[int]:
    """Any of them in any order, also one received in this step, or none (NA-6.2, NA-6.3, NA-6.4)."""
    found = end_abilities(state, frame[1])
    return [DONE, *(state.verbs.use + asset for asset in found)] if found else []


@FRAMES.resolves("end_of_turn")
def resolve_end_of_turn(state: AngelesState, frame: Frame, move: int) -> None:
    if move == DONE:
        if state.log is not None:
            state.emit("no_ability", frame[1], "NA-6.2", also=("NA-66.5",))
        _then_discard(state, frame[1])
        return
    seat, asset = frame[1], move - state.verbs.use
    state.push(frame)
    slug = state.layout.assets[asset]
    if state.log is not None:
        also = (
            "NA-6.0",
            "NA-6.1",
            "NA-3.3",
            "NA-66.3",
            "NA-68.2",
            *(("NA-6.3", "NA-3.3a", "NA-66.4", "NA-6.4") if state.used else ()),
        )
        state.emit("used", seat, state.layout.asset_rules[asset], also=also, asset=slug)
    state.used |= 1 << asset
    pay_for_asset(state, asset, seat)
    use_asset(state, asset, seat)


def _then_discard(state: AngelesState, seat: int) -> None:
    """The hand limit comes after the abilities (NA-3.3); what is declined now is not asked for again."""
    declined = sum(1 << asset for asset in end_abilities(state, seat))
    state.push(("hand_limit", seat, declined, False))


@FRAMES.lapses("end_of_turn")
def no_ability_left(state: AngelesState, frame: Frame) -> None:
    state.push(("hand_limit", frame[1], 0, False))


@FRAMES.describes("end_of_turn")
def describe_end_of_turn(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"assets": [state.layout.assets[a] for a in end_abilities(state, frame[1])]}


def asset_rule(state: AngelesState, frame: Frame) -> str:
    """The rule of the asset that is given away."""
    return str(state.layout.asset_rules[frame[2]])


def _others(state: AngelesState, seat: int) -> list[int]:
    return [state.verbs.name + other for other in range(state.players) if other != seat]


@FRAMES.asks("alex_first", lambda state, frame: frame[2], answer=PUBLIC, moves=PUBLIC)
def ask_alex_first(state: AngelesState, frame: Frame) -> list[int]:
    return [state.verbs.take + asset for asset in in_play(state)]


@FRAMES.resolves("alex_first")
def resolve_alex_first(state: AngelesState, frame: Frame, move: int) -> None:
    state.push(("alex_second", frame[1], move - state.verbs.take, frame[2], frame[3]))


@FRAMES.asks("alex_second", lambda state, frame: frame[3], answer=PUBLIC, moves=PUBLIC)
def ask_alex_second(state: AngelesState, frame: Frame) -> list[int]:
    """An asset of another holder than the first."""
    return [state.verbs.take + asset for asset in in_play(state) if state.holder[asset] != state.holder[frame[2]]]


@FRAMES.resolves("alex_second")
def resolve_alex_second(state: AngelesState, frame: Frame, move: int) -> None:
    """Whoever swaps an asset of his own loses capital first (NA-58.1)."""
    _, seat, first, rule, penalty = frame
    second = move - state.verbs.take
    owners = state.holder[first], state.holder[second]
    if seat in owners:
        lose(state, seat, penalty, "NA-58.1")
    give_asset(state, first, owners[1], rule, ("NA-58.0", "NA-58.1"), by=seat)
    give_asset(state, second, owners[0], rule, ("NA-58.0", "NA-R.44"), by=seat)


@FRAMES.asks("bernice", lambda state, frame: frame[2], answer=PUBLIC, moves=PUBLIC)
def ask_bernice(state: AngelesState, frame: Frame) -> list[int]:
    return _others(state, frame[1])


@FRAMES.resolves("bernice")
def resolve_bernice(state: AngelesState, frame: Frame, move: int) -> None:
    state.push(("bernice_cards", frame[1], move - state.verbs.name, 0, *frame[2:]))


@FRAMES.asks("bernice_cards", lambda state, frame: frame[4], answer=SEAT, moves=open_hand)
def ask_bernice_cards(state: AngelesState, frame: Frame) -> list[int]:
    """As many cards as the asset says."""
    _, seat, _, given, _, least, most, _ = frame
    moves = card_moves(state.verbs.hand, state.hands[seat]) if given < most else []
    return [*moves, DONE] if given >= least and moves else moves


@FRAMES.resolves("bernice_cards")
def resolve_bernice_cards(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, other, given, rule, least, most, each = frame
    if move != DONE:
        hand_over(state, seat, other, (move - state.verbs.hand,), rule)
        gain(state, seat, each, rule)
        state.push(("bernice_cards", seat, other, given + 1, rule, least, most, each))


@FRAMES.asks("mills", asset_rule, answer=PUBLIC, moves=PUBLIC)
def ask_mills(state: AngelesState, frame: Frame) -> list[int]:
    return _others(state, frame[1])


@FRAMES.describes("mills")
def describe_mills(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"asset": state.layout.assets[frame[2]]}


@FRAMES.resolves("mills")
def resolve_mills(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, asset, count = frame
    taker, rule = move - state.verbs.name, asset_rule(state, frame)
    give_asset(state, asset, taker, rule, ("NA-R.22",), by=seat)
    state.push(("mills_option", seat, taker, rule, count))


@FRAMES.asks("mills_option", lambda state, frame: frame[3], answer=PUBLIC, moves=PUBLIC)
def ask_mills_option(state: AngelesState, frame: Frame) -> list[int]:
    return [state.verbs.option, state.verbs.option + 1]


@FRAMES.describes("mills_option")
def describe_mills_option(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"n": frame[4]}


@FRAMES.resolves("mills_option")
def resolve_mills_option(state: AngelesState, frame: Frame, move: int) -> None:
    _, _, other, rule, count = frame
    if move == state.verbs.option:
        state.push(("mills_discard", other, count, rule))
    else:
        draw_topmost(state, other, count, rule)


@FRAMES.asks("mills_discard", lambda state, frame: frame[3], answer=SEAT, moves=open_hand)
def ask_mills_discard(state: AngelesState, frame: Frame) -> list[int]:
    return card_moves(state.verbs.discard, state.hands[frame[1]]) if frame[2] else []


@FRAMES.resolves("mills_discard")
def resolve_mills_discard(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, left, rule = frame
    discard(state, seat, (move - state.verbs.discard,), rule)
    state.push(("mills_discard", seat, left - 1, rule))


@FRAMES.asks("fumiko", lambda state, frame: frame[2], answer=PUBLIC, moves=PUBLIC)
def ask_fumiko(state: AngelesState, frame: Frame) -> list[int]:
    return [state.verbs.resource + i for i, level in enumerate(state.supply) if level + frame[3] >= 0]


@FRAMES.resolves("fumiko")
def resolve_fumiko(state: AngelesState, frame: Frame, move: int) -> None:
    _, seat, rule, change, capital = frame
    add_supply(state, move - state.verbs.resource, change, rule)
    gain(state, seat, capital, rule, ("NA-R.10",))


@FRAMES.asks("marco", lambda state, frame: frame[2], answer=PUBLIC, moves=PUBLIC)
def ask_marco(state: AngelesState, frame: Frame) -> list[int]:
    return _others(state, frame[1])


@FRAMES.resolves("marco")
def resolve_marco(state: AngelesState, frame: Frame, move: int) -> None:
    """One sum from a player than whom nobody is richer, another from any other (NA-R.41)."""
    _, seat, rule, from_any, from_richest = frame
    victim = move - state.verbs.name
    n = from_richest if state.capital[victim] == max(state.capital) else from_any
    if state.log is not None:
        state.emit("robs", seat, "NA-R.41", other=victim, n=n)
    steal_capital(state, seat, victim, n, rule)


@FRAMES.asks("li", lambda state, frame: frame[2], answer=PUBLIC, moves=PUBLIC)
def ask_li(state: AngelesState, frame: Frame) -> list[int]:
    return [state.verbs.name + seat for seat in range(state.players)]


@FRAMES.describes("li")
def describe_li(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"lose": frame[3], "n": frame[4]}


@FRAMES.resolves("li")
def resolve_li(state: AngelesState, frame: Frame, move: int) -> None:
    _, _, rule, capital, cards = frame
    seat = move - state.verbs.name
    state.push(*[("name_type", seat, 1, rule, "")] * cards)
    lose(state, seat, capital, rule)


@FRAMES.asks("white", lambda state, frame: frame[2], answer=PUBLIC, moves=PUBLIC)
def ask_white(state: AngelesState, frame: Frame) -> list[int]:
    return _others(state, frame[1])


@FRAMES.resolves("white")
def resolve_white(state: AngelesState, frame: Frame, move: int) -> None:
    seat, other = frame[1], move - state.verbs.name
    knowledge.looked_at(state, seat, other)
    state.reveal()
    if state.log is not None:
        state.emit("looks_at_hand", seat, frame[2], other=other)
        cards = [state.layout.cards[card] for card in state.hands[other]]
        state.emit("hand_seen", seat, frame[2], other=other, cards=cards)
    state.push(("white_steal", seat, other, frame[2]))


@FRAMES.asks("white_steal", lambda state, frame: frame[3], answer=SEAT)
def ask_white_steal(state: AngelesState, frame: Frame) -> list[int]:
    moves = card_moves(state.verbs.steal, state.hands[frame[2]])
    return [PASS, *moves] if moves else []


@FRAMES.resolves("white_steal")
def resolve_white_steal(state: AngelesState, frame: Frame, move: int) -> None:
    if move != PASS:
        hand_over(state, frame[2], frame[1], (move - state.verbs.steal,), frame[3], ("NA-56.3", "NA-56.3a", "NA-38.4"))


@FRAMES.asks("susan", asset_rule, answer=PUBLIC, moves=PUBLIC)
def ask_susan(state: AngelesState, frame: Frame) -> list[int]:
    return _others(state, frame[1])


@FRAMES.describes("susan")
def describe_susan(state: AngelesState, frame: Frame) -> dict[str, object]:
    return {"asset": state.layout.assets[frame[2]]}


@FRAMES.resolves("susan")
def resolve_susan(state: AngelesState, frame: Frame, move: int) -> None:
    give_asset(state, frame[2], move - state.verbs.name, asset_rule(state, frame), by=frame[1])


@FRAMES.asks("haas", lambda state, frame: frame[2], answer=SEAT)
def ask_haas(state: AngelesState, frame: Frame) -> list[int]:
    return [PASS, SWAP]


@FRAMES.resolves("haas")
def resolve_haas(state: AngelesState, frame: Frame, move: int) -> None:
    """Both rival cards stay hidden; the others do not learn whether they changed places."""
    if move == SWAP:
        seat, mine = frame[1], state.rivals[frame[1]]
        state.rivals = (*state.rivals[:seat], state.spare, *state.rivals[seat + 1 :])
        state.spare = mine
        knowledge.swapped_rival(state, seat)
        if state.log is not None:
            state.emit("rival_swapped", seat, frame[2])
