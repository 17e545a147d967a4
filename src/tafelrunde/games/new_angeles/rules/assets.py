"""Claiming assets and End of Turn abilities (NA-6, 12, 56, 58, 66, NA-AST)."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.games.new_angeles.frames import (
    AlexFirst,
    AlexSecond,
    AssetFrame,
    Bernice,
    BerniceCards,
    Claim,
    ClaimTop,
    Cortez,
    EndOfTurn,
    Fumiko,
    Haas,
    HandLimit,
    Li,
    Marco,
    Mills,
    MillsDiscard,
    MillsOption,
    NameType,
    NumberFrame,
    Operation,
    RuleFrame,
    SeatFrame,
    Seize,
    Susan,
    White,
    WhiteSteal,
)
from tafelrunde.games.new_angeles.layout import card_moves
from tafelrunde.games.new_angeles.numbers import DONE, GAIN, PASS, SWAP
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

CLOSED.update((AlexSecond, BerniceCards, MillsDiscard, WhiteSteal, Haas))
BEGUN[Seize] = lambda frame: bool(frame.left < frame.count)

# --- claiming ------------------------------------------------------------------------------------


@FRAMES.auto(Claim, "NA-12.0")
def claim(state: AngelesState, frame: AssetFrame) -> None:
    """Put the asset face up in front of its winner; when-claimed abilities follow immediately (NA-12.0, NA-R.42)."""
    seat, asset = frame.seat, frame.asset
    state.holder[asset] = seat
    slug = state.layout.assets[asset]
    if state.log is not None:
        also = ("NA-66.1", "NA-1.5", *(("NA-R.42", "NA-66.5") if state.layout.claim_assets[asset] else ()))
        state.emit("claimed", seat, "NA-12.0", also=also, asset=slug)
    if state.layout.claim_assets[asset]:
        pay_for_asset(state, asset)
        use_asset(state, asset, seat)


@FRAMES.auto(Operation, lambda state, frame: state.layout.asset_rules[frame.asset])
def next_operation(state: AngelesState, frame: Operation) -> None:
    """Carry out the next effect of an asset after the questions of the earlier ones are answered."""
    seat, asset, number, fact, also = frame.seat, frame.asset, frame.number, frame.fact, frame.also
    state.layout.asset_effects[asset][number].use(state, seat, asset, state.layout.asset_rules[asset], fact, also)


@FRAMES.auto(ClaimTop, lambda state, frame: frame.rule)
def claim_top(state: AngelesState, frame: RuleFrame) -> None:
    """Claim one more asset from the top of the deck."""
    asset, state.asset_deck = state.asset_deck.draw(state)
    state.reveal()
    if state.log is not None:
        state.emit("asset_drawn", frame.seat, frame.rule, asset=state.layout.assets[asset])
    state.push(Claim(frame.seat, asset))


@FRAMES.asks(Seize, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_seize(state: AngelesState, frame: Seize) -> list[int]:
    """Ask for emergency cards in other players' areas, face up or down, but not those in an offer box (NA-38.6, NA-R.42)."""
    seat, left = frame.seat, frame.left
    if not left:
        return []
    at = state.emergency_at
    return [
        state.verbs.seize + i for i in range(len(at)) if at[i] not in (NOBODY, seat) and not in_box(state, state.verbs.cards + i)
    ]


@FRAMES.resolves(Seize)
def resolve_seize(state: AngelesState, frame: Seize, move: int) -> None:
    seat, left, count, rule = frame.seat, frame.left, frame.count, frame.rule
    emergency = move - state.verbs.seize
    victim, state.emergency_at[emergency] = state.emergency_at[emergency], seat
    if state.log is not None:
        data: dict[str, Any] = {"card": state.layout.cards[state.verbs.cards + emergency], "other": victim}
        state.emit("emergency_stolen", seat, rule, also=("NA-38.6",), **data)
    state.push(Seize(seat, left - 1, count, rule))


