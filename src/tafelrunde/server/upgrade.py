"""Checks whether a change of the installed rules makes a difference for the moves of a table.

Every move of the line is replayed under the installed rules. A table without differences changes to these rules. Otherwise its
players are asked whether to continue from the current position, which is restored from the newest stored position that the
installed code can read, and the moves after it as far as they are legal. This module does not access the database.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from tafelrunde.core.errors import IllegalMove, TafelrundeError
from tafelrunde.core.events import Event
from tafelrunde.core.game import RULES_VERSION, Game
from tafelrunde.core.record import Unasked
from tafelrunde.core.state import State
from tafelrunde.server.facts import Info
from tafelrunde.server.foresight import event_json
from tafelrunde.server.line import Line, Made
from tafelrunde.server.positions import beginning, restore_state
from tafelrunde.server.rules_change import Difference, RulesChange


class Past(NamedTuple):
    """The stored data of a table's game."""

    moves: Sequence[Mapping[str, Any]]
    """The rows of the moves of the line, from the table's base on."""
    begun: str | None
    """The events of the set-up, if the game began at this table."""
    positions: Sequence[tuple[int, str]]
    """Stored positions by ply, in order: snapshots, and the last position."""


def fits(game: Game[Any], info: Info) -> bool:
    """Whether a table was played under the installed rules and components."""
    return info.rules == RULES_VERSION and info.components == game.components.hash


class Assessed(NamedTuple):
    """The assessment of a table under the installed rules."""

    line: Line
    change: RulesChange | None
    """The question to the players, if one is needed."""
    plies: Mapping[int, int | None]
    """Rows of the log, by version, with another ply under the installed rules; ``None`` for automatic answers."""


def assess(game: Game[Any], info: Info, past: Past, stamps: Sequence[int], over: bool) -> Assessed:
    """Replay the line of a table under the installed rules.

    Raises :class:`BadInput` if not even an older position can be restored.
    """
    changed = game.changed_since(info.rules)
    replay = Replay(game, info, past, stamps, frozenset(changed or ()))
    if replay.difference is None and changed is not None and replay.line is not None:
        return Assessed(replay.line, None, replay.plies)
    line, lost = _continued(game, info, past, stamps)
    touched = tuple(rule for rule in changed or () if rule in replay.touched)
    change = RulesChange(info.rules, RULES_VERSION, touched or changed or (), replay.difference, line.state.ply, lost, over)
    return Assessed(line, change, {})


class Replay:
    """A replay of the whole line from the beginning, up to the first difference."""

    def __init__(self, game: Game[Any], info: Info, past: Past, stamps: Sequence[int], changed: frozenset[str]) -> None:
        self.touched: set[str] = set()
        self.plies: dict[int, int | None] = {}
        self.line: Line | None = None
        self.difference = self._legal(game, info, past, stamps)
        if self.difference is None and self._told and self.touched & changed:
            self.difference = self._told

    def _legal(self, game: Game[Any], info: Info, past: Past, stamps: Sequence[int]) -> Difference | None:
        """The first move that is refused, or stored position that differs. Differing events are recorded: they
        count only in a game that used a changed rule, because the wording of an event may change without a change of the rule."""
        self._told: Difference | None = None
        positions, unasked = dict(past.positions), Unasked()
        try:
            if past.begun is None:
                start = beginning(game, info)
            else:
                start, log = game.begin(info.players, info.seed, info.options)
                self._compare(0, [past.begun], log)
                unasked.note(log.forced)
        except TafelrundeError as error:
            return Difference(0, str(error))
        self.line = line = Line(start, stamps=list(stamps))
        told: list[str] = []
        made: Made | None = None
        for row in past.moves:
            if _drops(unasked, game, row):
                self.plies[row["version"]] = None
                told.append(row["data"])
                if not self._stands_as_stored(row["ply"], positions, line.state, unasked):
                    return self._differs(row["ply"], made, told)
                continue
            self._compare_made(made, told)
            question = line.state.asked.get(row["seat"])
            if question is not None:
                self.touched.add(game.frames.rule_of(line.state, question[1]))
            try:
                made, told = line.play(row["seat"], row["move"]), [row["data"]]
            except IllegalMove as refusal:
                return Difference(row["ply"], f"{row['move']}: {refusal.reason} [{refusal.rule}]")
            except TafelrundeError as error:
                return Difference(row["ply"], str(error))
            if made.ply != row["ply"]:
                self.plies[row["version"]] = made.ply
            if not made.free:
                unasked.answered(row["seat"])
            unasked.note(made.forced)
            line.settle()
            if not self._stands_as_stored(row["ply"], positions, line.state, unasked):
                return self._differs(row["ply"], made, told)
        self._compare_made(made, told)
        return None

    def _stands_as_stored(self, ply: int, positions: Mapping[int, str], state: State, unasked: Unasked) -> bool:
        """Whether the position equals the stored one, if there is one; only tested when no automatic answer is outstanding."""
        return ply not in positions or unasked.waiting or same_position(positions[ply], state)

    def _differs(self, ply: int, made: Made | None, told: Sequence[str]) -> Difference:
        self._compare_made(made, told)
        return self._told or Difference(ply, "The position after this move is another one.")

    def _compare_made(self, made: Made | None, told: Sequence[str]) -> None:
        """Compare a move with its stored events, including those of the automatic answers after it."""
        if made is not None:
            self._compare(made.ply, told, made.events)

    def _compare(self, ply: int, stored: Sequence[str], events: Sequence[Event]) -> None:
        old = [event for text in stored for _, event in orjson.loads(text)]
        new = orjson.loads(orjson.dumps([event_json(event) for event in events]))
        self.touched |= {event["rule"] for event in (*old, *new)} | {rule for event in events for rule in event.also}
        if self._told is None and not (len(old) == len(new) and all(map(_same_event, old, new))):
            differs = next((a for a, b in zip(old, new, strict=False) if not _same_event(a, b)), (old or new)[-1])
            self._told = Difference(ply, f"What happens is different ({differs['kind']}) [{differs['rule']}].")


