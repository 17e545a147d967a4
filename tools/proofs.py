"""Write down which tests and scenarios prove which rule, from the last full test run; ``--check`` only compares.

python tools/proofs.py [--check]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import tafelrunde
from tafelrunde.study.proofs import FILE, dump, from_coverage

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "build" / "rule-coverage.json"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if a file is not what the run says")
    args = parser.parse_args()
    report = json.loads(REPORT.read_text(encoding="utf-8"))
    stale = []
    for game in tafelrunde.games():
        path = ROOT / "src" / "tafelrunde" / "games" / game / "content" / "rules" / FILE
        text = dump(from_coverage(report, game))
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(game)
        if not args.check:
            path.write_text(text, encoding="utf-8")
    for game in stale:
        print(f"{game}: {'is not up to date; run python tools/proofs.py' if args.check else 'written'}")
    return 1 if stale and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
