"""``tafelrunde rules``: searches the rules and reports which of them the tests cover."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tafelrunde.cli import FAILURE, OK, Commands, columns, command, language, say, wrapped
from tafelrunde.core.errors import BadInput
from tafelrunde.core.rules import Rule, RuleBook
from tafelrunde.library import games, load, read_text

COVERAGE_FILE = Path("build") / "rule-coverage.json"
"""The report that the full test run writes."""
PROVED_SHARE = 5
"""At most one rule in this many may be covered by ``proves`` alone."""


def add(commands: Commands) -> None:
    parser = command(commands, "rules")
    parser.add_argument("game", nargs="?", metavar="GAME", help=say("arg_game"))
    parser.add_argument("words", nargs="*", metavar="ID-OR-WORDS", help=say("arg_rule_words"))
    parser.add_argument("--coverage", action="store_true", help=say("arg_coverage"))
    parser.add_argument("--strict", action="store_true", help=say("arg_strict"))


def run(args: argparse.Namespace) -> int:
    if args.coverage:
        if args.words:
            raise BadInput("--coverage", say("coverage_takes_no_words"))
        return _coverage([args.game] if args.game else list(games()), args.strict)
    if args.strict:
        raise BadInput("--strict", say("strict_needs_coverage"))
    if args.game is None:
        raise BadInput("GAME", say("rules_need_game", names=games()))
    book = load(args.game).rules
    words = " ".join(args.words)
    return _look_up(args.game, book, words) if words.strip() else _contents(args.game, book)


# --- looking up ----------------------------------------------------------------------------------


def _contents(game: str, book: RuleBook) -> int:
    """The sections with their number of rules and their first id."""
    count = Counter(rule.section_in(language()) for rule in book.values())
    first: dict[str, str] = {}
    for rule in book.values():
        first.setdefault(rule.section_in(language()), rule.id)
    print(columns([(first[section], count[section], section) for section in first], right=(1,)))
    print(f"\n{wrapped(say('rules_hint', game=game, id=next(iter(book))), '')}")
    return OK


def _look_up(game: str, book: RuleBook, words: str) -> int:
    exact = [rule for rule in book.values() if rule.id.casefold() == words.casefold()]
    hits = exact or book.search(words, language())
    for rule in hits:
        print(_shown(rule))
    if not hits:
        print(say("no_rule", game=game, words=words[:80]), file=sys.stderr)
        return FAILURE
    if len(hits) > 1:
        print(say("rules_found", n=len(hits)))
    return OK


def _shown(rule: Rule) -> str:
    tag = f"{{{rule.tag}}}" if rule.tag else ""
    source = f"[{rule.source}]" if rule.source else ""
    facts = "  ".join(part for part in (rule.id, tag, rule.section_in(language()), source) if part)
    return f"{facts}\n{wrapped(rule.text_in(language()))}\n"


# --- coverage ------------------------------------------------------------------------------------


def _coverage(names: list[str], strict: bool) -> int:
    books = {name: load(name).rules for name in names}
    path = _find()
    report = _read(path)
    good = [_report(name, books[name], report.get(name, {}), path) for name in names]
    return OK if all(good) or not strict else FAILURE


def _find() -> Path:
    """Find the report of the last test run, in this folder or in one above it."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / COVERAGE_FILE).is_file():
            return folder / COVERAGE_FILE
    raise BadInput(COVERAGE_FILE.as_posix(), say("no_coverage_file"))


def _read(path: Path) -> Mapping[str, Any]:
    try:
        report = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(str(path), say("coverage_not_json")) from None
    if not isinstance(report, dict):
        raise BadInput(str(path), say("coverage_not_json"))
    for game, part in report.items():
        wanted = {"covered": dict, "proved": dict, "total": int}
        for key, kind in wanted.items():
            if not isinstance(part, dict) or type(part.get(key)) is not kind:
                raise BadInput(f"{path}: {game}.{key}", say("coverage_bad_key", kind=kind.__name__))
    return report


def _report(name: str, book: RuleBook, part: Mapping[str, Any], path: Path) -> bool:
    """Print one game's coverage and return whether it is complete and rests on enough real tests.

    The present rules are counted: a rule that is newer than the report counts as not covered.
    """
    ids = [rule.id for rule in book.checked()]
    covered = [rule for rule in ids if rule in part.get("covered", {})]
    proved = {rule: str(why) for rule, why in part.get("proved", {}).items() if rule in ids}
    print(f"{name}: {len(covered)}/{len(ids)}")
    if part and part["total"] != len(ids):
        print(wrapped(say("coverage_stale", total=part["total"], now=len(ids))))
    if missing := [rule for rule in ids if rule not in covered]:
        print(wrapped(say("uncovered", n=len(missing), rules=missing)))
    if proved:
        print(wrapped(say("proved", n=len(proved))))
        for rule, why in proved.items():
            print(wrapped(f"{rule}: {why}", "      "))
    too_many = len(proved) * PROVED_SHARE > len(ids)
    if too_many:
        print(wrapped(say("proved_too_many", n=len(proved), total=len(ids))))
    return not missing and not too_many
