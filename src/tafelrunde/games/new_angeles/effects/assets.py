"""Operations of assets. The questions that they lead to are in ``assets.py`` and ``windows.py``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tafelrunde.core.effects import Operation
from tafelrunde.games.new_angeles.effects.base import Count
from tafelrunde.games.new_angeles.effects.special import SPECIALS, Special
from tafelrunde.games.new_angeles.layout import GENERAL
from tafelrunde.games.new_angeles.rules import knowledge
from tafelrunde.games.new_angeles.rules.deal import countering
from tafelrunde.games.new_angeles.rules.goods import draw, gain, hand_over, steal_capital
from tafelrunde.games.new_angeles.rules.turn import drawable
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState
from tafelrunde.games.new_angeles.terms import TYPES

Sum = Annotated[int, Meta(ge=1, le=99)]


class AssetEffect(Operation, frozen=True):
    """One operation of an asset; its holder is the seat that uses it."""

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        """Do it, or push the frame of its first question. ``fact`` is what the moment is about."""

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        """Whether it can do anything, apart from timing and trigger."""
        return True

    def refreshed(self, count: int) -> int:
        """What becomes of a number on the corp sheet of the holder."""
        return count


# --- capital -------------------------------------------------------------------------------------


class AssetCapital(AssetEffect, frozen=True, tag="capital"):
    """Capital for the holder or the active player."""

    who: Literal["holder", "active"]
    delta: Sum

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        gain(state, seat if self.who == "holder" else state.active, self.delta, rule, also)


class StealCapital(AssetEffect, frozen=True, tag="steal_capital"):
    """From a named player: ``richest`` if nobody has more, ``any`` from any other (NA-R.41)."""

    any: Sum
    richest: Sum

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("marco", seat))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(sum(state.capital) - state.capital[seat])


class StealFromCountering(AssetEffect, frozen=True, tag="steal_capital_from_countering"):
    """From the countering player, if that is another one who has capital."""

    amount: Sum

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        steal_capital(state, seat, countering(state), self.amount, rule)

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        other = countering(state)
        return other != seat and state.capital[other] > 0


class BetOnWinner(AssetEffect, frozen=True, tag="bet_on_winner"):
    """Name another player; capital if that player wins the deal."""

    capital: Sum

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("name_winner", seat))


class ResourceForCapital(AssetEffect, frozen=True, tag="resource_for_capital"):
    """A resource falls, and the holder gains capital."""

    resource: Annotated[int, Meta(ge=-9, le=-1)]
    capital: Sum

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("fumiko", seat))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return max(state.supply) + self.resource >= 0


class LoseCapitalAndDraw(AssetEffect, frozen=True, tag="lose_capital_and_draw"):
    """A named player loses capital and draws cards, naming a type for each."""

    lose: Sum
    draw: Count

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("li", seat))


# --- cards ---------------------------------------------------------------------------------------


class AssetDraw(AssetEffect, frozen=True, tag="draw"):
    """The holder draws: a type named for each card, so many of each type, or of the first line of the corp sheet (NA-R.29)."""

    who: Literal["holder"]
    type: Literal["any_each", "each_type", "topmost"]
    count: Annotated[int, Meta(ge=1, le=20)]
    waive_hand_limit: Literal["", "this_turn"] = ""

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        if self.type == "topmost":
            draw_topmost(state, seat, self.count, rule)
        elif self.type == "any_each":
            state.push(*[("name_type", seat, 1, rule, "")] * self.count)
        else:
            for kind in range(len(TYPES)):
                draw(state, seat, kind, self.count, rule)
        if self.waive_hand_limit:
            state.waived |= 1 << seat

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        kind = state.layout.sheet[state.corporations[seat]][0][0] if self.type == "topmost" else GENERAL
        return any(drawable(state, k) for k in range(5)) if kind == GENERAL else drawable(state, kind)


def draw_topmost(state: AngelesState, seat: int, n: int, rule: str) -> None:
    """Cards of the first line of the corp sheet; where that is general, of a type named now (NA-R.29)."""
    kind = state.layout.sheet[state.corporations[seat]][0][0]
    if kind == GENERAL:
        state.push(("name_type", seat, n, rule, "NA-R.29"))
    else:
        draw(state, seat, kind, n, rule)


class DoubleSheet(AssetEffect, frozen=True, tag="double_sheet"):
    """The numbers on the holder's corp sheet are multiplied."""

    factor: Annotated[int, Meta(ge=1, le=9)] = 2

    def refreshed(self, count: int) -> int:
        return count * self.factor


class GiveCardsForCapital(AssetEffect, frozen=True, tag="give_cards_for_capital"):
    """Hand cards go to another player; the holder gains capital for each."""

    min: Count
    max: Count
    capital_each: Sum

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("bernice", seat))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(state.hands[seat])


class StealRandomCard(AssetEffect, frozen=True, tag="steal_random_card"):
    """Cards of the active player's hand, picked at random."""

    count: Count

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        for _ in range(min(self.count, len(state.hands[state.active]))):
            hand = state.hands[state.active]
            card = hand[state.below(len(hand))]
            hand_over(state, state.active, seat, (card,), rule, ("NA-56.3", "NA-56.3a", "NA-38.4", "NA-R.50"))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(state.hands[state.active])


