"""Who may see what: records and events of a running game tell a viewer nothing that the own view does not show."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from tafelrunde.core.audience import SEAT, seats_of
from tafelrunde.core.events import Event, Log
from tafelrunde.core.history import History, Played
from tafelrunde.core.record import write
from tafelrunde.core.state import State
from tafelrunde.testing.games import every_game, game

Line = tuple[State, State, tuple[tuple[int, int], ...]]
"""A first position, the moves made from there, and where they led."""

PLAYED, EACH, BRANCHES, DEPTH = 30, 2, 10, 3
"""Games that are played, positions kept of each sort, moves tried at each, moves in a row."""
OPEN_CHOICES = {"picked"}
"""Fields of states that hold what a seat has chosen so far among things that lie open, like pending frames."""


class Occasion(NamedTuple):
    """A move about to be made, and what it then set off."""

    state: State
    seat: int
    move: int
    free: bool
    log: Log


@cache
def occasions(name: str) -> tuple[Occasion, ...]:
    """Moves from random games, free moves included: for each question with each verb a few, and for each kind of event."""
    rules, random = game(name), Random(f"audience {name}")
    found: Counter[tuple[str, ...]] = Counter()
    kept = []
    for _ in range(PLAYED):
        options = {option: random.choice(values.choices) for option, values in rules.options.items()}
        state = rules.new(random.choice(rules.players), random.getrandbits(64), options)
        while not state.over:
            seat = random.choice(state.to_act)
            bold = moves_of(state, seat, True) if random.random() < 0.1 else []
            verb = random.choice(sorted({rules.vocabulary[move].verb for move in bold})) if bold else None
            move = random.choice([move for move in bold if rules.vocabulary[move].verb == verb] or state.actions(seat))
            kind = "" if bold else state.asked[seat][1].kind
            before = state.clone()
            state.log = log = Log()
            state.apply(seat, move)
            state.log = None
            sorts = {(kind, rules.vocabulary[move].verb), *((event.kind,) for event in log)}
            if any(found[sort] < EACH for sort in sorts):
                found.update(sorts)
                kept.append(Occasion(before, seat, move, bool(bold), log))
    return tuple(kept)


def has_hidden_hands(name: str) -> bool:
    """Whether a zone of the game holds components that only its owner sees; without them all choices are open."""
    return any(zone.audience == SEAT and zone.holds is not None for zone in game(name).seat_zones)


def moves_of(state: State, seat: int, free: bool) -> list[int]:
    return list(state.game.free_moves(state, seat)) if free else list(state.actions(seat))


def played(state: State, seat: int, move: int) -> tuple[State, Log]:
    after = state.clone()
    after.log = log = Log()
    after.apply(seat, move)
    after.log = None
    return after, log


def told(log: Sequence[Event], viewer: int | None) -> list[Any]:
    return [(event.kind, event.seat, dict(event.data), event.rule) for event in log if event.visible_to(viewer)]


def seen(after: State, log: Log, viewer: int | None) -> str:
    """Everything that a viewer is shown after a move."""
    return json.dumps([told(log, viewer), after.view(viewer)], sort_keys=True)


def record(line: Line, viewer: int | None) -> str:
    """The running record for a viewer, but for the commitment to the seed and the order in which a seat paid."""
    start, end, moves = line
    history = History(start.clone())
    history.state, history.line = end, [Played(seat, move, False, None, False) for seat, move in moves]
    head, _, rows = write(history, reveal=False, viewer=viewer).partition("moves\n")
    return "\n".join([row for row in head.splitlines() if not row.startswith("seed ")] + sorted(rows.splitlines()))


def alike(lines: list[Line], seat: int, offer: Callable[[State], Sequence[int]], viewer: int | None) -> list[list[Line]]:
    """Each line played on by moves of a seat, grouped by what the viewer is shown."""
    groups: dict[str, list[Line]] = defaultdict(list)
    for start, state, moves in lines:
        for move in offer(state):
            after, log = played(state, seat, move)
            groups[seen(after, log, viewer)].append((start, after, (*moves, (seat, move))))
    return [group for group in groups.values() if len(group) > 1 and not group[0][1].over]


def lines_alike(name: str, random: Random) -> Iterator[tuple[int, int | None, list[Line]]]:
    """A seat, a viewer, and lines of that seat's moves that look the same to the viewer, in worlds that do so, too."""
    words = game(name).vocabulary
    for state, seat, move, free, _ in occasions(name):
        viewer = random.choice([other for other in (None, *range(state.players)) if other != seat])
        worlds = [state] if viewer is None else [state, state.sample(viewer, random.randrange(1000))]
        groups: list[list[Line]] = [[(world.clone(), world, ()) for world in worlds]]
        for verb in (words[move].verb, *[None] * (0 if free else DEPTH - 1)):
            offer = partial(some_moves, seat=seat, free=free, verb=verb, random=random)
            groups = [after for group in groups for after in alike(group[:4], seat, offer, viewer)][:4]
            for group in groups:
                yield seat, viewer, group[:4]
            groups = [group for group in groups if all(seat in end.asked for _, end, _ in group)]


