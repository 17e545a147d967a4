"""The base class of all games: the constants and methods that a new game fills in, and what it can use.

``CONTRIBUTING.md`` ("Add a game") lists the steps. This module must not depend on any particular game; positions are in
:mod:`tafelrunde.core.state`, frames in :mod:`tafelrunde.core.frames`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct

from tafelrunde.core import rng, saved, zones
from tafelrunde.core.audience import EVENTS, Viewer, strictest
from tafelrunde.core.components import Components
from tafelrunde.core.differences import Key, read_keys
from tafelrunde.core.errors import BadInput, EngineError, IllegalMove
from tafelrunde.core.events import Log
from tafelrunde.core.frames import Dispatch, Frame, Frames, Moves, NoFrame
from tafelrunde.core.guards import Guards, in_force
from tafelrunde.core.judgement import Judgement
from tafelrunde.core.messages import Catalogue, content, shared_folder
from tafelrunde.core.moves import Move, Vocabulary, Word
from tafelrunde.core.outcome import Outcome
from tafelrunde.core.rules import LANGUAGES, RuleBook
from tafelrunde.core.state import Question, State
from tafelrunde.core.typed import json_schema
from tafelrunde.core.verbs import Run, words
from tafelrunde.core.views import Shared, board_view, seat_view, whole_view
from tafelrunde.core.zones import BoardZone, SeatZone

RULES_VERSIONS = ("2026.1", "2026.2")
"""All versions of the rules in order. Each game lists the changes of a version (:attr:`Game.changes`)."""
RULES_VERSION = RULES_VERSIONS[-1]

ENGINE = 2
"""The version of the interface that game classes rely on; it is raised when games of other packages have to be adapted."""

S = TypeVar("S", bound=State)


class Option(NamedTuple):
    """A choice made before the game begins."""

    default: str
    choices: Sequence[str]
    help: str


class Step(NamedTuple):
    """A moment at which a scenario can begin or to which it can run; the game emits an event of the kind ``phase`` for it."""

    name: str
    help: str
    begin: Callable[[Any, Mapping[str, Any]], None]
    """Puts the step's frames on the stack."""


class StandingOrder(NamedTuple):
    """An answer that a seat gives in advance to questions it does not want to be asked."""

    answers: Callable[[Any, int], int | None]
    """The answer to the seat's open question; ``None`` if the order does not apply to it."""
    mark: Callable[[Any, int], Any]
    """The order's expiry mark: plain data, stored when the order is given. The order is cancelled as soon as the value differs.
    """


class Bargain(NamedTuple):
    """Free moves that a seat might make one after another, and the move with which another seat would accept them."""

    moves: tuple[int, ...]
    partner: int = -1
    answer: int = -1
    refuses: int = -1
    """The seat whose proposal is declined, for a bargain that declines one."""
    price: int = 0
    """What the seat asks for, in the goods that the game trades with; only for counter-proposals."""


