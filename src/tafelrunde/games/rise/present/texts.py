"""Cards, fields, tiles and moves in words, generated from the effects in the component data.

No sentence is written by hand for a single card, so text and behaviour cannot disagree, and other component sets get texts in
every language, too.

>>> import tafelrunde
>>> texts = Texts(tafelrunde.load("rise"), "en")
>>> texts.option("e1-05", "lower")
'for 2 coins: 2 steps on Politics'
>>> texts.field("science", "A", "2")
'either 1 step on School or 1 step on Press'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tafelrunde.games.rise.components import Field, RiseSet, Side
from tafelrunde.games.rise.effects import Effect, sentences
from tafelrunde.games.rise.state import TRACKS

if TYPE_CHECKING:
    from tafelrunde.core.game import Game

View = Mapping[str, Any]


def side_of(view: View, track: str) -> str:
    return str(view["board"]["sides"][TRACKS.index(track)])


class Texts:
    """The texts of the components in one language."""

    def __init__(self, game: Game[Any], lang: str) -> None:
        self.catalogue = game.messages(lang)
        self.set: RiseSet = game.parts
        parts = self.set
        self.school = {tile.id: tile for tile in parts.school_tiles}
        self._culture = {tile.id: tile for tile in parts.culture_tiles}
        self._actions = {card.id: card for card in parts.action_cards}
        self._events = {card.id: card for card in parts.event_cards}
        self._penalties = {tile.id: tile for tile in parts.penalty_tiles}

    def board(self, track: str, side: str) -> Side:
        board: Side = self.set.tracks[track][side]
        return board

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("effects", key, facts)

    def note(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("fields", key, facts)

    def effects(self, effects: Iterable[Effect]) -> str:
        return sentences(effects, self.catalogue)

    # --- cards and tiles -------------------------------------------------------------------------

    def price(self, coins: int, points: int = 0) -> str:
        """A price in coins, with the points that have to be exchanged for it (RISE-R.17)."""
        return self.say("cost_points", n=coins, points=points) if points else self.say("cost_coins", n=coins)

    def option(self, card: str, which: str, points: int = 0) -> str:
        """One option of an action card with its price and condition; ``points`` are exchanged for its coins."""
        option = getattr(self._actions[card], which)
        terms = []
        if option.requires_happiest:
            terms.append(self.say("requires_happiest"))
        if option.cost_coins:
            terms.append(self.price(option.cost_coins, points))
        if option.cost_revolt:
            terms.append(self.say("cost_revolt", n=option.cost_revolt))
        gain = self.effects(option.effects)
        return self.note("priced", terms=", ".join(terms), gain=gain) if terms else gain

    def event(self, card: str) -> str:
        return self.effects(self._events[card].effects)

    def school_tile(self, tile: str) -> str:
        return self.effects(self.school[tile].effects)

    def culture_tile(self, tile: str) -> str:
        """The condition and the gain of a culture tile."""
        facts = self._culture[tile]
        by_count = dict(zip(("first", "second", "third"), facts.vp_by_count, strict=False))
        shown = {"vp": facts.vp, "count": facts.count, "track": facts.track, **by_count}
        return self.catalogue.say("culture_tiles", facts.condition, shown)

    def penalty(self, tile: str) -> str:
        """The restriction of an environment penalty tile."""
        facts = self._penalties[tile]
        found = [self.note("no_school_run")] if facts.no_school_run else []
        if facts.coin_limit is not None:
            found.append(self.note("coin_limit", n=facts.coin_limit))
        if facts.upper_option_only:
            found.append(self.note("upper_only"))
        return ", ".join(found)

    # --- fields ----------------------------------------------------------------------------------

    def field(self, track: str, side: str, field: str, view: View | None = None) -> str:
        """All effects and meanings of a field; with a view also its tiles."""
        board = self.board(track, side)
        facts = board.field(field)
        found = [*self._on_entering(board, facts, view), *self._while_standing(facts)]
        if board.leave_track and field != board.start:
            found.append(self.say("leave", gain=self.leaving(track, side, field)))
        if facts.shortcut:
            found.append(self.note("shortcut", field=facts.shortcut))
        if facts.home:
            found.append(self.note("home"))
        return "; ".join(found) or self.say("none")

    def _on_entering(self, board: Side, facts: Field, view: View | None) -> list[str]:
        """The effects of a step onto the field, in order (RISE-T.4)."""
        found = []
        if board.per_step and facts.id != board.start:
            found.append(self.effects(board.per_step))
        if facts.first_come:
            found.append(self._arrival(board, facts.first_come, view))
        if len(facts.printed) < len(facts.effects):
            found.append(self._school_tile_on(facts.id, view))
        gain = self.effects(facts.printed)
        if facts.rank:
            found.append(self.note("rank", n=facts.rank, gain=gain))
        elif facts.tile_slot == "culture":
            found.append(self._culture_tile_on(facts.id, gain, view))
        elif facts.printed:
            found.append(gain)
        return found

    def _school_tile_on(self, field: str, view: View | None) -> str:
        if view is None:
            return self.say("take_school_tile")
        tile = view["board"]["school"].get(field)
        return self.note("school_tile", gain=self.school_tile(tile)) if tile else self.note("school_tile_gone")

    def _culture_tile_on(self, field: str, gain: str, view: View | None) -> str:
        if view is None:
            return self.note("culture_tile_any", gain=gain)
        tile = view["board"]["culture"].get(field)
        return self.note("culture_tile", culture_tile=tile, text=self.culture_tile(tile), gain=gain) if tile else gain

    def _arrival(self, board: Side, key: str, view: View | None) -> str:
        if view is None:
            return self.note("arrival_any")
        row = board.first_come[f"players_{view['players']}"][key]
        here = view["board"]["arrivals"].get(key, 0)
        return self.note("arrival", n=row[min(here, len(row) - 1)], row="/".join(map(str, row)))

    def _while_standing(self, facts: Field) -> list[str]:
        found = []
        if facts.income:
            found.append(self.say("income", coins=facts.income.coins, points=facts.income.vp))
        if facts.free_placement:
            found.append(self.note("free_placement", n=facts.free_placement))
        if facts.exchange:
            found.append(self.note("rate", points=facts.exchange.vp, coins=facts.exchange.coins))
        found += [self.note(key, n=n) for key, n in (("round_end", facts.round_end), ("game_end", facts.game_end)) if n]
        if facts.game_end_exchange:
            found.append(self.note("final_trade", terms=facts.game_end_exchange.sentence(self.catalogue)))
        if facts.penalty:
            found.append(self.note("penalty", text=self.penalty(facts.penalty)))
        if facts.retreat_effects:
            found.append(self.note("retreat", gain=self.effects(facts.retreat_effects)))
        return found

    def leaving(self, track: str, side: str, field: str) -> str:
        """The gains from leaving a track at a field, nearest field first, the refresh last (RISE-R.10)."""
        return self.effects(self.board(track, side).leaving(field))

    def track_notes(self, track: str, side: str) -> list[str]:
        """The effects of a whole track."""
        board = self.board(track, side)
        gains = {"per_step": board.per_step, "overflow": board.overflow, "underflow": board.underflow}
        found = [self.note(key, gain=self.effects(gain)) for key, gain in gains.items() if gain]
        numbers = {"happiest": board.happiest_round_end_vp, "per_field": board.game_end_vp_per_field}
        return found + [self.note(key, n=n) for key, n in numbers.items() if n]
