"""``make compiled``: the same sources as machine code (mypyc), and the proof that they play the same games.

The package is copied to ``build/compiled`` and two things that Python does when it runs are written out as source, because
a compiler cannot see them: the ``clone`` of each state, which ``State`` generates from the declared fields, and names in
capitals, which are marked as never changing. Then the rules are compiled; what only reads, writes and explains is not.
``PYTHONPATH=build/compiled`` uses the result. The parity run replays every golden game in both builds and compares all legal
moves, the whole state and all events at every ply.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import os
import shutil
import subprocess
import sys
import textwrap
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "compiled"
CORE = ("decks", "playouts", "rng", "seats", "state")
NOT_RULES = frozenset({
    "__init__", "about", "advice", "aloud", "choice_guards", "compile", "components", "drawing", "frames", "game", "guards",
    "guards_cards", "narrate", "patch", "refusals", "region_guards", "schema", "sheets", "steps", "symbols",
    "shelf", "terminal", "texts", "verbs", "view", "zones", "zones_region",
})  # fmt: skip
"""What a game's folder holds beside the rules that run at every move; the classes of ``frames.py`` are msgspec structs, which
cannot be compiled."""
RULES = (".", "rules", "ai")
"""The folders of a game whose modules run at every move."""
FLAGS = ["-fvisibility=hidden", "-fno-plt"]
"""Modules call each other without a detour: nothing from outside may step between them."""


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n\n")[0])
    parser.add_argument("--game", action="append", help="only this game; may be given several times")
    parser.add_argument("--parity", action="store_true", help="only the parity run, on what was built before")
    parser.add_argument("--trace", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    sys.path.insert(0, os.environ.get("PYTHONPATH") or str(ROOT / "src"))
    from tafelrunde.library import games

    chosen = args.game or list(games())
    if args.trace:
        print(json.dumps(trace(chosen)))
        return 0
    if not args.parity:
        build(chosen)
    return parity(chosen)


# --- building ------------------------------------------------------------------------------------


def build(games: list[str]) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        sys.exit("A C compiler is needed: apt-get install gcc")
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(ROOT / "src", BUILD, ignore=shutil.ignore_patterns("__pycache__", "static"))
    modules = [BUILD / "tafelrunde" / "core" / f"{name}.py" for name in CORE]
    for game in games:
        folder = BUILD / "tafelrunde" / "games" / game
        write_out_clone(game, folder / "state.py")
        found = [path for inside in RULES for path in sorted((folder / inside).glob("*.py"))]
        modules += [path for path in found if path.stem not in NOT_RULES and "refusals" not in path.stem]
    drop_generator(BUILD / "tafelrunde" / "core" / "state.py")
    for path in modules:
        mark_constants(path)
    script = BUILD / "setup.py"
    names = [str(path.relative_to(BUILD)) for path in modules]
    script.write_text(
        "from setuptools import setup\nfrom mypyc.build import mypycify\n"
        f"made = mypycify({names}, opt_level='2', multi_file=True)\n"
        f"for one in made:\n    one.extra_compile_args += {FLAGS}\n"
        "setup(name='tafelrunde-compiled', packages=[], ext_modules=made)\n"
    )
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    print(f"Compiling {len(modules)} modules ...", flush=True)
    environment = {**os.environ, "MYPYPATH": str(BUILD), "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=BUILD, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit("\n".join(line for line in (done.stdout + done.stderr).split("\n") if "warning:" not in line)[-4000:])


def write_out_clone(game: str, path: Path) -> None:
    """Put the generated ``clone`` and the fields into the class as source."""
    from tafelrunde.core.fields import clone_lines
    from tafelrunde.core.state import State

    module = import_module(f"tafelrunde.games.{game}.state")
    own: list[Any] = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    cls = next(c for c in own if issubclass(c, State))
    kinds = inspect.get_annotations(cls)
    body = [
        f"FIELDS = tuple([Field(name, kind) for name, kind in {[(f.name, str(kinds[f.name])) for f in cls.FIELDS]!r}])",
        "",
        f"def clone(self) -> {cls.__name__}:",
        f"    new = {cls.__name__}.__new__({cls.__name__})",
        *(f"    {line}" for line in clone_lines(cls._SHARED + cls.DERIVED, cls.FIELDS)),
        "    return new",
    ]
    text = path.read_text(encoding="utf-8")
    end = next(n.end_lineno for n in ast.parse(text).body if isinstance(n, ast.ClassDef) and n.name == cls.__name__)
    lines = text.split("\n")
    lines[end:end] = ["", textwrap.indent("\n".join(body), "    "), ""]
    text = "\n".join(lines)
    anchor = "from tafelrunde.core.state import State"
    path.write_text(text.replace(anchor, f"from tafelrunde.core.fields import Field\n{anchor}", 1), encoding="utf-8")


def drop_generator(path: Path) -> None:
    """``State`` need not complete classes that are written out."""
    text = path.read_text(encoding="utf-8")
    cls = next(n for n in ast.parse(text).body if isinstance(n, ast.ClassDef) and n.name == "State")
    hook = next(n for n in cls.body if isinstance(n, ast.FunctionDef) and n.name == "__init_subclass__")
    lines = text.split("\n")
    del lines[hook.lineno - 1 : hook.end_lineno]
    path.write_text("\n".join(lines), encoding="utf-8")


def mark_constants(path: Path) -> None:
    """Names in capitals never change: whole numbers are put in their place, anything else is found without looking it up."""
    module = import_module(".".join(path.relative_to(BUILD).with_suffix("").parts))
    lines = path.read_text(encoding="utf-8").split("\n")
    edits: list[tuple[int, int, list[str]]] = []
    for node in ast.parse("\n".join(lines)).body:
        names = constants(node)
        if not names:
            continue
        values = [getattr(module, name) for name in names]
        if any(isinstance(value, TypeVar) for value in values):
            continue  # a type variable that is marked as final is no longer one for the type checker
        if all(type(value) is int for value in values):
            finals = [f"{name}: Final = {value}" for name, value in zip(names, values, strict=True)]
            edits.append((node.lineno - 1, node.end_lineno or node.lineno, finals))
        elif isinstance(node, ast.Assign) and len(names) == 1:
            edits.append((node.lineno - 1, node.lineno, [lines[node.lineno - 1].replace(" =", ": Final =", 1)]))
        elif isinstance(node, ast.AnnAssign) and "Final" not in (kind := ast.unparse(node.annotation)):
            begin = lines[node.lineno - 1].replace(f": {kind} =", f": Final[{kind}] =", 1)
            edits.append((node.lineno - 1, node.lineno, [begin]))
    for first, last, finals in reversed(edits):
        lines[first:last] = finals
    if edits:
        place = next(i for i, line in enumerate(lines) if line.startswith("from __future__"))
        lines[place + 1 : place + 1] = ["from typing import Final"]
        path.write_text("\n".join(lines), encoding="utf-8")


def constants(node: ast.stmt) -> list[str]:
    """The names that a statement gives a value, if all of them are in capitals."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        target = node.target
    else:
        return []
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name) and part.id.lstrip("_").isupper()]
    return names if len(names) == len(parts) else []


