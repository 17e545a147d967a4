"""Operations are read from data, and what is wrong is refused with its key."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta

from tafelrunde.core.effects import Operation, Operations
from tafelrunde.core.errors import BadInput


class Coins(Operation, frozen=True, tag="coins"):
    n: Annotated[int, Meta(ge=1, le=9)]


class Pay(Operation, frozen=True, tag="pay"):
    coins: int
    gain: tuple[Effect, ...]
    optional: bool = False


Effect = Coins | Pay
OPERATIONS: Operations[Coins | Pay] = Operations(Effect)


def test_effects_become_operations_and_data_again() -> None:
    data = [{"op": "coins", "n": 2}, {"op": "pay", "coins": 1, "gain": [{"op": "coins", "n": 3}]}]
    effects = OPERATIONS.read("effect", data)
    assert effects == (Coins(2), Pay(1, (Coins(3),)))
    assert [effect.data() for effect in effects] == data
    assert [effect.op for effect in effects] == ["coins", "pay"]


@pytest.mark.parametrize(
    ("data", "where", "reason"),
    [
        (3, "card", "expected `array`, got `int`; found 3."),
        ([{"op": "coin", "n": 2}], "card[0].op", "unknown op 'coin'; known: coins, pay."),
        ([{"n": 2}], "card[0].op", "this key is missing."),
        ([{"op": "coins"}], "card[0].n", "this key is missing."),
        ([{"op": "coins", "n": 2, "m": 1}], "card[0].m", "unknown key; known here: n."),
        ([{"op": "coins", "n": 10}], "card[0].n", "expected `int` <= 9; found 10."),
        ([{"op": "coins", "n": True}], "card[0].n", "expected `int`, got `bool`; found True."),
        (
            [{"op": "pay", "coins": 1, "gain": [{"op": "coins", "n": "3"}]}],
            "card[0].gain[0].n",
            "expected `int`, got `str`; found '3'.",
        ),
    ],
)
def test_wrong_data_is_refused_with_its_key(data: Any, where: str, reason: str) -> None:
    with pytest.raises(BadInput) as refused:
        OPERATIONS.read("card", data)
    assert (refused.value.where, refused.value.reason) == (where, reason)


def test_the_schema_names_every_operation() -> None:
    assert set(OPERATIONS.json_schema["$defs"]) == {"Coins", "Pay"}
