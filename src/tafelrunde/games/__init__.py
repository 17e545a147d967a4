"""The games. A new one adds its folder and one line here."""

from __future__ import annotations

REGISTRY = {
    "new_angeles": "tafelrunde.games.new_angeles.game:NewAngeles",
    "rise": "tafelrunde.games.rise.game:Rise",
}
"""Where each game's class is found; imported only when the game is loaded."""
