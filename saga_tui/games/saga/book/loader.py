"""Reading the book's TOML files, each once and only when asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import tomli

from saga_tui.engine.book import Book, RuleText
from saga_tui.games.saga.book import models
from saga_tui.games.saga.book.numbers import Numbers
from saga_tui.words import inflect, listed, plural

M = TypeVar("M", bound=models.Data)
FOLDER: Final = Path(__file__).parent
RULE_FILES = ("anatomy", "qualities", "harm", "growth", "systems", "running")
"""The files of rule texts, in the book's order."""


def read(name: str) -> dict[str, Any]:
    """The parsed TOML file ``name`` of this package (``rules/anatomy`` → ``rules/anatomy.toml``)."""
    return tomli.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _all(model: type[M], name: str, table: str = "") -> tuple[M, ...]:
    """The items of a file's table, which bears the file's own name where none is given."""
    return tuple(map(model.model_validate, read(name)[table or name.rpartition("/")[2]]))


@cache
def skills() -> tuple[models.SkillInfo, ...]:
    """The nine skills in the book's order (SKL-1)."""
    return _all(models.SkillInfo, "skills")


def skill(key: str) -> models.SkillInfo:
    """The skill with this key; ``KeyError`` if there is none."""
    return {item.key: item for item in skills()}[key]


@cache
def perks() -> tuple[models.PerkInfo, ...]:
    """The book's sixteen perks, by name (PRK-2)."""
    return _all(models.PerkInfo, "perks")


def perk(name: str) -> models.PerkInfo | None:
    """The perk of this name or key, in whatever case; ``None`` if the book has none."""
    wanted = name.strip().casefold()
    return next((item for item in perks() if wanted in (item.key, item.name.casefold())), None)


@cache
def example_traits() -> tuple[models.ExampleTrait, ...]:
    """The book's fifty example traits, in its order (TRT-1)."""
    return _all(models.ExampleTrait, "traits")


@cache
def words(table: str) -> dict[str, str]:
    """Our own words for what the rules name by a key: effects and moments of perks, levels, spans."""
    found: dict[str, str] = read("words")[table]
    return found


def effect_words(effect: models.Effect, asset: str, skill: str = "") -> str:
    """What an effect does: `on a block, +2 dice for each grace token spent` (PRK-3); `skill` is the chosen one."""
    said: dict[str, Any] = effect.model_dump()
    dice, least = said.get("dice", 0), said.get("minimum", 0)
    said |= {
        "dice": f"{dice:+d} {inflect(dice, 'die')}",
        "least": f", at least {least:+d}" if least else "",
        "hitches": plural(said.get("hitches", 0), "hitch"),
        "pushes": plural(said.get("pushes", 0), "free push"),
        "counts_as": listed(said.get("counts_as", ()), "or"),
    }
    return words("effects")[effect.kind].format(**said, asset=asset, skill=skill or "the skill")


@cache
def one_edged() -> frozenset[str]:
    """Words that as a whole trait have one edge only (TRT-1)."""
    return frozenset(read("traits")["one_edged"])


@cache
def numbers() -> Numbers:
    """The numbers of plain Saga."""
    return Numbers.model_validate(read("creation"))


@cache
def steps() -> tuple[models.StepInfo, ...]:
    """The seven steps of creation, in order."""
    return _all(models.StepInfo, "steps")


def step(key: str) -> models.StepInfo:
    """The step with this key; ``KeyError`` if there is none."""
    return {str(item.key): item for item in steps()}[key]


@cache
def stakes() -> tuple[models.StakesInfo, ...]:
    """The four stakes, lowest first (CNF-1)."""
    return _all(models.StakesInfo, "stakes")


@cache
def pushes() -> tuple[models.Push, ...]:
    """Examples of pushes: attacks first, then story benefits (PSH-6)."""
    return _all(models.Push, "pushes")


@cache
def chapters() -> tuple[models.Chapter, ...]:
    """The book's chapters with their sections, in order; this program's own rules come last."""
    return _all(models.Chapter, "rules/sections", "chapters")


def sections() -> tuple[tuple[str, str], ...]:
    """Every (chapter, section), in the book's order."""
    return tuple((chapter.title, section) for chapter in chapters() for section in chapter.sections)


@cache
def rules() -> tuple[RuleText, ...]:
    """Every rule of the ledger with its text, in the ledger's order within each file."""
    found = (item for name in RULE_FILES for item in read(f"rules/{name}")["rules"])
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
def ideas() -> models.Ideas:
    """The lists for random characters and suggestions."""
    return models.Ideas(
        names=tuple(read("ideas/names")["names"]),
        concepts=_all(models.ConceptIdea, "ideas/concepts"),
        traits=_all(models.TraitIdea, "ideas/traits"),
        drives=_all(models.DriveIdea, "ideas/drives"),
        gear=_all(models.GearIdea, "ideas/gear"),
        skill_x=_all(models.SkillXIdea, "ideas/skill_x", "names"),
    )
