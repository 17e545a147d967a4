"""Promises about support and counteroffers, what happens then, and what the ledger says in the end (NA-R.26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

NOTHING: Mapping[str, Any] = {}
COUNTEROFFER = {"step": "counteroffer", "main": "ark_construction"}
SUPPORT = {"step": "support", "main": "ark_construction"}
BOTH = {**SUPPORT, "counter": "high_risk_investments", "counter_by": 1}
END = {"step": "end_of_turn"}
HANDS: dict[str, Any] = {
    "seats.0.hand": ["puff_piece"],
    "seats.1.hand": ["clean_slate", "media_circus"],
    "seats.2.hand": ["riot_control", "liquidation"],
    "seats.3.hand": ["spin_doctors", "spin_doctors", "spin_doctors"],
    "seats.4.hand": ["puff_piece"],
    "seats.5.hand": ["puff_piece"],
}
QUIET = {f"seats.{seat}.capital": 10 for seat in range(6)} | {"board.districts": {}, "board.revealed": "coach_walden"}
SEVEN = {"seats.0.hand": ["budget_renovations"] * 5 + ["vanity_project"] * 2}
DISCARDS = ("0 discard vanity_project", "0 discard vanity_project")
TO_THE_DEMAND = {"step": "demand", "round": 9}
DONE = tuple(f"{seat} done" for seat in range(6))
NO_COUNTER = tuple(f"{seat} pass" for seat in range(1, 6))
LAST = ("0 place development 4",)
"""The main offer is resolved: the deal is over."""
SUPERSEDED = ("1 counter clean_slate", "2 counter riot_control", "2 discard liquidation")


def abstain(*seats: int) -> tuple[str, ...]:
    return tuple(f"{seat} abstain" for seat in seats)


def support(seat: int, offer: str, card: str) -> tuple[str, ...]:
    return (f"{seat} support {offer}", f"{seat} add {card}")


def passes(*seats: int) -> tuple[str, ...]:
    return tuple(f"{seat} pass" for seat in seats)


def gift(giver: int, taker: int, *items: str) -> tuple[str, ...]:
    return (*offered(giver, taker, *items), f"{taker} accept {giver}")


def offered(giver: int, taker: int, *items: str) -> tuple[str, ...]:
    return (f"{giver} trade {taker}", *(f"{giver} {item}" for item in items), f"{giver} propose")


class Situation(NamedTuple):
    """Promises, what happens then, and what the ledger says in the end."""

    title: str
    at: Mapping[str, Any]
    played: tuple[str, ...]
    verdicts: str
    rules: tuple[str, ...] = ()
    given: Mapping[str, Any] = NOTHING


CARDS_3 = ("3 add spin_doctors", "3 done")
FOR_MAIN, FOR_COUNTER = ("3 support main", *CARDS_3), ("3 support counter", *CARDS_3)
TO_SUPPORT = "3 promise 0 support 0 now"
TO_OPPOSE = "3 promise 1 oppose 0 now"
AGAINST_1 = "3 promise 0 oppose 1 now"
WITH_1 = "3 promise 1 support 1 now"

SUPPORTED = [
    Situation("main offer supported", SUPPORT, (TO_SUPPORT, *abstain(1, 2), *FOR_MAIN, *abstain(4, 5)), "kept", ("NA-60.1",)),
    Situation("main offer abandoned", SUPPORT, (TO_SUPPORT, *abstain(1, 2, 3, 4, 5)), "broken", ("NA-49.0",)),
    Situation("main offer opposed", BOTH, (TO_SUPPORT, "2 abstain", *FOR_COUNTER, *abstain(4, 5)), "broken"),
    Situation("counteroffer supported", BOTH, (WITH_1, "2 abstain", *FOR_COUNTER, *abstain(4, 5)), "kept"),
    Situation("counteroffer abandoned", BOTH, (WITH_1, *abstain(2, 3, 4, 5)), "broken"),
    Situation("counteroffer opposed", BOTH, (WITH_1, "2 abstain", *FOR_MAIN, *abstain(4, 5)), "broken"),
    Situation("against the main offer", BOTH, (TO_OPPOSE, "2 abstain", *FOR_COUNTER, *abstain(4, 5)), "kept"),
    Situation("for it after all", BOTH, (TO_OPPOSE, "2 abstain", *FOR_MAIN, *abstain(4, 5)), "broken"),
    Situation("neither for nor against", BOTH, (TO_OPPOSE, *abstain(2, 3, 4, 5)), "broken", ("NA-49.0",)),
    Situation("against the counteroffer", BOTH, (AGAINST_1, "2 abstain", *FOR_MAIN, *abstain(4, 5)), "kept"),
    Situation("not against the counteroffer", BOTH, (AGAINST_1, *abstain(2, 3, 4, 5)), "broken"),
    Situation("the counteroffer itself", BOTH, (AGAINST_1, "2 abstain", *FOR_COUNTER, *abstain(4, 5)), "broken"),
    Situation(
        "two promises at odds", BOTH, (TO_SUPPORT, TO_OPPOSE, "2 abstain", *FOR_MAIN, *abstain(4, 5)), "kept broken", ("NA-26.2",)
    ),
    Situation("nothing to oppose with", SUPPORT, (TO_OPPOSE, *abstain(1, 2, 3, 4, 5)), "void", ("NA-R.18",)),
    Situation("nothing to oppose with, supported", SUPPORT, (TO_OPPOSE, *abstain(1, 2), *FOR_MAIN, *abstain(4, 5)), "broken"),
    Situation("no offer of that player", SUPPORT, ("3 promise 1 support 4 now", *abstain(1, 2, 3, 4, 5)), "void"),
    Situation(
        "no offer of that player to oppose", BOTH, ("3 promise 1 oppose 4 now", "2 abstain", *FOR_MAIN, *abstain(4, 5)), "void"
    ),
    Situation("the active player has no support", BOTH, ("0 promise 1 support 1 now", *abstain(2, 3, 4, 5)), "void", ("NA-1.6",)),
    Situation("the active player opposes nobody", BOTH, ("0 promise 2 oppose 1 now", *abstain(2, 3, 4, 5)), "void", ("NA-1.6",)),
    Situation(
        "no cards to support with", SUPPORT, (TO_SUPPORT, *abstain(1, 2, 4, 5)), "void", ("NA-R.45",), {"seats.3.hand": []}
    ),
    Situation("no cards to oppose with", BOTH, (TO_OPPOSE, *abstain(2, 4, 5)), "void", ("NA-R.45",), {"seats.3.hand": []}),
    Situation("decided already", SUPPORT, (*abstain(1, 2), *FOR_MAIN, TO_SUPPORT), "void"),
    Situation("decided otherwise already", SUPPORT, (*abstain(1, 2, 3), TO_SUPPORT), "void"),
    Situation("judged when all have supported", SUPPORT, (TO_SUPPORT, *abstain(1, 2), *FOR_MAIN, "4 abstain"), "open"),
    Situation("of the next deal", SUPPORT, ("3 promise 0 support 1 next", *abstain(1, 2, 3, 4, 5), *LAST), "open"),
    Situation(
        "bought by a trade",
        SUPPORT,
        (TO_SUPPORT, *abstain(1, 2), *gift(0, 3, "give capital 1", "ask support main 1"), "3 add spin_doctors", *abstain(4, 5)),
        "kept",
        ("NA-R.25",),
    ),
    Situation(
        "the abstention bought by another",
        BOTH,
        (TO_SUPPORT, "2 abstain", *gift(1, 3, "give capital 1", "ask abstain"), *abstain(4, 5)),
        "broken",
        ("NA-R.25",),
    ),
    Situation(
        "kept out by Locust Company",
        BOTH,
        ("5 use locust_company", "5 name 3", WITH_1, *abstain(2, 3, 4, 5)),
        "void",
        ("NA-AST.locust_company",),
        {"seats.5.assets": ["locust_company"]},
    ),
    Situation(
        "kept out of the other offer by Locust Company",
        BOTH,
        ("5 use locust_company", "5 name 3", TO_OPPOSE, *abstain(2, 3, 4, 5)),
        "void",
        ("NA-AST.locust_company",),
        {"seats.5.assets": ["locust_company"]},
    ),
    Situation(
        "kept out, and for the other side",
        BOTH,
        ("5 use locust_company", "5 name 3", WITH_1, "2 abstain", *FOR_MAIN, *abstain(4, 5)),
        "broken",
        ("NA-AST.locust_company",),
        {"seats.5.assets": ["locust_company"]},
    ),
    Situation(
        "support forced by Eiko",
        SUPPORT,
        (
            TO_SUPPORT,
            *abstain(1),
            "5 pass",
            *abstain(2),
            "5 pass",
            "3 abstain",
            "5 use eiko",
            "3 add spin_doctors",
            *abstain(4, 5),
        ),
        "kept",
        ("NA-AST.eiko", "NA-R.30"),
        {"seats.5.assets": ["eiko"]},
    ),
    Situation(
        "bought off Eiko",
        SUPPORT,
        (TO_SUPPORT, *abstain(1), "5 pass", *abstain(2), "5 pass", "3 abstain", "5 use eiko", "3 lose", *abstain(4, 5)),
        "broken",
        ("NA-AST.eiko", "NA-R.45"),
        {"seats.5.assets": ["eiko"]},
    ),
]
COUNTERED = [
    Situation(
        "no counteroffer, as promised", COUNTEROFFER, ("3 promise 0 no_counter now", *passes(1, 2, 3)), "kept", ("NA-1.3",)
    ),
    Situation(
        "a counteroffer in spite of it",
        COUNTEROFFER,
        ("3 promise 0 no_counter now", *passes(1, 2), "3 counter spin_doctors"),
        "broken",
    ),
    Situation("not asked yet", COUNTEROFFER, ("3 promise 0 no_counter now", *passes(1, 2)), "open"),
    Situation(
        "nothing to counter with",
        COUNTEROFFER,
        ("3 promise 0 no_counter now", *passes(1, 2)),
        "void",
        ("NA-1.3a",),
        {"seats.3.hand": [], "seats.3.emergencies.energy_for_all": "down"},
    ),
    Situation(
        "a counteroffer too dear",
        COUNTEROFFER,
        ("4 promise 0 no_counter now", *SUPERSEDED, *passes(3)),
        "void",
        ("NA-1.3a",),
        {"seats.4.emergencies.sweeps_week": "down"},
    ),
    Situation(
        "passed before the promise",
        COUNTEROFFER,
        (*passes(1, 2, 3), "3 promise 0 no_counter now", *passes(4, 5), *abstain(1, 2, 3, 4, 5), *LAST),
        "void",
    ),
    Situation(
        "promised by the active player",
        COUNTEROFFER,
        ("0 promise 1 no_counter now", *NO_COUNTER, *abstain(1, 2, 3, 4, 5), *LAST),
        "void",
        ("NA-1.7",),
    ),
    Situation(
        "The Fall Guy breaks it",
        {"step": "main_offer"},
        ("0 promise 1 no_counter now", "0 offer ark_construction", "0 use the_fall_guy", "0 counter puff_piece"),
        "broken",
        ("NA-AST.the_fall_guy",),
        {"seats.0.assets": ["the_fall_guy"], "seats.0.hand": ["ark_construction", "puff_piece"]},
    ),
    Situation(
        "no chance beside The Fall Guy",
        {"step": "main_offer"},
        (
            "3 promise 1 no_counter now",
            "0 offer ark_construction",
            "0 use the_fall_guy",
            "0 counter puff_piece",
            *abstain(1, 2, 3, 4, 5),
            *LAST,
        ),
        "void",
        ("NA-AST.the_fall_guy",),
        {"seats.0.assets": ["the_fall_guy"], "seats.0.hand": ["ark_construction", "puff_piece"]},
    ),
    Situation(
        "the pass was bought",
        COUNTEROFFER,
        ("1 promise 0 no_counter now", *gift(0, 1, "give capital 1", "ask pass")),
        "kept",
        ("NA-R.25",),
    ),
    Situation(
        "a counteroffer of his own",
        COUNTEROFFER,
        (TO_SUPPORT, *passes(1, 2), "3 counter spin_doctors", *passes(4, 5), *abstain(1, 2, 4, 5)),
        "broken",
        ("NA-1.6",),
    ),
    Situation(
        "opposed by a counteroffer",
        COUNTEROFFER,
        (TO_OPPOSE, *passes(1, 2), "3 counter spin_doctors", *passes(4, 5), *abstain(1, 2, 4, 5)),
        "kept",
        ("NA-1.3b",),
    ),
    Situation(
        "his own over the other's",
        COUNTEROFFER,
        (
            WITH_1,
            AGAINST_1,
            "1 counter clean_slate",
            "2 pass",
            "3 counter spin_doctors",
            "3 discard spin_doctors",
            *abstain(1, 2, 4, 5),
        ),
        "broken kept",
        ("NA-24.4a",),
    ),
    Situation(
        "replaced by a third one",
        COUNTEROFFER,
        (WITH_1, AGAINST_1, *SUPERSEDED, *passes(3), "1 abstain", *FOR_COUNTER, *abstain(4, 5)),
        "void void",
        ("NA-24.5",),
    ),
    Situation(
        "replaced by a third one, then by his own",
        COUNTEROFFER,
        (
            WITH_1,
            *SUPERSEDED,
            "3 counter spin_doctors",
            "3 discard spin_doctors",
            "3 discard spin_doctors",
            *abstain(1, 4, 5),
        ),
        "void",
        ("NA-24.5",),
    ),
    Situation(
        "his own counteroffer was replaced, and he supports",
        COUNTEROFFER,
        ("1 promise 0 support 0 now", *SUPERSEDED, *passes(3), *support(1, "main", "media_circus"), *abstain(3, 4, 5)),
        "kept",
    ),
    Situation(
        "his own counteroffer was replaced, and he abstains",
        COUNTEROFFER,
        ("1 promise 0 support 0 now", *SUPERSEDED, *passes(3), *abstain(1, 3, 4, 5)),
        "broken",
    ),
    Situation(
        "sent back by Chief Gorman",
        COUNTEROFFER,
        (WITH_1, "1 counter clean_slate", "5 use chief_gorman", "1 take_back", *passes(2, 3, 4, 5), *abstain(1, 2, 3, 4, 5)),
        "void",
        ("NA-24.8", "NA-R.19"),
        {"seats.5.assets": ["chief_gorman"]},
    ),
    Situation(
        "either offer of The Fall Guy's user",
        {"step": "main_offer"},
        (
            TO_SUPPORT,
            "0 offer ark_construction",
            "0 use the_fall_guy",
            "0 counter puff_piece",
            *abstain(1, 2),
            *FOR_COUNTER,
            *abstain(4, 5),
        ),
        "kept",
        ("NA-R.34",),
        {"seats.0.assets": ["the_fall_guy"], "seats.0.hand": ["ark_construction", "puff_piece"]},
    ),
    Situation(
        "both offers are The Fall Guy's user's",
        {"step": "main_offer"},
        (TO_OPPOSE, "0 offer ark_construction", "0 use the_fall_guy", "0 counter puff_piece", *abstain(1, 2, 3, 4, 5)),
        "void",
        ("NA-R.34",),
        {"seats.0.assets": ["the_fall_guy"], "seats.0.hand": ["ark_construction", "puff_piece"]},
    ),
]
