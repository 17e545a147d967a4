"""Moves as text, as words and as numbers.

Text is canonical (``place 2``), the words are a tuple, the number is the move's place in the vocabulary.
Inside the engine only the numbers travel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from tafelrunde.core.errors import UnknownMove

Word = str | int

_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]*\Z")
NUMBER_RANGE = range(-30, 1000)  # 0 to 999 for numbers, -30 to 30 for cells


class Move:
    """One entry of a vocabulary: a verb and its arguments, slugs or integers.

    >>> str(Move(("place", 2), 0))
    'place 2'
    """

    __slots__ = ("index", "text", "words")

    def __init__(self, words: tuple[Word, ...], index: int) -> None:
        self.words = words
        self.index = index
        self.text = " ".join(map(str, words))

    @property
    def verb(self) -> str:
        return str(self.words[0])

    @property
    def args(self) -> tuple[Word, ...]:
        return self.words[1:]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)


class Vocabulary(Sequence[Move]):
    """Every move a game can ever offer, in a fixed order."""

    __slots__ = ("_by_text", "_by_words", "_moves", "texts")

    def __init__(self, entries: Iterable[tuple[Word, ...]]) -> None:
        self._moves = tuple(Move(words, i) for i, words in enumerate(entries))
        self.texts = tuple(move.text for move in self._moves)
        self._by_text = {move.text: move for move in self._moves}
        self._by_words = {move.words: move.index for move in self._moves}
        if len(self._by_text) != len(self._moves):
            raise ValueError("a move stands twice in the vocabulary")
        for move in self._moves:
            for word in move.words:
                good = word in NUMBER_RANGE if isinstance(word, int) else _SLUG.match(word)
                if not good:
                    raise ValueError(f"{move.text!r}: {word!r} is neither a slug nor a number in range")

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return self._moves[index]

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def number(self, *words: Word) -> int:
        """The index of a move given by its words; used to build tables when a game is loaded."""
        return self._by_words[words]

    def parse(self, text: str) -> Move:
        """The move of that text, or :class:`UnknownMove` with the verb's known forms."""
        move = self._by_text.get(text) if isinstance(text, str) else None
        if move is None:
            raise UnknownMove(str(text)[:80], self._unknown(str(text)))
        return move

    def _unknown(self, text: str) -> str:
        verb = text.split(" ", 1)[0]
        forms = [move.text for move in self._moves if move.verb == verb]
        if not forms:
            verbs = ", ".join(dict.fromkeys(move.verb for move in self._moves))
            return f"There is no move {text[:80]!r}; a move begins with one of: {verbs}."
        shown = ", ".join(forms[:4]) + (", ..." if len(forms) > 4 else "")
        return f"There is no move {text[:80]!r}; {verb!r} is written like: {shown}."
