"""Commands of creation: every choice, in any order (F-CRE). What is left open or overspent is found and shown, not
refused. They are rows of `book/building.toml`."""

from __future__ import annotations

from typing import Any, ClassVar

from saga_tui.engine import carded, choosing, command, creating
from saga_tui.engine.choosing import adding
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


class ChangeSetting(creating.ChangeSetting, Building, verb="change-setting", title="Change the setting",
                    rules="F-SET-1", group="rulings"):  # fmt: skip
    """Use a setting, instead of the one before. `saga-tui setting use` finds it and shows first what would change."""

    setting: Options = Options()
    """What the hero keeps of it; nothing for the rules as usual."""

    def counted(self, document: Hero) -> dict[str, int]:
        """The size of the hand, and of the deck."""
        return {"hand size": figures(document).size.total, "cards": figures(document).deck}


declare(Choice, book.data("building"), describe=creating.Describe, put=choosing.Put, add=choosing.Add,
        remove=choosing.Remove, skill=adding(Skill), power=adding(Power), gear=adding(Gear), switch=creating.SetSwitch,
        deal=carded.Deal, give=carded.Give, lift=carded.Lift, surprise=creating.Surprise, paper=creating.FromPaper,
        start=creating.StartPlay)  # fmt: skip


def made(verb: str, **said: Any) -> command.Command:
    """A command of creation by its verb."""
    return MADE[verb].model_validate(said)
