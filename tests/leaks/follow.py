"""What happens at the true table happens in every copy: the same to the viewer, and with other secrets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from tests.leaks.channels import get
from tests.leaks.compare import Crash, compare
from tests.leaks.copies import Copy
from tests.leaks.draws import scripted
from tests.leaks.servers import Asked, Row, World
from tests.leaks.stage import Stage
from tests.leaks.worlds import Step

Unit = list[tuple[Step, Row]]
"""Moves that were made and written down together."""
Act = Callable[[World], Awaitable[None]]
Request = Callable[[World, Sequence[str]], Awaitable[None]]
"""Makes moves in a world; only what the viewer itself asks for is the same in all."""


class Over(Exception):
    """The game is over, and with it all secrets."""


class Following(Stage):
    """A stage whose copies keep up with the truth."""

    bases: set[int]
    """Plies at which a safe point for everybody was reached."""

    async def happen(self, act: Act) -> None:
        """Something that is no move, and whatever bots do because of it."""
        await self._begin(act)
        kept = [row["seat"] for row in self.truth.rows(self.version) if row["kind"] == "again"]
        back = [row["ply"] for row in self.truth.rows(self.version) if row["kind"] == "undo"]
        units = self._units(0)
        for copy in self.copies:
            self.inputs.turn(self.report.turns)
            copy.more_to_come = bool(units)
            await act(copy)
            if back and back[0] < copy.twin.state.ply:
                copy.twin.go_back(back[0], kept)
                self._check_position(copy)
            await self._repeat_all(copy, units)
        self._end()

    async def moves(self, seat: int, body: Mapping[str, Any], request: Request) -> None:
        """Moves of a person, and whatever bots do because of them."""
        before = self.version
        await self._begin(lambda world: request(world, body["moves"]))
        if self.truth.table.version == before:
            raise Crash(f"a legal move was refused: {seat} {body}")
        units = self._units(len(body["moves"]))
        for copy in self.copies:
            self.inputs.turn(self.report.turns)
            copy.more_to_come = len(units) > 1
            await self._repeat(copy, units[0], len(units) > 1, request)
            await self._repeat_all(copy, units[1:])
        self._end()

    async def _begin(self, act: Act) -> None:
        self.next_turn()
        self.inputs.turn(self.report.turns)
        self.truth.bots_said = []
        await act(self.truth)
        await self.keep(self.truth)
        if self.truth.table.shown.over:
            raise Over

    def _end(self) -> None:
        self.version = self.truth.table.version
        self.compare()
        line = self.truth.table.line
        assert self.state.to_json() == line.state.to_json(), "the true line is not what its rows say"
        self.bases.add(line.base)
        self._look_for_variety()

    def _units(self, asked: int) -> list[Unit]:
        """What happened at the true table since the last turn; ``asked`` moves are those of the request."""
        units: list[Unit] = []
        lengths = [asked] if asked else []
        said = list(self.truth.bots_said)
        for row in self.truth.rows(self.version):
            if row["kind"] == "undo":
                self.states = {ply: state for ply, state in self.states.items() if ply <= row["ply"]}
            if row["kind"] not in ("move", "again"):
                continue
            step = Step(self.state, row["seat"], row["move"])
            self.states[step.state.ply] = step.state
            if row["kind"] == "again":
                continue
            self.report.plies += 1
            if units and len(units[-1]) < lengths[len(units) - 1]:
                units[-1].append((step, row))
                continue
            units.append([(step, row)])
            if len(lengths) < len(units):
                by_bot = bool(said) and said[0][0] == row["seat"]
                lengths.append(said.pop(0)[1] if by_bot else 1)
        return units

    # --- copies ----------------------------------------------------------------------------------

    async def _repeat_all(self, copy: Copy, units: Sequence[Unit]) -> None:
        for i, unit in enumerate(units):
            await self._repeat(copy, unit, i + 1 < len(units))
        copy.tell_bots([], False)
        await self.keep(copy)

    async def _repeat(self, copy: Copy, unit: Unit, more: bool, request: Request | None = None) -> None:
        """Let a copy go on as the truth did."""
        made, rows = [step for step, _ in unit], [row for _, row in unit]
        twin = copy.twin
        plan, how = None if twin.same else twin.follow(made), "followed"
        if plan is None and not more and await self._shadow(copy, made, rows, request):
            return
        if plan is None:
            plan = twin.deal_to_follow(made)
            how = "no other world" if twin.same else "dealt"
            if plan is None:
                await self._give_up(copy, made, rows, request)
                return
            copy.put(twin.state)
            copy.take_moves(self.truth.rows(0))
        moves = [step.move for step in plan.made]
        self.report.moves[how + (", same" if moves == [step.move for step in made] else ", other")] += 1
        copy.table.line.state.rng = scripted([number for step in plan.made for number in step.tape.numbers])
        await self._play(copy, made[0], moves, more, request)
        await copy.at_version(rows[-1]["version"])
        twin.go_on(plan)
        for step in plan.made:
            copy.past |= {step.before.ply: step.before, step.state.ply: step.state}
        self._check_position(copy)

    def _check_position(self, copy: Copy) -> None:
        here, planned = copy.table.line.state.to_json(), copy.twin.state.to_json()
        assert {**here, "rng": 0, "seed": 0} == {**planned, "rng": 0, "seed": 0}, f"{copy.name} did something else"

    async def _play(self, copy: Copy, step: Step, moves: list[str], more: bool, request: Request | None) -> None:
        if copy.table.seats[step.seat].bot is not None:
            copy.tell_bots([(step.seat, moves, step.answers)], more)
        elif request is not None:
            await request(copy, moves)
        else:  # in truth it came by itself: a standing answer
            await self.post(copy, step.seat, {"moves": moves})

    async def _give_up(self, copy: Copy, made: list[Step], rows: list[Row], request: Request | None) -> None:
        """No world was found in which this can happen: deal one in which it has happened."""
        self.report.moves["not recomputed"] += 1
        copy.twin.deal(made[-1].state)
        copy.take_moves(self.truth.rows(0))
        copy.past |= {step.state.ply: step.state for step in made}
        copy.past[copy.twin.state.ply] = copy.twin.state
        copy.add(made, rows, copy.twin.state)
        if request is not None and made[0].seat == self.viewer:
            copy.not_recomputed = ["moves", "socket ack"]

    async def _shadow(self, copy: Copy, made: list[Step], rows: list[Row], request: Request | None) -> bool:
        """Where the move cannot be made here, but one can that looks the same: the record must not name it."""
        other = copy.twin.shadow(self.viewer, made[0]) if len(made) == 1 else None
        if other is None:
            return False
        self.report.moves["shadowed"] += 1
        copy.table.line.state.rng = scripted(other.tape.numbers)
        copy.past[other.state.ply] = other.state
        await self._play(copy, made[0], [other.move], False, request)
        await copy.at_version(rows[-1]["version"])
        kept = self.truth.heard, copy.heard
        self.truth.heard, copy.heard = [], []
        for asked in get("record", f"{copy.path}/record", copy.path):
            for world in (self.truth, copy):
                world.heard.append(await world.people[self.me].send(asked))
        compare(self.truth, copy, self.report)
        self.truth.heard, copy.heard = kept
        copy.write(rows[0])
        copy.twin.deal(made[0].state)
        copy.put(copy.twin.state)
        copy.past[copy.twin.state.ply] = copy.twin.state
        return True

    def _look_for_variety(self) -> None:
        """Count the seats that hide something from the viewer now, and in how many copies it is something else."""
        whole = self.state.view("all")["seats"]
        others = [copy.twin.state.view("all")["seats"] for copy in self.copies]
        for seat in range(self.run.players):
            observer = self.viewer if self.viewer is not None else (seat + 1) % self.run.players
            sampled = self.state.sample(observer, self.report.turns).view("all")["seats"]
            if sampled[seat] != whole[seat]:
                self.report.hidden[seat] += len(others)
                self.report.varied[seat] += sum(other[seat] != whole[seat] for other in others)

    # --- requests --------------------------------------------------------------------------------

    async def post(self, world: World, seat: int, body: Mapping[str, Any]) -> None:
        """Moves of a person by HTTP."""
        asked = Asked("moves", "POST", f"{world.path}/moves", self.with_decision(world, seat, body))
        heard = await world.people[f"seat {seat}"].send(asked)
        if seat == self.viewer:
            world.heard.append(heard)
        elif not heard.ok:
            raise Crash(f"a legal move was refused: {heard}")

    def with_decision(self, world: World, seat: int, body: Mapping[str, Any]) -> dict[str, Any]:
        """The question that the moves answer, if they are no free ones."""
        question = world.table.questions.get(seat)
        answers = question is not None and self.game.index(body["moves"][0]) in world.table.shown.actions(seat)
        return {**body, **({"decision": question} if answers else {})}
