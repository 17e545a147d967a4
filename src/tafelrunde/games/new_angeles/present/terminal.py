"""The terminal screen of New Angeles: the city with its paths, supply against demand, the deal, the seats, trades and
promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tafelrunde.games.new_angeles.effects.base import Teller
from tafelrunde.games.new_angeles.present.card_texts import card_texts
from tafelrunde.games.new_angeles.present.sheets import rule_of

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.components import District
    from tafelrunde.games.new_angeles.game import NewAngeles

View = Mapping[str, Any]
LETTERS = {
    "android": "A", "outage": "O", "illness": "I", "development": "D", "human_first": "H", "orgcrime": "C", "prisec": "P",
}  # fmt: skip
"""One letter for each piece, so that the board can be read without colour."""
STYLES = {
    "android": "bold cyan", "outage": "bold white on black", "illness": "bold green", "development": "bold blue",
    "human_first": "bold red", "orgcrime": "bold magenta", "prisec": "bold yellow",
}  # fmt: skip
UNREST = {"stable": "", "protest": "yellow", "strike": "bold red"}


class Screen:
    """One position as one seat (or a spectator) sees it."""

    def __init__(self, game: NewAngeles, view: View, lang: str, names: Sequence[str]) -> None:
        self.game, self.view, self.names = game, view, names
        self.catalogue = game.messages(lang)
        self.board: View = view["board"]
        self.parts = game.parts

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("terminal", key, facts, self.names)

    def name(self, slug: str | None) -> str:
        return self.catalogue.name(slug) if slug else "-"

    # --- the city --------------------------------------------------------------------------------

    def city(self) -> RenderableType:
        table = Table(box=None, padding=(0, 1), show_header=True, header_style="dim")
        for key in ("district", "tier", "path", "produces", "unrest", "pieces"):
            table.add_column(self.say(key), no_wrap=key != "produces")
        for district in self.parts.districts:
            number = str(district.number)
            here = self.board["districts"][number]
            path = str(here["to"]) if here["to"] else self.say("root")
            unrest = Text("" if here["unrest"] == "stable" else self.name(here["unrest"]), style=UNREST[here["unrest"]])
            title = f"{number:>2} {district.name}"
            table.add_row(title, str(here["tier"]), f"> {path}", self.produces(district), unrest, self.pieces(here))
        return table

    def produces(self, district: District) -> str:
        goods = (district.primary, district.secondary)
        return ", ".join(f"{part.amount} {self.name(part.resource)}" for part in goods if part is not None)

    def pieces(self, here: View) -> Text:
        text = Text()
        for piece, letter in LETTERS.items():
            if here[piece]:
                text.append(letter + " ", style=STYLES[piece])
        return text

    def legend(self) -> Text:
        return Text("  ".join(f"{letter} {self.name(piece)}" for piece, letter in LETTERS.items()), style="dim")

    # --- one thing in words ----------------------------------------------------------------------

    def is_called(self, slug: str, wanted: str) -> bool:
        return any(name.casefold().startswith(wanted) for name in (slug, self.name(slug)))

    def card(self, kind: str, slug: str, text: str) -> Text:
        rule = rule_of(kind, slug)
        cited = f" [{rule}]" if rule in self.game.rules else ""
        return Text(self.name(slug), style="bold").append(f"  {text}", style="not bold").append(cited, "dim")

    def district(self, number: str) -> Group:
        """A district without letters: the target of its path, its production and its pieces."""
        district = self.parts.districts[int(number) - 1]
        here = self.board["districts"][number]
        path = str(here["to"]) if here["to"] else self.say("root")
        facts = {"tier": here["tier"], "path": path, "produces": self.produces(district), "unrest": self.name(here["unrest"])}
        lines = [f"{self.say(key)}: {value}" for key, value in facts.items()]
        lines.append(self.say("there", pieces=[piece for piece in LETTERS if here[piece]]))
        return Group(Text(f"{self.say('district')} {number}: {district.name}", style="bold"), *map(Text, lines))

    # --- the state of things ---------------------------------------------------------------------

    def head(self) -> Text:
        space = self.name(self.board["space"]) if self.board["space"] else "-"
        text = Text(self.say("round", space=space, phase=self.view["phase"]), style="bold")
        threat, end = self.board["threat"], self.parts.constants.threat_end
        text.append("   " + self.say("threat", n=threat, end=end), style="bold red" if threat > 0.7 * end else "")
        text.append("   " + self.say("turns_left", n=self._count(self.board["turn_track"])))
        text.append("   " + self.say("next_event", backs=self.board["event_backs"]))
        return text

    @staticmethod
    def _count(zone: Any) -> int:
        return zone if isinstance(zone, int) else len(zone)

    def supply(self) -> Group:
        text = Text()
        for resource, level in self.board["supply"].items():
            target = self.board["targets"][resource]
            text.append(f"{self.name(resource)} {level}/{target}", style="green" if level >= target else "red").append("   ")
        demand = self.say("demand", demand=self.board["demand"], n=self.board["demand_threat"])
        return Group(Text(demand), text)

    def deal(self) -> Group:
        offer, lines = self.board["offer"], []
        if self.board["revealed"]:
            lines.append(self.say("revealed", asset=self.board["revealed"]))
        if offer["main"]:
            lines.append(self.say("main", card=offer["main"], n=offer["support_main"]))
            if offer["counter"]:
                facts = {"card": offer["counter"], "other": offer["counter_by"], "n": offer["support_counter"]}
                lines.append(self.say("counter", **facts))
            else:
                lines.append(self.say("no_counter"))
        return Group(*(Text(line) for line in lines))

    def seats(self) -> RenderableType:
        table = Table(box=None, padding=(0, 1), header_style="dim")
        for title in ("", "capital", "hand", "emergency", "assets"):
            table.add_column(self.say(title) if title else "")
        for seat, own in enumerate(self.view["seats"]):
            mark = "> " if seat == self.view["active"] else "  "
            title = f"{mark}{self.catalogue.seat(seat, self.names)} ({self.name(own['corporation'])})"
            cards = [f"{self.name(card)} ({self.name(side)})" for card, side in own["emergencies"].items()]
            assets = [self.name(a) + (" *" if a in own["exhausted"] else "") for a in own["assets"]]
            table.add_row(
                title, str(own["capital"]), f"{own['hand_size']}/{own['hand_limit']}", ", ".join(cards), ", ".join(assets)
            )
        return table

    def own(self) -> list[Text]:
        """The viewer's own secrets."""
        seat = self.view["you"]
        if seat is None:
            return []
        own = self.view["seats"][seat]
        hand = ", ".join(self.name(card) for card in own["hand"])
        lines = [f"{self.say('hand')}: {hand or '-'}"]
        lines.append(f"{self.say('rival')}: {self.name(own['rival'])}   {self.say('investment')}: {self.name(own['investment'])}")
        if own["draft"]:
            draft = own["draft"]
            lines.append(self.say("draft", other=draft["with"], gives=draft["gives"], asks=draft["asks"]))
        return [Text(line) for line in lines]

    def trades(self) -> list[Text]:
        lines = []
        for seat, own in enumerate(self.view["seats"]):
            trade = own["proposal"]
            if trade:
                lines.append(self.say("proposal", seat=seat, other=trade["with"], gives=trade["gives"], asks=trade["asks"]))
        for promise in self.board["promises"][-6:]:
            facts = {key: value for key, value in promise.items() if key not in ("by", "to", "promise", "deal")}
            lines.append(self.say(f"p_{promise['promise']}", seat=promise["by"], other=promise["to"], **facts))
        return [Text(self.say("trades"), style="dim"), *map(Text, lines)] if lines else []

    def all(self, legend: bool) -> RenderableType:
        parts: list[RenderableType] = [self.head(), self.supply(), Text(), self.city()]
        if legend:
            parts.append(self.legend())
        return Group(*parts, Text(), self.seats(), Text(), self.deal(), *self.trades(), *self.own())


def screen(game: NewAngeles, view: View, lang: str, names: Sequence[str], legend: bool = True) -> RenderableType:
    """The whole position."""
    return Screen(game, view, lang, names).all(legend)


def look(game: NewAngeles, view: View, lang: str, words: str) -> RenderableType | None:
    """The letters of the pieces, a district by its number, a card or corporation by its name; ``None`` if nothing matches."""
    shown = Screen(game, view, lang, ())
    if not words:
        return shown.legend()
    if words in view["board"]["districts"]:
        return shown.district(words)
    wanted = words.casefold()
    found = [
        shown.card(kind, slug, text)
        for kind, texts in card_texts(shown.parts, Teller(shown.catalogue)).items()
        for slug, text in texts.items()
        if shown.is_called(slug, wanted)
    ]
    return Group(*found) if found else None
