"""The tables for one combination of track sides: the effects of a field are a tuple of ready-made frames.

Frames are stored in stack order (the last effect first), so that entering a field is one ``stack.extend``. Tables are built
once for each combination of sides and player count and shared by all games played on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from tafelrunde.core.moves import Vocabulary
from tafelrunde.games.rise.components import Field, PenaltyTile, RiseSet, Side
from tafelrunde.games.rise.effects import Effect, Gains, Traits, compile_chosen, compile_effects
from tafelrunde.games.rise.frames import END, CultureTile, FirstCome, Home, RankField, Share, Window, Work
from tafelrunde.games.rise.rules.graph import Track
from tafelrunde.games.rise.state import (
    BANK,
    CULTURE,
    ENVIRONMENT,
    INDUSTRY,
    POLITICS,
    RUN,
    SATISFACTION,
    TRACKS,
)
from tafelrunde.games.rise.verbs import CHOOSE, EXCHANGE, OVERFLOW, PASS, field_word, leave_tracks


class TrackSide:
    """One side of one track, with everything that markers can encounter there."""

    __slots__ = (
        "_cache", "ahead", "board", "dynamic", "enter", "gains", "homes", "is_leave", "leave", "leave_worth", "name", "overflow",
        "plain_overflow", "quiet", "retreat", "shortcuts", "side", "start", "step_moves", "track", "underflow",
    )  # fmt: skip

    def __init__(self, name: str, side: str, board: Side, vocabulary: Vocabulary, players: int) -> None:
        fields, ids = board.fields, board.ids
        self.name, self.side, self.board = name, side, board
        self.track = _graph(board)
        self.start = self.track.start
        self.quiet = not any(f.effects or f.first_come or f.rank or f.tile_slot or f.home for f in fields)
        self.homes = frozenset(i for i, field in enumerate(fields) if field.home)
        self.dynamic = bool(self.track.single)
        self.is_leave = board.leave_track
        self.shortcuts = {i: ids.index(field.shortcut) for i, field in enumerate(fields) if field.shortcut}
        targets = {target for ways in self.track.ways for target in ways}
        self.step_moves = tuple(
            vocabulary.number("step", name, field_word(field)) if i in targets else -1 for i, field in enumerate(ids)
        )
        seats = range(players)
        self.enter = tuple(tuple(self._enter(seat, i, field) for i, field in enumerate(fields)) for seat in seats)
        self.retreat = tuple(
            tuple(compile_effects(seat, f.retreat_effects, f.rule or "RISE-T.9") for f in fields) for seat in seats
        )
        self.leave = tuple(tuple(self._leave(seat, field) for field in fields) for seat in seats)
        self.gains = tuple(total(board.leaving(field.id)) for field in fields)
        self.leave_worth = tuple(sum(effect.worth for effect in reversed(board.leaving(field.id))) for field in fields)
        """An estimate of leaving at each field, for bots."""
        self.overflow = tuple(compile_effects(seat, board.overflow, board.overflow_rule) for seat in seats)
        self.plain_overflow = bool(board.overflow) and not total(board.overflow).steps
        self.underflow = tuple(compile_effects(seat, board.underflow, "RISE-T.30") for seat in seats)
        self._cache: dict[tuple[int, int], tuple[int, ...]] = {}
        self.ahead = tuple(self.steps(i, 0) for i in range(len(fields)))
        """The moves of one step from each field, as far as no other marker is in the way."""

    def _enter(self, seat: int, i: int, field: Field) -> Work:
        """The frames for entering a field by advancing, in stack order (RISE-T.4, R.7, T.25)."""
        own = compile_effects(seat, field.effects, field.rule, i)
        if field.rank:
            own = (RankField(seat, field.rank, own),)
        if field.tile_slot == "culture":
            own = (CultureTile(seat, i, own),)
        if field.first_come:
            own = (*own, FirstCome(seat, i))
        if field.home:
            own = (Home(seat, TRACKS.index(self.name), i), *own)
        return (*own, *compile_effects(seat, self.board.per_step, self.board.per_step_rule))

    def _leave(self, seat: int, field: Field) -> Work:
        """The gains from leaving at a field, the refresh always last (RISE-R.10)."""
        effects = self.board.leaving(field.id)
        last = len(effects) - len(self.board.leave_always)
        return (*compile_effects(seat, effects[last:], "RISE-C.16"), *compile_effects(seat, effects[:last], field.leave_rule))

    def steps(self, field: int, occupied: int) -> tuple[int, ...]:
        """The moves of one step from a field; ``occupied`` is a bit mask of fields with other markers."""
        key = (field, occupied)
        moves = self._cache.get(key)
        if moves is None:
            taken = {i for i in range(len(self.track.fields)) if occupied >> i & 1}
            targets = self.track.reachable(field, taken)
            moves = tuple(self.step_moves[i] for i in targets)
            if not moves and field in self.track.last and self.overflow[0]:
                moves = (OVERFLOW + TRACKS.index(self.name),)
            self._cache[key] = moves
        return moves


def total(effects: Iterable[Effect]) -> Gains:
    """The combined gains of effects."""
    return reduce(Gains.plus, (effect.gains() for effect in effects), Gains())


def _graph(board: Side) -> Track:
    place = {name: i for i, name in enumerate(board.ids)}
    fields, start = board.fields, place[board.start]
    ways = tuple(tuple(place[name] for name in field.ways) for field in fields)
    before = tuple(place[field.prev[0]] if field.prev else -1 for field in fields)
    single = frozenset(i for i, field in enumerate(fields) if field.single)
    distance = tuple(i - start if field.level is None else field.level for i, field in enumerate(fields))
    last = frozenset(place[name] for name in board.ends)
    return Track(tuple(board.ids), start, ways, before, single, not board.no_skip, distance, last)


class Layout:
    """All ten tracks of a combination of sides, with the cards and tiles compiled for a number of players."""

    def __init__(self, components: RiseSet, sides: str, players: int, vocabulary: Vocabulary) -> None:
        self.components, self.sides, self.players = components, sides, players
        self.setup, self.rounds = components.setup, components.setup.rounds
        self.tracks = tuple(
            TrackSide(name, side, components.tracks[name][side], vocabulary, players)
            for name, side in zip(TRACKS, sides, strict=True)
        )
        self.starts = tuple(side.start for side in self.tracks)
        self.dead_ends = tuple(
            (t, side.track.last)
            for t, side in enumerate(self.tracks)
            if side.track.last and not side.overflow[0] and not side.is_leave
        )
        self.field_of = {m: (t, i) for t, side in enumerate(self.tracks) for i, m in enumerate(side.step_moves) if m >= 0}
        self._compile_interrupts(vocabulary)
        self._compile_satisfaction()
        self._compile_money()
        self._compile_tiles(vocabulary)
        self._compile_politics()
        self._compile_cards()

    def _compile_interrupts(self, vocabulary: Vocabulary) -> None:
        """The leave and exchange moves that are offered beside a decision, by a small bit mask (RISE-R.1)."""
        left = [TRACKS.index(name) for name in leave_tracks(self.components)]
        self.leave_moves = {vocabulary.number("leave", TRACKS[t]): t for t in left}
        self.interrupts_end = EXCHANGE + 1 + len(left)
        open_tracks = [(move, t) for move, t in self.leave_moves.items() if self.tracks[t].is_leave]
        self.leave_bits = tuple((t, self.starts[t], 2 << i) for i, (_, t) in enumerate(open_tracks))
        self.left = tuple(t for _, t in open_tracks)
        self.only_left = self.left[0] if len(self.left) == 1 else 0  # satisfaction is never left
        tails = []
        for mask in range(2 << len(open_tracks)):
            moves = [move for i, (move, _) in enumerate(open_tracks) if mask >> (i + 1) & 1]
            tails.append((*moves, *([EXCHANGE] if mask & 1 else [])))
        self.tails = tuple(tails)
        self.tails_with_pass = tuple((*tail, PASS) for tail in tails)
        self.no_gains = Gains()
        self.gains = tuple(side.gains for side in self.tracks)
        self.leaving_steps = tuple((t, tuple(found.steps for found in self.gains[t])) for t in self.left)
        """For each track that can be left: the fields from which leaving gives steps."""

    def _compile_satisfaction(self) -> None:
        board = self.tracks[SATISFACTION].board
        rates = [field.exchange for field in board.fields if field.exchange]
        self.rate_vp = tuple(rate.vp for rate in rates)
        self.rate_coins = tuple(rate.coins for rate in rates)
        self.rate_class = tuple(rates.index(rate) for rate in rates)
        self.round_end_vp = tuple(field.round_end for field in board.fields)
        self.game_end_vp = tuple(field.game_end for field in board.fields)
        self.happiest_vp = board.happiest_round_end_vp

    def _compile_money(self) -> None:
        free = 0
        costs = []
        for field in self.tracks[BANK].board.fields:
            free = max(free, field.free_placement)
            costs.append(tuple(0 if card <= free else cost for card, cost in enumerate(self.setup.placement_cost, 1)))
        self.placement_cost = tuple(costs)
        incomes = [field.income for field in self.tracks[INDUSTRY].board.fields]
        self.income = tuple((income.coins, income.vp) if income else (0, 0) for income in incomes)
        self.coin_limits = (self.components.vault.base_limit, self.components.vault.flipped_limit)
        self.penalty = tuple(field.penalty for field in self.tracks[ENVIRONMENT].board.fields)
        tiles: dict[str, PenaltyTile] = {tile.id: tile for tile in self.components.penalty_tiles}
        held = [tiles[name] if name else None for name in self.penalty]
        self.no_school_run = tuple(tile is not None and tile.no_school_run for tile in held)
        self.upper_only = tuple(tile is not None and tile.upper_option_only for tile in held)
        self.penalty_limit = tuple(tile.coin_limit if tile else None for tile in held)
        fields = self.tracks[CULTURE].board.fields
        self.trade_field = {i: field.game_end_exchange for i, field in enumerate(fields) if field.game_end_exchange}

    def _compile_tiles(self, vocabulary: Vocabulary) -> None:
        school, self.culture_tiles = self.components.school_tiles, self.components.culture_tiles
        self.school_ids = tuple(tile.id for tile in school)
        self.culture_ids = tuple(tile.id for tile in self.culture_tiles)
        self.run_moves = tuple(vocabulary.number("run", name) for name in self.school_ids)
        self.take_moves = tuple(vocabulary.number("take", name) for name in self.culture_ids)
        self.tile_of = {move: i for i, move in enumerate(self.run_moves)}
        self.trade_move = vocabulary.number("trade", 0)
        self.tile_frames = tuple(
            tuple(compile_chosen(seat, tile.effects, RUN) for tile in school) for seat in range(self.players)
        )

    def _compile_politics(self) -> None:
        board = self.tracks[POLITICS].board
        rows = board.first_come.get(f"players_{self.players}", {})
        self.first_come = {board.ids.index(key): row for key, row in rows.items()}
        self.first_come_keys = tuple(self.first_come)
        ranks: list[int] = []
        for i, field in enumerate(board.fields):
            ranks.append(i if field.rank else (ranks[-1] if ranks else -1))
        self.rank_field = tuple(ranks)
        self.rank_frames = tuple(
            tuple(tuple(compile_effects(s, f.effects, rule) for rule in ("RISE-POL.7", "RISE-R.26")) for f in board.fields)
            for s in range(self.players)
        )

    def _compile_cards(self) -> None:
        cards, events, seats = self.components.action_cards, self.components.event_cards, range(self.players)
        self.action_ids = tuple(card.id for card in cards)
        self.epochs = tuple(card.epoch for card in cards)
        self.options = tuple((card.upper, card.lower) for card in cards)
        self.option_frames = tuple(
            tuple(tuple(compile_effects(s, option.effects) for option in options) for options in self.options) for s in seats
        )
        self.event_ids = tuple(card.id for card in events)
        ends = [(Window(seat, END), Share(seat)) for seat in seats]
        self.shares = tuple(
            tuple((last, *compile_effects(last.seat, card.effects, card.rule), first) for card in events) for last, first in ends
        )
        """What each seat does at an event."""
        quiet = [side.name for side in self.tracks if side.quiet]
        traits = [[effect.traits(quiet) for effect in card.effects] for card in events]
        self.events = tuple(Traits(*map(any, zip(*found, strict=True))) for found in traits)

    def slot_fields(self, track: int, kind: str) -> tuple[int, ...]:
        """The fields of a track with places for tiles."""
        return tuple(i for i, field in enumerate(self.tracks[track].board.fields) if field.tile_slot == kind)


assert CHOOSE + 4 < OVERFLOW < EXCHANGE
