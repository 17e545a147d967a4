"""``tafelrunde verify``: replays a record and checks every move and the result."""

from __future__ import annotations

import argparse
from hashlib import sha256
from pathlib import Path

from tafelrunde.cli import FAILURE, OK, Commands, command, say
from tafelrunde.core.errors import BadInput
from tafelrunde.library import load_record, read_text


def add(commands: Commands) -> None:
    parser = command(commands, "verify")
    parser.add_argument("file", metavar="RECORD", help=say("arg_record"))
    parser.add_argument("--commitment", metavar="sha256:...", help=say("arg_commitment"))
    parser.add_argument("--components", metavar="FILE", help=say("arg_components"))


def run(args: argparse.Namespace) -> int:
    text = read_text(Path(args.file))
    try:
        record = load_record(text, args.components)
    except BadInput as error:
        print(say("verify_no", file=args.file, reason=str(error)))
        return FAILURE
    state = record.state
    commitment = "sha256:" + sha256(str(state.seed).encode()).hexdigest()
    if args.commitment is not None and args.commitment != commitment:
        print(say("verify_no", file=args.file, reason=f"{commitment} != {args.commitment}"))
        return FAILURE
    print(say("verify_yes" if state.over else "verify_running", file=args.file, n=state.ply, commitment=commitment))
    return OK
