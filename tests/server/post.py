"""A real SMTP server with TLS, and certificates that are trusted or not."""

from __future__ import annotations

import asyncio
import re
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import trustme
from aiosmtpd.smtp import SMTP, AuthResult

from tests.server.harness import ENV
from tests.server.postgres import free_port

ORIGIN = "https://play.example"
USER, PASSWORD = "table@play.example", "the mail server's password"


class Authority:
    """Issues certificates; who sets ``env`` trusts them."""

    def __init__(self, folder: Path, name: str = "ca") -> None:
        self._ca = trustme.CA()
        self.file = folder / f"{name}.pem"
        self._ca.cert_pem.write_to_path(self.file)
        self.env = {"SSL_CERT_FILE": str(self.file)}

    def context(self, *hosts: str) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._ca.issue_cert(*hosts).configure_cert(context)
        return context


class Office:
    """Takes mail and remembers it, with everything that was tried."""

    def __init__(self) -> None:
        self.port = free_port()
        self.letters: list[EmailMessage] = []
        self.logins: list[tuple[bytes, bytes]] = []
        self.refuse = False

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuse:
            return f"550 no mail for {envelope.rcpt_tos[0]}"
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 taken"

    def authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        self.logins.append((data.login, data.password))
        return AuthResult(success=(data.login, data.password) == (USER.encode(), PASSWORD.encode()))

    def to(self, address: str) -> list[EmailMessage]:
        return [letter for letter in self.letters if letter["To"] == address]

    async def letter(self, address: str, n: int = 1) -> EmailMessage:
        """The n-th letter to an address, as soon as it is there."""
        async with asyncio.timeout(20):
            while len(self.to(address)) < n:
                await asyncio.sleep(0.02)
        return self.to(address)[n - 1]

    def env(self, tls: str = "starttls") -> dict[str, str]:
        login = {"TAFELRUNDE_SMTP_USER": USER, "TAFELRUNDE_SMTP_PASSWORD": PASSWORD}
        return ENV | login | {
            "TAFELRUNDE_SMTP_HOST": "localhost", "TAFELRUNDE_SMTP_PORT": str(self.port), "TAFELRUNDE_SMTP_TLS": tls,
            "TAFELRUNDE_SMTP_SENDER": USER,
        }  # fmt: skip


@contextmanager
def post_office(context: ssl.SSLContext | None, implicit: bool = False) -> Iterator[Office]:
    """A mail server in a thread of its own; without a context it knows no TLS."""
    office = Office()

    def answer() -> SMTP:
        starttls = None if implicit else context
        return SMTP(
            office, tls_context=starttls, require_starttls=starttls is not None, hostname="localhost",
            auth_required=context is not None, auth_require_tls=not implicit, authenticator=office.authenticate, loop=loop,
        )  # fmt: skip

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    serve = loop.create_server(answer, "127.0.0.1", office.port, ssl=context if implicit else None)
    server = asyncio.run_coroutine_threadsafe(serve, loop).result(10)
    try:
        yield office
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def link(letter: EmailMessage, page: str) -> str:
    """The secret of the link to a page in a letter."""
    body = letter.get_body()
    assert body is not None
    found = re.search(re.escape(f"{ORIGIN}{page}#") + r"(\S+)", body.get_content())
    assert found, body.get_content()
    return found[1]
