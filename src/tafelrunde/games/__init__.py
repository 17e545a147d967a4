"""The games of this package, one folder each. ``tafelrunde.plugins`` finds the games of other packages."""

from __future__ import annotations

from pkgutil import iter_modules

REGISTRY = {found.name: f"{__name__}.{found.name}.game" for found in iter_modules(__path__) if found.ispkg}
"""The module of each game, or ``module:Class``; imported only when the game is loaded."""
