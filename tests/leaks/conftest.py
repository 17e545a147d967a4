"""Kontor, the tiny game with secrets, is one of the games."""

from tests.server.conftest import with_kontor

__all__ = ["with_kontor"]
