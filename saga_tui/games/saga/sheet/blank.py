"""An empty sheet to fill in with a pencil: at 80 columns one page, narrower and wider as it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from saga_tui.games.saga import book
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, SKILLS, WOUNDS
from saga_tui.games.saga.sheet.page import CREDIT, SIGNS
from saga_tui.paper.items import TO_WRITE, Block, Counted, Entry, Item, Led, Meter, Row, Write
from saga_tui.paper.sections import Foot, Pair, Rule, Section, Stack, Title
from saga_tui.problem import near
from saga_tui.safe import clean
from saga_tui.words import listed

POOL_BOXES: Final = 10
TRAITS, DRIVES, GEAR, PERKS, WOUNDS_TO_WRITE, ADVANCES, NOTES = 8, 3, 3, 3, 4, 4, 5
MOST_DOOM: Final = 24
LEGEND: Final = (
    "Thresholds, rounded down: pain (force + grace) / 2, doubt (grace + acuity) / 2, fear (force + acuity) / 2. "
    "Doom ends at twice the fortune rating, at most at 24."
)


@dataclass(frozen=True, slots=True)
class Form:
    """What an empty sheet takes from a setting: its name, and its name for Skill X, if it gives one."""

    setting: str = "plain Saga"
    skill_x: str = ""
    perks: tuple[str, ...] = ()
    """The setting's own perks, each in a line: they are not in the book."""


def form_of(name: str, characters: Path | None = None) -> Form:
    """What an empty sheet takes from the setting of that name, which may lie beside the characters; `ValueError` in
    clear words where there is none, or its file is broken (SET-2)."""
    from saga_tui.games.saga.settings import PLAIN as PLAIN_SETTING
    from saga_tui.games.saga.settings import Shelf

    if name.strip().casefold() in ("", PLAIN_SETTING):
        return Form()
    shelf = Shelf(characters)
    found = shelf.find(name)
    if found is None:
        raise ValueError(f"There is no setting {name!r}. {near(name, shelf.names())}")
    setting = found.setting
    if setting is None:
        raise ValueError(f"The setting {found.key} is broken. saga-tui setting check {found.key} says where.")
    perks = (f"{perk.name} ({listed(perk.assets, 'or')}): {perk.text}" for perk in setting.perks)
    return Form(setting.name, setting.skill_x.name if setting.skill_x else "", tuple(perks))


def blank(form: Form) -> list[tuple[Block, ...]]:
    """The empty sheet, and the setting's own perks on a page of their own: they are in no book."""
    skills = [clean(form.skill_x) or "Skill X" if key == "skill_x" else book.skill(key).name for key in SKILLS]
    named = Section("", (Write("Name"), Write("Concept")))
    whose = Section("", (Write("Player"), Led("Setting ", clean(form.setting))))
    head = Stack((Pair(named, whose), Rule(double=True), Write("Chapter, scene", most=38)), apart=False)
    drives = Section("Drives", (Counted(None, 0),) * DRIVES)
    advances: tuple[Item, ...] = (*(Write(),) * (ADVANCES - 1), Write("Spark"))
    first: tuple[Block, ...] = (
        head,
        _numbers(),
        Section("Skills", tuple(Row(name, TO_WRITE) for name in skills), note="ranks, specialties", columns=2),
        Pair(Section("Traits", write=TRAITS), Stack((drives, Section("Perks", write=PERKS)))),
        Section("Gear", (Write(boxes=POOL_BOXES),) * GEAR, note="kind, rating, dice or points"),
        Pair(Section("Consequences", write=WOUNDS_TO_WRITE), Section("Advances", advances)),
        Section("Notes", write=NOTES),
        Foot(CREDIT, line=False),
    )
    perks = Section("", tuple(Entry(clean(perk)) for perk in form.perks))
    return [first, (Title(f"Perks of {clean(form.setting)}"), perks)] if form.perks else [first]


def _numbers() -> Pair:
    pools = (Meter(asset.capitalize(), TO_WRITE, POOL_BOXES, sign=SIGNS[asset]) for asset in ASSETS)
    harm = (Meter(kind.capitalize(), TO_WRITE if kind in WOUNDS else "", POOL_BOXES) for kind in DAMAGE)
    return Pair(
        Section("Assets", tuple(pools), note="rating"),
        Section("Damage", tuple(harm), note="threshold"),
        (Meter("Doom", TO_WRITE, MOST_DOOM, fold=True),),
        LEGEND,
    )
