"""The benchmark: a fixed protocol by which bots and agents of any package can be compared and cited.

The bot that is measured sits at one seat and :data:`OPPONENT` at all others; every deal is played from every seat. Nothing in
the protocol depends on a clock, so the same version gives the same results on every machine. A run with fewer deals plays
the first ones; it can be continued later. One file holds all games, and every figure follows from them.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import platform
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from tafelrunde import __version__
from tafelrunde.arena.figures import share, won
from tafelrunde.arena.plan import Plan, Row, loaded, play_job
from tafelrunde.core import state
from tafelrunde.core.game import RULES_VERSION
from tafelrunde.games import REGISTRY


class Setting(NamedTuple):
    """A game and its number of players; the options are the game's defaults."""

    game: str
    players: int


PROTOCOL = 1
"""The version of all that is declared here: whoever changes one of these values raises it."""
BOTS = ("random", "beginner", "easy", "greedy", "normal:untimed", "hard:untimed")
OPPONENT = "greedy"
DEALS = 50
FIRST_SEED = 1_000_000
"""Deal n has the seed ``FIRST_SEED + n``."""

QUICK_GAMES, QUICK_BOTS, QUICK_DEALS = 1, BOTS[:-1], 1
"""What ``--quick`` plays: it shows that the benchmark works, no more."""


class Job(NamedTuple):
    """One game that the protocol asks for."""

    game: str
    players: int
    bot: str
    deal: int
    seat: int


class Played(NamedTuple):
    """One game: who was measured at which seat, and what came of it for that seat."""

    game: str
    players: int
    bot: str
    deal: int
    seat: int
    won: int
    share: float
    score: int
    margin: int
    """The own score minus the best score of the others."""
    seconds: float
    """Processor time of the whole game."""

    @property
    def job(self) -> Job:
        return Job(*self[:5])


class OtherRun(ValueError):
    """A file whose games do not belong to this protocol, version or component set."""


def settings() -> tuple[Setting, ...]:
    """The protocol's settings: the games of this package."""
    return tuple(setting(game) for game in sorted(REGISTRY))


def setting(game: str) -> Setting:
    """Every game, also one of another package, is played by as few as it allows."""
    return Setting(game, min(loaded(game, None).players))


def jobs(settings: Sequence[Setting], bots: Sequence[str], deals: int) -> Iterator[Job]:
    """All games in order: a deal is played by all bots of all games before the next one."""
    for deal in range(deals):
        for game, players in settings:
            for bot in bots:
                yield from (Job(game, players, bot, deal, seat) for seat in seats(bot, players, deal))


def seats(bot: str, players: int, deal: int) -> range:
    """The seats from which a bot plays a deal.

    The opponent against itself is the same game from every seat: it is played once, and the seat that counts changes with the
    deal.
    """
    return range(deal % players, deal % players + 1) if bot == OPPONENT else range(players)


def play(job: Job) -> Played:
    began = process_time()
    lineup = tuple(job.bot if seat == job.seat else OPPONENT for seat in range(job.players))
    row = play_job(Plan(job.game, job.players, {}, (lineup,), FIRST_SEED), job.deal)[0]
    return measured(job, row, process_time() - began)


def measured(job: Job, row: Row, seconds: float) -> Played:
    """What a game means for the seat that is measured."""
    best = max((score for seat, score in enumerate(row.scores) if seat != job.seat), default=0)
    score = row.scores[job.seat]
    return Played(*job, int(won(row, job.seat)), share(row, job.seat), score, score - best, round(seconds, 2))


@contextmanager
def playing(wanted: Sequence[Job], workers: int) -> Iterator[Iterator[Played]]:
    """The games in the order of the jobs, whatever the number of processes."""
    if workers == 1 or len(wanted) < 2:
        yield map(play, wanted)
    else:
        with multiprocessing.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            yield pool.imap(play, wanted)


class Results:
    """The games in a file, and what they were played with."""

    def __init__(self, path: Path) -> None:
        """Read the file if it exists; raises ``OSError``, ``ValueError`` or ``OtherRun`` if it cannot be continued."""
        self.path = path
        self.about: dict[str, Any] = {**identity(), "components": {}, "hardware": []}
        self.games: list[Played] = []
        if path.exists():
            self._read()

    def _read(self) -> None:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            self.about = {key: found[key] for key in self.about}
            self.games = [Played(*row) for row in found["games"]]
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(str(error)) from None

    def check(self, settings: Iterable[Setting]) -> None:
        """Refuse to add games of another version: figures must come from games that anybody can repeat together."""
        for key, value in identity().items():
            if self.about[key] != value:
                raise OtherRun(key)
        for game, _ in settings:
            played_with = loaded(game, None).components.hash
            if self.about["components"].setdefault(game, played_with) != played_with:
                raise OtherRun(f"components {game}")

    def missing(self, wanted: Iterable[Job]) -> list[Job]:
        kept = {game.job for game in self.games}
        return [job for job in wanted if job not in kept]

    def play(self, wanted: Sequence[Job], workers: int, advance: Callable[[int], None]) -> None:
        """Play the games and write each one when it has ended."""
        if wanted and hardware() not in self.about["hardware"]:
            self.about["hardware"].append(hardware())
        self.write()
        with playing(wanted, workers) as games:
            for game in games:
                self.games.append(game)
                self.write()
                advance(1)

    def write(self) -> None:
        """The whole file, under another name first, so that nothing half-written ever stands there."""
        head = json.dumps(self.about, indent=1)[:-2]
        rows = ",\n".join(json.dumps(game) for game in self.games)
        part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        part.write_text(f'{head},\n "columns": {json.dumps(Played._fields)},\n "games": [\n{rows}\n]}}\n', encoding="utf-8")
        part.replace(self.path)


def identity() -> dict[str, Any]:
    """What must be the same for games to be comparable."""
    return {"protocol": PROTOCOL, "version": __version__, "rules": RULES_VERSION, "opponent": OPPONENT, "first_seed": FIRST_SEED}


def hardware() -> str:
    """The machine in one line. Results do not depend on it, times do."""
    compiled = not str(state.__file__).endswith(".py")
    parts = [_processor(), f"{os.cpu_count()} cores", platform.system(), f"Python {platform.python_version()}"]
    return ", ".join([*parts, "compiled engine"] if compiled else parts)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:  # not Linux
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()
