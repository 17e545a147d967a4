"""``tafelrunde verify-tables``: replays every stored table with the installed code, before an upgrade."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter

from tafelrunde.cli import FAILURE, OK, Commands, command, say
from tafelrunde.cli.database import add_database, database
from tafelrunde.cli.serve import need_server


def add(commands: Commands) -> None:
    parser = command(commands, "verify-tables")
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server.care import verify_tables

    report = asyncio.run(verify_tables(database(args)))
    for found in report.wrong:
        print(f"{found.table} {found.game}: {say('table_wrong', reason=found.reason)}")
    for found in (*report.cut, *report.asked):
        change = found.change
        assert change is not None
        rules = ", ".join(change.rules) or say("rules_unknown", old=change.old)
        what, where = ("table_cut", "table_shown") if change.finished else ("table_asked", "table_position")
        print(f"{found.table} {found.game}: {say(what, old=change.old, new=change.new, rules=rules)}")
        if change.difference is not None:
            print(f"  {say('table_differs', ply=change.difference.ply, reason=change.difference.reason)}")
        print(f"  {say(where, ply=change.position, lost=change.lost)}")
    for rule, tables in Counter(rule for found in report.asked if found.change for rule in found.change.rules).items():
        print(say("rule_asked", rule=rule, n=tables))
    counts = {"n": report.checked, "moving": report.moving_on, "asked": len(report.asked)}
    print(say("verified", **counts, cut=len(report.cut), wrong=len(report.wrong)))
    return FAILURE if report.asked or report.wrong else OK
