"""Weights from positions: a logistic model for winning, a linear one for the margin, both by Newton's method with numpy.

Where seats compete for one victory, the model is a softmax over the seats; where each wins for itself, a logistic model of each.
Every feature counts twice, early and late (see :mod:`tafelrunde.core.judgement`). Weights are drawn towards a prior: those of all
seat counts together, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tafelrunde.core.judgement import Judgement, Weights
from tafelrunde.training.positions import Array, Positions

PER_GAME = 6.0
"""As how many independent positions the positions of a game count: all of them ended the same way."""
RIDGES = (30.0, 100.0, 300.0, 1000.0)
"""How strongly weights are drawn to their prior, for features of unit variance; the best for games left out is taken."""
FEW = 100.0
"""The ridge where seats win each for itself: their results are too noisy to choose one by."""
FREE = 0.02
"""How much less the estimate of the final score is drawn to its prior than the others."""
FOLDS = 4
"""One game in so many is left out to choose the ridge."""
STEPS = 12


def early_late(data: Positions) -> Array:
    """Every feature twice: by how much of the game is still to come, and by how much is over."""
    late = data.progress[:, None, None]
    return np.concatenate([data.features * (1 - late), data.features * late], axis=2)


def fit(judgement: Judgement, data: Positions, prior: Weights | None = None) -> Weights:
    """The weights that explain the results best, drawn to their prior as much as is good for games that were left out."""
    test = data.game % FOLDS == 1
    if judgement.each or test.all() or not test.any():
        return fit_with(judgement, data, prior, FEW)
    part, rest = data.select(~test), data.select(test)
    losses = {ridge: log_loss(judgement, fit_with(judgement, part, prior, ridge), rest) for ridge in RIDGES}
    return fit_with(judgement, data, prior, min(losses, key=losses.__getitem__))


def fit_with(judgement: Judgement, data: Positions, prior: Weights | None, ridge: float) -> Weights:
    """The same with a given ridge. The last feature is the estimate of a person: without a
    prior it counts 1, and where seats compete it is drawn to that much less than the others."""
    x = early_late(data)
    scale = np.maximum(x.std(axis=(0, 1)), 1e-3)
    x = x / scale
    weight = _game_weights(data)
    prior = prior if prior is not None else _estimate(len(judgement.names))
    start = _flat(prior.chance) * scale
    solve = _each if judgement.each else _race
    pull = np.full(x.shape[2], ridge)
    if not judgement.each:
        pull[[len(judgement.names) - 1, -1]] *= FREE
    chance = solve(x, data.won, weight, start, pull) / scale
    lead = _flat(prior.margin) * scale
    margin = _linear(x, data.margins, weight, lead, pull) / scale
    winners = float((weight * data.won.sum(axis=1)).sum() / weight.sum())
    return Weights(winners, _pairs(chance), _pairs(margin))


def log_loss(judgement: Judgement, weights: Weights, data: Positions) -> float:
    """How badly the weights predict who wins: the mean of -log(probability of what happened) over the seats."""
    found = np.clip(predicted(judgement, weights, data), 1e-6, 1 - 1e-6)
    return float(-(data.won * np.log(found) + (1 - data.won) * np.log(1 - found)).mean())


def predicted(judgement: Judgement, weights: Weights, data: Positions) -> Array:
    """(positions, seats): how likely each seat is to win."""
    merits = early_late(data) @ _flat(weights.chance)
    return np.array([judgement.shared(weights, list(map(float, row))) for row in merits])


def _game_weights(data: Positions) -> Array:
    """Every game weighs the same, however many of its positions were taken."""
    _, inverse, counts = np.unique(data.game, return_inverse=True, return_counts=True)
    return PER_GAME / counts[inverse]


def _race(x: Array, won: Array, weight: Array, start: Array, pull: Array) -> Array:
    """Softmax over the seats; a game that several have won counts in part for each."""
    target = won / np.maximum(won.sum(axis=1, keepdims=True), 1)

    def loss(w: Array) -> float:
        merit = x @ w
        best = merit.max(axis=1)
        whole = best + np.log(np.exp(merit - best[:, None]).sum(axis=1))
        return float((weight * (whole - (target * merit).sum(axis=1))).sum())

    def slopes(w: Array) -> tuple[Array, Array]:
        merit = x @ w
        p = np.exp(merit - merit.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        gradient = np.einsum("ns,nsf->f", (p - target) * weight[:, None], x)
        mean = np.einsum("ns,nsf->nf", p, x)
        flat = (x * np.sqrt(p * weight[:, None])[:, :, None]).reshape(-1, x.shape[2])
        return gradient, flat.T @ flat - (mean * weight[:, None]).T @ mean

    return _newton(loss, slopes, start, pull)


def _each(x: Array, won: Array, weight: Array, start: Array, pull: Array) -> Array:
    """Logistic regression of every seat by itself."""
    flat, target = x.reshape(-1, x.shape[2]), won.reshape(-1)
    share: Array = np.repeat(weight / x.shape[1], x.shape[1])

    def loss(w: Array) -> float:
        merit = flat @ w
        return float((share * (np.logaddexp(0, merit) - target * merit)).sum())

    def slopes(w: Array) -> tuple[Array, Array]:
        p = 1 / (1 + np.exp(-np.clip(flat @ w, -30, 30)))
        return flat.T @ ((p - target) * share), (flat * (share * p * (1 - p))[:, None]).T @ flat

    return _newton(loss, slopes, start, pull)


def _newton(loss: Callable[[Array], float], slopes: Callable[[Array], tuple[Array, Array]], start: Array, pull: Array) -> Array:
    """The minimum of a convex loss and the ridge; a step that makes it worse is halved."""

    def whole(w: Array) -> float:
        return loss(w) + 0.5 * float((pull * (w - start) ** 2).sum())

    w, now = start.copy(), whole(start)
    for _ in range(STEPS):
        gradient, hessian = slopes(w)
        step = np.linalg.solve(hessian + np.diag(pull), gradient + pull * (w - start))
        length = 1.0
        while (then := whole(w - length * step)) > now and length > 1e-4:
            length /= 2
        w, gained, now = w - length * step, now - then, then
        if gained < 1e-6:
            break
    return w


def _linear(x: Array, margins: Array, weight: Array, start: Array, pull: Array) -> Array:
    """Ridge regression of the margin on the features over the mean of the others' features."""
    n = x.shape[1]
    over = (x * n - x.sum(axis=1, keepdims=True)) / max(n - 1, 1)
    flat, target = over.reshape(-1, x.shape[2]), margins.reshape(-1)
    share: Array = np.repeat(weight, n)
    hessian = (flat * share[:, None]).T @ flat + np.diag(pull)
    return np.linalg.solve(hessian, flat.T @ (target * share) + pull * start)


def _estimate(features: int) -> Weights:
    """Nothing learned: only the estimate counts."""
    nothing = ((0.0, 0.0),) * (features - 1)
    return Weights(1.0, (*nothing, (1.0, 1.0)), (*nothing, (0.0, 0.0)))


def _flat(pairs: tuple[tuple[float, float], ...]) -> Array:
    table = np.array(pairs)
    return np.concatenate([table[:, 0], table[:, 1]])


def _pairs(flat: Any) -> tuple[tuple[float, float], ...]:
    half = len(flat) // 2
    return tuple((float(a), float(b)) for a, b in zip(flat[:half], flat[half:], strict=True))
