"""Creates replays in worker processes from plain data, and caches them there.

Every function here is called in a worker (:meth:`~tafelrunde.server.workers.Workers.run`) and returns JSON or text, so that
a replay uses neither the time nor the memory of the server process.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from tafelrunde.core import record as records
from tafelrunde.core.audience import Viewer
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import RULES_VERSION, Game
from tafelrunde.server.positions import dump_state, game_of, restore_state
from tafelrunde.study import chances, doubt, practice, prose
from tafelrunde.study import digest as digests
from tafelrunde.study import result as results
from tafelrunde.study.replay import Replay

KEPT = 12
"""Replays held by one worker."""
_KEPT: OrderedDict[str, Replay] = OrderedDict()


class Source(NamedTuple):
    """The source of a replay: an uploaded record, or a stored table with its moves."""

    key: str
    component_text: str | None
    record: str | None = None
    game: str = ""
    players: int = 0
    seed: int = 0
    options: Mapping[str, str] = {}
    base: str | None = None
    moves: Sequence[tuple[int, str]] = ()
    names: Sequence[str] = ()
    rules: str = RULES_VERSION
    components: str | None = None

    @property
    def based(self) -> bool:
        """Whether the source includes the first position, as for a practice table."""
        return self.base is not None or (self.record is not None and "\nbase {" in self.record)


def _make(source: Source) -> Replay:
    if source.record is not None:
        return chances.open_record(source.record, source.component_text)
    game = game_of(source.game, source.component_text, source.components)
    if source.base is not None:
        return Replay(restore_state(game, source.base, source.seed), source.moves, source.names)
    start, log = game.begin(source.players, source.seed, dict(source.options))
    return Replay(start, source.moves, source.names, log)


def _replay(source: Source) -> Replay:
    found = _KEPT.pop(source.key, None)
    _KEPT[source.key] = found = found or _make(source)
    while len(_KEPT) > KEPT:
        _KEPT.popitem(last=False)
    return found


def about(source: Source) -> dict[str, Any]:
    return {"practice": source.based, **_replay(source).about()}


def record(source: Source) -> str:
    """The whole game as a ``.tafel`` text."""
    replay, end = _replay(source), _replay(source).end
    result = records.Result(end.scores, end.winners) if end.over else None
    return records.compose(end, replay.moves, replay.names, False, replay.start if source.based else None, source.rules, result)


def frame(source: Source, place: int, viewer: Viewer, lang: str) -> bytes:
    return orjson.dumps(_replay(source).frame(place, viewer, lang))


def frames(source: Source, first: int, last: int, viewer: Viewer, lang: str) -> bytes:
    return orjson.dumps(_replay(source).frames(first, last, viewer, lang))


def text(source: Source, place: int, viewer: Viewer, lang: str) -> bytes:
    replay = _replay(source)
    if type(viewer) is int and viewer >= replay.players:
        raise BadInput("seat", f"The seats are 0 to {replay.players - 1}.")
    return orjson.dumps(read_aloud(replay.game, replay.at(place).view(viewer), lang, replay.names))


def read_aloud(game: Game[Any], view: Any, lang: str, names: Sequence[str]) -> list[dict[str, Any]]:
    return [part._asdict() for part in prose.position_text(game, view, lang, names)]


def digest(source: Source, lang: str) -> bytes:
    return orjson.dumps(digests.digest(_replay(source), lang))


def result(source: Source, lang: str) -> bytes:
    replay = _replay(source)
    if not replay.end.over:
        raise BadInput("record", "This game is not over.")
    return orjson.dumps(results.result(replay, lang))


def written_doubt(source: Source, place: int | None, move: str, rule: str, title: str, note: str) -> str:
    """A scenario with the position, the disputed move and the rule."""
    replay = _replay(source)
    place = replay.last if place is None else place
    replay.at(place)
    return doubt.write(replay.start, replay.moves[:place], move, rule, title, note, source.based)


def practice_base(source: Source, place: int | None, seat: int | None, seed: int) -> tuple[str, int]:
    """The position to practise from, as a snapshot, and the practising seat."""
    replay = _replay(source)
    state = replay.at(replay.last if place is None else place)
    seat = next(iter(state.to_act), 0) if seat is None else seat
    if seat >= state.players:
        raise BadInput("seat", f"The seats are 0 to {state.players - 1}.")
    return dump_state(practice.base(state, seat, seed)), seat
