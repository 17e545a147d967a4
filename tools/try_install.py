"""``make test-install``: follow docs/install.md command by command with the wheel in dist/, in fresh environments without Node.

Every ``sh`` block of the page runs line by line in a folder that has only ``dist`` and ``deploy``, with a home of its own. A line
that ends in ``tafelrunde serve`` must bring up a server on which a move can be played over HTTP, and in Chromium unless
``--no-browser`` is given. ``node``, ``npm`` and ``npx`` are programs here that fail and leave a trace.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "install.md"
BLOCK = re.compile(r"^## (?P<title>[^\n]*)\n(?:(?!^## ).)*?^```sh\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL)
SERVE = "tafelrunde serve"
SECONDS = 60.0
TRACE = "node-was-called"


class Failed(Exception):
    """What went wrong on the page's way."""


def blocks(text: str) -> list[tuple[str, list[str]]]:
    """The commands of the page that are to be run, with the heading above them.

    >>> blocks("## Pip\\nSome words.\\n```sh\\npip install x\\nx serve\\n```\\n")
    [('Pip', ['pip install x', 'x serve'])]
    """
    return [(match["title"], match["lines"].splitlines()) for match in BLOCK.finditer(text)]


def environment(home: Path, tools: Path) -> dict[str, str]:
    """What a person's shell has: no settings of this project, a new home, and no Node."""
    own = ("TAFELRUNDE_", "XDG_", "PIPX_", "UV_", "PYTHON")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(own)}
    kept.pop("VIRTUAL_ENV", None)
    stubs = home / "stubs"
    stubs.mkdir(parents=True)
    for name in ("node", "npm", "npx"):
        (stubs / name).write_text(f'#!/bin/sh\ntouch "{home / TRACE}"\nexit 127\n')
        (stubs / name).chmod(0o755)
    old = [folder for folder in kept["PATH"].split(os.pathsep) if not folder.startswith(str(ROOT))]
    path = os.pathsep.join([str(stubs), str(home / ".local" / "bin"), str(tools), *old])
    return {**kept, "HOME": str(home), "PATH": path}


def with_installers(folder: Path) -> Path:
    """A folder with nothing but pipx and uv, which a person has from the distribution."""
    inside = folder / "venv" / "bin"
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    pip = [str(inside / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pipx", "uv"]
    subprocess.run(pip, check=True)
    tools = folder / "tools"
    tools.mkdir()
    for name in ("pipx", "uv"):
        (tools / name).symlink_to(inside / name)
    return tools


def ask(url: str, path: str, body: Mapping[str, Any] | None = None, token: str = "") -> Any:
    """A call of the server's interface."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url + path, data=data, headers=headers), timeout=SECONDS) as answer:
        text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers["content-type"] else text


def play(url: str) -> str:
    """Play one move of RISE against a bot over HTTP; returns its line in the record."""
    page = ask(url, "/")
    script = re.search(r'src="(/assets/[^"]+\.js)"', page)
    if script is None or not ask(url, script[1]):
        raise Failed("the server does not serve the web client")
    token = ask(url, "/api/session", {"name": "Anna"})["token"]
    wanted = {"game": "rise", "players": 2, "seats": ["me", "bot:easy"]}
    table = f"/api/tables/{ask(url, '/api/tables', wanted, token)['id']}"
    limit = time.monotonic() + SECONDS
    while (decision := (there := ask(url, table, token=token))["view"].get("decision")) is None:
        if time.monotonic() > limit:
            raise Failed("the bot does not move")
        time.sleep(0.2)
    chosen = decision["moves"][0]
    ask(url, f"{table}/moves", {"decision": decision["id"], "moves": [chosen], "key": "first"}, token)
    line = f"{there['seat']} {chosen}"
    if line not in ask(url, f"{table}/record", token=token).splitlines():
        raise Failed(f"the record lacks the move {line!r}")
    return line


def play_in_chromium(url: str) -> None:
    """Play a move in the browser; only the test itself needs Node."""
    command = ["npx", "playwright", "test", "--workers=1", "--retries=0", "installed.spec.ts"]
    done = subprocess.run(
        command, cwd=ROOT / "web", env={**os.environ, "TAFELRUNDE_URL": url}, capture_output=True, text=True, check=False
    )
    if done.returncode or "1 passed" not in done.stdout:
        raise Failed(f"Chromium:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")


def serve(line: str, folder: Path, env: Mapping[str, str], browser: bool) -> None:
    """Start the server by the page's line, play, and stop it as Ctrl+C does."""
    with subprocess.Popen(f"exec {line}", shell=True, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            hello = server.stdout.readline()
            address = re.search(r"http://\S+:\d+", hello)
            if address is None:
                raise Failed(f"`{line}` printed {hello!r}")
            print(f"    a move over HTTP: {play(address[0])}", flush=True)
            if browser:
                play_in_chromium(address[0])
                print("    a move in Chromium", flush=True)
        finally:
            server.send_signal(signal.SIGINT)
    if server.returncode:
        raise Failed(f"`{line}` ended with {server.returncode}")


def follow(title: str, lines: list[str], tools: Path, browser: bool) -> None:
    """Run one block of the page."""
    print(f"{title}:", flush=True)
    with tempfile.TemporaryDirectory() as name:
        home, folder = Path(name) / "home", Path(name) / "here"
        env = environment(home, tools)
        for part in ("dist", "deploy"):
            shutil.copytree(ROOT / part, folder / part)
        for line in lines:
            begun = time.monotonic()
            if line.endswith(SERVE):
                serve(line, folder, env, browser)
            else:
                done = subprocess.run(line, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=False)
                if done.returncode:
                    raise Failed(f"`{line}`:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
            print(f"  {time.monotonic() - begun:4.0f} s  {line}", flush=True)
        if (home / TRACE).exists():
            raise Failed(f"{title}: Node was called")


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n\n")[0])
    parser.add_argument("--no-browser", action="store_true", help="play over HTTP only")
    args = parser.parse_args()
    found = blocks(PAGE.read_text(encoding="utf-8"))
    if not found or not all(any(line.endswith(SERVE) for line in lines) for _, lines in found):
        print(f"{PAGE}: every sh block has to start a server", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        tools = with_installers(Path(name))
        try:
            for title, lines in found:
                follow(title, lines, tools, not args.no_browser)
        except Failed as failed:
            print(f"FAILED {failed}", file=sys.stderr)
            return 1
    print(f"{len(found)} ways to install work.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
