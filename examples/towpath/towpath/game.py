"""The class of the game: what the entry point names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tafelrunde.core.audience import declare_events
from tafelrunde.core.decks import Deck
from tafelrunde.core.frames import Frame
from tafelrunde.core.game import Game, Step
from tafelrunde.core.sampling import Redeal
from tafelrunde.core.seats import best
from tafelrunde.core.state import State
from tafelrunde.core.typed import typed
from tafelrunde.core.zones import BoardZone, SeatZone
from towpath.rules import FRAMES, GUARDS, Round
from towpath.state import BOARD_ZONES, SEAT_ZONES, Parts, TowpathState


def begin_auction(state: TowpathState, at: Mapping[str, Any]) -> None:
    """A scenario begins here: ``at`` has the round and who bids first."""
    state.round, state.start = at["round"] - 1, at.get("active", state.start)
    state.push(Round())


class Towpath(Game[TowpathState]):
    engine = 2
    id = "towpath"
    title = "Towpath"
    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    usual_players: ClassVar[int | None] = 3
    frames = FRAMES
    guards = GUARDS
    events = declare_events(public="phase opened bid passed towed wages lock unsold")
    state_type: ClassVar[type[State]] = TowpathState
    seat_zones: ClassVar[Sequence[SeatZone]] = SEAT_ZONES
    board_zones: ClassVar[Sequence[BoardZone]] = BOARD_ZONES
    steps: ClassVar[Sequence[Step]] = (Step("auction", "a tow is opened", begin_auction),)
    players_rule = "TP-1.1"
    end_rule = "TP-3.1"
    folder = "towpath"
    component_type = Parts
    schema = staticmethod(lambda where, data: typed(Parts, data))

    def setup(self, state: TowpathState) -> None:
        parts: Parts = self.parts
        state.round, state.start = 0, state.below(state.players)
        state.coins = [parts.coins] * state.players
        state.barge = [0] * state.players
        state.deck = Deck.of(number for number, tow in enumerate(parts.tow) for _ in range(tow.copies))
        state.discard = ()
        state.card = state.leader = -1
        state.bid = state.out = 0
        state.push(Round())

    def scores(self, state: TowpathState) -> list[int]:
        return [barge + coins // 4 for barge, coins in zip(state.barge, state.coins, strict=True)]

    def winners(self, state: TowpathState) -> tuple[int, ...]:
        return best([(score, state.barge[seat]) for seat, score in enumerate(self.scores(state))])

    def phase(self, state: TowpathState) -> str:
        return "auction" if state.asked else "over"

    def redeal(self, world: TowpathState, seat: int, lanes: list[list[Frame]] | None) -> None:
        """Only the order of the deck is hidden; the generator of ``world`` is new, so dealing it anew is enough."""
        world.deck = Redeal(world, world.deck, seat).deck()

    def evaluate(self, state: TowpathState) -> list[float]:
        """How far ahead of the best other a seat is, with coins at half of what a step costs on average."""
        worth = [barge + coins / 2 for barge, coins in zip(state.barge, state.coins, strict=True)]
        if state.over:
            winners = self.winners(state)
            return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
        lead = [own - max(worth[:seat] + worth[seat + 1 :]) for seat, own in enumerate(worth)]
        return [min(0.95, max(0.05, 0.5 + ahead / 40)) for ahead in lead]
