"""Jobs with untrusted uploads. They must run in a separate process with limits (see the server's sandbox)."""

from __future__ import annotations

from typing import Any

from tafelrunde.core import components as component_files
from tafelrunde.core.errors import BadInput, TafelrundeError
from tafelrunde.library import game_class
from tafelrunde.study import doubt, scenarios


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Run a job and return ``{"ok": True, ...}``, or ``ok`` false with the place and the reason."""
    try:
        return {"ok": True, **_KINDS[job["kind"]](job)}
    except BadInput as error:
        return {"ok": False, "place": error.where[:200], "reason": error.reason[:500]}
    except TafelrundeError as error:
        return {"ok": False, "place": None, "reason": str(error)[:500]}


def components(job: dict[str, Any]) -> dict[str, Any]:
    """Check a component set: its hash, the origin of its records, and that a game can begin with it for every number of
    players."""
    kind = game_class(job["game"])
    game = kind(component_files.read(job["text"], "components", kind.schema))
    for players in game.players:
        game.new(players, 1)
    return {"hash": game.components.hash, "provenance": game.components.provenance()}


def place_of(job: dict[str, Any]) -> scenarios.Place:
    """Open a scenario by its name or text, advance it and play moves as the job demands."""
    name, text = job.get("name"), job.get("text")
    place = scenarios.Place(scenarios.opened(job["game"], name)) if name is not None else scenarios.open_text(text or "")
    if place.state.game.id != job["game"]:
        raise BadInput("game", f"This is a scenario of {place.state.game.title}.")
    place.go(job["steps"])
    return place if place.failed is not None else place.play(job["moves"])


def step(job: dict[str, Any]) -> dict[str, Any]:
    return place_of(job).show(job["viewer"], job["lang"])


def scenario_doubt(job: dict[str, Any]) -> dict[str, Any]:
    """End the scenario here with the disputed move."""
    place = place_of(job)
    if place.refusal is not None and job["moves"]:
        raise BadInput("moves", str(place.refusal))
    text = scenarios.text_of(job["game"], job["name"]) if job.get("name") is not None else job["text"]
    return {"text": doubt.write_on(text, place.step, job["moves"], place.state, job["move"])}


_KINDS = {"study.components": components, "study.step": step, "study.doubt": scenario_doubt}
