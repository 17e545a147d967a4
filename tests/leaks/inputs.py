"""Everything that a server takes from outside and that is no request: the clock, random numbers, bots, the post, the log.

All worlds run in one process, one at a time. Each gets the same inputs for the same turn, so that whatever differs in what
a client received comes from what differs in the worlds.
"""

from __future__ import annotations

import json
import logging
import secrets
import smtplib
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from email.message import EmailMessage
from random import Random
from typing import Any, ParamSpec, TypeVar
from unittest import mock

import orjson

from tafelrunde.bots import base as bots
from tafelrunde.bots.levels import LEVELS
from tafelrunde.server import positions, processes, push, record, replays, uptime
from tafelrunde.server.logs import JsonLines
from tafelrunde.study.replay import Replay
from tests.server.test_push import Browser

P = ParamSpec("P")
R = TypeVar("R")

START = 1_900_000_000.0


class Inputs:
    """The inputs of the turn that is being played, and what the servers put out beside their answers."""

    def __init__(self) -> None:
        self.now = START
        self.random = Random(0)
        self.lines: list[str] = []
        """What was logged since the last turn."""
        self.letters: list[str] = []
        """The letters that were sent since the last turn."""
        self.pushes: list[bytes] = []
        """What the viewer's browser was sent since the last turn, unsealed."""
        self.browser = Browser()
        self.beginnings: dict[int, Callable[[], Any]] = {}
        """By the seed of a table: the first position, where it does not follow from the seed."""

    def turn(self, number: int, salt: str = "") -> None:
        """Begin a turn. ``salt`` makes other random numbers of it, for what one world may have for itself."""
        self.now = START + number
        self.random = Random(f"{number}/{salt}")
        replays._KEPT.clear()  # each world has workers of its own
        self.lines, self.letters, self.pushes = [], [], []

    def token_hex(self, n: int | None = None) -> str:
        return self.random.randbytes(n or 32).hex()

    def token_urlsafe(self, n: int | None = None) -> str:
        return urlsafe_b64encode(self.random.randbytes(n or 32)).rstrip(b"=").decode()


class _Lines(logging.Handler):
    """The log as a host reads it, but for the time."""

    def __init__(self, inputs: Inputs) -> None:
        super().__init__(logging.WARNING)
        self._inputs, self._format = inputs, JsonLines()

    def emit(self, record: logging.LogRecord) -> None:
        line = json.loads(self._format.format(record))
        self._inputs.lines.append(json.dumps({**line, "at": 0}))


class _AtOnce(Executor):
    """What servers let other processes do is done in this one, at once."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        done: Future[R] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def _post_office(inputs: Inputs) -> type[Any]:
    class PostOffice:
        """Takes letters instead of an SMTP server."""

        def __init__(self, *_: Any, **__: Any) -> None: ...

        def __enter__(self) -> PostOffice:
            return self

        def __exit__(self, *_: object) -> None: ...

        def starttls(self, **_: Any) -> None: ...

        def login(self, *_: Any) -> None: ...

        def send_message(self, letter: EmailMessage) -> None:
            for name in ("Date", "Message-ID"):  # neither comes from anything that a server knows
                del letter[name]
            inputs.letters.append(letter.as_string())

    return PostOffice


@contextmanager
def given() -> Iterator[Inputs]:
    """Take over the inputs of every server in this process."""
    inputs = Inputs()

    def now() -> float:
        return inputs.now

    def beginning(game: Any, info: Any) -> Any:
        return inputs.beginnings[info.seed]() if info.seed in inputs.beginnings else positions.beginning(game, info)

    make = replays._make

    def made(source: replays.Source) -> Replay:
        begin = inputs.beginnings.get(source.seed)
        return make(source) if begin is None else Replay(begin(), source.moves, source.names)

    async def no_beat(_: uptime.Uptime, restarted: bool = False) -> None:
        """Beats come by the real clock, which no world may depend on."""

    def in_this_process(_: object) -> Executor:
        return _AtOnce()

    async def pushed(_: push.Pusher, target: push.Target, body: bytes) -> int:
        inputs.pushes.append(orjson.dumps(inputs.browser.open(body)))
        return 201

    handler, root = _Lines(inputs), logging.getLogger()
    everyone_probes = dict.fromkeys(LEVELS, "tests.leaks.probe:Probe")
    with (
        mock.patch.object(time, "time", now),
        mock.patch.object(uptime.Uptime.__init__, "__defaults__", (now,)),
        mock.patch.object(uptime.Uptime, "beat", no_beat),
        mock.patch.object(uptime.Uptime, "known", True),
        mock.patch.object(secrets, "token_hex", inputs.token_hex),
        mock.patch.object(secrets, "token_urlsafe", inputs.token_urlsafe),
        mock.patch.object(secrets, "randbits", lambda k: inputs.random.getrandbits(k)),
        mock.patch.object(secrets, "randbelow", lambda n: inputs.random.randrange(n)),
        mock.patch.object(smtplib, "SMTP", _post_office(inputs)),
        mock.patch.object(push.Pusher, "_post", pushed),
        mock.patch.object(processes.Pool, "open", in_this_process),
        mock.patch.object(record, "beginning", beginning),
        mock.patch.object(replays, "_make", made),
        mock.patch.dict(bots.REGISTRY, everyone_probes),
    ):
        root.addHandler(handler)
        try:
            yield inputs
        finally:
            root.removeHandler(handler)
