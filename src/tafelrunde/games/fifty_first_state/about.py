"""The description of 51st State: Master Set that is available without loading its rules and components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import ClassVar

from tafelrunde.core.game import Option

FACTION_LETTERS = "NAMG"
SWITCH = ("off", "on")


class About:
    """The numbers of players and the options of the game."""

    id = "fifty_first_state"
    title = "51st State: Master Set"
    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    usual_players: ClassVar[int | None] = 2
    options: ClassVar[Mapping[str, Option]] = {
        "deck": Option(
            "base",
            ("base", "base_new_era", "base_winter"),
            "The 88 base cards alone (base), with New Era (base_new_era) or with Winter (base_winter) [51S-S.2].",
        ),
        "factions": Option(
            "random",
            ("random", "chosen", *map("".join, permutations(FACTION_LETTERS))),
            "random, chosen by the players in turn, or the letters N, A, M, G (New York, Appalachian Federation, Mutants Union, "
            "Merchants Guild) in the order of the seats; with fewer players the last ones are not used [51S-S.3].",
        ),
        "first": Option(
            "random",
            ("random", "0", "1", "2", "3"),
            "The seat that begins, or random; beyond the last seat it is counted on around the table [51S-S.9].",
        ),
        "development_ignores_categories": Option(
            "off", SWITCH, "on: a development token rebuilds without a common category [51S-R.7]."
        ),
        "chain_activations": Option(
            "off", SWITCH, "on: an activation may be repeated at once within the same action [51S-R.13]."
        ),
        "promos": Option("no", ("no", "yes"), "yes: the five promo locations are shuffled into the deck [51S-R.53]."),
    }
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "digital": {"development_ignores_categories": "on", "chain_activations": "on"},
    }
    """``digital``: the rules of the digital edition (51S-R.7, R.13)."""
    changes: ClassVar[Mapping[str, Sequence[str]]] = {
        "2026.2": ("51S-R.28", "51S-CARD.production_per_produced", "51S-CARD.produced_threshold", "51S-R.46", "51S-R.48"),
    }
    folder = "tafelrunde.games.fifty_first_state"
