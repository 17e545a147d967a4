"""Validation of people's names: normalised, visible and not to be mistaken for a bot.

The record format allows more (``core.record.check_name``), because bots are named ``bot:hard`` there. The stricter rule
applies to the names that people choose on a server.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from tafelrunde.core.errors import BadInput

LONGEST = 40
FORMER = "former player"
"""Replaces the name of a person who deleted the account."""
FALLBACK = "Player"
"""Shown for a stored name without visible characters."""
_MARKS = 3
"""Combining marks on one character at most; more of them cover the lines above and below."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159\U00013441\U00013442")
"""Characters that Unicode counts as letters, marks or symbols although they are invisible."""
_SELECTORS = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810)])
"""Variation selectors choose between two drawings of a character; phones add them to emoji."""
_LOOKALIKES = str.maketrans("оοтτьвβ\ua789\u2236\u02d0\u0589\u05c3", "oottbbb:::::")
_BOT = re.compile(r"bot\s*:")


def _normal(name: str) -> str:
    """NFKC with single spaces; line breaks and tabs count as control characters, which are refused."""
    return " ".join(filter(None, unicodedata.normalize("NFKC", name).translate(_SELECTORS).split(" ")))


def _invisible(char: str) -> bool:
    """Control, zero-width, direction and private-use characters, surrogates, unassigned characters, separators, blanks."""
    return char != " " and (unicodedata.category(char)[0] in "CZ" or char in _BLANK)


def _mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _crowded(name: str) -> bool:
    """Whether a combining mark has no base character, or too many marks follow each other."""
    marks = _MARKS
    for char in name:
        marks = marks + 1 if _mark(char) else _MARKS if char == " " else 0
        if marks > _MARKS:
            return True
    return False


def _like_a_bot(name: str) -> bool:
    return _BOT.match(name.casefold().translate(_LOOKALIKES)) is not None


def person_name(where: str, name: str) -> str:
    """Normalise a name that a person chose; refuses names that are invisible or misleading.

    >>> person_name("name", "  Ａｎｎａ   Ｂ. ")
    'Anna B.'
    >>> person_name("name", "Bot：hard")
    Traceback (most recent call last):
    tafelrunde.core.errors.BadInput: name: A name cannot begin with 'bot:'.
    """
    normal = _normal(name)
    if not 1 <= len(normal) <= LONGEST:
        raise BadInput(where, f"A name has 1 to {LONGEST} characters.")
    if any(map(_invisible, normal)) or _crowded(normal):
        raise BadInput(where, "A name consists of visible characters.")
    if _like_a_bot(normal):
        raise BadInput(where, "A name cannot begin with 'bot:'.")
    return normal


@lru_cache(4096)
def shown_name(stored: str) -> str:
    """A stored name for display: parts that violate the present rules are removed from older names.

    >>> shown_name("An\u200bna"), shown_name("\u202e"), shown_name("bot:hard")
    ('Anna', 'Player', 'bot hard')
    """
    kept = "".join(char for char in _normal(stored) if not _invisible(char))
    if _crowded(kept):
        kept = "".join(char for char in kept if not _mark(char))
    if _like_a_bot(kept):
        kept = kept[:3] + " " + kept[3:].lstrip()[1:]
    return " ".join(kept.split())[:LONGEST].strip() or FALLBACK


def numbered(name: str, n: int) -> str:
    """The name for another seat of the same person; long names are shortened, so that the number fits."""
    ending = f" {n}"
    return name[: LONGEST - len(ending)].rstrip() + ending
