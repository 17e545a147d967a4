"""The settings of a new table, and the rows that it begins with."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson
from sqlalchemy import insert

from tafelrunde.bots.levels import LEVELS
from tafelrunde.core.errors import BadInput
from tafelrunde.core.events import Log
from tafelrunde.core.game import RULES_VERSION
from tafelrunde.core.state import State
from tafelrunde.server import schema
from tafelrunde.server.log_rows import log_row, pack
from tafelrunde.server.names import numbered
from tafelrunde.server.positions import dump_state, game_of
from tafelrunde.server.store import Step, Write
from tafelrunde.server.tokens import digest, secret

MEMBER = "member"
"""A seat of a league's table: the member in ``kept`` is seated without being asked."""


class Kept(NamedTuple):
    """A person for whom a seat is reserved, with the consent to hints from the previous table."""

    person: str
    name: str
    hints: bool


@dataclass(frozen=True)
class NewTable:
    """The request for a new table. ``seats`` are ``me``, ``open`` or a bot (``bot:easy``); ``host`` is an id and a name."""

    game: str
    players: int
    seats: Sequence[str]
    host: tuple[str, str]
    options: Mapping[str, str] = field(default_factory=dict)
    pace: Mapping[str, Any] = field(default_factory=dict)
    public: bool = False
    watch: bool = True
    hints: bool = False
    names: Sequence[str | None] = ()
    """By seat: a name other than the host's for a seat at the host's screen."""
    component_text: str | None = None
    rematch: str | None = None
    """The finished table of which this is a rematch."""
    kept: Sequence[Kept | None] | None = None
    """By seat, in a rematch: the person for whom it is reserved. The host is seated immediately, everybody else decides."""
    base: State | None = None
    """The position a practice table begins with."""
    shared_screen: bool = False
    """A rematch of a table at which one person may hold several seats."""

    @property
    def hot_seat(self) -> bool:
        """Whether one person may hold several seats: only if the host asks for several."""
        return self.shared_screen or self.seats.count("me") > 1


@dataclass(frozen=True)
class Prepared:
    """A table ready to be stored, and the tokens that are shown once and stored only as hashes."""

    id: str
    write: Write
    invites: list[str]
    """The invitations for the open seats, in their order."""
    backs: list[str]
    """The return tokens of the host's own seats."""


BOTS = tuple(f"bot:{level}" for level in LEVELS)


def checked_seats(seats: list[str] | None, players: int) -> list[str]:
    """Validate the seats: ``me``, ``open``, or a bot by its level; a bot with a custom budget is refused."""
    specs = ["me"] + ["open"] * (players - 1) if seats is None else seats
    for i, spec in enumerate(specs):
        if spec not in ("me", "open", *BOTS):
            raise BadInput(f"seats[{i}]", f"A seat is 'me', 'open' or a bot: {', '.join(BOTS)}.")
    return specs


def draw_seed() -> int:
    """Draw the seed of a new game: 128 bits from the operating system, so that nobody can guess it."""
    return secrets.randbits(128)


def prepare(new: NewTable) -> Prepared:
    """Create the game and its rows; nothing is stored yet."""
    if len(new.seats) != new.players:
        raise BadInput("seats", f"There are {new.players} seats, not {len(new.seats)}.")
    game = game_of(new.game, new.component_text)
    seed = draw_seed() if new.base is None else new.base.seed
    state, log = game.begin(new.players, seed, dict(new.options)) if new.base is None else (new.base, Log())
    table_id, now = secrets.token_urlsafe(12), time.time()
    seats, invites, backs = _seats(table_id, new)
    values = {
        "id": table_id, "game": new.game, "components": game.components.hash, "component_text": new.component_text,
        "rules": RULES_VERSION, "players": new.players, "options": orjson.dumps(state.options).decode(), "seed": str(seed),
        "pace": orjson.dumps(dict(new.pace)).decode(), "public": new.public, "watch": new.watch, "host": new.host[0],
        "hot_seat": new.hot_seat, "rematch": new.rematch, "over": state.over, "created": now,
        "base": None if new.base is None else dump_state(new.base),
    }  # fmt: skip
    steps = [Step(insert(schema.tables), values), Step(insert(schema.seats), seats)]
    first = log_row(table_id, 1, "begin", state.ply, None, pack(log), now)
    return Prepared(table_id, Write(steps, [first]), invites, backs)


def _seats(table_id: str, new: NewTable) -> tuple[list[dict[str, Any]], list[str], list[str]]:
    """The rows of the seats, the invitations of the open ones, and the return tokens of the host's own."""
    rows: list[dict[str, Any]] = []
    invites: list[str] = []
    backs: list[str] = []
    for i, spec in enumerate(new.seats):
        row = {
            "table": table_id, "seat": i, "kind": "person", "name": f"Seat {i + 1}", "person": None, "invite": None,
            "back": None, "standing": False, "auto": True, "orders": None, "prepared": None, "missed": 0, "hints": False,
            "reserved": None, "told": None, "dropped": None,
        }  # fmt: skip
        if spec == "me":
            name = new.host[1] if not backs else numbered(new.host[1], len(backs) + 1)  # several seats at one screen
            backs.append(secret())
            name = (new.names[i] if i < len(new.names) else None) or name
            row |= {"person": new.host[0], "name": name, "back": digest(backs[-1]), "hints": new.hints}
        elif spec == "open":
            invites.append(secret())
            row |= {"invite": digest(invites[-1])}
        elif spec != MEMBER:
            row |= {"kind": spec, "name": spec}
        kept = new.kept[i] if new.kept is not None else None
        if spec == MEMBER and kept is not None:
            row |= {"person": kept.person, "name": kept.name, "back": digest(secret())}
        elif kept is not None:
            row |= {"name": kept.name, "hints": kept.hints, "reserved": None if spec == "me" else kept.person}
        rows.append(row)
    return rows, invites, backs
