"""The rules of every game with the tests that prove them and the code that carries them out, as pages of the site.

A rule is linked to each place in its game's code and component file where its id is cited. The modules themselves are pages
too, so that a reader sees the code without leaving the site.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

import tafelrunde
from tafelrunde.library import game_class
from tafelrunde.study.proofs import Proof, proofs

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "src" / "tafelrunde"
KINDS = {".py": "python", ".toml": "toml"}
_ID = re.compile(r"\b(?:NA|RISE|20C|51S)-[A-Za-z0-9]+(?:\.[A-Za-z0-9_]+)*[a-z]?")
TAGS = {
    "engine": "the engine enforces it",
    "view": "who may see what",
    "social": "table talk",
    "term": "a definition",
}


class Place(NamedTuple):
    """A line of a file that cites a rule."""

    file: Path
    line: int


def pages() -> dict[str, str]:
    """All pages by their path in the site."""
    found = {"rules/index.md": _index()}
    for game in tafelrunde.games():
        files = _files(game)
        found[f"rules/{game}.md"] = _rules(game, _cited(files))
        for file in files:
            found[_code_path(file)] = _code(file)
    return found


def _index() -> str:
    lines = [
        "# Rules and their code",
        "",
        "Every rule has an id. A page for each game lists its rules with the tests and scenarios that prove them, and links to",
        "the code that carries them out. In a terminal: `tafelrunde rules new_angeles NA-6.4`.",
        "",
        "| game | rules | checked by tests |",
        "|---|---|---|",
    ]
    for name in tafelrunde.games():
        game = tafelrunde.load(name)
        lines.append(f"| [{game.title}]({name}.md) | {len(game.rules)} | {len(game.rules.checked())} |")
    return "\n".join(lines) + "\n"


def _files(game: str) -> list[Path]:
    """The modules of a game and its component file."""
    folder = PACKAGE / "games" / game_class(game).folder.rpartition(".")[2]
    modules = sorted(path for path in folder.rglob("*.py") if path.stat().st_size)
    return [*modules, folder / "data" / "components.toml"]


def _cited(files: list[Path]) -> Mapping[str, list[Place]]:
    """Where each rule is cited; the first line of each file that cites it."""
    found: dict[str, list[Place]] = defaultdict(list)
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for rule in _ID.findall(line):
                if not found[rule] or found[rule][-1].file != file:
                    found[rule].append(Place(file, number))
    return found


def _rules(name: str, cited: Mapping[str, list[Place]]) -> str:
    game = tafelrunde.load(name)
    lines = [f"# {game.title}: rules", ""]
    section = ""
    proved = proofs(name)
    for rule in game.rules.values():
        if rule.section_in("en") != section:
            section = rule.section_in("en")
            lines += [f"## {section}", ""]
        lines += [f"### {rule.id} {{ #{rule.id} }}", "", rule.text, ""]
        facts = [f"*{TAGS.get(rule.tag, rule.tag)}*", f"source: {rule.source}" if rule.source else ""]
        lines += [". ".join(filter(None, facts)) + ".", ""]
        lines += _proof(proved.get(rule.id))
        links = ", ".join(f"[`{_short(place.file)}`]({_link(place)})" for place in cited.get(rule.id, ()))
        if links:
            lines += [f"Code: {links}", ""]
    return "\n".join(lines)


def _proof(proof: Proof | None) -> list[str]:
    if proof is None:
        return []
    names = [f"`{name}`" for name in (*proof.scenarios, *proof.tests)]
    shown = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    return [f"Proved by: {shown}", ""]


def _code(file: Path) -> str:
    """A file as a page in which every line can be linked to (HTML, because links to lines of code blocks are not checked)."""
    lexer = get_lexer_by_name(KINDS[file.suffix])
    text = highlight(file.read_text(encoding="utf-8"), lexer, HtmlFormatter(nowrap=True))
    lines = "\n".join(f'<span id="L{number}">{line}</span>' for number, line in enumerate(text.splitlines(), 1))
    block = f'<div class="highlight"><pre><code>{lines}</code></pre></div>'
    return f"---\nsearch:\n  exclude: true\n---\n\n# {_short(file)}\n\n{block}\n"


def _short(file: Path) -> str:
    return str(file.relative_to(PACKAGE / "games"))


def _code_path(file: Path) -> str:
    return f"code/{_short(file).replace('.', '_')}.md"


def _link(place: Place) -> str:
    """From a page of rules to a line of code."""
    return f"../{_code_path(place.file)}#L{place.line}"
