"""Who may see what: the suite for every game, and the page that lists it."""

from tafelrunde.testing.contract.audience import *  # noqa: F403
from tests.contract import secrecy
from tests.contract.games import GAMES  # noqa: F401


def test_the_documentation_lists_what_is_secret() -> None:
    assert secrecy.FILE.read_text(encoding="utf-8") == secrecy.page(), "`make pages` writes it anew"
