"""What a host can set; everything has a default that needs no set-up."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_DB = "sqlite:///tafelrunde.db"
KB = 1024


@dataclass(frozen=True)
class Mail:
    """An SMTP host for "it is your turn"; off while there is no host."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    tls: bool = True


@dataclass(frozen=True)
class Settings:
    db: str = DEFAULT_DB
    origin: str = ""
    """The public address (``https://play.example``) where it differs from the Host header, as behind a proxy."""
    registration: bool = True
    """Whether strangers may begin a session; a host closes it once the club is complete."""
    bot_workers: int = 1
    bot_seconds: float = 30.0
    """A bot that thinks longer loses its turn to the quickest one."""
    secure_cookies: bool = False
    max_body: int = 64 * KB
    max_upload: int = 256 * KB
    rate: float = 100.0
    """Requests a second that one session may make in the long run; an address may make five times as many."""
    burst: int = 400
    slow_seconds: float = 15.0
    """How long the head of a request may take, and then its body."""
    sessions_an_hour: int = 600
    """New guests from one address."""
    push_key: str = field(default="", repr=False)
    """The private VAPID key for web push; off while empty."""
    push_contact: str = ""
    push_anywhere: bool = False
    """Pushes also go to addresses that are not public https ones: for tests alone, no option sets it."""
    mail: Mail = Mail()
    patience: float = 20.0
    """Seconds a question stands before somebody who is not here is told."""

    @property
    def sqlite_file(self) -> Path | None:
        prefix = "sqlite:///"
        return Path(self.db[len(prefix) :]) if self.db.startswith(prefix) else None
