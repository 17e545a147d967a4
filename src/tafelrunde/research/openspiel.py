"""OpenSpiel: ``import tafelrunde.research.openspiel`` registers ``tafelrunde_<game>`` for every game with ``pyspiel``.

Chance is explicit: before a move that will draw something there is a chance node, whose outcome gives the generator of
that draw. A search that copies a state therefore cannot see the cards to come. The returns are parts of the victory.

>>> import pyspiel
>>> pyspiel.load_game("tafelrunde_rise", {"players": 3}).num_players()
3
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from tafelrunde.core import rng
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tafelrunde.library import games, load
from tafelrunde.research.observe import Array, Observer

OUTCOMES = 256
"""Different generators a chance node offers, all equally likely."""
LONGEST = 100_000
SEED_NODE = -1
"""Stands for the move that a chance node precedes where it is the set-up that draws."""


def name(game: str) -> str:
    return f"tafelrunde_{game}"


def _type(game: Game[Any]) -> Any:
    return pyspiel.GameType(
        short_name=name(game.id),
        long_name=f"Tafelrunde: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(game.players), "options": ""},
    )


class TafelrundeGame(pyspiel.Game):
    """A game of ours; ``options`` is written ``name=value`` and separated by ``;``."""

    table: Game[Any]
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.players = int(given.get("players", min(self.table.players)))
        text = str(given.get("options", ""))
        self.options = dict(pair.split("=", 1) for pair in text.split(";") if pair)
        self.table.new(self.players, 0, self.options)  # refuses what cannot be played
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.vocabulary),
            max_chance_outcomes=OUTCOMES,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> TafelrundeState:
        return TafelrundeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TafelrundeObserver:
        return TafelrundeObserver(self.table, self.players)


class Held:
    """What OpenSpiel copies along with a state, by the engine's own clone instead of piece by piece."""

    __slots__ = ("game", "table")

    def __init__(self, game: TafelrundeGame, table: State | None = None) -> None:
        self.game = game
        self.table = table

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.game, self.table.clone() if self.table is not None else None)


class TafelrundeState(pyspiel.State):
    """A game in progress, or one that waits for chance; before the first chance node nothing is set up."""

    def __init__(self, game: TafelrundeGame) -> None:
        super().__init__(game)
        self._held = Held(game)
        self._waiting: int | None = SEED_NODE

    @property
    def table(self) -> State:
        """The game; before it is set up, one that nobody will play, so that there is something to look at."""
        held = self._held
        if held.table is None:
            held.table = held.game.table.new(held.game.players, 0, held.game.options)
        return held.table

    def current_player(self) -> int:
        if self._waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return min(self.table.asked) if self.table.asked else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        held = self._held
        if self._waiting == SEED_NODE:
            self._waiting = None
            held.table = held.game.table.new(held.game.players, action, held.game.options)
        elif self._waiting is not None:
            move, self._waiting = self._waiting, None
            self.table.rng = rng.seeded(rng.derive(rng.seed_of(self.table.rng), self.table.ply, action))
            self.table.act(min(self.table.asked), move)
        else:
            after = self.table.clone()
            after.act(min(after.asked), action)
            if after.rng == self.table.rng:
                held.table = after
            else:
                self._waiting = action

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else str(self.table.game.vocabulary[action])

    def is_terminal(self) -> bool:
        return self._waiting is None and not self.table.asked

    def returns(self) -> list[float]:
        winners = self.table.winners if self.is_terminal() else ()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.table.players)]

    def __str__(self) -> str:
        waiting = "" if self._waiting is None else f" waiting for chance ({self._waiting})"
        return f"{self.table!r} {self.table.rng}{waiting}"


class TafelrundeObserver:
    """The view of a seat: as text its JSON, as numbers the flat tensor and its named parts."""

    def __init__(self, game: Game[Any], players: int) -> None:
        self._observer = Observer.of(game, players)
        self.tensor: Array = np.zeros(self._observer.size, np.float32)
        self.dict = {part: self.tensor[place] for part, place in self._observer.slices.items()}

    def set_from(self, state: TafelrundeState, player: int) -> None:
        self.tensor[:] = self._observer.tensor(state.table, player)

    def string_from(self, state: TafelrundeState, player: int) -> str:
        return json.dumps(state.table.view(player), ensure_ascii=False, sort_keys=True)


def register() -> None:
    """Every game under its name; once."""
    known = set(pyspiel.registered_names())
    for game in games():
        if name(game) not in known:
            table = load(game)
            kind = _type(table)
            pyspiel.register_game(kind, type(f"Tafelrunde_{game}", (TafelrundeGame,), {"table": table, "kind": kind}))


register()
