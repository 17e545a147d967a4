"""Tables: the requests to them and their responses."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel, StringConstraints

from tafelrunde.server.models.base import Answer, Body, Facts, GameId, Lang, Move, Moves, Number, SeatNumber, Upload, Word
from tafelrunde.server.models.problem import Problem, RulesChange

# --- requests ------------------------------------------------------------------------------------


class Pace(Body):
    """``seconds`` is the time for each decision; none for a game without clocks."""

    mode: Literal["live", "day"] = "live"
    seconds: Annotated[int, Field(ge=1, le=30 * 86_400)] | None = None
    vacation: bool = True


class TableBody(Body):
    """``seats`` are ``me``, ``open`` or a bot by its level, ``bot:beginner`` to ``bot:expert``; ``components`` is a custom
    set."""

    game: Annotated[str, StringConstraints(max_length=64)]
    players: Annotated[int, Field(ge=1, le=15)]
    options: Annotated[dict[Annotated[str, StringConstraints(max_length=64)], Annotated[str, StringConstraints(max_length=200)]],
                       Field(max_length=50)] = {}  # fmt: skip
    seats: Annotated[list[Annotated[str, StringConstraints(max_length=16)]], Field(max_length=15)] | None = None
    pace: Pace = Pace()
    public: bool = False
    watch: bool = True
    hints: bool = False
    components: Upload | None = None
    names: Annotated[list[Annotated[str, StringConstraints(max_length=100)] | None], Field(max_length=15)] = []
    """By seat: what those are called who play at the caller's screen; others bring their own names."""


class BotBody(Body):
    """A free seat, and the bot that shall take it."""

    free_seat: SeatNumber
    bot: Annotated[str, StringConstraints(max_length=16)]


class JoinBody(Body):
    invite: Annotated[str, StringConstraints(max_length=100)] | None = None


class BackBody(Body):
    back: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class SeatBody(Body):
    """``seat`` selects one of several seats of the caller, here and in the other requests."""

    seat: SeatNumber | None = None


class SwitchBody(SeatBody):
    on: bool


class MovesBody(SeatBody):
    """``decision`` is the id of the question that is answered; free moves leave it out. ``key`` makes a repeated request safe."""

    decision: Annotated[str, StringConstraints(max_length=120)] | None = None
    moves: Annotated[Moves, Field(min_length=1)]
    key: Word | None = None


class PreviewBody(SeatBody):
    """``version`` is the one that the caller sees: if the table has changed since, moves that are no longer legal are not an
    error.

    ``far`` goes as far as the moves are legal: ``at`` of them were made, ``refused`` is the refusal of the next one. ``forced``
    also plays the forced questions after them. ``changes`` are relative to the position after the first
    ``since`` moves.
    """

    moves: Annotated[Moves, Field(min_length=1)]
    version: Number | None = None
    far: bool = False
    forced: bool = True
    since: Number = 0


class PlanBody(SeatBody):
    moves: Moves


class AfterBody(SeatBody):
    """``after`` are tentative moves made before; ``later`` means the seat's next turn, as ``plan`` shows it."""

    after: Moves = []
    later: bool = False


class WordsBody(AfterBody):
    lang: Lang = "en"


class WhyBody(AfterBody):
    move: Move


class UndoBody(SeatBody):
    """An empty body takes back to the seat's safe point; ``ply`` asks the others to go back there; ``agree`` agrees to a
    proposal."""

    ply: Number | None = None
    agree: bool | None = None


class OrderBody(SeatBody):
    """A standing order of the game, by name."""

    name: Annotated[str, StringConstraints(max_length=40)]
    on: bool


class RulesBody(SeatBody):
    """Whether to continue the table from its present position under the installed rules."""

    accept: bool


class ChatBody(Body):
    text: Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class RecordBody(Body):
    record: Upload


# --- views and events ----------------------------------------------------------------------------


class Decision(Answer):
    """The question asked of a seat; ``id`` changes whenever another question is asked of it."""

    id: str
    kind: str
    prompt: str
    rule: str
    moves: list[str]
    data: Facts


class View(Answer):
    """The view of one seat or a spectator. The description has one schema for each game, with its own ``seats`` and ``board``."""

    game: GameId
    players: int
    ply: int
    round: int
    phase: str
    active: int | None
    to_act: list[int]
    over: bool
    scores: list[int | None] | None
    winners: list[int]
    you: int | None
    seats: list[Facts]
    board: Facts
    decision: Decision | None
    free: Annotated[list[str], Field(description="moves that can be made although nothing is asked")]


class Event(Answer):
    """Something that happened, with the rule that caused it."""

    kind: str
    seat: int | None
    data: Facts
    rule: str | None


# --- about a table -------------------------------------------------------------------------------


class Chair(Answer):
    """The public facts of a seat at a table."""

    seat: int
    kind: Annotated[str, Field(description="`person`, or a bot by its level: `bot:easy`")]
    name: str
    open: bool
    kept: Annotated[bool, Field(description="an open seat that is kept for somebody, who needs no invitation")]
    held: Annotated[bool, Field(description="a bot plays for the person")]
    here: bool
    hints: Annotated[bool, Field(description="the person agreed to hints")]


class RulesChanged(RulesChange):
    votes: Annotated[list[bool | None], Field(description="by seat; `null` for no answer yet")]


class Continued(Answer):
    """A change of rules after which a table was continued."""

    from_: Annotated[str, Field(alias="from")]
    to: str
    ply: int
    lost: int
    practice: bool = False


class Proposal(Answer):
    """A proposed undo beyond the safe point that waits for consent."""

    seat: int
    ply: int
    agreed: list[int]


