"""Commands of creation: every choice, in any order (S-MAKE). What is left open or overspent is found and shown, not
refused; what no rule knows, or a limit forbids, is refused and can be allowed."""

from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from saga_tui.engine.fields import Of
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Gear, Play, Skill
from saga_tui.games.sagas.rules import prices
from saga_tui.games.sagas.rules.base import Building, Change, Index, LongText, Words
from saga_tui.games.sagas.rules.checks import BENEFITS, limit, open_arts, problems
from saga_tui.games.sagas.rules.entries import TEXTS
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, START, Held, figures, name_of, ref_of
from saga_tui.games.sagas.rules.world import World
from saga_tui.problem import near
from saga_tui.words import plural

Main = Literal["str", "agi", "end", "dex", "wit", "wil", "pre", "ins"]
Secondary = Literal["cco", "rco", "ini", "spd"]
Text = Literal["name", "player", "line", "trade", "age", "looks", "background", "motives", "notes"]
Step = Literal["concept", "characteristics", "skills", "equipment"]
SkillRef = Annotated[Words, Of("skill", keys="skill key")]
Piece = Annotated[Index, Of("gear")]
Steps = Annotated[int, Field(ge=1, le=40)]


class Describe(Building, verb="describe", title="Describe the character", rules="S-MAKE-6"):
    """Set the name, the player, the concept line, the trade, age, looks, background, motives or notes."""

    field: Text
    text: LongText

    def apply(self, edit: Change) -> None:
        """The words."""
        edit.choose("concept", "S-MAKE-6", **{self.field: self.text})
        edit.say(f"{TEXTS[self.field].lower()}: {self.text or '(empty)'}", "S-MAKE-6")


class ChooseCampaign(Building, verb="choose-campaign", title="Choose the campaign", rules="S-MAKE-1"):
    """Choose what your group plays: low (150 points), intermediate (250), high (350), or any other number."""

    campaign: Words
    """low, intermediate, high, or a number of points."""

    def apply(self, edit: Change) -> None:
        """The points."""
        said = self.campaign.strip().casefold()
        points = {key: one["points"] for key, one in prices.campaigns().items()} | edit.now.world.budgets
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
        cost = prices.classes()[self.standing]["cost"]
        said = f", {'costs' if cost > 0 else 'gives'} {plural(abs(cost), 'point')}" if cost else ""
        edit.say(f"{prices.classes()[self.standing]['name'].lower()}{said}", "S-COST-4")


class SetCharacteristic(
    Building, verb="set-characteristic", title="Set a characteristic", rules="S-MAKE-2 S-COST-1 S-CHR-1 S-CHR-2 S-CHR-3"
):
    """Set one of the eight characteristics. All begin at 5; the price follows from the value reached."""

    characteristic: Main
    value: int = Field(ge=0, le=99)

    def apply(self, edit: Change) -> None:
        """The value; 5 is not written down."""
        key, of = self.characteristic, figures(edit.now)
        before = edit.now.characteristics.get(key, START)
        most = limit(of, key)
        if most is not None and self.value > most:
            message, where = f"{name_of(key)} {self.value} is above the limit of {most}", ("characteristics", key)
            edit.object("S-CHR-2", message, f"Choose {most} or less.", code="limit", where=where)
        chosen = {one: value for one, value in edit.now.characteristics.items() if one != key}
        edit.put_at(("characteristics",), chosen | ({key: self.value} if self.value != START else {}), "S-COST-1")
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
        before, formula, most = edit.now.bonuses.get(key, 0), of.formula(key), limit(of, key)
        if most is not None and self.bonus > before and formula + self.bonus > most:
            message = f"{name_of(key)} {formula + self.bonus} is above the limit of {most}"
            edit.object("S-CHR-2", message, "Choose a lower bonus.", code="limit", where=("bonuses", key))
        chosen = {one: value for one, value in edit.now.bonuses.items() if one != key}
        edit.put_at(("bonuses",), chosen | ({key: self.bonus} if self.bonus else {}), "S-COST-3")
        if before != self.bonus:
            said = paid(of.price("secondary", formula + before, formula + self.bonus))
            edit.say_moved(f"{name_of(key)} bonus", before, self.bonus, "S-COST-3", said)


