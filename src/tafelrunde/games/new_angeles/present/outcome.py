"""The outcome of a game of New Angeles: capital by source, whether the city fell, and every seat's rival with the result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tafelrunde.core.events import Event
from tafelrunde.core.outcome import Ending, Gain, Said, by_rule
from tafelrunde.games.new_angeles.rules.rounds import judge
from tafelrunde.games.new_angeles.state import AngelesState

BY_RULE = {
    "30.1": "trades",
    "58.1": "assets",
    "ACT.": "action_cards",
    "AST.": "assets",
    "CON.": "contracts",
    "EMG.": "action_cards",
    "INV.": "investments",
    "R.19": "assets",
}
MOMENTS = {
    "counted": "deal", "tie": "deal", "won": "deal", "no_production": "production", "produces": "production",
    "protest_produces": "production", "event": "event", "investment": "investment",
    "demand_failed": "demand", "demand_met": "demand",
    "demand": "demand", "promise_broken": "promise", "wins": "end", "loses": "end",
}  # fmt: skip
"""What screens hold until it was seen; neighbours with the same word are shown together."""


def gains(event: Event, players: int) -> Iterable[Gain]:
    seat = event.seat
    if seat is None:
        return ()
    if event.kind == "start_capital":
        return [Gain(seat, "start", event.data["n"])]
    if event.kind in ("capital", "capital_lost"):
        source = by_rule(event.rule, BY_RULE)
        what = event.rule.partition(".")[2] if source not in ("trades", "other", "contracts") else ""
        n = event.data["n"] if event.kind == "capital" else -event.data["n"]
        return [Gain(seat, source, n, "" if what.isdigit() else what)]
    return ()


def ending(state: AngelesState) -> Ending:
    """Explain the result: the city fell or survived; then each seat is judged by its rival card (NA-46, NA-50)."""
    aims = [_aim(state, seat) for seat in range(state.players)]
    return Ending(_fell(state) if state.federal_end else _stood(state), aims)


def _fell(state: AngelesState) -> Said:
    layout = state.layout
    facts: dict[str, Any] = {"threat": state.threat}
    if layout.federalist not in state.rivals:
        return Said("fell_no_federalist", facts)
    seat = state.rivals.index(layout.federalist)
    if state.winners:
        return Said("fell_federalist", {**facts, "seat": seat})
    return Said("fell_poor_federalist", {**facts, "seat": seat, "n": state.capital[seat], "need": layout.federalist_capital})


def _stood(state: AngelesState) -> Said:
    if not state.winners:
        return Said("stood_nobody", {"threat": state.threat})
    return Said("stood", {"threat": state.threat, "winners": list(state.winners), "n": len(state.winners)})


def _aim(state: AngelesState, seat: int) -> Said:
    """The aim on the seat's rival card, and whether it was reached."""
    layout, rival, capital = state.layout, state.rivals[seat], state.capital
    won = judge(state, seat)[0]
    word = _word(state, won)
    if rival == layout.federalist:
        key = "aim_federalist" if state.federal_end else "aim_federalist_stood"
        word = "aim_reached" if won else "aim_missed"
        return Said(key, {"n": capital[seat], "need": layout.federalist_capital, "threat": state.threat, "won": word})
    corporation = layout.rival_corporation[rival]
    if corporation == state.corporations[seat]:
        beaten = sum(capital[seat] > other for i, other in enumerate(capital) if i != seat)
        return Said("aim_own", {"n": beaten, "need": layout.own_rival_beats, "won": word})
    other = state.corporations.index(corporation)
    facts = {"rival": layout.rivals[rival], "other": other, "n": capital[seat], "need": capital[other], "won": word}
    return Said("aim_rival", facts)


def _word(state: AngelesState, won: bool) -> str:
    return "aim_reached" if won else "aim_fell" if state.federal_end else "aim_missed"
