"""``python -m tests.server.serve ...``: the command line with Kontor among its games, the tiny one with secrets.

``TAFELRUNDE_TEST_FAULT`` names faults of :mod:`tests.server.faults`, :mod:`tests.server.database_faults` or
:mod:`tests.server.limit_faults` that this server shall have. ``TAFELRUNDE_TEST_SET`` changes constants, so that a test need not
wait for minutes: ``tafelrunde.server.app:RESUME_SECONDS=1`` (several are separated by blanks).
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from tafelrunde.cli.main import main
from tafelrunde.games import REGISTRY
from tests.server.described import KONTOR
from tests.server.faults import FAULTS


def prepare() -> None:
    REGISTRY["kontor"] = KONTOR
    for word in os.environ.get("TAFELRUNDE_TEST_SET", "").split():
        place, _, value = word.partition("=")
        module, _, name = place.partition(":")
        assert hasattr(import_module(module), name), place
        setattr(import_module(module), name, float(value))
    for name in os.environ.get("TAFELRUNDE_TEST_FAULT", "").split():
        if name not in FAULTS:
            for module in ("database_faults", "limit_faults"):  # slow to import: other tests need not wait for them
                import_module(f"tests.server.{module}")
        FAULTS[name]()


if __name__ == "__main__":
    prepare()
    sys.exit(main(sys.argv[1:]))
