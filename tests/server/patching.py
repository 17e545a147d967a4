"""How a program applies what a socket sends: whole views, and patches of the view that came before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def merged(target: Any, patch: Any) -> Any:
    """RFC 7396; where the target is a list, the members of an object are its places."""
    if not isinstance(patch, dict):
        return patch
    if isinstance(target, list):
        changed = list(target)
        for place, value in patch.items():
            changed[int(place)] = merged(changed[int(place)], value)
        return changed
    found = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(found.get(name), value)
    return found


def patched(view: Any, message: Mapping[str, Any]) -> Any:
    """The view that a ``patch`` message leads to."""
    view = merged(view, message["patch"])
    for *path, last in message.get("nulls", ()):
        place = view
        for step in path:
            place = place[int(step) if isinstance(place, list) else step]
        place[last] = None
    return view


class Pushed:
    """The view of one socket."""

    def __init__(self) -> None:
        self.view: Any = None
        self.version = -1

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """A message; a patch is answered with the ``view`` message that it stands for."""
        if message["type"] == "patch":
            assert message["after"] == self.version, f"{message} does not follow version {self.version}"
            message = {**message, "type": "view", "view": patched(self.view, message)}
        if message["type"] == "view":
            self.view, self.version = message["view"], message["version"]
        return message
