"""The terminal screen of 51st State: rows, states, deals and the player's hand with all three uses of each card, in 80
columns or more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tafelrunde.games.fifty_first_state.names import COLOURS, ROWS
from tafelrunde.games.fifty_first_state.present.texts import Texts, View, forecast

if TYPE_CHECKING:
    from tafelrunde.core.game import Game

SHAPES = "●■▲◆"
STYLES = ("bold cyan", "bold yellow", "bold magenta", "bold green")


class Screen:
    """One position as one seat (or a spectator) sees it."""

    def __init__(self, game: Game[Any], view: View, lang: str, names: Sequence[str]) -> None:
        self.view, self.names = view, names
        self.texts = Texts(game, lang)
        self.catalogue = self.texts.catalogue
        self.data = game.components.data

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("terminal", key, facts, self.names)

    def place(self, key: str) -> str:
        """The name of a location such as ``pub 2``."""
        slug, _, number = key.partition(" ")
        return f"{self.catalogue.name(slug)} {number}".rstrip()

    # --- the middle ------------------------------------------------------------------------------

    def title(self) -> Text:
        board = self.view["board"]
        text = Text(self.say("title", round=self.view["round"], phase=self.view["phase"]), "bold reverse")
        if board["end_triggered"]:
            text.append(self.say("end"), "bold red")
        piles = self.say("piles", n=board["decks"]["locations"]["size"], discard=len(board["discards"]["locations"]))
        return text.append("  ").append(piles, "dim")

    def middle(self) -> list[RenderableType]:
        parts: list[RenderableType] = []
        if self.view["board"]["row"]:
            parts += [Text(self.say("row"), "bold"), self.cards(self.view["board"]["row"])]
        offered = [card for card in self.view["board"]["offer"].values() if card is not None]
        if offered:
            shown = [f"{self.catalogue.name(card)} ({self.texts.effect(card)})" for card in offered]
            parts.append(Text.assemble((self.say("offer") + ": ", "bold"), "; ".join(shown)))
        return parts

    def cards(self, cards: Sequence[str]) -> Table:
        """Location cards with their three uses and connection cards with their single use."""
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True, style="bold")
        table.add_column(overflow="fold")
        for card in cards:
            table.add_row(self.catalogue.name(card), self.uses(card))
        return table

    def uses(self, card: str) -> Text:
        data = self.texts.cards[card]
        if "deck" in data:
            return Text(self.texts.effect(card))
        far = data["distance"]
        categories = [self.catalogue.name(f"category:{category}") for category in data["categories"]]
        text = Text(self.say("use_build", n=far, gain=self.texts.effect(card)))
        text.append(" | " + self.say("use_deal", n=far, gain=self.texts.deal(card)), "blue")
        text.append(" | " + self.say("use_raze", n=far, gain=self.texts.spoils(card)), "red")
        return text.append(" | " + self.say("categories", category=", ".join(categories) or "–"), "dim")

    # --- seats -----------------------------------------------------------------------------------

    def seat(self, seat: int) -> Group:
        """Points, hand and supply; the state in three rows with the cost of razing; deals and ruins; the forecast."""
        own = self.view["seats"][seat]
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True, style="dim")
        table.add_column(overflow="fold")
        supply = {good: n for good, n in own["supply"].items() if n}
        table.add_row(self.say("supply"), self.texts.goods(supply))
        for row in ROWS:
            places = [self._place(key, p) for key, p in own["state"].items() if p["kind"].removeprefix("open_") == row]
            if places:
                table.add_row(self.say(f"row_{row}"), Text("; ").join(places))
        if own["deals"]:
            deals = [f"{self.catalogue.name(card)} ({self.texts.deal(card)})" for card in own["deals"]]
            table.add_row(self.say("deals"), "; ".join(deals))
        if own["ruins"]:
            table.add_row(self.say("ruins"), "; ".join(map(self.catalogue.name, own["ruins"])))
        certain, more = forecast(self.texts.components, own)
        table.add_row(self.say("forecast"), self.texts.goods(certain) + (self.say("and_more") if more else ""))
        return Group(self._head(seat, own), table)

    def _head(self, seat: int, own: Mapping[str, Any]) -> Text:
        asked = "►" if seat in self.view["to_act"] else " "
        head = Text.assemble(asked, (SHAPES[seat], STYLES[seat]), " ", (self.catalogue.seat(seat, self.names), "bold"))
        head.append(f" · {self.catalogue.name(own['faction'] or 'nothing')} · {self.say('points')} {own['points']}")
        sizes = own["hand_size"]
        cards = "+".join(str(sizes[key]) for key in ("locations", *COLOURS) if sizes[key] or key == "locations")
        head.append(f" · {self.say('hand')} {cards}")
        if seat == self.view["board"]["first"]:
            head.append(f" · {self.say('first')}")
        if own["passed"]:
            head.append(f" · {self.say('passed')}", "bold")
        return head

    def _place(self, key: str, place: Mapping[str, Any]) -> Text:
        """A location: its effect, the goods on it and the cost of razing it."""
        text = Text(self.place(key), "bold").append(f" ({self.texts.effect(place['card'])})", "not bold")
        if place["uses"]:
            text.append(" " + "✕" * place["uses"], "not bold red")
        for goods in (place["stock"], place["stored"]):
            if goods:
                text.append(f" [{self.texts.goods(goods)}]", "not bold green")
        shield = "♦" if place["defence"] else ""
        return text.append(f" {shield}{self.say('resistance', n=place['resistance'])}", "not bold dim")

    def rows(self, seat: int) -> Text:
        """The rows of the faction; used rows are crossed out."""
        own = self.view["seats"][seat]
        if own["faction"] is None:
            return Text()
        text = Text(self.say("factions") + ": ", "bold")
        for row in (1, 2, 3, 4):
            text.append(
                f"{row}) {self.texts.faction_row(own['faction'], row)}  ", "dim" if row in own["rows_used"] else "not bold"
            )
            if row in own["rows_used"]:
                text.append("✕ ", "red")
        return text

    def all(self) -> Group:
        parts: list[RenderableType] = [self.title(), *self.middle()]
        you = self.view["you"]
        others = [seat for seat in range(self.view["players"]) if seat != you]
        for seat in others:
            parts += [Text(), self.seat(seat)]
        if you is not None:
            parts += [Text(), self.seat(you), self.rows(you)]
            hand = self.view["seats"][you]["hand"]
            if hand:
                parts += [Text(self.say("your_hand"), "bold"), self.cards(hand)]
        return Group(*parts)


def screen(game: Game[Any], view: View, lang: str, names: Sequence[str], legend: bool = True) -> RenderableType:
    """The whole position in words, so that no legend is needed."""
    return Screen(game, view, lang, names).all()


def look(game: Game[Any], view: View, lang: str, words: str) -> RenderableType | None:
    """A card with all its uses, found by its name or slug; ``None`` if nothing matches."""
    shown = Screen(game, view, lang, ())
    wanted = words.casefold()
    found = [
        card
        for card in shown.texts.cards
        if wanted and any(name.casefold().startswith(wanted) for name in (card, shown.catalogue.name(card)))
    ]
    return shown.cards(found) if found else None
