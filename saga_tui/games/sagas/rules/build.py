"""Commands of creation: every choice, in any order (S-MAKE). What is left open or overspent is found and shown, not
refused; what no rule knows, or a limit forbids, is refused and can be allowed."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.engine import creating, equipment, levels
from saga_tui.engine.fields import Of
from saga_tui.engine.levels import paid
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Gear, Play, Skill
from saga_tui.games.sagas.rules.base import Building, Change, Index, LongText, Words
from saga_tui.games.sagas.rules.checks import BENEFITS, open_arts
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, START, TEXTS, figures, name_of
from saga_tui.games.sagas.rules.world import World
from saga_tui.problem import near
from saga_tui.words import plural

Main = Literal["str", "agi", "end", "dex", "wit", "wil", "pre", "ins"]
Secondary = Literal["cco", "rco", "ini", "spd"]
Text = Literal["name", "player", "line", "trade", "age", "looks", "background", "motives", "notes"]
Step = Literal["concept", "characteristics", "skills", "equipment"]


class Describe(creating.Describe, Building, verb="describe", title="Describe the character", rules="S-MAKE-6"):
    """Set the name, the player, the concept line, the trade, age, looks, background, motives or notes."""

    labels = TEXTS
    field: Text
    text: LongText


class ChooseCampaign(Building, verb="choose-campaign", title="Choose the campaign", rules="S-MAKE-1"):
    """Choose what your group plays: low (150 points), intermediate (250), high (350), or any other number."""

    campaign: Words
    """low, intermediate, high, or a number of points."""

    def apply(self, edit: Change) -> None:
        """The points."""
        said = self.campaign.strip().casefold()
        points = {key: one["points"] for key, one in book.campaigns().items()} | edit.now.world.budgets
        found = int(said) if said.isdecimal() and len(said) < 5 else points.get(said, 0)
        if not found:
            fix = near(self.campaign, points, "Choose low, intermediate or high, or give a number of points.")
            where = ("campaign", "points")
            edit.object("S-MAKE-1", f"There is no campaign {self.campaign!r}", fix, code="campaign", where=where)
            return
        edit.choose("campaign", "S-MAKE-1", points=found)
        edit.say(f"campaign of {plural(found, 'point')}", "S-MAKE-1")


class ChooseTechnology(Building, verb="choose-technology", title="Choose the technology level", rules="S-TL-1 S-TL-2"):
    """Choose the campaign's technology level: 0 stone age, 2 Middle Ages, 5 20th century, 8 far space."""

    level: int = Field(ge=0, le=8)

    def apply(self, edit: Change) -> None:
        """The level."""
        name = next(one["name"] for one in book.data("technology")["level"] if one["tl"] == self.level)
        edit.choose("campaign", "S-TL-1", technology=self.level)
        edit.say(f"technology level {self.level}, {name[:1].lower()}{name[1:]}", "S-TL-1")


class ChooseClass(Building, verb="choose-class", title="Choose the social class", rules="S-COST-4 S-MAKE-6"):
    """Choose a social class: more privileged costs 10 points, less favoured gives 10. Your GM has to agree."""

    standing: Literal["middle", "privileged", "modest"]

    def apply(self, edit: Change) -> None:
        """The class."""
        edit.put_at(("standing",), self.standing, "S-COST-4")
        chosen = book.classes()[self.standing]
        edit.say(f"{chosen['name'].lower()}{paid(chosen['cost'])}", "S-COST-4")


class SetCharacteristic(
    Building, verb="set-characteristic", title="Set a characteristic", rules="S-MAKE-2 S-COST-1 S-CHR-1 S-CHR-2 S-CHR-3"
):
    """Set one of the eight characteristics. All begin at 5; the price follows from the value reached."""

    characteristic: Main
    value: int = Field(ge=0, le=99)

    def apply(self, edit: Change) -> None:
        """The value; 5 is not written down."""
        key, of = self.characteristic, figures(edit.now)
        before, most = edit.now.characteristics.get(key, START), of.limit(key)
        if most is not None and self.value > most:
            message, where = f"{name_of(key)} {self.value} is above the limit of {most}", ("characteristics", key)
            edit.object("S-CHR-2", message, f"Choose {most} or less.", code="limit", where=where)
        chosen = {**edit.now.characteristics, key: self.value}
        kept = {one: value for one, value in chosen.items() if value != START}
        edit.put_at(("characteristics",), kept, "S-COST-1")
        if before != self.value:
            said = paid(of.price("characteristic", before, self.value))
            edit.say_moved(name_of(key), before, self.value, "S-COST-1", said)


