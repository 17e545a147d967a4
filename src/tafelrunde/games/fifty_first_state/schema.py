"""What a component file of 51st State must look like; every figure the rules fix is checked here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tafelrunde.core.components import Checker, expect_count, integer, list_of, map_of, one_of, table, tagged, text, unique
from tafelrunde.core.errors import BadInput

GOODS = (
    "fuel", "iron", "gun", "brick", "ammo", "worker", "contact_grey", "contact_red", "contact_blue", "contact_multi",
    "development", "defence", "card", "vp",
)  # fmt: skip
"""All goods; the last two never lie in a supply (51S-2.7)."""
TOKENS = GOODS[:12]
BASIC = GOODS[:4]
"""The basic resources (51S-7.1)."""
JOKERS = {**dict.fromkeys(BASIC, "ammo"), **dict.fromkeys(GOODS[6:9], "contact_multi")}
"""What may be paid in place of what (51S-7.2, 7.5)."""
CATEGORIES = ("fuel", "gun", "iron", "brick", "ammo", "worker", "card", "contact", "victory", "liberty", "toxic")
FACTIONS = ("new_york", "appalachian_federation", "mutants_union", "merchants_guild")
SETS = ("base", "new_era", "winter")
PROMO = "promo"
"""The set that the option ``promos`` adds to any deck."""
KINDS = ("production", "open_production", "feature", "action")
ROWS = ("production", "feature", "action")
COLOURS = ("blue", "red")

_small = integer(0, 99)
_good = one_of(GOODS)
_token = one_of(TOKENS)
_anything: Checker = lambda where, value: None  # noqa: E731


def _goods(known: tuple[str, ...]) -> Checker:
    def check(where: str, value: Any) -> None:
        table({}, {good: integer(1, 20) for good in known})(where, value)

    return check


_gain = _goods(GOODS)
_payable = _goods(TOKENS[:-1])  # defence tokens pay nothing
_cost = _goods((*TOKENS[:-1], "card"))
_basics = list_of(one_of(BASIC))

_PRODUCTION: dict[str, Checker] = {
    "gain": table({"type": text, "goods": _gain}),
    "gain_per_category": table({"type": text, "good": _good, "category": one_of(CATEGORIES), "max": integer(1, 20)}),
    "choose": table({"type": text, "options": list_of(_gain)}),
    "gain_per_produced": table({"type": text, "produced": _good, "good": _good, "max": integer(1, 20)}),
    "copy_production": table({"type": text, "whose": one_of(("own_other",))}),
    "redirect_production": table({"type": text, "whose": one_of(("other",))}),
}

_BONUS: dict[str, Checker] = {
    "gain": _PRODUCTION["gain"],
    "gain_per_category": _PRODUCTION["gain_per_category"],
    "cache": table({"type": text, "goods": _payable}),
    "copy_production": table({"type": text, "whose": one_of(("other",))}),
}

_FEATURE: dict[str, Checker] = {
    "none": table({"type": text}),
    "storage": table({"type": text, "slots": list_of(table({"of": list_of(_token), "max": integer(-1, 99)}))}),
    "on_event": table({"type": text, "events": list_of(one_of(("deal", "raze"))), "gain": _gain}),
    "produced_at_least": table({"type": text, "of": list_of(_good), "n": integer(1, 99), "gain": _gain}),
    "own_resource": table({"type": text, "n": integer(2, 9)}),
    "weaker_targets": table({"type": text, "n": integer(1, 9)}),
}

_price = {"effect": text, "cost": _cost, "limit": integer(1, 9)}
_more = {"cost_any": table({"n": integer(1, 9), "of": _basics}), "cost_deal": integer(1, 1)}

_ACTION: dict[str, Checker] = {
    "gain": table({**_price, "gain": _gain}, _more),
    "steal_resource": table({**_price, "steal": table({"n": integer(1, 1), "of": _basics})}, _more),
    "copy_production": table({**_price, "whose": one_of(("own",))}, _more),
    "use_deal": table({**_price, "whose": one_of(("own", "other")), "max_targets": integer(1, 9)}, _more),
    "reset_locations": table({**_price, "max_targets": integer(1, 9)}, _more),
    "use_occupied": table(_price, _more),
    "draw_and_keep": table({**_price, "draw": integer(1, 9), "keep": integer(1, 9)}, _more),
}

ODD = (
    "steal_resource", "copy_production", "redirect_production", "use_deal", "reset_locations", "use_occupied", "draw_and_keep",
    "own_resource", "weaker_targets",
)  # fmt: skip
"""Effects that are a function of their own instead of goods for goods; a test counts the cards that need one."""

_LOCATION = table(
    {
        "id": text, "name": text, "set": one_of((*SETS, PROMO)), "copies": integer(1, 9), "kind": one_of(KINDS),
        "categories": list_of(one_of(CATEGORIES)), "distance": integer(1, 9), "spoils": _gain, "deal": _good,
    },
    {
        "extra_copies": table({}, {"new_era": integer(1, 9), "winter": integer(1, 9)}), "summary": text,
        "building_bonus": tagged("type", _BONUS), "production": tagged("type", _PRODUCTION),
        "feature": tagged("type", _FEATURE), "action": tagged("effect", _ACTION),
        "printed_defence": integer(1, 1), "house_fields": list_of(text),
    },
)  # fmt: skip

_FACTION_ACTION = table(
    {"row": integer(1, 4), "cost": _cost, "limit": integer(-1, 1)}, {"gain": _gain, "gain_one_of": list_of(_good)}
)

_FILE = table(
    {
        "game": table({"id": text, "name": text, "players": list_of(_small)}),
        "limits": table(
            {
                "deal_at_start": integer(1, 20), "keep_at_start": integer(1, 20), "start_vp": _small, "end_trigger_vp": _small,
                "draft_rows_per_round": integer(2, 2), "draft_row_extra_cards": _small, "connection_take_cost_workers": _small,
                "rebuild_vp": _small, "vp_per_location_at_end": _small, "vp_per_ruin_at_end": integer(0, 0),
                "defence_token_resistance": _small, "max_defence_tokens_per_location": integer(1, 1),
                "hand_limit": integer(-1, -1),
            }
        ),
        "resistance": table(dict.fromkeys(ROWS, _small)),
        "deck_option": list_of(table({"id": text, "sets": list_of(one_of(SETS)), "cards": integer(1, 999)}), 3),
        "good": list_of(
            table({"id": _good, "name": text, "group": text}, {"joker_for": list_of(_token), "count": _small, "used_for": text}),
            len(GOODS),
        ),
        "faction": list_of(
            table({"id": one_of(FACTIONS), "name": text, "production": _gain, "actions": list_of(_FACTION_ACTION, 4)}), 4
        ),
        "connection": list_of(
            table(
                {"id": text, "name": text, "deck": one_of(COLOURS), "copies": integer(1, 12), "cost": _payable, "gain": _gain},
                {"summary": text},
            )
        ),
        "location": list_of(_LOCATION),
    },
    {
        "category": list_of(table({"ids": list_of(one_of(CATEGORIES))})),
        "component": list_of(map_of(_anything)),
        "list_difference": list_of(map_of(_anything)),
    },
)  # fmt: skip

_EFFECT_OF = {"production": "production", "open_production": "production", "feature": "feature", "action": "action"}


def copies(location: Mapping[str, Any], sets: list[str]) -> int:
    """How many copies of a card a deck of these sets holds."""
    own: int = location["copies"] if location["set"] in sets else 0
    extra: int = sum(n for name, n in location.get("extra_copies", {}).items() if name in sets)
    return own + extra


def schema(where: str, data: Any) -> None:
    """Shape first, then the counts and references that shape alone cannot see."""
    _FILE(where, data)
    unique("location", [card["id"] for card in data["location"]] + [card["id"] for card in data["connection"]])
    unique("faction", [faction["id"] for faction in data["faction"]])
    unique("good", [good["id"] for good in data["good"]])
    _check_jokers(data["good"])
    for i, faction in enumerate(data["faction"]):
        rows = [(action["row"], action["limit"]) for action in faction["actions"]]
        if rows != [(1, 1), (2, 1), (3, 1), (4, -1)]:
            raise BadInput(f"faction[{i}].actions", "rows 1 to 3 are used once a round, row 4 any number of times.")
        for j, action in enumerate(faction["actions"]):
            if ("gain" in action) == ("gain_one_of" in action):
                raise BadInput(f"faction[{i}].actions[{j}]", "a row has either gain or gain_one_of.")
    for i, option in enumerate(data["deck_option"]):
        found = sum(copies(card, option["sets"]) for card in data["location"])
        expect_count(f"deck_option[{i}].cards", found, option["cards"])
    expect_count("deck_option: base", data["deck_option"][0]["cards"], 88)
    by_colour = Counter[str]()
    for card in data["connection"]:
        by_colour[card["deck"]] += card["copies"]
    for colour in COLOURS:
        expect_count(f"connection: {colour} cards", by_colour[colour], 6)
    for i, card in enumerate(data["location"]):
        _check_location(f"location[{i}]", card)


def _check_jokers(goods: list[Mapping[str, Any]]) -> None:
    for i, good in enumerate(goods):
        wanted = [plain for plain, joker in JOKERS.items() if joker == good["id"]]
        if sorted(good.get("joker_for", [])) != sorted(wanted):
            raise BadInput(f"good[{i}].joker_for", f"{good['id']} stands in for: {', '.join(wanted) or 'nothing'}.")


def _check_location(where: str, card: Mapping[str, Any]) -> None:
    """A location has the effect of its kind and no other."""
    own = _EFFECT_OF[card["kind"]]
    for key in ("production", "feature", "action"):
        if (key in card) != (key == own):
            raise BadInput(f"{where}.{key}", f"a location of kind {card['kind']} has exactly one effect, {own}.")
    if card.get("production", {}).get("type") == "choose":
        _check_options(f"{where}.production.options", card["production"]["options"])
    action = card.get("action", {})
    if action.get("effect") == "steal_resource" and sorted(action["steal"]["of"]) != sorted(BASIC):
        raise BadInput(f"{where}.action.steal.of", f"stealing takes any of: {', '.join(BASIC)}.")
    if action.get("whose") == "other" and action["max_targets"] != 1:
        raise BadInput(f"{where}.action.max_targets", "one deal of an opponent is used at a time.")


def _check_options(where: str, options: list[Mapping[str, Any]]) -> None:
    """A choice is named by its good, so each option is one good and no two are alike."""
    kinds = [tuple(option) for option in options]
    if any(len(kind) != 1 for kind in kinds) or len(set(kinds)) < len(kinds) or not kinds:
        raise BadInput(where, "each option is one good, and no two are alike.")
