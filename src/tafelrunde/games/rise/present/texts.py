"""Cards, fields, tiles and moves in words, made from the effects in the component data.

Because nothing is written by hand for a single card, what a card says and what it does cannot disagree, and a
component set of somebody else's reads just as well, in every language.

>>> import tafelrunde
>>> texts = Texts(tafelrunde.load("rise"), "en")
>>> texts.option("e1-05", "lower")
'for 2 coins: 2 steps on Politics'
>>> texts.field("science", "A", "2")
'either 1 step on School or 1 step on Press'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tafelrunde.core.moves import Move
from tafelrunde.games.rise.schema import TRACKS

if TYPE_CHECKING:
    from tafelrunde.core.game import Game

Effect = Mapping[str, Any]
View = Mapping[str, Any]


class Texts:
    """What is printed on the components, in one language."""

    def __init__(self, game: Game[Any], lang: str) -> None:
        self.catalogue = game.messages(lang)
        self.data = game.components.data
        self._school = {tile["id"]: tile for tile in self.data["school_tiles"]}
        self._culture = {tile["id"]: tile for tile in self.data["culture_tiles"]}
        self._actions = {card["id"]: card for card in self.data["action_cards"]}
        self._events = {card["id"]: card for card in self.data["event_cards"]}
        self._penalties = {tile["id"]: tile for tile in self.data["penalty_tiles"]}

    def say(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("effects", key, facts)

    def note(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("fields", key, facts)

    # --- effects ---------------------------------------------------------------------------------

    def effects(self, effects: Iterable[Effect]) -> str:
        """A list of effects in the order of resolution."""
        return self.say("and").join(map(self.effect, effects)) or self.say("none")

    def effect(self, effect: Effect) -> str:
        op = effect["op"]
        if op == "advance":
            return self.say("advance", n=effect["n"], track=effect["track"])
        if op == "retreat":
            return self.say(f"retreat_{effect['track']}", n=effect["n"])
        if op == "vp" and effect["n"] < 0:
            return self.say("vp_loss", n=-effect["n"])
        if op in ("coins", "vp", "joker"):
            return self.say(op, n=effect["n"])
        if op == "pay":
            return self.say("pay", n=effect["coins"], gain=self.effects(effect["gain"]))
        if op == "exchange":
            return self.trade(effect)
        if op == "choice":
            return self.say("choice", options=self.say("or").join(map(self.effects, effect["options"])))
        if op in ("if_happiest", "if_unhappiest"):
            return self.say(op, gain=self.effects(effect["gain"]))
        return self.say(op)

    def trade(self, terms: Mapping[str, Any]) -> str:
        return self.note("trade", n=terms["max"], coins=terms["pay_coins"], points=terms["gain_vp"])

    # --- cards and tiles -------------------------------------------------------------------------

    def price(self, coins: int, points: int = 0) -> str:
        """A price in coins, with the points that have to be exchanged for it (RISE-R.17)."""
        return self.say("cost_points", n=coins, points=points) if points else self.say("cost_coins", n=coins)

    def option(self, card: str, which: str, points: int = 0) -> str:
        """One option of an action card with its price and condition; ``points`` are exchanged for its coins."""
        option = self._actions[card][which]
        terms = []
        if option.get("requires_happiest"):
            terms.append(self.say("requires_happiest"))
        if option.get("cost_coins"):
            terms.append(self.price(option["cost_coins"], points))
        if option.get("cost_revolt"):
            terms.append(self.say("cost_revolt", n=option["cost_revolt"]))
        gain = self.effects(option["effects"])
        return self.note("priced", terms=", ".join(terms), gain=gain) if terms else gain

    def event(self, card: str) -> str:
        return self.effects(self._events[card]["effects"])

    def school_tile(self, tile: str) -> str:
        return self.effects(self._school[tile]["effects"])

    def culture_tile(self, tile: str) -> str:
        """What a culture tile asks for and gives."""
        facts = self._culture[tile]
        by_count = dict(zip(("first", "second", "third"), facts.get("vp_by_count", ()), strict=False))
        shown = {key: facts[key] for key in ("vp", "count", "track") if key in facts}
        return self.catalogue.say("culture_tiles", facts["condition"], {**shown, **by_count})

    def penalty(self, tile: str) -> str:
        """What an environment penalty tile forbids."""
        facts = self._penalties[tile]
        found = [self.note("no_school_run")] if facts.get("no_school_run") else []
        if "coin_limit" in facts:
            found.append(self.note("coin_limit", n=facts["coin_limit"]))
        if facts.get("upper_option_only"):
            found.append(self.note("upper_only"))
        return ", ".join(found)

    # --- fields ----------------------------------------------------------------------------------

    def field(self, track: str, side: str, field: str, view: View | None = None) -> str:
        """All that a field gives or means; with a view also what lies there now."""
        return "; ".join(self.notes(track, side, field, view)) or self.say("none")

    def notes(self, track: str, side: str, field: str, view: View | None = None) -> list[str]:
        board = self.data["tracks"][track][side]
        facts = next(f for f in board["fields"] if f["id"] == field)
        found = [*self._on_entering(board, facts, view), *self._while_standing(board, facts)]
        if board.get("leave_track") and field != board["start"]:
            found.append(self.say("leave", gain=self.leaving(track, side, field)))
        if facts.get("shortcut"):
            found.append(self.note("shortcut", field=facts["shortcut"]))
        if facts.get("home"):
            found.append(self.note("home"))
        return found

    def _on_entering(self, board: Mapping[str, Any], facts: Mapping[str, Any], view: View | None) -> list[str]:
        """What a step onto the field sets off, in its order (RISE-T.4)."""
        found = []
        effects = [e for e in facts["effects"] if e["op"] != "take_school_tile"]
        if board.get("per_step") and facts["id"] != board["start"]:
            found.append(self.effects(board["per_step"]))
        if "first_come" in facts:
            found.append(self._arrival(board, facts["first_come"], view))
        if len(effects) < len(facts["effects"]):
            found.append(self._school_tile_on(facts["id"], view))
        gain = self.effects(effects)
        if "rank" in facts:
            found.append(self.note("rank", n=facts["rank"], gain=gain))
        elif facts.get("tile_slot") == "culture":
            found.append(self._culture_tile_on(facts["id"], gain, view))
        elif effects:
            found.append(gain)
        return found

    def _school_tile_on(self, field: str, view: View | None) -> str:
        if view is None:
            return self.say("take_school_tile")
        tile = view["board"]["school"].get(field)
        return self.note("school_tile", gain=self.school_tile(tile)) if tile else self.note("school_tile_gone")

    def _culture_tile_on(self, field: str, gain: str, view: View | None) -> str:
        if view is None:
            return self.note("culture_tile_any", gain=gain)
        tile = view["board"]["culture"].get(field)
        return self.note("culture_tile", culture_tile=tile, text=self.culture_tile(tile), gain=gain) if tile else gain

    def _arrival(self, board: Mapping[str, Any], key: str, view: View | None) -> str:
        if view is None:
            return self.note("arrival_any")
        row = board["first_come"][f"players_{view['players']}"][key]
        here = view["board"]["arrivals"].get(key, 0)
        return self.note("arrival", n=row[min(here, len(row) - 1)], row="/".join(map(str, row)))

    def _while_standing(self, board: Mapping[str, Any], facts: Mapping[str, Any]) -> list[str]:
        found = []
        if "income" in facts:
            found.append(self.say("income", coins=facts["income"].get("coins", 0), points=facts["income"].get("vp", 0)))
        if "free_placement" in facts:
            found.append(self.note("free_placement", n=facts["free_placement"]))
        if "exchange" in facts:
            found.append(self.note("rate", points=facts["exchange"]["vp"], coins=facts["exchange"]["coins"]))
        for key in ("round_end", "game_end"):
            if facts.get(key):
                found.append(self.note(key, n=facts[key]))
        if "game_end_exchange" in facts:
            found.append(self.note("final_trade", terms=self.trade(facts["game_end_exchange"])))
        if facts.get("penalty"):
            found.append(self.note("penalty", text=self.penalty(facts["penalty"])))
        if facts.get("retreat_effects"):
            found.append(self.note("retreat", gain=self.effects(facts["retreat_effects"])))
        return found

    def leaving(self, track: str, side: str, field: str) -> str:
        """What leaving a track from a field gives, nearest field first, the refresh last (RISE-R.10)."""
        return self.effects(leaving(self.data["tracks"][track][side], field))

    def track_notes(self, track: str, side: str) -> list[str]:
        """What holds for a whole track."""
        board = self.data["tracks"][track][side]
        found = []
        if board.get("per_step"):
            found.append(self.note("per_step", gain=self.effects(board["per_step"])))
        if board["overflow"]:
            found.append(self.note("overflow", gain=self.effects(board["overflow"])))
        if board.get("underflow"):
            found.append(self.note("underflow", gain=self.effects(board["underflow"])))
        if board.get("happiest_round_end_vp"):
            found.append(self.note("happiest", n=board["happiest_round_end_vp"]))
        if board.get("game_end_vp_per_field"):
            found.append(self.note("per_field", n=board["game_end_vp_per_field"]))
        return found


def leaving(board: Mapping[str, Any], field: str) -> list[Effect]:
    """The effects of leaving from a field, in their order."""
    ids = [f["id"] for f in board["fields"]]
    here, start = ids.index(field), ids.index(board["start"])
    collected = range(here, start, -1) if board.get("leave_collects") == "current_and_before" else (here,)
    gained = [effect for i in collected for effect in board["fields"][i].get("leave", [])]
    return [*gained, *board.get("leave_always", [])]


def effect_of(frame: Sequence[Any]) -> Effect:
    """The effect a frame stands for, so that a pending choice reads like the field it comes from."""
    kind = frame[0]
    if kind in ("advance", "retreat"):
        return {"op": kind, "track": TRACKS[frame[2]], "n": frame[3]}
    if kind in ("coins", "vp", "joker"):
        return {"op": kind, "n": frame[2]}
    if kind == "pay":
        return {"op": "pay", "coins": frame[2], "gain": [effect_of(f) for f in reversed(frame[3])]}
    if kind == "trade":
        return {"op": "exchange", "pay_coins": frame[2], "gain_vp": frame[3], "max": frame[4]}
    if kind == "choose":
        return {"op": "choice", "options": [alternative(cost, list(reversed(gain))) for cost, gain in frame[2]]}
    if kind in ("if_happiest", "if_unhappiest"):
        return {"op": kind, "gain": [effect_of(f) for f in reversed(frame[2])]}
    return {"op": f"school_{kind}" if kind in ("run", "refresh", "run_or_refresh") else kind}


def alternative(cost: int, gain: Sequence[Sequence[Any]]) -> list[Effect]:
    """One alternative of a choice, its price in front."""
    effects = [effect_of(frame) for frame in gain]
    return [{"op": "pay", "coins": cost, "gain": effects}] if cost else effects


# --- moves ---------------------------------------------------------------------------------------


def move_text(game: Game[Any], move: Move, lang: str, view: View) -> str:
    """A move in words, with what it gives the seat that looks."""
    plain = game.messages(lang).say("moves", move.verb, game.move_facts(move))
    gives = _GIVES.get(move.verb)
    if gives is None or view["you"] is None:
        return plain
    return gives(_texts(game, lang), plain, move, view)


@lru_cache(maxsize=8)
def _texts(game: Game[Any], lang: str) -> Texts:
    """The texts of a game are the same for all its moves."""
    return Texts(game, lang)


def side_of(view: View, track: str) -> str:
    return str(view["board"]["sides"][TRACKS.index(track)])


def _with(texts: Texts, plain: str, gain: str) -> str:
    return texts.note("gives", move=plain, gain=gain)


def _own(view: View) -> Mapping[str, Any]:
    own: Mapping[str, Any] = view["seats"][view["you"]]
    return own


def _data(view: View) -> Mapping[str, Any]:
    decision = view["decision"]
    return decision["data"] if decision else {}


def _place(texts: Texts, plain: str, move: Move, view: View) -> str:
    price = _own(view)["placement"][int(move.args[0]) - 1]
    return _with(texts, plain, texts.price(**price) if price["coins"] else texts.say("free"))


def _option(texts: Texts, plain: str, move: Move, view: View) -> str:
    data = _data(view)
    card = data.get("action")
    return _with(texts, plain, texts.option(card, move.verb, data.get("points", 0))) if card else plain


def _pay(texts: Texts, plain: str, move: Move, view: View) -> str:
    data = _data(view)
    gain = data.get("gain")
    if not gain:
        return plain
    effects = texts.effects(map(effect_of, gain))
    return _with(texts, plain, texts.note("priced", terms=texts.price(data["n"], data["points"]), gain=effects))


def _choose(texts: Texts, plain: str, move: Move, view: View) -> str:
    number = int(move.args[0])
    data = _data(view)
    if number > len(data.get("alternatives", ())):
        return plain
    (first, *rest), points = alternative(*data["alternatives"][number - 1]), data["points"][number - 1]
    if points:
        paid = texts.say("pay_points", n=first["coins"], points=points, gain=texts.effects(first["gain"]))
        return _with(texts, plain, texts.say("and").join([paid, *map(texts.effect, rest)]))
    return _with(texts, plain, texts.effects([first, *rest]))


def _field(texts: Texts, plain: str, move: Move, view: View) -> str:
    """The other half of a culture tile's choice: the effects of the field the marker has come to."""
    here = _own(view)["tracks"]["culture"]
    board = texts.data["tracks"]["culture"][side_of(view, "culture")]
    facts = next(f for f in board["fields"] if f["id"] == here)
    return _with(texts, plain, texts.effects(facts["effects"]))


