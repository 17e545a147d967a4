"""What the cards do is declared in ``effects/`` and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.core.effects import Operation
from tafelrunde.games.fifty_first_state import effects

FOLDER = Path(tafelrunde.__file__).parent / "games" / "fifty_first_state"
MODULES = sorted(path for path in FOLDER.rglob("*.py") if "effects" not in path.parts)
UNIONS = (effects.AnyProduction, effects.AnyBonus, effects.AnyFeature, effects.AnyAction)
KINDS: list[type[Operation]] = [kind for union in UNIONS for kind in union.__args__]
OPS = {str(kind.__struct_config__.tag) for kind in KINDS} - {"choose"}
"""Without the one that is also the verb of a move."""
CLASSES = {kind.__name__ for kind in KINDS}


def branches(tree: ast.AST) -> Iterator[str]:
    """Where code depends on which effect it has: comparisons, tables by name, and classes of single effects."""
    for node in ast.walk(tree):
        names: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            names = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) and key.value in OPS for key in node.keys):
            names = list(node.keys)
        elif isinstance(node, ast.MatchValue):
            names = [node.value]
        found = {part.value for part in names if isinstance(part, ast.Constant)} & OPS
        if found:
            yield f"line {names[0].lineno if names[0] else 0}: {', '.join(sorted(map(str, found)))}"
        if isinstance(node, ast.ImportFrom) and ".effects" in str(node.module) and {a.name for a in node.names} & CLASSES:
            yield f"line {node.lineno}: imports the class of one effect"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_other_module_branches_on_an_effect(path: Path) -> None:
    assert list(branches(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_check_finds_branches() -> None:
    code = 'def f(data):\n    if data["type"] == "gain_per_category":\n        return {"cache": 1}[data["type"]]\n'
    assert [line.partition(":")[0] for line in branches(ast.parse(code))] == ["line 2", "line 3"]
    assert list(branches(ast.parse("from tafelrunde.games.fifty_first_state.effects.production import Gain")))
