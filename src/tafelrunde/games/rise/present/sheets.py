"""The components as screens show them: the data with names and sentences, the same as in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tafelrunde.games.rise.present.texts import Texts, leaving

if TYPE_CHECKING:
    from tafelrunde.core.game import Game

Sheet = dict[str, Any]
Sheets = dict[str, dict[str, Sheet]]


def sheets(game: Game[Any], lang: str) -> Sheets:
    """By kind and id; a track holds its two sides, a side its fields in the order of the board."""
    texts = Texts(game, lang)
    data = game.components.data
    name = texts.catalogue.name
    return {
        "tracks": {track: _track(texts, track, sides) for track, sides in data["tracks"].items()},
        "action_cards": {card["id"]: _action(texts, card) for card in data["action_cards"]},
        "event_cards": {
            card["id"]: {**card, "name": name(card["id"]), "text": texts.event(card["id"])} for card in data["event_cards"]
        },
        "school_tiles": {
            tile["id"]: {**tile, "name": name(tile["id"]), "text": texts.school_tile(tile["id"])} for tile in data["school_tiles"]
        },
        "culture_tiles": {
            tile["id"]: {**tile, "name": name(f"culture_tile:{tile['id']}"), "text": texts.culture_tile(tile["id"])}
            for tile in data["culture_tiles"]
        },
        "penalty_tiles": {
            tile["id"]: {**tile, "name": texts.note("penalty_name", side=tile["id"]), "text": texts.penalty(tile["id"])}
            for tile in data["penalty_tiles"]
        },
        "places": {
            str(place): {"cost": cost, "name": str(place), "text": _price(texts, cost)}
            for place, cost in enumerate(data["setup"]["placement_cost"], 1)
        },
        "vault": {
            side: {"limit": limit, "name": side, "text": texts.note("coin_limit", n=limit)}
            for side, limit in (("base", data["vault"]["base_limit"]), ("flipped", data["vault"]["flipped_limit"]))
        },
    }


def _price(texts: Texts, cost: int) -> str:
    return texts.say("cost_coins", n=cost) if cost else texts.say("free")


def _action(texts: Texts, card: Mapping[str, Any]) -> Sheet:
    """Both options say what they cost and give."""
    said = {which: texts.option(card["id"], which) for which in ("upper", "lower")}
    options = {which: {**card[which], "text": said[which]} for which in said}
    return {**card, **options, "name": card["id"], "text": f"{said['upper']} / {said['lower']}"}


def _track(texts: Texts, track: str, sides: Mapping[str, Any]) -> Sheet:
    boards = {side: _side(texts, track, side, board) for side, board in sides.items()}
    return {"name": texts.catalogue.name(track), "text": " / ".join(board["text"] for board in boards.values()), **boards}


def _side(texts: Texts, track: str, side: str, board: Mapping[str, Any]) -> Sheet:
    fields = [
        {
            **field,
            "name": texts.catalogue.name(field["id"]),
            "text": texts.field(track, side, field["id"]),
            **_leaving(board, field["id"]),
        }
        for field in board["fields"]
    ]
    notes = [*_special(texts, board), *texts.track_notes(track, side)]
    return {**board, "fields": fields, "name": side, "text": "; ".join(notes)}


def _leaving(board: Mapping[str, Any], field: str) -> Sheet:
    """All that leaving from here gives: on some sides also what lies on the way."""
    left = board.get("leave_track") and field != board["start"]
    return {"leaving": leaving(board, field)} if left else {}


def _special(texts: Texts, board: Mapping[str, Any]) -> list[str]:
    """What sets a side apart from the other one, for who chooses between them."""

    def some(key: str) -> bool:
        return any(field.get(key) for field in board["fields"])

    slots = {field.get("tile_slot") for field in board["fields"]}
    found = [f"leave_{board['leave_collects']}"] if board.get("leave_track") else []
    marks = {
        "paths": board["kind"] == "paths", "two_rows": some("row"), "shortcuts": some("shortcut"), "arrivals": some("first_come"),
        "ranks": some("rank"), "culture_tiles": "culture" in slots, "school": "school" in slots,
        "free_placement": some("free_placement"), "round_end": some("round_end"), "game_end": some("game_end"),
    }  # fmt: skip
    found += [key for key, holds in marks.items() if holds]
    penalties = dict.fromkeys(field["penalty"] for field in reversed(board["fields"]) if field.get("penalty"))
    told = [texts.note("penalty", text=texts.penalty(tile)) for tile in penalties]
    return [*(texts.catalogue.say("sides", key, {}) for key in found), *told]
