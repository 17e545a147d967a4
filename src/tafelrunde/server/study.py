"""The HTTP interface under ``/api/study``: rulebook, scenarios, replays, practice, doubts, tutorials, component sets."""

from __future__ import annotations

import asyncio
import json as plain_json
import secrets
import sys
from collections import OrderedDict
from hashlib import sha256
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field, StringConstraints

import tafelrunde
from tafelrunde.core import record as records
from tafelrunde.core.game import Game
from tafelrunde.core.history import History, Played
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.views import Viewer
from tafelrunde.server.api import NO, Caller, Host, Somebody, id_of, json
from tafelrunde.server.errors import Refused, not_yours, unknown, wrong
from tafelrunde.server.loading import beginning
from tafelrunde.server.people import Person
from tafelrunde.server.play import Body, Move, SeatNumber
from tafelrunde.server.table import Table
from tafelrunde.study import chances, digest, doubt, jobs, practice, prose, rulebook, scenarios, tutorial
from tafelrunde.study.replay import Replay

router = APIRouter(prefix="/api/study")
KEPT = 24
"""Replays held in memory."""
UPLOADED = "upload-"

Lang = Literal["en", "de", "ru"]
Words = Annotated[str, StringConstraints(max_length=300)]
Upload = Annotated[str, StringConstraints(max_length=256 * 1024)]
Line = Annotated[str, StringConstraints(min_length=3, max_length=124, pattern=r"^[0-9] ")]
Seat = Annotated[str, Query(pattern=r"^([0-9]|all|none)$")]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]
PlaceNumber = Annotated[int, Path(ge=0, le=2**31 - 1)]


def viewer_of(seat: str) -> Viewer:
    return {"all": "all", "none": None}.get(seat, int(seat) if seat.isdigit() else None)


def known_game(game: str) -> Game[Any]:
    if game not in tafelrunde.games():
        raise unknown("game")
    return tafelrunde.load(game)


# --- replays -------------------------------------------------------------------------------------


class Opened:
    """A replay with what else is known of its game."""

    def __init__(self, replay: Replay, component_text: str | None, based: bool) -> None:
        self.replay, self.component_text, self.based = replay, component_text, based
        self.review: dict[str, Any] | None = None
        self.reviewing: asyncio.Task[None] | None = None
        self.digests: dict[str, bytes] = {}

    def record(self) -> str:
        """The whole game as a ``.tafel`` text."""
        replay = self.replay
        history = History(replay.end.clone())
        history.line = [Played(seat, replay.game.index(move), False, None, False) for seat, move in replay.moves]
        return records.write(history, replay.names, base=replay.start if self.based else None)


class Shelf:
    """The replays that were opened last, and one process at a time that works out chances."""

    def __init__(self) -> None:
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._one_at_a_time = asyncio.Semaphore(1)

    def get(self, source: str) -> Opened | None:
        found = self._opened.get(source)
        if found is not None:
            self._opened.move_to_end(source)
        return found

    def put(self, source: str, opened: Opened) -> Opened:
        self._opened[source] = opened
        while len(self._opened) > KEPT:
            self._opened.popitem(last=False)
        return opened

    def chances(self, opened: Opened) -> dict[str, Any]:
        """What is known of the chances so far; asking for them begins the work."""
        if opened.review is None:
            wanted = len(chances.places(opened.replay.last))
            opened.review = {"ready": False, "failed": False, "of": wanted, "points": [], "draws": [], "turns": []}
            opened.reviewing = asyncio.create_task(self._review(opened, opened.review))
        return opened.review

    async def _review(self, opened: Opened, review: dict[str, Any]) -> None:
        async with self._one_at_a_time:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", chances.__name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(plain_json.dumps({"record": opened.record(), "components": opened.component_text}).encode())
                process.stdin.close()
                async for line in process.stdout:
                    told = plain_json.loads(line)
                    if "turns" in told:
                        review |= {"ready": True, "turns": told["turns"]}
                    elif "draw" in told:
                        review["draws"].append(told["draw"])
                    else:
                        review["points"].append({"place": told["place"], "chances": told["chances"]})
                review["failed"] = not review["ready"]
            finally:
                if process.returncode is None:
                    process.kill()
                await process.wait()


def shelf(request: Request) -> Shelf:
    state = request.app.state
    if not hasattr(state, "shelf"):
        state.shelf = Shelf()
    found: Shelf = state.shelf
    return found