def some_moves(state: State, seat: int, free: bool, verb: str | None, random: Random) -> list[int]:
    """A few of a seat's moves, half of them with a certain verb if there is one."""
    offered, words = moves_of(state, seat, free), state.game.vocabulary
    same = [move for move in offered if words[move].verb == verb]
    return [move for part in (same, offered) for move in random.sample(part, min(BRANCHES // 2, len(part)))]


@every_game
def test_what_looks_the_same_is_recorded_and_sampled_the_same(name: str) -> None:
    """A running record and a sampled world depend only on what their viewer was shown.

    A choice among things that lie open may be known before it shows: then sampled worlds keep it, too, as a pending frame.
    """
    compared = 0
    for seat, viewer, group in lines_alike(name, Random(f"records {name}")):
        sampler = (seat + 1) % group[0][1].players if viewer is None else viewer
        samples = [end.sample(sampler, 7).to_json() for _, end, _ in group]
        for sample in samples:
            for field in sample["fields"].keys() - OPEN_CHOICES:
                assert viewer is None or sample["fields"][field] == samples[0]["fields"][field], (field, group[0][2])
        known = {json.dumps([s["stack"], s["lanes"], [s["fields"].get(field) for field in OPEN_CHOICES]]) for s in samples}
        if len(known) == 1:
            records = {record(line, viewer) for line in group}
            assert len(records) == 1, "\n---\n".join(sorted(records))
            compared += 1
    assert compared or not has_hidden_hands(name), "no two lines looked alike"


@every_game
def test_events_tell_nothing_that_the_view_does_not_show(name: str) -> None:
    """The same move in two worlds that a viewer cannot tell apart before and after it is told to the viewer in the same words."""
    random = Random(f"events {name}")
    for state, seat, move, free, log in occasions(name):
        for viewer in (*range(state.players), *range(state.players)):
            world = state.sample(viewer, random.randrange(1000))
            if viewer == seat or move not in moves_of(world, seat, free):
                continue
            here, (there, same) = played(state, seat, move)[0], played(world, seat, move)
            if here.view(viewer) == there.view(viewer):
                assert told(log, None) == told(same, None)
                assert told(log[: log.cut], viewer) == told(same[: same.cut], viewer)  # the viewer may draw another card


@every_game
def test_events_of_a_hidden_move_do_not_tell_which_it_was(name: str) -> None:
    """Answers to one question that a viewer may not read, and after which the view is the same, are told in the same words."""
    random = Random(f"hidden {name}")
    for state, seat, move, free, _ in occasions(name):
        question = None if free else state.asked[seat]
        if state.game.audience_of(question, move) != SEAT:
            continue
        viewer = random.choice([other for other in range(state.players) if other != seat])
        heard: dict[str, list[Any]] = {}
        for world in (state, state.sample(viewer, random.randrange(1000))):
            answers = moves_of(world, seat, free)
            for answer in random.sample(answers, min(BRANCHES, len(answers))):
                if state.game.audience_of(None if free else world.asked[seat], answer) == SEAT:
                    after, log = played(world, seat, answer)
                    words = told(log[: log.cut], viewer)
                    assert heard.setdefault(json.dumps(after.view(viewer)), words) == words


@every_game
def test_every_event_that_arises_is_declared(name: str) -> None:
    for state, _, _, _, log in occasions(name):
        for event in log:
            assert event.audience == seats_of(state.game.events[event.kind], event.seat, event.audience)


@every_game
def test_every_question_and_every_verb_is_declared(name: str) -> None:
    """What declares nothing is safe, but a game of ours says what it means."""
    rules = game(name)
    assert [kind.name for kind in rules.frames.kinds.values() if kind.ask is not None and kind.answer is None] == []
    assert [verb for verb, declared in rules.guards.verbs.items() if declared.audience is None] == []
