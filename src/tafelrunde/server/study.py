"""The HTTP routes under ``/api/study``: rulebook, scenarios, replays, practice, disputes, tutorials, component sets."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import StringConstraints

import tafelrunde
from tafelrunde.core.audience import Viewer
from tafelrunde.core.game import Game
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.state import State
from tafelrunde.server import prepared, replays
from tafelrunde.server.api import Caller, Host, Somebody, id_of, json, no_session, verdict
from tafelrunde.server.errors import Refused, not_yours, unknown, wrong
from tafelrunde.server.models import study as models
from tafelrunde.server.models.tables import Rejected
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.openapi import answers
from tafelrunde.server.people import Person
from tafelrunde.server.positions import beginning, restore_state
from tafelrunde.server.replay_shelf import Opened, Shelf
from tafelrunde.server.replays import Source
from tafelrunde.server.table import Table
from tafelrunde.study import doubt, jobs, practice, scenarios, tutorial

router = APIRouter(prefix="/api/study")
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


async def shelf(request: Request) -> Shelf:
    state = request.app.state
    if not hasattr(state, "shelf"):
        state.shelf = Shelf()
    found: Shelf = state.shelf
    return found


Shelved = Annotated[Shelf, Depends(shelf)]


async def open_replay(source: str, person: Caller, host: Host, shelf: Shelved) -> Opened:
    """Open the replay of a finished table whose record the caller may read, or of an uploaded record."""
    if source.startswith(UPLOADED):
        found = shelf.get(source)
        if found is None:
            kept = await host.uploads.find(source)
            if kept is None:
                raise unknown("replay")
            found = await _open(host, shelf, source, Source(source, kept[1], kept[0]))
        return found
    table: Table = await host.tables.get(source)
    if not table.info.watch and not table.seats_of(id_of(person)):
        raise not_yours("This table is not open to spectators.")
    if not table.over:
        raise Refused(409, "running", "This game is not over yet.")
    if table.change is not None:  # the installed rules do not reproduce its positions
        raise table.change.refusal()
    found = shelf.get(source)
    if found is None or list(found.source.names) != [seat.name for seat in table.seats]:  # a name was changed or erased
        found = await _open(host, shelf, source, await _table_source(host, table))
    return found


async def _open(host: Any, shelf: Shelf, name: str, source: Source) -> Opened:
    return shelf.put(name, Opened(source, await host.workers.run(replays.about, source)))


async def _table_source(host: Any, table: Table, to: int | None = None) -> Source:
    """The current line of a table up to the ply ``to``, as a worker replays it: without automatic answers."""
    info = table.info
    rows = await host.tables.store.standing_line(info.id, info.first_ply, to)
    rows = [row for row in rows if table.other_plies.get(row["version"], row["ply"]) is not None]
    names = [seat.name for seat in table.seats]
    return Source(
        "\n".join([info.id, *names]), info.component_text, None, info.game, info.players, info.seed, dict(info.options),
        info.base, [(row["seat"], row["move"]) for row in rows], names, info.rules, info.components,
    )  # fmt: skip


Replayed = Annotated[Opened, Depends(open_replay)]


@router.post("/replays", responses=answers(models.ReplayId))
async def send_up(body: models.ReplayBody, person: Somebody, host: Host, shelf: Shelved) -> Response:
    """Validate a record in a limited worker, then store it for a while; the id is its hash."""
    source = UPLOADED + sha256(f"{body.record}\0{body.components}".encode()).hexdigest()[:32]
    if shelf.get(source) is None:
        checked = await host.workers.read_file({"kind": "record", "text": body.record, "components": body.components})
        if not checked["ok"]:
            raise wrong("record", checked["reason"])
        await _open(host, shelf, source, Source(source, body.components, body.record))
    await host.uploads.keep(source, body.record, body.components, person.id)
    return json({"id": source})


@router.get("/replays/{source}", responses=answers(models.Replay))
async def replay(source: str, opened: Replayed) -> Response:
    return json({"id": source, **opened.about})


@router.get("/replays/{source}/record", response_class=PlainTextResponse)
async def export(opened: Replayed, host: Host) -> Response:
    return Response(await host.workers.run(replays.record, opened.source), media_type="text/plain; charset=utf-8")


@router.get("/replays/{source}/at/{place}", responses=answers(models.Frame))
async def at(place: PlaceNumber, opened: Replayed, host: Host, seat: Seat = "all", lang: Lang = "en") -> Response:
    """One position as a seat or a spectator saw it, or with all cards open."""
    return json(await host.workers.run(replays.frame, opened.source, place, viewer_of(seat), lang))


@router.get("/replays/{source}/frames", responses=answers(list[models.Frame]))
async def frames(opened: Replayed, host: Host, first: Number, last: Number, seat: Seat = "all", lang: Lang = "en") -> Response:
    return json(await host.workers.run(replays.frames, opened.source, first, last, viewer_of(seat), lang))


@router.get("/replays/{source}/text/{place}", responses=answers(list[models.TextPart]))
async def replay_text(place: PlaceNumber, opened: Replayed, host: Host, seat: Seat = "all", lang: Lang = "en") -> Response:
    return json(await host.workers.run(replays.text, opened.source, place, viewer_of(seat), lang))


@router.get("/replays/{source}/digest", responses=answers(models.Digest))
async def digest_of(opened: Replayed, host: Host, lang: Lang = "en") -> Response:
    if lang not in opened.digests:
        opened.digests[lang] = await host.workers.run(replays.digest, opened.source, lang)
    return json(opened.digests[lang])


@router.get("/replays/{source}/result", responses=answers(models.Result))
async def result_of(opened: Replayed, host: Host, lang: Lang = "en") -> Response:
    """The reason for the end, the points of every seat by source, and key moments. Only for finished games."""
    if not opened.about["over"]:
        raise Refused(409, "running", "This game is not over yet.")
    if lang not in opened.results:
        opened.results[lang] = await host.workers.run(replays.result, opened.source, lang)
    return json(opened.results[lang])


@router.get("/replays/{source}/chances", responses=answers(models.Chances))
async def chances_of(opened: Replayed, shelf: Shelved, host: Host) -> Response:
    """Every seat's chance over the game; asked again until it is ``ready``."""
    return json(shelf.chances(opened, host.workers))


