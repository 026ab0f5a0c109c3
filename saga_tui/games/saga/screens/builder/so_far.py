"""The sheet so far in words: skills with their dice, perks, gear, traits and drives, and what is still to come."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from textual.content import Content

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, odds, rolls
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.games.saga.rules.setting import asked
from saga_tui.games.saga.rules.words import SKILLS, Skill
from saga_tui.games.saga.screens.builder.gear import pool_words
from saga_tui.games.saga.screens.marks import DRIVE
from saga_tui.safe import safe
from saga_tui.ui.panel import Hanging
from saga_tui.words import percent, plural

STORIES: Final = 36
"""Lines of the terminal from which on traits, drives and what is to come stand in the sheet so far."""
HEAD: Final = 3
"""Cells of a line's sign."""
MEANS: Final = {
    "force": "+2 dice each", "grace": "traits help", "acuity": "specialties", "fortune": "re-rolls",
    "pain": "before harm", "doubt": "before harm", "fear": "before harm", "doom": "to your doom",
}  # fmt: skip
"""What a mark of each row is good for, in a word or two."""

Told = tuple[int, Content]


def told(character: Character, width: int, height: int) -> Hanging:
    """All of it in the room of a terminal of that height, what a skill comes to at the right end of so many cells."""
    lines = [*_skills(character, width)]
    lines += [(HEAD, Content.assemble((" ◈ ", "$title"), safe(perk.name))) for perk in derive.perks(character)]
    for owned in derive.gear(character):
        pool = pool_words(character, owned.gear)
        name = safe(owned.gear.name) or "…"
        lines.append((HEAD, _ended(Content.assemble((" ◉ ", "$kismet"), name), Content.styled(pool, "$dim"), width)))
    if height >= STORIES:
        drive = (f" {DRIVE.full} ", DRIVE.colour)
        lines += [(HEAD, Content.assemble((" · ", "$dim"), safe(name))) for name, _ in derive.traits(character)]
        lines += [(HEAD, Content.assemble(drive, safe(text))) for text in character.story.drives]
        lines += _to_come(character)
    if character.as_is:
        lines.append((HEAD, Content.styled(" From paper", "$warn")))
    return Hanging(lines)


def _skills(character: Character, width: int) -> Iterator[Told]:
    """Skills with ranks, best first: specialties, and the chance of a mark with nothing against it (ROL-2)."""
    ranked = {skill: derive.ranks(character, skill).total for skill in SKILLS}
    for skill in sorted((skill for skill in SKILLS if ranked[skill]), key=lambda skill: -ranked[skill]):
        special = ", ".join(derive.specialties_of(character, skill))
        name = derive.skill_name(character, skill)
        left = Content.assemble((f"{ranked[skill]:>2} ", "bold"), f"{safe(name)} ", (safe(special), "$dim"))
        yield HEAD, _ended(left, Content.styled(chance(character, skill), "$dim"), width)


def chance(character: Character, skill: Skill) -> str:
    """`4 dice, 80%`: a skill's plain pool, and its chance of a mark where nothing stands against it."""
    dice = rolls.pool(character, Plan(skill=skill)).dice
    good = Fraction(*odds.ahead(odds.marks(dice), odds.marks(0)))
    return f"{plural(dice, 'die')}, {percent(good)}"


def _ended(left: Content, right: Content, width: int) -> Content:
    """A text with another at the right end, where both have room on a line."""
    gap = width - left.cell_length - right.cell_length
    return Content.assemble(left, " " * gap, right) if gap > 0 else Content.assemble(left, " ", right)


def _to_come(character: Character) -> Iterator[Told]:
    """The steps of which nothing is chosen yet, each with what it asks."""
    begun = {
        "concept": character.concept.line,
        "assets": any(derive.rating(character, pool).total for pool in ("force", "grace", "acuity")),
        "skills": any(derive.ranks(character, skill).total for skill in SKILLS),
        "traits": derive.traits(character),
        "drives": any(character.story.drives),
        "gear": derive.gear(character),
        "finishing": True,
    }
    for number, info in enumerate(book.steps(), 1):
        if not begun.get(info.key, True):
            yield HEAD, Content.assemble((f"{number:>2} ", "$key"), info.title.split()[0])
            yield HEAD, Content.assemble(" " * HEAD, (" ".join(asked(character, step=info.key)[:-1]), "$dim"))
