"""Beginnings that many tests share."""

from __future__ import annotations

from typing import Any

from tests.support import Table, game_of

NAME = "twentieth_century"


def table(
    step: str, round: int = 1, active: int = 0, players: int = 3, given: dict[str, Any] | None = None, **options: Any
) -> Table:
    """A table at a step of a round, with some values set."""
    found = Table(game_of(NAME), players, at={"step": step, "round": round, "active": active}, **options)
    return found.given(given or {})


def auction(given: dict[str, Any] | None = None, **more: Any) -> Table:
    """A land auction over five plain lands and four technologies."""
    display = {"board.lands": ["a01", "a02", "a03", "a04", "a05"], "board.technologies": ["t06", "t07", "t11", "t12"]}
    return table("land_auction", given={**display, **(given or {})}, **more)


def office(region: dict[str, Any] | None = None, technologies: list[str] | None = None, **given: Any) -> Table:
    """An administration of seat 0 with a region and technologies; those of the others end by themselves.

    A bridge in hand (T07) keeps an administration open in which nothing else is left to choose.
    """
    values: dict[str, Any] = {"seats.0.region": region or {"s1": {}}}
    if technologies:
        values["seats.0.technologies"] = {name: {} for name in technologies}
    more = given.pop("more", {})
    return table("administration", given={**values, **more}, **given)


def busy(*seats: int) -> dict[str, Any]:
    """Two new lands for each of these seats, so that its administration does not end by itself."""
    return {f"seats.{seat}.unlaid": {f"a{2 * seat + 1:02}": {}, f"a{2 * seat + 2:02}": {}} for seat in seats}


def plants(region: dict[str, Any], **more: Any) -> Table:
    """A yield phase of seat 0."""
    return table("yield", given={"seats.0.region": region}, **more)


def kinds(found: Table) -> dict[str, list[str]]:
    """The rules of the last events by their kind."""
    told: dict[str, list[str]] = {}
    for event in found.events:
        told.setdefault(event.kind, []).append(event.rule)
    return told
