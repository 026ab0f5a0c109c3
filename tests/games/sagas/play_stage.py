"""Ida Marsh at SagaS's play screen: calm, in a fight, dying; dice as told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from saga_tui.dice import Roller, seeded
from saga_tui.engine.deciding import Note
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from saga_tui.ui.tracker import Tracker, tracker
from tests.games.sagas.samples import IDA, Sample, Step, build

CALM: Final[tuple[Step, ...]] = (
    ("start-play", {}),
    ("start-scenario", {}),
    ("start-scene", {}),
    ("take-damage", {"amount": 9, "protection": 0}),
    ("take-damage", {"amount": 6, "form": "stun", "protection": 0}),
    ("hold", {"against": "Vera"}),
    ("start-work", {"name": "Find the leak", "goal": 8, "losing": -3}),
    ("work-step", {"degree": 3}),
)
FIGHT: Final[tuple[Step, ...]] = (
    *CALM,
    ("start-fight", {"die": 4}),
    ("add-foe", {"name": ["Guard", "Vargas"], "initiative": 7, "die": [3, 8]}),
    ("act", {"option": "attack"}),
    ("shoot", {"amount": 3}),
    ("take-damage", {"amount": 16, "protection": 0}),
)
DYING: Final[tuple[Step, ...]] = (
    *FIGHT,
    ("waive", {}),
    ("end-round", {}),
    ("take-damage", {"amount": 40, "protection": 0}),
)
STAGES: Final = {"calm": CALM, "fight": FIGHT, "dying": DYING}


class Table(KitApp):
    """An app with the play screen of a character to whom things have happened."""

    animated = False

    def __init__(
        self, folder: Path, steps: Sequence[Step] = CALM, sample: Sample = IDA, roller: Roller | None = None
    ) -> None:
        super().__init__(animations=False)
        self.game, self.roller = registry.game("sagas"), roller or seeded(5)
        doc = build(sample).to_doc()
        self.memory = Memory.create(folder / "characters", doc, registry.layout("sagas"))
        session: Session[Character] = Session(RULES, self.memory, self.roller)
        for verb, params in steps:
            assert not session.do(RULES.command(verb, params)).refused, verb
        self.tracker: Tracker[Any] = tracker(self.game, self.memory)

    def live(self) -> None:
        """A long session: the log has more than there is room for."""
        for at in range(30):
            self.tracker.session.do(Note(text=f"{at} The harbour clerk lies about the night of the fire, and knows it"))

    async def on_mount(self) -> None:
        """Open it."""
        await super().on_mount()
        await self.push_screen(self.tracker)

    def on_unmount(self) -> None:
        """Let the file go."""
        self.memory.close()

    @property
    def character(self) -> Character:
        """As it is now."""
        found: Character = self.tracker.document
        return found

    @property
    def play(self) -> Any:
        """Where play stands."""
        return play_of(self.character)

    @property
    def told(self) -> list[str]:
        """What the journal says, the newest first."""
        return [event.text for event in self.memory.history()]
