"""Moves in words, each with its effects for the viewing seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tafelrunde.core.moves import Move
from tafelrunde.games.rise.components import Field
from tafelrunde.games.rise.effects import EFFECTS
from tafelrunde.games.rise.present.texts import Texts, View, side_of

if TYPE_CHECKING:
    from tafelrunde.core.game import Game


def move_text(game: Game[Any], move: Move, lang: str, view: View) -> str:
    """A move in words with its effects for the viewing seat."""
    plain = game.messages(lang).say("moves", move.verb, game.move_facts(move))
    gives = _GIVES.get(move.verb)
    if gives is None or view["you"] is None:
        return plain
    return gives(_texts(game, lang), plain, move, view)


@lru_cache(maxsize=8)
def _texts(game: Game[Any], lang: str) -> Texts:
    """The texts of a game, shared by all its moves."""
    return Texts(game, lang)


def _with(texts: Texts, plain: str, gain: str) -> str:
    return texts.note("gives", move=plain, gain=gain)


def _own(view: View) -> Mapping[str, Any]:
    own: Mapping[str, Any] = view["seats"][view["you"]]
    return own


def _data(view: View) -> Mapping[str, Any]:
    decision = view["decision"]
    return decision["data"] if decision else {}


def _asked(view: View) -> Any:
    """The effect that the question is about."""
    effect = _data(view).get("effect")
    return EFFECTS.read("effect", [effect])[0] if effect else None


def _place(texts: Texts, plain: str, move: Move, view: View) -> str:
    price = _own(view)["placement"][int(move.args[0]) - 1]
    return _with(texts, plain, texts.price(**price) if price["coins"] else texts.say("free"))


def _option(texts: Texts, plain: str, move: Move, view: View) -> str:
    data = _data(view)
    card = data.get("action")
    return _with(texts, plain, texts.option(card, move.verb, data.get("points", 0))) if card else plain


def _pay(texts: Texts, plain: str, move: Move, view: View) -> str:
    data, effect = _data(view), _asked(view)
    if effect is None:
        return plain
    terms = texts.price(data["n"], data["points"])
    return _with(texts, plain, texts.note("priced", terms=terms, gain=texts.effects(effect.parts)))


def _choose(texts: Texts, plain: str, move: Move, view: View) -> str:
    choice, number = _asked(view), int(move.args[0]) - 1
    if choice is None or number >= len(choice.options):
        return plain
    first, *rest = choice.options[number]
    paid = first.sentence(texts.catalogue, _data(view)["points"][number])
    return _with(texts, plain, texts.say("and").join([paid, *(effect.sentence(texts.catalogue) for effect in rest)]))


def _here(texts: Texts, track: str, view: View) -> Field:
    """The field that the seat's marker has reached."""
    return texts.board(track, side_of(view, track)).field(_own(view)["tracks"][track])


def _field(texts: Texts, plain: str, move: Move, view: View) -> str:
    """The alternative to taking a culture tile: the effects of the field."""
    return _with(texts, plain, texts.effects(_here(texts, "culture", view).effects))


def _joker(texts: Texts, plain: str, move: Move, view: View) -> str:
    """The target of the first step, if there is only one possible field."""
    track = str(move.args[0])
    ways = _here(texts, track, view).ways
    if len(ways) != 1:
        return plain
    gain = texts.field(track, side_of(view, track), ways[0], view)
    return _with(texts, plain, texts.note("to_field", field=ways[0], gain=gain))


def _overflow(texts: Texts, plain: str, move: Move, view: View) -> str:
    track = str(move.args[0])
    return _with(texts, plain, texts.effects(texts.board(track, side_of(view, track)).overflow))


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
    terms = _asked(view) or _here(texts, "culture", view).game_end_exchange  # the field contains the terms of the last trade
    if not times or terms is None:
        return plain
    return _with(texts, plain, texts.note("trades", coins=times * terms.pay_coins, points=times * terms.gain_vp))


def _step(texts: Texts, plain: str, move: Move, view: View) -> str:
    track, field = str(move.args[0]), str(move.args[1])
    return _with(texts, plain, texts.field(track, side_of(view, track), field, view))


_GIVES: dict[str, Callable[[Texts, str, Move, View], str]] = {
    "place": _place, "upper": _option, "lower": _option, "pay": _pay, "choose": _choose, "field": _field, "joker": _joker,
    "overflow": _overflow, "exchange": _exchange, "leave": _leave, "run": _run, "take": _take, "trade": _trade, "step": _step,
}  # fmt: skip
