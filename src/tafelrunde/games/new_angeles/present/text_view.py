"""Describes New Angeles in sentences: the city, supply against demand, the deal, promises, the seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tafelrunde.core.aloud import Reader, View
from tafelrunde.games.new_angeles.effects.base import Teller
from tafelrunde.games.new_angeles.present.card_texts import card_texts

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.components import District
    from tafelrunde.games.new_angeles.game import NewAngeles

PIECES = ("android", "outage", "illness", "development", "human_first", "orgcrime", "prisec")


class CityReader(Reader):
    """Describes one position in one language."""

    game: NewAngeles

    def card(self, slug: str) -> str:
        """A card: its name and its effect."""
        text = next((texts[slug] for texts in self.texts.values() if slug in texts), "")
        return f"{self.words.name(slug)}. {text}".strip()

    @cached_property
    def texts(self) -> dict[str, dict[str, str]]:
        return card_texts(self.game.parts, Teller(self.words))

    # --- the city --------------------------------------------------------------------------------

    def districts(self) -> list[str]:
        return [self._district(district) for district in self.game.parts.districts]

    def _district(self, district: District) -> str:
        here = self.board["districts"][str(district.number)]
        goods = (district.primary, district.secondary)
        produced = ", ".join(f"{part.amount} {self.words.name(part.resource)}" for part in goods if part is not None)
        path = self.say("to_district", n=here["to"]) if here["to"] else self.say("to_root")
        pieces = [self.words.name(piece) for piece in PIECES if here[piece]]
        sentence = self.say(
            "district", n=district.number, name=district.name, tier=here["tier"], goods=produced, path=path,
            unrest=self.words.name(here["unrest"]),
        )  # fmt: skip
        return sentence + " " + (self.say("pieces", pieces=", ".join(pieces)) if pieces else self.say("no_pieces"))

    def state(self) -> list[str]:
        """Threat, demand and the production of the city."""
        board = self.board
        lines = [
            self.say("threat", n=board["threat"], end=self.game.parts.constants.threat_end),
            self.say("demand", demand=board["demand"], n=board["demand_threat"]),
        ]
        lines += [self.say("supply", resource=r, n=n, target=board["targets"][r]) for r, n in board["supply"].items()]
        left = board["turn_track"] if isinstance(board["turn_track"], int) else len(board["turn_track"])
        lines.append(self.say("turns", n=left))
        if board["event_backs"]:
            lines.append(self.say("next_event", backs=board["event_backs"]))
        return lines

    def deal(self) -> list[str]:
        offer, lines = self.board["offer"], []
        if self.board["revealed"]:
            lines.append(self.say("revealed", text=self.card(self.board["revealed"])))
        if offer["main"]:
            lines.append(self.say("main", seat=self.board["active"], text=self.card(offer["main"]), n=offer["support_main"]))
            if offer["counter"]:
                facts = {"text": self.card(offer["counter"]), "other": offer["counter_by"], "n": offer["support_counter"]}
                lines.append(self.say("counter", **facts))
            else:
                lines.append(self.say("no_counter"))
        return lines

    def talk(self) -> list[str]:
        """Proposed trades and open promises."""
        lines = []
        for seat, own in enumerate(self.view["seats"]):
            if own["proposal"]:
                trade = own["proposal"]
                facts = {"seat": seat, "other": trade["with"], "gives": trade["gives"], "asks": trade["asks"]}
                lines.append(self.words.say("terminal", "proposal", facts, self.names))
        for promise in self.board["promises"]:
            facts = {key: value for key, value in promise.items() if key not in ("by", "to", "promise", "deal")}
            facts |= {"seat": promise["by"], "other": promise["to"]}
            lines.append(self.words.say("terminal", f"p_{promise['promise']}", facts, self.names))
        return lines

    # --- the seats -------------------------------------------------------------------------------

    def seat(self, seat: int, own: View) -> list[str]:
        lines = [
            self.say("corporation", corporation=own["corporation"]) if own["corporation"] else self.say("no_corporation"),
            self.say("capital", n=own["capital"]),
            self.say("hand", n=own["hand_size"], limit=own["hand_limit"]),
        ]
        if seat == self.view["active"]:
            lines.insert(0, self.say("active"))
        lines += [self.say(f"emergency_{side}", card=card) for card, side in own["emergencies"].items()]
        for asset in own["assets"]:
            lines.append(self.say("exhausted" if asset in own["exhausted"] else "asset", text=self.card(asset)))
        return lines + self._secrets(own)

    def _secrets(self, own: View) -> list[str]:
        """The secrets of the seat, which only the seat itself (or an open replay) sees."""
        lines = []
        if isinstance(own["hand"], list):
            lines += [self.say("card", text=self.card(card)) for card in own["hand"]]
        if own["rival"]:
            lines.append(self.say("rival", rival=own["rival"]))
        if own["investment"]:
            lines.append(self.say("investment", text=self.card(own["investment"])))
        if own["draft"]:
            draft = own["draft"]
            facts = {"other": draft["with"], "gives": draft["gives"], "asks": draft["asks"]}
            lines.append(self.words.say("terminal", "draft", facts, self.names))
        return lines


def parts(game: NewAngeles, view: View, lang: str, names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    reader = CityReader(game, view, lang, names)
    yield reader.say("state"), reader.state()
    yield reader.say("deal"), reader.deal()
    yield reader.say("city"), reader.districts()
    yield reader.say("talk"), reader.talk()
    for seat, own in enumerate(view["seats"]):
        yield reader.seat_name(seat), reader.seat(seat, own)