def paid(cost: int) -> str:
    """What a choice costs or gives back, behind its words."""
    return f" for {plural(cost, 'point')}" if cost > 0 else f", {plural(-cost, 'point')} back" if cost else ""


# ---- skills


class OnSkill(Building):
    """A choice on one skill."""

    skill: SkillRef

    def held(self, edit: Change) -> Held | None:
        """The skill; finds the command wrong where there is none."""
        known = figures(edit.now).held
        found = known.get(self.skill)
        if found is None:
            message, fix = f"There is no skill {self.skill!r}", near(self.skill, known, "Add it first, with add-skill.")
            edit.object("S-SKILL-1", message, fix, code="unknown", where=("skills",))
        return found


def put_level(edit: Change, one: Held, level: int) -> None:
    """A skill's learning level: bought where it was not, no longer bought at its start unless it is a
    specialisation."""
    listed = list(edit.now.skills)
    if one.place is None:
        listed.append(Skill(key=one.key, level=level))
    elif level <= one.start and not one.specialise and one.key != "own" and not listed[one.place].trade:
        listed.pop(one.place)
    else:
        listed[one.place] = listed[one.place].model_copy(update={"level": level})
    edit.listing("skills", "S-COST-2", tuple(listed))
    if level != one.level:
        edit.say_moved(
            one.label, one.level, level, "S-COST-2", paid(figures(edit.now).price("skill", one.level, level))
        )


class RaiseSkill(OnSkill, verb="raise-skill", title="Raise a skill", rules="S-MAKE-4 S-COST-2 S-SKILL-2"):
    """Raise a skill's learning level a step: a level, or five levels below 0."""

    steps: Steps = 1

    def apply(self, edit: Change) -> None:
        """Step by step."""
        one = self.held(edit)
        if one is not None:
            level = one.level
            for _ in range(self.steps):
                level = prices.next_level(level)
            put_level(edit, one, level)


class LowerSkill(OnSkill, verb="lower-skill", title="Lower a skill", rules="S-COST-2 S-SKILL-2"):
    """Lower a skill's learning level a step, and get its points back. At its start it is not bought any more."""

    steps: Steps = 1

    def apply(self, edit: Change) -> None:
        """Step by step, no further than its start."""
        one = self.held(edit)
        if one is None:
            return
        level, lower = one.level, prices.level_before(one.level, one.start)
        for _ in range(self.steps):
            level, lower = (lower, prices.level_before(lower, one.start)) if lower is not None else (level, None)
        if level == one.level:
            message, fix = f"{one.label} is already at its start", "Remove it, or keep it: it costs nothing."
            edit.object("S-SKILL-2", message, fix, code="start", where=("skills",))
            return
        put_level(edit, one, level)


class SetSkill(OnSkill, verb="set-skill", title="Set a skill", rules="S-MAKE-4 S-COST-2 S-SKILL-2"):
    """Set a skill's learning level: −15, −10, −5, 0 and up, not below its start."""

    level: int = Field(ge=-15, le=99)

    def apply(self, edit: Change) -> None:
        """The level, if there is such a one."""
        one = self.held(edit)
        if one is None:
            return
        if not prices.is_level(one.start, self.level):
            fix = f"It starts at {one.start}; below 0 there are only −15, −10 and −5."
            message, where = f"{one.label} has no level {self.level}", ("skills",)
            edit.object("S-SKILL-2", message, fix, code="level", where=where)
        put_level(edit, one, self.level)


class AddSkill(Building, verb="add-skill", title="Add a specialisation", rules="S-SKILL-5 S-MAKE-4 S-MAKE-5 S-MART-1"):
    """Add a specialisation of a skill that is bought once for each: a language, an art, a science, a martial art."""

    skill: Annotated[Words, Of("skill with specialisations", keys="skill with specialisations key")]
    name: Words
    level: int | None = Field(default=None, ge=-15, le=99)
    """Its learning level; its start where none is given."""
    start: int | None = Field(default=None, ge=-15, le=0)
    """Where it starts, for a skill whose start your GM sets."""

    def apply(self, edit: Change) -> None:
        """At the list's end."""
        of = figures(edit.now)
        row = of.skills.get(self.skill)
        if row is None or not row.specialise:
            fix = near(self.skill, [key for key, one in of.skills.items() if one.specialise])
            message = f"{self.skill} has no specialisations" if row else f"There is no skill {self.skill!r}"
            edit.object("S-SKILL-5", message, fix, code="unknown", where=("skills",))
            return
        twice(edit, ref_of(row.key, self.name), self.name, "S-SKILL-5")
        start = (self.start or 0) if row.base is None else row.base
        add(edit, Skill(key=row.key, name=self.name, start=self.start), self.level, start)


