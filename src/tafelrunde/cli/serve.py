"""``tafelrunde serve``: runs the web server, on SQLite without set-up or on PostgreSQL."""

from __future__ import annotations

import argparse
import asyncio
import errno
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from typing import Any

from tafelrunde.cli import OK, Commands, command, say, whole
from tafelrunde.cli.database import add_database
from tafelrunde.core.errors import BadInput

PORT = 8000
STEADY_SECONDS = 30.0
"""Seconds after which a worker that dies is replaced without a delay."""
PORTS = 50
"""Ports to try in order if none was given."""


def add(commands: Commands) -> None:
    parser = command(commands, "serve")
    add_database(parser)
    parser.add_argument("--port", type=whole(0, 65535), metavar="P", help=say("arg_port"))
    parser.add_argument("--host", metavar="ADDRESS", help=say("arg_host"))
    parser.add_argument("--workers", type=whole(1, 64), metavar="W", help=say("arg_serve_workers"))
    parser.add_argument("--bot-workers", type=whole(1, 64), metavar="W", help=say("arg_bot_workers"))
    parser.add_argument("--origin", metavar="URL", help=say("arg_origin"))
    parser.add_argument("--closed", action="store_const", const=False, dest="registration", help=say("arg_closed"))
    parser.add_argument("--proxy", action="append", dest="proxies", metavar="ADDRESS", help=say("arg_proxy"))
    parser.add_argument("--metrics-port", type=whole(1, 65535), metavar="P", help=say("arg_metrics_port"))
    parser.add_argument("--metrics-host", metavar="ADDRESS", help=say("arg_metrics_host"))


def need_server() -> None:
    """Check that the optional libraries of the server are installed; otherwise an error names the install command."""
    try:
        import aiosqlite  # noqa: F401
        import alembic  # noqa: F401
        import argon2  # noqa: F401
        import asyncpg  # type: ignore[import-untyped]  # noqa: F401
        import fastapi  # noqa: F401
        import orjson  # noqa: F401
        import prometheus_client  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise BadInput("tafelrunde", say("no_server", name=str(error.name))) from None


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import configuration

    flags = {**vars(args), "proxies": None if args.proxies is None else tuple(args.proxies)}
    settings, serving, file = configuration.load(args.settings, os.environ, flags)
    if serving.workers > 1 and settings.db.startswith("sqlite"):
        raise BadInput("--workers", say("one_process"))
    configuration.make_folder(settings.db)
    _check_database(settings.db)
    door = _door(serving.host, args.port if args.port is not None else serving.port or None)
    hello = say("serving", address=f"http://{serving.host}:{door.getsockname()[1]}", db=_shown(settings.db))
    if file is not None:
        hello += "\n" + say("settings_from", file=str(file))
    board = _board(serving.workers, serving.metrics_host, serving.metrics_port or None)
    try:
        if serving.workers == 1:
            serve(settings, door, hello, board)
        else:
            _several(serving.workers, settings, door, hello, board)
    except KeyboardInterrupt:  # the usual way to stop the server; accepted requests are finished by then
        print(say("stopped"), file=sys.stderr)
    return OK


def _board(workers: int, host: str, port: int | None) -> Any:
    """Collect the metrics of all workers; with a port, this process serves them to Prometheus."""
    from prometheus_client import start_http_server

    from tafelrunde.server.metrics import Board, registry_of

    board = Board(workers)
    if port is not None:
        try:
            start_http_server(port, host, registry_of(board))
        except OSError as error:
            raise BadInput("--metrics-port", f"{port}: {error.strerror}.") from None
    return board


def serve(settings: Any, door: socket.socket, hello: str, board: Any, worker: int = 0) -> None:
    """Run one server process and print its address once it accepts requests."""
    import uvicorn

    from tafelrunde.server import logs
    from tafelrunde.server.app import create_app
    from tafelrunde.server.doors import protocols

    logs.set_up()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started and hello:
                print(hello, flush=True)

    config = uvicorn.Config(
        create_app(settings, board, worker), log_config=None, access_log=False, server_header=False, date_header=False,
        ws_max_size=settings.limits.max_body, ws_max_queue=32, ws_per_message_deflate=False, timeout_graceful_shutdown=10,
        timeout_keep_alive=30, proxy_headers=False, **protocols(),
    )  # fmt: skip
    Server(config).run(sockets=[door])


def _worker(settings: Any, door: socket.socket, hello: str, board: Any, worker: int) -> None:
    """Run one of several processes; if the parent process dies, it shuts down gracefully."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    serve(settings, door, hello, board, worker)


def _several(workers: int, settings: Any, door: socket.socket, hello: str, board: Any) -> None:
    """Run several processes that share one socket and one database; a process that dies is replaced."""
    from tafelrunde.server.outage import backoff

    context = multiprocessing.get_context("spawn")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())

    def start(worker: int, words: str = "") -> Any:
        process = context.Process(target=_worker, args=(settings, door, words, board, worker))
        process.start()
        return process

    processes = [start(worker, "" if worker else hello) for worker in range(workers)]
    pauses, last = backoff(0.1, 10.0), time.monotonic()
    while not stop.wait(0.5):
        dead = [worker for worker, process in enumerate(processes) if not process.is_alive()]
        if dead and time.monotonic() - last > STEADY_SECONDS:
            pauses = backoff(0.1, 10.0)
        if not dead or stop.wait(next(pauses)):  # without its database every new process exits soon
            continue
        last = time.monotonic()
        for worker in dead:
            board.retire(worker)
            processes[worker] = start(worker)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _shown(db: str) -> str:
    """A database's address without its password."""
    head, at, tail = db.rpartition("@")
    return f"{head.partition('://')[0]}://...@{tail}" if at else db


def _check_database(db: str) -> None:
    """Open and migrate the database once, so that an error is reported in one sentence without a traceback."""
    from sqlalchemy.exc import SQLAlchemyError

    from tafelrunde.server.database import lock_file
    from tafelrunde.server.store import Store

    async def look() -> None:
        store = Store(db)
        try:
            await store.open()
        finally:
            await store.close()

    lock = lock_file(db)  # before the first access: a migration must not run while another server uses the database
    try:
        asyncio.run(look())
    except (SQLAlchemyError, OSError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput("--db", say("no_database", db=_shown(db), reason=reason[:200])) from None
    finally:
        if lock is not None:
            lock.close()


def _door(host: str, port: int | None) -> socket.socket:
    """The given port, otherwise the next free one."""
    for number in range(PORT, PORT + PORTS) if port is None else [port]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        door = socket.socket(family, socket.SOCK_STREAM)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, number))
            door.listen(2048)
        except OSError as error:
            door.close()
            if error.errno != errno.EADDRINUSE:
                raise BadInput("--host", f"{host}: {error.strerror}.") from None
        else:
            door.set_inheritable(True)
            return door
    raise BadInput("--port", say("no_port", n=port if port is not None else PORT))
