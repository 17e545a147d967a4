"""Training as a whole: games, positions, weights, and a page that shows whether they can be believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tafelrunde.core import rng
from tafelrunde.core.game import Game
from tafelrunde.core.judgement import Judgement, Weights, untrained
from tafelrunde.training.chart import calibration
from tafelrunde.training.fit import fit, log_loss, predicted
from tafelrunde.training.positions import Positions, joined, positions
from tafelrunde.training.selfplay import Games

HELD_OUT = 5
"""Every game whose number is a multiple of this is not learned from: weights are measured on it."""

Bar = Callable[[str, int], Callable[[int], None]]
"""Shows progress: a text and how many steps there are; returns what is called with every step done."""


class Found(NamedTuple):
    """What was learned for one seat count, and how well it predicts games that were not learned from."""

    players: int
    weights: Weights
    games: int
    held_out: int
    positions: int
    untrained: float
    former: float
    trained: float
    """Log losses on the held-out games: without weights, with those of the package, with these."""
    plot: str
    """The calibration on these games, as SVG."""


def train(game: Game[Any], seats: Iterable[int], games: int, iterations: int, seed: int, folder: Path, bar: Bar) -> list[Found]:
    """Play, learn, play with what was learned, learn again. Games that are there are not played again."""
    judgement = game.judgement
    assert judgement is not None
    counts = tuple(seats)
    former = {players: judgement.weights(players) for players in counts}
    data: dict[int, list[Positions]] = {players: [] for players in counts}
    found: list[Found] = []
    try:
        for iteration in range(iterations):
            for players in counts:
                store = Games(folder / f"{iteration}-{players}.jsonl")
                step = bar(f"{game.title}, {players}: games {iteration + 1}/{iterations}", games)
                for done in store.more(game, players, games, rng.derive(seed, iteration)):
                    step(done)
                step = bar(f"{game.title}, {players}: positions", games)
                for number, part in enumerate(positions(game, judgement, store.read())):
                    data[players].append(part._replace(game=part.game + iteration * games))
                    step(number + 1)
            found = learn(judgement, {players: joined(parts) for players, parts in data.items()}, former)
            for one in found:
                judgement.use(one.players, one.weights)
    finally:
        for players, weights in former.items():
            judgement.use(players, weights)
    return found


def learn(judgement: Judgement, data: dict[int, Positions], former: dict[int, Weights]) -> list[Found]:
    """Weights for every seat count, drawn towards those of all seat counts together."""
    split = {players: parts.game % HELD_OUT == 0 for players, parts in data.items()}
    prior: Weights | None = None
    if len(data) > 1:
        for players in sorted(data, reverse=True):  # each count starts from what the others have taught so far
            prior = fit(judgement, data[players].select(~split[players]), prior)
    found = []
    for players, parts in sorted(data.items()):
        known, unseen = parts.select(~split[players]), parts.select(split[players])
        weights = fit(judgement, known, prior)
        found.append(
            Found(
                players, weights, len(np.unique(known.game)), len(np.unique(unseen.game)), len(parts.game),
                log_loss(judgement, untrained(len(judgement.names)), unseen),
                log_loss(judgement, former[players], unseen), log_loss(judgement, weights, unseen),
                calibration(predicted(judgement, weights, unseen).ravel().tolist(), unseen.won.ravel().tolist()),
            )
        )  # fmt: skip
    return found


def write(game: Game[Any], found: Found, folder: Path) -> None:
    """The weights and the calibration plot of one seat count; what is good is copied to ``ai/weights`` of the game by hand."""
    assert game.judgement is not None
    (folder / f"{found.players}.toml").write_text(text_of(game.title, found, game.judgement), encoding="utf-8")
    (folder / f"{found.players}.svg").write_text(found.plot, encoding="utf-8")


def text_of(title: str, found: Found, judgement: Judgement) -> str:
    """A weights file: how it was produced, then a line for each feature."""
    lines = [
        f"# {title} for {found.players} players: what each feature of a position is worth, early and late in the game.",
        f"# Learned from {found.games} games, measured on {found.held_out} others; {found.positions} positions together.",
        f"# Log loss per seat on the others: {found.untrained:.4f} without weights, {found.trained:.4f} with these.",
        "# Written by `tafelrunde train`; docs/bots.md describes how. The features are described in ai/features.py.",
        "",
        f"winners = {found.weights.winners:.4f}",
    ]
    for part, pairs in (("chance", found.weights.chance), ("margin", found.weights.margin)):
        lines += ["", f"[{part}]"]
        lines += [f"{name} = [{a:.4f}, {b:.4f}]" for name, (a, b) in zip(judgement.names, pairs, strict=True) if (a, b) != (0, 0)]
    return "\n".join(lines) + "\n"
