"""What every game's group may decide, entered among Saga's commands."""

from __future__ import annotations

from saga_tui.engine.deciding import SHARED
from saga_tui.games.saga.rules.commands.base import COMMANDS

COMMANDS.update(SHARED)
