"""What becomes of a promise: kept, broken or void, by what its maker does (NA-R.26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.new_angeles.situations import (
    BOTH,
    COUNTERED,
    COUNTEROFFER,
    DISCARDS,
    DONE,
    END,
    HANDS,
    LAST,
    NO_COUNTER,
    QUIET,
    SEVEN,
    SUPPORT,
    SUPPORTED,
    TO_SUPPORT,
    TO_THE_DEMAND,
    Situation,
    abstain,
    gift,
    offered,
)
from tests.support import Table, game_of

GAME = game_of("new_angeles")
PAY = "1 promise 2 pay 3 now"
REST = (*abstain(1, 2, 3, 4, 5), *LAST)
PAID = [
    Situation("paid", SUPPORT, (PAY, *gift(1, 2, "give capital 3")), "kept", ("NA-30.1",)),
    Situation("paid more", SUPPORT, (PAY, *gift(1, 2, "give capital 5")), "kept"),
    Situation("paid in two parts", SUPPORT, (PAY, *gift(1, 2, "give capital 1"), *gift(1, 2, "give capital 2")), "kept"),
    Situation("paid in part", SUPPORT, (PAY, *gift(1, 2, "give capital 2"), *REST), "broken"),
    Situation("not paid", SUPPORT, (PAY, *REST), "broken"),
    Situation("paid to another", SUPPORT, (PAY, *gift(1, 3, "give capital 3"), *REST), "broken"),
    Situation("paid by another", SUPPORT, (PAY, *gift(3, 2, "give capital 3"), *REST), "broken"),
    Situation("three for three", SUPPORT, (PAY, *gift(1, 2, "give capital 3", "ask capital 3"), *REST), "broken"),
    Situation("four for one", SUPPORT, (PAY, *gift(1, 2, "give capital 4", "ask capital 1")), "kept"),
    Situation("paid at the other's proposal", SUPPORT, (PAY, *gift(2, 1, "ask capital 3")), "kept"),
    Situation("paid before the promise", SUPPORT, (*gift(1, 2, "give capital 3"), PAY, *REST), "broken"),
    Situation("one payment for two promises", SUPPORT, (PAY, PAY, *gift(1, 2, "give capital 3"), *REST), "kept broken"),
    Situation("one payment large enough for two", SUPPORT, (PAY, PAY, *gift(1, 2, "give capital 6")), "kept kept"),
    Situation(
        "what is due first comes first", SUPPORT, ("1 promise 2 pay 3 next", PAY, *gift(1, 2, "give capital 3")), "open kept"
    ),
    Situation("paid early", SUPPORT, ("1 promise 2 pay 3 next", *gift(1, 2, "give capital 3")), "kept"),
    Situation(
        "paid over two deals",
        SUPPORT,
        ("1 promise 2 pay 3 next", *gift(1, 2, "give capital 1"), *REST, *gift(1, 2, "give capital 2")),
        "kept",
    ),
    Situation(
        "for support",
        SUPPORT,
        ("0 promise 1 pay 2 now", *gift(0, 1, "give capital 2", "ask support main 1")),
        "kept",
        ("NA-R.25",),
    ),
    Situation(
        "the gift was declined", SUPPORT, (PAY, *offered(1, 2, "give capital 3"), "2 decline 1", *REST), "void", ("NA-26.1",)
    ),
    Situation("the gift was not taken", SUPPORT, (PAY, *offered(1, 2, "give capital 3"), *REST), "void", ("NA-26.1",)),
    Situation("a smaller gift was declined", SUPPORT, (PAY, *offered(1, 2, "give capital 2"), "2 decline 1", *REST), "broken"),
    Situation(
        "a sale was declined", SUPPORT, (PAY, *offered(1, 2, "give capital 3", "ask capital 1"), "2 decline 1", *REST), "broken"
    ),
    Situation(
        "barred by Mark Yale",
        {"step": "main_offer"},
        ("0 promise 1 pay 3 now", "0 offer ark_construction", "2 use mark_yale", *NO_COUNTER, *REST),
        "void",
        ("NA-AST.mark_yale",),
        {"seats.2.assets": ["mark_yale"], "seats.0.hand": ["ark_construction"]},
    ),
    Situation("in the End-of-turn step", END, (PAY, *DISCARDS), "broken", ("NA-3.3",), SEVEN),
    Situation("in the End-of-turn step, paid", END, (PAY, *gift(1, 2, "give capital 3"), *DISCARDS), "kept", ("NA-3.3",), SEVEN),
    Situation("support in the End-of-turn step", END, (TO_SUPPORT, *DISCARDS), "void", ("NA-3.3",), SEVEN),
    Situation(
        "for the next deal in the End-of-turn step", END, ("1 promise 2 pay 3 next", *DISCARDS), "open", ("NA-3.3",), SEVEN
    ),
    Situation("before the last demand", TO_THE_DEMAND, (PAY, *DONE), "broken", ("NA-37.2c",)),
    Situation("before the last demand, paid", TO_THE_DEMAND, (PAY, *gift(1, 2, "give capital 3"), *DONE), "kept", ("NA-37.2c",)),
    Situation(
        "no next deal any more",
        TO_THE_DEMAND,
        ("1 promise 2 pay 3 next", "3 promise 0 support 1 next", *DONE),
        "void void",
        ("NA-37.2c",),
    ),
    Situation(
        "threat 25 ends everything",
        {"step": "resolve", "card": "media_circus"},
        (PAY, "0 lower 1", "0 place human_first 10"),
        "void",
        ("NA-R.7",),
        {"board.threat": 24, "board.districts.10.human_first": True},
    ),
]
EIKO: Mapping[str, Any] = {"seats.1.assets": ["eiko"]}
GIVE = "1 promise 2 give eiko now"
GIVEN = [
    Situation("given", SUPPORT, (GIVE, *gift(1, 2, "give asset eiko")), "kept", ("NA-66.8",), EIKO),
    Situation("sold to him", SUPPORT, (GIVE, *gift(1, 2, "give asset eiko", "ask capital 2")), "kept", ("NA-66.8",), EIKO),
    Situation("given early", SUPPORT, ("1 promise 2 give eiko next", *gift(1, 2, "give asset eiko")), "kept", (), EIKO),
    Situation(
        "not given",
        COUNTEROFFER,
        (
            GIVE,
            *NO_COUNTER,
            "1 abstain",
            *(f"{s} {m}" for seat in range(2, 6) for s, m in ((seat, "abstain"), (1, "pass"))),
            *LAST,
        ),
        "broken",
        (),
        EIKO,
    ),
    Situation("given to another", SUPPORT, (GIVE, *gift(1, 3, "give asset eiko")), "broken", (), EIKO),
    Situation(
        "given to another, due later", SUPPORT, ("1 promise 2 give eiko next", *gift(1, 3, "give asset eiko")), "broken", (), EIKO
    ),
    Situation(
        "the gift of an asset was declined",
        SUPPORT,
        (GIVE, *offered(1, 2, "give asset eiko"), "2 decline 1"),
        "void",
        ("NA-26.1",),
        EIKO,
    ),
    Situation(
        "stolen by Hernando Cortez",
        {"step": "resolve", "card": "ark_construction"},
        (GIVE, *LAST, "0 take eiko"),
        "void",
        ("NA-AST.hernando_cortez",),
        {**EIKO, "board.revealed": "hernando_cortez"},
    ),
    Situation(
        "swapped by another",
        END,
        ("1 promise 2 give eiko next", "0 use alex_westlund", "0 take eiko", "0 take midori"),
        "void",
        ("NA-AST.alex_westlund",),
        {**EIKO, "seats.0.assets": ["alex_westlund"], "seats.3.assets": ["midori"]},
    ),
    Situation(
        "swapped by himself to the right player",
        END,
        ("0 promise 2 give eiko now", "0 use alex_westlund", "0 take eiko", "0 take midori"),
        "kept",
        ("NA-AST.alex_westlund",),
        {"seats.0.assets": ["alex_westlund", "eiko"], "seats.2.assets": ["midori"], "seats.4.assets": ["tanaka"]},
    ),
    Situation(
        "swapped by himself to another",
        END,
        ("0 promise 3 give eiko now", "0 use alex_westlund", "0 take eiko", "0 take midori"),
        "broken",
        ("NA-AST.alex_westlund",),
        {"seats.0.assets": ["alex_westlund", "eiko"], "seats.2.assets": ["midori"], "seats.4.assets": ["tanaka"]},
    ),
    Situation(
        "handed on by its own ability",
        END,
        ("0 promise 2 give susan_chen now", "0 use susan_chen", "0 name 2"),
        "kept",
        ("NA-AST.susan_chen",),
        {"seats.0.assets": ["susan_chen"]},
    ),
    Situation(
        "handed on to another by its own ability",
        END,
        ("0 promise 2 give susan_chen now", "0 use susan_chen", "0 name 4"),
        "broken",
        ("NA-AST.susan_chen",),
        {"seats.0.assets": ["susan_chen"]},
    ),
    Situation(
        "used up",
        {**BOTH, "step": "resolution"},
        ("4 promise 2 give tanaka now", "4 use tanaka"),
        "broken",
        ("NA-AST.tanaka",),
        {"seats.4.assets": ["tanaka"]},
    ),
    Situation(
        "discarded by Vanity Project",
        {"step": "resolve", "card": "vanity_project"},
        (GIVE, "0 name 1", "0 drop eiko"),
        "void",
        ("NA-ACT.vanity_project",),
        EIKO,
    ),
    Situation(
        "at the end of the turn",
        END,
        ("3 promise 2 give midori now", *DISCARDS),
        "broken",
        ("NA-3.3",),
        {**SEVEN, "seats.3.assets": ["midori"]},
    ),
]
SITUATIONS = [*SUPPORTED, *COUNTERED, *PAID, *GIVEN]


def case(situation: Situation) -> Any:
    rules = pytest.mark.rules("NA-R.26", *situation.rules)
    return pytest.param(situation, id=situation.title.replace(" ", "_"), marks=rules)


@pytest.mark.parametrize("situation", [case(situation) for situation in SITUATIONS])
def test_verdict(situation: Situation) -> None:
    table = Table(GAME, 6, at={"active": 0, **situation.at}, corporations="fixed").given({**QUIET, **HANDS, **situation.given})
    table.play(*situation.played)
    assert " ".join(promise["status"] for promise in table.state.view(None)["board"]["promises"]) == situation.verdicts


def test_every_verdict_of_every_kind_of_promise_arises() -> None:
    """The table above shows each kind of promise kept, broken and void."""
    assert len(SITUATIONS) >= 60
    shown = set()
    for situation in SITUATIONS:
        kinds = [line.split()[3] for line in situation.played if line.split()[1] == "promise"]
        shown |= set(zip(kinds, situation.verdicts.split(), strict=True))
    every = ("support", "oppose", "pay", "no_counter", "give")
    assert {(kind, verdict) for kind in every for verdict in ("kept", "broken", "void")} <= shown
