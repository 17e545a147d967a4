"""``tafelrunde COMMAND ...``: finds the command, imports only its module and reports every error in one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from tafelrunde.cli import BAD_INPUT, FAILURE, Parser, columns, language, say, speak
from tafelrunde.core.errors import BadInput
from tafelrunde.core.rules import LANGUAGES

COMMANDS = (
    "games", "play", "watch", "replay", "scenario", "rules", "components", "simulate", "report", "arena", "train", "bench",
    "benchmark", "new-game", "serve", "settings", "doctor", "admin", "verify", "verify-tables", "upgrade-check", "backup",
    "restore", "move-db", "completion",
)  # fmt: skip
"""Each command is a module of this package; its line in the help is the entry ``does_NAME`` of the catalogue."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return 0 (ok), 1 (the result is a failure) or 2 (bad input).

    >>> main(["components", "chess"])
    2
    """
    speak("en")
    _forgive_narrow_terminals()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return code
    except BadInput as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(say("stopped"), file=sys.stderr)
        return FAILURE
    except BrokenPipeError:  # the reader closed the pipe; without this Python prints another error when it closes stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE


def _run(argv: Sequence[str]) -> int:
    lang, words = take_language(argv)
    speak(lang)
    name = next((word for word in words if not word.startswith("-")), None)
    parser = parser_of(*(command for command in COMMANDS if command == name))
    if name is not None and name not in COMMANDS:
        raise BadInput("tafelrunde", say("no_command", name=name[:40], names=COMMANDS))
    try:
        args = parser.parse_args(words)
    except SystemExit:  # --help and --version have already printed everything
        return 0
    if name is None:
        print(parser.format_help().rstrip())
        return BAD_INPUT
    args.lang = language()
    code: int = import_module(f"tafelrunde.cli.{module(name)}").run(args)
    return code


def module(name: str) -> str:
    """A command's module: the module of ``move-db`` is ``move_db``."""
    return name.replace("-", "_")


def take_language(argv: Sequence[str]) -> tuple[str, list[str]]:
    """Extract the language and return the other words: ``--lang`` may appear anywhere, even between a command's arguments.

    >>> take_language(["rules", "rise", "--lang", "de", "Tresor"])
    ('de', ['rules', 'rise', 'Tresor'])
    """
    lang = "en"
    kept: list[str] = []
    words = iter(argv)
    for word in words:
        if word == "--":
            return lang, [*kept, word, *words]
        if word == "--lang":
            lang = next(words, "")
        elif word.startswith("--lang="):
            lang = word.partition("=")[2]
        else:
            kept.append(word)
            continue
        if lang not in LANGUAGES:
            raise BadInput("--lang", say("no_language", text=lang[:40], names=LANGUAGES))
    return lang, kept


def parser_of(*names: str) -> Parser:
    """The parser of the whole command line with these commands only, because each one requires the import of its module."""
    lines = columns([(f"  {command}", say(f"does_{command}")) for command in COMMANDS])
    parser = Parser(
        prog="tafelrunde",
        usage=say("usage_line"),
        description=say("about"),
        epilog=f"{say('examples').strip()}\n\n{say('heading_commands')}:\n{lines}\n\n{say('about_end').strip()}",
    )
    parser.add_argument("--version", action="version", version=_version(), help=say("arg_version"))
    _add_language(parser)
    if names:
        commands = parser.add_subparsers(metavar="", prog="tafelrunde")
        for name in names:
            import_module(f"tafelrunde.cli.{module(name)}").add(commands)
            _add_language(commands.choices[name])
    return parser


def _add_language(parser: Parser) -> None:
    """Add ``--lang`` to the help only: the words are removed before the parser sees them."""
    if "--lang" not in parser._option_string_actions:
        parser.add_argument("--lang", choices=LANGUAGES, help=say("arg_lang"))


def _version() -> str:
    from tafelrunde import __version__

    return f"tafelrunde {__version__}"


def _forgive_narrow_terminals() -> None:
    """Make a terminal that cannot encode a character print a question mark instead of raising an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and (stream.encoding or "").lower().replace("-", "") != "utf8":
            reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
