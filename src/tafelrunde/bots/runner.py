"""Plays games between bots; the same seeds give the same game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from tafelrunde.bots.base import Bot, Sampler, make
from tafelrunde.core import rng
from tafelrunde.core.game import Game
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State

_SAMPLER_SEED = 0


class Outcome(NamedTuple):
    """The result of a game that bots have played to its end."""

    state: State
    decisions: int
    """The number of questions with two or more answers."""
    choices: int
    """The total number of answers offered to these questions."""


class Player(Protocol):
    """A function that applies a chosen move, for callers that record more than the result."""

    def play(self, state: State, seat: int, move: Move) -> object: ...


def seated(specs: Sequence[str], players: int) -> tuple[str, ...]:
    """The bot at each seat: bot i at seat i, the list repeated until every seat is taken.

    >>> seated(["greedy", "random"], 3)
    ('greedy', 'random', 'greedy')
    """
    return tuple(specs[seat % len(specs)] for seat in range(players))


def make_bots(specs: Sequence[str], seed: int) -> list[Bot]:
    """Make a bot for each seat; each has its own generator, seeded from the game's seed."""
    return [make(spec, rng.derive(seed, seat)) for seat, spec in enumerate(specs)]


def fair_sampler(state: State, seat: int) -> Sampler:
    """A sampler built on a sampled world instead of the true state; it yields the same worlds."""
    return partial(state.sample(seat, _SAMPLER_SEED).sample, seat)


def choose(state: State, seat: int, bot: Bot) -> Move:
    """The bot's answer to the question asked of its seat; a question with one legal move is answered without the bot."""
    moves = state.actions(seat)
    if len(moves) == 1:
        return state.game.vocabulary[moves[0]]
    view = state.view(seat) if bot.looks else {}
    return bot.decide(view, state.decision(seat), fair_sampler(state, seat))


def volunteers(state: State, bots: Mapping[int, Bot]) -> Iterator[tuple[int, Move]]:
    """The free moves that bots make at this point, yielded one by one so that each is played before the next is asked for.

    A seat finishes what it began before the next seat is asked, and a seat that is addressed answers immediately. A game lets a
    seat begin something only once per question, so this terminates.
    """
    weighed: set[tuple[int, int]] = set()
    for seat in (*bots, *bots):
        if (state.ply, seat) in weighed or not state.asked or not state.game.may_bargain(state, seat):
            continue
        weighed.add((state.ply, seat))
        for move in bots[seat].volunteer(seat, fair_sampler(state, seat)):
            yield seat, move


def play_game(
    game: Game[Any],
    bots: Sequence[Bot],
    players: int,
    seed: int,
    options: Mapping[str, str] | None = None,
    player: Player | None = None,
) -> Outcome:
    """Play a whole game; bot i sits at seat i. If several seats are asked at once, the lowest answers first."""
    state: State = game.new(players, seed, options)
    decisions = choices = 0
    bargainers = {seat: bot for seat, bot in enumerate(bots) if bot.looks}
    while state.asked:
        for other, move in volunteers(state, bargainers):
            _play(state, other, move, player)
        if not state.asked:
            break
        seat = min(state.asked)
        moves = state.actions(seat)
        if len(moves) == 1:
            index = moves[0]
        else:
            decisions += 1
            choices += len(moves)
            bot = bots[seat]
            index = choose(state, seat, bot).index if bot.looks else moves[bot.pick(len(moves))]
        if player is None:
            state.act(seat, index)
        else:
            player.play(state, seat, game.vocabulary[index])
    return Outcome(state, decisions, choices)


def _play(state: State, seat: int, move: Move, player: Player | None) -> None:
    """Play a free move; it must be as legal as any other move."""
    if player is None:
        state.apply(seat, move.index)
    else:
        player.play(state, seat, move)
