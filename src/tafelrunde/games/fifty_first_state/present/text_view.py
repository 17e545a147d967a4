"""Describes 51st State in sentences: the row, the connections on offer, every state, and the player's hand with all uses of
each card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tafelrunde.core.aloud import Reader
from tafelrunde.games.fifty_first_state.names import COLOURS, ROWS
from tafelrunde.games.fifty_first_state.present.texts import Texts, View, forecast

if TYPE_CHECKING:
    from tafelrunde.core.game import Game


class StateReader(Reader):
    """Describes one position in one language."""

    def __init__(self, game: Game[Any], view: View, lang: str, names: Sequence[str]) -> None:
        super().__init__(game, view, lang, names)
        self.texts = Texts(game, lang)

    def middle(self) -> list[str]:
        board = self.view["board"]
        lines = [self.say("piles", n=board["decks"]["locations"]["size"], m=len(board["discards"]["locations"]))]
        lines.append(self.say("first", seat=board["first"]))
        if board["end_triggered"]:
            lines.append(self.say("end"))
        offered = [card for card in board["offer"].values() if card is not None]
        lines += [self.say("offer", card=card, text=self.texts.effect(card)) for card in offered]
        return lines + [self.say("row", text=self.card(card)) for card in board["row"]]

    def card(self, card: str) -> str:
        """A card with all its uses."""
        data, name = self.texts.cards[card], self.words.name(card)
        if "deck" in data:
            return self.say("connection", name=name, text=self.texts.effect(card))
        categories = [self.words.name(f"category:{category}") for category in data["categories"]]
        return self.say(
            "location", name=name, n=data["distance"], build=self.texts.effect(card), deal=self.texts.deal(card),
            spoils=self.texts.spoils(card), categories=", ".join(categories) or "–",
        )  # fmt: skip

    def seat(self, seat: int, own: View) -> list[str]:
        sizes = own["hand_size"]
        lines = [
            self.say("faction", faction=own["faction"] or "nothing"),
            self.say("points", n=own["points"]),
            self.say("hand", n=sizes["locations"], m=sum(sizes[colour] for colour in COLOURS)),
            self.say("supply", goods=self.texts.goods({good: n for good, n in own["supply"].items() if n})),
        ]
        for row in ROWS:
            places = ((key, p) for key, p in own["state"].items() if p["kind"].removeprefix("open_") == row)
            lines += [self._place(row, key, place) for key, place in places]
        lines += [self.say("deal", card=card, text=self.texts.deal(card)) for card in own["deals"]]
        if own["ruins"]:
            lines.append(self.say("ruins", cards=own["ruins"]))
        if own["passed"]:
            lines.append(self.say("passed"))
        certain, more = forecast(self.texts.components, own)
        lines.append(self.say("forecast_more" if more else "forecast", goods=self.texts.goods(certain)))
        return lines

    def _place(self, row: str, key: str, place: View) -> str:
        """A location: its effect, the goods on it and the cost of razing it."""
        sentence = self.say(f"place_{row}", place=key, text=self.texts.effect(place["card"]), n=place["resistance"])
        if place["uses"]:
            sentence += " " + self.say("uses", n=place["uses"])
        for goods in (place["stock"], place["stored"]):
            if goods:
                sentence += " " + self.say("lying", goods=self.texts.goods(goods))
        return sentence + (" " + self.say("defended") if place["defence"] else "")

    def faction(self, own: View) -> list[str]:
        rows = (1, 2, 3, 4)
        return [
            self.say(
                "faction_used" if row in own["rows_used"] else "faction_row",
                n=row,
                text=self.texts.faction_row(own["faction"], row),
            )
            for row in rows
        ]


def parts(game: Game[Any], view: View, lang: str, names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    reader = StateReader(game, view, lang, names)
    yield reader.say("middle"), reader.middle()
    for seat, own in enumerate(view["seats"]):
        yield reader.seat_name(seat), reader.seat(seat, own)
        if own["hand"]:
            yield reader.say("hand_of", seat=seat), [reader.card(card) for card in own["hand"]]
        if own["hand"] and own["faction"]:
            yield reader.say("rows_of", seat=seat), reader.faction(own)
