"""E-mail: sentences from the message catalogues, sent over a verified TLS connection."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from tafelrunde.core.messages import common
from tafelrunde.server.settings import Mail, Settings

SECONDS = 15
"""The timeout for each step of the conversation with the mail server."""
AT_ONCE = 2
LINKS = {"confirm": "/mail/confirm#", "reset": "/password/reset#", "turn": "/t/"}
"""The page that the link in each kind of e-mail opens. The part after ``#`` is never sent in a request, and the page
acts only on a click: programs that open links to check them change nothing."""


class MailFailed(Exception):
    """The mail server did not accept an e-mail; the message names the kind of error and nothing of the e-mail."""


class Mailer:
    """Sends e-mails, a few at the same time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._slots = asyncio.Semaphore(AT_ONCE)

    @property
    def on(self) -> bool:
        return bool(self._settings.mail.host)

    async def send(self, kind: str, to: str, lang: str, facts: Mapping[str, str], stop_word: str) -> None:
        """Send an e-mail. ``facts`` fill the sentences; ``word`` among them completes the link of this kind of e-mail."""
        letter = self._letter(kind, to, lang, facts, stop_word)
        async with self._slots:
            try:
                await asyncio.to_thread(deliver, self._settings.mail, letter)
            except (OSError, smtplib.SMTPException) as error:  # SSLError is an OSError
                raise MailFailed(type(error).__name__) from None

    def _letter(self, kind: str, to: str, lang: str, facts: Mapping[str, str], stop_word: str) -> EmailMessage:
        origin, words = self._settings.origin, common(lang)
        given = {**facts, "origin": origin}
        if kind in LINKS:
            given["link"] = origin + LINKS[kind] + facts["word"]
        body = [words.say("mail", kind, given), words.say("mail", "stop", {"link": f"{origin}/mail/stop#{stop_word}"})]
        letter = EmailMessage()
        letter["From"] = self._settings.mail.sender or self._settings.mail.user
        letter["To"] = to
        letter["Subject"] = words.say("mail", f"{kind}_subject", given)
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=origin.rpartition("/")[2].partition(":")[0])
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{origin}/api/mail/stop/{stop_word}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content("\n\n".join(body) + "\n")
        return letter


def deliver(mail: Mail, letter: EmailMessage) -> None:
    """Submit one e-mail to the mail server. Its certificate and host name are verified before anything secret is sent."""
    with sign_in(mail) as server:
        server.send_message(letter)


def sign_in(mail: Mail) -> smtplib.SMTP:
    """An authenticated connection to the mail server."""
    server = _connect(mail)
    if mail.user:
        try:
            server.login(mail.user, mail.password)
        except BaseException:
            server.close()
            raise
    return server


def _connect(mail: Mail) -> smtplib.SMTP:
    if mail.tls == "implicit":
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=SECONDS, context=ssl.create_default_context())
    server = smtplib.SMTP(mail.host, mail.port, timeout=SECONDS)
    if mail.tls == "starttls":
        try:
            server.starttls(context=ssl.create_default_context())
        except BaseException:
            server.close()
            raise
    return server
