"""The use of technologies at the end of an administration (20C-4.16, 8.B, 8.C)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Moves
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.effects import Use
from tafelrunde.games.twentieth_century.rules.administration import asks, end_administration
from tafelrunde.games.twentieth_century.rules.layout import Technology
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, open_money
from tafelrunde.games.twentieth_century.state import CenturyState
from tafelrunde.games.twentieth_century.verbs import DONE


def affordable(state: CenturyState, seat: int, facts: Technology) -> bool:
    return state.coins[seat] >= facts.coins and state.science[seat] >= facts.science


def _known_uses(state: CenturyState, frame: frames.Technologies) -> bool:
    """Whether everybody sees coins and science, or they make no difference because no use that costs them is possible."""
    seat = frame.seat
    if open_money(state):
        return True
    technologies, worked = state.layout.technologies, state.worked[seat]
    for technology in state.workshop[seat]:
        use = technologies[technology].repeat
        if use is not None and use.paid and not worked >> technology & 1 and use.moves(state, seat, technology):
            return False
    return True


@asks(frames.Technologies, lambda state, frame: "20C-4.16" if state.full_round else "20C-7.2", answer=PUBLIC, moves=_known_uses)
def ask_technologies(state: CenturyState, frame: frames.Technologies) -> Moves:
    """Offer uses with a cost for each technology; one copy stands for all technologies with the same free use."""
    seat = frame.seat
    technologies, spent, worked = state.layout.technologies, state.spent[seat], state.worked[seat]
    offered: set[type[Use]] = set()
    found = [DONE]
    for technology in state.workshop[seat]:
        facts = technologies[technology]
        once, again = facts.one_time, facts.repeat
        if once is not None and not spent >> technology & 1 and type(once) not in offered:
            offered.add(type(once))
            found += once.moves(state, seat, technology)
        if again is not None and not worked >> technology & 1:
            if facts.paid:
                if affordable(state, seat, facts):
                    found += again.moves(state, seat, technology)
            elif type(again) not in offered:
                offered.add(type(again))
                found += again.moves(state, seat, technology)
    return found


@FRAMES.resolves(frames.Technologies)
def resolve_technologies(state: CenturyState, frame: frames.Technologies, move: int) -> None:
    seat = frame.seat
    state.stepped |= 1 << seat
    if move == DONE:
        end_administration(state, seat)
        return
    state.stack.append(frame)
    use, technology, about = state.layout.uses[move]
    use.use(state, seat, technology, about)