# --- parity --------------------------------------------------------------------------------------


def trace(games: list[str]) -> dict[str, str]:
    """For every golden game a hash over all legal moves, the whole state and all events at every ply."""
    from tafelrunde.core.events import Log
    from tafelrunde.library import load, load_record

    found = {}
    for name in games:
        game = load(name)
        for path in sorted((ROOT / "tests" / "games" / name / "golden").glob("*.tafel")):
            played = load_record(path.read_text(encoding="utf-8")).history
            state, log = game.begin(played.state.players, played.state.seed, played.state.options)
            seen = sha256()
            for move in played.line:
                told = [list(state.actions(seat)) for seat in state.to_act]
                seen.update(json.dumps([told, log, state.clone().to_json()], sort_keys=True).encode())
                state.log = log = Log()
                state.apply(move.seat, move.move)
                state.log = None
            seen.update(json.dumps([state.to_json(), state.scores, state.winners], sort_keys=True).encode())
            found[f"{name}/{path.name}"] = seen.hexdigest()
    return found


def parity(games: list[str]) -> int:
    wanted = [f"--game={game}" for game in games]
    both = []
    for folder in (ROOT / "src", BUILD):
        command = [sys.executable, __file__, "--trace", *wanted]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(folder)})
        if done.returncode:
            sys.exit(done.stderr[-4000:])
        both.append(json.loads(done.stdout))
    plain, compiled = both
    differ = [name for name in plain if plain[name] != compiled.get(name)]
    print(f"{len(plain) - len(differ)} of {len(plain)} golden games are the same in both builds.")
    for name in differ:
        print(f"  differs: {name}")
    return 1 if differ or not plain else 0


if __name__ == "__main__":
    sys.exit(main())
