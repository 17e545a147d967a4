"""The games. A new one adds its folder and one line here."""

from __future__ import annotations

REGISTRY = {
    "fifty_first_state": "tafelrunde.games.fifty_first_state.game:FiftyFirst",
    "new_angeles": "tafelrunde.games.new_angeles.game:NewAngeles",
    "rise": "tafelrunde.games.rise.game:Rise",
    "twentieth_century": "tafelrunde.games.twentieth_century.game:TwentiethCentury",
}
"""Where each game's class is found; imported only when the game is loaded."""
