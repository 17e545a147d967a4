"""Operations of assets. Their questions are in ``rules/assets.py`` and ``rules/windows.py``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, structs

from tafelrunde.core.effects import Operation
from tafelrunde.games.new_angeles import frames
from tafelrunde.games.new_angeles.effects.base import Count, Small, Sum, Teller
from tafelrunde.games.new_angeles.effects.special import SPECIALS, Special
from tafelrunde.games.new_angeles.layout import GENERAL
from tafelrunde.games.new_angeles.rules import knowledge
from tafelrunde.games.new_angeles.rules.deal import countering
from tafelrunde.games.new_angeles.rules.goods import draw, draw_topmost, gain, hand_over, steal_capital
from tafelrunde.games.new_angeles.rules.turn import drawable
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState
from tafelrunde.games.new_angeles.terms import TYPES

Also = tuple[str, ...]
DURING_DEAL = (
    "asset_revealed", "offer_proposed", "other_player_proposed_counteroffer", "support_step_starts", "player_abstains",
    "resolution_step_starts",
)  # fmt: skip
AFTER_DEAL = ("holder_active_loses_deal", "countering_player_wins_deal")


class AssetEffect(Operation, frozen=True):
    """One operation of an asset; its holder is the seat that uses it."""

    def sentence(self, tell: Teller) -> str:
        """The sentence that describes the operation; the catalogue finds most of them by the names and fields of the
        operations."""
        return tell(f"asset_{self.op}", **structs.asdict(self))

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        """Carry the operation out, or push the frame of its first question. ``fact`` describes the moment."""

    @property
    def moments(self) -> tuple[str, ...]:
        """The timings and triggers at which the operation makes sense; all if empty."""
        return ()

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        """Whether the operation has any effect now, apart from timing and trigger."""
        return True

    def refreshed(self, count: int) -> int:
        """The changed value of a number on the holder's corp sheet."""
        return count

    def bet_won(self, state: AngelesState, seat: int, rule: str) -> None:
        """Carry out a won bet: the player whom the holder has named has won the deal."""


# --- capital -------------------------------------------------------------------------------------


class AssetCapital(AssetEffect, frozen=True, tag="capital"):
    """Gain capital for the holder or the active player."""

    who: Literal["holder", "active"]
    delta: Sum

    def sentence(self, tell: Teller) -> str:
        return tell(f"asset_capital_{self.who}", n=self.delta)

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        gain(state, seat if self.who == "holder" else state.active, self.delta, rule, also)


class StealCapital(AssetEffect, frozen=True, tag="steal_capital"):
    """Steal capital from a named player: ``richest`` if nobody has more, ``any`` from any other (NA-R.41)."""

    any: Sum
    richest: Sum

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Marco(seat, rule, self.any, self.richest))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(sum(state.capital) - state.capital[seat])


class StealFromCountering(AssetEffect, frozen=True, tag="steal_capital_from_countering"):
    """Steal capital from the countering player, if that is another player who has capital."""

    amount: Sum

    @property
    def moments(self) -> tuple[str, ...]:
        return AFTER_DEAL

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        steal_capital(state, seat, countering(state), self.amount, rule)

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        other = countering(state)
        return other not in (seat, NOBODY) and state.capital[other] > 0


class BetOnWinner(AssetEffect, frozen=True, tag="bet_on_winner"):
    """Name another player; gain capital if that player wins the deal."""

    capital: Sum

    @property
    def moments(self) -> tuple[str, ...]:
        return DURING_DEAL

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.NameWinner(seat, asset))

    def bet_won(self, state: AngelesState, seat: int, rule: str) -> None:
        gain(state, seat, self.capital, rule, ("NA-R.44",))


class ResourceForCapital(AssetEffect, frozen=True, tag="resource_for_capital"):
    """Lower a resource and gain capital."""

    resource: Annotated[int, Meta(ge=-9, le=-1)]
    capital: Sum

    def sentence(self, tell: Teller) -> str:
        return tell("asset_resource_for_capital", n=-self.resource, capital=self.capital)

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Fumiko(seat, rule, self.resource, self.capital))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return max(state.supply) + self.resource >= 0


