"""The settings of a host: the name, default and meaning of each setting are declared only here.

``configuration.py`` reads the values from the settings file, the environment and the command line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tafelrunde.core.errors import BadInput

if TYPE_CHECKING:
    from tafelrunde.server.proxies import Network

DEFAULT_DB = "sqlite:///tafelrunde.db"
"""The default for programs that embed the server; the commands use the user's data folder (``configuration.py``)."""
KB = 1024
PREFIX = "TAFELRUNDE_"
HOST_TOKEN = 24
"""The minimum length of the host's token, so that it cannot be guessed."""


def _setting(default: Any, help: str, variable: str = "", **how: Any) -> Any:
    """A setting with the sentence that the settings file shows; ``variable`` where its environment variable has another name."""
    return field(default=default, metadata={"help": help, "variable": variable}, **how)


@dataclass(frozen=True)
class Mail:
    """The mail server; nothing is mailed while there is no host. Certificate and host name are always verified."""

    host: str = _setting("", "the mail server; nothing is mailed while this is empty", "SMTP_HOST")
    port: int = _setting(587, "its port", "SMTP_PORT")
    user: str = _setting("", "the user name at the mail server", "SMTP_USER")
    password: str = _setting("", "its password; never sent without TLS", "SMTP_PASSWORD", repr=False)
    sender: str = _setting("", "the sender of mails, as table@play.example; the user if empty", "SMTP_SENDER")
    tls: str = _setting("", "'starttls', 'implicit' (usual at port 465, and the default there) or 'none'", "SMTP_TLS")

    def __post_init__(self) -> None:
        if not self.tls:
            object.__setattr__(self, "tls", "implicit" if self.port == 465 else "starttls")
        if self.tls not in ("starttls", "implicit", "none"):
            raise BadInput("TAFELRUNDE_SMTP_TLS", "It is 'starttls', 'implicit' or 'none'.")
        if self.tls == "none" and self.user:
            raise BadInput("TAFELRUNDE_SMTP_TLS", "A user and a password are never sent without TLS.")
        if self.host and not (self.sender or self.user):
            raise BadInput("TAFELRUNDE_SMTP_SENDER", "Mail needs a sender, as table@play.example.")


@dataclass(frozen=True)
class Serving:
    """Where the server processes listen, and how many there are."""

    host: str = _setting("127.0.0.1", "the address to listen on; 0.0.0.0 means all addresses of this machine")
    port: int = _setting(0, "the port to listen on; 0 takes the next free one from 8000 on")
    workers: int = _setting(1, "server processes; more than one needs PostgreSQL")
    metrics_host: str = _setting("127.0.0.1", "the address on which metrics_port listens")
    metrics_port: int = _setting(0, "serve the metrics for Prometheus on this port; 0 does not")


def _limit(default: float, help: str, least: float = 0) -> Any:
    return field(default=default, metadata={"help": help, "least": least, "variable": ""})


