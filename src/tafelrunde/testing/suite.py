"""Everything that a game must pass: import all of it into a test file and name the games in ``GAMES``."""

from tafelrunde.testing.contract.audience import *  # noqa: F403
from tafelrunde.testing.contract.copies import *  # noqa: F403
from tafelrunde.testing.contract.forced import *  # noqa: F403
from tafelrunde.testing.contract.golden import *  # noqa: F403
from tafelrunde.testing.contract.play import *  # noqa: F403
from tafelrunde.testing.contract.records import *  # noqa: F403
from tafelrunde.testing.contract.scenarios import *  # noqa: F403
from tafelrunde.testing.contract.secrets import *  # noqa: F403
from tafelrunde.testing.contract.texts import *  # noqa: F403
from tafelrunde.testing.contract.views import *  # noqa: F403
