"""The commands that can be entered besides moves: undo, rules, reasons, the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from tafelrunde.cli import keep
from tafelrunde.cli.table import Speaker, Table, Verbatim
from tafelrunde.core.errors import BadInput, UnknownMove
from tafelrunde.core.rules import LANGUAGES, Rule

SEARCH_HITS = 8
LOG_MOVES = 10


class Quit(Exception):
    """Raised when the person wants to stop."""


class Commands:
    """The commands for the person at ``seat``. Each prints its own answer and returns ``True`` if the position changed."""

    def __init__(self, table: Table, speaker: Speaker) -> None:
        self.table, self.speaker = table, speaker
        self._known: dict[str, Callable[[int, str], bool]] = {
            "help": self._help, "?": self._rule, "why": self.why, "undo": self._undo, "log": self._log,
            "save": self._save, "lang": self._lang, "look": self._look, "text": self._text,
            "quit": self._quit,
        }  # fmt: skip
        self._known |= {"h": self._help, "q": self._quit, "exit": self._quit, "u": self._undo}

    def find(self, line: str) -> tuple[Callable[[int, str], bool], str] | None:
        """Find the command of a line and return it with the rest of the line."""
        if line.startswith("?"):
            return self._rule, line[1:].strip()
        name, _, rest = line.partition(" ")
        command = self._known.get(name.casefold())
        return (command, rest.strip()) if command is not None else None

    def _help(self, seat: int, rest: str) -> bool:
        example = self.table.state.legal(seat)[0]
        table = Grid.grid(padding=(0, 2))
        for line in self.speaker.text("help", example=Verbatim(example)).strip().splitlines():
            typed, _, does = line.strip().partition("  ")
            table.add_row(Text("  " + typed), does.strip())
        self.speaker.print(table)
        return False

    def _quit(self, seat: int, rest: str) -> bool:
        raise Quit

    def _look(self, seat: int, rest: str) -> bool:
        found = self.speaker.look(seat, rest)
        if found is None:
            self.speaker.say("nothing_like", "yellow", words=Verbatim(rest[:60]))
        else:
            self.speaker.print(found)
        return False

    def _text(self, seat: int, rest: str) -> bool:
        self.speaker.read_aloud(seat)
        return False

    # --- rules and reasons -----------------------------------------------------------------------

    def _rule(self, seat: int, rest: str) -> bool:
        book = self.table.game.rules
        wanted = rest or self.table.state.decision(seat).rule
        exact = [book[rule] for rule in book if rule.casefold() == wanted.casefold()]
        found = exact or book.search(wanted, self.speaker.lang)
        for rule in found[:SEARCH_HITS]:
            self._show_rule(rule)
        if not found:
            self.speaker.say("no_rule", "yellow", words=Verbatim(rest[:60]))
        elif len(found) > SEARCH_HITS:
            self.speaker.say("more_rules", "dim", n=len(found) - SEARCH_HITS)
        return False

    def _show_rule(self, rule: Rule) -> None:
        self.speaker.print(Text.assemble((rule.id, "bold"), " ", rule.text_in(self.speaker.lang)))

    def why(self, seat: int, rest: str) -> bool:
        moves = self.table.state.legal(seat)
        text = " ".join(rest.casefold().split())
        if text.isdecimal() and 1 <= int(text) <= len(moves):
            text = str(moves[int(text) - 1])
        if not text:
            self.speaker.say("why_what", "yellow")
            return False
        refusal = self.table.state.explain(seat, text)
        if refusal is None:
            self.speaker.say("legal", move=Verbatim(text))
            return False
        self.speaker.print(Text(self.speaker.refusal(refusal), "yellow"))
        if isinstance(refusal, UnknownMove):
            self._show_forms(text)
            self.speaker.say("hint", "dim")
        elif refusal.rule in self.table.game.rules:
            self._show_rule(self.table.game.rules[refusal.rule])
        return False

    def _show_forms(self, text: str) -> None:
        """Show the forms of the moves with the verb that was entered."""
        verb = text.split(" ", 1)[0]
        forms = [move.text for move in self.table.game.vocabulary if move.verb == verb][:4]
        verbs = list(dict.fromkeys(move.verb for move in self.table.game.vocabulary))
        self.speaker.say("forms" if forms else "verbs", "dim", names=Verbatim(", ".join(forms or verbs)))

    # --- the past --------------------------------------------------------------------------------

    def _undo(self, seat: int, rest: str) -> bool:
        """Take back the last move of the person asked now, or of the person at the same screen who moved last."""
        history = self.table.history
        if not history.line:
            self.speaker.say("undo_nothing", "yellow")
            return False
        last = history.line[-1].seat
        who = seat if history.own_moves(seat) or last in self.table.bots else last
        undone = self.table.undo(who, None if rest else 1)
        if not undone:
            self.speaker.say("undo_crossed" if history.line[-1].crossed else "undo_other", "yellow", other=last)
            return False
        self.speaker.say("undone", n=undone)
        return True

    def _log(self, seat: int, rest: str) -> bool:
        count = int(rest) if rest.isdecimal() and len(rest) < 6 else LOG_MOVES
        for log in self.table.logs[-count:] if count else []:
            self.speaker.tell(log, seat, rules=True)
        return False

    def _save(self, seat: int, rest: str) -> bool:
        words = self.speaker.words
        try:
            if rest:
                path = Path(rest)
                keep.check_own(path, words)
                keep.write(path, self.table.text, words)
            else:
                path = keep.write_new(self.table.game.id, self.table.text, words)
        except BadInput as error:
            self.speaker.print(Text(str(error), "yellow"))
        else:
            self.speaker.say("saved", file=Verbatim(path))
        return False

    def _lang(self, seat: int, rest: str) -> bool:
        if rest.casefold() not in LANGUAGES:
            self.speaker.say("no_language", "yellow", words=Verbatim(rest[:40]), names=LANGUAGES)
            return False
        self.speaker.lang = rest.casefold()
        return True
