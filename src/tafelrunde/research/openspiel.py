"""OpenSpiel: ``import tafelrunde.research.openspiel`` registers ``tafelrunde_<game>`` for every game with ``pyspiel``.

Chance is explicit and exact: every card drawn is a chance node whose outcomes are the different cards of the deck, with the
probabilities of their copies; the set-up is a sequence of such draws. Between two draws the engine is given the outcomes so far
(:mod:`tafelrunde.core.chance`). An outcome is the number of the card, or a number from 0 where no card is drawn.

====================  ======================================================================================================
``players``           as many as the game is for; the fewest by default
``options``           ``name=value``, separated by ``;``
``reward``            one of :mod:`tafelrunde.research.rewards`; the part of the victory by default
``free_moves``        whether the player who is asked may also make free moves (New Angeles: trades and promises)
====================  ======================================================================================================

* Observations are the view of a seat: as text its JSON, as tensor that of :mod:`tafelrunde.research.observe`, with named parts.
* Information states have perfect recall: the observation now, the own actions, and a digest of everything observed before. Two
  histories have the same information state exactly if the player saw and did the same in both.
* ``resample_from_infostate`` deals anew what the player cannot know. The history of such a state is unknown: it begins there.
* Where several seats may answer at once, the lowest answers first; the rules make sure that the order does not matter.
* Actions are the moves as they stand in the vocabulary: OpenSpiel's histories are common to all players.

>>> import pyspiel
>>> pyspiel.load_game("tafelrunde_rise", {"players": 3}).num_players()
3
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from tafelrunde.core import chance
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tafelrunde.library import games, load
from tafelrunde.research import rewards
from tafelrunde.research.found import component_lists
from tafelrunde.research.observe import Array, Observer

LONGEST = 100_000
FEWEST_OUTCOMES = 16
"""More than all components and all their kinds, so that every draw has room."""
POINTS = 999.0
"""No score, and so no margin, is larger."""


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
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(game.players), "options": "", "reward": "share", "free_moves": False},
    )


_known: dict[str, Game[Any]] = {}
"""The registered games by their ids."""


class Settings:
    """The parameters of a game. Pickles hold its id, so games outside any package must be registered again before unpickling."""

    __slots__ = ("free_moves", "options", "players", "reward", "table")

    def __init__(self, game: str, players: int, options: dict[str, str], reward: str, free_moves: bool) -> None:
        self.table, self.players, self.options = _known[game], players, options
        self.reward, self.free_moves = rewards.check(reward), free_moves

    def __reduce__(self) -> tuple[Any, ...]:
        return Settings, (self.table.id, self.players, self.options, self.reward, self.free_moves)


class TafelrundeGame(pyspiel.Game):
    """A registered game with its parameters; each game has its own subclass."""

    id: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        table = _known[self.id]
        players = int(given.get("players", min(table.players)))
        options = dict(pair.split("=", 1) for pair in str(given.get("options", "")).split(";") if pair)
        first = table.new(players, 0, options)  # raises for options that cannot be played
        reward, free_moves = str(given.get("reward", "share")), bool(given.get("free_moves", False))
        self.settings = Settings(self.id, players, options, reward, free_moves)
        margin = POINTS if reward == "margin" else 0.0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(table.vocabulary),
            max_chance_outcomes=FEWEST_OUTCOMES
            + sum(table.census(first).values())
            + sum(len(names) for _, names in component_lists(table.components.data)),
            num_players=players,
            min_utility=-margin,
            max_utility=margin or 1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> TafelrundeState:
        return TafelrundeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TafelrundeObserver:
        return TafelrundeObserver(self.settings.table, self.settings.players, iig_obs_type)


Memory = tuple[bytes, list[str]]
"""What a player remembers: a digest of all it saw and did, and its moves."""


class Trail:
    """The history as a linked list that states share: each link adds a position and the move that led to it."""

    __slots__ = ("_before_all", "_digests", "actor", "before", "move", "position")

    def __init__(self, position: State, before: Trail | None = None, actor: int = -1, move: int = -1) -> None:
        self.position, self.before, self.actor, self.move = position, before, actor, move
        self._digests: dict[int, bytes] = {}
        self._before_all: dict[int, list[str]] = {}

    def digest(self, player: int) -> bytes:
        """A hash of everything that a player saw and did so far; cached."""
        links: list[Trail] = []
        link: Trail | None = self
        while link is not None and player not in link._digests:
            links.append(link)
            link = link.before
        found = link._digests[player] if link is not None else b""
        for each in reversed(links):
            own = str(each.move) if each.actor == player else ""
            text = f"{own}|{observation(each.position, player)}"
            found = each._digests[player] = blake2b(found + text.encode(), digest_size=16).digest()
        return found

    def own_moves(self, player: int) -> list[str]:
        """The player's moves in order."""
        moves: list[str] = []
        link = self
        while link.before is not None:
            if link.actor == player:
                moves.append(link.position.game.vocabulary.texts[link.move])
            link = link.before
        return [*link._before_all.get(player, ()), *moves[::-1]]

    def memory(self, player: int) -> Memory:
        return self.digest(player), self.own_moves(player)

    @staticmethod
    def beginning(position: State, memories: dict[int, Memory]) -> Trail:
        """A new trail for which some players keep the memory of an earlier one."""
        trail = Trail(position)
        for player, (digest, moves) in memories.items():
            trail._digests[player], trail._before_all[player] = digest, moves
        return trail