class MakeSkill(Building, verb="make-skill", title="Make a skill of your own", rules="S-SKILL-6"):
    """Make a skill that the list does not have: its name, its characteristic and where it starts. Your GM agrees."""

    name: Words
    on: Main | Secondary
    start: Literal[-15, -10, -5, 0] = -5
    level: int | None = Field(default=None, ge=-15, le=99)
    """Its learning level; its start where none is given."""

    def apply(self, edit: Change) -> None:
        """At the list's end."""
        if not self.name.strip():
            edit.object("S-SKILL-6", "It needs a name", "Name it.", code="own", where=("skills",))
        twice(edit, ref_of("own", self.name), self.name, "S-SKILL-6")
        add(edit, Skill(key="own", name=self.name, on=self.on, start=self.start), self.level, self.start)


def twice(edit: Change, ref: str, name: str, rule: str) -> None:
    """Objects to a skill that is there already."""
    if ref in figures(edit.now).held:
        message = f"You already have {name}"
        edit.object(rule, message, "Raise it, or give another name.", code="twice", where=("skills",))


def add(edit: Change, made: Skill, level: int | None, start: int) -> None:
    """A skill at the list's end, at a level if one is given."""
    level = start if level is None else level
    if not prices.is_level(start, level):
        fix = f"It starts at {start}; below 0 there are only −15, −10 and −5."
        edit.object("S-SKILL-2", f"{made.name} has no level {level}", fix, code="level", where=("skills",))
    edit.listing("skills", "S-SKILL-5", (*edit.now.skills, made.model_copy(update={"level": level})))
    edit.say(f"{made.name} {level}{paid(figures(edit.now).price('skill', start, level))}", "S-COST-2")


class RemoveSkill(Building, verb="remove-skill", title="Remove a skill", rules="S-COST-2"):
    """Remove a skill that was bought, and get its points back."""

    place: Annotated[Index, Of("bought skill")]

    def apply(self, edit: Change) -> None:
        """Off the list."""
        edit.listing("skills", "S-COST-2", without(edit, edit.now.skills, self.place, "skill"))


class ChooseBenefit(Building, verb="choose-benefit", title="Choose what an art brings", rules="S-MAKE-5 S-MART-2"):
    """Choose what a martial art that leaves it open brings to strikes: up to 3 dice, or two attack rolls."""

    benefit: Literal["dmax-3", "two-weapons"]
    art: Annotated[Index, Of("art with a choice")] = 0

    def apply(self, edit: Change) -> None:
        """On the art."""
        of = figures(edit.now)
        places = open_arts(of)
        if self.art >= len(places):
            message, fix = "None of your arts leaves a choice", "Add Kung Fu first."
            edit.object("S-MAKE-5", message, fix, code="benefit", where=("skills",))
            return
        edit.put_at(("skills", places[self.art], "benefit"), self.benefit, "S-MART-2")
        said = BENEFITS[self.benefit]
        edit.say(f"{edit.now.skills[places[self.art]].name}: {said}", "S-MART-2")


class MarkTrade(OnSkill, verb="mark-trade", title="Mark a skill of the trade", rules="S-SKILL-3 S-MAKE-6"):
    """Say that a skill belongs to your trade, or that it does not."""

    on: bool = True

    def apply(self, edit: Change) -> None:
        """On the skill, which is then written down."""
        one = self.held(edit)
        if one is None:
            return
        if one.place is None:
            edit.listing("skills", "S-SKILL-3", (*edit.now.skills, Skill(key=one.key, level=one.level, trade=self.on)))
        else:
            edit.put_at(("skills", one.place, "trade"), self.on, "S-SKILL-3")
        edit.say(f"{one.label} {'belongs' if self.on else 'does not belong'} to the trade", "S-SKILL-3")


