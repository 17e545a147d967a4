"""Worlds that one viewer cannot tell apart, played forward beside the true one.

What a seat knows of a state is what ``sample`` keeps of it: two states are the same to the seat if, and only if, samples of
both with one seed are equal. A *twin* is a state that is the same to its observer and differs in what the observer cannot
know. When a move is made in truth, the twin goes on with a move of the same seat after which both are still the same to
the observer: another one than in truth wherever there is one that leads elsewhere.

A spectator knows less than any seat. Its twin is a chain: a twin for one seat, and a twin of that twin for another seat.
The spectator cannot tell the last one from the truth, and the secrets of every seat differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from tafelrunde.core import rng
from tafelrunde.core.audience import in_choice
from tafelrunde.core.events import Event, Log
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tests.leaks.draws import Tape, taped

Viewer = int | None

WORLD = 77
"""The seed of the samples by which states are compared."""
DEALS = 60
"""Worlds that are dealt at most until the move of the truth is possible in one."""
OF_ITS_VERB, OF_OTHERS = 4, 1
"""Other moves that are tried."""
ATTEMPTS = 6
"""How often other draws are tried, fewer of them each time."""
HOPELESS = 12
"""Moves of one kind after which other moves are tried only now and then, if none was ever found."""

FORGOTTEN: Mapping[str, frozenset[str]] = {
    # NA-37.1, NA-29.0: everybody's investment is turned up for scoring and then shuffled into its deck.
    "new_angeles": frozenset({"investment"}),
}
"""Events that show everybody what was hidden and what is then shuffled away, so that no state remembers it."""


def known(state: State, seat: int) -> dict[str, Any]:
    """What a seat knows of a state, in a form that can be compared."""
    return state.sample(seat, WORLD).to_json()


class Step:
    """A move that was played on a copy of a state."""

    def __init__(self, before: State, seat: int, move: str, wishes: Tape | None = None) -> None:
        self.before, self.seat, self.move = before, seat, move
        self.state = before.clone()
        with taped(wishes or Tape()) as self.tape:
            self.events: Log = self.state.play(seat, move)
        self.answers = before.game.index(move) in before.actions(seat)
        self._known: dict[int, dict[str, Any]] = {}
        self._hidden: dict[int, list[int]] = {}

    @property
    def kind(self) -> str:
        """The question that was answered, or the verb of a free move."""
        return self.before.asked[self.seat][1].kind if self.answers else f"free {self.move.split()[0]}"

    def known(self, seat: int) -> dict[str, Any]:
        if seat not in self._known:
            self._known[seat] = known(self.state, seat)
        return self._known[seat]

    def hidden_draws(self, observer: int, random: Random) -> list[int]:
        """The draws of cards that the observer cannot know: each of them could have been another one."""
        if observer not in self._hidden:
            self._hidden[observer] = [i for i in range(len(self.tape.cards)) if self._could_be_another(i, observer, random)]
        return self._hidden[observer]

    def _could_be_another(self, draw: int, observer: int, random: Random) -> bool:
        """Whether another card could have been drawn. The same card drawn again proves nothing: two draws that are taken for
        hidden by such a chance could exchange their cards, and an observer who saw them would see another order."""
        for _ in range(ATTEMPTS):
            before = self.before.clone()
            before.rng = rng.seeded(random.getrandbits(120))
            again = Step(before, self.seat, self.move, self.tape.again({draw}))
            if again.tape.cards[draw : draw + 1] != self.tape.cards[draw : draw + 1]:
                return alike(again, self, observer)
        return False

    def forgotten(self) -> list[Event]:
        kinds = FORGOTTEN.get(self.before.game.id, frozenset())
        return [event for event in self.events if event.kind in kinds]

    def position(self) -> dict[str, Any]:
        return {**self.state.to_json(), "rng": 0}


class Habits:
    """For which kinds of moves another one was ever found: where there are none, few are tried."""

    def __init__(self) -> None:
        self._tried: Counter[str] = Counter()
        self._found: set[str] = set()

    def worth_trying(self, kind: str, random: Random) -> bool:
        self._tried[kind] += 1
        return kind in self._found or self._tried[kind] <= HOPELESS or random.random() < 0.1

    def found(self, kind: str) -> None:
        self._found.add(kind)


def follow(twin: State, observer: int, made: Step, random: Random, habits: Habits) -> Step | None:
    """A move in the twin after which the observer can still not tell it from the truth."""
    same = _same_move(twin, observer, made, random) if twin.explain(made.seat, made.move) is None else None
    if made.seat != observer and habits.worth_trying(made.kind, random):
        drawn = made.tape if same is None else same.tape
        for move in _others(twin, made, random):
            other = Step(twin, made.seat, move, drawn.again())
            if alike(other, made, observer) and (same is None or other.position() != same.position()):
                habits.found(made.kind)
                return other
    return same


def _same_move(twin: State, observer: int, made: Step, random: Random) -> Step | None:
    """The move of the truth, with other draws wherever the observer cannot know them."""
    hidden = made.hidden_draws(observer, random)
    for attempt in range(ATTEMPTS if hidden else 1):
        free = {i for i in hidden if random.random() < 1 - attempt / (ATTEMPTS - 1)}
        step = Step(twin, made.seat, made.move, made.tape.again(free))
        if alike(step, made, observer):
            return step
    return None


def alike(step: Step, made: Step, observer: int) -> bool:
    """Whether the observer knows the same after both."""
    return step.known(observer) == made.known(observer) and step.forgotten() == made.forgotten()


def _others(twin: State, made: Step, random: Random) -> Iterator[str]:
    """Other moves of the same seat: answers for an answer, free moves for a free one; the same verb first."""
    offered = [move.text for move in (twin.legal(made.seat) if made.answers else twin.free(made.seat))]
    random.shuffle(offered)
    verb = made.move.split()[0]
    offered.sort(key=lambda text: text.split()[0] != verb)
    tried: Counter[str] = Counter()
    for text in offered:
        word = text.split()[0]
        if text != made.move and tried[word] < (OF_ITS_VERB if word == verb else OF_OTHERS):
            tried[word] += 1
            yield text


def shadow(twin: State, viewer: Viewer, made: Step, random: Random) -> Step | None:
    """Where the move of the truth is not possible in the twin: one that looks the same in the view and the events.

    The samples of both may differ, because the rules count what was named as known. Even so nothing else may name it.
    """
    if made.seat == viewer or twin.explain(made.seat, made.move) is None:
        return None
    view, events = made.state.view(viewer), _seen(made, viewer)
    for move in _others(twin, made, random):
        other = Step(twin, made.seat, move, made.tape.again())
        if _seen(other, viewer) == events and other.state.view(viewer) == view and other.forgotten() == made.forgotten():
            return other
    return None


def _seen(step: Step, viewer: Viewer) -> list[Event]:
    return [event for event in step.events if event.visible_to(viewer)]


Chain = list[State]


class Plan(NamedTuple):
    """How a twin goes on: by move and world of the chain, the step of that world."""

    steps: list[list[Step]]

    @property
    def made(self) -> list[Step]:
        """The steps of the last world."""
        return [levels[-1] for levels in self.steps]


class Twin:
    """A world beside the true one, and the worlds between the two."""

    def __init__(self, observers: Sequence[int], chain: Sequence[State], random: Random, habits: Habits) -> None:
        self.observers, self.chain = observers, list(chain)
        self._random, self._habits = random, habits
        self._line: list[list[Step]] = []
        """The steps since the last deal."""
        self.same = False
        """Whether nothing else could be dealt than the truth: in the middle of a choice that only its seat knows of."""

    @property
    def state(self) -> State:
        return self.chain[-1]

    @property
    def dealt_at(self) -> int:
        """The ply of the last deal: before it the twin knows no past."""
        return self._line[0][-1].before.ply if self._line else self.state.ply

    def deal(self, truth: State) -> None:
        """Begin anew: everything that the viewer cannot know is dealt again."""
        self.chain, self._line, self.same = [], [], False
        for observer in self.observers:
            truth = self._dealt(truth, observer)
            self.chain.append(truth)

    def _dealt(self, truth: State, observer: int) -> State:
        """A sampled world to which the same log can have led: the same seats are in the middle of a choice."""
        for _ in range(ATTEMPTS):
            world = truth.sample(observer, self._random.getrandbits(60))
            if all(in_choice(world, seat) == in_choice(truth, seat) for seat in range(truth.players)):
                return world
        self.same = True
        return truth.clone()

    def follow(self, made: Sequence[Step]) -> Plan | None:
        """Moves for those of the truth; ``None`` where they refute this world."""
        chain, steps = list(self.chain), []
        for step in made:
            levels: list[Step] = []
            for level, observer in enumerate(self.observers):
                found = follow(chain[level], observer, step, self._random, self._habits)
                if found is None:
                    return None
                levels.append(found)
                chain[level], step = found.state, found
            steps.append(levels)
        return Plan(steps)

    def go_on(self, plan: Plan) -> None:
        """The steps of a plan were made."""
        self._line += plan.steps
        self.chain = [step.state for step in plan.steps[-1]]

    def go_back(self, ply: int, kept: Sequence[int]) -> None:
        """Everything after ``ply`` was taken back but for the moves of some seats, which were then made again."""
        first = ply - self.dealt_at
        dropped = self._line[first:]
        self.chain = [step.before for step in dropped[0]]
        del self._line[first:]
        for seat in kept:
            levels = next(levels for levels in dropped if levels[0].seat == seat)
            dropped.remove(levels)
            again = [Step(state, seat, step.move) for state, step in zip(self.chain, levels, strict=True)]
            self.go_on(Plan([again]))

    def deal_to_follow(self, made: Sequence[Step]) -> Plan | None:
        """Deal anew until there is a world that the moves of the truth do not refute."""
        for _ in range(DEALS):
            self.deal(made[0].before)
            found = self.follow(made)
            if found is not None:
                return found
        return None

    def shadow(self, viewer: Viewer, made: Step) -> Step | None:
        return shadow(self.state, viewer, made, self._random)


# --- beginnings ----------------------------------------------------------------------------------


class Beginning:
    """A new game with what happened while it was set up."""

    def __init__(self, game: Game[Any], players: int, seed: int, options: Mapping[str, str], wishes: Tape | None = None) -> None:
        self._setup = game, players, options
        with taped(wishes or Tape()) as self.tape:
            self.state, self.log = game.begin(players, seed, options)

    def again(self, seed: int, free: Collection[int]) -> Beginning:
        """The same beginning but for some draws, which are left to chance."""
        game, players, options = self._setup
        return Beginning(game, players, seed, options, self.tape.again(free))

    def hidden_draws(self, observer: int, random: Random) -> list[int]:
        """The draws that the observer cannot know: each of them could have been another one."""
        mine = known(self.state, observer)
        places = range(len(self.tape.cards))
        return [i for i in places if known(self.again(random.getrandbits(120), {i}).state, observer) == mine]

    def vary(self, observer: int, hidden: Sequence[int], random: Random) -> Beginning:
        """A beginning that the observer cannot tell from this one."""
        mine = known(self.state, observer)
        for attempt in range(ATTEMPTS):
            free = [i for i in hidden if random.random() < 1 - attempt / ATTEMPTS]
            other = self.again(random.getrandbits(120), free)
            if known(other.state, observer) == mine:
                return other
        return self.again(random.getrandbits(120), ())
