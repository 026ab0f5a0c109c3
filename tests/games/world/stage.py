"""Mira Vane of the samples at World Saga's screens: at the entry form, calm in play, in trouble; dice as told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from saga_tui.dice import seeded
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.world.character import Character, Play
from saga_tui.games.world.play.state import play_of
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.store import Memory, load
from saga_tui.ui.base import KitApp
from saga_tui.ui.roll import PlainRoll
from saga_tui.ui.roll_items import ItemRow
from saga_tui.ui.rows import Row
from tests.ui.looking import rows_of

ROOT: Final = Path(__file__).parents[3]
Step = tuple[str, dict[str, Any]]
NEW: Final[tuple[Step, ...]] = ()
CALM: Final[tuple[Step, ...]] = (("start-play", {}), ("pass-activity", {}), ("pass-period", {}))
TROUBLE: Final[tuple[Step, ...]] = (
    *CALM,
    ("injury", {"which": "broken", "left": 7}),
    ("set-affliction", {"affliction": "influenza", "rank": 2, "resistance": "resilience"}),
    ("start-combat", {}),
    ("start-turn", {}),
    ("condition", {"what": "exposed", "number": 2}),
    ("condition", {"what": "grappled"}),
    ("take-damage", {"amount": 8, "tolerance": "courage"}),
    ("take-damage", {"amount": 9}),
    ("take-damage", {"amount": 1}),
)
STAGES: Final = {"calm": CALM, "trouble": TROUBLE}


def mira(*steps: Step) -> Character:
    """The sample after these steps."""
    from saga_tui.engine.command import perform

    one = RULES.of(load(ROOT / "characters" / "mira-vane.toml"))
    for verb, params in steps:
        outcome = perform(RULES, one, RULES.command(verb, params))
        assert not outcome.refused, (verb, outcome.problems)
        one = outcome.after
    return one


class Desk(KitApp):
    """An app with the screen of a character to whom things have happened."""

    animated = False

    def __init__(self, folder: Path, steps: Sequence[Step] = CALM, doc: dict[str, Any] | None = None) -> None:
        super().__init__(animations=False)
        made = doc or mira(*steps).to_doc()
        self.memory = Memory.create(folder / "characters", made, registry.layout("world"), stem="mira")
        self.session = Session(RULES, self.memory, seeded(5))

    async def on_mount(self) -> None:
        """Open it."""
        await super().on_mount()
        await self.push_screen(registry.game("world").screen(self.memory))

    def on_unmount(self) -> None:
        """Let the file go."""
        self.memory.close()

    @property
    def character(self) -> Character:
        """As it is now."""
        return RULES.of(self.memory.doc)

    @property
    def play(self) -> Play:
        """Where play stands."""
        return play_of(self.character)

    @property
    def panel(self) -> PlainRoll:
        """The roll that is put together."""
        assert isinstance(self.screen, PlainRoll), self.screen
        return self.screen

    @property
    def shown(self) -> str:
        """The screen as text."""
        return "\n".join(rows_of(self.screen))

    def to(self, key: str) -> None:
        """Go to a row of the roll."""
        next(row for row in self.panel.query(ItemRow) if row.item.key == key).focus()

    def at(self, id: str) -> Row:
        """A row of the screen by its id."""
        return self.screen.query_one(f"#{id}", Row)
