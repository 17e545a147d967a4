"""``tafelrunde play``: a game between people at one screen and bots."""

from __future__ import annotations

import argparse
import importlib
import secrets
import shlex
import sys
from contextlib import suppress
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from tafelrunde.bots.base import specs
from tafelrunde.cli import OK, add_game_options, keep, options, whole
from tafelrunde.cli import say as cli_say
from tafelrunde.cli.commands import Commands, Quit
from tafelrunde.cli.table import Speaker, Table, Verbatim, check_names, make_console
from tafelrunde.cli.words import describe, play_say
from tafelrunde.core.errors import BadInput
from tafelrunde.core.events import Log
from tafelrunde.core.history import preview
from tafelrunde.core.moves import Move
from tafelrunde.library import about, games, load

SEED_BITS = 32  # large enough for a different game every time, short enough to enter
_YES = frozenset({"", "y", "yes", "j", "ja", "д", "да"})


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = describe(commands, "play")
    parser.add_argument("game", metavar="GAME", nargs="?", help=cli_say("arg_game"))
    parser.add_argument("--players", type=whole(1, 9), metavar="N", help=play_say("arg_players"))
    parser.add_argument("--bots", metavar="SPEC,...", help=play_say("arg_bots"))
    parser.add_argument("--names", metavar="NAME,...", help=play_say("arg_names"))
    parser.add_argument("--seed", type=whole(0), metavar="S", help=play_say("arg_seed"))
    parser.add_argument("--record", metavar="FILE", help=play_say("arg_record"))
    parser.add_argument("--resume", metavar="FILE", help=play_say("arg_resume"))
    parser.add_argument("--no-preview", action="store_true", help=play_say("arg_no_preview"))
    parser.add_argument("--ask-forced", action="store_true", help=play_say("arg_ask_forced"))
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    args.game = args.game or _chosen()
    table = _resumed(args) if args.resume else _new(args)
    speaker = Speaker(table, args.lang, make_console())
    path = args.record or args.resume
    sitting = Sitting(table, speaker, Path(path) if path else None, not args.no_preview)
    sitting.components = args.components
    sitting.asks_forced |= args.ask_forced
    if path and path != args.resume:
        keep.check_free(Path(path), speaker.words)
        sitting.keep()
    with suppress(ImportError):  # arrow keys at the prompt, where the system supports them
        importlib.import_module("readline")
    return sitting.run()


def _chosen() -> str:
    """Let the person at the terminal choose a game from a list."""
    names = games()
    if not sys.stdin.isatty():
        raise BadInput("GAME", play_say("missing_game", names=names))
    print(play_say("which_game"))
    for number, name in enumerate(names, 1):
        kind = about(name)
        print(f"  {number}  {kind.title} ({kind.players[0]}-{kind.players[-1]}), {name}")
    try:
        answer = input("> ").strip().casefold()
    except EOFError:
        answer = ""
    return names[int(answer) - 1] if answer.isdecimal() and 1 <= int(answer) <= len(names) else answer


def _new(args: argparse.Namespace) -> Table:
    game = load(args.game, args.components)
    bots = specs(args.bots) if args.bots else ()
    players = args.players or max(game.players[0], len(bots) + 1)
    people = players - len(bots)
    if people < 1:
        raise BadInput("--bots", play_say("nobody_plays", n=len(bots), players=players))
    seed = secrets.randbits(SEED_BITS) if args.seed is None else args.seed
    names = check_names(args.names, players, range(people))
    return Table(game, players, seed, options(args.option), names, {people + i: spec for i, spec in enumerate(bots)})


def _resumed(args: argparse.Namespace) -> Table:
    """Continue from a record, which already defines game, seed and players; these options are refused because they could
    contradict it."""
    for name in ("players", "bots", "names", "seed", "option"):
        if getattr(args, name) not in (None, []):
            raise BadInput(f"--{name}", play_say("resume_knows"))
    table = Table.from_record(Path(args.resume), args.components)
    if table.game.id != args.game:
        raise BadInput(args.resume, play_say("another_game", game=table.game.id, wanted=args.game[:40]))
    if len(table.bots) == table.state.players:
        raise BadInput(args.resume, play_say("only_bots"))
    return table


