"""Shared parts of the command line; each command is a module of this package.

A command's module defines ``add(commands)``, which describes its arguments, and ``run(args)``, which returns 0 (ok), 1 (the
result is a failure) or 2 (bad input). Nothing here may import a game or a heavy library, so that every command starts
quickly.
"""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.core.messages import common

OK, FAILURE, BAD_INPUT = 0, 1, 2

Commands = Any  # argparse._SubParsersAction[Parser]; argparse gives it no public name

_language = "en"


def speak(lang: str) -> None:
    """Choose the language of the command line's messages."""
    global _language
    _language = lang


def language() -> str:
    return _language


def say(key: str, **facts: Any) -> str:
    """A sentence of the section ``[cli]`` in the chosen language."""
    return common(_language).say("cli", key, facts)


class _Help(argparse.RawDescriptionHelpFormatter):
    """Formats help with headings in the chosen language and keeps the line breaks of descriptions, because they contain
    examples."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, prefix if prefix is not None else say("usage") + " ")


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one sentence."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"formatter_class": _Help, "allow_abbrev": False, **settings, "add_help": False})
        self._positionals.title = say("heading_arguments")
        self._optionals.title = say("heading_options")
        self.add_argument("-h", "--help", action="help", help=say("arg_help"))

    def error(self, message: str) -> Any:
        raise BadInput(self.prog, f"{message[:1].upper()}{message[1:].rstrip('.')}. {say('see_help', command=self.prog)}")


def command(commands: Commands, name: str) -> Parser:
    """Create a command's parser with its description and example from the catalogue."""
    does = say(f"does_{name}")
    parser: Parser = commands.add_parser(name, help=does, description=f"{does}\n\n{say('help_' + name).strip()}")
    return parser


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a converter for arguments that are whole numbers in a range."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 100 and low <= int(text) and (high is None or int(text) <= high):
            return int(text)
        if high is None:
            raise argparse.ArgumentTypeError(say("not_whole_from", text=text[:40], low=low))
        raise argparse.ArgumentTypeError(say("not_whole_between", text=text[:40], low=low, high=high))

    return read


def options(pairs: Iterable[str]) -> dict[str, str]:
    """The game options given by repeated ``--option name=value``; the game checks their names and values."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadInput("--option", say("not_an_option", text=pair[:60]))
        if name in found:
            raise BadInput("--option", say("option_twice", name=name))
        found[name] = value
    return found


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--option`` and ``--components``, which select a variant of the game."""
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=say("arg_option"))
    parser.add_argument("--components", metavar="FILE", help=say("arg_components"))


def columns(rows: Sequence[Sequence[object]], right: Iterable[int] = ()) -> str:
    """Rows as text, each column as wide as its widest entry; the columns in ``right`` are numbers."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    numbers = frozenset(right)

    def line(row: list[str]) -> str:
        cells = (cell.rjust(w) if i in numbers else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True)))
        return "  ".join(cells).rstrip()

    return "\n".join(map(line, texts))


def wrapped(text: str, indent: str = "    ") -> str:
    """Wrap a paragraph to the width of the terminal."""
    width = max(40, min(shutil.get_terminal_size((100, 24)).columns, 100))
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