Shelved = Annotated[Shelf, Depends(shelf)]


async def open_replay(source: str, person: Caller, host: Host, shelf: Shelved) -> Opened:
    """A finished table whose record the caller may have, or a record that was sent up."""
    if source.startswith(UPLOADED):
        found = shelf.get(source)
        if found is None:
            kept = await host.uploads.find(source)
            if kept is None:
                raise unknown("replay")
            found = shelf.put(source, await host.aside(_uploaded, *kept))
        return found
    table: Table = await host.tables.get(source)
    if not table.info.watch and not table.seats_of(id_of(person)):
        raise not_yours("This table is not open to spectators.")
    if not table.shown.over:
        raise Refused(409, "running", "This game is not over yet.")
    found = shelf.get(source)
    if found is None:
        rows = await host.tables.store.standing_line(source)
        found = shelf.put(source, await host.aside(_replay_of, table, [(row["seat"], row["move"]) for row in rows]))
    return found


def _replay_of(table: Table, moves: list[tuple[int, str]]) -> Opened:
    info, names = table.info, [seat.name for seat in table.seats]
    if info.base is not None:
        return Opened(Replay(beginning(table.game, info), moves, names), info.component_text, True)
    start, log = table.game.begin(info.players, info.seed, info.options)
    return Opened(Replay(start, moves, names, log), info.component_text, False)


def _uploaded(record: str, components: str | None) -> Opened:
    return Opened(chances.open_record(record, components), components, "\nbase {" in record)


Replayed = Annotated[Opened, Depends(open_replay)]


class ReplayBody(Body):
    record: Upload
    components: Upload | None = None


@router.post("/replays", responses=NO)
async def send_up(body: ReplayBody, person: Somebody, host: Host, shelf: Shelved) -> Response:
    """Read a record in a limited worker, then keep it for a while; the id is its hash."""
    source = UPLOADED + sha256(f"{body.record}\0{body.components}".encode()).hexdigest()[:32]
    if shelf.get(source) is None:
        checked = await host.sandboxed({"kind": "record", "text": body.record, "components": body.components})
        if not checked["ok"]:
            raise wrong("record", checked["reason"])
        shelf.put(source, await host.aside(_uploaded, body.record, body.components))
    await host.uploads.keep(source, body.record, body.components)
    return json({"id": source})


@router.get("/replays/{source}", responses=NO)
async def replay(source: str, opened: Replayed) -> Response:
    return json({"id": source, "practice": opened.based, **opened.replay.about()})


@router.get("/replays/{source}/record", responses=NO)
async def export(opened: Replayed) -> Response:
    return Response(opened.record(), media_type="text/plain; charset=utf-8")


@router.get("/replays/{source}/at/{place}", responses=NO)
async def at(place: PlaceNumber, opened: Replayed, seat: Seat = "all", lang: Lang = "en") -> Response:
    """One position as a seat saw it then, as a spectator did, or with all cards open."""
    return json(opened.replay.frame(place, viewer_of(seat), lang))


@router.get("/replays/{source}/frames", responses=NO)
async def frames(opened: Replayed, host: Host, first: Number, last: Number, seat: Seat = "all", lang: Lang = "en") -> Response:
    return json(await host.aside(opened.replay.frames, first, last, viewer_of(seat), lang))


@router.get("/replays/{source}/text/{place}", responses=NO)
async def replay_text(place: PlaceNumber, opened: Replayed, seat: Seat = "all", lang: Lang = "en") -> Response:
    replay = opened.replay
    return json(read_aloud(replay.game, replay.at(place).view(viewer_of(seat)), lang, replay.names))


@router.get("/replays/{source}/digest", responses=NO)
async def digest_of(opened: Replayed, host: Host, lang: Lang = "en") -> Response:
    if lang not in opened.digests:
        opened.digests[lang] = bytes(json(await host.aside(digest.digest, opened.replay, lang)).body)
    return json(opened.digests[lang])


@router.get("/replays/{source}/chances", responses=NO)
async def chances_of(opened: Replayed, shelf: Shelved) -> Response:
    """Every seat's chance over the game; asked again until it is ``ready``."""
    return json(shelf.chances(opened))


class DoubtBody(Body):
    """``place`` is where the disputed move was to be made; at a practice table the present position if left out."""

    place: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    move: Line
    rule: Words = ""
    title: Words = ""
    note: Annotated[str, StringConstraints(max_length=2000)] = ""


