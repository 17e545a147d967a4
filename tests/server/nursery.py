"""Server processes for tests without the seconds of imports: one process has imported everything and forks itself.

:class:`Nursery` starts ``python -m tests.server.nursery``, which waits for requests on a socket. Each child then runs
``tests.server.serve`` as ``python -m`` would, with its own arguments, environment and output.
"""

from __future__ import annotations

import gc
import json
import os
import random
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

MESSAGE = 1 << 20
NEEDS_EXEC = ("LD_", "PYTHON", "MALLOC_")
"""Variables that are read when a program is executed, which a fork is not."""


class Forked:
    """A child of the nursery, with the part of :class:`subprocess.Popen` that tests use."""

    def __init__(self, nursery: Nursery, pid: int, stdout: TextIO) -> None:
        self.pid, self.stdout = pid, stdout
        self.returncode: int | None = None
        self._nursery, self._ended = nursery, os.pidfd_open(pid)

    def poll(self) -> int | None:
        return self._status(0)

    def wait(self, timeout: float | None = None) -> int:
        status = self._status(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("tests.server.serve", timeout or 0.0)
        return status

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def _status(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._ended], [], [], seconds)[0]:
            self.returncode = self._nursery.ask({"wait": self.pid})
            os.close(self._ended)
        return self.returncode


class Nursery:
    """The process that forks, and the socket to it."""

    def __init__(self, root: Path) -> None:
        own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        env = os.environ | {"PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)])}
        command = [sys.executable, "-m", "tests.server.nursery", str(other.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[other.fileno()], env=env, cwd=root)
        other.close()
        self._socket, self._lock = own, threading.Lock()

    def ask(self, message: Mapping[str, Any], files: Sequence[int] = ()) -> int:
        with self._lock:
            socket.send_fds(self._socket, [json.dumps(message).encode()], files)
            return int(self._socket.recv(MESSAGE))

    def start(self, arguments: Sequence[str], env: Mapping[str, str], errors: TextIO | None) -> Forked:
        read, write = os.pipe()
        log = sys.__stderr__.fileno() if errors is None and sys.__stderr__ is not None else errors.fileno() if errors else 2
        pid = self.ask({"arguments": list(arguments), "env": dict(env)}, [write, log])
        os.close(write)
        return Forked(self, pid, os.fdopen(read))

    def close(self) -> None:
        self._socket.close()
        self._process.wait()


def can_fork(env: Mapping[str, str]) -> bool:
    return not any(name.startswith(NEEDS_EXEC) for name in env)


# --- the process that forks ----------------------------------------------------------------------


def imports() -> None:
    """Everything that a server imports before it answers its first request."""
    import uvicorn.lifespan.on
    import uvicorn.loops.auto
    import uvicorn.protocols.http.auto
    import uvicorn.protocols.websockets.auto  # noqa: F401

    import tafelrunde.cli.serve
    import tafelrunde.server.app  # noqa: F401
    import tests.server.kontor  # noqa: F401
    from tafelrunde.server.prepared import prepare

    prepare()


def run(message: Mapping[str, Any]) -> None:
    os.environ.clear()
    os.environ.update(message["env"])
    random.seed()
    sys.argv = ["tests.server.serve", *message["arguments"]]
    runpy.run_module("tests.server.serve", run_name="__main__", alter_sys=True)


def serve(orders: socket.socket) -> None:
    while True:
        data, files, _, _ = socket.recv_fds(orders, MESSAGE, 2)
        if not data:
            return
        message = json.loads(data)
        if "wait" in message:
            _, status = os.waitpid(message["wait"], 0)
            orders.send(str(os.waitstatus_to_exitcode(status)).encode())
            continue
        pid = os.fork()
        if pid == 0:
            orders.close()
            for number, file in zip((1, 2), files, strict=True):
                os.dup2(file, number)
                os.close(file)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            run(message)
            return
        for file in files:
            os.close(file)
        orders.send(str(pid).encode())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C ends the tests, which then close the socket
    imports()
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])))