class Game(Outcome, Generic[S]):
    """A game's rules and components. Subclasses define the constants and the methods in the section *to fill in*."""

    engine: ClassVar[int] = ENGINE
    """The engine version that the game is written for; a game of another package states it as a number."""
    id: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    usual_players: ClassVar[int | None] = None
    """The number of seats if nobody chooses one; the smallest number if the game sets none."""
    options: ClassVar[Mapping[str, Option]] = {}
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Named sets of option values. The option ``preset`` selects one; options given explicitly override it."""
    frames: ClassVar[Frames]
    guards: ClassVar[Guards]
    events: ClassVar[Mapping[str, str]] = {}
    """Who may see each kind of event. The kinds must be those of the message catalogue, otherwise the game does not load."""
    state_type: ClassVar[type[State]]
    steps: ClassVar[Sequence[Step]] = ()
    players_rule: ClassVar[str]
    """The rule that states the number of players."""
    end_rule: ClassVar[str]
    """The rule by which the game ends."""
    horizon: ClassVar[int] = 12
    """Decisions that a search plays beyond its tree before it calls ``evaluate``; use few if ``evaluate`` looks ahead itself."""
    worlds_kept: ClassVar[int] = 0
    """How many sampled worlds a search uses again and again, where drawing one costs more than playing in it; 0 for new ones."""
    ladder: ClassVar[Mapping[str, Any]] = {}
    """Levels of bots (``bots.levels.Level``) that differ from those of other games."""
    judgement: ClassVar[Judgement | None] = None
    """The learned judgement of positions, if the game has one."""
    seat_zones: ClassVar[Sequence[SeatZone]] = ()
    board_zones: ClassVar[Sequence[BoardZone]] = ()
    """The zones of the seats and of the board, with their audiences."""
    plays_as: ClassVar[Sequence[str]] = ()
    """Keys of a seat's public view with its role, such as a faction; statistics count victories by them."""
    secret_amounts: ClassVar[Sequence[str]] = ()
    """Numbers by seat that views hide although every change was public. ``sample`` keeps them; no answer may depend on them."""
    standing_orders: ClassVar[Mapping[str, StandingOrder]] = {}
    """The standing orders by name, besides passing until the seat's next turn (section ``orders`` of the catalogue)."""
    changes: ClassVar[Mapping[str, Sequence[str]]] = {}
    """By version of the rules: the ids of the rules that this version changed."""
    schema: ClassVar[staticmethod[[str, Any], Any]]
    """Checks a component file of this game and returns its typed records, which become ``game.parts``."""
    component_type: ClassVar[type[Struct] | None] = None
    """The class of these records."""
    folder: ClassVar[str]
    """The package with the game's data, rules and messages."""
    _events_checked: ClassVar[bool] = False

    def __init__(self, components: Components) -> None:
        self.components = components
        self.vocabulary = Vocabulary(self.words())
        frames, self.guards_in_force = in_force(self.id, self.frames, self.guards)
        self.dispatch: dict[Any, Dispatch] = {kind.type: kind.dispatch() for kind in frames.values()}
        self._no_frame: Frame = NoFrame()
        self.interrupting: frozenset[int] = frozenset()
        """Moves that leave the current question open; bots weigh them together with its answers."""
        self._catalogues: dict[str, Catalogue] = {}
        self._prose: dict[str, Catalogue] = {}
        self._check_events()

    # --- to fill in ------------------------------------------------------------------------------

    def words(self) -> Sequence[tuple[Word, ...]]:
        """The words of every move that the game can ever offer, in a fixed order, taken from its verbs."""
        return words(self.runs)

    @cached_property
    def parts(self) -> Any:
        """The typed component set: what ``schema`` returned."""
        return self.components.parts

    @classmethod
    def component_schema(cls) -> dict[str, Any]:
        """The JSON Schema of the game's component files; it allows anything if the game has no typed components."""
        return {} if cls.component_type is None else json_schema(cls.component_type)

    @cached_property
    def runs(self) -> Mapping[str, Run]:
        """The moves of each verb by name, for verbs that are declared with their arguments."""
        return self.guards.declared.runs(self.parts)

    def setup(self, state: S) -> None:
        """Fill the state's fields and push the first frames."""
        raise NotImplementedError

    def scores(self, state: S) -> list[int]:
        raise NotImplementedError

    def winners(self, state: S) -> tuple[int, ...]:
        raise NotImplementedError

    def views(self, state: S, viewers: Iterable[Viewer]) -> dict[Viewer, dict[str, Any]]:
        """The views of several viewers, equal to their own views but faster, because they share parts. Do not edit them."""
        shared = Shared(state)
        return {viewer: self.view(state, viewer, shared) for viewer in viewers}

    def redeal(self, world: S, seat: int, lanes: list[list[Frame]] | None) -> None:
        """Deal everything in ``world`` again that ``seat`` cannot know."""
        raise NotImplementedError

    def census(self, state: S) -> Counter[str]:
        """Count every component by name in all zones, hidden ones included; the result never changes during a game."""
        return zones.census(state)

    def patch(self, state: S, path: tuple[str, ...], value: Any) -> None:
        """Set one value of ``view("all")`` through the zones (for scenarios); an impossible value raises :class:`BadInput`."""
        zones.patch(state, path, value)

    def evaluate(self, state: S) -> list[float]:
        """For each seat, how good its position is, from 0 to 1. Called only on sampled worlds."""
        if self.judgement is None:
            raise NotImplementedError
        return self.judgement.worth(state)

    def aim(self, state: S) -> list[float]:
        """For each seat, from 0 to 1, the value that a search maximises: the probability of winning and a small part for the
        margin."""
        return self.judgement.worth(state) if self.judgement is not None else self.evaluate(state)

    def chances(self, state: S) -> list[float]:
        """For each seat, the probability of winning; their sum is the expected number of winners if a judgement is learned."""
        return self.judgement.chances(state) if self.judgement is not None else self.evaluate(state)

    def meanings(self, state: S, seat: int) -> Sequence[int]:
        """For each move offered to the seat, a number for its effect: if the same move has different effects in two worlds,
        the numbers differ. A search collects its statistics under these numbers."""
        return state.actions(seat)

    def credence(self, state: S, seat: int) -> float:
        """How well a sampled world explains the other seats' moves to a seat: greater than 0, at most 1; 1 if the game cannot
        tell."""
        return 1.0

    def free_moves(self, state: S, seat: int) -> Moves:
        """Moves that a seat may make although nothing is asked of it; none by default."""
        return ()

    def holds_open(self, state: S, seat: int) -> bool:
        """Whether a question with only one answer is asked anyway, because somebody's free move could still matter before it. It
        must use public facts only."""
        return False

    def may_bargain(self, state: S, seat: int) -> bool:
        """Whether a bot at the seat should consider free moves now. It must use public facts only and must not stay true for
        ever, or a game between bots would not end."""
        return False

    def bargains(self, state: S, seat: int) -> Iterable[Bargain]:
        """Free moves that are worth considering for a seat; the result must be equal in all worlds that the seat cannot tell
        apart."""
        return ()

    def haggles(self, state: S, seat: int, other: int) -> Iterable[Bargain]:
        """Bargains that decline another seat's proposal and ask a higher price for the same, the lowest price first; equal in all
        worlds that the seat cannot tell apart. No counter-proposal may be answered by another, so that games end."""
        return ()

    def play_free(self, state: S, seat: int, index: int) -> None:
        """Carry out a free move."""
        raise NotImplementedError

    def in_setup(self, state: S) -> bool:
        """Whether the pending decision belongs to the set-up (a scenario that begins at a step answers it automatically)."""
        return False

    def declines(self, moves: Moves) -> int | None:
        """The move among these that declines or does least, if there is one (for ``run_to`` in scenarios)."""
        return next((i for i in moves if self.vocabulary[i].verb in ("pass", "done")), None)

    def option_parts(self, option: str) -> tuple[str, ...]:
        """For options whose values have one letter per component: the component that each letter belongs to."""
        return ()

    # --- beginning and loading -------------------------------------------------------------------

    def new(self, players: int, seed: int, options: Mapping[str, str] | None = None) -> S:
        """Start a new game; it is set up and waits for its first decision."""
        return self.begin(players, seed, options)[0]

    def begin(self, players: int, seed: int, options: Mapping[str, str] | None = None) -> tuple[S, Log]:
        """Start a new game and also return the events of its set-up."""
        state = self.empty(players, seed, self.checked_options(options))
        state.log = log = Log()
        self.setup(state)
        state.settle()
        state.log = None
        return state, log

    def checked_options(self, options: Mapping[str, str] | None) -> dict[str, str]:
        """All options with their values, in the order in which the game declares them."""
        given = dict(options or {})
        if "preset" in given and self.presets:
            given = {**self._preset(given.pop("preset")), **given}
        values: dict[str, str] = {}
        for name, option in self.options.items():
            value = given.pop(name, option.default)
            if value not in option.choices:
                raise BadInput(f"option {name}", f"{value!r} is not one of its values. {option.help}")
            values[name] = value
        for name in given:
            known = ", ".join(self.options) or "none"
            raise BadInput(f"option {name}", f"{self.title} has no such option; it has: {known}.")
        return values

    def _preset(self, name: str) -> Mapping[str, str]:
        if name not in self.presets:
            raise BadInput("option preset", f"{name!r:.60} is not one of its values: {', '.join(self.presets)}.")
        return self.presets[name]

    def empty(self, players: int, seed: int, options: dict[str, str]) -> S:
        """A state before its set-up."""
        if type(players) is not int or players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise BadInput("players", f"{self.title} is for {counts} players, not {players!r} [{self.players_rule}].")
        if type(seed) is not int or seed < 0:
            raise BadInput("seed", f"A seed is a non-negative integer, not {seed!r}.")
        state: S = self.state_type.__new__(self.state_type)  # type: ignore[assignment]
        state.game, state.dispatch, state.options, state.players = self, self.dispatch, options, players
        state.seed, state.rng = seed, rng.seeded(seed)
        state.ply = state.reveals = 0
        state.stack, state.lanes, state.asked, state.log = [], None, {}, None
        return state

    def dump(self, state: S) -> dict[str, Any]:
        """The complete state as JSON-able data."""
        return {"game": self.id, "rules": RULES_VERSION, "components": self.components.hash, **saved.dump(state)}

    def from_json(self, data: Mapping[str, Any]) -> S:
        """Read a state that ``to_json`` wrote; invalid data is rejected and the error names the key."""
        try:
            for key, expected in (("game", self.id), ("components", self.components.hash)):
                if data[key] != expected:
                    raise BadInput(key, f"The state was saved with {data[key]!r}, this is {expected!r}.")
            state = self.empty(data["players"], data["seed"], self.checked_options(data["options"]))
            saved.restore(state, data)
        except BadInput:
            raise
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise BadInput("state", f"This is not a saved state of {self.title} ({error}).") from error
        return state

    def changed_since(self, version: str) -> tuple[str, ...] | None:
        """The ids of the rules that changed after a version; ``None`` if the version is unknown."""
        if version not in RULES_VERSIONS:
            return None
        later = RULES_VERSIONS[RULES_VERSIONS.index(version) + 1 :]
        return tuple(dict.fromkeys(rule for name in later for rule in self.changes.get(name, ())))

    def _check_events(self) -> None:
        """Reject a game in which a kind of event lacks an audience or a sentence; each class is checked once."""
        if type(self).__dict__.get("_events_checked"):
            return
        told = self.messages("en").sections.get("events", {})
        wrong = sorted(told.keys() ^ self.events.keys())
        if wrong:
            raise EngineError(
                f"{self.title}: each kind of event needs a sentence in the section [events] of its catalogues and an audience in "
                f"`Game.events`; one of the two is missing for: {', '.join(wrong)}."
            )
        unknown = sorted(kind for kind, audience in self.events.items() if audience not in EVENTS)
        if unknown:
            raise EngineError(f"{self.title}: the audience of an event is one of {', '.join(EVENTS)}: {', '.join(unknown)}.")
        type(self)._events_checked = True

    def updated(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Hook: convert a state that former rules saved with other fields to the present fields."""
        return data

    def restored(self, state: S) -> None:
        """Hook: rebuild derived data (shared tables, caches) from the fields."""

    # --- moves -----------------------------------------------------------------------------------

    def move(self, text: Move | str) -> Move:
        """Find the move for a text; ``str(game.move(text)) == text``."""
        return self.vocabulary.parse(text.text if isinstance(text, Move) else text)

    def index(self, move: Move | str) -> int:
        """The position of a move in the vocabulary, which is its action number for research."""
        return self.move(move).index

    def audience_of(self, question: Question | None, index: int) -> str:
        """Who may see a move. If no question offers the move, it counts as a free move."""
        verb = self.guards.verbs[self.vocabulary[index].verb].audience
        if question is None or index not in question[2]:
            return strictest(verb, verb)
        return strictest(self.frames.kind_of(question[1]).answer, verb)

    def check_seat(self, state: S, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < state.players:
            raise BadInput("seat", f"There is no seat {seat!r}; the seats are 0 to {state.players - 1}.")

    def refusal(self, state: S, seat: int, move: Move) -> IllegalMove | None:
        """The first objection to a move, or ``None`` if it is legal."""
        verb = self.guards.verbs[move.verb]
        if state.over:
            return self._refused(move, self.end_rule, "game_over", {})
        question = state.asked.get(seat)
        if not verb.kinds:
            frame: Frame = question[1] if question is not None else self._no_frame
        elif question is None:
            return self._refused(move, *self.idle(state, seat, move))
        elif question[1].kind not in verb.kinds:
            return self._refused(move, verb.rule, "not_asked", {"verb": move.verb})
        else:
            frame = question[1]
        objection = self.guards_in_force.objection(state, frame, seat, move.words)
        if objection is None:
            return None
        guard, facts = objection
        return self._refused(move, guard.rule, guard.key, facts)

    def idle(self, state: S, seat: int, move: Move) -> tuple[str, str, Mapping[str, Any]]:
        """Why nothing is asked of a seat: rule, key of the sentence and facts. Games can override it with a more exact reason."""
        return self.guards.verbs[move.verb].rule, "not_your_decision", {"seat": seat}

    def not_an_action(self, move: Move) -> IllegalMove:
        """The refusal of a free move that is played where an answer is required."""
        return self._refused(move, self.guards.verbs[move.verb].rule, "free_move", {})

    def _refused(self, move: Move, rule: str, key: str, facts: Mapping[str, Any]) -> IllegalMove:
        facts = {"move": move.text, **facts}
        return IllegalMove(move.text, rule, self.messages("en").refusal(key, facts), key, facts)

    # --- texts and views -------------------------------------------------------------------------

    @cached_property
    def rules(self) -> RuleBook:
        return RuleBook(self.content("rules"))

    @classmethod
    def content(cls, name: str) -> Traversable:
        """A folder of texts in the game's ``content/``: rules, messages, prose, scenarios or tutorial."""
        return content(cls.folder, name)

    def presentation(self, name: str, former: str = "") -> ModuleType | None:
        """A module of the game's folder ``present``: ``terminal`` draws positions, ``text_view`` describes them in sentences.

        A game of another package may still have it in its own folder, possibly under a former name.
        """
        moved = find_spec(f"{self.folder}.present") is not None and find_spec(f"{self.folder}.present.{name}") is not None
        path = f"{self.folder}.present.{name}" if moved else f"{self.folder}.{former or name}"
        return import_module(path) if find_spec(path) is not None else None

    def messages(self, lang: str) -> Catalogue:
        """The game's sentences in a language."""
        if lang not in LANGUAGES:
            raise BadInput("language", f"{lang!r} is not one of {', '.join(LANGUAGES)}.")
        if lang not in self._catalogues:
            self._catalogues[lang] = Catalogue(lang, shared_folder(), self.content("messages"))
        return self._catalogues[lang]

    @cached_property
    def told_changes(self) -> list[Key]:
        """The sentences for the differences between two views (``core/differences.py``)."""
        return read_keys(self.messages("en").sections.get("changes", ()))

    def prose(self, lang: str) -> Catalogue:
        """The sentences for reading positions aloud, in addition to the game's messages."""
        if lang not in self._prose:
            own = self.content("prose")
            self._prose[lang] = (
                Catalogue(lang, shared_folder(), self.content("messages"), own) if own.is_dir() else self.messages(lang)
            )
        return self._prose[lang]

    def move_facts(self, move: Move) -> dict[str, Any]:
        """A move's arguments under the names that its English sentence uses."""
        return dict(zip(self.messages("en").facts("moves", move.verb), move.args, strict=False))

    def move_text(self, move: Move, lang: str, view: Mapping[str, Any]) -> str:
        """A move in words for the viewer of ``view``; games may add its effect."""
        return self.messages(lang).say("moves", move.verb, self.move_facts(move))

    def prospects(self, state: S, seat: int) -> dict[str, Any]:
        """The possible gains of a seat's next moves, for screens. They are computed only on request; the default is empty."""
        return {}

    def sheets(self, lang: str) -> dict[str, dict[str, dict[str, Any]]]:
        """The components by kind and id for screens: the data with ``name`` in one language; games add ``text``."""
        names = self.messages(lang)
        return {
            kind: {entry["id"]: {**entry, "name": names.name(entry["id"])} for entry in entries}
            for kind, entries in self.components.data.items()
            if isinstance(entries, list) and entries and all(isinstance(entry, Mapping) and "id" in entry for entry in entries)
        }

    def phase(self, state: Any) -> str:
        """The current step of the game."""
        phase: str = state.phase
        return phase

    def active(self, state: S) -> int | None:
        """Whose turn it is."""
        return state.to_act[0] if state.to_act else None

    def view(self, state: Any, viewer: Viewer, shared: Shared | None = None) -> dict[str, Any]:
        """The view of a viewer, built from the game's zones; ``shared`` holds the parts that several views of a position have
        in common."""
        if viewer is not None and viewer != "all":
            self.check_seat(state, viewer)  # type: ignore[arg-type]
        seats = [seat_view(state, viewer, seat, self.seat_zones, shared) for seat in range(state.players)]
        return whole_view(state, viewer, seats, board_view(state, viewer, self.board_zones, shared), shared)
