"""Effects as short symbols for a narrow board; the legend and the lists of moves say the same in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tafelrunde.core.messages import Catalogue
from tafelrunde.games.rise.present.texts import Effect, View

COIN, POINT, JOKER = "¢", "★", "J"
RUN, REFRESH, VAULT, TILE, CULTURE_TILE = "▶", "↻", "V", "▣", "◇"
LEAVE, HOME, SHORTCUT, BEYOND, EVERY, ARRIVAL, PUSHED = "↩", "⌂", "↷", "»", "*", "⚑", "←"

_PLAIN = {
    "school_run": RUN, "school_refresh": REFRESH, "school_run_or_refresh": f"{RUN}/{REFRESH}", "vault": VAULT,
    "take_school_tile": TILE,
}  # fmt: skip


class Symbols:
    """The symbols of fields in one language: only the short names of the tracks and two letters are words."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._words = catalogue.sections["symbols"]

    def track(self, track: str) -> str:
        return self._words[track]

    def effects(self, effects: Iterable[Effect]) -> str:
        return ",".join(map(self.effect, effects))

    def effect(self, effect: Effect) -> str:
        op = effect["op"]
        if op in _PLAIN:
            return _PLAIN[op]
        if op in ("advance", "retreat"):
            return f"{'+' if op == 'advance' else '-'}{_times(effect['n'])}{self.track(effect['track'])}"
        if op in ("coins", "vp"):
            return f"{effect['n']}{COIN if op == 'coins' else POINT}"
        if op == "joker":
            return f"{_times(effect['n'])}{JOKER}"
        if op == "pay":
            return f"{effect['coins']}{COIN}→{self.effects(effect['gain'])}"
        if op == "exchange":
            return self._trade(effect)
        if op == "choice":
            return "/".join(map(self.effects, effect["options"]))
        return f"{'☺' if op == 'if_happiest' else '☹'}{self.effects(effect['gain'])}"

    def _trade(self, terms: Mapping[str, Any]) -> str:
        return f"{terms['max']}×{terms['pay_coins']}{COIN}→{terms['gain_vp']}{POINT}"

    def field(self, board: Mapping[str, Any], facts: Mapping[str, Any], view: View, tile: Effect | None = None) -> str:
        """What a field gives and means now; ``tile`` is the effect of a school tile that lies on it."""
        found = [*self._entering(board, facts, view, tile), *self._standing(facts)]
        if facts.get("leave"):
            found.append(LEAVE + self.effects(facts["leave"]))
        if "shortcut" in facts:
            found.append(SHORTCUT + str(facts["shortcut"]))
        if facts.get("home"):
            found.append(HOME)
        return " ".join(found)

    def _entering(self, board: Mapping[str, Any], facts: Mapping[str, Any], view: View, tile: Effect | None) -> list[str]:
        found = []
        if "rank" in facts:
            found.append(f"#{facts['rank']}")
        if "first_come" in facts:
            row = board["first_come"][f"players_{view['players']}"][facts["first_come"]]
            rest = row[view["board"]["arrivals"].get(facts["first_come"], 0) :]
            found.append(ARRIVAL + ("/".join(map(str, rest)) + POINT if rest else "–"))
        effects = [e for e in facts["effects"] if e["op"] != "take_school_tile"]
        if facts.get("tile_slot") == "school":
            found.append(TILE + self.effect(tile) if tile else "–")
        gain = self.effects(effects)
        if facts.get("tile_slot") == "culture" and facts["id"] in view["board"]["culture"]:
            gain = f"{CULTURE_TILE}/{gain}"
        return [*found, gain] if gain else found

    def _standing(self, facts: Mapping[str, Any]) -> list[str]:
        found = []
        if "income" in facts:
            coins, points = facts["income"].get("coins", 0), facts["income"].get("vp", 0)
            found.append(f"={coins}{COIN}" + (f"{points}{POINT}" if points else ""))
        if "free_placement" in facts:
            found.append(f"1-{facts['free_placement']}=0{COIN}")
        if "exchange" in facts:
            found.append(f"{facts['exchange']['vp']}:{facts['exchange']['coins']}")
        for key in ("round_end", "game_end"):
            if facts.get(key):
                found.append(f"{self._words[key]}{facts[key]:+d}")
        if "game_end_exchange" in facts:
            found.append(self._words["game_end"] + self._trade(facts["game_end_exchange"]))
        if facts.get("penalty"):
            found.append("!")
        if facts.get("retreat_effects"):
            found.append(PUSHED + self.effects(facts["retreat_effects"]))
        return found

    def whole(self, board: Mapping[str, Any]) -> list[str]:
        """What holds for a whole track: every step, beyond the end, every leaving, points at the end."""
        found = [EVERY + self.effects(board["per_step"])] if board.get("per_step") else []
        if board["overflow"]:
            found.append(BEYOND + self.effects(board["overflow"]))
        if board.get("leave_always"):
            found.append(EVERY + LEAVE + self.effects(board["leave_always"]))
        if board.get("game_end_vp_per_field"):
            found.append(f"{self._words['game_end']}+{board['game_end_vp_per_field']}{EVERY}")
        if board.get("happiest_round_end_vp"):
            found.append(f"{self._words['round_end']}+{board['happiest_round_end_vp']}☺")
        return found


def _times(n: int) -> str:
    return str(n) if n > 1 else ""
