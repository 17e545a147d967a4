"""Acts that a trade can bind: the seat's pending decision, requested by another seat or offered by the seat itself (NA-R.25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.moves import Move, Vocabulary
from tafelrunde.games.new_angeles.frames import Counter, Eiko, FallCounter, MainOffer, Support, SupportCards
from tafelrunde.games.new_angeles.numbers import ABSTAIN, LOSE, MOST_SUPPORT
from tafelrunde.games.new_angeles.rules.registry import FRAMES, in_one_choice
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, AngelesState, Trade

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.game import NewAngeles

FROM_HAND = (MainOffer, Counter, FallCounter)
"""Questions that any card of a hidden hand could answer."""
ALIASES = {
    "counter": "counter_with",
    "win main": "win_main",
    "win counter": "win_counter",
    "option discard": "option_discard",
    "option draw": "option_draw",
    **{f"name {seat}": f"player_{seat + 1}" for seat in range(6)},
}
"""The words of acts that have another meaning in other parts of a trade."""


class Acts:
    """The acts of ``ask`` and ``give`` moves, built once for the vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.move_of: dict[int, int] = {}
        """The move that an ``ask`` or ``give`` stands for; support with a number of cards stands for no single move."""
        self.ask_for: dict[int, int] = {}
        """The ``ask`` that requests a move."""
        self.give_for: dict[int, int] = {}
        """The ``give`` that offers the act of an ``ask``; acts with a hidden card cannot be offered (NA-2.6)."""
        self.ask_of_give: dict[int, int] = {}
        asks = {move.args: move.index for move in _acts(vocabulary, "ask")}
        for words, index in asks.items():
            if words[0] != "support":
                move = vocabulary.number(*words)
                self.move_of[index] = move
                self.ask_for[move] = index
        for given in _acts(vocabulary, "give"):
            ask = asks[given.args]
            self.give_for[ask], self.ask_of_give[given.index] = given.index, ask
            if ask in self.move_of:
                self.move_of[given.index] = self.move_of[ask]


def _acts(vocabulary: Vocabulary, verb: str) -> Iterator[Move]:
    return (move for move in vocabulary if move.verb == verb and move.args[0] not in ("capital", "asset"))


def table(state: AngelesState) -> Acts:
    game: NewAngeles = state.game  # type: ignore[assignment]
    return game.acts


def owed(state: AngelesState, seat: int) -> list[int]:
    """A seat's pending acts as ``ask`` moves, as far as everybody can tell: any card of a hidden hand can be requested."""
    question = state.asked.get(seat)
    if question is None or state.lanes is not None or in_one_choice(question[1]):
        return []
    frame, moves = question[1], question[2]
    asks = table(state).ask_for
    if isinstance(frame, Support):
        return [asks[ABSTAIN], *_support(state, seat, moves)]
    if isinstance(frame, Eiko):
        return [*([asks[LOSE]] if LOSE in moves else []), *([state.verbs.ask_support] if state.hands[seat] else [])]
    if isinstance(frame, FROM_HAND):
        first = state.verbs.offer if isinstance(frame, MainOffer) else state.verbs.counter
        open_moves = [move for move in moves if not first <= move < first + state.verbs.cards]
        cost = len(state.box) if isinstance(frame, Counter) else 0
        cards = range(first, first + state.verbs.cards) if len(state.hands[seat]) > cost else ()
        return [asks[move] for move in (*open_moves, *cards)]
    if FRAMES.kinds[frame.kind].answer != PUBLIC:
        return []
    return [asks[move] for move in moves if move in asks]


def _support(state: AngelesState, seat: int, moves: object) -> list[int]:
    most = min(MOST_SUPPORT, len(state.hands[seat]))
    sides = [side for side in range(2) if state.verbs.support + side in moves]  # type: ignore[operator]
    return [state.verbs.ask_support + side * MOST_SUPPORT + n for side in sides for n in range(most)]


def offers(state: AngelesState, seat: int) -> list[int]:
    """A seat's pending acts as ``give`` moves, which it can offer."""
    gives = table(state).give_for
    return [gives[ask] for ask in owed(state, seat) if ask in gives]


def on_table(state: AngelesState, seat: int, trade: Trade) -> bool:
    """Whether the act of a draft or proposal can be requested or offered now, as far as everybody can tell."""
    partner, _, _, act = trade
    if not act:
        return True
    return act[0] in offers(state, seat) if state.verbs.is_offered(act[0]) else act[0] in owed(state, partner)


def is_due(state: AngelesState, seat: int, trade: Trade) -> bool:
    """Whether the question that the act of a proposal answers is still open (NA-R.25)."""
    act = trade[3]
    if not act:
        return True
    question = state.asked.get(performer(state, seat, trade))
    return question is not None and question[0] == act[1]


def can_be_done(state: AngelesState, seat: int, trade: Trade) -> bool:
    """Whether the act of a proposal is legal for the seat that carries it out."""
    act = trade[3]
    if not act:
        return True
    move = table(state).move_of.get(act[0])
    by = performer(state, seat, trade)
    return on_table(state, seat, trade) and is_due(state, seat, trade) and (move is None or move in state.asked[by][2])


def performer(state: AngelesState, seat: int, trade: Trade) -> int:
    """The seat that carries out the act of a trade that ``seat`` proposes."""
    return seat if state.verbs.is_offered(trade[3][0]) else trade[0]


def words(state: AngelesState, act: int) -> str:
    """The catalogue's words for an act: ``support main 2``, ``use eiko``."""
    _, _, said = state.game.vocabulary[act].text.partition(" ")
    if said in ALIASES:
        return ALIASES[said]
    verb, _, rest = said.partition(" ")
    return f"{ALIASES[verb]} {rest}" if verb in ALIASES else said


def carry_out(state: AngelesState, seat: int, act: int) -> None:
    """Answer the seat's pending decision as agreed."""
    frame = state.stack.pop()
    assert frame.seat == seat
    acts = table(state)
    move = acts.move_of.get(act)
    if move is not None:
        state.dispatch[type(frame)][1](state, frame, move)
        return
    side, n = divmod(acts.ask_of_give.get(act, act) - state.verbs.ask_support, MOST_SUPPORT)
    state.refused |= 1 << seat
    state.side[seat] = COUNTER if side else MAIN
    state.push(SupportCards(seat, n + 1))
