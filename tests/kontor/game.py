from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tafelrunde.core.audience import PUBLIC, SEAT, declare_events
from tafelrunde.core.components import Components, integer, read, table
from tafelrunde.core.decks import Deck
from tafelrunde.core.frames import Frame, Moves
from tafelrunde.core.game import Game, Option, Step
from tafelrunde.core.guards import Guards, Objection
from tafelrunde.core.moves import Word
from tafelrunde.core.sampling import Redeal
from tafelrunde.core.seats import best
from tafelrunde.core.state import State
from tafelrunde.core.zones import BoardZone, SeatZone
from tests.kontor.frames import FRAMES, Bid, Next, Peek, Raise, Reveal, Round, Under
from tests.kontor.state import KontorState
from tests.kontor.verbs import BID, GIFT, HOLD, KEEP, RAISE, UNDER, VALUES, VERBS
from tests.kontor.zones import BOARD_ZONES, SEAT_ZONES

ROUNDS = 3
GUARDS = Guards(VERBS)


@FRAMES.auto(Round, "K-1")
def begin_round(state: KontorState, frame: Round) -> None:
    state.round += 1
    state.emit("phase", None, "K-1", phase="bidding", round=state.round)
    state.push(Reveal())
    state.open_lanes([[Raise(seat), Bid(seat)] for seat in range(state.players)])


@FRAMES.asks(Bid, "K-2", answer=SEAT)
def ask_bid(state: KontorState, frame: Bid) -> list[int]:
    return [BID + card for card in sorted(set(state.hands[frame.seat]))]


@FRAMES.resolves(Bid)
def resolve_bid(state: KontorState, frame: Bid, move: int) -> None:
    seat, card = frame.seat, move - BID
    hand = list(state.hands[seat])
    hand.remove(card)
    state.hands[seat], state.bids[seat] = tuple(hand), card
    state.emit("bid", seat, "K-2", card=card + 1)


@FRAMES.asks(Raise, "K-3", answer=SEAT)
def ask_raise(state: KontorState, frame: Raise) -> list[int]:
    """Asked only where a coin can be paid; a lane's own coins change by gifts too, which lapse it."""
    return [HOLD, RAISE] if state.coins[frame.seat] else []


@FRAMES.resolves(Raise)
def resolve_raise(state: KontorState, frame: Raise, move: int) -> None:
    seat = frame.seat
    state.raises[seat] = int(move == RAISE)
    state.coins[seat] -= state.raises[seat]


@FRAMES.auto(Reveal, "K-4")
def reveal(state: KontorState, frame: Reveal) -> None:
    state.reveal()
    bids = [(state.bids[seat] + state.raises[seat], -seat) for seat in range(state.players)]
    winner = best(bids)[0]
    state.points[winner] += 1
    state.emit("won", winner, "K-4", cards=[card + 1 for card in state.bids], raises=list(state.raises))
    state.discard += tuple(state.bids)
    state.bids, state.raises = [-1] * state.players, [0] * state.players
    state.push(Peek(winner), Under(winner), Next())


@FRAMES.auto(Peek, "K-5")
def peek(state: KontorState, frame: Peek) -> None:
    """The winner looks at the top card, which from then on has a known place."""
    seat = frame.seat
    card, deck = state.deck.draw(state)
    state.deck = deck.put_on_top([card], 1 << seat)
    state.reveal()
    state.emit("peeked", seat, "K-5")
    state.emit("saw", seat, "K-5", card=card + 1)


@FRAMES.asks(Under, "K-6", answer=PUBLIC)
def ask_under(state: KontorState, frame: Under) -> list[int]:
    return [KEEP, UNDER]


@FRAMES.resolves(Under)
def resolve_under(state: KontorState, frame: Under, move: int) -> None:
    if move == UNDER:
        known, *rest = state.deck.top
        state.deck = state.deck.replace(top=tuple(rest), bottom=(*state.deck.bottom, known))
    state.emit("placed", frame.seat, "K-6", under=int(move == UNDER))


@FRAMES.auto(Next, "K-1")
def after_round(state: KontorState, frame: Next) -> None:
    if state.round < ROUNDS:
        state.push(Round())


# --- why not -------------------------------------------------------------------------------------

Args = tuple[Word, ...]


