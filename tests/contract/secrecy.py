"""What each game keeps secret while it runs, from its declarations: ``make pages`` writes docs/secrecy.md, a test compares."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tafelrunde
from tafelrunde.core.audience import NAMED, PUBLIC, SEAT, WHEN_DONE, strictest
from tafelrunde.core.game import Game

FILE = Path(__file__).resolve().parents[2] / "docs" / "secrecy.md"
HEAD = """# What stays secret while a game runs

Every question, verb, kind of event and zone declares its audience where it is defined; `core/audience.py` has the vocabulary and
the one check. What declares nothing is for its own seat alone. Views, events, records, spectators, study calls and notifications
all ask that check.

* **Zones** (what lies on the table): `PUBLIC`, `SEAT` (its owner) or `NOBODY`; the others see a count or nothing in its place.
* **Moves**: a move is shown in the record of a running game as far as both its question and its verb are declared. `PUBLIC`: to
  everybody at once. `WHEN_DONE`: to everybody as soon as the seat is asked nothing more about the same choice; until then it
  names something that nobody else sees. `SEAT`: to nobody else before the game is over. A free move has no question: its verb
  decides.
* **Events**: `PUBLIC`, `SEAT` (the seat it is about) or `NAMED` (the seats that the rules name when it happens). A game whose
  kinds of events and message catalogue differ does not load.

`sample(seat)` keeps to the same: it depends on nothing that the seat was not shown. `tests/contract/test_audience.py` compares
records, events and samples of positions that a viewer cannot tell apart.

The lists below are generated from the declarations (`make pages`). What is not listed is public.
"""


def named(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words)) or "none"


def section(game: Game[Any]) -> str:
    questions = {name: kind.answer for name, kind in game.frames.kinds.items() if kind.ask is not None}
    free = {name: verb.audience for name, verb in game.guards.verbs.items() if not verb.kinds}
    veiled: dict[str, set[str]] = {}
    for name, verb in game.guards.verbs.items():
        for kind in verb.kinds:
            audience = strictest(questions[kind], verb.audience)
            veiled.setdefault(audience, set()).add(f"{kind}: {name}")
    lines = [
        f"## {game.title}",
        "",
        "| | |",
        "|---|---|",
        f"| answers nobody else sees (question: verb) | {named(veiled.get(SEAT, ()))} |",
        f"| answers shown when the choice is complete | {named(veiled.get(WHEN_DONE, ()))} |",
        f"| free moves nobody else sees | {named(name for name, audience in free.items() if audience != PUBLIC)} |",
        f"| events for the seat they are about | {named(kind for kind, audience in game.events.items() if audience == SEAT)} |",
        f"| events for the seats that are named | {named(kind for kind, audience in game.events.items() if audience == NAMED)} |",
        f"| zones of a seat for its owner | {named(zone.key for zone in game.seat_zones if zone.audience != PUBLIC)} |",
        f"| zones of the board for nobody | {named(zone.key for zone in game.board_zones if zone.audience != PUBLIC)} |",
    ]
    return "\n".join(lines) + "\n"


def page() -> str:
    return "\n".join([HEAD, *(section(tafelrunde.load(name)) for name in tafelrunde.games())])


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
