"""Write docs/benchmark.md from the games in docs/benchmark.json: `make benchmark`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tafelrunde.arena import benchmark
from tafelrunde.arena.benchmark import Results
from tafelrunde.arena.benchmark_table import ENOUGH, markdown
from tafelrunde.cli import say

DOCS = Path(__file__).parents[2] / "docs"

PAGE = """# Benchmark
<!-- Written by `make benchmark` from docs/benchmark.json. Do not edit. -->

`tafelrunde benchmark` measures bots and agents by a fixed protocol, so that figures of different papers can be compared.

## Protocol {protocol}
* The bot that is measured sits at one seat, `{opponent}` at all others. A deal is played from every seat before the next one;
  `{opponent}` itself plays each deal once.
* Games and numbers of players: {settings}. Options are the defaults.
* {deals} deals, with the seeds {first} to {last}.
* Bots: {bots}. `LEVEL:untimed` is a level without its time limit:
  it ends its search after its simulations. Nothing depends on a clock, so that the same version gives the same results on every
  machine, with any number of processes. A bot with a time limit (`mcts:0.5`, `hard`) can be measured, but not
  repeated exactly.
* Won: win rate with the 95 % interval of Wilson. Share: a shared victory divided among its winners. Margin: the own score minus
  the best other score, mean and 95 % interval by the normal distribution (from {enough} games up). The games of a deal are
  counted as independent.

```sh
tafelrunde benchmark --workers 2 --out benchmark.json           # the whole protocol, hours; the same command continues it
tafelrunde benchmark --deals 5 --out benchmark.json             # its first five deals
tafelrunde benchmark --bots my_package:MyBot --out mine.json    # an agent of yours, see "Bots and simulation"
TAFELRUNDE_MODEL=rise_policy.pt tafelrunde benchmark rise --out trained.json \\
    --bots tafelrunde.research.learn:TrainedBot
tafelrunde benchmark --quick                                    # a few seconds: does it work?
```

A file is continued only by the version, the rules and the component sets that began it. Please cite the version of the protocol,
that of Tafelrunde, and the number of games ([cite.md](cite.md)).

## Results
**{games} of the {whole} games of the whole protocol were played for this page.** With few games the intervals are wide; where
two overlap, the games do not show which bot is stronger. Equals share victories alike: 1 divided by the number
of players, where somebody wins. Not measured: {unmeasured}, and a trained agent.

* Version {version}, rules {rules}
* {hardware}. Other programs were running. Processor time is that of the whole game, opponents included.
* All games: [benchmark.json](benchmark.json)

{tables}"""


def page(results: Results) -> str:
    wanted = list(benchmark.jobs(benchmark.settings(), benchmark.BOTS, benchmark.DEALS))
    missing = Counter(job.bot for job in results.missing(wanted))
    none = [f"`{bot}`" for bot in benchmark.BOTS if missing[bot] == sum(job.bot == bot for job in wanted)]
    about = results.about
    return PAGE.format(
        protocol=about["protocol"],
        opponent=benchmark.OPPONENT,
        settings=", ".join(f"{game} with {players}" for game, players in benchmark.settings()),
        deals=benchmark.DEALS,
        first=benchmark.FIRST_SEED,
        last=benchmark.FIRST_SEED + benchmark.DEALS - 1,
        enough=ENOUGH,
        bots=", ".join(f"`{bot}`" for bot in benchmark.BOTS),
        games=f"{len(wanted) - sum(missing.values()):,}",
        whole=f"{len(wanted):,}",
        unmeasured=", ".join([*none, "`expert`"]),
        version=about["version"],
        rules=about["rules"],
        hardware="; ".join(about["hardware"]),
        tables=markdown(results.games, say),
    )


if __name__ == "__main__":
    (DOCS / "benchmark.md").write_text(page(Results(DOCS / "benchmark.json")), encoding="utf-8")
