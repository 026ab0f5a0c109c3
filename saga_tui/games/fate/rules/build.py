"""Commands of creation: every choice, in any order (F-CRE). What is left open or overspent is found and shown, not
refused. Those of a kind that the engine has are rows of `book/building.toml`."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from saga_tui.engine import carded, choosing, command, creating
from saga_tui.engine.declared import declare
from saga_tui.engine.worlds import Options
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Gear, Hero, Power, Skill
from saga_tui.games.fate.rules.base import MADE, Building
from saga_tui.games.fate.rules.figures import MAKING, TEXTS, figures

__all__ = ["MADE", "made"]


class Choice(Building):
    """What the engine's kinds of choices ask of the game."""

    labels: ClassVar[Any] = TEXTS
    known: ClassVar[Any] = book.switches
    making: ClassVar[Any] = MAKING


class AddSkill(choosing.Add):
    """A skill (F-HERO-4)."""

    row: ClassVar[Any] = Skill


class AddPower(choosing.Add):
    """A power (F-HERO-6)."""

    row: ClassVar[Any] = Power


class AddGear(choosing.Add):
    """A weapon or armour (F-HERO-8)."""

    row: ClassVar[Any] = Gear


class SetHand(choosing.Put):
    """The hand size of a sheet that says otherwise (F-HAND-1)."""

    size: Annotated[int, Field(ge=0, le=30)] | None = None


class Surprise(creating.Surprise):
    """Chooses by chance (F-CRE-1)."""

    sections: ClassVar[tuple[str, ...]] = ("concept", "made", "abilities", "powers", "gear", "calling", "hindrances")

    def made(self, document: Hero) -> Any:
        """What chance makes of it."""
        from saga_tui.games.fate.rules import surprise

        return surprise.made(document, self.seed, self.step)


class ChangeSetting(creating.ChangeSetting, Building, verb="change-setting", title="Change the setting",
                    rules="F-SET-1", group="rulings"):  # fmt: skip
    """Use a setting, instead of the one before. `saga-tui setting use` finds it and shows first what would change."""

    setting: Options = Options()
    """What the hero keeps of it; nothing for the rules as usual."""

    def counted(self, document: Hero) -> dict[str, int]:
        """The size of the hand, and of the deck."""
        return {"hand size": figures(document).size.total, "cards": figures(document).deck}


declare(Choice, book.data("building"), describe=creating.Describe, put=choosing.Put, add=choosing.Add,
        remove=choosing.Remove, skill=AddSkill, power=AddPower, gear=AddGear, hand=SetHand, switch=creating.SetSwitch,
        deal=carded.Deal, give=carded.Give, lift=carded.Lift, surprise=Surprise,
        paper=creating.FromPaper, start=creating.StartPlay)  # fmt: skip


def made(verb: str, **said: Any) -> command.Command:
    """A command of creation by its verb."""
    return MADE[verb].model_validate(said)
