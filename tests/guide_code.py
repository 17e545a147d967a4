"""Code in the guide comes from the example: ``python -m tests.guide_code`` writes it anew, ``--check`` compares.

A comment ``<!-- code: PATH -->`` in ``docs/your-own-game.md``, or ``<!-- code: PATH NAME NAME ... -->`` for some functions,
classes and constants of a Python file, is followed by a block that holds just that.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "your-own-game.md"
BLOCK = re.compile(r"(<!-- code: (\S+)((?: \w+)*) -->\n)```\w+\n.*?\n```\n", re.DOTALL)
LANGUAGES = {".py": "python", ".toml": "toml", ".md": "markdown", ".svelte": "svelte"}


def part(path: Path, names: list[str]) -> str:
    """A whole file, or the named parts of a Python file with their decorators."""
    source = path.read_text(encoding="utf-8")
    if not names:
        return source.rstrip("\n")
    found = {name: text for node in ast.parse(source).body for name, text in _named(source, node)}
    missing = [name for name in names if name not in found]
    if missing:
        raise SystemExit(f"{path} has no {', '.join(missing)}")
    return "\n\n\n".join(found[name] for name in names)


def _named(source: str, node: ast.stmt) -> list[tuple[str, str]]:
    lines = source.splitlines()
    first = node.lineno
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        names = [node.name]
    elif isinstance(node, ast.Assign):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
    else:
        return []
    text = "\n".join(lines[first - 1 : node.end_lineno])
    return [(name, text) for name in names]


def filled(guide: str) -> str:
    """The guide with the code as it is now."""

    def put(block: re.Match[str]) -> str:
        path = ROOT / block[2]
        return f"{block[1]}```{LANGUAGES[path.suffix]}\n{part(path, block[3].split())}\n```\n"

    return BLOCK.sub(put, guide)


def main() -> int:
    now = GUIDE.read_text(encoding="utf-8")
    new = filled(now)
    if "--check" not in sys.argv[1:]:
        GUIDE.write_text(new, encoding="utf-8")
    elif new != now:
        print(f"{GUIDE} does not show the example as it is: run python -m tests.guide_code")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