class LoseCapitalAndDraw(AssetEffect, frozen=True, tag="lose_capital_and_draw"):
    """A named player loses capital and draws cards, naming a type for each."""

    lose: Sum
    draw: Count

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Li(seat, rule, self.lose, self.draw))


# --- cards ---------------------------------------------------------------------------------------


class AssetDraw(AssetEffect, frozen=True, tag="draw"):
    """Draw cards: a type named for each card, a number of each type, or the first line of the corp sheet (NA-R.29)."""

    type: Literal["any_each", "each_type", "topmost"]
    count: Annotated[int, Meta(ge=1, le=20)]
    waive_hand_limit: bool = False
    """The holder does not discard down to the hand limit this turn."""

    def sentence(self, tell: Teller) -> str:
        text = tell(f"asset_draw_{self.type}", count=self.count)
        return f"{text} {tell('asset_waived')}" if self.waive_hand_limit else text

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        if self.type == "topmost":
            draw_topmost(state, seat, self.count, rule)
        elif self.type == "any_each":
            state.push(*[frames.NameType(seat, 1, rule, "")] * self.count)
        else:
            for kind in range(len(TYPES)):
                draw(state, seat, kind, self.count, rule)
        if self.waive_hand_limit:
            state.waived |= 1 << seat

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        kind = state.layout.sheet[state.corporations[seat]][0][0] if self.type == "topmost" else GENERAL
        return any(drawable(state, k) for k in range(5)) if kind == GENERAL else drawable(state, kind)


class MultiplySheet(AssetEffect, frozen=True, tag="multiply_sheet"):
    """Multiply the numbers on the holder's corp sheet."""

    factor: Count

    @property
    def moments(self) -> tuple[str, ...]:
        return ("refresh_draw",)

    def refreshed(self, count: int) -> int:
        return count * self.factor


class GiveCardsForCapital(AssetEffect, frozen=True, tag="give_cards_for_capital"):
    """Give hand cards to another player and gain capital for each."""

    min: Count
    max: Count
    capital_each: Sum

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Bernice(seat, rule, self.min, self.max, self.capital_each))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(state.hands[seat])


class StealRandomCard(AssetEffect, frozen=True, tag="steal_random_card"):
    """Steal random cards from the active player's hand."""

    count: Count

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        for _ in range(min(self.count, len(state.hands[state.active]))):
            hand = state.hands[state.active]
            card = hand[state.below(len(hand))]
            hand_over(state, state.active, seat, (card,), rule, ("NA-56.3", "NA-56.3a", "NA-38.4", "NA-R.50"))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(seat != state.active and state.hands[state.active])


class LookAtHand(AssetEffect, frozen=True, tag="look_hand_may_steal"):
    """Look at another player's hand; one of its cards may be stolen."""

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.White(seat, rule))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return any(hand for other, hand in enumerate(state.hands) if other != seat)


# --- assets and emergency cards ------------------------------------------------------------------


class StealEmergency(AssetEffect, frozen=True, tag="steal_emergency"):
    """Steal emergency cards of other players."""

    count: Annotated[int, Meta(ge=1, le=5)]

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Seize(seat, self.count, self.count, rule))


class ClaimFromDeck(AssetEffect, frozen=True, tag="claim_from_deck"):
    """Claim more assets from the top of the deck, but never this asset, which has just gone under it (NA-R.20)."""

    count: Count

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        discarded = state.holder[asset] == NOBODY
        others = min(self.count, state.asset_deck.size - discarded)
        if others < self.count and state.log is not None:
            state.emit("no_asset_left", seat, "NA-R.20")
        state.push(*[frames.ClaimTop(seat, rule)] * others)


class GiveSelf(AssetEffect, frozen=True, tag="give_self"):
    """Give this asset to another player."""

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Susan(seat, asset))


class GiveSelfThenDiscardOrDraw(AssetEffect, frozen=True, tag="give_self_then_discard_or_draw"):
    """Give this asset to another player, who discards or draws cards, as the giver decides."""

    count: Count

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Mills(seat, asset, self.count))


class SwapTwoAssets(AssetEffect, frozen=True, tag="swap_two_assets"):
    """Swap two assets of different players; a holder who swaps one of their own assets loses capital first (NA-58.1)."""

    own_penalty: Small

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.AlexFirst(seat, rule, self.own_penalty))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return len(set(state.holder) - {NOBODY}) > 1


