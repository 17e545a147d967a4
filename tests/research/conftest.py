"""Kontor, the game of another package, as an installer would leave it: found by its entry point, also by worker processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tafelrunde.plugins import plugins
from tests.test_plugins import install


@pytest.fixture(scope="module")
def kontor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("installed")
    install(folder, "kontor_package", "from tests.kontor.game import Kontor as Kontor\n", "kontor = kontor_package:Kontor")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        plugins.cache_clear()
        assert "kontor" in plugins().games, plugins().problems
        yield
    plugins.cache_clear()
