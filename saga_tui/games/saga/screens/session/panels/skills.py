"""The nine skills with their specialties, the best first in brightness (SKL-1 … SKL-3)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import SKILLS, Skill
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import Notes, SessionPanel
from saga_tui.ui.rows import Row
from saga_tui.ui.why import Explain

NAME_WIDTH = 13


class SkillRow(Row):
    """A skill's name, its ranks in a column, its specialties."""

    name_text = reactive("")
    ranks = reactive(0)
    specialties = reactive("")

    def __init__(self, skill: Skill, explain: Explain) -> None:
        super().__init__(explain=explain, id=f"skill-{skill}")
        self.skill: Skill = skill

    def watch_ranks(self, old: int, new: int) -> None:
        """The change is shown where it happened."""
        if self.is_mounted and old != new:
            self.glow(f"{old} → {new}")

    def number_at(self, x: int) -> bool:
        """The ranks stand in a column behind the name."""
        return 0 <= x - self.gutter_content().cell_length - NAME_WIDTH < 4

    def left(self, width: int) -> Content:
        """Name, ranks, specialties; a skill without ranks is dim."""
        name = Content(self.name_text).truncate(NAME_WIDTH, ellipsis=True).pad_right(0)
        name = name.pad_right(max(0, NAME_WIDTH - name.cell_length))
        ranks = ("  · ", "$faint") if not self.ranks else (f"{self.ranks:3} ", "bold $title")
        style = "" if self.ranks else "$dim"
        return Content.assemble(name.stylize(style) if style else name, ranks, (f" {self.specialties}", "$dim"))


class SkillsPanel(SessionPanel):
    """A row a skill; Enter or a click rolls it."""

    place = "skills"

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Skills")

    def compose(self) -> ComposeResult:
        """Nine rows."""
        for skill in SKILLS:
            yield SkillRow(skill, self.why_of(f"skill:{skill}"))

    def show(self, character: Character) -> None:
        """Names, ranks and specialties as they are now."""
        super().show(character)
        for row in self.query(SkillRow):
            row.name_text = view.one_line(derive.skill_name(character, row.skill), 60)
            row.ranks = derive.ranks(character, row.skill).total
            row.specialties = ", ".join(view.one_line(name) for name in derive.specialties_of(character, row.skill))
