"""Docstrings as Markdown: doctests become code blocks, and reStructuredText roles and literal blocks become Markdown."""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":(?:mod|class|func|meth|attr|data|exc|obj):`~?([^`]+)`")


class Markdown(griffe.Extension):  # type: ignore[misc, unused-ignore]  # untyped where the docs extra is not installed
    """Rewrites every docstring after it was collected."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = markdown(obj.docstring.value)


def markdown(text: str) -> str:
    """A docstring as Markdown.

    >>> markdown("See :func:`max`.")
    'See `max`.'
    """
    lines: list[str] = []
    inside = False
    for line in _ROLE.sub(r"`\1`", text).splitlines():
        if line.startswith(">>>") and not inside:
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(re.sub(r"::$", ":", line) if not inside else line)
    return "\n".join([*lines, "```"] if inside else lines)
