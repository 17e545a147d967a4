"""``tafelrunde games``: lists the available games."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from tafelrunde.cli import OK, Commands, columns, command, language, say, wrapped
from tafelrunde.core.components import SOURCES, provenance
from tafelrunde.core.game import Option
from tafelrunde.core.messages import Catalogue, content
from tafelrunde.library import about, component_text, games
from tafelrunde.plugins import plugins


def add(commands: Commands) -> None:
    command(commands, "games")


def run(args: argparse.Namespace) -> int:
    """Print the list without importing rules, and count components in the text of their file, so that it stays fast with many
    games."""
    kinds = [about(name) for name in games()]
    header = ["game", "title", "players", *(f"source_{source}" for source in SOURCES)]
    rows: list[list[object]] = [[say(f"column_{key}") for key in header]]
    for kind in kinds:
        counts = provenance(component_text(kind.folder))
        players = f"{kind.players[0]}-{kind.players[-1]}" if len(kind.players) > 1 else kind.players[0]
        rows.append([kind.id, kind.title, players, *(counts[source] for source in SOURCES)])
    print(columns(rows, right=range(3, len(header))))
    for kind in kinds:
        for name, option in kind.options.items():
            print(f"\n{kind.id} --option {name}={option.default}\n{wrapped(_about(kind, name, option))}")
        for name, values in getattr(kind, "presets", {}).items():
            print(f"\n{kind.id} --option preset={name}\n{wrapped(_about_preset(kind, name, values))}")
    for problem in plugins().problems:
        print(f"\n{wrapped(say('broken_plugin', game=problem.game, package=problem.package, reason=problem.reason), '')}")
    print(f"\n{wrapped(say('provenance_note'), '')}")
    return OK


def _about_preset(kind: Any, name: str, values: Mapping[str, str]) -> str:
    """The purpose of a preset and the options that it sets."""
    words = Catalogue(language(), content(kind.folder, "messages"))
    chosen = ", ".join(f"{option}={value}" for option, value in values.items())
    return f"{words.say('presets', name)}: {words.say('presets', f'{name}:help')} ({chosen})"


def _about(kind: Any, name: str, option: Option) -> str:
    """The option's help in the reader's language, with its values if there are only a few."""
    text = Catalogue(language(), content(kind.folder, "messages")).say("options", name)
    few = len(option.choices) <= 8
    return f"{text} ({', '.join(option.choices)})" if few else text
