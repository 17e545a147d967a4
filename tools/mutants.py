"""Switch off guards and effects of a game, one at a time, and see whether its tests notice.

python tools/mutants.py rise --count 30 --seed 1
"""

from __future__ import annotations

import sys

from tafelrunde.testing.mutants import main

if __name__ == "__main__":
    game = sys.argv[1]
    # The scenarios come first: they take seconds and fail for most switches.
    tests = ["tests/test_scenarios.py", f"tests/games/{game}", "tests/contract", "-k", game]
    sys.exit(main([game, *sys.argv[2:], *tests]))