class Held:
    """The data that OpenSpiel copies along with a state. Positions are never changed, so copies share them."""

    __slots__ = ("actor", "game", "move", "outcomes", "trail", "waiting")

    def __init__(self, game: Settings) -> None:
        self.game = game
        self.trail: Trail | None = None
        """The last position at which everything was decided; none before the set-up is dealt."""
        self.actor = self.move = -1
        """The move that waits for chance; none while the set-up does."""
        self.outcomes: tuple[int, ...] = ()
        self.waiting: chance.Undecided | None = None

    def __deepcopy__(self, memo: Any) -> Held:
        copy = Held(self.game)
        for key in self.__slots__:
            setattr(copy, key, getattr(self, key))
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as plain data: the position, each player's memory, and the pending move."""
        trail = self.trail
        position = None if trail is None else {**trail.position.to_json(), "rng": 0}
        memories = {} if trail is None else {player: trail.memory(player) for player in range(self.game.players)}
        return _unpickled, (self.game, position, memories, self.actor, self.move, self.outcomes, self.waiting is not None)

    def go_on(self) -> None:
        """Carry out the pending move with the outcomes given so far: to its end, or to the next draw."""
        game = self.game
        try:
            if self.trail is None:
                position = chance.begin(game.table, game.players, self.outcomes, game.options)
                self.trail = Trail(position)
            else:
                position = chance.play(self.trail.position, self.actor, self.move, self.outcomes)
                self.trail = Trail(position, self.trail, self.actor, self.move)
            self.outcomes, self.waiting = (), None
        except chance.Undecided as draw:
            self.waiting = draw


