"""Train an agent on RISE against the greedy bot, evaluate it on games it has never seen, and keep it.

    pip install 'tafelrunde[train]'
    python examples/train_rise.py --minutes 45 --workers 2
    TAFELRUNDE_MODEL=rise_policy.pt tafelrunde arena rise --bots tafelrunde.research.learn:TrainedBot,greedy --games 40

Writes the policy, the learning curve as a table (``rise_curve.csv``) and, where matplotlib is installed, as a picture.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from time import perf_counter

from tafelrunde.research.learn import HELD_OUT, Policy, Result, Trainer, evaluate, imitate, read, save

VALIDATION, TEST = HELD_OUT, HELD_OUT + 1_000_000
"""Seeds of the learning curve, by which the best policy is kept, and seeds that are looked at once, at the end."""


def told(result: Result) -> str:
    low, high = round(100 * result.low), round(100 * result.high)
    return f"{100 * result.won:.1f} % ({low} to {high}) of {result.games}, margin {result.margin:+.1f}"


def train(minutes: float, workers: int, out: Path, lessons: int, games: int, held_out: int) -> Result:
    """The whole training; returns how the best policy does on the test seeds."""
    began = perf_counter()
    policy = Policy("rise", 2)
    curve: list[dict[str, float]] = []
    losses = imitate(policy, "greedy", lessons)
    print(f"imitation of greedy: loss {losses[0]:.2f} to {losses[-1]:.2f}", flush=True)
    best, played, number, every = -1.0, 0, 0, 10
    with Trainer(policy, ("greedy",), workers=workers) as trainer:
        while True:
            over = perf_counter() - began > 60 * minutes
            if number % every == 0 or over:
                result = evaluate(policy, held_out, first=VALIDATION)
                spent = (perf_counter() - began) / 60
                curve.append({"minutes": round(spent, 2), "games": played, **result._asdict()})
                print(f"{spent:5.1f} min, {played} games: held out {told(result)}", flush=True)
                if result.won + result.margin / 1000 > best:
                    best = result.won + result.margin / 1000
                    save(policy, out)
            if over:
                break
            trainer.step(games)
            played, number = played + games, number + 1
    _draw(curve, out)
    final = evaluate(read(out), 2 * held_out, first=TEST)
    print(f"test: won {told(final)} games against greedy")
    return final


def _draw(curve: list[dict[str, float]], out: Path) -> None:
    with out.with_name("rise_curve.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(curve[0]))
        writer.writeheader()
        writer.writerows(curve)
    try:
        from matplotlib import pyplot
    except ImportError:
        return
    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    games = [point["games"] for point in curve]
    axes.plot(games, [100 * point["won"] for point in curve])
    axes.fill_between(games, [100 * point["low"] for point in curve], [100 * point["high"] for point in curve], alpha=0.2)
    axes.axhline(50, color="grey", linewidth=0.8)
    axes.set(xlabel="games trained", ylabel="held-out games won against greedy, %", ylim=(0, 100))
    figure.tight_layout()
    figure.savefig(out.with_name("rise_curve.png"), dpi=120)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("rise_policy.pt"))
    parser.add_argument("--lessons", type=int, default=120, help="games of the teacher")
    parser.add_argument("--games", type=int, default=48, help="games between two steps of learning")
    parser.add_argument("--held-out", type=int, default=100, help="games for each point of the curve; the test has twice as many")
    chosen = parser.parse_args()
    train(chosen.minutes, chosen.workers, chosen.out, chosen.lessons, chosen.games, chosen.held_out)
