"""The numbered rules of a game in three languages with the same ids. ``games/<id>/content/rules`` contains the files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from functools import cached_property
from importlib.resources.abc import Traversable

LANGUAGES = ("en", "de", "ru")
CHECKED_TAGS = ("engine", "view")
"""The tags of rules that software can break, and that therefore need a test."""

_LINE = re.compile(
    r"^- \*\*(?P<id>[A-Z0-9]+-[A-Za-z0-9._]+)\*\* (?:\{(?P<tag>\w+)\} )?(?P<text>.*?)(?: \[(?P<source>[^\]]*)\])?$"
)


class Rule:
    """One rule: id, tag, text and origin."""

    __slots__ = ("_book", "id", "source", "tag")

    def __init__(self, rule_id: str, tag: str, source: str, book: RuleBook) -> None:
        self.id = rule_id
        self.tag = tag
        self.source = source
        self._book = book

    @property
    def text(self) -> str:
        return self.text_in("en")

    def text_in(self, lang: str) -> str:
        """The rule's text in a language, or in English if there is no translation."""
        return self._book.texts(lang).get(self.id) or self._book.texts("en")[self.id]

    def section_in(self, lang: str) -> str:
        """The heading of the section that contains the rule."""
        return self._book.sections(lang)[self.id]

    @property
    def is_ruling(self) -> bool:
        """Whether this is our own decision because the rulebook is silent."""
        return "ruling" in self.source or "house" in self.source

    def __repr__(self) -> str:
        return f"Rule({self.id!r}, {self.tag!r}, {self.text!r})"


class RuleBook(Mapping[str, Rule]):
    """All rules of a game by id, in the order of the file.

    >>> import tafelrunde
    >>> tafelrunde.load("rise").rules["RISE-S.4"].text
    'Every player starts with 15 victory points.'
    """

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._texts: dict[str, dict[str, str]] = {}
        self._sections: dict[str, dict[str, str]] = {}

    def _lines(self, lang: str) -> list[str]:
        return (self._folder / f"{lang}.md").read_text(encoding="utf-8").splitlines()

    def _read(self, lang: str) -> None:
        texts, sections, section = {}, {}, ""
        for line in self._lines(lang):
            if line.startswith("## "):
                section = line[3:].strip()
            if match := _LINE.match(line):
                texts[match["id"]], sections[match["id"]] = match["text"], section
        self._texts[lang], self._sections[lang] = texts, sections

    def texts(self, lang: str) -> dict[str, str]:
        """Every rule's text by id."""
        if lang not in self._texts:
            self._read(lang)
        return self._texts[lang]

    def sections(self, lang: str) -> dict[str, str]:
        """Every rule's heading by id."""
        self.texts(lang)
        return self._sections[lang]

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        matches = (_LINE.match(line) for line in self._lines("en"))
        return {m["id"]: Rule(m["id"], m["tag"], m["source"], self) for m in matches if m}

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def checked(self) -> list[Rule]:
        """The rules that software can break: those with the tag {engine} or {view}."""
        return [rule for rule in self._rules.values() if rule.tag in CHECKED_TAGS]

    def search(self, words: str, lang: str = "en") -> list[Rule]:
        """The rules whose id begins with the search words, or whose text contains all of them."""
        wanted = words.casefold().split()
        by_id = [rule for rule in self._rules.values() if rule.id.casefold().startswith(words.casefold())]
        if by_id:
            return by_id
        return [rule for rule in self._rules.values() if all(w in rule.text_in(lang).casefold() for w in wanted)]


cited: ContextVar[set[str] | None] = ContextVar("cited", default=None)
"""Collects the ids of cited rules while a test listens. Each context has its own set: threads and tasks started outside it do not
write into it."""


def cite(rule: str) -> None:
    """Record that an event, a decision or a refusal cites a rule; it costs almost nothing while nobody collects them."""
    found = cited.get()
    if found is not None:
        found.add(rule)