def checked_rule(game: Game[Any], rule: str) -> str:
    if rule and rule not in game.rules:
        raise wrong("rule", f"{game.title} has no such rule.")
    return rule


class TomlResponse(Response):
    media_type = "application/toml"


def toml(text: str) -> Response:
    return TomlResponse(text, media_type="application/toml; charset=utf-8")


@router.post("/replays/{source}/doubt", response_class=TomlResponse)
async def doubt_replay(body: models.DoubtBody, opened: Replayed, host: Host) -> Response:
    """A scenario file of the position, the disputed move and the rule."""
    return await _doubt(host, opened.source, opened.game, body)


async def _doubt(host: Any, source: Source, game: Game[Any], body: models.DoubtBody) -> Response:
    if source.component_text is not None:
        raise wrong("components", "A scenario is played with a game's own components.")
    told = body.move, checked_rule(game, body.rule), body.title, body.note
    return toml(await host.workers.run(replays.written_doubt, source, body.place, *told))


# --- practice ------------------------------------------------------------------------------------


async def practise(host: Any, person: Person, base: State, seat: int, level: str, component_text: str | None) -> Response:
    """Create a private practice table against bots. Its first position is dealt anew, except for what the seat knows."""
    seats = ["me" if i == seat else f"bot:{level}" for i in range(base.players)]
    new = NewTable(
        base.game.id, base.players, seats, (person.id, person.name), base.options, {"mode": "live"},
        watch=False, hints=True, component_text=component_text, base=base,
    )  # fmt: skip
    made = await host.tables.create(new)
    return json({"id": made.id, "seat": seat, "back": made.backs})


@router.post("/replays/{source}/practice", responses=answers(models.PracticeTable))
async def practise_replay(body: models.PracticeBody, opened: Replayed, person: Somebody, host: Host) -> Response:
    seed = secrets.randbits(128)
    text, seat = await host.workers.run(replays.practice_base, opened.source, body.place, body.seat, seed)
    base = restore_state(opened.game, text, seed)
    return await practise(host, person, base, seat, body.level, opened.source.component_text)


@router.post("/tables/{table_id}/practice", responses=answers(models.PracticeTable))
async def practise_table(table_id: str, body: models.PracticeBody, person: Somebody, host: Host) -> Response:
    """Create a practice table from the caller's own running game, using only what the caller knows."""
    table: Table = await host.tables.get(table_id)
    seat = table.seat_of(person.id, body.seat)
    if seat is None:
        raise not_yours()
    base = practice.base(table.shown, seat, secrets.randbits(128))
    return await practise(host, person, base, seat, body.level, table.info.component_text)


@router.post("/tables/{table_id}/doubt", response_class=TomlResponse)
async def doubt_table(table_id: str, body: models.TableDoubtBody, person: Somebody, host: Host) -> Response:
    """Write a scenario from the caller's own table. If it could harm others, it is written from a sampled world, which contains
    neither the true seed nor a hidden card."""
    table: Table = await host.tables.get(table_id)
    seat = table.seat_of(person.id, body.seat)
    if seat is None:
        raise not_yours()
    if table.info.component_text is not None:
        raise wrong("components", "A scenario is played with a game's own components.")
    rule = checked_rule(table.game, body.rule)
    if not table.shown.over and not _own_practice(table, person.id):
        if body.place is not None:
            raise Refused(409, "running", "While the game runs, a doubt is about the present position.")
        world = practice.base(table.shown, seat, secrets.randbits(128))
        return toml(await host.aside(doubt.write, world, [], body.move, rule, body.title, body.note, True))
    start = beginning(table.game, table.info)
    rows = await host.tables.store.standing_line(table_id, start.ply, None if body.place is None else start.ply + body.place)
    moves = [(row["seat"], row["move"]) for row in rows]
    based = table.info.base is not None
    return toml(await host.aside(doubt.write, start, moves, body.move, rule, body.title, body.note, based))