class Sitting:
    """A session: people play a game to its end, or stop and keep it in a file."""

    def __init__(self, table: Table, speaker: Speaker, path: Path | None, previews: bool) -> None:
        self.table, self.speaker, self.path, self.previews = table, speaker, path, previews
        self.commands = Commands(table, speaker)
        self.asks_forced = len(table.bots) < table.state.players - 1
        """Whether questions with only one answer are asked; if several people share the screen, a missing question
        would reveal that there was no choice."""
        self.components: str | None = None
        """The component set that has to be given again when the game is resumed."""
        self._told = len(table.logs)
        self._legend = True
        self._asked: int | None = None
        self._previewed: Log | None = None
        """The last move of a person, and how many of its events that person saw before playing it."""
        self._foreseen = (0, 0)

    def keep(self) -> None:
        """Write the record to the requested file after every move."""
        if self.path is not None:
            keep.write(self.path, self.table.text, self.speaker.words)

    def run(self) -> int:
        try:
            self._play_on()
            self._finish()
        except Quit:
            self._stop()
        except (EOFError, KeyboardInterrupt):
            self.speaker.print()
            self._stop()
        except BrokenPipeError:  # the output is closed, but the game is saved
            self._store()
            raise
        return OK

    def _play_on(self) -> None:
        while not self.table.state.over:
            for _ in self.table.bargain():
                self.keep()
            state = self.table.state
            seat = next((s for s in state.to_act if s in self.table.bots), min(state.to_act))
            only = None if self.asks_forced else state.only_answer(seat)
            if seat in self.table.bots:
                self.table.play_bot(seat)
                self.keep()
            elif only is not None:
                self._answer(seat, self.table.game.vocabulary[only])
            else:
                self._turn(seat)

    def _answer(self, seat: int, move: Move) -> None:
        """Answer for the person if there is only one answer."""
        view = self.table.state.view(seat)
        self._tell_news(seat)
        self.speaker.say("only_answer", "dim", move=Verbatim(self.table.game.move_text(move, self.speaker.lang, view)))
        self.table.play(seat, move)
        self.keep()

    # --- a person's decision ---------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        """Ask until the position has changed."""
        if self._asked not in (None, seat):
            self.speaker.say("hand_over", "bold", seat=seat)
        self._asked = seat
        self._show(seat)
        line: str | None = None
        while True:
            line = self._read(self.speaker.text("prompt")) if line is None else line
            typed, line = line, None
            if not typed:
                self._show(seat)
                continue
            move = self._move(seat, typed)
            if move is None:
                if self._command(seat, typed):
                    return
                continue
            self._foreseen = (seat, 0)
            if self.previews:
                line = self._confirm(seat, move)
                if line is not None:
                    continue
            self._previewed = self.table.play(seat, move)
            self.keep()
            return

    def _show(self, seat: int) -> None:
        """Show recent events, the position, the question and the answers."""
        speaker, state = self.speaker, self.table.state
        self._tell_news(seat)
        speaker.print()
        speaker.draw(seat, legend=self._legend)
        self._legend = False
        speaker.print()
        speaker.print(Text(f"{speaker.words.seat(seat, speaker.names())}: {speaker.question(state, seat)}", "bold"))
        answers = Grid.grid(padding=(0, 2, 0, 0))
        view = state.view(seat)
        for n, move in enumerate(self._moves(seat), 1):
            answers.add_row(Text(f"{n:>3}", "bold"), self.table.game.move_text(move, speaker.lang, view))
        speaker.print(answers)

    def _tell_news(self, viewer: int | None) -> None:
        """Show recent events, without those that a preview has just shown."""
        self._told = min(self._told, len(self.table.logs))
        for log in self.table.logs[self._told :]:
            shown, foreseen = self._foreseen if log is self._previewed else (None, 0)
            self.speaker.tell([e for i, e in enumerate(log) if i >= foreseen or not e.visible_to(shown)], viewer)
        self._told = len(self.table.logs)

    def _moves(self, seat: int) -> list[Move]:
        return [*self.table.state.legal(seat), *self.table.state.free(seat)]

    def _move(self, seat: int, typed: str) -> Move | None:
        """The legal move entered by number or text; ``None`` for anything else."""
        moves = self._moves(seat)
        text = " ".join(typed.casefold().split())
        if text.isdecimal():
            return moves[int(text) - 1] if len(text) < 6 and 1 <= int(text) <= len(moves) else None
        return next((move for move in moves if move.text == text), None)

    def _command(self, seat: int, typed: str) -> bool:
        """Carry out a command, or explain why the text is neither a command nor a legal move."""
        found = self.commands.find(typed)
        if found is not None:
            command, rest = found
            return command(seat, rest)
        if typed.isdecimal():
            self.speaker.say("no_number", "yellow", n=len(self._moves(seat)))
            return False
        return self.commands.why(seat, typed)

    def _confirm(self, seat: int, move: Move) -> str | None:
        """Show the events that would follow; ``None`` if the move is confirmed, otherwise the text that was entered instead."""
        speaker = self.speaker
        state = self.table.state
        world, events, stopped = preview(state, seat, [move])
        chosen = self.table.game.move_text(move, speaker.lang, state.view(seat))
        speaker.say("would_happen", "bold", move=Verbatim(chosen))
        speaker.tell(events, seat)
        self._foreseen = (seat, len(events))
        if stopped:
            speaker.say("then_chance", "dim")
        elif world.over:
            speaker.say("then_over", "dim")
        else:
            for other in world.to_act:
                speaker.say("then_asked", "dim", seat=other, question=Verbatim(speaker.question(world, other)))
        typed = self._read(speaker.text("confirm"))
        return None if typed.casefold() in _YES else typed

    def _read(self, prompt: str) -> str:
        """Read one line. Input from a pipe is repeated in the output, so that the output reads like a dialogue."""
        line = input(prompt).strip()
        if not sys.stdin.isatty():
            self.speaker.print(Text(line))
        return line

    # --- the end ---------------------------------------------------------------------------------

    def _finish(self) -> None:
        people = [seat for seat in range(self.table.state.players) if seat not in self.table.bots]
        self._tell_news(people[0] if len(people) == 1 else None)
        self.speaker.print()
        self.speaker.draw(people[0])
        self.speaker.print()
        self.speaker.result()
        self.speaker.say("seed", n=Verbatim(self.table.state.seed))
        self.speaker.say("record_is", file=Verbatim(self._store()))

    def _stop(self) -> None:
        if not self.table.history.line and self.path is None:
            self.speaker.say("nothing_to_keep")
            return
        path = self._store()
        self.speaker.say("kept", file=Verbatim(path))
        own = [] if self.components is None else ["--components", self.components]
        again = shlex.join(["tafelrunde", "play", self.table.game.id, "--resume", str(path), *own])
        self.speaker.console.print(Text(f"  {again}"), soft_wrap=True)

    def _store(self) -> Path:
        if self.path is None:
            self.path = keep.write_new(self.table.game.id, self.table.text, self.speaker.words)
        else:
            self.keep()
        return self.path
