"""Suggestions for the builder: the book's and ours, with those of the character's setting (SET-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character, Gear
from saga_tui.games.saga.rules.setting import PLAIN
from saga_tui.games.saga.rules.words import Skill
from saga_tui.ui.builder.spec import Idea

World = book.Setting | None
"""The setting with its examples; nothing where its file cannot be read."""


def _with(world: World, theirs: Iterable[Idea], ours: Iterable[Idea]) -> tuple[Idea, ...]:
    """A setting's ideas first; those of plain Saga after the book's own."""
    both = (*ours, *theirs) if world is not None and world.name == PLAIN else (*theirs, *ours)
    return tuple({idea.text.casefold(): idea for idea in reversed(both)}.values())[::-1]


def trait_ideas(world: World = None) -> tuple[Idea, ...]:
    """The setting's, the book's fifty and ours, each with its two edges (TRT-1)."""
    known = [*book.example_traits(), *book.ideas().traits]
    return _with(world, map(_trait, world.traits if world else ()), map(_trait, known))


def _trait(trait: book.ExampleTrait) -> Idea:
    return Idea(trait.name, f"+ {trait.helps}   − {trait.hurts}")


def drive_ideas(world: World = None) -> tuple[Idea, ...]:
    """Things to care about (DRV-1)."""
    ours = (Idea(drive.text) for drive in book.ideas().drives)
    return _with(world, map(Idea, world.drives if world else ()), ours)


def gear_ideas(world: World = None) -> tuple[Idea, ...]:
    """Special gear with its kind, rating and purpose (GER-1)."""
    return _with(world, map(_gear, world.gear if world else ()), map(_gear, book.ideas().gear))


def _gear(item: book.GearIdea | book.SettingGear) -> Idea:
    return Idea(item.name, f"{item.kind} {item.rating}, {item.purpose}")


def gear_named(name: str, world: World = None) -> Gear:
    """The piece of that name among the ideas, or a piece that has the name alone."""
    known: list[book.GearIdea | book.SettingGear] = [*(world.gear if world else ()), *book.ideas().gear]
    found = next((item for item in known if item.name.casefold() == name.strip().casefold()), None)
    if found is None:
        return Gear(name=name, rating=book.numbers().gear.min_rating)
    return Gear(name=found.name, kind=found.kind, rating=found.rating, without=found.without, purpose=found.purpose)


def specialty_ideas(character: Character, skill: Skill, world: World = None) -> Sequence[str]:
    """Specialties of a skill: Skill X's and the setting's, then the book's (SKL-3)."""
    theirs = world.specialties.get(skill, ()) if world else ()
    return tuple(dict.fromkeys((*theirs, *derive.skill_info(character, skill).specialties)))
