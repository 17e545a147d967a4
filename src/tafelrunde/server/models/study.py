"""Rulebook, scenarios, replays, practice, disputes, tutorials, component sets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from tafelrunde.server.models.base import Answer, Body, Facts, GameId, Lang, Move, Number, SeatNumber, Upload
from tafelrunde.server.models.tables import Event, View
from tafelrunde.study.scenarios import MAX_MOVES

Words = Annotated[str, StringConstraints(max_length=300)]
Line = Annotated[str, StringConstraints(min_length=3, max_length=124, pattern=r"^[0-9] ")]
ScenarioName = Annotated[str, StringConstraints(max_length=200)]

# --- requests ------------------------------------------------------------------------------------


class ReplayBody(Body):
    record: Upload
    components: Upload | None = None


class DoubtBody(Body):
    """``place`` is the number of the position in which the disputed move was to be made: the present or last one if left out."""

    place: Number | None = None
    move: Line
    rule: Words = ""
    title: Words = ""
    note: Annotated[str, StringConstraints(max_length=2000)] = ""


class TableDoubtBody(DoubtBody):
    seat: SeatNumber | None = None


class PracticeBody(Body):
    place: Number | None = None
    seat: SeatNumber | None = None
    level: Literal["beginner", "easy", "normal", "hard", "expert"] = "normal"


class StepBody(Body):
    """A scenario by ``name``, or the caller's own as ``text``; its first ``steps`` steps and then the caller's ``moves``."""

    name: ScenarioName | None = None
    text: Upload | None = None
    steps: Annotated[int, Field(ge=0, le=10_000)] = 0
    moves: Annotated[list[Line], Field(max_length=MAX_MOVES)] = []
    viewer: Annotated[str, StringConstraints(pattern=r"^([0-9]|all|none)$")] = "all"
    lang: Lang = "en"


class ScenarioDoubtBody(StepBody):
    move: Line


class LessonBody(Body):
    step: Annotated[int, Field(ge=0, le=1000)]
    moves: Annotated[list[Move], Field(max_length=50)] = []
    lang: Lang = "en"


class ComponentsBody(Body):
    text: Upload


# --- positions -----------------------------------------------------------------------------------


class MoveText(Answer):
    move: str
    text: str


class Question(Answer):
    """The question asked of a seat, with the sentence of each move."""

    seat: int
    id: str
    kind: str
    data: Facts
    rule: str
    prompt: str
    moves: list[MoveText]
    free: list[str]


class ToldEvent(Event):
    text: str


class Position(Answer):
    """A position with the events that led to it and its question."""

    ply: int
    view: View
    events: list[ToldEvent]
    decisions: list[Question]


class Refusal(Answer):
    """A move that the rules forbid."""

    move: str
    rule: str
    reason: str


# --- replays -------------------------------------------------------------------------------------


class ReplayId(Answer):
    id: str


class Mark(Answer):
    """The beginning of a round or a phase."""

    ply: int
    round: int
    phase: str


class Replay(Answer):
    id: str
    practice: bool
    game: GameId
    players: int
    names: list[str]
    options: dict[str, str]
    components: str
    seed: Annotated[str, Field(description="a number that may be too large for other programs")]
    last: Annotated[int, Field(description="the number of the last position")]
    moves: list[tuple[int, str]]
    marks: list[Mark]
    over: bool
    scores: list[int] | None
    winners: list[int]


class Frame(Position):
    """``place`` is the number of the position, from 0."""

    place: int


class TextPart(Answer):
    """A heading and the sentences under it."""

    title: str
    lines: list[str]


class Series(Answer):
    """A quantity over the game: ``seats[i][n]`` is that of seat ``i`` at ``places[n]``."""

    key: str
    label: str
    seats: list[list[int]]


class RoundGains(Answer):
    """The gains of each seat in a round, by the key of the series."""

    round: int
    place: int
    gains: dict[str, list[int]]


class Jump(Answer):
    """One of the moves with the largest gains."""

    place: int
    seat: int
    gain: int
    move: str
    text: list[str]
    events: list[Event]


class Digest(Answer):
    places: list[int]
    series: list[Series]
    rounds: list[RoundGains]
    jumps: list[Jump]


class Said(Answer):
    """A sentence of the section ``endings`` of a game's messages."""

    key: str
    facts: Facts


class SourceItem(Answer):
    what: str
    points: list[int]


