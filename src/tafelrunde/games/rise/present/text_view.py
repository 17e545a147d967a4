"""Describes RISE in sentences: tracks, the row of cards, the seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tafelrunde.core.aloud import Reader
from tafelrunde.core.game import Game
from tafelrunde.games.rise.present.texts import Texts, View, side_of
from tafelrunde.games.rise.state import TRACKS


class RiseReader(Reader):
    """Describes one position in one language."""

    def __init__(self, game: Game[Any], view: View, lang: str, names: Sequence[str]) -> None:
        super().__init__(game, view, lang, names)
        self.texts = Texts(game, lang)

    # --- the tracks ------------------------------------------------------------------------------

    def tracks(self) -> list[str]:
        return [self._track(track) for track in TRACKS]

    def _track(self, track: str) -> str:
        """The markers on a track and the effects of their fields."""
        side = side_of(self.view, track)
        here: dict[str, list[str]] = {}
        for seat, own in enumerate(self.view["seats"]):
            here.setdefault(own["tracks"][track], []).append(self.seat_name(seat))
        fields = [
            self.say("field", field=field, who=", ".join(who), text=self.texts.field(track, side, field, self.view))
            for field, who in here.items()
        ]
        return self.say("track", track=track, side=side, fields="; ".join(fields))

    def tiles(self) -> list[str]:
        board = self.view["board"]
        lines = [
            self.say("school_on", field=field, tile=self.words.name(tile), text=self.texts.school_tile(tile))
            for field, tile in board["school"].items()
        ]
        return lines + [
            self.say("culture_on", field=field, tile=self.words.name(f"culture_tile:{tile}"), text=self.texts.culture_tile(tile))
            for field, tile in board["culture"].items()
        ]

    # --- the cards -------------------------------------------------------------------------------

    def cards(self) -> list[str]:
        """Action cards and events in the order in which they will be carried out."""
        board, lines = self.view["board"], []
        for place, (action, event) in enumerate(zip(board["actions"], [*board["events"], None], strict=True), 1):
            if action is not None:
                lines.append(self._action(place, action))
            if event is not None:
                lines.append(self.say("event", event=event, text=self.texts.event(event)))
        return lines

    def _action(self, place: int, action: str) -> str:
        you = self.view["you"]
        printed = {"coins": self.texts.set.setup.placement_cost[place - 1]}
        price = printed if you is None else self.view["seats"][you]["placement"][place - 1]
        who = ", ".join(map(self.seat_name, self.view["board"]["factories"][place - 1]))
        facts = {
            "place": place,
            "price": self.texts.price(**price) if price["coins"] else self.texts.say("free"),
            "upper": self.texts.option(action, "upper"),
            "lower": self.texts.option(action, "lower"),
        }
        return self.say("action", **facts) + (" " + self.say("factories", who=who) if who else "")

    # --- the seats -------------------------------------------------------------------------------

    def seat(self, seat: int, own: Mapping[str, Any]) -> list[str]:
        order = self.view["board"]["order"]
        lines = [
            self.say("points", n=own["points"]),
            self.say("coins", n=own["coins"], limit=own["coin_limit"]),
            self.say("income", n=own["income"]["coins"], m=own["income"]["points"]),
            self.say("exchange", n=own["exchange"]["points"], m=own["exchange"]["coins"]),
        ]
        if seat in order:
            lines.append(self.say("order", n=order.index(seat) + 1))
        lines += [self.say("active", tile=self.words.name(t), text=self.texts.school_tile(t)) for t in own["active_tiles"]]
        lines += [self.say("used", tile=self.words.name(t)) for t in own["inactive_tiles"]]
        lines += [self.say("culture", tile=self.words.name(f"culture_tile:{t}")) for t in own["culture_tiles"]]
        if own["vault_turned"]:
            lines.append(self.say("vault"))
        if own["penalty"]:
            lines.append(self.say("penalty", text=self.texts.penalty(own["penalty"])))
        return lines


def parts(game: Game[Any], view: View, lang: str, names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    reader = RiseReader(game, view, lang, names)
    yield reader.say("cards"), reader.cards()
    yield reader.say("tracks"), reader.tracks()
    yield reader.say("tiles"), reader.tiles()
    for seat, own in enumerate(view["seats"]):
        yield reader.seat_name(seat), reader.seat(seat, own)
