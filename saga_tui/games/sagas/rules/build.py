"""Commands of creation: every choice, in any order (S-MAKE). What is left open or overspent is found and shown, not
refused; what no rule knows, or a limit forbids, is refused and can be allowed. Those of a kind that the engine has are
rows of `book/building.toml`."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from saga_tui.engine import command, creating, equipment, levels
from saga_tui.engine.declared import declare
from saga_tui.engine.fields import Of
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Gear, Skill
from saga_tui.games.sagas.rules.base import MADE, Building, Change, Index
from saga_tui.games.sagas.rules.checks import BENEFITS, open_arts
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, TEXTS, figures, name_of
from saga_tui.games.sagas.rules.world import World

__all__ = ["MADE", "made"]


def _tables(character: Character) -> tuple[Mapping[str, str], Mapping[str, Mapping[str, Any]]]:
    of = figures(character)
    return of.pieces, {"weapon": of.weapons, "armour": of.armours}


class Choice(Building):
    """What the engine's kinds of choices ask of the game."""

    labels: ClassVar[Any] = TEXTS
    known: ClassVar[Any] = book.switches
    numbers: ClassVar[Any] = figures
    scores: ClassVar[Any] = figures
    ladder: ClassVar[Any] = figures
    bought: ClassVar[Any] = Skill
    tables: ClassVar[Any] = _tables
    made: ClassVar[Any] = Gear


class Campaign(creating.ChooseBudget):
    """Chooses the points of the campaign, as the setting has them (S-MAKE-1)."""

    def budgets(self, document: Character) -> Mapping[str, int]:
        """Those of the book, and of the setting."""
        return {key: row["points"] for key, row in book.campaigns().items()} | document.world.budgets


class Choose(creating.Choose):
    """Chooses a technology level or a social class (S-TL-1, S-COST-4)."""

    def options(self) -> Mapping[Any, Mapping[str, Any]]:
        """The rows of its table."""
        levels = {one["tl"]: one for one in book.data("technology")["level"]}
        return book.classes() if self.where == ("standing",) else levels


class ChooseBenefit(Building, verb="choose-benefit", title="Choose what an art brings", rules="S-MAKE-5 S-MART-2"):
    """Choose what a martial art that leaves it open brings to strikes: up to 3 dice, or two attack rolls."""

    benefit: Literal["dmax-3", "two-weapons"]
    art: Annotated[Index, Of("art with a choice")] = 0

    def apply(self, edit: Change) -> None:
        """On the art."""
        places = open_arts(figures(edit.now))
        if self.art >= len(places):
            message, fix = "None of your arts leaves a choice", "Add Kung Fu first."
            edit.object("S-MAKE-5", message, fix, code="benefit", where=("skills",))
            return
        edit.put_at(("skills", places[self.art], "benefit"), self.benefit, "S-MART-2")
        edit.say(f"{edit.now.skills[places[self.art]].name}: {BENEFITS[self.benefit]}", "S-MART-2")


class ChangeSetting(
    creating.ChangeSetting,
    Building,
    verb="change-setting",
    title="Change the setting",
    rules="S-WORLD-1 S-WORLD-2",
    group="rulings",
):
    """Use a setting, instead of the one before. `saga-tui setting use` finds it and shows first what would change."""

    setting: World = World()
    """What the character keeps of it; nothing for the book alone."""

    def counted(self, document: Character) -> Mapping[str, int]:
        """The characteristics, and the points left."""
        of = figures(document)
        return {name_of(key): of.score(key) for key in (*MAIN, *SECONDARY)} | {"points left": of.left().total}


class Surprise(creating.Surprise):
    """Chooses by chance."""

    sections: ClassVar[tuple[str, ...]] = ("concept", "campaign", "characteristics", "skills", "gear")

    def made(self, document: Character) -> Any:
        """What chance makes of it."""
        from saga_tui.games.sagas.rules import surprise

        return surprise.made(document, self.seed, self.step)


declare(Choice, book.data("building"), describe=creating.Describe, campaign=Campaign, choose=Choose,
        score=creating.SetScore, gear=equipment.Add, wear=equipment.Wear, drop=equipment.Remove,
        switch=creating.SetSwitch, paper=creating.FromPaper, surprise=Surprise, start=creating.StartByPoints,
        **{"raise": levels.Raise}, lower=levels.Lower, set=levels.SetLevel, add=levels.AddSpecialisation,
        own=levels.MakeOwn, remove=levels.Remove, trade=levels.MarkTrade)  # fmt: skip


def made(verb: str, **said: Any) -> command.Command:
    """A command of creation by its verb."""
    return MADE[verb].model_validate(said)
