"""``make wheel``: one wheel in dist/ with the web client and, where ``make docs`` has built it, the documentation site.

The wheel is pure Python. It is refused if a file of the package or of the web client is missing in it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
CLIENT, DOCS = "tafelrunde/web/static", "tafelrunde/web/docs"


def build(folder: Path = ROOT / "dist") -> Path:
    """Build the wheel in an otherwise empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True)
    return next(folder.glob("tafelrunde-*.whl"))


def missing(wheel: Path) -> list[str]:
    """Files of the package that the wheel lacks; without a web client in the package, its page."""
    there = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "tafelrunde").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with ZipFile(wheel) as archive:
        return sorted((there | {f"{CLIENT}/index.html"}) - set(archive.namelist()))


def main() -> int:
    wheel = build()
    lacks = missing(wheel)
    if lacks:
        wheel.unlink()
        print(f"No wheel, because it lacked {len(lacks)} files: {', '.join(lacks[:5])}", file=sys.stderr)
        return 1
    documented = "with" if (SOURCE / DOCS / "index.html").is_file() else "without (make docs)"
    print(f"dist/{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, {documented} the documentation site")
    return 0


if __name__ == "__main__":
    sys.exit(main())
