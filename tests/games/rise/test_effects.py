"""The operations of RISE are declared in ``effects/`` and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.effects import Operation
from tafelrunde.games.rise.effects import AnyEffect
from tests.games.rise.ledger import DATA

FOLDER = Path(tafelrunde.__file__).parent / "games" / "rise"
MODULES = sorted(path for path in FOLDER.rglob("*.py") if path.parent.name != "effects")
KINDS: tuple[type[Operation], ...] = AnyEffect.__args__
OPS = {str(kind.__struct_config__.tag) for kind in KINDS}


def branches(tree: ast.AST) -> Iterator[int]:
    """The lines where code depends on the name of an operation: comparisons, cases and tables by such names."""
    for node in ast.walk(tree):
        names: list[ast.expr | None] = []
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith(".verb"):
            continue  # moves share some names with operations
        if isinstance(node, ast.Compare):
            names = [node.left, *node.comparators]
            names += [part for name in names if isinstance(name, (ast.Tuple, ast.List, ast.Set)) for part in name.elts]
        elif isinstance(node, ast.MatchValue):
            names = [node.value]
        elif (
            isinstance(node, ast.Dict)
            and len(node.keys) > 1
            and all(isinstance(key, ast.Constant) and key.value in OPS for key in node.keys)
        ):
            names = list(node.keys)
        if any(isinstance(part, ast.Constant) and part.value in OPS for part in names):
            yield node.lineno if hasattr(node, "lineno") else 0


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_other_module_branches_on_the_name_of_an_operation(path: Path) -> None:
    assert list(branches(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_check_finds_branches() -> None:
    code = 'def f(e):\n    if e.op == "advance":\n        return 1\n    return e.op in ("vp", "coins")\n'
    assert list(branches(ast.parse(code))) == [2, 4]


def test_every_operation_is_used() -> None:
    def ops(value: Any) -> set[str]:
        inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        own = {value["op"]} if isinstance(value, Mapping) and "op" in value else set()
        return own.union(*map(ops, inside))

    assert ops(DATA) == OPS
