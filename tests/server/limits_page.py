"""Every limit of the server as a table: ``make pages`` writes docs/limits.md from the declarations, a test compares."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from tafelrunde.server.settings import Limits, variable

FILE = Path(__file__).resolve().parents[2] / "docs" / "limits.md"
HEAD = """# Limits

A host sets a limit in the section `[limits]` of the settings file (the same names in lower case, without the prefix) or by its
environment variable. 0 switches a limit off where it is a possible value. A limit "per person" is
multiplied by `TAFELRUNDE_ADDRESS_FACTOR` for all people of one network address together; an IPv6 address counts as its /64
network. Whoever reaches a limit gets 429 (or 413, 431 for sizes, 408 for slowness) with a sentence that names the limit, and
`Retry-After` where waiting helps. A refused request changes nothing.

How it is tested: `make abuse` lets one attacker do everything at once next to fifty tables of honest people and compares their
waiting times with those of undisturbed phases. It also switches every limit off, one at a time, and expects the test of that
limit to fail.

| variable | default | least | limits |
|---|---|---|---|
"""


def page() -> str:
    rows = [
        f"| `{variable(limit.name)}` | {limit.default:g} | {limit.metadata['least']:g} | {limit.metadata['help']} |"
        for limit in fields(Limits)
    ]
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
