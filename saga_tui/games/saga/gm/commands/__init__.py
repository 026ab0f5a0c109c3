"""The commands of a table; each module is loaded when one of its commands is wanted."""

from __future__ import annotations

from typing import Final

from saga_tui.engine import deciding
from saga_tui.engine.command import Commands
from saga_tui.games.saga.gm.commands.base import MADE

HOMES: Final = {
    f"{__name__}.seats": "name-table write-notes seat unseat away side divide-allies",
    f"{__name__}.scene": """
        element remove-element out damage-element grow-element scene-trait allies
        take-allies damage-allies""",
    f"{__name__}.conditions": "condition end-condition met count clock tick",
    f"{__name__}.prepared": "keep-element forget-element bring keep-situation forget-situation open-situation",
    f"{__name__}.time": """
        start-chapter end-chapter start-scene end-scene start-conflict end-conflict end-round gm-first escalate join
        set-clock phase acted assign""",
    f"{__name__}.attacks": "attack block settle",
    f"{__name__}.acts": "act element-block deal call-off",
    f"{__name__}.challenges": "challenge resist order gm-says",
    f"{__name__}.giving": """
        fortune bribe offer-drive grant-recovery reward spark offer-spark gm-offer luck harm""",
    f"{__name__}.traits": "scene-invoke end-scene-trait element-trait invert lend-trait",
    f"{__name__}.together": "let",
    deciding.__name__: " ".join(deciding.SHARED),
}
"""The verbs of each module of commands."""
COMMANDS: Final = Commands(HOMES, MADE)
"""Every command of a table by its verb."""