def _own_practice(table: Table, person: str) -> bool:
    """Whether a table is a practice table without other people: its seed was drawn for it, so nobody else's secrets can leak."""
    return table.info.practice and all(seat.kind != "person" or seat.person == person for seat in table.seats)


@router.get("/tables/{table_id}/text", responses=answers(list[models.TextPart]))
async def table_text(
    table_id: str, person: Caller, host: Host, lang: Lang = "en", seat: Annotated[int, Query(ge=0, le=15)] | None = None
) -> Response:
    """The caller's own view as text, in sentences and lists."""
    table: Table = await host.tables.get(table_id)
    viewer = table.seat_of(id_of(person), seat)
    if viewer is None and (seat is not None or not table.info.watch):
        raise not_yours()
    return json(replays.read_aloud(table.game, table.shown.view(viewer), lang, [chair.name for chair in table.seats]))


# --- the rulebook and its scenarios --------------------------------------------------------------


@router.get("/{game}/rules/{lang}", responses=answers(models.RulePage))
async def rules(game: str, lang: str) -> Response:
    """Sections and rules in order, with their links and proofs, and the coverage figure."""
    if known_game(game) and lang not in LANGUAGES:
        raise unknown("language")
    return json(prepared.rulebook_page(game, lang))


@router.get("/{game}/scenarios", responses=answers(list[models.ScenarioEntry]))
async def all_scenarios(game: str, lang: Annotated[str, Query(max_length=2)] = "en") -> Response:
    return json(prepared.scenario_list(known_game(game).id, lang if lang in LANGUAGES else "en"))


@router.get("/{game}/scenario", response_class=TomlResponse)
async def scenario_text(game: str, name: Annotated[str, Query(max_length=200)]) -> Response:
    if name not in scenarios.texts(known_game(game).id):
        raise unknown("scenario")
    return toml(scenarios.text_of(game, name))


async def scenario_job(
    game: str, kind: str, body: models.StepBody, host: Any, person: Person | None, **more: Any
) -> dict[str, Any]:
    """Run a job on a scenario: packaged ones in a worker, uploaded ones in a limited process and only for people with a
    session."""
    if (body.name is None) == (body.text is None):
        raise wrong("name", "A scenario is given by its name or by its text.")
    if body.text is not None and person is None:
        raise no_session()
    if body.name is not None and body.name not in scenarios.texts(known_game(game).id):
        raise unknown("scenario")
    job = {
        "kind": kind, "game": known_game(game).id, "name": body.name, "text": body.text, "steps": body.steps,
        "moves": body.moves, "viewer": viewer_of(body.viewer), "lang": body.lang, **more,
    }  # fmt: skip
    done: dict[str, Any] = await (host.workers.run(jobs.work, job) if body.name is not None else host.workers.read_file(job))
    if not done["ok"]:
        raise wrong(done["place"] or "scenario", done["reason"])
    return done


@router.post("/{game}/scenario/step", responses=answers(models.ScenarioStep))
async def step(game: str, body: models.StepBody, person: Caller, host: Host) -> Response:
    """A scenario at a step: the view, the events, refusals with their reasons, and the legal moves. Nothing is stored."""
    return json(await scenario_job(game, "study.step", body, host, person))


@router.post("/{game}/scenario/doubt", response_class=TomlResponse)
async def doubt_scenario(game: str, body: models.ScenarioDoubtBody, person: Caller, host: Host) -> Response:
    return toml((await scenario_job(game, "study.doubt", body, host, person, move=body.move))["text"])


# --- tutorials and components --------------------------------------------------------------------


@router.get("/{game}/tutorial/{lang}", responses=answers(models.Tutorial))
async def lessons(game: str, lang: Lang) -> Response:
    """The steps of a game's tutorial, and what the decision bar says of itself in a guided round."""
    return json(prepared.lessons(known_game(game).id, lang))


@router.post("/{game}/tutorial/step", responses=answers(models.LessonStep))
async def lesson(game: str, body: models.LessonBody, host: Host) -> Response:
    """The position of a step after some of its moves; a wrong move gets an explanation instead of an error."""
    return json(await host.workers.run(tutorial.at, known_game(game).id, body.step, body.moves, body.lang))


@router.get("/{game}/components", response_class=TomlResponse)
async def component_set(game: str) -> Response:
    return toml(known_game(game).components.text)


@router.get("/{game}/components/schema", responses=answers(dict[str, object]))
async def component_schema(game: str) -> Response:
    """The JSON Schema of the game's component sets, for editors."""
    return json(known_game(game).component_schema())


@router.post("/{game}/components/check", responses=answers(models.CheckedComponents | Rejected))
async def check_components(game: str, body: models.ComponentsBody, person: Somebody, host: Host) -> Response:
    """Validate a component set: returns its hash, or the invalid key and the reason."""
    done = await host.workers.read_file({"kind": "study.components", "game": known_game(game).id, "text": body.text})
    return json(verdict(done))
