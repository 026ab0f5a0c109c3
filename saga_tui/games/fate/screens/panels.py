"""What the play screen shows. Which panels there are and where they stand is data (`book/screens.toml`)."""

from typing import Final

from saga_tui.games.fate.play.state import waiting
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.screens.plays import OF, TABLE
from saga_tui.ui import panel_table, theme

__all__ = ["LAYOUT", "PANELS", "TABLE", "levels"]
theme.wear(TABLE["colours"])
levels = OF.difficulties
PANELS: Final = panel_table.panels(
    TABLE["panels"],
    {"hand": OF.hand, "state": OF.state, "abilities": OF.abilities, "reach": OF.reach, "plays": OF.plays,
     "levels": OF.difficulties,
     "powers": OF.powers, "person": OF.person, "next": OF.following},
    {"state": {"urgent": lambda one: bool(waiting(one))},
     "hand": {"heading": lambda one: f"edge {figures(one).edge.total}"}},
)  # fmt: skip
LAYOUT: Final = panel_table.layout(TABLE["layout"], mood=OF.mood, band=OF.band)
