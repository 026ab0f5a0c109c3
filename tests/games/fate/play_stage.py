"""A hero at the play screen: what happened before, cards as a seed gives them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from saga_tui.dice import seeded
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.fate.hero import Gear, Hero, Play, Power, Skill
from saga_tui.games.fate.play.state import hand_of, play_of
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from saga_tui.ui.tracker import Tracker, tracker
from tests.games.fate.play_table import hero

Step = tuple[str, dict[str, Any]]
FIGHT: Final[tuple[Step, ...]] = (
    ("start-fight", {"card": "6 neutral"}),
    ("start-duration", {"what": "Fog over the docks"}),
    ("take-hit", {"attack": 8, "kind": "plain"}),
)


def ash(*hand: str) -> Hero:
    """Ash with a power, a weapon, a coat, and a skill of the world's best."""
    one = hero(
        hand or ("S4", "A2", "I7", "D9", "W5"), edge=3, scores=(6, 8, 4, 5),
        powers=(Power(name="Gale", intensity=9, suit="agility", stunts=("gust",), limits=("needs air",)),),
        gear=(Gear(name="Bow", bonus=2, fires=True), Gear(name="Coat", kind="armour", bonus=1)),
        hindrances=("Fear of fire",),
    )  # fmt: skip
    best = one.abilities.agility.model_copy(update={"code": "d", "skills": (Skill(name="Archery", world_class=True),)})
    return one.model_copy(update={"abilities": one.abilities.model_copy(update={"agility": best})})


class Stage(KitApp):
    """An app with the play screen of a hero to whom things have happened."""

    animated = False

    def __init__(self, folder: Path, steps: Sequence[Step] = (), one: Hero | None = None, seed: int = 4) -> None:
        super().__init__(animations=False)
        self.memory = Memory.create(folder / "characters", (one or ash()).to_doc(), registry.layout("fate"))
        session: Session[Hero] = Session(RULES, self.memory, seeded(seed))
        for verb, params in steps:
            assert not session.do(RULES.command(verb, params)).refused, verb
        self.tracker: Tracker[Any] = tracker(registry.game("fate"), self.memory)
        self.tracker.session.roller = seeded(seed)

    async def on_mount(self) -> None:
        """Open it."""
        await super().on_mount()
        await self.push_screen(self.tracker)

    def on_unmount(self) -> None:
        """Let the file go."""
        self.memory.close()

    @property
    def play(self) -> Play:
        """Where play stands."""
        return play_of(self.tracker.document)

    @property
    def hand(self) -> list[str]:
        """The hand by names."""
        return [one.name for one in hand_of(self.tracker.document)]

    @property
    def text(self) -> str:
        """All that is on the screen."""
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in line).rstrip() for line in lines)