def _joker(texts: Texts, plain: str, move: Move, view: View) -> str:
    """Where the first step would lead, if only one field can come next."""
    track = str(move.args[0])
    side = side_of(view, track)
    board = texts.data["tracks"][track][side]
    facts = next(f for f in board["fields"] if f["id"] == _own(view)["tracks"][track])
    if len(facts["next"]) != 1 or "shortcut" in facts:
        return plain
    target = facts["next"][0]
    return _with(texts, plain, texts.note("to_field", field=target, gain=texts.field(track, side, target, view)))


def _overflow(texts: Texts, plain: str, move: Move, view: View) -> str:
    track = str(move.args[0])
    return _with(texts, plain, texts.effects(texts.data["tracks"][track][side_of(view, track)]["overflow"]))


def _exchange(texts: Texts, plain: str, move: Move, view: View) -> str:
    rate = _own(view)["exchange"]
    return _with(texts, plain, texts.note("units", points=rate["points"], coins=rate["coins"]))


def _leave(texts: Texts, plain: str, move: Move, view: View) -> str:
    track = str(move.args[0])
    return _with(texts, plain, texts.leaving(track, side_of(view, track), _own(view)["tracks"][track]))


def _run(texts: Texts, plain: str, move: Move, view: View) -> str:
    return _with(texts, plain, texts.school_tile(str(move.args[0])))