class Table(Answer):
    """The public description of a table."""

    id: str
    game: GameId
    rules: str
    components: Annotated[str, Field(description="the hash of the component set")]
    players: int
    options: dict[str, str]
    pace: Pace
    public: bool
    commitment: Annotated[str, Field(description="the hash of the seed, shown before the first move")]
    over: bool
    rematch: Annotated[str | None, Field(description="the table that this one follows")]
    successor: Annotated[str | None, Field(description="the table at which the same people play again")]
    created: float
    hot_seat: Annotated[bool, Field(description="one person may hold several seats")]
    practice: bool
    rules_changed: RulesChanged | None
    continued: list[Continued]
    seats: list[Chair]
    spectators: int
    deadlines: Annotated[dict[str, float], Field(description="by seat, in seconds since 1970")]
    proposal: Proposal | None


class Left(Answer):
    """What a seat has left with the server; only this seat can see it."""

    standing: bool
    auto: Annotated[bool, Field(description="whether a question that leaves no choice is answered by the server")]
    orders: dict[str, bool]
    prepared: Annotated[list[str], Field(description="moves of the next turn")]
    dropped: Annotated[str | None, Field(description="the prepared move that could not be played")]


class Reason(Answer):
    """A sentence of the catalogue's section ``bots`` and its facts."""

    key: str
    facts: Facts


class ChatLine(Answer):
    type: Literal["chat"]
    version: int
    seat: int | None
    at: float
    name: str
    text: str
    said: Annotated[
        Reason | None, Field(description="the sentence with which a bot declines a proposal; ``text`` is its English")
    ] = None
    rematch: Annotated[str, Field(description="the table that somebody made to play again")] = ""


# --- answers -------------------------------------------------------------------------------------


class Created(Answer):
    """``invites`` are for the open seats in their order, ``back`` the private return tokens of the caller's seats."""

    id: str
    invites: list[str]
    back: list[str]


class News(Answer):
    """News of a table; ``events`` are the new ones."""

    deadlines: Annotated[dict[str, float], Field(description="present where the table has clocks")] = {}
    version: int
    seat: int | None
    events: list[Event]


class Standing(News):
    """The present state of a table for its viewer."""

    view: View


class Shown(Standing):
    table: Table
    left: Left | None
    chat: list[ChatLine]


class Voted(Standing):
    table: Table


class About(Answer):
    """A table without a view; ``own`` are the caller's seats."""

    table: Table
    own: list[int]
    to_act: list[int]
    host: Annotated[bool, Field(description="whether the caller made the table")]


class Seated(Answer):
    """``back`` is the token with which the person returns to the seat without a session."""

    seat: int
    back: str


class Vacated(Answer):
    left: int


class Seat(Answer):
    seat: int


class Held(Seat):
    held: bool


class Invites(Answer):
    """New invitations, and the seats they are for."""

    invites: list[str]
    seats: list[int]


class Moved(Answer):
    """The result of moves; ``version`` and ``ply`` are those after them."""

    version: int
    ply: int
    seat: int
    repeated: Annotated[bool, Field(description="the key was used before: this is the old answer")]
    undone: Annotated[bool, Field(description="the move of the old answer was taken back since")]
    events: list[Event]
    view: View


class Change(Answer):
    """A difference caused by moves. Its sentence is found under ``key`` in the section ``changes`` of the game's messages."""

    seat: Annotated[int | None, Field(description="whom it concerns; nobody: the board")]
    key: str
    data: Facts


class Preview(Answer):
    """``moves`` are those that were made, including forced ones; the last may be one that draws or reveals something."""

    events: list[Event]
    view: View
    changes: list[Change]
    moves: list[str]
    until: Annotated[
        Literal["choice", "others", "hidden", "over", "refused"], Field(description="what comes next, where the preview ends")
    ]
    stopped: Annotated[bool, Field(description="the last move is not carried out in the view: it draws or reveals something")]
    at: Annotated[int, Field(description="how many of the moves that were sent can be made")]
    refused: Annotated[Problem | None, Field(description="why the next move cannot be made")] = None
    stale: Annotated[bool, Field(description="the table has moved on since the version that was named")] = False


class Sentences(Answer):
    """Each move with its sentence, and the move that declines."""

    words: dict[str, str]
    declines: str | None


class Prospects(RootModel[Facts]):
    """The possible gains of the next moves; empty for games whose views already show them."""


class Why(Answer):
    legal: bool
    problem: Problem | None = None


class StandingAnswers(Seat):
    standing: bool


class Auto(Seat):
    auto: bool


class Prepared(Seat):
    prepared: list[str]
    dropped: None


class Orders(Seat):
    orders: dict[str, bool]


class Hints(Answer):
    hints: bool


class Hint(Answer):
    decision: str
    move: str
    level: str
    reason: Reason | None


class Said(Answer):
    version: int


class Rematch(Answer):
    """The new table, and the caller's seats at it."""

    id: str
    taken: list[Seated]


class Verified(Answer):
    """The result of replaying a record."""

    ok: Literal[True]
    game: GameId
    players: int
    plies: int
    over: bool
    scores: list[int] | None
    winners: list[int]
    names: list[str]


class Rejected(Answer):
    """An invalid upload."""

    ok: Literal[False]
    problem: Problem


class Health(Answer):
    ok: Annotated[bool, Field(description="whether this process can store moves")]
    version: str
    writes: Annotated[bool, Field(description="whether a row was written within the last seconds")]
    reads: Annotated[bool, Field(description="whether the last read of the database succeeded")]
    since: Annotated[float | None, Field(description="when the outage began, in seconds since 1970")]
    reason: Annotated[str, Field(description="type and code of the database's error, empty while there is none")]
    durable: Annotated[bool, Field(description="false if the database itself does not wait for its disk (fsync is off)")]
    quarantined: Annotated[int, Field(description="tables that this process could not open")]
    closing: bool
