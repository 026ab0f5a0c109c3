"""Reading the book's TOML files, each once and only when asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import tomli

from saga_tui.engine.book import Book, RuleText
from saga_tui.games.saga.book.models import (
    Chapter,
    ConceptIdea,
    DriveIdea,
    ExampleTrait,
    GearIdea,
    Ideas,
    PerkInfo,
    Push,
    SkillInfo,
    StakesInfo,
    StakesKey,
    StepInfo,
    TraitIdea,
)
from saga_tui.games.saga.book.numbers import Numbers
from saga_tui.words import listed

FOLDER: Final = Path(__file__).parent
RULE_FILES = ("anatomy", "qualities", "harm", "growth", "systems", "running")
"""The files of rule texts, in the book's order."""


def _read(name: str) -> dict[str, Any]:
    """The parsed TOML file ``name`` of this package (``rules/anatomy`` → ``rules/anatomy.toml``)."""
    return tomli.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def skills() -> tuple[SkillInfo, ...]:
    """The nine skills in the book's order (SKL-1)."""
    return tuple(SkillInfo.model_validate(item) for item in _read("skills")["skills"])


def skill(key: str) -> SkillInfo:
    """The skill with this key; ``KeyError`` if there is none."""
    found = next((item for item in skills() if item.key == key), None)
    if found is None:
        raise KeyError(key)
    return found


@cache
def perks() -> tuple[PerkInfo, ...]:
    """The book's sixteen perks, by name (PRK-2)."""
    return tuple(PerkInfo.model_validate(item) for item in _read("perks")["perks"])


def perk(name: str) -> PerkInfo | None:
    """The perk of this name or key, in whatever case; ``None`` if the book has none."""
    wanted = name.strip().casefold()
    return next((item for item in perks() if wanted in (item.key, item.name.casefold())), None)


@cache
def example_traits() -> tuple[ExampleTrait, ...]:
    """The book's fifty example traits, in its order (TRT-1)."""
    return tuple(ExampleTrait.model_validate(item) for item in _read("traits")["traits"])


@cache
def numbers() -> Numbers:
    """The numbers of plain Saga."""
    return Numbers.model_validate(_read("creation"))


@cache
def steps() -> tuple[StepInfo, ...]:
    """The seven steps of creation, in order."""
    return tuple(StepInfo.model_validate(item) for item in _read("steps")["steps"])


def step(key: str) -> StepInfo:
    """The step with this key; ``KeyError`` if there is none."""
    found = next((item for item in steps() if item.key == key), None)
    if found is None:
        raise KeyError(key)
    return found


@cache
def stakes() -> tuple[StakesInfo, ...]:
    """The four stakes, lowest first (CNF-1)."""
    return tuple(StakesInfo.model_validate(item) for item in _read("stakes")["stakes"])


def stakes_info(key: StakesKey) -> StakesInfo:
    """What the stakes named ``key`` mean."""
    return next(item for item in stakes() if item.key == key)


@cache
def pushes() -> tuple[Push, ...]:
    """Examples of pushes: attacks first, then story benefits (PSH-6)."""
    return tuple(Push.model_validate(item) for item in _read("pushes")["pushes"])


@cache
def chapters() -> tuple[Chapter, ...]:
    """The book's chapters with their sections, in order; this program's own rules come last."""
    return tuple(Chapter.model_validate(item) for item in _read("rules/sections")["chapters"])


def sections() -> tuple[tuple[str, str], ...]:
    """Every (chapter, section), in the book's order."""
    return tuple((chapter.title, section) for chapter in chapters() for section in chapter.sections)


@cache
def rules() -> tuple[RuleText, ...]:
    """Every rule of the ledger with its text, in the ledger's order within each file."""
    found = (item for name in RULE_FILES for item in _read(f"rules/{name}")["rules"])
    return tuple(RuleText.model_validate(item) for item in found)


def _entries() -> Iterator[RuleText]:
    """Rules, skills, perks and traits: all that can be looked up or searched."""
    skill_list = (
        RuleText(
            id=f"skill:{item.key}",
            title=item.name,
            chapter="Chapter 1: Anatomy of a Character",
            section="The Skill List",
            text=f"{item.text} Force: {item.force} Grace: {item.grace} Acuity: {item.acuity}",
            see=item.rules,
            kind="skill",
        )
        for item in skills()
    )
    perk_list = (
        RuleText(
            id=f"perk:{item.key}",
            title=f"{item.name} ({listed(item.assets, 'or')})",
            chapter="Appendix 1: Perks",
            section="Perks",
            text=item.text,
            see=item.rules,
            kind="perk",
        )
        for item in perks()
    )
    trait_list = (
        RuleText(
            id=f"trait:{number}",
            title=item.name,
            chapter="Appendix 2: 50 Traits",
            section="50 Traits",
            text=f"Helps when {item.helps}; hurts when {item.hurts}.",
            see=("TRT-1",),
            kind="trait",
        )
        for number, item in enumerate(example_traits(), 1)
    )
    yield from (*rules(), *skill_list, *perk_list, *trait_list)


CREDIT = (
    "Saga (version beta) is by Brian Engard, Gamecrafters' Guild, under a Creative Commons Attribution "
    "licence; the texts here are retellings in our own words, not endorsed by the author."
)
BOOK: Final = Book(_entries, lambda: (chapter.title for chapter in chapters()), "DMG-2", CREDIT)
rule = BOOK.rule
search = BOOK.search


@cache
def ideas() -> Ideas:
    """The lists for random characters and suggestions."""
    return Ideas(
        names=tuple(_read("ideas/names")["names"]),
        concepts=tuple(ConceptIdea.model_validate(item) for item in _read("ideas/concepts")["concepts"]),
        traits=tuple(TraitIdea.model_validate(item) for item in _read("ideas/traits")["traits"]),
        drives=tuple(DriveIdea.model_validate(item) for item in _read("ideas/drives")["drives"]),
        gear=tuple(GearIdea.model_validate(item) for item in _read("ideas/gear")["gear"]),
    )
