"""The JSON Schema of component files, which editors use, agrees with the files and with what the game refuses."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest

import tafelrunde
from tafelrunde.library import game_class

TYPED = [name for name in tafelrunde.games() if game_class(name).component_type is not None]


def tables(data: Any) -> list[dict[str, Any]]:
    """All tables of a file."""
    inner = list(data.values()) if isinstance(data, dict) else data if isinstance(data, list) else []
    return ([data] if isinstance(data, dict) else []) + [table for item in inner for table in tables(item)]


@pytest.mark.parametrize("name", TYPED)
def test_the_shipped_file_fits_the_schema_and_changed_ones_do_not(name: str) -> None:
    game = tafelrunde.load(name)
    validator = jsonschema_rs.validator_for(game.component_schema())
    assert [str(error) for error in validator.iter_errors(game.components.data)] == []
    unknown = deepcopy(game.components.data)
    unknown["nothing"] = 1  # type: ignore[index]
    assert not validator.is_valid(unknown)
    tagged = next(table for table in tables(deepcopy(unknown)) if "source" in table)
    assert tagged["source"] in ("seed", "public", "house")
    wrong = deepcopy(game.components.data)
    next(table for table in tables(wrong) if "source" in table)["source"] = "hearsay"
    assert not validator.is_valid(wrong)
