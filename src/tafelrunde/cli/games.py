"""``tafelrunde games``: what can be played."""

from __future__ import annotations

import argparse

from tafelrunde.cli import OK, Commands, columns, command, say, wrapped
from tafelrunde.core.components import SOURCES
from tafelrunde.core.game import Option
from tafelrunde.library import games, load


def add(commands: Commands) -> None:
    command(commands, "games")


def run(args: argparse.Namespace) -> int:
    loaded = [load(name) for name in games()]
    header = ["game", "title", "players", "component_set", *(f"source_{source}" for source in SOURCES)]
    rows: list[list[object]] = [[say(f"column_{key}") for key in header]]
    for game in loaded:
        provenance = game.components.provenance()
        players = f"{game.players[0]}-{game.players[-1]}" if len(game.players) > 1 else game.players[0]
        rows.append([game.id, game.title, players, game.components.hash, *(provenance[source] for source in SOURCES)])
    print(columns(rows, right=range(4, len(header))))
    for game in loaded:
        for name, option in game.options.items():
            print(f"\n{game.id} --option {name}={option.default}\n{wrapped(_about(option))}")
    print(f"\n{wrapped(say('provenance_note'), '')}")
    return OK


def _about(option: Option) -> str:
    """The option's help, and its values where they are few enough to read."""
    few = len(option.choices) <= 8
    return f"{option.help} ({', '.join(option.choices)})" if few else option.help