def checked_rule(game: Game[Any], rule: str) -> str:
    if rule and rule not in game.rules:
        raise wrong("rule", f"{game.title} has no such rule.")
    return rule


def toml(text: str) -> Response:
    return Response(text, media_type="application/toml; charset=utf-8")


@router.post("/replays/{source}/doubt", responses=NO)
async def doubt_replay(body: DoubtBody, opened: Replayed, host: Host) -> Response:
    """A scenario file of the position, the disputed move and the rule."""
    replay = opened.replay
    if opened.component_text is not None:
        raise wrong("components", "A scenario is played with a game's own components.")
    place = replay.last if body.place is None else body.place
    replay.at(place)
    rule = checked_rule(replay.game, body.rule)
    moves = replay.moves[:place]
    return toml(await host.aside(doubt.write, replay.start, moves, body.move, rule, body.title, body.note, opened.based))


# --- practice ------------------------------------------------------------------------------------


class PracticeBody(Body):
    place: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    seat: SeatNumber | None = None
    level: Literal["easy", "normal", "hard"] = "normal"


async def practise(host: Any, person: Person, state: Any, seat: int, level: str, component_text: str | None) -> Response:
    """A private table against bots whose first position is the seat's knowledge and otherwise dealt anew."""
    base = practice.base(state, seat, secrets.randbits(128))
    seats = ["me" if i == seat else f"bot:{level}" for i in range(base.players)]
    table_id, _, back = await host.tables.create(
        base.game.id, base.players, base.options, seats, {"mode": "live"}, (person.id, person.name), False, False,
        component_text, True, base=base,
    )  # fmt: skip
    return json({"id": table_id, "seat": seat, "back": back})


@router.post("/replays/{source}/practice", responses=NO)
async def practise_replay(body: PracticeBody, opened: Replayed, person: Somebody, host: Host) -> Response:
    state = opened.replay.at(opened.replay.last if body.place is None else body.place)
    seat = body.seat if body.seat is not None else next(iter(state.to_act), 0)
    if seat >= state.players:
        raise wrong("seat", f"The seats are 0 to {state.players - 1}.")
    return await practise(host, person, state, seat, body.level, opened.component_text)


@router.post("/tables/{table_id}/practice", responses=NO)
async def practise_table(table_id: str, body: PracticeBody, person: Somebody, host: Host) -> Response:
    """From the caller's own running game, as the caller knows it."""
    table: Table = await host.tables.get(table_id)
    seat = table.seat_of(person.id, body.seat)
    if seat is None:
        raise not_yours()
    return await practise(host, person, table.shown, seat, body.level, table.info.component_text)


@router.post("/tables/{table_id}/doubt", responses=NO)
async def doubt_practice(table_id: str, body: DoubtBody, person: Somebody, host: Host) -> Response:
    """From a practice table of the caller's own, which holds nothing that anybody else may not know."""
    table: Table = await host.tables.get(table_id)
    others = [seat for seat in table.seats if seat.kind == "person" and seat.person != person.id]
    if not table.seats_of(person.id):
        raise not_yours()
    if others or not all(seat.hints for seat in table.seats if seat.kind == "person"):
        raise Refused(
            409, "running", "A doubt tells the whole position: it can be written in practice and when the game is over."
        )
    if table.info.component_text is not None:
        raise wrong("components", "A scenario is played with a game's own components.")
    start = beginning(table.game, table.info)
    rows = await host.tables.store.standing_line(table_id, to=None if body.place is None else start.ply + body.place)
    moves = [(row["seat"], row["move"]) for row in rows]
    rule = checked_rule(table.game, body.rule)
    based = table.info.base is not None
    return toml(await host.aside(doubt.write, start, moves, body.move, rule, body.title, body.note, based))


def read_aloud(game: Game[Any], view: Any, lang: str, names: Any) -> list[dict[str, Any]]:
    return [part._asdict() for part in prose.position_text(game, view, lang, names)]


@router.get("/tables/{table_id}/text", responses=NO)
async def table_text(
    table_id: str, person: Caller, host: Host, lang: Lang = "en", seat: Annotated[int, Query(ge=0, le=15)] | None = None
) -> Response:
    """The caller's own view in sentences and lists."""
    table: Table = await host.tables.get(table_id)
    viewer = table.seat_of(id_of(person), seat)
    if viewer is None and (seat is not None or not table.info.watch):
        raise not_yours()
    return json(read_aloud(table.game, table.shown.view(viewer), lang, [chair.name for chair in table.seats]))


