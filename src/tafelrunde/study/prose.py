"""Positions as sentences and lists, for screen readers and the terminal.

Each game's module ``present/text_view.py`` chooses the content; the sentences are in ``content/prose/{en,de,ru}.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tafelrunde.core.game import Game


class Part(NamedTuple):
    """A heading with its sentences, one per item."""

    title: str
    lines: list[str]


def position_text(game: Game[Any], view: Mapping[str, Any], lang: str, names: Sequence[str] = ()) -> list[Part]:
    """A view in words: the step of the game, the board, every seat, and the open questions."""
    words = game.prose(lang)
    parts = [Part(words.say("prose", "now"), _now(game, view, lang, names))]
    text_view = game.presentation("text_view", "aloud")
    if text_view is not None:
        board = text_view.parts(game, view, lang, names)
        parts += [Part(title, lines) for title, lines in board if lines]
    decision = view["decision"]
    if decision is not None:
        prompt = words.decision(decision["kind"], decision["data"], names)
        moves = [game.move_text(game.move(move), lang, view) for move in decision["moves"]]
        if view["free"]:
            moves.append(words.say("prose", "free", {"n": len(view["free"])}))
        parts.append(Part(words.say("prose", "asked", {"prompt": prompt, "rule": decision["rule"]}), moves))
    return parts


def _now(game: Game[Any], view: Mapping[str, Any], lang: str, names: Sequence[str]) -> list[str]:
    words = game.prose(lang)
    lines = []
    if view["over"]:
        lines.append(words.say("prose", "over"))
        if view["scores"] is not None:
            lines += [words.say("prose", "score", {"seat": i, "n": n}, names) for i, n in enumerate(view["scores"])]
        winners = ", ".join(words.seat(seat, names) for seat in view["winners"])
        lines.append(words.say("prose", "winners", {"who": winners}) if winners else words.say("prose", "no_winner"))
        return lines
    phase = words.name(f"phase:{view['phase']}")
    lines.append(words.say("prose", "where", {"round": view["round"], "phase": phase}))
    for seat in view["to_act"]:
        lines.append(words.say("prose", "to_act_you" if seat == view["you"] else "to_act", {"seat": seat}, names))
    return lines


def plain(parts: Sequence[Part]) -> str:
    """The parts as plain text for a terminal."""
    return "\n\n".join("\n".join([part.title, *(f"- {line}" for line in part.lines)]) for part in parts)