@GUARDS.guard("bid", "K-2", "not_in_hand")
def card_in_hand(state: KontorState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": args[0]} if int(args[0]) - 1 not in state.hands[seat] else None


@GUARDS.guard("gift", "K-7", "no_seat")
def gift_to_another(state: KontorState, frame: Frame, seat: int, args: Args) -> Objection:
    return {} if int(args[0]) == seat or int(args[0]) >= state.players else None


@GUARDS.guard("gift", "K-7", "no_coin")
def gift_of_a_coin(state: KontorState, frame: Frame, seat: int, args: Args) -> Objection:
    return {} if not state.coins[seat] else None


@GUARDS.guard("gift", "K-8", "in_lanes")
def no_gift_while_bidding(state: KontorState, frame: Frame, seat: int, args: Args) -> Objection:
    """Free moves touch two seats; inside lanes the order would matter."""
    return {} if state.lanes is not None else None


def schema(where: str, data: Any) -> None:
    table({"cards": table({"copies": integer(2, 9)})})(where, data)


def load() -> Kontor:
    return Kontor(read("[cards]\ncopies = 3\n", "kontor.toml", schema))


class Kontor(Game[KontorState]):
    id = "kontor"
    title = "Kontor"
    players = (2, 3)
    options: ClassVar[Mapping[str, Option]] = {"coins": Option("2", ("0", "2"), "Coins at the start.")}
    frames = FRAMES
    guards = GUARDS
    events = declare_events(public="phase won peeked placed gift", seat="bid saw")
    state_type: ClassVar[type[State]] = KontorState
    seat_zones: ClassVar[Sequence[SeatZone]] = SEAT_ZONES
    board_zones: ClassVar[Sequence[BoardZone]] = BOARD_ZONES
    steps = (Step("bidding", "a round begins", lambda state, at: state.push(Round())),)
    players_rule = "K-1"
    end_rule = "K-1"
    folder = "tests.kontor"
    schema = staticmethod(schema)

    def __init__(self, components: Components) -> None:
        super().__init__(components)

    def setup(self, state: KontorState) -> None:
        state.round = 0
        state.deck = Deck.of(v for v in range(VALUES) for _ in range(self.components.data["cards"]["copies"]))
        state.hands = [()] * state.players
        for seat in range(state.players):
            for _ in range(ROUNDS):
                card, state.deck = state.deck.draw(state)
                state.hands[seat] = tuple(sorted((*state.hands[seat], card)))
        state.bids, state.raises = [-1] * state.players, [0] * state.players
        state.coins = [int(state.options["coins"])] * state.players
        state.points, state.discard = [0] * state.players, ()
        state.push(Round())

    def scores(self, state: KontorState) -> list[int]:
        return list(state.points)

    def winners(self, state: KontorState) -> tuple[int, ...]:
        return best([(points,) for points in state.points])

    def phase(self, state: KontorState) -> str:
        return "bidding"

    def active(self, state: KontorState) -> int | None:
        return None

    def redeal(self, world: KontorState, seat: int, lanes: list[list[Frame]] | None) -> None:
        """Others' hands, bids, raises and coins are hidden; which lanes are still to answer is public."""
        deal = Redeal(world, world.deck, seat)
        others = [other for other in range(world.players) if other != seat]
        for other in others:
            deal.gather(world.hands[other])
            deal.gather(bid for bid in [world.bids[other]] if bid >= 0)
        for other in others:
            bid = world.bids[other] >= 0
            cards = deal.deal(len(world.hands[other]) + bid)
            place = world.below(len(cards)) if bid else 0
            world.bids[other] = cards[place] if bid else -1
            world.hands[other] = cards[:place] + cards[place + 1 :] if bid else cards
            if lanes is not None and not lanes[other]:  # the raise is answered, nobody else knows how
                purse = world.coins[other] + world.raises[other]
                world.raises[other] = world.below(2) if purse else 0
                world.coins[other] = purse - world.raises[other]
        world.deck = deal.deck()

    def free_moves(self, state: KontorState, seat: int) -> Moves:
        if state.over or state.lanes is not None or not state.coins[seat]:
            return ()
        return [GIFT + other for other in range(state.players) if other != seat]

    def play_free(self, state: KontorState, seat: int, index: int) -> None:
        state.coins[seat] -= 1
        state.coins[index - GIFT] += 1
        state.emit("gift", seat, "K-7", other=index - GIFT)

    def evaluate(self, state: KontorState) -> list[float]:
        total = sum(state.points) or 1
        return [points / total for points in state.points]
