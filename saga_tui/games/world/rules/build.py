"""Commands that enter a character: any field in any order (W-ENT-1). They are rows of `book/building.toml`."""

from collections.abc import Mapping
from typing import Any, ClassVar

from saga_tui.engine import creating, entering
from saga_tui.engine.declared import declare
from saga_tui.games.world import book
from saga_tui.games.world.character import Character, Play
from saga_tui.games.world.rules.base import MADE, Building, Change
from saga_tui.games.world.rules.checks import QUICK, trainable
from saga_tui.games.world.rules.figures import TEXTS, TOLERANCES, figures
from saga_tui.games.world.rules.world import World

__all__ = ["MADE"]


class Choice(Building):
    """What the engine's kinds of choices ask of the game."""

    labels: ClassVar[Any] = TEXTS
    known: ClassVar[Any] = book.switches
    numbers: ClassVar[Any] = figures
    trained: ClassVar[Any] = trainable
    arrays: ClassVar[Any] = {one["key"]: one for one in QUICK["arrays"]}


class ChangeSetting(
    creating.ChangeSetting,
    Building,
    verb="change-setting",
    title="Change the setting",
    rules="W-SET-1",
    group="rulings",
):
    """Use a setting, instead of the one before. `saga-tui setting use` finds it and shows first what would change."""

    setting: World = World()
    """What the character keeps of it; nothing for the book alone."""

    def counted(self, document: Character) -> Mapping[str, int]:
        """Every rank and maximum."""
        of = figures(document)
        return {of.label_of(name): of.number(name).total for name in of.table}


class Surprise(creating.Surprise):
    """Chooses by chance."""

    sections: ClassVar[tuple[str, ...]] = ("concept", "attributes", "training", "maxima")

    def made(self, document: Character) -> Any:
        """What chance makes of it."""
        from saga_tui.engine import dealt

        return dealt.made(figures(document), book.data("ideas"), QUICK, self.seed, self.step)


class Start(creating.StartPlay):
    """Play starts with every tolerance full."""

    def begun(self, edit: Change) -> Play:
        """The first moment of play."""
        of = figures(edit.now)
        full = {key: max(0, of.number(f"{key}-most").total) for key in TOLERANCES}
        return Play(**full, began=dict(edit.now.attributes))


declare(Choice, book.data("building"), describe=creating.Describe, enter=entering.Enter, deal=entering.Deal,
        training=entering.Train, text=entering.SetText, item=entering.AddItem, use=entering.UseItem,
        drop=entering.RemoveItem, switch=creating.SetSwitch, paper=creating.FromPaper, surprise=Surprise,
        start=Start)  # fmt: skip
