"""``tafelrunde report``: writes a self-contained page about the games that ``simulate --out`` stored."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tafelrunde.arena.plan import Row
from tafelrunde.arena.report import Words, page
from tafelrunde.arena.store import read, table_rows
from tafelrunde.arena.tally import components
from tafelrunde.cli import OK, Commands, command, language, say
from tafelrunde.cli.simulate import differences, figure_name
from tafelrunde.core.errors import BadInput
from tafelrunde.core.messages import common
from tafelrunde.library import load


def add(commands: Commands) -> None:
    parser = command(commands, "report")
    parser.add_argument("file", metavar="FILE.parquet", help=say("arg_report_file"))
    parser.add_argument("others", nargs="*", metavar="OTHER.parquet", help=say("arg_report_others"))
    parser.add_argument("-o", "--out", default="report.html", metavar="PAGE.html", help=say("arg_report_out"))


def run(args: argparse.Namespace) -> int:
    table, about = read(Path(args.file), args.file, say)
    rows = table_rows(table)
    if not rows:
        raise BadInput(args.file, say("not_games", file=args.file))
    plan: dict[str, Any] = json.loads(about["plan"])
    game = load(plan["game"])
    catalogue = game.messages(language())
    compared = [(figure_name(key), values) for key, values in differences(rows)] if len(plan["components"]) > 1 else []

    def sentence(key: str, **facts: Any) -> str:
        return common(language()).say("report", key, facts)

    zones, choices = common(language()).sections["report"], catalogue.sections.get("choices", {})
    words = Words(
        sentence,
        catalogue.name,
        lambda zone: zones.get(f"zone_{zone}"),
        lambda option: choices.get(option, option),
        game.option_parts,
    )
    others = [_other(name, plan) for name in args.others]
    text = page(rows, plan, game.title, language(), words, compared, others, sorted(components(game)))
    try:
        Path(args.out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput("--out", say("out_failed", file=args.out, reason=error.strerror or str(error))) from None
    print(say("page_written", file=args.out, n=len(rows)))
    return OK


def _other(name: str, plan: dict[str, Any]) -> tuple[str, list[Row]]:
    """The games of other bots at the same game, by the names of the bots."""
    table, about = read(Path(name), name, say)
    other, rows = json.loads(about["plan"]), table_rows(table)
    if not rows or (other["game"], other["players"]) != (plan["game"], plan["players"]):
        raise BadInput(name, say("other_game", file=name))
    return ", ".join(other["lineups"][0]), rows