# ---- equipment


class AddGear(Building, verb="add-gear", title="Add equipment", rules="S-MAKE-7 S-EQP-1 S-ARM-1"):
    """Add a weapon, an armour or another thing. What the tables have brings its numbers; a thing of your own needs
    none."""

    item: Annotated[Words, Of("equipment")]
    """A weapon or an armour of the tables, or the name of any other thing."""
    name: Words = ""
    """What you call it."""
    note: Words = ""
    own: tuple[Words, ...] = ()
    """Numbers of its own: dmax=4, protection=12."""

    def apply(self, edit: Change) -> None:
        """At the list's end; a weapon in hand, armour worn, where nothing is yet."""
        of = figures(edit.now)
        key = of.pieces.get(self.item, self.item)
        row = of.weapons.get(key) or of.armours.get(key)
        kind = "weapon" if key in of.weapons else "armour" if row else "thing"
        name = self.name or (row.name if row else self.item)
        made = Gear(kind=kind, key=key if row else "", name=name, note=self.note, own=self._own(edit))
        worn = kind != "thing" and not any(one.worn and one.kind == kind for one in edit.now.gear)
        edit.listing("gear", "S-MAKE-7", (*edit.now.gear, made.model_copy(update={"worn": worn})))
        edit.say(f"equipment: {made.name}" + (HOW[kind] if worn else ""), "S-MAKE-7")

    def _own(self, edit: Change) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for said in self.own:
            key, _, value = said.partition("=")
            if not key.strip() or not value.strip().removeprefix("-").isdecimal():
                fix = "Write them as dmax=4."
                edit.object("S-EQP-1", f"{said!r} is no number of its own", fix, code="own", where=("gear",))
                continue
            found[key.strip()] = int(value)
        return found


HOW: Final = {"weapon": ", in hand", "armour": ", worn"}


class WearGear(Building, verb="wear", title="Wear or wield", rules="S-MAKE-7 S-ARM-1"):
    """Wear armour or take a weapon in hand, or put it away."""

    place: Piece
    on: bool = True

    def apply(self, edit: Change) -> None:
        """On the piece."""
        if self.place >= len(edit.now.gear):
            without(edit, edit.now.gear, self.place, "piece of equipment")
            return
        piece = edit.now.gear[self.place]
        edit.put_at(("gear", self.place, "worn"), self.on, "S-MAKE-7")
        edit.say(f"{piece.name}{HOW.get(piece.kind, ', at hand') if self.on else ', put away'}", "S-MAKE-7")


class RemoveGear(Building, verb="remove-gear", title="Remove equipment", rules="S-MAKE-7"):
    """Remove a piece of equipment."""

    place: Piece

    def apply(self, edit: Change) -> None:
        """Off the list."""
        edit.listing("gear", "S-MAKE-7", without(edit, edit.now.gear, self.place, "piece of equipment"))


def without(edit: Change, items: tuple[Any, ...], place: int, what: str) -> tuple[Any, ...]:
    """The list without the item at that place; finds the command wrong where there is none."""
    if place >= len(items):
        where = ("skills",) if what == "skill" else ("gear",)
        edit.object(
            "S-MAKE-7", f"There is no {what} {place + 1}", "Choose one from the list.", code="none", where=where
        )
        return items
    edit.say(f"{getattr(items[place], 'name', '') or what} removed", "")
    return (*items[:place], *items[place + 1 :])


# ---- the campaign's rules, the whole character


