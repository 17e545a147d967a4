"""Writes ``web/src/wire/api.ts``: the TypeScript types of requests, answers and socket messages, from the OpenAPI description.

``make types-web`` writes the file; ``--check`` compares instead and exits 1 if the file in the repository is out of date.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import orjson

from tafelrunde.server.app import create_app

WEB = Path(__file__).parent.parent / "web"
TYPES = WEB / "src" / "wire" / "api.ts"
OPTIONS = ("--default-non-nullable=false", "--root-types", "--root-types-no-schema-prefix", "--alphabetize")


def generated() -> str:
    """The types as they should be, formatted like the rest of the web client."""
    with tempfile.TemporaryDirectory() as folder:
        description, types = Path(folder, "openapi.json"), Path(folder, "api.ts")
        description.write_bytes(orjson.dumps(create_app().openapi()))
        _run("openapi-typescript", str(description), *OPTIONS, "-o", str(types))
        return _run("prettier", "--stdin-filepath", str(TYPES), text=types.read_text())


def _run(program: str, *arguments: str, text: str = "") -> str:
    command = ["node_modules/.bin/" + program, *arguments]
    return subprocess.run(command, cwd=WEB, input=text, text=True, check=True, stdout=subprocess.PIPE).stdout


def main() -> int:
    if "--check" not in sys.argv[1:]:
        TYPES.write_text(generated())
        return 0
    if TYPES.read_text() == generated():
        return 0
    print(f"{TYPES} is out of date: run make types-web")
    return 1


if __name__ == "__main__":
    sys.exit(main())
