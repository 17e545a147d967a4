"""The operations of technologies and scoring cards are declared in ``effects/`` and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.core.effects import Operation
from tafelrunde.games.twentieth_century import effects
from tests.games.twentieth_century.helpers import NAME
from tests.support import game_of

FOLDER = Path(tafelrunde.__file__).parent / "games" / NAME
MODULES = sorted(path for path in FOLDER.rglob("*.py") if "effects" not in path.parts and path.name != "former.py")
UNIONS = (effects.AnyFacility, effects.AnyOneTime, effects.AnyRepeat, effects.AnyTerm)
KINDS: list[type[Operation]] = [kind for union in UNIONS for kind in union.__args__]
OPS = {str(kind.__struct_config__.tag) for kind in KINDS} - {"garbage"}
"""Without the one that is also a key of the view."""
CLASSES = {kind.__name__ for kind in KINDS}


def branches(tree: ast.AST) -> Iterator[str]:
    """Where code depends on which operation it has: comparisons, tables by name, and classes of single operations."""
    for node in ast.walk(tree):
        names: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            names = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            names = list(node.keys)
            if not all(isinstance(key, ast.Constant) and key.value in OPS for key in names):
                continue  # a record in which one key happens to be such a word
        elif isinstance(node, ast.MatchValue):
            names = [node.value]
        found = {part.value for part in names if isinstance(part, ast.Constant)} & OPS
        if found:
            yield f"line {names[0].lineno if names[0] else 0}: {', '.join(sorted(map(str, found)))}"
        if isinstance(node, ast.ImportFrom) and ".effects" in str(node.module) and {a.name for a in node.names} & CLASSES:
            yield f"line {node.lineno}: imports the class of one operation"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_other_module_branches_on_an_operation(path: Path) -> None:
    assert list(branches(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_check_finds_branches() -> None:
    code = 'def f(use):\n    if use.op == "locomotive":\n        return {"park": 1}[use.op]\n'
    assert [line.partition(":")[0] for line in branches(ast.parse(code))] == ["line 2", "line 3"]
    assert list(branches(ast.parse("from tafelrunde.games.twentieth_century.effects.rails import Locomotive")))


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_every_operation_has_a_sentence_and_a_mark(lang: str) -> None:
    words = game_of(NAME).messages(lang)
    for kind in KINDS:
        fields = {"points": 3, "bonus": 1, "at": {"F": "C"}, "rails": ["N-F"], "coins": 1, "prosperity": 2}
        made = kind(**{key: value for key, value in fields.items() if key in kind.__struct_fields__})
        sentence = made.sentence(lambda key, **facts: words.say("sheets", key, facts))  # type: ignore[attr-defined]
        assert "{" not in sentence
        assert "?" not in sentence
        if isinstance(made, effects.Use):
            assert words.name(made.op) in made.mark(lambda key, **facts: words.say("terminal", key, facts))