class SetBonus(Building, verb="set-bonus", title="Set a bonus", rules="S-MAKE-3 S-COST-3 S-CHR-2"):
    """Set the bonus bought on Close Combat, Ranged Combat, Initiative or Speed. It costs three times as much as a main
    characteristic."""

    characteristic: Secondary
    bonus: int = Field(ge=0, le=40)

    def apply(self, edit: Change) -> None:
        """The bonus; none is not written down."""
        key, of = self.characteristic, figures(edit.now)
        before, formula, most = edit.now.bonuses.get(key, 0), of.formula(key), of.limit(key)
        if most is not None and self.bonus > before and formula + self.bonus > most:
            message = f"{name_of(key)} {formula + self.bonus} is above the limit of {most}"
            edit.object("S-CHR-2", message, "Choose a lower bonus.", code="limit", where=("bonuses", key))
        chosen = {**edit.now.bonuses, key: self.bonus}
        edit.put_at(("bonuses",), {one: value for one, value in chosen.items() if value}, "S-COST-3")
        if before != self.bonus:
            said = paid(of.price("secondary", formula + before, formula + self.bonus))
            edit.say_moved(f"{name_of(key)} bonus", before, self.bonus, "S-COST-3", said)


# ---- skills


class Learning(levels.Learning, Building):
    """A choice among skills."""

    ladder = figures
    bought = Skill


class RaiseSkill(
    levels.Raise, Learning, verb="raise-skill", title="Raise a skill", rules="S-COST-2 S-MAKE-4 S-SKILL-2"
):
    """Raise a skill's learning level a step: a level, or five levels below 0."""


class LowerSkill(levels.Lower, Learning, verb="lower-skill", title="Lower a skill", rules="S-COST-2 S-SKILL-2"):
    """Lower a skill's learning level a step, and get its points back. At its start it is not bought any more."""


class SetSkill(levels.SetLevel, Learning, verb="set-skill", title="Set a skill", rules="S-COST-2 S-MAKE-4 S-SKILL-2"):
    """Set a skill's learning level: −15, −10, −5, 0 and up, not below its start."""


class AddSkill(
    levels.AddSpecialisation,
    Learning,
    verb="add-skill",
    title="Add a specialisation",
    rules="S-SKILL-5 S-MAKE-4 S-MAKE-5 S-MART-1 S-SKILL-2",
):
    """Add a specialisation of a skill that is bought once for each: a language, an art, a science, a martial art."""


class MakeSkill(
    levels.MakeOwn, Learning, verb="make-skill", title="Make a skill of your own", rules="S-SKILL-6 S-SKILL-2"
):
    """Make a skill that the list does not have: its name, its characteristic and where it starts. Your GM agrees."""

    on: Main | Secondary
    start: int = Field(default=-5, ge=-15, le=0)
    """Where it starts: −15, −10, −5 or 0."""


class RemoveSkill(levels.Remove, Learning, verb="remove-skill", title="Remove a skill", rules="S-COST-2"):
    """Remove a skill that was bought, and get its points back."""


class MarkTrade(
    levels.MarkTrade, Learning, verb="mark-trade", title="Mark a skill of the trade", rules="S-SKILL-3 S-MAKE-6"
):
    """Say that a skill belongs to your trade, or that it does not."""


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


# ---- equipment


def _tables(character: Character) -> tuple[Mapping[str, str], Mapping[str, Mapping[str, Any]]]:
    of = figures(character)
    return of.pieces, {"weapon": of.weapons, "armour": of.armours}