class LookAtHand(AssetEffect, frozen=True, tag="look_hand_may_steal"):
    """Look at another player's hand; one of its cards may be stolen."""

    count: Literal[1] = 1

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("white", seat))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return any(hand for other, hand in enumerate(state.hands) if other != seat)


# --- assets and emergency cards ------------------------------------------------------------------


class StealEmergency(AssetEffect, frozen=True, tag="steal_emergency"):
    """Emergency cards of other players."""

    count: Annotated[int, Meta(ge=1, le=5)]

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("seize", seat, self.count, self.count))


class ClaimFromDeck(AssetEffect, frozen=True, tag="claim_from_deck"):
    """More claims from the top of the deck, but never this asset, which has just gone under it (NA-R.20)."""

    count: Count

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        others = min(self.count, state.asset_deck.size - 1)
        if others < self.count and state.log is not None:
            state.emit("no_asset_left", seat, "NA-R.20")
        state.push(*[("claim_top", seat)] * others)


class GiveSelf(AssetEffect, frozen=True, tag="give_self"):
    """This asset goes to another player."""

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("susan", seat))


class GiveSelfThenDiscardOrDraw(AssetEffect, frozen=True, tag="give_self_then_discard_or_draw"):
    """This asset goes to another player, who discards or draws so many cards, as the giver decides."""

    count: Count
    type: Literal["topmost"]

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("mills", seat))


class SwapTwoAssets(AssetEffect, frozen=True, tag="swap_two_assets"):
    """Two assets of different players change places; who swaps one of his own loses capital first (NA-58.1)."""

    own_penalty: Annotated[int, Meta(ge=0, le=99)]

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("alex_first", seat))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return len(set(state.holder) - {NOBODY}) > 1


class StealAsset(AssetEffect, frozen=True, tag="steal_asset"):
    """An asset of another player."""

    count: Literal[1] = 1


class AssetOr(AssetEffect, frozen=True, tag="or"):
    """Steal an asset, or gain capital."""

    options: tuple[tuple[StealAsset], tuple[AssetCapital]]

    @property
    def capital(self) -> int:
        return self.options[1][0].delta

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("cortez", seat))


# --- the deal ------------------------------------------------------------------------------------


class ReturnCounteroffer(AssetEffect, frozen=True, tag="return_counteroffer"):
    """A counteroffer goes back, unless its player pays the holder."""

    ransom: Sum

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("ransom", fact[0], seat))


class SupportMainOrPay(AssetEffect, frozen=True, tag="force_support_main_or_pay"):
    """An abstaining player supports the main offer with a card, or loses capital."""

    pay: Sum

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("eiko", fact))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(state.hands[fact] or state.capital[fact])


class SupportFromDeck(AssetEffect, frozen=True, tag="support_from_deck"):
    """Top cards of action decks support either offer."""

    count: Count

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(*[("deck_support", seat, NOBODY)] * self.count)

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return any(drawable(state, kind) for kind in range(5))


class BarCounterSupport(AssetEffect, frozen=True, tag="bar_counter_support"):
    """A named player cannot support the counteroffer."""

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("name_barred", seat))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        """Whether a supporting player has cards for the counteroffer and may lay them there."""
        out = (state.active, countering(state))
        return any(state.hands[other] and other not in out and not state.locust >> other & 1 for other in range(state.players))


class BarTrading(AssetEffect, frozen=True, tag="bar_trading"):
    """The proposing player cannot trade until the deal ends."""

    until: Literal["end_of_deal"] = "end_of_deal"

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.barred |= 1 << fact[0]
        if state.log is not None:
            state.emit("barred", fact[0], rule)
        knowledge.drop_stale_proposals(state)

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(seat != fact[0] and not state.barred >> fact[0] & 1)


class NameWinner(AssetEffect, frozen=True, tag="name_winner"):
    """The holder names the winner of the deal."""

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        state.push(("win", seat, rule))


class SpecialEffect(AssetEffect, frozen=True, tag="special"):
    """What only one asset does, as a named function (``effects/special.py``)."""

    id: Literal["take_counter_discards", "bind_declaration", "own_counteroffer", "look_swap_rival"]

    @property
    def special(self) -> Special:
        return SPECIALS[self.id]

    def use(self, state: AngelesState, seat: int, rule: str, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
        self.special.use(state, seat, rule, fact)

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return self.special.possible(state, seat, fact)


AnyAssetEffect = (
    AssetCapital | StealCapital | StealFromCountering | BetOnWinner | ResourceForCapital | LoseCapitalAndDraw
    | AssetDraw | DoubleSheet | GiveCardsForCapital | StealRandomCard | LookAtHand
    | StealEmergency | ClaimFromDeck | GiveSelf | GiveSelfThenDiscardOrDraw | SwapTwoAssets | AssetOr
    | ReturnCounteroffer | SupportMainOrPay | SupportFromDeck | BarCounterSupport | BarTrading | NameWinner | SpecialEffect
)  # fmt: skip
SHARED = (AssetCapital, AssetDraw, DoubleSheet, NameWinner, StealFromCountering, StealRandomCard, BarTrading, SpecialEffect)
"""Operations that any number of assets may have; the questions of the others name their one asset."""
