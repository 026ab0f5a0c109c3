"""A setting in words, part by part, and what a character has of its file: what is to be said of that (SET-2), and its
examples (SET-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from saga_tui.engine.command import Command
from saga_tui.engine.settings import Part
from saga_tui.games.saga import book
from saga_tui.games.saga.rules.character import Character, Kept
from saga_tui.games.saga.rules.setting import PLAIN, changed_numbers, examples, kept, own_perk, title
from saga_tui.games.saga.settings.shelf import Shelf
from saga_tui.problem import Problem
from saga_tui.words import listed


def perk_words(info: book.PerkInfo) -> str:
    """`Brave (force or acuity): … [pay 1 force or acuity: remove as much fear …, once a scene]`."""
    assets = listed(info.assets, "or")
    effect = book.effect_words(info.effect, assets)
    once = f", once a {info.once}" if info.once else ""
    when = f" {book.words('moments')[info.moment]}" if info.effect.kind == "reminder" else ""
    return f"{info.name} ({assets}): {info.text} [{effect}{when}{once}]"


def parts(setting: book.Setting) -> list[Part]:
    """All of a setting: what the rules take from it first, then the examples."""
    found = [Part("", (" ".join(setting.description.split()),))]
    found += rules_parts(kept(setting), setting)
    examples = {
        "Traits": [f"{item.name} (+ {item.helps}; − {item.hurts})" for item in setting.traits],
        "Drives": list(setting.drives),
        "Gear": [gear_words(item) for item in setting.gear],
        "Specialties": [f"{_skill(key)}: {', '.join(names)}" for key, names in setting.specialties.items()],
    }
    found += [Part(title, tuple(lines)) for title, lines in examples.items() if lines]
    return found


def gear_words(item: book.SettingGear) -> str:
    """`Marked Deck, charm 2, card tables, without athletics`."""
    without = f", without {', '.join(item.without)}" if item.without else ""
    return f"{item.name}, {item.kind} {item.rating}, {item.purpose}{without}"


def _skill(key: str) -> str:
    return book.skill(key).name


def rules_parts(taken: Kept, setting: book.Setting | None = None) -> Iterator[Part]:
    """What the rules take from a setting, as a character keeps it: Skill X, perks, numbers, switches."""
    skill = taken.skill_x
    if skill is not None:
        favoured = f" Favoured: {', '.join(skill.favoured)}." if skill.favoured else ""
        examples = f"Specialties: {', '.join(skill.specialties)}" if skill.specialties else ""
        yield Part(f"Skill X: {skill.name}", tuple(filter(None, (f"{skill.text}{favoured}", examples))))
    perks = taken.perks if setting is None else tuple(own_perk(perk) for perk in setting.perks)
    if perks:
        yield Part("Perks beside the book's", tuple(_perk(perk) for perk in perks))
    changed = changed_numbers(book.numbers(), taken.resolved[0])
    lines = tuple(f"{line.text}  {line.rule}" for line in changed)
    yield Part("Numbers and rule options", lines or ("All as in the book.",))


def _perk(perk: Any) -> str:
    return perk_words(perk.info) if perk.info else f"{perk.name} does nothing: {perk.read[1]}"


def kept_parts(character: Character) -> list[Part]:
    """What a character keeps of its setting, and the perks of its own."""
    found = list(rules_parts(character.setting))
    if character.perks:
        found.append(Part("Perks of one's own", tuple(_perk(perk) for perk in character.perks)))
    return found


def note(character: Character, shelf: Shelf) -> str:
    """What is to be said of the setting's file: missing, broken, or changed since it was taken over (SET-2)."""
    name = title(character)
    if name == PLAIN:
        return ""
    found = shelf.find(name)
    stored = character.setting.name.strip() == name
    plays = "the character uses its own copy of it" if stored else "plain Saga's numbers apply"
    if found is None:
        return f"The setting file of {name} is not here: {plays}."
    if found.setting is None:
        first = found.checked.problems[0]
        return f"{found.path.name} is broken (line {first.line}: {first.problem.message}): {plays}."
    if kept(found.setting).to_doc() != character.setting.to_doc():
        return f"{found.path.name} has changed since this character chose it. Choose it again to use the changes."
    return ""


def remarks(character: Character, shelf: Shelf) -> Iterator[Problem]:
    """The same as a remark for `saga-tui check`."""
    message, _, fix = note(character, shelf).partition(": ")
    if message:
        fix = f"{fix[:1].upper()}{fix[1:]}"
        yield Problem("remark", "SET-2", ("concept", "setting"), message, fix, "file", title(character))


def with_examples(command: Command, character: Character, shelf: Shelf) -> Command:
    """The command; a random choice with the examples of the character's setting, where its file can be read and they
    are not given."""
    from saga_tui.games.saga.rules.commands.build import Become

    if not isinstance(command, Become) or command.examples is not None:
        return command
    found = shelf.find(title(character))
    chosen = examples(found.setting if found is not None else None, command.step)
    return command if chosen is None else command.model_copy(update={"examples": chosen})
