"""Random tokens for links and cookies; only their hashes are stored."""

from __future__ import annotations

import secrets
from hashlib import sha256


def secret() -> str:
    """An unguessable token for a link or a cookie."""
    return secrets.token_urlsafe(24)


def digest(word: str) -> str:
    """The stored hash of a token."""
    return sha256(word.encode()).hexdigest()
