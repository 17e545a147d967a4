"""One combination of track sides, compiled into tables: what a field gives is a tuple of ready-made frames.

Frames are stored in stack order (the last effect first), so that entering a field is one ``stack.extend``. Tables
are built once for each combination of sides and player count and shared by all games played on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tafelrunde.core.frames import Frame
from tafelrunde.core.moves import Vocabulary
from tafelrunde.games.rise.rules.graph import Track
from tafelrunde.games.rise.schema import TRACKS
from tafelrunde.games.rise.state import BANK, CULTURE, ENVIRONMENT, INDUSTRY, POLITICS, SATISFACTION, TRACK_COUNT
from tafelrunde.games.rise.words import CHOOSE, EXCHANGE, OVERFLOW, PASS, field_word, leave_tracks

Frames_ = tuple[Frame, ...]
Rate = tuple[int, int]


FIRST, LATER, CHOSEN, RUN = 0, 1, 2, 3
"""The next step of an advance: the first one, a later one, one that was just chosen, or that of a school tile just run."""


def compile_effects(seat: int, effects: list[Mapping[str, Any]], rule: str = "", slot: int = -1) -> Frames_:
    """Effects as frames of one seat, in stack order."""
    return tuple(_compile(seat, effect, rule, slot) for effect in effects[::-1])


def chosen(frames: Frames_, how: int = CHOSEN) -> Frames_:
    """The frames of something that a player has just chosen: where it is only a step, the step is chosen with it (RISE-R.5)."""
    if len(frames) == 1 and frames[0][0] == "advance":
        return ((*frames[0][:4], how),)
    return frames


def _compile(seat: int, effect: Mapping[str, Any], rule: str, slot: int) -> Frame:
    op = effect["op"]
    if op == "advance":
        return ("advance", seat, TRACKS.index(effect["track"]), effect["n"], FIRST)
    if op == "retreat":
        return ("retreat", seat, TRACKS.index(effect["track"]), effect["n"], rule)
    if op in ("coins", "vp"):
        return (op, seat, effect["n"], rule)
    if op == "joker":
        return ("joker", seat, effect["n"])
    if op == "pay":
        return ("pay", seat, effect["coins"], chosen(compile_effects(seat, effect["gain"])), rule or "RISE-T.14")
    if op == "exchange":
        return ("trade", seat, effect["pay_coins"], effect["gain_vp"], effect["max"], rule or "RISE-CUL.3")
    if op == "choice":
        return _compile_choice(seat, effect["options"], rule)
    if op == "take_school_tile":
        return ("take_school_tile", seat, slot)
    if op in ("if_happiest", "if_unhappiest"):
        return (op, seat, compile_effects(seat, effect["gain"], rule))
    return (op.removeprefix("school_"), seat, rule)  # run, refresh, run_or_refresh, vault


def _compile_choice(seat: int, options: list[list[Mapping[str, Any]]], rule: str) -> Frame:
    """An alternative that begins with a payment is paid by choosing it (RISE-R.41); ``pure`` ones cannot be declined."""
    alternatives = []
    for option in options:
        cost = option[0]["coins"] if option[0]["op"] == "pay" else 0
        gain = option[0]["gain"] + option[1:] if cost else option
        alternatives.append((cost, chosen(compile_effects(seat, gain, rule))))
    pure = all(effect["op"] in ("coins", "vp") for option in options for effect in option)
    return ("choose", seat, tuple(alternatives), int(pure), rule or "RISE-T.21")


class Gains(NamedTuple):
    """What leaving a track from a field gives, as far as it decides when leaving can matter."""

    coins: int = 0
    points: int = 0
    vault: bool = False
    refresh: bool = False
    steps: bool = False
    """Anything else: jokers and whatever lets markers move."""

    def plus(self, other: Gains) -> Gains:
        return Gains(
            self.coins + other.coins,
            self.points + other.points,
            self.vault or other.vault,
            self.refresh or other.refresh,
            self.steps or other.steps,
        )


def gains(frames: Frames_) -> Gains:
    found = Gains()
    for frame in frames:
        if frame[0] == "coins":
            found = found._replace(coins=found.coins + frame[2])
        elif frame[0] == "vp":
            found = found._replace(points=found.points + frame[2])
        elif frame[0] in ("vault", "refresh"):
            found = found._replace(**{frame[0]: True})
        else:
            found = found._replace(steps=True)
    return found


class EventTraits(NamedTuple):
    """What an event card does, as far as it decides whether something should be done before it."""

    revolt: bool
    happiest: bool
    unhappiest: bool
    steps: bool
    """Whether it lets players move markers on tracks whose fields give something."""


class TrackSide:
    """One side of one track, with everything a marker can meet there."""

    __slots__ = (
        "_cache",
        "data",
        "dynamic",
        "enter",
        "homes",
        "is_leave",
        "leave",
        "leave_rule",
        "leave_rules",
        "name",
        "overflow",
        "overflow_rule",
        "plain_overflow",
        "quiet",
        "retreat",
        "rules",
        "shortcuts",
        "side",
        "start",
        "step_moves",
        "track",
        "underflow",
    )  # fmt: skip

    def __init__(self, name: str, side: str, data: Mapping[str, Any], vocabulary: Vocabulary, players: int) -> None:
        fields = data["fields"]
        ids = [field["id"] for field in fields]
        self.name, self.side, self.data = name, side, data
        self.track = _graph(data, ids)
        self.start = self.track.start
        self.quiet = not any(field["effects"] or {"first_come", "rank", "tile_slot", "home"} & field.keys() for field in fields)
        self.homes = frozenset(i for i, field in enumerate(fields) if field.get("home"))
        self.dynamic = bool(self.track.single)
        self.rules = tuple(field.get("rule", "") for field in fields)
        self.leave_rules = tuple(field.get("leave_rule", "") for field in fields)
        self.overflow_rule = data.get("overflow_rule", "RISE-T.29")
        self.leave_rule = data.get("leave_rule", "RISE-T.23")
        self.is_leave = bool(data.get("leave_track"))
        self.shortcuts = {i: ids.index(field["shortcut"]) for i, field in enumerate(fields) if "shortcut" in field}
        targets = {target for ways in self.track.ways for target in ways}
        self.step_moves = tuple(
            vocabulary.number("step", name, field_word(field)) if i in targets else -1 for i, field in enumerate(ids)
        )
        seats = range(players)
        self.enter = tuple(tuple(self._enter(seat, i) for i in range(len(ids))) for seat in seats)
        self.retreat = tuple(
            tuple(compile_effects(seat, f.get("retreat_effects", []), f.get("rule", "RISE-T.9")) for f in fields)
            for seat in seats
        )
        self.leave = tuple(tuple(self._leave(seat, i) for i in range(len(ids))) for seat in seats)
        self.overflow = tuple(compile_effects(seat, data["overflow"], self.overflow_rule) for seat in seats)
        self.plain_overflow = bool(self.overflow[0]) and not gains(self.overflow[0]).steps
        self.underflow = tuple(compile_effects(seat, data.get("underflow", []), "RISE-T.30") for seat in seats)
        self._cache: dict[tuple[int, int], tuple[int, ...]] = {}

    def _enter(self, seat: int, i: int) -> Frames_:
        """What happens on entering a field by advancing, in stack order (RISE-T.4, R.7, T.25)."""
        field = self.data["fields"][i]
        track = TRACKS.index(self.name)
        rule = field.get("rule", "")
        own = compile_effects(seat, field["effects"], rule, i)
        if "rank" in field:
            own = (("rank_field", seat, field["rank"], own),)
        if field.get("tile_slot") == "culture":
            own = (("culture_tile", seat, i, own),)
        if "first_come" in field:
            own = (*own, ("first_come", seat, i))
        if field.get("home"):
            own = (("home", seat, track, i), *own)
        if "per_step" in self.data:
            own = (*own, *compile_effects(seat, self.data["per_step"], self.data.get("per_step_rule", "")))
        return own

    def _leave(self, seat: int, i: int) -> Frames_:
        """What leaving from a field gives: on some sides all fields before it too, the refresh always last (RISE-R.10)."""
        if not self.is_leave or i == self.start:
            return ()
        fields = self.data["fields"]
        collected = range(i, self.start, -1) if self.data.get("leave_collects") == "current_and_before" else (i,)
        effects = [effect for j in collected for effect in fields[j].get("leave", [])]
        rule = fields[i].get("leave_rule", "")
        always = compile_effects(seat, self.data.get("leave_always", []), "RISE-C.16")
        return (*always, *compile_effects(seat, effects, rule))

    def steps(self, field: int, occupied: int) -> tuple[int, ...]:
        """The moves of one step from a field; ``occupied`` is a bit mask of fields with other markers."""
        key = (field, occupied)
        if key not in self._cache:
            taken = {i for i in range(len(self.track.fields)) if occupied >> i & 1}
            targets = self.track.reachable(field, taken)
            moves = tuple(self.step_moves[i] for i in targets)
            if not moves and field in self.track.last and self.overflow[0]:
                moves = (OVERFLOW + TRACKS.index(self.name),)
            self._cache[key] = moves
        return self._cache[key]


def _graph(data: Mapping[str, Any], ids: list[str]) -> Track:
    fields = data["fields"]
    place = {name: i for i, name in enumerate(ids)}
    ways = tuple(tuple(place[n] for n in [*f["next"], *([f["shortcut"]] if "shortcut" in f else [])]) for f in fields)
    before = tuple(place[f["prev"][0]] if f.get("prev") else -1 for f in fields)
    start = place[data["start"]]
    distance = tuple(f.get("level", i - start) for i, f in enumerate(fields))
    last = data.get("last_fields", [data["last"]] if "last" in data else [])
    single = frozenset(i for i, f in enumerate(fields) if f.get("single"))
    return Track(tuple(ids), start, ways, before, single, not data.get("no_skip"), distance, frozenset(place[n] for n in last))


class Layout:
    """All ten tracks of a combination of sides, with the cards and tiles compiled for a number of players."""

    def __init__(self, data: Mapping[str, Any], sides: str, players: int, vocabulary: Vocabulary) -> None:
        self.data, self.sides, self.players = data, sides, players
        self.tracks = tuple(
            TrackSide(name, side, data["tracks"][name][side], vocabulary, players)
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
        self._compile_cards()

    def _compile_interrupts(self, vocabulary: Vocabulary) -> None:
        """Which leave and exchange moves stand beside a decision, by a small bit mask (RISE-R.1)."""
        left = [TRACKS.index(name) for name in leave_tracks(self.data)]
        self.leave_moves = {vocabulary.number("leave", TRACKS[t]): t for t in left}
        self.interrupts_end = EXCHANGE + 1 + len(left)
        open_tracks = [(move, t) for move, t in self.leave_moves.items() if self.tracks[t].is_leave]
        self.leave_bits = tuple((t, self.starts[t], 2 << i) for i, (_, t) in enumerate(open_tracks))
        self.left = tuple(t for _, t in open_tracks)
        tails = []
        for mask in range(2 << len(open_tracks)):
            moves = [move for i, (move, _) in enumerate(open_tracks) if mask >> (i + 1) & 1]
            tails.append((*moves, *([EXCHANGE] if mask & 1 else [])))
        self.tails = tuple(tails)
        self.tails_with_pass = tuple((*tail, PASS) for tail in tails)
        self.no_gains = Gains()
        self.gains = tuple(tuple(gains(leave) for leave in side.leave[0]) for side in self.tracks)

    def _compile_satisfaction(self) -> None:
        fields = self.tracks[SATISFACTION].data["fields"]
        self.rate_vp = tuple(f["exchange"]["vp"] for f in fields)
        self.rate_coins = tuple(f["exchange"]["coins"] for f in fields)
        rates = list(zip(self.rate_vp, self.rate_coins, strict=True))
        self.rate_class = tuple(rates.index(rate) for rate in rates)
        self.round_end_vp = tuple(f.get("round_end", 0) for f in fields)
        self.game_end_vp = tuple(f.get("game_end", 0) for f in fields)
        self.happiest_vp = self.tracks[SATISFACTION].data.get("happiest_round_end_vp", 0)

    def _compile_money(self) -> None:
        setup = self.data["setup"]
        free = 0
        costs = []
        for field in self.tracks[BANK].data["fields"]:
            free = max(free, field.get("free_placement", 0))
            costs.append(tuple(0 if card <= free else cost for card, cost in enumerate(setup["placement_cost"], 1)))
        self.placement_cost = tuple(costs)
        self.income = tuple(
            (f.get("income", {}).get("coins", 0), f.get("income", {}).get("vp", 0)) for f in self.tracks[INDUSTRY].data["fields"]
        )
        self.coin_limits = (self.data["vault"]["base_limit"], self.data["vault"]["flipped_limit"])
        tiles = {tile["id"]: tile for tile in self.data["penalty_tiles"]}
        held = [tiles.get(f.get("penalty", ""), {}) for f in self.tracks[ENVIRONMENT].data["fields"]]
        self.penalty = tuple(f.get("penalty", "") for f in self.tracks[ENVIRONMENT].data["fields"])
        self.no_school_run = tuple(bool(tile.get("no_school_run")) for tile in held)
        self.upper_only = tuple(bool(tile.get("upper_option_only")) for tile in held)
        self.penalty_limit: tuple[int | None, ...] = tuple(tile.get("coin_limit") for tile in held)
        self.trade_field = {
            i: f["game_end_exchange"] for i, f in enumerate(self.tracks[CULTURE].data["fields"]) if "game_end_exchange" in f
        }

    def _compile_tiles(self, vocabulary: Vocabulary) -> None:
        school, culture = self.data["school_tiles"], self.data["culture_tiles"]
        self.school_ids = tuple(tile["id"] for tile in school)
        self.culture_ids = tuple(tile["id"] for tile in culture)
        self.culture_tiles = tuple(culture)
        self.run_moves = tuple(vocabulary.number("run", name) for name in self.school_ids)
        self.take_moves = tuple(vocabulary.number("take", name) for name in self.culture_ids)
        self.tile_of = {move: i for i, move in enumerate(self.run_moves)}
        self.trade_move = vocabulary.number("trade", 0)
        self.tile_frames = tuple(
            tuple(chosen(compile_effects(seat, tile["effects"]), RUN) for tile in school) for seat in range(self.players)
        )
        first_come = self.tracks[POLITICS].data.get("first_come", {}).get(f"players_{self.players}", {})
        ids = self.tracks[POLITICS].track.fields
        self.first_come = {ids.index(key): tuple(row) for key, row in first_come.items()}
        self.first_come_keys = tuple(self.first_come)
        ranks: list[int] = []
        for i, field in enumerate(self.tracks[POLITICS].data["fields"]):
            ranks.append(i if "rank" in field else (ranks[-1] if ranks else -1))
        self.rank_field = tuple(ranks)
        fields = self.tracks[POLITICS].data["fields"]
        self.rank_frames = tuple(
            tuple(tuple(compile_effects(s, f["effects"], rule) for rule in ("RISE-POL.7", "RISE-R.26")) for f in fields)
            for s in range(self.players)
        )

    def _compile_cards(self) -> None:
        seats = range(self.players)
        self.action_ids = tuple(card["id"] for card in self.data["action_cards"])
        self.epochs = tuple(card["epoch"] for card in self.data["action_cards"])
        self.options = tuple((card["upper"], card["lower"]) for card in self.data["action_cards"])
        self.option_frames = tuple(
            tuple(tuple(compile_effects(s, card[o]["effects"]) for o in ("upper", "lower")) for card in self.data["action_cards"])
            for s in seats
        )
        events = self.data["event_cards"]
        self.event_ids = tuple(card["id"] for card in events)
        self.event_counts = tuple(card["count"] for card in events)
        self.event_rules = tuple(card.get("rule", "RISE-D.10") for card in events)
        self.event_nobody = tuple(card.get("nobody_rule", "") for card in events)
        self.event_frames = tuple(
            tuple(compile_effects(s, card["effects"], card.get("rule", "")) for card in events) for s in seats
        )

        self.events = tuple(self._traits(card["effects"]) for card in events)

    def _traits(self, effects: list[Mapping[str, Any]]) -> EventTraits:
        ops = {effect["op"] for effect in effects}
        revolt = any(effect["op"] == "retreat" and effect["track"] == TRACKS[SATISFACTION] for effect in effects)
        return EventTraits(revolt, "if_happiest" in ops, "if_unhappiest" in ops, any(map(self._moves_markers, effects)))

    def _moves_markers(self, effect: Mapping[str, Any]) -> bool:
        """Whether an effect lets a player enter a field that gives something."""
        op = effect["op"]
        if op == "choice":
            return any(self._moves_markers(part) for option in effect["options"] for part in option)
        if op in ("pay", "if_happiest", "if_unhappiest"):
            return any(map(self._moves_markers, effect["gain"]))
        if op == "advance":
            return not self.tracks[TRACKS.index(effect["track"])].quiet
        return op in ("joker", "school_run", "school_run_or_refresh")

    def slot_fields(self, track: int, kind: str) -> tuple[int, ...]:
        """The fields of a track that hold tiles."""
        return tuple(i for i, f in enumerate(self.tracks[track].data["fields"]) if f.get("tile_slot") == kind)

    def place(self, seat: int, track: int) -> int:
        return seat * TRACK_COUNT + track


assert CHOOSE + 4 < OVERFLOW < EXCHANGE
