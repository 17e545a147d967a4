"""``python -m tests.server.serve ...``: the command line with Kontor among its games, the tiny one with secrets."""

from __future__ import annotations

import sys

from tafelrunde.cli.main import main
from tafelrunde.games import REGISTRY

KONTOR = "tests.server.kontor:Kontor"

if __name__ == "__main__":
    REGISTRY["kontor"] = KONTOR
    sys.exit(main(sys.argv[1:]))