class StealAssetOrCapital(AssetEffect, frozen=True, tag="steal_asset_or_capital"):
    """Steal an asset of another player, or gain capital."""

    capital: Sum

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Cortez(seat, rule, self.capital))


# --- the deal ------------------------------------------------------------------------------------


class ReturnCounteroffer(AssetEffect, frozen=True, tag="return_counteroffer"):
    """Return a counteroffer, unless its player pays the holder."""

    ransom: Sum

    @property
    def moments(self) -> tuple[str, ...]:
        return ("other_player_proposed_counteroffer",)

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Ransom(fact[0], seat, rule, self.ransom))


class SupportMainOrPay(AssetEffect, frozen=True, tag="force_support_main_or_pay"):
    """Make an abstaining player support the main offer with a card or lose capital."""

    pay: Sum

    @property
    def moments(self) -> tuple[str, ...]:
        return ("player_abstains",)

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Eiko(fact, rule, self.pay))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(state.hands[fact] or state.capital[fact])


class SupportFromDeck(AssetEffect, frozen=True, tag="support_from_deck"):
    """Support either offer with the top cards of action decks."""

    count: Count

    @property
    def moments(self) -> tuple[str, ...]:
        return ("support_step_starts",)

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(*[frames.DeckSupport(seat, NOBODY, rule)] * self.count)

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return any(drawable(state, kind) for kind in range(5))


class BarCounterSupport(AssetEffect, frozen=True, tag="bar_counter_support"):
    """Forbid a named player to support the counteroffer."""

    @property
    def moments(self) -> tuple[str, ...]:
        return ("support_step_starts",)

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.NameBarred(seat, rule))

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        """Whether a supporting player has cards for the counteroffer and may place them there."""
        out = (state.active, countering(state))
        return any(state.hands[other] and other not in out and not state.locust >> other & 1 for other in range(state.players))


class BarTrading(AssetEffect, frozen=True, tag="bar_trading"):
    """Forbid the proposing player to trade until the deal ends."""

    @property
    def moments(self) -> tuple[str, ...]:
        return ("offer_proposed", "other_player_proposed_counteroffer")

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.barred |= 1 << fact[0]
        if state.log is not None:
            state.emit("barred", fact[0], rule)
        knowledge.drop_stale_proposals(state)

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return bool(seat != fact[0] and not state.barred >> fact[0] & 1)


class NameWinner(AssetEffect, frozen=True, tag="name_winner"):
    """Name the winner of the deal."""

    @property
    def moments(self) -> tuple[str, ...]:
        return ("resolution_step_starts", "support_tied")

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        state.push(frames.Win(seat, rule))


class SpecialEffect(AssetEffect, frozen=True, tag="special"):
    """A named function for an effect that no other operation can express (``effects/special.py``)."""

    id: Literal["take_counter_discards", "bind_declaration", "own_counteroffer", "look_swap_rival"]

    @property
    def special(self) -> Special:
        return SPECIALS[self.id]

    @property
    def moments(self) -> tuple[str, ...]:
        return self.special.moments

    def sentence(self, tell: Teller) -> str:
        return tell(f"asset_{self.id}")

    def use(self, state: AngelesState, seat: int, asset: int, rule: str, fact: Any, also: Also) -> None:
        self.special.use(state, seat, rule, fact)

    def possible(self, state: AngelesState, seat: int, fact: Any = 0) -> bool:
        return self.special.possible(state, seat, fact)


AnyAssetEffect = (
    AssetCapital | StealCapital | StealFromCountering | BetOnWinner | ResourceForCapital | LoseCapitalAndDraw
    | AssetDraw | MultiplySheet | GiveCardsForCapital | StealRandomCard | LookAtHand
    | StealEmergency | ClaimFromDeck | GiveSelf | GiveSelfThenDiscardOrDraw | SwapTwoAssets | StealAssetOrCapital
    | ReturnCounteroffer | SupportMainOrPay | SupportFromDeck | BarCounterSupport | BarTrading | NameWinner | SpecialEffect
)  # fmt: skip