@FRAMES.asks(Cortez, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_cortez(state: AngelesState, frame: NumberFrame) -> list[int]:
    """Ask for an asset of another player, or capital."""
    return [GAIN, *(state.verbs.take + asset for asset, holder in enumerate(state.holder) if holder not in (NOBODY, frame.seat))]


@FRAMES.describes(Cortez)
def describe_cortez(state: AngelesState, frame: NumberFrame) -> dict[str, object]:
    return {"n": frame.n}


@FRAMES.resolves(Cortez)
def resolve_cortez(state: AngelesState, frame: NumberFrame, move: int) -> None:
    if move == GAIN:
        gain(state, frame.seat, frame.n, frame.rule)
        return
    asset = move - state.verbs.take
    turned = ("NA-56.2a",) if state.exhausted >> asset & 1 else ()
    give_asset(state, asset, frame.seat, frame.rule, ("NA-56.2", "NA-56.2b", *turned))


# --- End of Turn ---------------------------------------------------------------------------------


def in_play(state: AngelesState) -> list[int]:
    return [asset for asset, holder in enumerate(state.holder) if holder != NOBODY]


@FRAMES.asks(EndOfTurn, "NA-6.0", answer=PUBLIC)
def ask_end_of_turn(state: AngelesState, frame: SeatFrame) -> list[int]:
    """Ask for End of Turn abilities in any order, including those received in this step, or none (NA-6.2, NA-6.3, NA-6.4)."""
    found = end_abilities(state, frame.seat)
    return [DONE, *(state.verbs.use + asset for asset in found)] if found else []


@FRAMES.resolves(EndOfTurn)
def resolve_end_of_turn(state: AngelesState, frame: SeatFrame, move: int) -> None:
    if move == DONE:
        if state.log is not None:
            state.emit("no_ability", frame.seat, "NA-6.2", also=("NA-66.5",))
        _then_discard(state, frame.seat)
        return
    seat, asset = frame.seat, move - state.verbs.use
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
    """Apply the hand limit after the abilities (NA-3.3); declined abilities are not offered again."""
    declined = sum(1 << asset for asset in end_abilities(state, seat))
    state.push(HandLimit(seat, declined, False))


@FRAMES.lapses(EndOfTurn)
def no_ability_left(state: AngelesState, frame: SeatFrame) -> None:
    state.push(HandLimit(frame.seat, 0, False))


@FRAMES.describes(EndOfTurn)
def describe_end_of_turn(state: AngelesState, frame: SeatFrame) -> dict[str, object]:
    return {"assets": [state.layout.assets[a] for a in end_abilities(state, frame.seat)]}


def asset_rule(state: AngelesState, frame: AssetFrame) -> str:
    """The rule of the asset that is given away."""
    return state.layout.asset_rules[frame.asset]


def _others(state: AngelesState, seat: int) -> list[int]:
    return [state.verbs.name + other for other in range(state.players) if other != seat]


@FRAMES.asks(AlexFirst, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_alex_first(state: AngelesState, frame: NumberFrame) -> list[int]:
    return [state.verbs.take + asset for asset in in_play(state)]


@FRAMES.resolves(AlexFirst)
def resolve_alex_first(state: AngelesState, frame: NumberFrame, move: int) -> None:
    state.push(AlexSecond(frame.seat, move - state.verbs.take, frame.rule, frame.n))


@FRAMES.asks(AlexSecond, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_alex_second(state: AngelesState, frame: AlexSecond) -> list[int]:
    """Ask for an asset of another holder than the first."""
    return [state.verbs.take + asset for asset in in_play(state) if state.holder[asset] != state.holder[frame.first]]


@FRAMES.resolves(AlexSecond)
def resolve_alex_second(state: AngelesState, frame: AlexSecond, move: int) -> None:
    """Swap the assets; a holder who swaps their own asset loses capital first (NA-58.1)."""
    seat, first, rule, penalty = frame.seat, frame.first, frame.rule, frame.penalty
    second = move - state.verbs.take
    owners = state.holder[first], state.holder[second]
    if seat in owners:
        lose(state, seat, penalty, "NA-58.1")
    give_asset(state, first, owners[1], rule, ("NA-58.0", "NA-58.1"), by=seat)
    give_asset(state, second, owners[0], rule, ("NA-58.0", "NA-R.44"), by=seat)


@FRAMES.asks(Bernice, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_bernice(state: AngelesState, frame: Bernice) -> list[int]:
    return _others(state, frame.seat)


@FRAMES.resolves(Bernice)
def resolve_bernice(state: AngelesState, frame: Bernice, move: int) -> None:
    state.push(BerniceCards(frame.seat, move - state.verbs.name, 0, frame.rule, frame.least, frame.most, frame.each))


@FRAMES.asks(BerniceCards, lambda state, frame: frame.rule, answer=SEAT, moves=open_hand)
def ask_bernice_cards(state: AngelesState, frame: BerniceCards) -> list[int]:
    """Ask for the number of cards that the asset states."""
    seat, given, least, most = frame.seat, frame.given, frame.least, frame.most
    moves = card_moves(state.verbs.hand, state.hands[seat]) if given < most else []
    return [*moves, DONE] if given >= least and moves else moves


@FRAMES.resolves(BerniceCards)
def resolve_bernice_cards(state: AngelesState, frame: BerniceCards, move: int) -> None:
    seat, other, given, rule, least, most, each = (
        frame.seat,
        frame.other,
        frame.given,
        frame.rule,
        frame.least,
        frame.most,
        frame.each,
    )
    if move != DONE:
        hand_over(state, seat, other, (move - state.verbs.hand,), rule)
        gain(state, seat, each, rule)
        state.push(BerniceCards(seat, other, given + 1, rule, least, most, each))


@FRAMES.asks(Mills, asset_rule, answer=PUBLIC, moves=PUBLIC)
def ask_mills(state: AngelesState, frame: Mills) -> list[int]:
    return _others(state, frame.seat)


@FRAMES.describes(Mills)
def describe_mills(state: AngelesState, frame: Mills) -> dict[str, object]:
    return {"asset": state.layout.assets[frame.asset]}


@FRAMES.resolves(Mills)
def resolve_mills(state: AngelesState, frame: Mills, move: int) -> None:
    seat, asset, count = frame.seat, frame.asset, frame.n
    taker, rule = move - state.verbs.name, asset_rule(state, frame)
    give_asset(state, asset, taker, rule, ("NA-R.22",), by=seat)
    state.push(MillsOption(seat, taker, rule, count))


@FRAMES.asks(MillsOption, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_mills_option(state: AngelesState, frame: MillsOption) -> list[int]:
    return [state.verbs.option, state.verbs.option + 1]


@FRAMES.describes(MillsOption)
def describe_mills_option(state: AngelesState, frame: MillsOption) -> dict[str, object]:
    return {"n": frame.n}


@FRAMES.resolves(MillsOption)
def resolve_mills_option(state: AngelesState, frame: MillsOption, move: int) -> None:
    other, rule, count = frame.other, frame.rule, frame.n
    if move == state.verbs.option:
        state.push(MillsDiscard(other, count, rule))
    else:
        draw_topmost(state, other, count, rule)


@FRAMES.asks(MillsDiscard, lambda state, frame: frame.rule, answer=SEAT, moves=open_hand)
def ask_mills_discard(state: AngelesState, frame: MillsDiscard) -> list[int]:
    return card_moves(state.verbs.discard, state.hands[frame.seat]) if frame.left else []


@FRAMES.resolves(MillsDiscard)
def resolve_mills_discard(state: AngelesState, frame: MillsDiscard, move: int) -> None:
    seat, left, rule = frame.seat, frame.left, frame.rule
    discard(state, seat, (move - state.verbs.discard,), rule)
    state.push(MillsDiscard(seat, left - 1, rule))


@FRAMES.asks(Fumiko, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_fumiko(state: AngelesState, frame: Fumiko) -> list[int]:
    return [state.verbs.resource + i for i, level in enumerate(state.supply) if level + frame.change >= 0]


@FRAMES.resolves(Fumiko)
def resolve_fumiko(state: AngelesState, frame: Fumiko, move: int) -> None:
    seat, rule, change, capital = frame.seat, frame.rule, frame.change, frame.capital
    add_supply(state, move - state.verbs.resource, change, rule)
    gain(state, seat, capital, rule, ("NA-R.10",))


@FRAMES.asks(Marco, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_marco(state: AngelesState, frame: Marco) -> list[int]:
    return _others(state, frame.seat)


@FRAMES.resolves(Marco)
def resolve_marco(state: AngelesState, frame: Marco, move: int) -> None:
    """Take one amount from a player than whom nobody is richer, another from any other (NA-R.41)."""
    seat, rule, from_any, from_richest = frame.seat, frame.rule, frame.from_any, frame.from_richest
    victim = move - state.verbs.name
    n = from_richest if state.capital[victim] == max(state.capital) else from_any
    if state.log is not None:
        state.emit("robs", seat, "NA-R.41", other=victim, n=n)
    steal_capital(state, seat, victim, n, rule)


@FRAMES.asks(Li, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_li(state: AngelesState, frame: Li) -> list[int]:
    return [state.verbs.name + seat for seat in range(state.players)]


@FRAMES.describes(Li)
def describe_li(state: AngelesState, frame: Li) -> dict[str, object]:
    return {"lose": frame.lose, "n": frame.draw}


@FRAMES.resolves(Li)
def resolve_li(state: AngelesState, frame: Li, move: int) -> None:
    rule, capital, cards = frame.rule, frame.lose, frame.draw
    seat = move - state.verbs.name
    state.push(*[NameType(seat, 1, rule, "")] * cards)
    lose(state, seat, capital, rule)


@FRAMES.asks(White, lambda state, frame: frame.rule, answer=PUBLIC, moves=PUBLIC)
def ask_white(state: AngelesState, frame: RuleFrame) -> list[int]:
    return _others(state, frame.seat)


@FRAMES.resolves(White)
def resolve_white(state: AngelesState, frame: RuleFrame, move: int) -> None:
    seat, other = frame.seat, move - state.verbs.name
    knowledge.looked_at(state, seat, other)
    state.reveal()
    if state.log is not None:
        state.emit("looks_at_hand", seat, frame.rule, other=other)
        cards = [state.layout.cards[card] for card in state.hands[other]]
        state.emit("hand_seen", seat, frame.rule, other=other, cards=cards)
    state.push(WhiteSteal(seat, other, frame.rule))


@FRAMES.asks(WhiteSteal, lambda state, frame: frame.rule, answer=SEAT)
def ask_white_steal(state: AngelesState, frame: WhiteSteal) -> list[int]:
    moves = card_moves(state.verbs.steal, state.hands[frame.other])
    return [PASS, *moves] if moves else []


@FRAMES.resolves(WhiteSteal)
def resolve_white_steal(state: AngelesState, frame: WhiteSteal, move: int) -> None:
    if move != PASS:
        hand_over(state, frame.other, frame.seat, (move - state.verbs.steal,), frame.rule, ("NA-56.3", "NA-56.3a", "NA-38.4"))


@FRAMES.asks(Susan, asset_rule, answer=PUBLIC, moves=PUBLIC)
def ask_susan(state: AngelesState, frame: AssetFrame) -> list[int]:
    return _others(state, frame.seat)


@FRAMES.describes(Susan)
def describe_susan(state: AngelesState, frame: AssetFrame) -> dict[str, object]:
    return {"asset": state.layout.assets[frame.asset]}


@FRAMES.resolves(Susan)
def resolve_susan(state: AngelesState, frame: AssetFrame, move: int) -> None:
    give_asset(state, frame.asset, move - state.verbs.name, asset_rule(state, frame), by=frame.seat)


@FRAMES.asks(Haas, lambda state, frame: frame.rule, answer=SEAT)
def ask_haas(state: AngelesState, frame: RuleFrame) -> list[int]:
    return [PASS, SWAP]


@FRAMES.resolves(Haas)
def resolve_haas(state: AngelesState, frame: RuleFrame, move: int) -> None:
    """Keep or swap. Both rival cards stay hidden, and the others do not learn whether they were swapped."""
    if move == SWAP:
        seat, mine = frame.seat, state.rivals[frame.seat]
        state.rivals = (*state.rivals[:seat], state.spare, *state.rivals[seat + 1 :])
        state.spare = mine
        knowledge.swapped_rival(state, seat)
        if state.log is not None:
            state.emit("rival_swapped", seat, frame.rule)
