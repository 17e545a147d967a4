"""The sentences of ``play``, ``watch`` and ``replay`` that are printed before a game exists."""

from __future__ import annotations

import argparse
from typing import Any

from tafelrunde.cli import language, say
from tafelrunde.core.messages import common


def play_say(key: str, **facts: Any) -> str:
    """A sentence of the section ``[play]`` in the chosen language."""
    return common(language()).say("play", key, facts)


def describe(commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str) -> argparse.ArgumentParser:
    """Create a command's parser with its description and examples."""
    does = say(f"does_{name}")
    return commands.add_parser(name, help=does, description=f"{does}\n\n{play_say('help_' + name).strip()}")
