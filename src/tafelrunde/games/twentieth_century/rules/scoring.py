"""Bonus scoring of the rounds II, IV and VI, end of the game and victory (20C-6, 20C-7)."""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.core.seats import best
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.rules.counts import all_garbage, clean_lands, section_value
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, add_score, begin_phase
from tafelrunde.games.twentieth_century.state import CenturyState

CARD_RULES = {
    "sc2-income": "20C-6.3", "sc2-double": "20C-6.4", "sc2-clean": "20C-6.5", "sc4-recycling": "20C-6.6",
    "sc4-flower": "20C-6.7", "sc4-clean": "20C-6.8",
}  # fmt: skip


@FRAMES.auto(frames.Bonus, "20C-1.2")
def bonus(state: CenturyState, frame: frames.Bonus) -> None:
    if not state.full_round:
        _begin_final(state)
        return
    begin_phase(state, "bonus", "20C-1.2")
    for number in state.scoring:
        if state.layout.scoring[number].round == state.round:
            state.push(frames.ScoringCard(number))


@FRAMES.auto(frames.ScoringCard, "20C-6.1")
def score_card(state: CenturyState, frame: frames.ScoringCard) -> None:
    """Score one scoring card for every player (20C-6.1 to 6.8)."""
    terms, slug = state.layout.scoring[frame.card].terms, state.layout.scoring_slugs[frame.card]
    if state.log is not None:
        state.emit("card_scored", None, "20C-6.1", card=slug)
    for seat in range(state.players):
        if state.log is not None:
            for term in terms:
                term.tell(state, seat)
        points = sum(term.points * term.count(state, seat) for term in terms)
        add_score(state, seat, points, "card_points", CARD_RULES.get(slug, "20C-6.1"), card=slug)


# --- the final scoring -----------------------------------------------------------------------------


def _begin_final(state: CenturyState) -> None:
    """Begin the final scoring, which is the same in every game, including the introductory one (20C-6.19)."""
    begin_phase(state, "bonus", "20C-7.4" if state.scoring else "20C-6.19")
    if state.log is not None:
        for seat in range(state.players):
            state.emit("shown", seat, "20C-6.18", coins=state.coins[seat], science=state.science[seat])
    state.push(frames.FinalLands(), frames.FinalPollution(), frames.FinalRank("coins"), frames.FinalRank("science"))


@FRAMES.auto(frames.FinalLands, "20C-6.9")
def final_lands(state: CenturyState, frame: frames.FinalLands) -> None:
    """Score lands: clean ones by section, one cube is neutral, more cubes cost points (20C-6.9 to 6.11)."""
    step, slugs = state.layout.garbage_penalty, state.layout.slugs
    for seat in range(state.players):
        value = section_value(state, seat)
        if state.log is not None:
            state.emit("section", seat, "20C-R.35", points=value)
        add_score(state, seat, clean_lands(state, seat) * value, "clean_lands", "20C-6.9", n=clean_lands(state, seat))
        for land in state.regions[seat].lands:
            cubes = state.garbage[land]
            if cubes > 1:
                add_score(state, seat, -step * (cubes - 1), "dirty_land", "20C-6.11", tile=slugs[land], n=cubes)
            elif cubes and state.log is not None:
                state.emit("neutral_land", seat, "20C-6.10", tile=slugs[land])


@FRAMES.auto(frames.FinalPollution, "20C-6.12")
def final_pollution(state: CenturyState, frame: frames.FinalPollution) -> None:
    for seat in range(state.players):
        add_score(state, seat, state.layout.pollution[state.pollution[seat]], "pollution_scored", "20C-6.12")


def rank_points(amounts: list[int], places: Sequence[int]) -> list[int]:
    """Points by rank. Tied players share the sum of their places, rounded down; a count of zero earns nothing (20C-6.13 to 6.16).

    >>> rank_points([17, 17, 12, 7], [8, 5, 3, 0])
    [6, 6, 3, 0]
    >>> rank_points([9, 12, 9, 9], [8, 5, 3, 0])
    [2, 8, 2, 2]
    """
    found = []
    for amount in amounts:
        ahead, tied = sum(other > amount for other in amounts), amounts.count(amount)
        found.append(sum(places[ahead : ahead + tied]) // tied if amount else 0)
    return found


@FRAMES.auto(frames.FinalRank, "20C-6.13")
def final_rank(state: CenturyState, frame: frames.FinalRank) -> None:
    """Score commerce by coins and research by science (20C-6.13 to 6.17)."""
    good = frame.good
    amounts = list(state.coins if good == "coins" else state.science)
    points = rank_points(amounts, state.layout.ranks[state.players])
    for seat in range(state.players):
        add_score(state, seat, points[seat], "ranked", _rank_rule(good, amounts, seat), good=good, amount=amounts[seat])


def _rank_rule(good: str, amounts: list[int], seat: int) -> str:
    """The most specific rule about this place."""
    amount, tied = amounts[seat], amounts.count(amounts[seat])
    if not amount:
        behind = [other for other in amounts if other]
        if tied > 1:
            return "20C-R.50"
        return "20C-R.33" if len(behind) == len(amounts) - 1 and good == "science" else "20C-6.14"
    if tied > 1:
        return "20C-R.34" if amount == min(amounts) else "20C-6.16"
    return "20C-6.13" if good == "coins" else "20C-6.15"


# --- victory ---------------------------------------------------------------------------------------


def winners(state: CenturyState) -> tuple[int, ...]:
    """Most prosperity, then fewest garbage in the region; further ties share the win (20C-7.5, 7.6, R.45)."""
    return best([(state.score[seat], -all_garbage(state, seat)) for seat in range(state.players)])


def tell_winners(state: CenturyState) -> None:
    won = winners(state)
    level = [seat for seat in range(state.players) if state.score[seat] == max(state.score)]
    for seat in won:
        points = state.score[seat]
        if len(won) > 1:
            state.emit("shared_win", seat, "20C-R.45", points=points)
        elif len(level) > 1:
            state.emit("tie_broken", seat, "20C-7.6", points=points, n=all_garbage(state, seat))
        else:
            state.emit("winner", seat, "20C-7.5", points=points)
