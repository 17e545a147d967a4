"""Questions with only one answer: which are asked, and whether each game declares rightly from whose knowledge its moves follow.

A question is *publicly forced* if every other seat can tell that it has only one answer. This is decided by sampling,
independently of what the game declares: in every sampled world of every other seat the same seat has exactly that move.

``make forced`` plays 200 random and 50 greedy games of each title and prints what it found.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from random import Random
from typing import Any, NamedTuple

import tafelrunde
from tafelrunde.bots.runner import choose, make_bots, volunteers
from tafelrunde.core.audience import WHEN_DONE
from tafelrunde.core.game import Game
from tafelrunde.core.state import Question, State

SAMPLES = (1, 4, 40)
"""Worlds of each other seat that are looked at, in steps: more only while all of them agree, so that chance cannot."""
MANY = (400,)
"""Worlds that must agree before a question counts against the game: of a hidden hand one card in a hundred may be the choice."""

AMOUNTS = (0, 0, 1, 2, 3, 4, 6, 9, 14, 30)


class Found(NamedTuple):
    """What a number of games showed, by kind of question."""

    asked: Counter[str]
    forced: Counter[str]
    """Publicly forced, and asked all the same."""
    open: Counter[str]
    """Publicly forced, and held open for free moves."""
    undeclared: Counter[str]
    """Publicly forced, and not declared public in this position."""
    misdeclared: Counter[str]
    """Declared public, although some seat cannot tell which moves there are."""


def nothing() -> Found:
    return Found(Counter(), Counter(), Counter(), Counter(), Counter())


def world(state: State, viewer: int, k: int) -> State:
    """A world that a seat takes to be possible; amounts that it is not shown may be any with which the questions can be asked."""
    found: State = state.sample(viewer, k)
    amounts = state.game.secret_amounts
    if not amounts:
        return found
    random = Random(f"{k} {state.ply} {viewer}")
    for seat, shown in enumerate(state.view(viewer)["seats"]):
        secret = [name for name in amounts if shown[name] is None]
        while secret:
            for name in secret:
                getattr(found, name)[seat] = random.choice(AMOUNTS)
            if _can_answer(found, seat):
                break  # a seat that has chosen a column, say, can pay for it
    found.settle(found.asked)
    return found


def _can_answer(state: State, seat: int) -> bool:
    """Whether a seat is asked nothing, or has an answer with the amounts it holds now."""
    if seat not in state.asked:
        return True
    frame = state.asked[seat][1]
    ask = state.game.frames.kind_of(frame).ask
    return ask is None or bool(ask(state, frame))


def publicly_forced(state: State, seat: int, steps: Sequence[int] = SAMPLES) -> bool:
    """Whether all other seats can tell that the seat has only one answer."""
    moves = list(state.actions(seat))
    if len(moves) != 1:
        return False
    seen = 0
    for samples in steps:
        for other in range(state.players):
            if other != seat and any(list(world(state, other, k).actions(seat)) != moves for k in range(seen, samples)):
                return False
        seen = samples
    return True


def told_apart(state: State, seat: int) -> bool:
    """Whether some seat would expect other moves than those offered."""
    moves = list(state.actions(seat))
    others = [other for other in range(state.players) if other != seat]
    return any(list(world(state, other, k).actions(seat)) != moves for other in others for k in range(SAMPLES[0]))


def declared_public(state: State, seat: int) -> bool:
    frame = state.asked[seat][1]
    public = state.game.frames.kind_of(frame).public
    return public is not None and public(state, frame)


def look(state: State, found: Found, before: Mapping[int, Question]) -> None:
    """Examine every question that is asked in a position and was not asked in the one before."""
    for seat, question in state.asked.items():
        kinds = state.game.frames.kinds
        if before.get(seat) is question:
            continue
        kind = question[1].kind
        found.asked[kind] += 1
        public = declared_public(state, seat)
        if publicly_forced(state, seat):
            held_open = _held_open(state, seat)
            if not public and not held_open and not publicly_forced(state, seat, MANY):
                continue
            found.open[kind] += held_open
            found.forced[kind] += not held_open
            found.undeclared[kind] += not public and not held_open
        if public and kinds[kind].answer != WHEN_DONE and told_apart(state, seat):
            found.misdeclared[kind] += 1


def _held_open(state: State, seat: int) -> bool:
    """Held open for free moves, of which there is one."""
    return state.game.holds_open(state, seat) and any(state.free(other) for other in range(state.players))


def asking(game: Game[Any]) -> Game[Any]:
    """The same game, in which every question is asked, also where there is only one answer."""
    other = copy(game)
    other.dispatch = {name: (ask, act, lapse, None) for name, (ask, act, lapse, _) in game.dispatch.items()}
    return other


def random_game(game: Game[Any], players: int, seed: int) -> Iterator[State]:
    """The positions of a random game, each before somebody answers."""
    random = Random(f"forced {game.id} {players} {seed}")
    options = {name: random.choice(option.choices) for name, option in game.options.items()}
    state = game.new(players, random.getrandbits(64), options)
    while not state.over:
        yield state
        seat = random.choice(state.to_act)
        state.act(seat, random.choice(state.actions(seat)))


def greedy_game(game: Game[Any], players: int, seed: int) -> Iterator[State]:
    """The positions of a game of greedy bots, who bargain where the game lets them."""
    state = game.new(players, seed)
    bots = dict(enumerate(make_bots(["greedy"] * players, seed)))
    while not state.over:
        for seat, move in volunteers(state, bots):
            state.apply(seat, move.index)
        if state.over:
            return
        yield state
        seat = min(state.to_act)
        state.act(seat, choose(state, seat, bots[seat]).index)


def survey(games: Iterator[Iterator[State]], plies: int | None = None) -> Found:
    """What the questions of some games are like, the first ``plies`` positions of each."""
    found = nothing()
    for positions in games:
        before: Mapping[int, Question] = {}
        for ply, state in enumerate(positions):
            if ply == plies:
                break
            look(state, found, before)
            before = state.asked
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n\n")[0])
    parser.add_argument("game", nargs="*", default=list(tafelrunde.games()), metavar="GAME")
    parser.add_argument("--random", type=int, default=200, metavar="N", help="random games of each title")
    parser.add_argument("--greedy", type=int, default=50, metavar="N", help="games of greedy bots of each title")
    args = parser.parse_args()
    wrong = False
    for name in args.game:
        game = tafelrunde.load(name)
        counts = game.players
        for what, kind, number in (("random", random_game, args.random), ("greedy", greedy_game, args.greedy)):
            found = survey(kind(game, counts[i % len(counts)], i) for i in range(number))
            wrong |= tell(f"{name}, {number} {what} games", found)
        found = survey(random_game(asking(game), counts[i % len(counts)], i) for i in range(args.random // 4))
        wrong |= bool(found.misdeclared or +found.undeclared)
        print(f"{name}, declarations: {dict(found.misdeclared) or 'right'}", flush=True)
    return int(wrong)


def tell(title: str, found: Found) -> bool:
    """Print what was found; whether anything is wrong."""
    print(f"{title}: {found.asked.total()} questions", flush=True)
    for text, counter in (("publicly forced", found.forced), ("held open", found.open), ("declared wrongly", found.misdeclared)):
        if counter.total():
            print(f"  {text}: {', '.join(f'{kind} {n}' for kind, n in counter.most_common() if n)}", flush=True)
    return bool(+found.forced or found.misdeclared)


if __name__ == "__main__":
    sys.exit(main())