def _drops(unasked: Unasked, game: Game[Any], row: Mapping[str, Any]) -> bool:
    """Whether a stored move has become an automatic answer; an unknown move has not."""
    try:
        return unasked.drops(row["seat"], game.index(row["move"]))
    except TafelrundeError:
        return False


def _same_event(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two events are equal; facts that only one of them has are ignored."""
    return (
        (one["kind"], one["seat"]) == (other["kind"], other["seat"])
        and all(one["data"][name] == other["data"][name] for name in one["data"].keys() & other["data"].keys())
    )  # fmt: skip


def same_position(text: str, state: State) -> bool:
    """Whether a stored position equals a state, in all fields that both of them have."""
    saved, now = json.loads(text), json.loads(json.dumps(state.to_json()))
    fields = saved["fields"].keys() & now["fields"].keys()
    return (
        saved["rng"] == now["rng"]
        and saved["asked"].keys() == now["asked"].keys()
        and all(saved["fields"][name] == now["fields"][name] for name in fields)
    )  # fmt: skip


def _continued(game: Game[Any], info: Info, past: Past, stamps: Sequence[int]) -> tuple[Line, int]:
    """The line from the newest stored position that can be restored, or else from the beginning, as far as it is legal,
    and the number of moves after it."""
    start = next((state for _, text in reversed(past.positions) if (state := _restored(game, info, text)) is not None), None)
    if start is None:
        start = beginning(game, info)
    moved = [sum(row["seat"] == seat and row["ply"] <= start.ply for row in past.moves) for seat in range(info.players)]
    line, unasked = Line(start, moved, list(stamps)), Unasked()
    later = [row for row in past.moves if row["ply"] > start.ply]
    for kept, row in enumerate(later):
        if _drops(unasked, game, row):
            continue
        try:
            made = line.play(row["seat"], row["move"])
        except TafelrundeError:
            return line, len(later) - kept
        if not made.free:
            unasked.answered(row["seat"])
        unasked.note(made.forced)
        line.settle()
    return line, 0


def _restored(game: Game[Any], info: Info, text: str) -> State | None:
    """Restore a position stored under other rules. Fields that it does not have get their value at the beginning of a game."""
    data = json.loads(text)
    try:
        new = game.new(info.players, info.seed, info.options).to_json()["fields"]
        fields = {name: data["fields"].get(name, value) for name, value in new.items()}
        return restore_state(game, json.dumps({**data, "components": game.components.hash, "fields": fields}), info.seed)
    except TafelrundeError:
        return None
