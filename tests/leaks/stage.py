"""The worlds of one run: set up, copied, and compared turn by turn."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import orjson

import tafelrunde
from tafelrunde.core.state import State
from tests.leaks.channels import Sight
from tests.leaks.compare import Leak, Report, compare
from tests.leaks.copies import Copy, fork
from tests.leaks.draws import controlled
from tests.leaks.inputs import Inputs, given
from tests.leaks.servers import METRICS_TOKEN, OPERATOR, PASSER_BY, Heard, Person, World
from tests.leaks.worlds import Beginning, Habits, Twin, Viewer

S = TypeVar("S", bound="Stage")
WATCHER, NEIGHBOUR = "watcher", "neighbour"
ADDRESS, ENDPOINT = "viewer@example.org", "https://push.example/viewer"
MEMORY = Path("/dev/shm")


@cache
def folder() -> tempfile.TemporaryDirectory[str]:
    """Where the databases of this process are: in memory, if there is such a place."""
    return tempfile.TemporaryDirectory(prefix="tafelrunde", dir=MEMORY if MEMORY.is_dir() else None)


@dataclass(frozen=True)
class Run:
    """Which story is told."""

    game: str
    viewer: Viewer
    seed: int = 1
    turns: int = 30
    moves: int = 1
    """Moves of people in each turn."""
    worlds: int = 3

    @property
    def players(self) -> int:
        """Three, where the game can be played by so few."""
        return max(3, min(tafelrunde.load(self.game).players))

    def __str__(self) -> str:
        viewer = "spectator" if self.viewer is None else f"seat{self.viewer}"
        return f"{self.game}-{viewer}-{self.seed}"


class Stage:
    """The true world and its copies."""

    def __init__(self, run: Run, inputs: Inputs, truth: World) -> None:
        self.run, self.inputs, self.truth = run, inputs, truth
        self.copies: list[Copy] = []
        self.report = Report(runs=1, worlds=run.worlds)
        self.random = Random(str(run))
        self.game = tafelrunde.load(run.game)
        self.viewer = run.viewer
        self.me = WATCHER if run.viewer is None else f"seat {run.viewer}"
        self.bot = (run.viewer + 2 if run.viewer is not None else self.random.randrange(run.players)) % run.players
        self.seats = [seat for seat in range(run.players) if seat != self.bot]
        """The seats of people."""
        self.states: dict[int, State] = {}
        """The true positions of the line that stands, by ply."""
        self.version = 0

    @property
    def state(self) -> State:
        return self.states[max(self.states)]

    @property
    def worlds(self) -> list[World]:
        return [self.truth, *self.copies]

    def sight(self) -> Sight:
        """What the viewer has in front of itself."""
        table = self.truth.table
        words = [self.random.choice(self.game.vocabulary).text for _ in range(12)]
        return Sight(
            table.info.id, self.run.game, self.viewer, table.version, self.state.view(self.viewer), words, dict(table.questions)
        )

    # --- setting up ------------------------------------------------------------------------------

    async def set_up(self) -> None:
        """People enter and sit down; one seat is a bot's."""
        self.inputs.turn(0)
        truth = self.truth
        truth.note_bots()
        for who in (*(f"seat {seat}" for seat in self.seats), WATCHER):
            await newcomer(truth, who, who)
        kinds = ["bot:easy" if seat == self.bot else "open" for seat in range(self.run.players)]
        kinds[self.seats[0]] = "me"
        pace = {"mode": "live", "seconds": 7200} if self.run.seed % 2 else {"mode": "live"}
        made = await truth.people[f"seat {self.seats[0]}"].call(
            "POST", "/api/tables", game=self.run.game, players=self.run.players, seats=kinds, pace=pace, hints=True
        )
        truth.table_id = made["id"]
        for seat, invite in zip(self.seats[1:], made["invites"], strict=True):
            await truth.people[f"seat {seat}"].call("POST", f"{truth.path}/join", invite=invite)
        for seat in self.seats:
            await truth.people[f"seat {seat}"].call("POST", f"{truth.path}/hints", on=True)
            # else the server would answer at a moment of its own choice, which differs between worlds
            await truth.people[f"seat {seat}"].call("POST", f"{truth.path}/auto", on=False)
        truth.change("UPDATE people SET mail = ?, mail_confirmed = ? WHERE name = ?", ADDRESS, ADDRESS, self.me)
        truth.change(
            "INSERT INTO pushes SELECT ?, id, ? FROM people WHERE name = ?",
            ENDPOINT,
            orjson.dumps(self.inputs.browser.keys),
            self.me,
        )
        await truth.host.accounts.links.stop_word(ADDRESS)  # the key for such words is made once for all worlds
        await truth.settled()

    @asynccontextmanager
    async def copied(self) -> AsyncIterator[None]:
        """Copies of the true world, which has not gone beyond its beginning."""
        info = self.truth.table.info
        truth = Beginning(self.game, info.players, info.seed, info.options)
        self.truth.commitment = info.commitment.encode()
        self.states[truth.state.ply] = truth.state
        observers = [self.viewer] if self.viewer is not None else self.random.sample(range(info.players), 2)
        hidden = {observer: truth.hidden_draws(observer, self.random) for observer in observers}
        habits = Habits()
        async with AsyncExitStack() as stack:
            for k in range(self.run.worlds):
                chain, begun = [], truth
                for observer in observers:
                    begun = begun.vary(observer, hidden[observer], self.random)
                    chain.append(begun.state)
                seed = self.random.getrandbits(128)
                copy = fork(self.truth, f"world {k + 1}", begun.state, begun.log, self.me, seed)
                copy.twin = Twin(observers, chain, self.random, habits)
                copy.past[begun.state.ply] = begun.state
                self.inputs.beginnings[seed] = copy.beginning
                await stack.enter_async_context(copy.serving())
                copy.take_over_bots()
                await copy.host.tables.get(copy.table_id)
                copy.commitment = copy.table.info.commitment.encode()
                for who, token in copy.tokens.items():
                    copy.enter(who, token)
                self.copies.append(copy)
            yield

    async def open_sockets(self, world: World) -> None:
        """Everybody listens. In every world other people play at a table of their own, which is nobody's business."""
        self.inputs.turn(1, world.name)
        neighbour = await newcomer(world, NEIGHBOUR, f"N {self.inputs.token_hex(3)}")
        seats = ["me", *["open"] * (self.run.players - 1)]
        made = await neighbour.call("POST", "/api/tables", game=self.run.game, players=self.run.players, seats=seats, watch=False)
        world.neighbours = made["id"]
        self.inputs.turn(1)
        for who, person in world.people.items():
            if who != NEIGHBOUR:
                await person.listen(world.table_id)
        world.enter(PASSER_BY)
        world.enter(OPERATOR, METRICS_TOKEN)

    # --- turns -----------------------------------------------------------------------------------

    async def everywhere(self, act: Callable[[World], Awaitable[None]]) -> None:
        """Do something in every world, each with the same inputs, and compare what the viewer received."""
        self.next_turn()
        for world in self.worlds:
            self.inputs.turn(self.report.turns)
            await act(world)
            await self.keep(world)
        self.compare()

    def next_turn(self) -> None:
        self.report.turns += 1

    async def keep(self, world: World) -> None:
        """Keep what the viewer's socket, mail, pushes and the log have brought in this world."""
        await world.settled()
        await world.hear(world.people[self.me])
        self._check_pushes(world)
        world.heard += [Heard("log", "", line.encode()) for line in self.inputs.lines]
        mine = [letter for letter in self.inputs.letters if ADDRESS in letter]
        world.heard += [Heard("mail", "", letter.encode()) for letter in mine]
        world.heard += [Heard("push", "", body) for body in self.inputs.pushes]
        self.inputs.lines, self.inputs.letters, self.inputs.pushes = [], [], []

    def _check_pushes(self, world: World) -> None:
        """The viewer's socket has led to the viewer's own view: its patches had no other ground and no other aim."""
        me = world.people[self.me]
        if me.socket is not None and me.pushed.view != orjson.loads(world.table.view(self.viewer)):
            raise Leak("socket patch", f"the pushes of {world.name} have not led to the own view but to {me.pushed.view}")

    def compare(self) -> None:
        for copy in self.copies:
            compare(self.truth, copy, self.report, copy.not_recomputed)
            copy.not_recomputed = []
        for world in self.worlds:
            world.heard = []


async def newcomer(world: World, who: str, name: str) -> Person:
    guest = Person(world.port, name)
    body: dict[str, Any] = await guest.call("POST", "/api/session", name=name)
    await guest.close()
    return world.enter(who, body["token"])


@asynccontextmanager
async def staged(run: Run, kind: type[S]) -> AsyncIterator[S]:
    """Everything that is needed to tell a story; the servers run in this event loop and are gone afterwards."""
    with controlled(), given() as inputs:
        async with World("truth", Path(folder().name) / "truth.db").serving() as truth:
            stage = kind(run, inputs, truth)
            await stage.set_up()
            async with stage.copied():
                for world in stage.worlds:
                    await stage.open_sockets(world)
                    await stage.keep(world)
                stage.compare()
                yield stage