class SetSwitch(Building, verb="set-switch", title="Change a rule option", rules="S-WORLD-2", group="rulings"):
    """Change a rule option for this character. `saga-tui rules S-WORLD-2` lists them."""

    switch: Annotated[Words, Of("rule option")]
    value: Words

    def apply(self, edit: Change) -> None:
        """What is usual is not written down."""
        row, where = book.switches().get(self.switch), ("campaign", "switches")
        if row is None:
            message, fix = f"There is no rule option {self.switch!r}", near(self.switch, book.switches())
            edit.object("S-WORLD-2", message, fix, code="unknown", where=where)
            return
        free = row.key == "creation_points" and self.value.isdecimal()
        if self.value not in row.options and not free:
            message, fix = f"{row.key} cannot be {self.value!r}", near(self.value, row.options)
            edit.object("S-WORLD-2", message, fix, code="value", where=where)
            return
        before = figures(edit.now).switch(row.key)
        chosen = {key: value for key, value in edit.now.campaign.switches.items() if key != row.key}
        usual = edit.now.world.switches.get(row.key, row.default)
        edit.choose("campaign", row.rule, switches=chosen | ({row.key: self.value} if self.value != usual else {}))
        edit.say(f"{row.key.replace('_', ' ')}: {before} → {self.value}", row.rule)


class ChangeSetting(
    Building, verb="change-setting", title="Change the setting", rules="S-WORLD-1 S-WORLD-2", group="rulings"
):
    """Use a setting, instead of the one before. `saga-tui setting use` finds it and shows first what would change."""

    setting: World = World()
    """What the character keeps of it; nothing for the book alone."""

    def apply(self, edit: Change) -> None:
        """In the place of the one before."""
        before = figures(edit.now)
        old = {name: before.score(name) for name in (*MAIN, *SECONDARY)}
        edit.put_at(("world",), self.setting, "S-WORLD-1")
        edit.choose("campaign", "S-WORLD-1", setting=self.setting.name)
        edit.say(f"setting: {self.setting.name or 'the book alone'}", "S-WORLD-1")
        after = figures(edit.now)
        for name, value in old.items():
            if after.score(name) != value:
                edit.say_moved(name_of(name), value, after.score(name), "S-WORLD-1")


class FromPaper(Building, verb="from-paper", title="Enter from paper", rules="S-MAKE-10"):
    """Enter a character from paper as it stands, without a budget; or count points again."""

    on: bool = True

    def apply(self, edit: Change) -> None:
        """The choices stay what they are."""
        edit.put_at(("entered",), "as is" if self.on else "", "S-MAKE-10")
        edit.say("entered from paper" if self.on else "points count from now on", "S-MAKE-10")


class Become(Building, verb="surprise", title="Surprise me", rules="S-MAKE-1 S-MAKE-10"):
    """Make random legal choices for one step or the whole character. The same seed gives the same choices."""

    seed: int = Field(ge=0, le=2**53)
    step: Step | None = None

    def apply(self, edit: Change) -> None:
        """The chance is in the seed alone."""
        from saga_tui.games.sagas.rules import surprise

        if edit.now.play is not None:
            message = "This character is in play, and random choices would change what you played with"
            edit.object("S-MAKE-10", message, "Choose by hand, or start another character.", code="in-play")
        edit.now = surprise.made(edit.now, self.seed, self.step)
        for section in ("concept", "campaign", "characteristics", "skills", "gear"):
            edit.rules[(section,)] = "S-MAKE-10"
        edit.say(f"random {self.step or 'character'}, seed {self.seed}", "S-MAKE-10")


class StartPlay(Building, verb="start-play", title="Start play", rules="S-CLK-1 S-MAKE-9 S-MAKE-10", group="clock"):
    """Start play. What is wrong or left to choose is listed first; points left are lost, or become experience."""

    def apply(self, edit: Change) -> None:
        """The first moment of play."""
        if edit.now.play is not None:
            edit.object("S-CLK-1", "Play has started already", "Start a scenario.", code="begun")
            return
        open_now = (found for found in problems(edit.now) if found.level != "remark")
        allowed = {one.finding for one in edit.now.rulings}
        edit.problems += [replace(found, level="error") for found in open_now if found.key not in allowed]
        left = max(0, figures(edit.now).left().total)
        kept = left if figures(edit.now).switch("leftover_creation") == "kept" else 0
        edit.now = edit.now.model_copy(update={"play": Play(experience=kept)})
        edit.rules[("play",)] = "S-CLK-1"
        edit.say("play begins", "S-CLK-1", way="comes")
        if left:
            lost, becomes = ("is lost", "becomes") if left == 1 else ("are lost", "become")
            edit.say(f"{plural(left, 'point')} of creation {f'{becomes} experience' if kept else lost}", "S-MAKE-9")