class PointSource(Answer):
    """Every seat's points from a source, a key of the section ``sources``; ``before`` are those at the start of a practice
    game."""

    source: str
    points: list[int]
    items: list[SourceItem]


class KeyMoment(Answer):
    """A move that changed the balance: its position, the seat it helped or cost most, and the move as its maker read it."""

    place: int
    seat: int
    gain: int
    mover: int
    move: str
    text: str


class Result(Answer):
    """``aims`` gives each seat's goal, in games in which goals are secret until the end. The points of the sources
    add up to the scores."""

    label: str
    scores: list[int]
    winners: list[int]
    verdict: Said
    aims: list[Said]
    sources: list[PointSource]
    moments: list[KeyMoment]


class ChancePoint(Answer):
    place: int
    chances: list[float]


class DrawLuck(Answer):
    """The effect of a draw on each seat's winning chance."""

    place: int
    mover: int
    luck: list[float]


class TurningPoint(Answer):
    place: int
    seat: int
    before: float
    after: float
    luck: float
    mover: int
    move: str
    text: dict[Lang, str]


class Mistake(Answer):
    """A move with a lower winning chance for its seat than the better move, judged from what the seat knew."""

    place: int
    seat: int
    chance: float
    possible: float
    move: str
    better: str
    move_text: dict[Lang, str]
    better_text: dict[Lang, str]


class Chances(Answer):
    """Winning chances over the game; request again until ``ready``. ``of`` is the final number of points, ``judged`` the number
    of decisions that have been checked for mistakes; the largest mistakes of each seat are listed."""

    ready: bool
    failed: bool
    of: int
    judged: int
    points: list[ChancePoint]
    draws: list[DrawLuck]
    turns: list[TurningPoint]
    mistakes: list[Mistake]


class PracticeTable(Answer):
    id: str
    seat: int
    back: list[str]


# --- the rulebook and its scenarios --------------------------------------------------------------


class ScenarioTitle(Answer):
    name: str
    title: str


class ScenarioEntry(ScenarioTitle):
    rules: list[str]


class RuleEntry(Answer):
    id: str
    tag: str | None
    text: str
    source: str
    ruling: bool
    house: bool
    checked: bool
    links: Annotated[dict[str, str], Field(description="what stands in the text, and the rule it means")]
    cited_by: list[str]
    scenarios: list[ScenarioTitle]
    tests: list[str]
    because: str


class RuleSection(Answer):
    title: str
    rules: list[RuleEntry]


class Coverage(Answer):
    """The rules that the engine or a view must follow, those proved by tests, and those of them that are only argued."""

    total: int
    covered: int
    stated: int


class Provenance(Answer):
    """The numbers of component records that are printed in the rulebook, publicly known, or of our own design."""

    seed: int
    public: int
    house: int


class ComponentSet(Answer):
    hash: str
    provenance: Provenance


class RulePage(Answer):
    game: GameId
    title: str
    lang: Lang
    coverage: Coverage
    components: ComponentSet
    sections: list[RuleSection]


class StepText(Answer):
    """A step of a scenario; its keys depend on ``kind``."""

    kind: Literal["play", "refuse", "expect", "legal", "see", "run_to"]
    seat: int = 0
    move: str = ""
    text: str = ""
    rule: str | None = None
    to: str = ""
    facts: dict[str, JsonValue] = {}


class ScenarioStep(Position):
    ok: Literal[True]
    title: str
    game: GameId
    rules: list[str]
    step: int
    steps: list[StepText]
    failed: str | None
    refusal: Refusal | None


# --- tutorials and components --------------------------------------------------------------------


class Lesson(Answer):
    title: str
    say: str
    rule: str
    moves: int
    point: Annotated[str, Field(description="the part of the screen that is meant")]


class Tutorial(Answer):
    """``coach`` has the explanations in the decision bar of a guided round, by the kind of the decision."""

    game: GameId
    seat: int
    minutes: int
    steps: list[Lesson]
    coach: dict[str, str]


class WrongMove(Answer):
    """A move that the lesson did not ask for; ``rule`` and ``reason`` are present if it is illegal."""

    move: str
    legal: bool
    wanted: MoveText | None
    rule: str = ""
    reason: str = ""


class LessonStep(Position):
    step: int
    made: int
    finished: bool
    done: str
    next: MoveText | None
    wrong: WrongMove | None


class CheckedComponents(ComponentSet):
    ok: Literal[True]
