"""Reads untrusted uploads in a separate process with limits of 5 seconds of processor time and 512 MB."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import subprocess
import sys
import time
from typing import Any

SECONDS = 5
PATIENCE = 20.0
"""The wall-time limit: on a busy machine the worker may take long to get its five seconds of processor time."""
MEMORY = 512 * 1024 * 1024
DOTS, DEPTH = 16, 40
"""The maximum number of parts of a TOML key, and the maximum nesting of brackets."""
START = f"import os; os.nice(15); from {__name__} import main; main()"
"""Lowers the priority of the worker before it imports its modules, so that the server and its bots have precedence."""


_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"""(?<![\w"'-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DOTS}}}""")
_BRACKETS = re.compile(r"[\[\]{}]")


def too_deep(text: str) -> str | None:
    """The reason to refuse a TOML text before parsing: long dotted keys take quadratic time, and deep nesting exhausts the stack.

    Strings and comments are checked too; no packaged file comes near these limits.
    """
    if _DOTTED.search(text):
        return f"A key has more than {DOTS} parts."
    depth = 0
    for bracket in _BRACKETS.finditer(text):
        depth = depth + 1 if bracket[0] in "[{" else max(0, depth - 1)
        if depth > DEPTH:
            return f"Brackets are nested more than {DEPTH} deep."
    return None


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Replay a record, or read a component set; an error is returned as its place and reason."""
    for name in ("components", "text"):
        reason = too_deep(job.get(name) or "") if name != "text" or job["kind"] != "record" else None
        if reason is not None:
            return {"ok": False, "place": name, "reason": reason}
    if job["kind"].startswith("study."):
        from tafelrunde.study import jobs

        return jobs.work(job)
    from tafelrunde.core.errors import TafelrundeError
    from tafelrunde.server.positions import game_of
    from tafelrunde.study.replay import read_record

    try:
        if job["kind"] == "components":
            game = game_of(job["game"], job["text"])
            game.new(game.players[0], 1)
            return {"ok": True, "components": game.components.hash}
        record = read_record(job["text"], job.get("components"))
        state = record.state
        return {
            "ok": True, "game": state.game.id, "players": state.players, "plies": state.ply, "over": state.over,
            "scores": state.scores if state.over else None, "winners": list(state.winners), "names": list(record.names),
        }  # fmt: skip
    except TafelrundeError as error:
        return {"ok": False, "place": None, "reason": str(error)[:500]}


async def run(job: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """Run ``work`` in a limited process; returns its result and the seconds of processor time it took.

    A thread starts the process: the event loop would copy the server's page tables, which blocks every table.
    """
    process = await asyncio.to_thread(_start)
    try:
        out, _ = await asyncio.wait_for(asyncio.to_thread(process.communicate, json.dumps(job).encode()), PATIENCE)
        answer, seconds = json.loads(out)
        return answer, seconds
    except (TimeoutError, ValueError):
        return {"ok": False, "place": None, "reason": "This takes more time or memory than a server gives it."}, SECONDS
    finally:
        if process.returncode is None:
            process.kill()


def _start() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", START], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    answer = work(json.load(sys.stdin))
    json.dump((answer, time.process_time()), sys.stdout)