# --- the rulebook and its scenarios --------------------------------------------------------------


@router.get("/{game}/rules/{lang}", responses=NO)
async def rules(game: str, lang: str) -> Response:
    """Sections and rules in order, with their links and proofs, and the coverage figure."""
    if known_game(game) and lang not in LANGUAGES:
        raise unknown("language")
    return json(rulebook.page(game, lang))


@router.get("/{game}/scenarios", responses=NO)
async def all_scenarios(game: str, lang: Annotated[str, Query(max_length=2)] = "en") -> Response:
    return json(scenarios.listing(known_game(game).id, lang if lang in LANGUAGES else "en"))


@router.get("/{game}/scenario", responses=NO)
async def scenario_text(game: str, name: Annotated[str, Query(max_length=200)]) -> Response:
    if name not in scenarios.texts(known_game(game).id):
        raise unknown("scenario")
    return toml(scenarios.text_of(game, name))


class StepBody(Body):
    """A scenario by ``name``, or an own one as ``text``; its first ``steps`` steps and then own ``moves``."""

    name: Annotated[str, StringConstraints(max_length=200)] | None = None
    text: Upload | None = None
    steps: Annotated[int, Field(ge=0, le=10_000)] = 0
    moves: Annotated[list[Line], Field(max_length=scenarios.MAX_MOVES)] = []
    viewer: Annotated[str, StringConstraints(pattern=r"^([0-9]|all|none)$")] = "all"
    lang: Lang = "en"


async def scenario_job(game: str, kind: str, body: StepBody, host: Any, **more: Any) -> dict[str, Any]:
    """Our own scenarios are run here, strangers' in a limited worker."""
    if (body.name is None) == (body.text is None):
        raise wrong("name", "A scenario is given by its name or by its text.")
    if body.name is not None and body.name not in scenarios.texts(known_game(game).id):
        raise unknown("scenario")
    job = {
        "kind": kind, "game": known_game(game).id, "name": body.name, "text": body.text, "steps": body.steps,
        "moves": body.moves, "viewer": viewer_of(body.viewer), "lang": body.lang, **more,
    }  # fmt: skip
    done: dict[str, Any] = await (host.aside(jobs.work, job) if body.name is not None else host.sandboxed(job))
    if not done["ok"]:
        raise wrong(done.get("where") or "scenario", done["reason"])
    return done


@router.post("/{game}/scenario/step", responses=NO)
async def step(game: str, body: StepBody, host: Host) -> Response:
    """A scenario at a step: what is seen, what happened, what is refused and why, what is legal. Nothing is kept."""
    return json(await scenario_job(game, "study.step", body, host))


class ScenarioDoubtBody(StepBody):
    move: Line


@router.post("/{game}/scenario/doubt", responses=NO)
async def doubt_scenario(game: str, body: ScenarioDoubtBody, host: Host) -> Response:
    return toml((await scenario_job(game, "study.doubt", body, host, move=body.move))["text"])


# --- tutorials and components --------------------------------------------------------------------


@router.get("/{game}/tutorial/{lang}", responses=NO)
async def lessons(game: str, lang: Lang) -> Response:
    """The steps of a game's tutorial, and what the decision bar says of itself in a guided round."""
    return json(tutorial.page(known_game(game).id, lang))


class LessonBody(Body):
    step: Annotated[int, Field(ge=0, le=1000)]
    moves: Annotated[list[Move], Field(max_length=50)] = []
    lang: Lang = "en"


@router.post("/{game}/tutorial/step", responses=NO)
async def lesson(game: str, body: LessonBody, host: Host) -> Response:
    """The position of a step after some of its moves; a move that is not the one asked for is answered kindly."""
    return json(await host.aside(tutorial.at, known_game(game).id, body.step, body.moves, body.lang))


@router.get("/{game}/components", responses=NO)
async def component_set(game: str) -> Response:
    return toml(known_game(game).components.text)


class ComponentsBody(Body):
    text: Upload


@router.post("/{game}/components/check", responses=NO)
async def check_components(game: str, body: ComponentsBody, person: Somebody, host: Host) -> Response:
    """Whether a component set can be played with: its hash, or the key that is wrong and why."""
    return json(await host.sandboxed({"kind": "study.components", "game": known_game(game).id, "text": body.text}))