@dataclass(frozen=True)
class Limits:
    """Every limit of the server: name, default and meaning, declared only here. 0 means no limit where ``least`` is 0.

    A limit "per person" is multiplied by ``address_factor`` for all people of one address together. An IPv6 address counts
    as its /64 network.
    """

    address_factor: float = _limit(5, "how many people one address may stand for: its limits are so many times a person's", 1)

    head_bytes: int = _limit(16 * KB, "bytes of a request's line and headers", 1024)
    url_bytes: int = _limit(4 * KB, "bytes of a request's address (URL)", 256)
    max_body: int = _limit(64 * KB, "bytes of a request's body, and of a message on a socket", 1024)
    max_upload: int = _limit(256 * KB, "bytes of an uploaded component set, record or scenario", 1024)
    slow_seconds: float = _limit(15, "seconds that a request's head may take to arrive, and then its body", 0.1)
    connections: int = _limit(100, "open HTTP connections per address, without sockets")
    rate: float = _limit(100, "requests and socket messages a second per person, in the long run")
    burst: float = _limit(400, "requests at once per person, before the rate counts")
    sessions_an_hour: float = _limit(600, "new guests an hour per address")
    logins_an_hour: float = _limit(60, "sign-ins and changes of password an hour per account; per address five times as many")
    accounts_an_hour: float = _limit(5, "guests made accounts an hour per person")
    mails_an_hour: float = _limit(20, "e-mails an hour per person and per receiver")

    spectators: int = _limit(200, "sockets of spectators at one table; seated people are never counted")
    sockets_per_address: int = _limit(50, "sockets of spectators per address")
    sockets_per_person: int = _limit(60, "sockets per person; a new one at an own seat replaces the oldest")
    chat_a_minute: float = _limit(20, "chat lines a minute per person")
    spectator_chat_a_minute: float = _limit(20, "chat lines a minute from all spectators of one table")
    chat_lines: int = _limit(3000, "chat lines stored per table; spectators may write a fifth of them")

    clubs_per_person: int = _limit(5, "clubs a person hosts")
    club_members: int = _limit(200, "members of a club")
    leagues_per_club: int = _limit(5, "leagues of a club that have not ended")
    reports_an_hour: float = _limit(10, "reports about other players an hour per person")

    tables_per_person: int = _limit(30, "running tables a person hosts, without those nobody has touched for a week")
    tables_an_hour: float = _limit(60, "new tables an hour per person, practice included")
    component_sets: int = _limit(5, "different own component sets among a person's running tables")
    uploads_per_person: int = _limit(20, "uploaded records a person keeps; a new one replaces the person's oldest")
    uploads: int = _limit(1000, "uploaded records kept for everybody")

    bot_seconds: float = _limit(30, "seconds for one decision of a bot; then it plays the quickest answer", 0.1)
    answer_seconds: float = _limit(5, "usual seconds before the only possible answer is given for a person who wants that", 1)
    bot_seconds_an_hour: float = _limit(1200, "seconds of bot thinking an hour per person; then the bots slow down to this pace")
    work_seconds_an_hour: float = _limit(600, "seconds of plans, sentences, replays and file checks an hour per person")
    work_workers: int = _limit(1, "processes for expensive work", 1)
    file_workers: int = _limit(1, "processes that read uploaded files, each with up to 512 MB of memory", 1)
    work_queue: int = _limit(64, "pieces of expensive work that may wait; more are answered with 503", 1)

    loaded_tables: int = _limit(2000, "tables held in memory", 10)
    loaded_megabytes: int = _limit(256, "estimated megabytes of tables held in memory", 16)
    idle_seconds: float = _limit(600, "seconds after which a table that nobody uses leaves memory", 1)

    guest_days: float = _limit(90, "days after which a guest who was not seen and has no table is forgotten; accounts stay")
    token_days: float = _limit(400, "days after which an unused session ends; using it renews it", 1)
    finished_days: float = _limit(365, "days that finished tables are kept at which only guests played")
    account_tables_days: float = _limit(0, "days that finished tables are kept at which somebody with an account played")
    abandoned_days: float = _limit(60, "days without a move after which a running table of guests only is removed")
    practice_days: float = _limit(30, "days without a move after which a practice table is removed")


@dataclass(frozen=True)
class Settings:
    """What the application needs to know; ``limits`` and ``mail`` are sections of their own in the settings file."""

    db: str = _setting(
        DEFAULT_DB,
        "the database, sqlite:///FILE or postgresql://user:password@machine/name; if empty, a file in your user data folder",
    )
    origin: str = _setting("", "the public address (https://play.example) where a proxy stands before the server")
    registration: bool = _setting(True, "whether strangers may begin a session; false once a club is complete")
    bot_workers: int = _setting(1, "processes in which bots think")
    secure_cookies: bool = False
    limits: Limits = Limits()
    push_key: str = _setting("", "the private VAPID key for web push; off while empty", repr=False)
    push_contact: str = _setting("", "the contact for web push, as mailto:host@play.example")
    mail: Mail = Mail()
    patience: float = _setting(20.0, "seconds a question stands before somebody who is not connected is notified")
    proxies: tuple[Network, ...] = _setting((), "reverse proxies whose forwarded headers are believed, as ['127.0.0.1']")
    host_token: str = _setting(
        "", "a token of 24 characters or more with which `tafelrunde admin` is allowed to ban, remove and reset", repr=False
    )
    metrics_token: str = _setting("", "a bearer token with which /metrics answers on the public port", repr=False)

    def __post_init__(self) -> None:
        if self.host_token and len(self.host_token) < HOST_TOKEN:
            raise BadInput("TAFELRUNDE_HOST_TOKEN", f"It needs {HOST_TOKEN} characters or more, as from `openssl rand -hex 32`.")
        if self.mail.host and not self.origin:
            raise BadInput("--origin", "Mail contains links, which need the public address of this server.")


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()
