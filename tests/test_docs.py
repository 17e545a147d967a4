"""The code samples of README and docs: Python is run, commands are read by the parsers of the commands they name."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tafelrunde import Game, State
from tafelrunde.cli.main import COMMANDS, parser_of, take_language
from tafelrunde.core.frames import Frames

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_PLACEHOLDER = re.compile(r"\b(?:GAME|FILE|NAME|NEW|WORDS|RECORD)\b|<\w+>|\.\.\.|…")
"""What stands for something else: such a line is checked for its command only."""


class Sample(NamedTuple):
    """A block of code on a page."""

    page: Path
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def samples() -> Iterator[Sample]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in _FENCE.finditer(text):
            yield Sample(page, text.count("\n", 0, match.start()) + 2, match["kind"], match["text"])


def commands() -> Iterator[tuple[str, str]]:
    """Every line of a block that runs ``tafelrunde``, with its place."""
    for sample in samples():
        if sample.kind in ("", "sh", "bash", "console"):
            for number, line in enumerate(sample.text.replace("\\\n", " ").splitlines()):
                command = line.removeprefix("$ ").partition("  ")[0].strip()  # an explanation stands two spaces to the right
                if command.startswith("tafelrunde "):
                    yield f"{sample.page.relative_to(ROOT)}:{sample.line + number}", command


PYTHON = [sample for sample in samples() if sample.kind == "python"]
COMMAND_LINES = list(commands())


@pytest.mark.parametrize("sample", PYTHON, ids=str)
def test_python_runs(sample: Sample) -> None:
    if ">>>" not in sample.text:
        compile(sample.text, str(sample), "exec")
        return
    test = doctest.DocTestParser().get_doctest(sample.text, {}, str(sample), str(sample.page), sample.line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.failures == 0


@pytest.mark.parametrize(("place", "line"), COMMAND_LINES, ids=[place for place, _ in COMMAND_LINES])
def test_commands_are_understood(place: str, line: str) -> None:
    _, words = take_language(shlex.split(line, comments=True)[1:])
    name = next(word for word in words if not word.startswith("-"))
    assert name in COMMANDS, f"{place}: there is no command {name!r}"
    if not _PLACEHOLDER.search(line):
        redirected = words.index(">") if ">" in words else len(words)
        parser_of(name).parse_args(words[:redirected])


def test_there_are_samples() -> None:
    assert len(PYTHON) >= 2
    assert len(COMMAND_LINES) >= 10


_LINK = re.compile(r"\]\((?P<target>[^)#\s:]+)(?:#[^)\s]*)?\)")
GENERATED = ("rules/", "reference/http.md", "http.md", "contributing.md", "changelog.md")
"""Pages that only exist in the built site (``tools/docs``)."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    dead = [
        match["target"]
        for match in _LINK.finditer(text)
        if not (page.parent / match["target"]).exists()
        and not (page.is_relative_to(ROOT / "docs") and match["target"].replace("../", "").startswith(GENERATED))
    ]
    assert dead == []


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [str(page.relative_to(ROOT / "docs")) for page in PAGES if page.is_relative_to(ROOT / "docs")]
    assert [page for page in pages if f" {page}\n" not in navigation] == []


def test_the_names_of_the_glossary_exist() -> None:
    classes = {"State": State, "Game": Game, "Frames": Frames}
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = [name for row in text.splitlines() if row.startswith("|") for name in re.findall(r"`([^`]+)`", row.rsplit("|", 2)[1])]
    for name in named:
        owner, _, attribute = name.rpartition(".")
        if name.startswith("games/"):
            assert list((ROOT / "src" / "tafelrunde").glob(name.rstrip("/").replace("<id>", "*"))), name
        elif owner in classes:
            assert hasattr(classes[owner], attribute) or attribute in classes[owner].__annotations__, name
        elif name.startswith("tafelrunde."):
            assert hasattr(import_module(owner), attribute) or find_spec(name), name
    assert len(named) > 30