class AddGear(equipment.Add, Building, verb="add-gear", title="Add equipment", rules="S-MAKE-7 S-EQP-1 S-ARM-1"):
    """Add a weapon, an armour or another thing. What the tables have brings its numbers; a thing of your own needs
    none."""

    tables = _tables
    made = Gear


class WearGear(equipment.Wear, Building, verb="wear", title="Wear or wield", rules="S-MAKE-7 S-ARM-1"):
    """Wear armour or take a weapon in hand, or put it away."""


class RemoveGear(equipment.Remove, Building, verb="remove-gear", title="Remove equipment", rules="S-MAKE-7"):
    """Remove a piece of equipment."""


# ---- the campaign's rules, the whole character


class SetSwitch(
    creating.SetSwitch, Building, verb="set-switch", title="Change a rule option", rules="S-WORLD-2", group="rulings"
):
    """Change a rule option for this character. `saga-tui rules S-WORLD-2` lists them."""

    switch: Annotated[Words, Of("rule option")]

    def table(self, document: Character) -> Mapping[str, book.Switch]:
        """Those of the book."""
        return book.switches()

    def standing(self, document: Character, key: str, *, usual: bool = False) -> str:
        """As the character has it, or its setting."""
        return book.switch(document.world.switches if usual else figures(document).switches, key)

    def fits(self, row: book.Switch) -> bool:
        """Points may be any number."""
        return super().fits(row) or (row.key == "creation_points" and self.value.isdecimal())


class ChangeSetting(
    Building, verb="change-setting", title="Change the setting", rules="S-WORLD-1 S-WORLD-2", group="rulings"
):
    """Use a setting, instead of the one before. `saga-tui setting use` finds it and shows first what would change."""

    setting: World = World()
    """What the character keeps of it; nothing for the book alone."""

    def apply(self, edit: Change) -> None:
        """In the place of the one before; says what changes by it."""
        before = figures(edit.now)
        edit.put_at(("world",), self.setting, "S-WORLD-1")
        edit.choose("campaign", "S-WORLD-1", setting=self.setting.name)
        edit.say(f"setting: {self.setting.name or 'the book alone'}", "S-WORLD-1")
        after = figures(edit.now)
        for key in (*MAIN, *SECONDARY):
            if before.score(key) != after.score(key):
                edit.say_moved(name_of(key), before.score(key), after.score(key), "S-WORLD-1")
        if before.left().total != after.left().total:
            edit.say_moved("points left", before.left().total, after.left().total, "S-WORLD-1")


class FromPaper(creating.FromPaper, Building, verb="from-paper", title="Enter from paper", rules="S-MAKE-10"):
    """Enter a character from paper as it stands, without a budget; or count points again."""


class Become(creating.Surprise, Building, verb="surprise", title="Surprise me", rules="S-MAKE-1 S-MAKE-10"):
    """Make random legal choices for one step or the whole character. The same seed gives the same choices."""

    sections: ClassVar[tuple[str, ...]] = ("concept", "campaign", "characteristics", "skills", "gear")
    step: Step | None = None

    def made(self, document: Character) -> Character:
        """What chance makes of it."""
        from saga_tui.games.sagas.rules import surprise

        return surprise.made(document, self.seed, self.step)


class StartPlay(
    creating.StartPlay, Building, verb="start-play", title="Start play", rules="S-CLK-1 S-MAKE-9 S-MAKE-10"
):
    """Start play. What is wrong or left to choose is listed first; points left are lost, or become experience."""

    group = "clock"

    def begun(self, edit: Change) -> Play:
        """The first moment of play."""
        left = max(0, figures(edit.now).left().total)
        kept = left if figures(edit.now).switch("leftover_creation") == "kept" else 0
        if left:
            one, many = ("becomes", "become") if kept else ("is", "are")
            said = f"{one if left == 1 else many} {'experience' if kept else 'lost'}"
            edit.say(f"{plural(left, 'point')} of creation {said}", "S-MAKE-9")
        return Play(experience=kept)
