"""Cards and moves in words, generated from the effects in the component data, so that text and behaviour cannot disagree.

>>> import tafelrunde
>>> texts = Texts(tafelrunde.load("fifty_first_state"), "en")
>>> texts.effect("archive")
'1 × Worker → 1 × Victory point, twice a round'
>>> texts.effect("school")
'yields 1 × Worker; when built: 1 × Worker'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from tafelrunde.core.moves import Move
from tafelrunde.games.fifty_first_state.effects.base import either
from tafelrunde.games.fifty_first_state.names import TOKENS

if TYPE_CHECKING:
    from tafelrunde.core.game import Game
    from tafelrunde.games.fifty_first_state.components import Components
    from tafelrunde.games.fifty_first_state.game import FiftyFirst

View = Mapping[str, Any]
Data = Mapping[str, Any]


class Texts:
    """The texts of the components in one language."""

    def __init__(self, game: Game[Any], lang: str) -> None:
        self.catalogue = game.messages(lang)
        self.data = game.components.data
        self.cards: Mapping[str, Data] = {card["id"]: card for card in (*self.data["location"], *self.data["connection"])}
        self.components = cast("FiftyFirst", game).parts
        self.effects = {card.id: card for card in self.components.location}
        self.factions: Mapping[str, Data] = {faction["id"]: faction for faction in self.data["faction"]}

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("effects", key, facts)

    def goods(self, counts: Mapping[Any, int]) -> str:
        return self.say("gain", goods=dict(counts))

    # --- cards -----------------------------------------------------------------------------------

    def effect(self, card: str) -> str:
        """The complete effect of a card once it is built (or played, for a connection card)."""
        data = self.cards[card]
        if "deck" in data:
            return self.say(
                "convert", cost=self.goods(data["cost"]) if data["cost"] else self.say("free"), gain=self.goods(data["gain"])
            )
        card_effects = self.effects[card]
        parts = []
        if card_effects.production:
            parts.append(self.say(card_effects.kind, gain=card_effects.production.sentence(self)))
        for own in (card_effects.action, card_effects.feature):
            if own:
                parts.append(own.sentence(self))
        if card_effects.building_bonus:
            parts.append(self.say("bonus", gain=card_effects.building_bonus.sentence(self)))
        if card_effects.printed_defence:
            parts.append(self.say("printed"))
        return self.say("and").join(filter(None, parts)) or self.say("none")

    def spoils(self, card: str) -> str:
        return self.goods(self.cards[card]["spoils"])

    def deal(self, card: str) -> str:
        return self.goods({self.cards[card]["deal"]: 1})

    def faction_row(self, faction: str, row: int) -> str:
        data = self.factions[faction]["actions"][row - 1]
        gain = either(self, data["gain_one_of"]) if "gain_one_of" in data else self.goods(data["gain"])
        return self.say("convert", cost=self.goods(data["cost"]), gain=gain)

    def _produced(self, card: str) -> str:
        """A production without its building bonus, which is what other seats receive."""
        production = self.effects[card].production
        return production.sentence(self) if production else self.say("none")

    # --- moves -----------------------------------------------------------------------------------

    def move_gives(self, move: Move, view: View) -> str:
        """The gain of a move, where the move itself does not state it."""
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


def forecast(components: Components, own: View) -> tuple[dict[str, int], bool]:
    """The goods that a seat's next production certainly gives, and whether choices or counting may add more."""
    found: dict[str, int] = {}

    def add(goods: Mapping[Any, int]) -> None:
        for good, n in goods.items():
            found[good] = found.get(good, 0) + n

    cards = {card.id: card for card in components.location}
    add(next((faction.production for faction in components.faction if faction.id == own["faction"]), {}))
    for deal in own["deals"]:
        add({cards[deal].deal: 1})

    def showing(category: str) -> int:
        return sum(category in cards[place["card"]].categories for place in own["state"].values())

    more = False
    for place in own["state"].values():
        card = cards[place["card"]]
        certain = card.production.certain(showing) if card.production else None
        if certain is not None:
            add(certain)
        elif card.production or (card.feature and card.feature.threshold):
            more = True
    order = (*TOKENS, "card", "vp")
    return {good: found[good] for good in order if good in found}, more
