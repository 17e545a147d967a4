"""Cards and moves in words, made from the effects in the component data, so that text and behaviour cannot disagree.

>>> import tafelrunde
>>> texts = Texts(tafelrunde.load("fifty_first_state"), "en")
>>> texts.effect("archive")
'1 × Worker → 1 × Victory point, twice a round'
>>> texts.effect("school")
'yields 1 × Worker; when built: 1 × Worker'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tafelrunde.core.moves import Move
from tafelrunde.games.fifty_first_state.schema import TOKENS

if TYPE_CHECKING:
    from tafelrunde.core.game import Game

View = Mapping[str, Any]
Data = Mapping[str, Any]


class Texts:
    """What is printed on the components, in one language."""

    def __init__(self, game: Game[Any], lang: str) -> None:
        self.catalogue = game.messages(lang)
        self.data = game.components.data
        self.cards: Mapping[str, Data] = {card["id"]: card for card in (*self.data["location"], *self.data["connection"])}
        self.factions: Mapping[str, Data] = {faction["id"]: faction for faction in self.data["faction"]}

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("effects", key, facts)

    def goods(self, counts: Mapping[str, int]) -> str:
        return self.say("gain", goods=dict(counts))

    # --- cards -----------------------------------------------------------------------------------

    def effect(self, card: str) -> str:
        """Everything a card does once it is built (or played, if it is a connection card)."""
        data = self.cards[card]
        if "deck" in data:
            return self.say("convert", cost=self.cost(data), gain=self.goods(data["gain"]))
        parts = []
        if "production" in data:
            parts.append(self.say(data["kind"], gain=self.production(data["production"])))
        if "action" in data:
            parts.append(self.action(data["action"]))
        if data.get("feature", {"type": "none"})["type"] != "none":
            parts.append(self.feature(data["feature"]))
        if "building_bonus" in data:
            parts.append(self.say("bonus", gain=self.production(data["building_bonus"])))
        if data.get("printed_defence"):
            parts.append(self.say("printed"))
        return self.say("and").join(parts) or self.say("none")

    def production(self, data: Data) -> str:
        """A production or a building bonus."""
        match data["type"]:
            case "gain":
                return self.goods(data["goods"])
            case "cache":
                return self.say("cache", goods=dict(data["goods"]))
            case "gain_per_category":
                return self.say("per_category", good=data["good"], category=data["category"], n=data["max"])
            case "gain_per_produced":
                return self.say("per_produced", good=data["good"], produced=data["produced"], n=data["max"])
            case "choose":
                return self.say("choose", options=self.say("or").join(map(self.goods, data["options"])))
            case "copy_production":
                return self.say(f"copy_{data['whose']}")
            case _:
                return self.say("redirect")

    def cost(self, data: Data) -> str:
        parts = [self.goods(data["cost"])] if data["cost"] else []
        if "cost_any" in data:
            parts.append(self.say("cost_any", n=data["cost_any"]["n"]))
        if "cost_deal" in data:
            parts.append(self.say("cost_deal", n=data["cost_deal"]))
        return ", ".join(parts) or self.say("free")

    def action(self, data: Data) -> str:
        return self.say("convert", cost=self.cost(data), gain=self.reward(data)) + ", " + self._limit(data["limit"])

    def _limit(self, n: int) -> str:
        return self.say(f"limit_{n}") if n in (1, 2) else self.say("limit_many", n=n)

    def reward(self, data: Data) -> str:
        match data["effect"]:
            case "gain":
                return self.goods(data["gain"])
            case "steal_resource":
                return self.say("steal", n=data["steal"]["n"])
            case "copy_production":
                return self.say("copy_own")
            case "use_deal":
                return self.say(f"use_deal_{data['whose']}", n=data["max_targets"])
            case "use_occupied":
                return self.say("use_occupied")
            case "draw_and_keep":
                return self.say("draw_and_keep", draw=data["draw"], n=data["keep"])
            case _:
                return self.say("reset", n=data["max_targets"])

    def feature(self, data: Data) -> str:
        if data["type"] == "storage":
            slots = [self._slot(slot) for slot in data["slots"]]
            return self.say("storage", slots=", ".join(slots))
        if data["type"] == "on_event":
            return self.say("on_" + "_".join(data["events"]), gain=self.goods(data["gain"]))
        if data["type"] in ("own_resource", "weaker_targets"):
            return self.say(data["type"], n=data["n"])
        names = self._either(data["of"])
        return self.say("threshold", n=data["n"], goods=names, gain=self.goods(data["gain"]))

    def _either(self, goods: list[str]) -> str:
        return " / ".join(map(self.catalogue.name, goods))

    def _slot(self, slot: Data) -> str:
        goods = self._either(slot["of"])
        return self.say("slot_any", goods=goods) if slot["max"] < 0 else self.say("slot", n=slot["max"], goods=goods)

    def spoils(self, card: str) -> str:
        return self.goods(self.cards[card]["spoils"])

    def deal(self, card: str) -> str:
        return self.goods({self.cards[card]["deal"]: 1})

    def faction_row(self, faction: str, row: int) -> str:
        data = self.factions[faction]["actions"][row - 1]
        gain = self.goods(data["gain"]) if "gain" in data else self._either(data["gain_one_of"])
        return self.say("convert", cost=self.goods(data["cost"]), gain=gain)

    def _produced(self, card: str) -> str:
        """A production without its building bonus, as others receive it."""
        data = self.cards[card]
        return self.production(data["production"]) if "production" in data else self.say("none")

    # --- moves -----------------------------------------------------------------------------------

    def move_gives(self, move: Move, view: View) -> str:
        """What a move gives, where the move itself does not say so."""
        verb, args = move.verb, [str(word) for word in move.args]
        match verb:
            case "build" | "rebuild" | "draft" | "activate" | "play":
                return self.effect(args[0])
            case "deal" | "collect":
                return self.deal(args[0])
            case "tap":
                return self.deal(args[1])
            case "raze":
                return self.spoils(args[0])
            case "raid":
                return self.spoils(args[1])
            case "use" | "target":
                return self._produced(args[1])
            case "copy":
                return self._produced(args[0])
            case "faction" if view.get("you") is not None:
                return self.faction_row(view["seats"][view["you"]]["faction"], int(args[0]))
            case "take" if view["board"]["offer"][args[0]] is not None:
                card = view["board"]["offer"][args[0]]
                return f"{self.catalogue.name(card)}: {self.effect(card)}"
            case _:
                return ""


def move_facts(texts: Texts, move: Move) -> dict[str, Any]:
    """A move's arguments by name: seat, place, card, good, number."""
    verb, args = move.verb, move.args
    match verb:
        case "faction":
            return {"n": args[0]}
        case "take":
            return {"colour": args[0]}
        case "raid" | "use" | "target":
            return {"other": args[0], "place": " ".join(map(str, args[1:]))}
        case "steal":
            return {"other": args[0], "good": args[1]}
        case "tap":
            return {"other": args[0], "card": args[1]}
        case "store":
            return {"good": args[0], "place": " ".join(map(str, args[1:]))}
        case "pay" if args[0] == "stock":
            return {"good": texts.say("stock_of", good=args[-1], place=" ".join(map(str, args[1:-1])))}
        case "pay" | "choose":
            return {"good": args[0]}
        case "replace" if args[0] == "ruin":
            return {"place": texts.say("ruin_of", card=args[1])}
        case "replace" | "defend" | "activate" | "copy" | "reset":
            return {"place": " ".join(map(str, args))}
        case _:
            return {"card": args[0]} if args else {}


def forecast(data: Data, own: View) -> tuple[dict[str, int], bool]:
    """What a seat's next production gives for certain, and whether more comes by choice or counting."""
    found: dict[str, int] = {}

    def add(goods: Mapping[str, int]) -> None:
        for good, n in goods.items():
            found[good] = found.get(good, 0) + n

    cards = {card["id"]: card for card in data["location"]}
    add(next((faction["production"] for faction in data["faction"] if faction["id"] == own["faction"]), {}))
    for deal in own["deals"]:
        add({cards[deal]["deal"]: 1})
    more = False
    for place in own["state"].values():
        production = cards[place["card"]].get("production")
        if production is None:
            more = more or cards[place["card"]].get("feature", {}).get("type") == "produced_at_least"
        elif production["type"] == "gain":
            add(production["goods"])
        elif production["type"] == "gain_per_category":
            showing = sum(production["category"] in cards[p["card"]]["categories"] for p in own["state"].values())
            add({production["good"]: min(showing, production["max"])})
        else:
            more = True
    order = (*TOKENS, "card", "vp")
    return {good: found[good] for good in order if good in found}, more
