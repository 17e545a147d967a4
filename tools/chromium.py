"""Find a Chromium to test the pages in, or install one; prints where it is.

In this order: ``TAFELRUNDE_CHROMIUM``, one that is installed, the distribution's package (where we may install it), the
build of the npm package ``@sparticuz/chromium``. What cannot be mended here ends with the command that would.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WEB = Path(__file__).resolve().parent.parent / "web"
UNPACK = "import('@sparticuz/chromium').then(async (m) => console.log(await m.default.executablePath()))"


def installed() -> str | None:
    named = os.environ.get("TAFELRUNDE_CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            sys.exit(f"TAFELRUNDE_CHROMIUM is {named}, which cannot be run.")
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def run(*command: str) -> str | None:
    """What a command prints last, or nothing where it fails; what it says meanwhile goes to the error output."""
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run(command, cwd=WEB, stdout=subprocess.PIPE, text=True, check=False)
    return None if done.returncode else (done.stdout.strip().splitlines() or [""])[-1]


def from_distribution() -> str | None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    run("apt-get", "update", "-qq")
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
    return installed()


def from_npm() -> str | None:
    if not (WEB / "node_modules/@sparticuz").is_dir():
        run("npm", "install", "--no-save", "--no-audit", "--no-fund", "@sparticuz/chromium")
    found = run("node", "--input-type=module", "-e", UNPACK)
    return found if found and os.access(found, os.X_OK) else None


def main() -> None:
    found = installed() or from_distribution() or from_npm()
    if found is None:
        sys.exit("No Chromium was found. apt-get install chromium, or TAFELRUNDE_CHROMIUM=PATH make test-web")
    print(found)


if __name__ == "__main__":
    main()
