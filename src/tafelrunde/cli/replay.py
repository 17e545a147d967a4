"""``tafelrunde replay``: shows a position of a recorded game."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.text import Text

from tafelrunde.arena.again import is_games, played_again
from tafelrunde.cli import OK, keep, whole
from tafelrunde.cli import say as cli_say
from tafelrunde.cli.table import Speaker, Table, make_console
from tafelrunde.cli.words import describe, play_say
from tafelrunde.core.errors import BadInput


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = describe(commands, "replay")
    parser.add_argument("file", metavar="FILE", help=play_say("arg_file"))
    parser.add_argument("--to", type=whole(0), metavar="PLY", help=play_say("arg_to"))
    parser.add_argument("--as", dest="viewer", type=whole(0, 8), metavar="SEAT", help=play_say("arg_as"))
    parser.add_argument("--log", action="store_true", help=play_say("arg_log"))
    parser.add_argument("--text", action="store_true", help=play_say("arg_text"))
    parser.add_argument("--components", metavar="FILE", help=play_say("arg_components"))
    parser.add_argument("--game", dest="row", type=whole(0), default=0, metavar="N", help=play_say("arg_row"))
    parser.add_argument("--record", metavar="FILE", help=play_say("arg_record"))


def run(args: argparse.Namespace) -> int:
    if is_games(args.file):
        again = played_again(Path(args.file), args.row, args.components, cli_say)
        table = Table(again.game, again.players, again.seed, again.options, [""] * again.players, dict(enumerate(again.bots)))
        for seat, move in again.moves:
            table.play(seat, move)
    else:
        table = Table.from_record(Path(args.file), args.components, any_bot=True)
    if args.record is not None:
        keep.check_free(Path(args.record), table.game.messages(args.lang))
        keep.write(Path(args.record), table.text, table.game.messages(args.lang))
    last = len(table.history.line)
    ply = last if args.to is None else args.to
    if ply > last:
        raise BadInput("--to", play_say("no_ply", ply=ply, n=last))
    if args.viewer is not None and args.viewer >= table.state.players:
        raise BadInput("--as", play_say("no_seat", n=args.viewer, last=table.state.players - 1))
    speaker = Speaker(table, args.lang, make_console())
    if args.text:
        speaker.read_aloud(args.viewer, table.history.at(ply))
    else:
        _show(table, speaker, ply, args.viewer, args.log)
    return OK


def _show(table: Table, speaker: Speaker, ply: int, viewer: int | None, whole_log: bool) -> None:
    """Show the last move, its events, the position and the next question."""
    speaker.say("position", "bold", title=table.game.title, ply=ply, n=len(table.history.line))
    for log in table.logs[: ply + 1] if whole_log else table.logs[max(ply, 1) : ply + 1]:
        speaker.tell(log, viewer, rules=True)
    state = table.history.at(ply)
    speaker.draw(viewer, legend=True, state=state)
    speaker.print()
    for seat in state.to_act:
        name = speaker.words.seat(seat, speaker.names())
        speaker.print(Text(f"{name}: {speaker.question(state, seat)}", "bold"))
        if seat == viewer:
            for move in state.legal(seat):
                speaker.print(Text("  - " + table.game.move_text(move, speaker.lang, state.view(seat))))
    if state.over:
        speaker.result()
