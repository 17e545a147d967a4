"""Positions as text and as pictures, drawn with the game's terminal screen."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.pretty import Pretty

from tafelrunde.core.audience import Viewer
from tafelrunde.core.state import State

WIDTH = 110
"""Characters of a line."""
SIZE, LINE = 14, 18
"""Height of a character and of a line in a picture, in pixels."""


def as_text(state: State, viewer: Viewer = "all", colour: bool = True) -> str:
    """The position as the terminal shows it; a game without its own screen is shown as data."""
    out = StringIO()
    console = Console(file=out, width=WIDTH, force_terminal=colour, color_system="truecolor" if colour else None)
    view = state.view(viewer)
    screen = state.game.presentation("terminal")
    names = [f"seat_{seat}" for seat in range(state.players)]
    shown: Any = Pretty(view) if screen is None else screen.screen(state.game, view, "en", names, False)
    console.print(shown)
    return out.getvalue()


def as_picture(state: State, viewer: Viewer = "all") -> Any:
    """The same as an RGB array (height, width, 3): light text on a dark ground."""
    from matplotlib import get_data_path
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(str(Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"), SIZE)
    lines = as_text(state, viewer, colour=False).rstrip("\n").split("\n")
    width = int(font.getlength("x") * WIDTH) + 2 * SIZE
    picture = Image.new("RGB", (width, LINE * len(lines) + 2 * SIZE), (24, 24, 28))
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        draw.text((SIZE, SIZE + number * LINE), line, (232, 230, 224), font)
    return np.asarray(picture, np.uint8)
