"""``tafelrunde upgrade-check``: replays every stored table with a new wheel, which is installed in an environment of its own."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import is_zipfile

import tafelrunde
from tafelrunde.cli import FAILURE, Commands, command, language, say
from tafelrunde.cli.database import add_database, database
from tafelrunde.cli.serve import need_server
from tafelrunde.core.errors import BadInput


def add(commands: Commands) -> None:
    parser = command(commands, "upgrade-check")
    parser.add_argument("wheel", metavar="NEW.whl", help=say("arg_wheel"))
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    need_server()
    wheel = Path(args.wheel).resolve()
    if wheel.suffix != ".whl" or not is_zipfile(wheel):
        raise BadInput("NEW.whl", say("no_wheel", file=args.wheel))
    # The address of the database goes by the environment, because other users of the machine can read command lines.
    env = {**os.environ, "TAFELRUNDE_DB": database(args)}
    settings = [] if args.settings is None else ["--settings", args.settings]
    with TemporaryDirectory(prefix="tafelrunde-upgrade-") as name:
        python = _install(wheel, Path(name).resolve())
        print(say("upgrade_checks", old=tafelrunde.__version__, new=_version(python)), flush=True)
        words = ["verify-tables", "--lang", language(), *settings]
        code = subprocess.run([*python, "-m", "tafelrunde.cli.main", *words], env=env, check=False).returncode
    return code if code >= 0 else FAILURE  # a negative code is the signal that ended the process


def _install(wheel: Path, folder: Path) -> list[str]:
    """Install the wheel in a new environment and return the command that runs its Python, isolated from the current folder.

    What is installed beside Tafelrunde here is found there too: packages with games, whose tables are replayed as well, and
    libraries, so that only those are downloaded that the new version needs and this installation lacks.
    """
    venv.create(folder, with_pip=True)
    python = [str(folder / ("Scripts" if os.name == "nt" else "bin") / "python"), "-I"]
    pip = [*python, "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"]
    _ask([*pip, "--no-deps", str(wheel)])
    site = Path(_ask([*python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]))
    here = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    (site / "host.pth").write_text("".join(f"import site; site.addsitedir({path!r})\n" for path in here), encoding="utf-8")
    _ask([*pip, str(wheel)])
    return python


def _version(python: list[str]) -> str:
    """The version in the new environment. It must not be the installation that runs this command."""
    code = "import sys, tafelrunde; print(tafelrunde.__file__.startswith(sys.prefix), tafelrunde.__version__)"
    own, _, version = _ask([*python, "-c", code]).partition(" ")
    if own != "True":
        raise BadInput("NEW.whl", say("wheel_fails", reason="tafelrunde"))
    return version


def _ask(command: list[str]) -> str:
    """What a command prints; the last line of its errors if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["?"])[-1]
        raise BadInput("NEW.whl", say("wheel_fails", reason=reason[:300]))
    return done.stdout.strip()
