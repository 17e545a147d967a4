"""``tafelrunde host``: what the host of a running server can do about people and tables."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

from tafelrunde.cli import FAILURE, OK, Commands, columns, command, say
from tafelrunde.core.errors import BadInput

SECONDS = 60.0


class Action(NamedTuple):
    method: str
    path: str
    arguments: int
    """How many must be named; lists take none or one, to search for."""
    final: bool = False
    """Cannot be taken back: it is asked for again."""


ACTIONS = {
    "people": Action("GET", "people", 0),
    "tables": Action("GET", "tables", 0),
    "ban": Action("POST", "people/{}/ban", 1),
    "unban": Action("DELETE", "people/{}/ban", 1),
    "password": Action("POST", "people/{}/password", 1),
    "delete": Action("DELETE", "people/{}", 1, True),
    "kick": Action("POST", "tables/{}/kick/{}", 2),
    "remove": Action("DELETE", "tables/{}", 1, True),
}
SEARCH = {"people": "search", "tables": "person"}


def add(commands: Commands) -> None:
    parser = command(commands, "host")
    parser.add_argument("action", choices=list(ACTIONS), metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("what", nargs="*", metavar="PERSON|TABLE|SEAT", help=say("arg_host_what"))
    parser.add_argument("--days", type=float, help=say("arg_host_days"))
    parser.add_argument("--reason", default="", help=say("arg_host_reason"))
    parser.add_argument("--yes", action="store_true", help=say("arg_host_yes"))
    server = os.environ.get("TAFELRUNDE_HOST_URL", "http://127.0.0.1:8000")
    parser.add_argument("--url", default=server, metavar="URL", help=say("arg_host_url"))


def run(args: argparse.Namespace) -> int:
    action, token = ACTIONS[args.action], os.environ.get("TAFELRUNDE_HOST_TOKEN", "")
    listing = args.action in SEARCH
    if not token:
        raise BadInput("TAFELRUNDE_HOST_TOKEN", say("host_no_token"))
    if len(args.what) != action.arguments and not (listing and len(args.what) <= 1):
        raise BadInput(args.action, say("host_arguments", n=action.arguments, usage=action.path.replace("{}", "...")))
    if action.final and not args.yes and not _sure(args.what[0]):
        return FAILURE
    path = action.path.format(*(quote(word, safe="") for word in args.what)) if not listing else action.path
    if listing and args.what:
        path += "?" + urlencode({SEARCH[args.action]: args.what[0]})
    body: dict[str, Any] | None = None
    if args.action == "ban":
        body = {"reason": args.reason} | ({"days": args.days} if args.days is not None else {})
    return _show(args.action, _ask(args.url, action.method, path, token, body))


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
        with urlopen(Request(f"{url.rstrip('/')}/api/host/{path}", data, headers, method=method), timeout=SECONDS) as answer:
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


def _show(action: str, answer: Any) -> int:
    if action == "people":
        _print(("id", "name", "account", "seen", "banned", "playing"), [
            (row["id"], row["name"], row["account"] or "-", _day(row["seen"]), _day(row["banned"]), str(len(row["tables"])))
            for row in answer
        ])  # fmt: skip
    elif action == "tables":
        _print(("id", "game", "created", "state", "seats"), [
            (row["id"], row["game"], _day(row["created"]), say("host_over") if row["over"] else "",
             ", ".join(f"{chair['seat']} {chair['name'] or '-'}" for chair in row["seats"]))
            for row in answer
        ])  # fmt: skip
    elif action == "password":
        print(say("host_password", account=answer["account"], password=answer["password"]))
    else:
        print(say("host_done"))
    return OK


def _print(names: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    print(columns([[say(f"host_{name}") for name in names], *rows]))


def _day(moment: float | None) -> str:
    return "-" if moment is None else time.strftime("%Y-%m-%d", time.gmtime(min(moment, 32_503_680_000)))
