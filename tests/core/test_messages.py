"""How facts are put into sentences."""

from __future__ import annotations

import pytest

from tafelrunde.core.messages import fill

NAMES = {"iron": "Iron", "sort:iron": "iron row", "pub": "Pub", "nothing": "nothing"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"iron": 2, "pub": 1}, "2 × Iron, 1 × Pub"),
        ({}, "nothing"),
        (["iron", "pub 2"], "Iron, Pub 2"),
        ("pub 2", "Pub 2"),
        ("pub quiz", "pub quiz"),
        ("unknown", "unknown"),
        (7, "7"),
    ],
)
def test_facts_are_shown_by_their_names(value: object, text: str) -> None:
    assert fill("{goods}", {"goods": value}, "en", NAMES) == text


def test_a_name_for_this_fact_comes_first() -> None:
    assert fill("{sort}", {"sort": "iron"}, "en", NAMES) == "iron row"
    assert fill("{sort}", {"sort": "iron 3"}, "en", NAMES) == "iron row 3"
