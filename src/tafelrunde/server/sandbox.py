"""Strangers' files, read in a process of their own that may take 5 seconds and 512 MB: ``python -m`` this module."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from typing import Any

SECONDS = 5
PATIENCE = 20.0
"""Seconds by the clock: a busy machine may give the worker its five seconds slowly."""
MEMORY = 512 * 1024 * 1024


def work(job: dict[str, Any]) -> dict[str, Any]:
    """Replay a record, or read a component set; what is wrong with it is told as where and why."""
    if job["kind"].startswith("study."):
        from tafelrunde.study import jobs

        return jobs.work(job)
    from tafelrunde.core.errors import TafelrundeError
    from tafelrunde.server.loading import game_of
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
        return {"ok": False, "reason": str(error)[:500]}


async def run(job: dict[str, Any]) -> dict[str, Any]:
    """``work`` in a limited process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        out, _ = await asyncio.wait_for(process.communicate(json.dumps(job).encode()), PATIENCE)
        answer: dict[str, Any] = json.loads(out)
        return answer
    except (TimeoutError, ValueError):
        return {"ok": False, "reason": "This takes more time or memory than a server gives it."}
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    json.dump(work(json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main()
