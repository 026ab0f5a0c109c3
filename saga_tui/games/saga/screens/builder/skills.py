"""Step 3: the nine skills by priority (CRE-4) or by points (CRE-5), and free specialties (SKL-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar, Literal

from textual import work
from textual.binding import Binding, BindingType
from textual.widget import Widget

from saga_tui.games.saga.rules import budget, checks_steps, derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.build import (
    AddSpecialty,
    RemoveSpecialty,
    SkillMethod,
    SkillPriority,
    SkillRanks,
)
from saga_tui.games.saga.rules.words import SKILLS, Skill
from saga_tui.games.saga.screens.builder.asking import ask_number, specialty_ideas
from saga_tui.games.saga.screens.builder.assets import METHODS, MethodStep
from saga_tui.games.saga.screens.marks import RANKS
from saga_tui.problem import Problem, Where
from saga_tui.tally import Tally
from saga_tui.ui.builder.widgets import Heading, StepPips, Switch
from saga_tui.ui.deal import FULL, LAVISH, PLAIN
from saga_tui.ui.dialogs import AskText
from saga_tui.ui.rows import Row
from saga_tui.ui.terminal import at_rest
from saga_tui.words import listed, plural


def nth(step: int) -> str:
    """`1st`, `2nd`, `6th`, `11th`."""
    ending = "th" if step % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(step % 10, "th")
    return f"{step}{ending}"


AT_HAND = 2
"""Lines kept for what the skill at hand is good for."""
RANKS_DRAWN = 5
"""Ranks for which there is a mark, full or hollow."""
SPARE = 2
"""Lines that the margins take where lines are plenty."""
Place = Literal["primary", "secondary", "tertiary"]
UP: tuple[Place, ...] = ("tertiary", "secondary", "primary")


class SkillsStep(MethodStep):
    """A row a skill; its specialties stand at its end."""

    turn = SkillMethod
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "specialty", "Specialty", id="builder.specialty", tooltip="Add a free specialty to this skill"),
        Binding("delete", "drop", "Remove specialty", id="builder.drop-specialty", show=False),
    ]

    @property
    def method(self) -> str:
        """That of the skills."""
        return self.character.skills.method

    def compose_step(self) -> Iterable[Widget]:
        """Method, skills, what is left."""
        yield Switch(METHODS)
        for skill in SKILLS:
            explain = partial(self._ranks, skill)
            yield StepPips(RANKS, "", label_width=14, steps=True, explain=explain, id=f"skill-{skill}")
        yield Heading("", id="skill-budget")

    def on_resize(self) -> None:
        """Another size, other lines."""
        at_rest(self, self._unfold)

    def _unfold(self) -> None:
        """What a skill is good for stands below each where there are lines for it, else below the one at hand."""
        rows = list(self.query(StepPips))
        if not rows:  # the step is being left
            return
        beside = sum(child.outer_size.height for child in self.children if child.display and child not in rows)
        room, width = self.content_size.height - beside - SPARE, rows[0].content_size.width or self.content_size.width
        heights = {level: sum(row.height_at(width, level) for row in rows) for level in (LAVISH, FULL, PLAIN)}
        level = next((level for level, height in heights.items() if height <= room), PLAIN)
        spare = room - heights[level]
        air = level > PLAIN and spare >= len(rows) - 1
        spare -= AT_HAND if level == PLAIN else spare
        for row in rows:
            more = row.height_at(width, FULL) - row.height_at(width, level)
            row.always, row.air = FULL if 0 < more <= spare else level, int(air and row is not rows[-1])
            spare -= more if row.always != level else 0
            row.settle()

    def _ranks(self, skill: Skill) -> Tally:
        return derive.ranks(self.character, skill)

    def show(self, problems: Sequence[Problem]) -> None:
        """Ranks, places, prices, specialties."""
        character = self.character
        self.show_method()
        for skill in SKILLS:
            row = self.query_one(f"#skill-{skill}", StepPips)
            row.label = derive.skill_name(character, skill)
            ranks = derive.ranks(character, skill).total
            row.show(ranks, max(ranks, RANKS_DRAWN))
            row.told = self._told(skill)
            row.detail, row.extra = self._about(skill)
            row.settle()
        self._show_budget()

    def _about(self, skill: Skill) -> tuple[str, str]:
        """What a skill is good for: its first sentence; then the others, and fields to be best at."""
        info = derive.skill_info(self.character, skill)
        first, _, rest = info.text.partition(". ")
        fields = specialty_ideas(self.character, skill, self.builder.world)
        told = f"Specialties: {', '.join(fields)}" if fields else ""
        return f"{first}." if rest else first, " ".join(text for text in (rest, told) if text)

    def _told(self, skill: Skill) -> str:
        """The place or the price, then the specialties or where one may stand."""
        character = self.character
        special = ", ".join(derive.specialties_of(character, skill))
        if character.as_is:
            return special
        if character.skills.method == "points":
            told = f"next costs {budget.next_rank_cost(character, skill)}"
        else:
            told = self._place(skill).ljust(9)
        may = skill in checks_steps.free_specialty_skills(character)
        free = any(item.skill == skill for item in character.skills.specialties)
        wanted = "s: specialty" if may and not free and budget.free_specialties_left(self.character) > 0 else ""
        return f"{told}   {special or wanted}"

    def _place(self, skill: Skill) -> Place:
        chosen = self.character.skills
        return "primary" if skill in chosen.primary else "secondary" if skill in chosen.secondary else "tertiary"

    def _show_budget(self) -> None:
        """What is left to choose, and where the next rank is dear (CRE-5)."""
        character = self.character
        line = self.query_one("#skill-budget", Heading)
        points = character.skills.method == "points" and not character.as_is
        dear = listed(map(nth, derive.numbers(character).skills.points.surcharge_at))
        left = 0 if character.as_is else budget.free_specialties_left(character)
        line.text = f"{dear} rank: 1 extra" if points and dear else ""
        line.note = f"{plural(left, 'free specialty')} left" if left > 0 else ""
        if line.display != bool(line.text or line.note):
            line.display = not line.display
            self.call_after_refresh(self._unfold)
        line.refresh()

    def widget_at(self, where: Where) -> Widget | None:
        """The skill that a problem is about."""
        character = self.character
        if len(where) > 2 and where[1] == "specialties" and isinstance(where[2], int):
            skill: str = character.skills.specialties[where[2]].skill
        elif len(where) > 2 and where[2] in SKILLS:
            skill = str(where[2])
        elif len(where) > 1 and where[1] == "specialties":
            have = [item.skill for item in character.skills.specialties]
            able = checks_steps.free_specialty_skills(character)
            skill = next((one for one in able if one not in have), "academia")
        else:
            free = [one for one in SKILLS if self._place(one) == "tertiary"]
            skill = free[0] if free and character.skills.method == "priority" else SKILLS[0]
        return self.query_one(f"#skill-{skill}") if skill in SKILLS else None

    # ---- what is chosen

    def _skill(self, row: Widget | None) -> Skill | None:
        return next((skill for skill in SKILLS if row is not None and row.id == f"skill-{skill}"), None)

    def chosen(self, row: Row) -> None:
        """Enter on a skill gives it the next place up, from primary back to tertiary; by points it asks the ranks."""
        if isinstance(row, Switch):
            self.action_method()
        elif skill := self._skill(row):
            if self.freely:
                self._ask_ranks(skill)
            else:
                self._set_place(skill, (UP.index(self._place(skill)) + 1) % len(UP))

    def stepped(self, row: Row, by: int) -> None:
        """Left and right: a place down or up, or a rank less or more."""
        skill = self._skill(row)
        if skill is None:
            return
        if self.freely:
            ranks = derive.creation_ranks(self.character, skill) + by
            if ranks >= 0:
                self.builder.do(SkillRanks(skill=skill, ranks=ranks))
            return
        place = UP.index(self._place(skill)) + by
        if 0 <= place < len(UP):
            self._set_place(skill, place)

    def _set_place(self, skill: Skill, place: int) -> None:
        self.builder.do(SkillPriority(skill=skill, place=UP[place]))

    @work
    async def _ask_ranks(self, skill: Skill) -> None:
        now = derive.creation_ranks(self.character, skill)
        ranks = await ask_number(self.app, f"Ranks in {derive.skill_name(self.character, skill)}", now)
        if ranks is not None:
            self.builder.do(SkillRanks(skill=skill, ranks=ranks))

    @work
    async def action_specialty(self) -> None:
        """Asks for a free specialty of the skill at hand, with the book's suggestions."""
        skill = self._skill(self.screen.focused)
        able = checks_steps.free_specialty_skills(self.character)
        if skill is None:
            skill = next((one for one in SKILLS if one in able), None)
        if skill is None:
            self.builder.say("Select a skill first (up and down), then press s.", True)
            return
        name = derive.skill_name(self.character, skill)
        early = f"{name} does not qualify for a free one yet. It will be listed under To do.\n"
        question = f"{'' if skill in able or self.character.as_is else early}Specialty in {name}:"
        known = specialty_ideas(self.character, skill, self.builder.world)
        text = await self.app.push_screen_wait(AskText("Specialty", question, suggestions=known))
        if text:
            self.builder.do(AddSpecialty(skill=skill, name=text))

    def action_drop(self) -> None:
        """Takes the last free specialty of the skill at hand back."""
        skill = self._skill(self.screen.focused)
        places = [at for at, item in enumerate(self.character.skills.specialties) if item.skill == skill]
        if places:
            self.builder.do(RemoveSpecialty(place=places[-1]))


def count(character: Character) -> str:
    """What is chosen of what there is to choose: `2/2 primary, 1/3 secondary`, `12 of 21 points left`."""
    if character.as_is:
        return "from paper"
    if character.skills.method == "points":
        points = budget.skills_budget(character)
        return f"{points.left} of {plural(points.total, 'point')} left"
    first, second = derive.numbers(character).skills.priority.counts[:2]
    chosen = character.skills
    return f"primary {len(chosen.primary)}/{first}, secondary {len(chosen.secondary)}/{second}"
