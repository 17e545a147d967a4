"""What people do at a table in the course of a game, at random."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from tafelrunde.core.audience import WHEN_DONE
from tests.leaks.channels import CHANNELS, SOCKET_MESSAGES, Sight
from tests.leaks.compare import Report
from tests.leaks.follow import Following, Over
from tests.leaks.servers import Asked, World
from tests.leaks.stage import NEIGHBOUR, WATCHER, Run, staged

READS = 6
"""Channels that the viewer uses in a turn; all of them in turns."""
REQUESTS = 3
"""Requests of one channel that are made at once."""
ALWAYS = ("hint", "whole_log")
"""Channels that the viewer uses in every turn. A hint is given only while the viewer is asked; the log grows, so that one look
early in a game proves little."""


class Story(Following):
    """Turns of a game; each method is one, and the same in every world but for what the viewer cannot know."""

    absent_since: int | None = None
    """The version at which the viewer's socket was closed."""
    standing: int | None = None
    """The seat that has left a standing answer; only in truth."""

    async def tell(self) -> None:
        """The whole story."""
        self.bases = {min(self.states)}
        self._channels: list[str] = []
        self._places: Counter[str] = Counter()
        kinds = [
            self.undo, self.talk, self.prepare, self.stand, self.own_secrets, self.come_and_go, self.hold, self.practise,
            self.nonsense, self.neighbours, self.go_back_together,
        ]  # fmt: skip
        first = self.run.seed % len(kinds)
        self._kinds = [*kinds[first:], *kinds[:first]]
        try:
            await self.begin()
            for _ in range(self.run.turns):
                for _ in range(self.run.moves):
                    await self.play()
                await self.look()
                await self.something_else()
                await self.something_else()
        except Over:
            pass

    async def begin(self) -> None:
        """Bots may answer from now on."""

        async def release(world: World) -> None:
            world.bots_may_answer.set()

        self.version = self.truth.table.version
        await self.happen(release)

    # --- moves -----------------------------------------------------------------------------------

    async def play(self) -> None:
        """A person makes a move, or a few at once."""
        asked = [seat for seat in self.state.to_act if seat in self.seats]
        seat, moves = self._free_moves() if self.random.random() < 0.3 else (-1, [])
        if not moves:
            seat = self.random.choice(asked)
            moves = self._answers(seat)
        body: dict[str, Any] = {"moves": moves}
        if self.random.random() < 0.3:
            body["key"] = f"key {self.report.turns}"
        often = 0.5 if seat == self.viewer else 0.2  # only the viewer's own acknowledgements are compared
        by_socket = self.random.random() < often and self.truth.people[f"seat {seat}"].socket is not None

        async def request(world: World, moves: Sequence[str]) -> None:
            await (self.send if by_socket else self.post)(world, seat, {**body, "moves": list(moves)})

        await self.moves(seat, body, request)
        if any(self._is_tentative(other) for other in self.state.to_act if other != self.viewer):
            await self.look_at("record")
        if "key" in body and seat == self.viewer:
            again = Asked("moves", "POST", f"{self.truth.path}/moves", body)
            await self.everywhere(lambda world: self.ask(world, [again]))

    def _is_tentative(self, seat: int) -> bool:
        """Whether the seat has begun a choice that is shown when it is complete, and could still be taken back."""
        kind = self.state.asked[seat][1].kind
        return self.game.frames.kinds[kind].answer == WHEN_DONE

    def _answers(self, seat: int) -> list[str]:
        """An answer, sometimes with the next one."""
        moves = [self.random.choice(self.state.legal(seat)).text]
        if self.random.random() < 0.2:
            world = self.state.sample(seat, 0)
            if world.play(seat, moves[0]).cut is None and seat in world.to_act:
                moves.append(self.random.choice(world.legal(seat)).text)
        return moves

    def _free_moves(self) -> tuple[int, list[str]]:
        """A free move of a person, any verb as likely as another."""
        seat = self.random.choice(self.seats)
        by_verb: dict[str, list[str]] = {}
        for move in self.state.free(seat):
            by_verb.setdefault(move.verb, []).append(move.text)
        if not by_verb:
            return seat, []
        return seat, [self.random.choice(by_verb[self.random.choice(sorted(by_verb))])]

    async def send(self, world: World, seat: int, body: dict[str, Any]) -> None:
        """Moves of a person by socket."""
        person = world.people[f"seat {seat}"]
        assert person.socket is not None
        await person.socket.send(json.dumps({"type": "moves", **self.with_decision(world, seat, body)}))
        await person.caught_up()

    # --- looking ---------------------------------------------------------------------------------

    async def look(self) -> None:
        """The viewer uses some of the channels, in turns all of them."""
        if len(self._channels) < READS:
            fresh = [name for name in CHANNELS if name not in ALWAYS]
            self.random.shuffle(fresh)
            self._channels += fresh
        sight = self.sight()
        asked: list[Asked] = []
        for _ in range(READS):
            asked += self._some(self._channels.pop(0), sight)
        for name in ALWAYS:
            asked += self._some(name, sight)
        await self.everywhere(lambda world: self.ask(world, asked))

    def _some(self, name: str, sight: Sight) -> list[Asked]:
        """A few requests of a channel, the next ones each time."""
        found = CHANNELS[name](sight, self.random)
        place = self._places[name]
        self._places[name] += REQUESTS
        return [found[(place + i) % len(found)] for i in range(min(REQUESTS, len(found)))]

    async def ask(self, world: World, asked: Sequence[Asked]) -> None:
        for one in asked:
            world.heard.append(await world.people[one.who or self.me].send(one))
            self.report.routes.add(f"{one.method} {one.path}")

    # --- everything else -------------------------------------------------------------------------

    async def something_else(self) -> None:
        """What happens beside moves and looks: the kind that has waited longest, of those that can happen now."""
        for kind in self._kinds:
            if await kind():
                self._kinds.remove(kind)
                self._kinds.append(kind)
                break

    async def undo(self) -> bool:
        """Somebody takes moves back, if it can be done in every world."""
        for seat in self.seats:
            back_to = self.truth.back_to(seat)
            if back_to is not None and all(copy.twin.dealt_at <= back_to for copy in self.copies):
                asked = Asked("undo", "POST", f"{self.truth.path}/undo", {"seat": seat})

                async def take_back(world: World, seat: int = seat, asked: Asked = asked) -> None:
                    heard = await world.people[f"seat {seat}"].send(asked)
                    if seat == self.viewer:
                        world.heard.append(heard)

                await self.happen(take_back)
                return True
        return False

    async def talk(self) -> bool:
        who = self.random.choice([*(f"seat {seat}" for seat in self.seats), WATCHER])
        await self.happen(lambda world: self._call(world, who, "chat", text=f"line {self.report.turns}"))
        return True

    async def _call(self, world: World, who: str, call: str, **body: Any) -> None:
        """A call of somebody at the table; the answer is compared if it is the viewer."""
        channel = "undo" if call == "undo" else "own calls"
        heard = await world.people[who].send(Asked(channel, "POST", f"{world.path}/{call}", body))
        assert heard.ok, heard
        if who == self.me:
            world.heard.append(heard)

    def _idle(self, seats: Sequence[int]) -> int | None:
        """A person who is not asked anything: what is left with the server is not used at once."""
        return next((seat for seat in seats if seat not in self.state.to_act), None)

    async def prepare(self) -> bool:
        """Another person leaves moves with the server, other ones in each world; the viewer looks; they are taken away."""
        seat = self._idle([seat for seat in self.seats if seat != self.viewer])
        if seat is None:
            return False
        words = {world.name: self.random.choice(self.game.vocabulary).text for world in self.worlds}
        await self.everywhere(lambda world: self._call(world, f"seat {seat}", "prepare", moves=[words[world.name]]))
        await self.look_at("about", "view", "home", "operations")
        await self.everywhere(lambda world: self._call(world, f"seat {seat}", "prepare", moves=[]))
        return True

    async def look_at(self, *names: str) -> None:
        sight = self.sight()
        asked = [one for name in names for one in CHANNELS[name](sight, self.random)]
        await self.everywhere(lambda world: self.ask(world, asked))

    async def stand(self) -> bool:
        """Another person passes on everything optional, in truth only; in the copies the same answers are given by hand."""
        seat = self.standing if self.standing is not None else self._idle([s for s in self.seats if s != self.viewer])
        if seat is None:
            return False
        on = self.standing is None
        self.standing = seat if on else None

        async def switch(world: World) -> None:
            if world is self.truth:
                await self._call(world, f"seat {seat}", "standing", on=on)

        await self.happen(switch)
        await self.look_at("about", "view", "home")
        return True

    async def own_secrets(self) -> bool:
        """The viewer leaves something with the server and takes it away again."""
        if self.viewer is None or self.viewer in self.state.to_act:
            return False
        moves = [self.random.choice(self.game.vocabulary).text]
        await self.everywhere(lambda world: self._call(world, self.me, "prepare", moves=moves))
        await self.everywhere(lambda world: self._call(world, self.me, "standing", on=True))
        await self.look_at("view")
        await self.everywhere(lambda world: self._call(world, self.me, "standing", on=False))
        await self.everywhere(lambda world: self._call(world, self.me, "prepare", moves=[]))
        return True

    async def come_and_go(self) -> bool:
        """The viewer's connection is lost for a while; what was missed comes afterwards, and letters meanwhile."""
        version = self.truth.table.version

        async def lose(world: World) -> None:
            await world.people[self.me].hang_up()
            await world.gone(self.viewer)

        await self.everywhere(lose)
        for _ in range(2):
            await self.play()
        await self.everywhere(lambda world: world.people[self.me].listen(world.table_id, version))
        return True

    async def hold(self) -> bool:
        """A bot holds a person's seat for a turn."""
        seat = self.random.choice(self.seats)
        await self.happen(lambda world: self._call(world, f"seat {seat}", "hold", on=True))
        await self.look_at("about")
        await self.happen(lambda world: self._call(world, f"seat {seat}", "hold", on=False))
        return True

    async def practise(self) -> bool:
        """A table of the viewer's own, from what it knows of this one; everything there is compared."""
        if self.viewer is None:
            return False
        made: dict[str, str] = {}

        async def begin(world: World) -> None:
            heard = await world.people[self.me].send(
                Asked("practice", "POST", f"/api/study/tables/{world.table_id}/practice", {"level": "easy"})
            )
            world.heard.append(heard)
            made.setdefault("id", heard.json()["id"])

        await self.everywhere(begin)
        path = f"/api/tables/{made['id']}"
        asked = [Asked("practice", "GET", p) for p in (path, f"{path}/record", f"/api/study/tables/{made['id']}/text")]
        await self.everywhere(lambda world: self.ask(world, asked))
        return True

    async def nonsense(self) -> bool:
        """The viewer sends messages that make no sense."""

        async def send(world: World) -> None:
            person = world.people[self.me]
            if person.socket is not None:
                for message in SOCKET_MESSAGES:
                    await person.socket.send(message)

        await self.everywhere(send)
        return True

    async def neighbours(self) -> bool:
        """Something happens at another table, something else in each world."""

        async def speak(world: World) -> None:
            self.inputs.turn(self.report.turns, world.name)
            await world.people[NEIGHBOUR].call("POST", f"/api/tables/{world.neighbours}/chat", text=self.inputs.token_hex(4))

        await self.everywhere(speak)
        return True

    async def go_back_together(self) -> bool:
        """Everybody agrees to go back a few moves."""
        places = [ply for ply in self.bases & self.states.keys() if self.state.ply - 8 <= ply < self.state.ply]
        if not places:
            return False
        ply = self.random.choice(places)
        asker, *others = self.random.sample(self.seats, len(self.seats))
        await self.everywhere(lambda world: self._call(world, f"seat {asker}", "undo", ply=ply, seat=asker))
        *some, last = others
        for seat in some:
            await self.everywhere(partial(self._agree, seat=seat))
        for copy in self.copies:
            copy.twin.deal(self.states[ply])
            copy.take_moves(self.truth.rows(0))
            copy.save(copy.twin.state)
            copy.past[ply] = copy.twin.state
        await self.happen(partial(self._agree, seat=last))
        return True

    async def _agree(self, world: World, seat: int) -> None:
        await self._call(world, f"seat {seat}", "undo", agree=True, seat=seat)


async def told(run: Run) -> Report:
    """Tell a story and return what was compared; raises :class:`Leak` at the first difference."""
    async with staged(run, Story) as story:
        await story.tell()
        return story.report
