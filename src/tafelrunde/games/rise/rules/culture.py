"""Culture B: the choice between a tile and the field's effects, and the points for tiles at the end (RISE-CUL.4, CUL.5, CT)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.games.rise.components import CultureTile as Tile
from tafelrunde.games.rise.frames import CultureTile
from tafelrunde.games.rise.rules.compare import happiest
from tafelrunde.games.rise.rules.registry import FRAMES, interrupts, resolves
from tafelrunde.games.rise.state import ENVIRONMENT, INDUSTRY, NOBODY, TRACK_COUNT, TRACKS, RiseState
from tafelrunde.games.rise.verbs import FIELD, PASS


@FRAMES.asks(CultureTile, "RISE-CUL.4", answer=PUBLIC, moves=PUBLIC)
def ask_culture_tile(state: RiseState, frame: CultureTile) -> tuple[int, ...]:
    """Ask for either the tile or the field's effects; no question if the tile is gone."""
    tile = state.culture_slots[frame.field]
    if tile == NOBODY:
        return ()
    layout = state.layout
    return (layout.take_moves[tile], FIELD, *layout.tails_with_pass[interrupts(state, frame.seat)])


@FRAMES.lapses(CultureTile)
def field_without_tile(state: RiseState, frame: CultureTile) -> None:
    """Give later visitors only the field's effects (RISE-CUL.5)."""
    state.stack.extend(frame.effects)


@resolves(CultureTile)
def resolve_culture_tile(state: RiseState, frame: CultureTile, move: int) -> None:
    seat, field = frame.seat, frame.field
    if move == FIELD:
        state.stack.extend(frame.effects)
        if state.log is not None:
            state.emit("field_used", seat, "RISE-CUL.4")
    elif move == PASS:
        if state.log is not None:
            state.emit("forfeited", seat, "RISE-T.6")
    else:
        tile = state.culture_slots[field]
        state.culture_slots[field] = NOBODY
        state.culture_taken[seat] = tuple(sorted((*state.culture_taken[seat], tile)))
        if state.log is not None:
            state.emit("culture_tile_taken", seat, "RISE-CUL.4", culture_tile=state.layout.culture_ids[tile])


@FRAMES.describes(CultureTile)
def describe_culture_tile(state: RiseState, frame: CultureTile) -> dict[str, object]:
    return {"culture_tile": state.layout.culture_ids[state.culture_slots[frame.field]]}


# --- what tiles are worth ------------------------------------------------------------------------

TILE_RULES = {
    "last_field": "RISE-CT.2",
    "happiest": "RISE-CT.3",
    "school_tiles_at_least": "RISE-CT.4",
    "vault_flipped_and_no_coin_penalty": "RISE-CT.5",
    "environment_right_of_start": "RISE-CT.6",
    "industry_steps_at_least": "RISE-CT.7",
    "culture_tiles_taken": "RISE-CT.8",
    "coins_at_least": "RISE-CT.9",
}


def tile_rule(tile: Tile, n: int, taken: int) -> str:
    """The rule of a tile's condition; a collector tile that counts only itself has a separate rule."""
    if not n:
        return "RISE-CT.1"
    return "RISE-R.35" if tile.condition == "culture_tiles_taken" and taken == 1 else TILE_RULES[tile.condition]


def tile_points(state: RiseState, seat: int, tile: Tile, coins: int) -> int:
    """The points of a culture tile for its owner now, with a given number of coins."""
    if tile.condition == "culture_tiles_taken":  # including this tile (RISE-R.35)
        taken = min(len(state.culture_taken[seat]), len(tile.vp_by_count))
        return tile.vp_by_count[taken - 1]
    return tile.vp if tile_condition(state, seat, tile, coins) else 0


def tile_condition(state: RiseState, seat: int, tile: Tile, coins: int) -> bool:
    layout = state.layout
    base = seat * TRACK_COUNT
    match tile.condition:
        case "last_field":
            number = TRACKS.index(str(tile.track))
            return state.pos[base + number] in layout.tracks[number].track.last
        case "happiest":
            return happiest(state, seat)
        case "school_tiles_at_least":
            return len(state.ready[seat]) + len(state.used[seat]) >= tile.count
        case "vault_flipped_and_no_coin_penalty":
            return bool(state.vault[seat]) and layout.penalty_limit[state.pos[base + ENVIRONMENT]] is None
        case "environment_right_of_start":
            return state.pos[base + ENVIRONMENT] > layout.starts[ENVIRONMENT]
        case "industry_steps_at_least":
            return layout.tracks[INDUSTRY].track.distance[state.pos[base + INDUSTRY]] >= tile.count
        case _:
            return coins >= tile.count
