"""What is done with strangers' files, to be called in a process of its own with limits (see the server's sandbox)."""

from __future__ import annotations

from typing import Any

from tafelrunde.core import components as component_files
from tafelrunde.core.errors import BadInput, TafelrundeError
from tafelrunde.library import game_class
from tafelrunde.study import doubt, scenarios


def work(job: dict[str, Any]) -> dict[str, Any]:
    """``{"ok": True, ...}``, or ``ok`` false with the place and the reason."""
    try:
        return {"ok": True, **_KINDS[job["kind"]](job)}
    except BadInput as error:
        return {"ok": False, "place": error.where[:200], "reason": error.reason[:500]}
    except TafelrundeError as error:
        return {"ok": False, "place": None, "reason": str(error)[:500]}


def components(job: dict[str, Any]) -> dict[str, Any]:
    """Check a component set: its hash, where its records come from, and that a game can begin with it at every size."""
    kind = game_class(job["game"])
    game = kind(component_files.read(job["text"], "components", kind.schema))
    for players in game.players:
        game.new(players, 1)
    return {"hash": game.components.hash, "provenance": game.components.provenance()}


def place_of(job: dict[str, Any]) -> scenarios.Place:
    """A scenario by its name or its own text, gone and played on as the job says."""
    name, text = job.get("name"), job.get("text")
    place = scenarios.Place(scenarios.opened(job["game"], name)) if name is not None else scenarios.open_text(text or "")
    if place.state.game.id != job["game"]:
        raise BadInput("game", f"This is a scenario of {place.state.game.title}.")
    place.go(job["steps"])
    return place if place.failed is not None else place.play(job["moves"])


def step(job: dict[str, Any]) -> dict[str, Any]:
    return place_of(job).show(job["viewer"], job["lang"])


def scenario_doubt(job: dict[str, Any]) -> dict[str, Any]:
    """The scenario cut here and ended with the disputed move."""
    place = place_of(job)
    if place.refusal is not None and job["moves"]:
        raise BadInput("moves", str(place.refusal))
    text = scenarios.text_of(job["game"], job["name"]) if job.get("name") is not None else job["text"]
    return {"text": doubt.write_on(text, place.step, job["moves"], place.state, job["move"])}


_KINDS = {"study.components": components, "study.step": step, "study.doubt": scenario_doubt}
