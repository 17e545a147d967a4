"""Fields as short symbols for a narrow board; the legend and the lists of moves explain them in words."""

from __future__ import annotations

from collections.abc import Iterable

from tafelrunde.core.messages import Catalogue
from tafelrunde.games.rise.components import Field, Side
from tafelrunde.games.rise.effects import Effect, marks
from tafelrunde.games.rise.present.texts import View

COIN, POINT, TILE, CULTURE_TILE = "¢", "★", "▣", "◇"
LEAVE, HOME, SHORTCUT, BEYOND, EVERY, ARRIVAL, PUSHED = "↩", "⌂", "↷", "»", "*", "⚑", "←"


class Symbols:
    """The symbols of fields in one language: only the short names of the tracks and two letters depend on it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.short = catalogue.sections["symbols"]

    def effects(self, effects: Iterable[Effect]) -> str:
        return marks(effects, self.short)

    def field(self, board: Side, facts: Field, view: View, tile: Effect | None = None) -> str:
        """The present effects and meaning of a field; ``tile`` is the effect of a school tile on it."""
        found = [*self._entering(board, facts, view, tile), *self._standing(facts)]
        if facts.leave:
            found.append(LEAVE + self.effects(facts.leave))
        if facts.shortcut:
            found.append(SHORTCUT + facts.shortcut)
        if facts.home:
            found.append(HOME)
        return " ".join(found)

    def _entering(self, board: Side, facts: Field, view: View, tile: Effect | None) -> list[str]:
        found = []
        if facts.rank:
            found.append(f"#{facts.rank}")
        if facts.first_come:
            row = board.first_come[f"players_{view['players']}"][facts.first_come]
            rest = row[view["board"]["arrivals"].get(facts.first_come, 0) :]
            found.append(ARRIVAL + ("/".join(map(str, rest)) + POINT if rest else "–"))
        if facts.tile_slot == "school":
            found.append(TILE + tile.mark(self.short) if tile else "–")
        gain = self.effects(facts.printed)
        if facts.tile_slot == "culture" and facts.id in view["board"]["culture"]:
            gain = f"{CULTURE_TILE}/{gain}"
        return [*found, gain] if gain else found

    def _standing(self, facts: Field) -> list[str]:
        found = []
        if facts.income:
            points = f"{facts.income.vp}{POINT}" if facts.income.vp else ""
            found.append(f"={facts.income.coins}{COIN}{points}")
        if facts.free_placement:
            found.append(f"1-{facts.free_placement}=0{COIN}")
        if facts.exchange:
            found.append(f"{facts.exchange.vp}:{facts.exchange.coins}")
        ends = (("round_end", facts.round_end), ("game_end", facts.game_end))
        found += [f"{self.short[key]}{n:+d}" for key, n in ends if n]
        if facts.game_end_exchange:
            found.append(self.short["game_end"] + facts.game_end_exchange.mark(self.short))
        if facts.penalty:
            found.append("!")
        if facts.retreat_effects:
            found.append(PUSHED + self.effects(facts.retreat_effects))
        return found

    def whole(self, board: Side) -> list[str]:
        """The effects of a whole track: every step, beyond the end, every leaving, points at the end."""
        gains = ((EVERY, board.per_step), (BEYOND, board.overflow), (EVERY + LEAVE, board.leave_always))
        found = [mark + self.effects(gain) for mark, gain in gains if gain]
        if board.game_end_vp_per_field:
            found.append(f"{self.short['game_end']}+{board.game_end_vp_per_field}{EVERY}")
        if board.happiest_round_end_vp:
            found.append(f"{self.short['round_end']}+{board.happiest_round_end_vp}☺")
        return found
