"""Findings of the setting that a character keeps, and of perks of one's own (SET-1, SET-2, PRK-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from saga_tui.games.saga import book
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.kept import OwnPerk
from saga_tui.games.saga.rules.setting import PLAIN
from saga_tui.problem import Problem, Where, near


def problems(character: Character) -> Iterator[Problem]:
    """What is wrong with them; a number that cannot be is left as the book has it, a broken perk does nothing."""
    yield from _named(character)
    yield from _numbers(character)
    yield from _perks(character.setting.perks, ("setting", "perks"), "SET-1")
    yield from _perks(character.perks, ("perks",), "PRK-1")


def _named(character: Character) -> Iterator[Problem]:
    named, kept = character.concept.setting.strip(), character.setting.name.strip()
    if not named or named.casefold() in (kept.casefold(), PLAIN.casefold(), "plain"):
        return
    plays = f"uses what its file keeps of {kept}" if kept else "keeps nothing of it, so plain Saga's numbers apply"
    message = f"The character's setting is {named!r}, but it {plays}"
    fix = "Choose the setting in step 1, or run: saga-tui setting use NAME CHARACTER"
    yield Problem("remark", "SET-2", ("concept", "setting"), message, fix, "kept", named)


def _numbers(character: Character) -> Iterator[Problem]:
    kept = character.setting
    if not (kept.numbers or kept.switches):
        return
    for wrong in kept.resolved[1]:
        where: Where = ("setting", *(wrong.path if wrong.path[0] == "switches" else ("numbers", *wrong.path)))
        name = ".".join(wrong.path)
        message = f"{name} has an impossible value, so the book's value applies"
        fix = "Choose the setting again, or remove this."
        if wrong.kind == "unknown":
            message, fix = f"Settings cannot change {name}", near(wrong.path[-1], wrong.known)
        elif wrong.path[0] == "switches":
            fix = near(str(wrong.value), book.switch_values(wrong.path[-1]))
        yield Problem("error", "SET-1", where, message, fix, "number", str(wrong.value)[:200])


def _perks(made: Sequence[OwnPerk], where: Where, rule: str) -> Iterator[Problem]:
    times = Counter(perk.name.strip().casefold() for perk in made)
    for index, perk in enumerate(made):
        here = (*where, index)
        name = perk.name.strip() or "A perk"
        if perk.info is None:
            message = f"{name} does nothing: {perk.read[1]}"
            yield Problem("error", rule, here, message, "Fix its text, or remove it.", "perk", perk.name)
        elif times[perk.name.strip().casefold()] > 1 or book.perk(perk.name) is not None:
            message = f"There is more than one perk named {name}"
            yield Problem("error", rule, here, message, "Give it another name.", "twice", perk.name)
