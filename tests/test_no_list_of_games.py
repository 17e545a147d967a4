"""Games are found, not listed: outside their own folders neither the package nor the pages name one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tafelrunde.games import REGISTRY

ROOT = Path(__file__).parents[1]
PACKAGE, PAGES = ROOT / "src" / "tafelrunde", ROOT / "web" / "src"
ANY = "|".join(REGISTRY)
NAMED = re.compile(rf"\b({ANY})\b")
QUOTED = re.compile(rf"""(?:["'`/.]({ANY})["'`/.])|(?:^\s*({ANY})\s*:)|_({ANY})["'`]""", re.MULTILINE)
GENERATED = PAGES / "wire" / "api.ts"
"""Types of the views, generated from what the games declare."""


def named_in_python(source: str) -> set[str]:
    """The games that code names in its strings and imports; examples in docstrings do not count."""
    tree = ast.parse(source)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return {name for text in _texts(tree, docs) for name in NAMED.findall(text)}


def _texts(tree: ast.Module, docs: set[int]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def named_in_pages(source: str) -> set[str]:
    return {name for names in QUOTED.findall(source) for name in names if name}


def test_the_package_names_no_game() -> None:
    games = PACKAGE / "games"
    sources = [path for path in PACKAGE.rglob("*.py") if games not in path.parents or path.parent == games]
    assert len(sources) > 150
    found = {str(path.relative_to(ROOT)): named_in_python(path.read_text(encoding="utf-8")) for path in sources}
    assert {path: names for path, names in found.items() if names} == {}


def test_the_pages_name_no_game() -> None:
    own = [PAGES / "games" / game for game in REGISTRY]
    sources = [
        path
        for path in PAGES.rglob("*")
        if path.suffix in (".ts", ".svelte", ".json", ".css")
        and path != GENERATED
        and not any(one in path.parents for one in own)
    ]
    assert len(sources) > 100
    found = {str(path.relative_to(ROOT)): named_in_pages(path.read_text(encoding="utf-8")) for path in sources}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("source", ['X = {"rise": 3}', "from tafelrunde.games.rise import about", 'X = "play new_angeles"'])
def test_a_name_in_the_package_is_found(source: str) -> None:
    assert named_in_python(f'"""A module."""\n{source}\n')
    assert not named_in_python('"""An example with rise."""\n')


@pytest.mark.parametrize("source", ['const GAMES = ["rise"];', "  rise: 3,", '"title_rise": "RISE"', 'import("./new_angeles")'])
def test_a_name_in_the_pages_is_found(source: str) -> None:
    assert named_in_pages(source)
