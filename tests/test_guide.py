"""The code in the guide is that of the example."""

from __future__ import annotations

from tests.guide_code import BLOCK, GUIDE, filled, part


def test_the_guide_shows_the_example_as_it_is() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) == text.count("<!-- code:") >= 10
    assert filled(text) == text, "python -m tests.guide_code writes it anew"


def test_a_block_that_differs_is_noticed() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert filled(text.replace("state.coins[leader] -= state.bid", "state.coins[leader] -= 1")) == text
    assert filled(text.replace("state.coins[leader] -= state.bid", "state.coins[leader] -= 1")) != text.replace(
        "state.coins[leader] -= state.bid", "state.coins[leader] -= 1"
    )


def test_parts_are_found_with_their_decorators() -> None:
    found = part(GUIDE.parents[1] / "examples/towpath/towpath/rules.py", ["ask_bid", "MOST"])
    assert found.startswith("@FRAMES.asks(Bid")
    assert found.endswith("MOST = 99")
