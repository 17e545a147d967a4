"""The card actions of action locations: what they do in return for their cost (51S-3.36 to 3.40)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from tafelrunde.core.effects import Operation
from tafelrunde.games.fifty_first_state import frames
from tafelrunde.games.fifty_first_state.effects.base import Basic, Digit, Gains, Payable, Some
from tafelrunde.games.fifty_first_state.names import BASIC
from tafelrunde.games.fifty_first_state.rules.card_actions import occupied, resettable, stealable
from tafelrunde.games.fifty_first_state.rules.goods import draw_aside
from tafelrunde.games.fifty_first_state.rules.layout import Action, cost, goods
from tafelrunde.games.fifty_first_state.rules.places import opponents
from tafelrunde.games.fifty_first_state.rules.production import copyable
from tafelrunde.games.fifty_first_state.state import NOBODY, FiftyFirstState, Goods

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.present.texts import Texts

Costs = Mapping[Payable | Literal["card"], Some]


class AnyOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Basic resources of any of these kinds."""

    n: Digit
    of: tuple[Basic, ...]


class CardAction(Operation, frozen=True, tag_field="effect", kw_only=True):
    """A cost, how often it can be paid in a round, and what it does."""

    cost: Costs
    limit: Digit
    cost_any: AnyOf | None = None
    cost_deal: Literal[0, 1] = 0
    targeted: ClassVar[bool] = True
    """Whether the action does more than give goods."""

    def objection(self) -> tuple[str, str] | None:
        """The key and the reason if the rules cannot use the action."""
        if self.cost_any is not None and sorted(self.cost_any.of) != sorted(BASIC):
            return "cost_any.of", f"this cost takes any of: {', '.join(BASIC)}."
        return self.own_objection()

    def own_objection(self) -> tuple[str, str] | None:
        """The same check for the action's own effect."""
        return None

    def has_target(self, state: FiftyFirstState, seat: int, ref: int) -> bool:
        """Whether the action has a possible target now (51S-3.65)."""
        return True

    def carry_out(self, state: FiftyFirstState, seat: int, ref: int) -> None:
        """Ask for the target."""

    def reward(self, texts: Texts) -> str:
        raise NotImplementedError

    def sentence(self, texts: Texts) -> str:
        parts = [texts.goods(self.cost)] if self.cost else []
        if self.cost_any is not None:
            parts.append(texts.say("cost_any", n=self.cost_any.n))
        if self.cost_deal:
            parts.append(texts.say("cost_deal", n=self.cost_deal))
        limit = texts.say(f"limit_{self.limit}") if self.limit in (1, 2) else texts.say("limit_many", n=self.limit)
        return texts.say("convert", cost=", ".join(parts) or texts.say("free"), gain=self.reward(texts)) + ", " + limit

    def compiled(self) -> Action:
        any_n, any_of = (self.cost_any.n, self.cost_any.of) if self.cost_any is not None else (0, ())
        gains = goods(self.gain) if isinstance(self, Convert) else ()
        return Action(
            cost(self.cost, any_n, any_of, self.cost_deal), self.limit, gains, self.targeted, self.has_target, self.carry_out
        )


class Convert(CardAction, frozen=True, kw_only=True, tag="gain"):
    """Exchange goods for other goods (51S-CARD.convert)."""

    gain: Gains
    targeted: ClassVar[bool] = False

    def gains(self) -> Goods:
        return goods(self.gain)

    def reward(self, texts: Texts) -> str:
        return texts.goods(self.gain)


class Loot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    n: Literal[1]
    of: tuple[Basic, ...]


class Steal(CardAction, frozen=True, kw_only=True, tag="steal_resource"):
    """Steal a basic resource from an opponent (51S-CARD.thieves_caravan)."""

    steal: Loot

    def own_objection(self) -> tuple[str, str] | None:
        return None if sorted(self.steal.of) == sorted(BASIC) else ("steal.of", f"stealing takes any of: {', '.join(BASIC)}.")

    def has_target(self, state: FiftyFirstState, seat: int, ref: int) -> bool:
        return bool(stealable(state, seat))

    def carry_out(self, state: FiftyFirstState, seat: int, ref: int) -> None:
        state.stack.append(frames.Steal(seat))

    def reward(self, texts: Texts) -> str:
        return texts.say("steal", n=self.steal.n)


class CopyProduction(CardAction, frozen=True, kw_only=True, tag="copy_production"):
    """Gain the production of one of the seat's own locations (51S-CARD.production_manager)."""

    whose: Literal["own"]

    def has_target(self, state: FiftyFirstState, seat: int, ref: int) -> bool:
        return bool(copyable(state, seat))

    def carry_out(self, state: FiftyFirstState, seat: int, ref: int) -> None:
        state.stack.append(frames.Copy(seat, "action", NOBODY, (), ()))

    def reward(self, texts: Texts) -> str:
        return texts.say("copy_own")


class UseDeal(CardAction, frozen=True, kw_only=True, tag="use_deal"):
    """Gain the goods of the seat's own deals, or of one deal of an opponent (51S-R.32, R.33)."""

    whose: Literal["own", "other"]
    max_targets: Digit

    def own_objection(self) -> tuple[str, str] | None:
        several = self.whose == "other" and self.max_targets != 1
        return ("max_targets", "one deal of an opponent is used at a time.") if several else None

    def has_target(self, state: FiftyFirstState, seat: int, ref: int) -> bool:
        if self.whose == "own":
            return len(state.deals[seat]) > self.cost_deal
        return any(state.deals[other] for other in opponents(state, seat))

    def carry_out(self, state: FiftyFirstState, seat: int, ref: int) -> None:
        if self.whose == "own":
            state.stack.append(frames.Collect(seat, self.max_targets, state.deals[seat]))
        else:
            state.stack.append(frames.Tap(seat))

    def reward(self, texts: Texts) -> str:
        return texts.say(f"use_deal_{self.whose}", n=self.max_targets)


class ResetLocations(CardAction, frozen=True, kw_only=True, tag="reset_locations"):
    """Make used locations usable again (51S-CARD.body_hunters)."""

    max_targets: Digit

    def has_target(self, state: FiftyFirstState, seat: int, ref: int) -> bool:
        return bool(resettable(state, seat, ref))

    def carry_out(self, state: FiftyFirstState, seat: int, ref: int) -> None:
        state.stack.append(frames.Reset(seat, ref, self.max_targets, self.max_targets))

    def reward(self, texts: Texts) -> str:
        return texts.say("reset", n=self.max_targets)


class UseOccupied(CardAction, frozen=True, kw_only=True, tag="use_occupied"):
    """Use an open production that a worker already occupies (51S-CARD.fixer)."""

    def has_target(self, state: FiftyFirstState, seat: int, ref: int) -> bool:
        return bool(occupied(state, seat))

    def carry_out(self, state: FiftyFirstState, seat: int, ref: int) -> None:
        state.stack.append(frames.Fix(seat))

    def reward(self, texts: Texts) -> str:
        return texts.say(self.op)


class DrawAndKeep(CardAction, frozen=True, kw_only=True, tag="draw_and_keep"):
    """Draw cards and keep some (51S-CARD.propaganda_center)."""

    draw: Digit
    keep: Digit

    def carry_out(self, state: FiftyFirstState, seat: int, ref: int) -> None:
        draw_aside(state, seat, self.draw)
        state.stack.append(frames.Sift(seat, self.keep))

    def reward(self, texts: Texts) -> str:
        return texts.say(self.op, draw=self.draw, n=self.keep)


AnyAction = Convert | Steal | CopyProduction | UseDeal | ResetLocations | UseOccupied | DrawAndKeep
