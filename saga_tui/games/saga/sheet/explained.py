"""A character's perks, gear and consequences explained: the sheet's second page, for those who do not have the book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character, Consequence
from saga_tui.games.saga.rules.words import LEVELS
from saga_tui.games.saga.sheet.page import CREDIT, told
from saga_tui.paper.items import Block, Entry
from saga_tui.paper.sections import Foot, Section, Title
from saga_tui.safe import clean
from saga_tui.tally import Tally
from saga_tui.words import inflect, plural

KINDS: Final = {"buff": "GER-2", "charm": "GER-3", "font": "GER-4"}
PLURAL: Final = {"buff": "Buffs", "charm": "Lucky charms", "font": "Fonts of healing"}


def explained(character: Character) -> tuple[Block, ...]:
    """A page of what can be explained of the character's own; none where there is nothing."""
    found = (
        Section("Perks", tuple(_perks(character))),
        Section("Gear", tuple(_gear(character))),
        Section("Consequences", tuple(_wounds(character))),
    )
    if not any(section.items for section in found):
        return ()
    return (Title(f"{told(character, 'name', character.title)}: explained"), *found, Foot(CREDIT))


def _perks(character: Character) -> Iterable[Entry]:
    for owned in derive.perks(character):
        if not owned.name.strip():
            continue
        skill = clean(derive.skill_name(character, owned.skill)) if owned.skill else ""
        chosen = ", ".join(part for part in (owned.asset or "", skill) if part)
        title = f"{clean(owned.name)} ({chosen})" if chosen else clean(owned.name)
        if owned.info is None:
            yield Entry("Not in this setting: ask your group what it does.", title, rule="PRK-1")
            continue
        once = f" Once a {owned.info.once}." if owned.info.once and "once a" not in owned.info.text.casefold() else ""
        moment = f" Its moment: {book.words('sheet_moments').get(owned.info.moment, owned.info.moment)}."
        yield Entry(f"{clean(owned.info.text)}{once}{moment}", title, rule=", ".join(owned.info.rules))


def _gear(character: Character) -> Iterable[Entry]:
    kinds: list[str] = []
    switches = derive.numbers(character).switches
    for owned in derive.gear(character):
        piece = owned.gear
        kinds.append(piece.kind)
        unit = "points" if piece.kind == "font" else "dice"
        for_what = f" For: {clean(piece.purpose)}." if piece.purpose.strip() else ""
        worth = f"{_sum(derive.gear_pool(character, owned))} {unit}"
        refresh = {"charm": switches.lucky_charm_refresh, "font": "chapter"}.get(piece.kind)
        again = f" Refills each {refresh}." if refresh else ""
        yield Entry(f"{clean(piece.kind)} {piece.rating}: {worth}.{again}{for_what}", clean(piece.name) or "(no name)")
    for kind, rule in KINDS.items():
        if kind in kinds and (text := book.rule(rule)):
            yield Entry(text.text, PLURAL[kind], rule=rule)


def _sum(tally: Tally) -> str:
    """`10 = 9 (rating 3 times 3) + 1 (without Academia)`; the number alone where its one reason says no more."""
    if len(tally.terms) == 1 and "times" not in tally.terms[0].reason:
        return f"{tally.total:+d}"
    terms = " + ".join(f"{term.amount} ({clean(term.reason)})" for term in tally.terms)
    return f"{tally.total} = {terms}"


def _wounds(character: Character) -> Iterable[Entry]:
    wounds = state.play_of(character).consequences
    for item in wounds:
        yield Entry(_wound(item), f"{clean(item.name) or '(not named yet)'} −{item.severity}")
    for rule in ("CSQ-1", "CSQ-2", "CSQ-4") if wounds else ():
        if text := book.rule(rule):
            yield Entry(text.text, text.title, rule=rule)


def _wound(item: Consequence) -> str:
    dice = f"{plural(item.severity, 'die')} fewer on every roll it applies to."
    known = [level for level in LEVELS if level in item.points]
    points = [
        f"{plural(count, f'{level} point')} {inflect(count, 'ends')} {book.words('goes')[level]}"
        for level, count in ((level, item.points[level]) for level in known)
    ]
    points += [f"{count} of the level “{clean(level)}”" for level, count in item.points.items() if level not in LEVELS]
    return f"{dice} {'; '.join(points)}." if points else dice
