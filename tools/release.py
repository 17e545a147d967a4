"""Make a release: check, build, test the wheel in a fresh environment of every installed Python, then commit and tag.

python tools/release.py VERSION [--dry-run]

``--dry-run`` does everything but change files, commit and tag. The version follows Semantic Versioning and is newer than all
tags. The section "Unreleased" of CHANGELOG.md becomes the section of the release.
"""

from __future__ import annotations

import argparse
import datetime
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHANGELOG, INIT, CITATION = ROOT / "CHANGELOG.md", ROOT / "src/tafelrunde/__init__.py", ROOT / "CITATION.cff"
OLDEST = (3, 11)
_SEMVER = re.compile(r"(?P<major>0|[1-9]\d*)\.(?P<minor>0|[1-9]\d*)\.(?P<patch>0|[1-9]\d*)\Z")
_UNRELEASED = re.compile(r"^## Unreleased(?P<rules> \(rules [\d.]+\))?\n(?P<body>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
SMOKE = """
import tafelrunde
for name in tafelrunde.games():
    game = tafelrunde.load(name)
    state = game.new(players=game.players[0], seed=1)
    while not state.over:
        seat = state.to_act[0]
        state.act(seat, state.actions(seat)[0])
    print(f"    {name}: {state.ply} moves, scores {state.scores}")
"""


class Refused(Exception):
    """Why there is no release."""


def run(*command: str | Path, quiet: bool = True) -> str:
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE if quiet else None, text=True, check=False)
    if done.returncode:
        raise Refused(f"{' '.join(map(str, command))} failed.")
    return done.stdout or ""


def number(version: str) -> tuple[int, ...]:
    match = _SEMVER.match(version)
    if match is None:
        raise Refused(f"{version!r} is no version: write MAJOR.MINOR.PATCH, for example 1.2.0.")
    return tuple(map(int, match.groups()))


def check(version: str) -> str:
    """Refuse what cannot be released; returns what has changed."""
    if run("git", "status", "--porcelain"):
        raise Refused("There are uncommitted changes: commit or stash them.")
    released = [tag.removeprefix("v") for tag in run("git", "tag", "--list", "v*").split()]
    newest = max((number(tag) for tag in released), default=(-1,))
    if number(version) <= newest:
        raise Refused(f"{version} is not newer than {'.'.join(map(str, newest))}, the newest tag.")
    return unreleased(CHANGELOG.read_text(encoding="utf-8"))


def unreleased(text: str) -> str:
    """What the change log says of the next release."""
    match = _UNRELEASED.search(text)
    if match is None or not match["body"].strip():
        raise Refused('CHANGELOG.md has nothing under "## Unreleased": write down what changed.')
    return match["body"].strip()


def dated(text: str, version: str, day: str) -> str:
    """The change log with the unreleased section as the section of a version."""
    return _UNRELEASED.sub(
        lambda m: f"## Unreleased{m['rules'] or ''}\n\n## {version}{m['rules'] or ''}, {day}\n{m['body']}", text, count=1
    )


def pythons() -> Iterator[str]:
    """Every installed Python that is new enough, each version once."""
    found: dict[tuple[int, int], str] = {}
    names = [f"python3.{minor}" for minor in range(OLDEST[1], OLDEST[1] + 10)]
    managed = map(str, sorted(Path.home().glob(".pyenv/versions/*/bin/python3")))
    candidates = [*map(shutil.which, names), *managed, sys.executable]
    for python in filter(None, candidates):
        ask = "import sys; print(*sys.version_info[:2])"
        done = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            major, minor = map(int, done.stdout.split())
            if (major, minor) >= OLDEST:
                found.setdefault((major, minor), python)
    yield from (found[key] for key in sorted(found))


def build() -> Path:
    """The wheel, with the pages and the documentation in it."""
    run("make", "docs", "wheel", quiet=False)
    return next((ROOT / "dist").glob("tafelrunde-*.whl"))


def try_wheel(python: str, wheel: Path) -> None:
    """Install the wheel in a fresh environment and play a game of each title with it."""
    with tempfile.TemporaryDirectory() as folder:
        run(python, "-m", "venv", folder)
        inside = Path(folder) / "bin"
        run(inside / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[server]")
        print(f"  {run(inside / 'python', '--version').strip()}:")
        print(run(inside / "python", "-c", SMOKE), end="")
        run(inside / "tafelrunde", "games")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version")
    parser.add_argument("--dry-run", action="store_true", help="build and test, but change, commit and tag nothing")
    parser.add_argument("--tested", action="store_true", help="`make test` has passed for this commit: do not repeat it")
    args = parser.parse_args()
    try:
        print(f"Changes in {args.version}:\n\n{check(args.version)[:600]} ...\n")
        if not args.tested:
            run("make", "test", quiet=False)
        wheel = build()
        print(f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB")
        for python in pythons():
            try_wheel(python, wheel)
        if args.dry_run:
            print("Everything works. Nothing was changed (--dry-run).")
            return 0
        publish(args.version)
    except Refused as refused:
        print(f"No release: {refused}", file=sys.stderr)
        return 1
    print(f"Tagged v{args.version}. Next: git push --follow-tags, and upload dist/.")
    return 0


def publish(version: str) -> None:
    """Write the version into the files that state it, commit and tag."""
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    CHANGELOG.write_text(dated(CHANGELOG.read_text(encoding="utf-8"), version, day), encoding="utf-8")
    for path, pattern in ((INIT, r'(__version__ = )"[^"]*"'), (CITATION, r'(^version: )"[^"]*"')):
        text = re.sub(pattern, rf'\g<1>"{version}"', path.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Tafelrunde {version}")


if __name__ == "__main__":
    sys.exit(main())