class TafelrundeState(pyspiel.State):
    """A game in progress, or one at a chance node."""

    def __init__(self, game: TafelrundeGame) -> None:
        super().__init__(game)
        self._held = Held(game.settings)
        self._held.go_on()

    @property
    def table(self) -> State:
        """The position; at a chance node, the one before the move. Before the set-up it is the position of a fixed seed."""
        held = self._held
        return held.trail.position if held.trail is not None else held.game.table.new(held.game.players, 0, held.game.options)

    def current_player(self) -> int:
        if self._held.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return min(self.table.asked) if self.table.asked else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        table = self.table
        moves = list(table.actions(player))
        if self._held.game.free_moves and table.asked and player == min(table.asked):
            moves += table.game.free_moves(table, player)
        return sorted(moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        draw = self._held.waiting
        assert draw is not None
        if draw.cards is None:
            return [(outcome, 1 / draw.n) for outcome in range(draw.n)]
        return [(card, copies / draw.n) for card, copies in sorted(Counter(draw.cards).items())]

    def _apply_action(self, action: int) -> None:
        held = self._held
        if held.waiting is not None:
            cards = held.waiting.cards
            held.outcomes += (action if cards is None else cards.index(action),)
        else:
            held.actor, held.move = min(self.table.asked), action
        held.go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            cards = self._held.waiting is not None and self._held.waiting.cards is not None
            return f"draw card {action}" if cards else f"chance {action}"
        return str(self._held.game.table.vocabulary[action])

    def is_terminal(self) -> bool:
        return self._held.waiting is None and not self.table.asked

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self._held.game.players
        return rewards.rewards(self.table, self._held.game.reward)

    def __str__(self) -> str:
        """The complete state: the position without internal fields of the engine, and the pending chance outcomes."""
        held = self._held
        if held.trail is None:
            return f"set-up {held.outcomes}"
        waiting = f" {held.actor} {held.move} {held.outcomes}" if held.waiting is not None else ""
        return json.dumps(held.trail.position.to_json(), sort_keys=True) + waiting

    # --- what a player knows ---------------------------------------------------------------------

    def recall(self, player: int) -> str:
        """The information state: the player's present view, its moves, and a hash of everything that it saw before."""
        held = self._held
        if held.trail is None:
            return "set-up"
        digest, moves = held.trail.memory(player)
        known = {"moves": moves, "seen": digest.hex()}
        return f"{json.dumps(known)}\n{observation(held.trail.position, player)}"

    def recall_moves(self, player: int) -> list[str]:
        """The moves that the player remembers making."""
        return self._held.trail.own_moves(player) if self._held.trail is not None else []

    def resample_from_infostate(self, player: int, sampler: Any) -> TafelrundeState:
        """A state that the player cannot tell from this one; ``sampler`` gives numbers from 0 to 1."""
        held = self._held
        if held.waiting is not None or held.trail is None:
            raise ValueError("chance has no information states: a state is resampled where a player is to act")
        seed = int(sampler() * (1 << 53))
        world = held.trail.position.sample(player, seed)
        world.seed, world.rng = 0, chance.told(())
        other = TafelrundeState(self.get_game())
        other._held.trail = Trail.beginning(world, {player: held.trail.memory(player)})
        other._held.outcomes, other._held.waiting = (), None
        return other


def _unpickled(
    game: Settings, position: Any, memories: dict[int, Memory], actor: int, move: int, outcomes: Any, waiting: bool
) -> Held:
    held = Held(game)
    held.actor, held.move, held.outcomes = actor, move, outcomes
    if position is not None:
        table = game.table.from_json(position)
        table.rng = chance.told(())
        held.trail = Trail.beginning(table, memories)
    if waiting:
        held.go_on()
    return held


def observation(table: State, player: int | None) -> str:
    """The text of what a player sees; ``None`` is the public view."""
    return json.dumps(table.view(player), ensure_ascii=False, sort_keys=True)


class TafelrundeObserver:
    """Observations and information states, as text; observations of one player also as tensor with named parts."""

    def __init__(self, game: Game[Any], players: int, kind: Any = None) -> None:
        kind = kind if kind is not None else pyspiel.IIGObservationType(perfect_recall=False)
        self._recall, self._private = kind.perfect_recall, kind.private_info
        self._observer = Observer.of(game, players)
        one = self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER and kind.public_info and not self._recall
        tensor: Any = np.zeros(self._observer.size, np.float32)
        self.tensor: Array = tensor if one else None
        """None where there is only a text: information states, and observations of nobody's or everybody's secrets."""
        self.dict = {part: tensor[place] for part, place in self._observer.slices.items()} if one else {}

    def set_from(self, state: TafelrundeState, player: int) -> None:
        if self.tensor is not None:
            self.tensor.fill(0)
            self._observer.write(state.table, player, memoryview(self.tensor))

    def string_from(self, state: TafelrundeState, player: int) -> str:
        if self._private == pyspiel.PrivateInfoType.NONE:
            return observation(state.table, None)
        players = range(state.table.players) if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS else (player,)
        told = [state.recall(one) if self._recall else observation(state.table, one) for one in players]
        return "\n".join(told)


def register(table: Game[Any]) -> str:
    """Register a game with ``pyspiel``, also one that no package declares; returns its name."""
    kind = _type(table)
    title = f"Tafelrunde_{table.id}"
    _known[table.id] = table
    known = type(title, (TafelrundeGame,), {"id": table.id, "kind": kind, "__module__": __name__})
    globals()[title] = known  # unpickling finds the game by this name
    pyspiel.register_game(kind, known)
    return name(table.id)


for _game in games():
    if name(_game) not in pyspiel.registered_names():
        register(load(_game))
