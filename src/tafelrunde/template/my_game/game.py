"""The class of the game: what the entry point names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from my_game.rules import FRAMES, GUARDS, Round
from my_game.state import BOARD_ZONES, SEAT_ZONES, MyGameState, Parts
from tafelrunde.core.audience import declare_events
from tafelrunde.core.decks import Deck
from tafelrunde.core.frames import Frame
from tafelrunde.core.game import Game, Step
from tafelrunde.core.sampling import Redeal
from tafelrunde.core.seats import best
from tafelrunde.core.state import State
from tafelrunde.core.typed import typed
from tafelrunde.core.zones import BoardZone, SeatZone


def begin_auction(state: MyGameState, at: Mapping[str, Any]) -> None:
    """A scenario begins here: ``at`` has the round and who bids first."""
    state.round, state.start = at["round"] - 1, at.get("active", state.start)
    state.push(Round())


class MyGame(Game[MyGameState]):
    engine = 2
    id = "my_game"
    title = "My Game"
    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    usual_players: ClassVar[int | None] = 3
    frames = FRAMES
    guards = GUARDS
    events = declare_events(public="phase opened bid passed sold unsold")
    state_type: ClassVar[type[State]] = MyGameState
    seat_zones: ClassVar[Sequence[SeatZone]] = SEAT_ZONES
    board_zones: ClassVar[Sequence[BoardZone]] = BOARD_ZONES
    steps: ClassVar[Sequence[Step]] = (Step("auction", "a card is opened", begin_auction),)
    players_rule = "MG-1.1"
    end_rule = "MG-3.1"
    folder = "my_game"
    component_type = Parts
    schema = staticmethod(lambda where, data: typed(Parts, data))

    def setup(self, state: MyGameState) -> None:
        parts: Parts = self.parts
        state.round, state.start = 0, state.below(state.players)
        state.coins = [parts.coins] * state.players
        state.points = [0] * state.players
        state.deck = Deck.of(number for number, card in enumerate(parts.card) for _ in range(card.copies))
        state.discard = ()
        state.card = state.leader = -1
        state.bid = state.out = 0
        state.push(Round())

    def scores(self, state: MyGameState) -> list[int]:
        return list(state.points)

    def winners(self, state: MyGameState) -> tuple[int, ...]:
        return best([(points, coins) for points, coins in zip(state.points, state.coins, strict=True)])

    def phase(self, state: MyGameState) -> str:
        return "auction" if state.asked else "over"

    def redeal(self, world: MyGameState, seat: int, lanes: list[list[Frame]] | None) -> None:
        """Only the order of the deck is hidden; the generator of ``world`` is new, so dealing it anew is enough."""
        world.deck = Redeal(world, world.deck, seat).deck()

    def evaluate(self, state: MyGameState) -> list[float]:
        """How far ahead of the best other a seat is, with a coin at half a point. Bots play for this."""
        worth = [points + coins / 2 for points, coins in zip(state.points, state.coins, strict=True)]
        if state.over:
            winners = self.winners(state)
            return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
        lead = [own - max(worth[:seat] + worth[seat + 1 :]) for seat, own in enumerate(worth)]
        return [min(0.95, max(0.05, 0.5 + ahead / 20)) for ahead in lead]
