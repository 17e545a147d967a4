"""The components for screens: the data with names and symbols and the same sentences as in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tafelrunde.games.rise.components import Option, Side
from tafelrunde.games.rise.effects import EFFECTS, Effect
from tafelrunde.games.rise.present.texts import Texts

if TYPE_CHECKING:
    from tafelrunde.core.game import Game

Sheet = dict[str, Any]
Sheets = dict[str, dict[str, Sheet]]


def sheets(game: Game[Any], lang: str) -> Sheets:
    """The components by kind and id; a track contains its two sides, a side its fields in the order of the board."""
    texts = Texts(game, lang)
    data = _drawn(game.components.data)
    name = texts.catalogue.name

    def kind(key: str, text: Any, prefix: str = "") -> dict[str, Sheet]:
        return {e["id"]: {**e, "name": name(prefix + e["id"]), "text": text(e["id"])} for e in data[key]}

    return {
        "tracks": {track: _track(texts, track, sides) for track, sides in data["tracks"].items()},
        "action_cards": {
            entry["id"]: _action(texts, entry, {"upper": card.upper, "lower": card.lower})
            for entry, card in zip(data["action_cards"], texts.set.action_cards, strict=True)
        },
        "event_cards": kind("event_cards", texts.event),
        "school_tiles": kind("school_tiles", texts.school_tile),
        "culture_tiles": kind("culture_tiles", texts.culture_tile, "culture_tile:"),
        "penalty_tiles": {
            tile["id"]: {**tile, "name": texts.note("penalty_name", side=tile["id"]), "text": texts.penalty(tile["id"])}
            for tile in data["penalty_tiles"]
        },
        "places": {
            str(place): {"cost": cost, "name": str(place), "text": texts.price(cost) if cost else texts.say("free")}
            for place, cost in enumerate(texts.set.setup.placement_cost, 1)
        },
        "vault": {
            side: {"limit": limit, "name": side, "text": texts.note("coin_limit", n=limit)}
            for side, limit in (("base", texts.set.vault.base_limit), ("flipped", texts.set.vault.flipped_limit))
        },
    }


def _drawn(value: Any) -> Any:
    """Add symbols to every effect in the component data."""
    if isinstance(value, Mapping):
        return EFFECTS.read("", [value])[0].tree() if "op" in value else {key: _drawn(item) for key, item in value.items()}
    return list(map(_drawn, value)) if isinstance(value, list) else value


def _trees(effects: Iterable[Effect]) -> list[Sheet]:
    return [effect.tree() for effect in effects]


def _action(texts: Texts, card: Sheet, printed: Mapping[str, Option]) -> Sheet:
    """An action card with the cost and gain of both options; ``shown`` includes the price among the effects."""
    said = {which: texts.option(card["id"], which) for which in printed}
    options = {w: {**card[w], "text": said[w], "shown": _trees(option.priced)} for w, option in printed.items()}
    return {**card, **options, "name": card["id"], "text": f"{said['upper']} / {said['lower']}"}


def _track(texts: Texts, track: str, sides: Mapping[str, Any]) -> Sheet:
    boards = {side: _side(texts, track, side, board) for side, board in sides.items()}
    return {"name": texts.catalogue.name(track), "text": " / ".join(board["text"] for board in boards.values()), **boards}


def _side(texts: Texts, track: str, side: str, data: Sheet) -> Sheet:
    board = texts.board(track, side)
    fields = []
    for entry, field in zip(data["fields"], board.fields, strict=True):
        name, text = texts.catalogue.name(field.id), texts.field(track, side, field.id)
        sheet = {**entry, "name": name, "text": text, "printed": _trees(field.printed)}
        if board.leaving(field.id):
            sheet["leaving"] = _trees(board.leaving(field.id))
        if field.game_end_exchange:
            sheet["game_end_exchange"] = field.game_end_exchange.tree()
        fields.append(sheet)
    notes = "; ".join([*_special(texts, board), *texts.track_notes(track, side)])
    return {**data, "kind": board.kind, "ends": board.ends, "paths": board.paths, "fields": fields, "name": side, "text": notes}


def _special(texts: Texts, board: Side) -> list[str]:
    """The differences between the two sides of a track, for players who choose between them."""

    def some(key: str) -> bool:
        return any(getattr(field, key) for field in board.fields)

    slots = {field.tile_slot for field in board.fields}
    found = [f"leave_{board.leave_collects}"] if board.leave_track else []
    marks = {
        "paths": bool(board.paths), "two_rows": some("row"), "shortcuts": some("shortcut"), "arrivals": some("first_come"),
        "ranks": some("rank"), "culture_tiles": "culture" in slots, "school": "school" in slots,
        "free_placement": some("free_placement"), "round_end": some("round_end"), "game_end": some("game_end"),
    }  # fmt: skip
    found += [key for key, holds in marks.items() if holds]
    penalties = dict.fromkeys(field.penalty for field in reversed(board.fields) if field.penalty)
    told = [texts.note("penalty", text=texts.penalty(tile)) for tile in penalties]
    return [*(texts.catalogue.say("sides", key, {}) for key in found), *told]
