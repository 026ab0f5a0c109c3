"""The panels of the session by their places in its columns; the log, which shows events, is made apart."""

from __future__ import annotations

from typing import Final

from saga_tui.games.saga.screens.session.panels.assets import AssetsPanel
from saga_tui.games.saga.screens.session.panels.base import SessionPanel
from saga_tui.games.saga.screens.session.panels.consequences import ConsequencesPanel
from saga_tui.games.saga.screens.session.panels.damage import DamagePanel
from saga_tui.games.saga.screens.session.panels.drives import DrivesPanel
from saga_tui.games.saga.screens.session.panels.gear import GearPanel
from saga_tui.games.saga.screens.session.panels.last_roll import LastRollPanel
from saga_tui.games.saga.screens.session.panels.skills import SkillsPanel
from saga_tui.games.saga.screens.session.panels.traits import TraitsPanel

PANELS: Final[dict[str, type[SessionPanel]]] = {
    "assets": AssetsPanel,
    "damage": DamagePanel,
    "consequences": ConsequencesPanel,
    "drives": DrivesPanel,
    "gear": GearPanel,
    "traits": TraitsPanel,
    "skills": SkillsPanel,
    "roll": LastRollPanel,
}
