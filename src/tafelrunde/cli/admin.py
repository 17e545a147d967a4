"""``tafelrunde admin``: administration of people, tables and a running server.

``grant`` and ``revoke`` change the database directly, because somebody has to be the first administrator. All other actions
are requests with the host's token.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

from tafelrunde.cli import FAILURE, OK, Commands, columns, command, say, whole
from tafelrunde.cli.database import add_database, database
from tafelrunde.cli.serve import need_server
from tafelrunde.core.errors import BadInput

SECONDS = 60.0


class Action(NamedTuple):
    method: str
    path: str
    arguments: int = 0
    """The required number of arguments; lists take none or one search word."""
    body: tuple[str, ...] = ()
    """Options that are sent, with the names that the server expects."""
    final: bool = False
    """Actions that cannot be undone and therefore require confirmation."""


ACTIONS = {
    "people": Action("GET", "people"),
    "tables": Action("GET", "tables"),
    "chat": Action("GET", "tables/{}/chat", 1),
    "load": Action("GET", "load"),
    "reports": Action("GET", "reports"),
    "answer": Action("POST", "reports/{}", 1, ("answer",)),
    "audit": Action("GET", "audit"),
    "mute": Action("POST", "people/{}/mute", 1, ("days", "reason")),
    "unmute": Action("DELETE", "people/{}/mute", 1),
    "ban": Action("POST", "people/{}/ban", 1, ("days", "reason")),
    "unban": Action("DELETE", "people/{}/ban", 1),
    "password": Action("POST", "people/{}/password", 1),
    "delete": Action("DELETE", "people/{}", 1, final=True),
    "kick": Action("POST", "tables/{}/kick/{}", 2, ("reason",)),
    "remove": Action("DELETE", "tables/{}", 1, final=True),
    "close": Action("POST", "registration", 0, ("closed",)),
    "open": Action("POST", "registration", 0, ("closed",)),
    "codes": Action("GET", "codes"),
    "code": Action("POST", "codes", 0, ("label", "uses", "days")),
    "uncode": Action("DELETE", "codes/{}", 1),
    "announce": Action("POST", "announcements", 0, ("text", "days")),
    "withdraw": Action("DELETE", "announcements/{}", 1),
}
SEARCH = {"people": "search", "tables": "person"}
WORDS = {"code": "label", "announce": "text", "answer": "answer"}
"""Actions whose remaining words form a text."""
LOCAL = {"grant": "admin", "revoke": None}


def add(commands: Commands) -> None:
    parser = command(commands, "admin")
    names = [*LOCAL, *ACTIONS]
    parser.add_argument("action", choices=names, metavar="ACTION", help=", ".join(names))
    parser.add_argument("what", nargs="*", metavar="PERSON|TABLE|SEAT|TEXT", help=say("arg_host_what"))
    parser.add_argument("--days", type=float, help=say("arg_host_days"))
    parser.add_argument("--uses", type=whole(1, 1000), help=say("arg_host_uses"))
    parser.add_argument("--reason", help=say("arg_host_reason"))
    parser.add_argument("--yes", action="store_true", help=say("arg_host_yes"))
    server = os.environ.get("TAFELRUNDE_HOST_URL", "http://127.0.0.1:8000")
    parser.add_argument("--url", default=server, metavar="URL", help=say("arg_host_url"))
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    if args.action in LOCAL:
        return _set_role(args)
    action, token = ACTIONS[args.action], os.environ.get("TAFELRUNDE_HOST_TOKEN", "")
    if not token:
        raise BadInput("TAFELRUNDE_HOST_TOKEN", say("host_no_token"))
    path, words = _path(args, action)
    if action.final and not args.yes and not _sure(args.what[0]):
        return FAILURE
    body = None
    if action.body:
        given = {"days": args.days, "reason": args.reason, "uses": args.uses, "closed": args.action == "close"}
        given[WORDS.get(args.action, "")] = words
        body = {name: given[name] for name in action.body if given.get(name) is not None}
    return _show(args.action, args.url, _ask(args.url, action.method, path, token, body))


def _path(args: argparse.Namespace, action: Action) -> tuple[str, str | None]:
    """The path of the request, and the text formed by the words after its arguments."""
    named, rest = args.what[: action.arguments], args.what[action.arguments :]
    search = SEARCH.get(args.action)
    text = " ".join(rest) if args.action in WORDS and rest else None
    missing = args.action == "announce" and text is None
    if missing or len(named) != action.arguments or (rest and text is None and not (search and len(rest) == 1)):
        raise BadInput(args.action, say("host_arguments", n=action.arguments, usage=action.path.replace("{}", "...")))
    path = action.path.format(*(quote(word, safe="") for word in named))
    if search and rest:
        path += "?" + urlencode({search: rest[0]})
    if args.action == "remove" and args.reason:
        path += "?" + urlencode({"reason": args.reason})
    return path, text


def _set_role(args: argparse.Namespace) -> int:
    """Grant or revoke the role of an account directly in the database; a running server notices immediately."""
    need_server()
    import asyncio

    from tafelrunde.server.care import set_role

    if len(args.what) != 1:
        raise BadInput(args.action, say("host_arguments", n=1, usage=f"{args.action} ACCOUNT"))
    if not asyncio.run(set_role(database(args), args.what[0], LOCAL[args.action])):
        raise BadInput(args.what[0][:40], say("admin_no_account"))
    print(say("host_done"))
    return OK


def _sure(what: str) -> bool:
    if not sys.stdin.isatty():
        raise BadInput("--yes", say("host_need_yes"))
    return input(say("host_sure", what=what) + " ").strip().casefold() in ("y", "yes", "j", "ja", "д", "да")


def _ask(url: str, method: str, path: str, token: str, body: dict[str, Any] | None) -> Any:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput("--url", say("host_bad_url"))
    if parts.scheme == "http" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise BadInput("--url", say("host_not_encrypted"))
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(f"{url.rstrip('/')}/api/admin/{path}", data, headers, method=method), timeout=SECONDS) as answer:
            return json.load(answer)
    except HTTPError as error:
        refusal = _refusal(error)
        known = refusal.get("reason", "") if refusal.get("reason") != "There is no such page." else say("host_wrong_token")
        raise BadInput(path.partition("?")[0], known or str(error.code)) from None
    except (URLError, OSError) as error:
        raise BadInput("--url", say("host_no_server", reason=getattr(error, "reason", error))) from None


def _refusal(error: HTTPError) -> dict[str, Any]:
    try:
        found = json.load(error)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _show(action: str, url: str, answer: Any) -> int:
    if action in TABLES:
        names, cells = TABLES[action]
        _print(names, [cells(row) for row in answer])
    elif action == "load":
        numbers = {**{name: value for name, value in answer.items() if name != "numbers"}, **answer["numbers"]}
        print(columns([(name, f"{value:g}" if isinstance(value, float) else str(value)) for name, value in numbers.items()]))
    elif action == "password":
        print(say("host_password", account=answer["account"], link=url.rstrip("/") + answer["path"]))
    elif action == "code":
        print(say("host_code", link=url.rstrip("/") + answer["path"], code=answer["code"]))
    else:
        print(say("host_done"))
    return OK


Row = dict[str, Any]
TABLES: dict[str, tuple[tuple[str, ...], Callable[[Row], tuple[str, ...]]]] = {
    "people": (
        ("id", "name", "account", "seen", "banned", "muted", "playing"),
        lambda row: (
            row["id"], row["name"], row["account"] or "-", _day(row["seen"]), _day(row["banned"]), _day(row["muted"]),
            str(len(row["tables"])),
        ),
    ),
    "tables": (
        ("id", "game", "created", "state", "seats"),
        lambda row: (
            row["id"], row["game"], _day(row["created"]), say("host_over") if row["over"] else "",
            ", ".join(f"{chair['seat']} {chair['name'] or '-'}" for chair in row["seats"]),
        ),
    ),
    "chat": (("at", "person", "name", "text"), lambda row: (_day(row["at"]), row["person"] or "-", row["name"], row["text"])),
    "reports": (
        ("id", "at", "by", "about", "table", "reason", "text"),
        lambda row: (
            row["id"], _day(row["at"]), row["by_name"] or row["person"], row["about_name"] or row["about"] or "-", row["table"],
            row["reason"], row["text"],
        ),
    ),
    "audit": (
        ("at", "by", "action", "person", "table", "detail"),
        lambda row: (
            _day(row["at"]), row["by"] or "-", row["action"], row["person"] or "-", row["table"] or "-", row["detail"] or "",
        ),
    ),
    "codes": (
        ("id", "name", "created", "expires", "left"),
        lambda row: (row["id"], row["label"] or "-", _day(row["created"]), _day(row["expires"]), str(row["left"])),
    ),
}  # fmt: skip


def _print(names: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    print(columns([[say(f"host_{name}") for name in names], *rows]))


def _day(moment: float | None) -> str:
    return "-" if moment is None else time.strftime("%Y-%m-%d", time.gmtime(min(moment, 32_503_680_000)))
