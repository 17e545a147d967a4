"""The home page: games with their texts, the lobby, the caller's tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, RootModel

from tafelrunde.server.models.base import Answer, Facts, GameId, Lang, Texts
from tafelrunde.server.models.problem import Problem
from tafelrunde.server.models.tables import Chair, Pace


class Option(Answer):
    """A game option."""

    default: str
    choices: list[str]
    title: Texts
    help: Texts
    names: Annotated[dict[str, Texts], Field(description="those choices that are not simply shown as they are")]


class Preset(Answer):
    """A named set of option values."""

    options: dict[str, str]
    title: Texts
    help: Texts


class Cover(Answer):
    """The description of a game in one language; ``facts`` and ``summary`` may be empty."""

    title: str
    facts: str
    summary: str


class Game(Answer):
    id: GameId
    title: str
    about: dict[Lang, Cover]
    players: list[int]
    moments: Annotated[dict[str, str], Field(description="kinds of events that are held on the screen, with their groups")]
    usual_players: Annotated[int, Field(description="seats of a table that is dealt without asking")]
    components: Annotated[str, Field(description="the hash of the component set")]
    options: dict[str, Option]
    presets: dict[str, Preset]


class Zone(Answer):
    """A zone of a seat or of the board, by its key in the view, and how the plain table shows it."""

    key: str
    kind: Annotated[str, Field(description="number, flag, cards, decks ...; zone where it has a form of its own")]
    audience: Literal["public", "seat", "nobody"]
    layout: Annotated[
        Literal["", "counter", "row", "grid", "track", "pile", "map", "text"],
        Field(description="empty: as the form of the value suggests"),
    ]
    name: Texts
    seats: Annotated[list[str], Field(description="keys, of the zone itself or below it, whose numbers are seats")]
    low: int
    high: Annotated[int, Field(description="the ends of a track; no track of fixed length if it is not above low")]
    edges: Annotated[str, Field(description="in the places of a map: the key that names the neighbours")]
    at: Annotated[str, Field(description="in the places of a map or grid: the key of the coordinates")]
    verbs: Annotated[list[str], Field(description="verbs whose last argument is the number of a place")]
    names: Annotated[str, Field(description="the kind of component sheets by which numbered places are called")]


class Zones(Answer):
    seats: list[Zone]
    board: list[Zone]


class Messages(Answer):
    """Sentences by section and key. ``move_facts`` lists the facts of a move's sentence that correspond to its arguments, in
    order."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, dict[str, str]]
    move_facts: dict[str, list[str]]


class Sheets(RootModel[dict[str, dict[str, Facts]]]):
    """Components by kind and slug, with their name and text in one language."""


class RuleTexts(RootModel[dict[str, str]]):
    """The text of each rule by its id."""


class PublicTable(Answer):
    """``seats`` are the names of the people and bots at the table; ``null`` is a free seat."""

    id: str
    game: GameId
    players: int
    pace: Pace
    options: dict[str, str]
    created: float
    seats: list[str | None]
    free: int


class Asked(Answer):
    """The question asked of the caller's seat."""

    id: str
    kind: str
    data: Facts
    prompt: str
    rule: str


class OwnSeat(Answer):
    """One of the caller's seats. If the table cannot be shown, ``problem`` gives the reason and the members after it are
    missing."""

    id: str
    game: Annotated[str, Field(description="may be a game that is no longer installed")]
    over: bool
    created: float
    seat: int
    invited: Annotated[bool, Field(description="the seat is kept for the caller, who joins without an invitation")]
    problem: Problem | None = None
    title: str = ""
    players: int = 0
    pace: Pace = Pace()
    version: int = 0
    seats: list[Chair] = []
    round: int = 0
    phase: str = ""
    ply: int = 0
    to_act: list[int] = []
    asked: Asked | None = None
    deadline: float | None = None
    scores: list[int | None] | None = None
    winners: list[int] = []
    rematch: str | None = None
    rules_changed: Annotated[bool, Field(description="the players are asked whether to continue under new rules")] = False