def _take(texts: Texts, plain: str, move: Move, view: View) -> str:
    return _with(texts, plain, texts.culture_tile(str(move.args[0])))


def _trade(texts: Texts, plain: str, move: Move, view: View) -> str:
    times = int(move.args[0])
    data = _data(view)
    price, gain = data.get("price"), data.get("gain")
    if price is None:  # the last trade of the game: its terms stand on the field
        fields = texts.data["tracks"]["culture"][side_of(view, "culture")]["fields"]
        here = next(f for f in fields if f["id"] == _own(view)["tracks"]["culture"])
        terms = here.get("game_end_exchange", {})
        price, gain = terms.get("pay_coins"), terms.get("gain_vp")
    if not times or price is None or gain is None:
        return plain
    return _with(texts, plain, texts.note("trades", coins=times * price, points=times * gain))


def _step(texts: Texts, plain: str, move: Move, view: View) -> str:
    track, field = str(move.args[0]), str(move.args[1])
    return _with(texts, plain, texts.field(track, side_of(view, track), field, view))


_GIVES: dict[str, Callable[[Texts, str, Move, View], str]] = {
    "place": _place, "upper": _option, "lower": _option, "pay": _pay, "choose": _choose, "field": _field, "joker": _joker,
    "overflow": _overflow, "exchange": _exchange, "leave": _leave, "run": _run, "take": _take, "trade": _trade, "step": _step,
}  # fmt: skip
