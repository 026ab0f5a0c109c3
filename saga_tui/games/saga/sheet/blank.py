"""An empty sheet to fill in with a pencil: at 80 columns one page, narrower and wider as it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from saga_tui.games.saga import book
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, SKILLS, WOUNDS
from saga_tui.games.saga.sheet.text import CREDIT, NARROWEST, Page
from saga_tui.paper.layout import (
    GROUP,
    PLAIN,
    Glyphs,
    beside,
    boxes,
    halves,
    pad,
    page_of,
    row,
    width_of,
    wrap,
)
from saga_tui.safe import clean

POOL_BOXES: Final = 10
TRAITS, DRIVES, GEAR, PERKS, WOUNDS_TO_WRITE, ADVANCES, NOTES = 8, 3, 3, 3, 4, 4, 5
SKILL_NAME: Final = 14
MOST_DOOM: Final = 24


@dataclass(frozen=True, slots=True)
class Form:
    """What an empty sheet takes from a setting: its name, and its name for Skill X, if it gives one."""

    setting: str = "plain Saga"
    skill_x: str = ""
    perks: tuple[str, ...] = ()
    """The setting's own perks, each in a line: they are not in the book."""


def blank(form: Form, width: int = 80, glyphs: Glyphs = PLAIN) -> str:
    """The empty sheet, no line wider than `width` columns (at least 40), with a newline at its end."""
    page = Page(max(NARROWEST, width), glyphs)
    form = Form(clean(form.setting), clean(form.skill_x), tuple(map(clean, form.perks)))
    blocks = [_head(form, page), _bodies(page), _skills(form, page), _story(page), _things(page), _events(page)]
    blocks.append(_lines("NOTES", NOTES, page.width, page))
    lines: list[str] = []
    for block in blocks:
        lines += ["", *block] if lines else block
    first = page_of([*lines, "", *wrap(CREDIT, page.width)])
    return f"{first}\f{_perks(form, page)}" if form.perks else first


def _perks(form: Form, page: Page) -> str:
    """The setting's own perks, on a page of their own: they are in no book."""
    lines = [*wrap(f"Perks of {form.setting}", page.width), page.glyphs.double * page.width, ""]
    lines += [line for perk in form.perks for line in wrap(perk, page.width, 2)]
    return page_of(lines)


def _write(label: str, width: int, page: Page) -> str:
    """A label with a line to write on up to `width` columns."""
    return f"{label} {page.glyphs.blank * max(1, width - width_of(label) - 1)}"


def _columns(left: Sequence[str], right: Sequence[str], page: Page) -> list[str]:
    if not page.wide:
        return [*left, "", *right]
    return beside(left, right, halves(page.width)[0], 4)


def _sides(page: Page) -> tuple[int, int]:
    return halves(page.width) if page.wide else (page.width, page.width)


def _head(form: Form, page: Page) -> list[str]:
    left, right = _sides(page)
    name = [_write("Name", left, page), _write("Concept", left, page)]
    who = [_write("Player", right, page), *row("Setting ", form.setting, right)]
    lines = beside(name, who, left, 4) if page.wide else [*name, *who]
    return [*lines, page.glyphs.double * page.width, _write("Chapter, scene", min(page.width, 38), page)]


def _bodies(page: Page) -> list[str]:
    left, right = _sides(page)
    assets = page.heading("ASSETS", left, "rating")
    for asset in ASSETS:
        sign = page.glyphs.asset(asset)
        name = pad(f"{sign} {asset.capitalize()}".strip(), 10)
        assets.append(f"{name}{page.glyphs.blank * 3}  {boxes(POOL_BOXES, 0, left - 16, page.glyphs)}")
    damage = page.heading("DAMAGE", right, "threshold")
    for kind in DAMAGE:
        limit = page.glyphs.blank * 3 if kind in WOUNDS else "   "
        damage.append(f"{kind.capitalize():<10}{limit}  {boxes(POOL_BOXES, 0, right - 16, page.glyphs)}")
    legend = (
        "Thresholds, rounded down: pain (force + grace) / 2, doubt (grace + acuity) / 2, fear (force + acuity) / 2. "
        "Doom ends at twice the fortune rating, at most at 24."
    )
    lead = f"{'Doom':<10}{page.glyphs.blank * 3}  "
    rows = 1 if page.width >= len(lead) + MOST_DOOM + MOST_DOOM // GROUP else 2
    track = [boxes(MOST_DOOM // rows, 0, page.width - len(lead), page.glyphs)] * rows
    doom = [f"{lead}{track[0]}", *(" " * len(lead) + line for line in track[1:])]
    return [*_columns(assets, damage, page), *doom, *wrap(legend, page.width)]


def _skills(form: Form, page: Page) -> list[str]:
    left, right = _sides(page)
    names = [form.skill_x or "Skill X" if key == "skill_x" else book.skill(key).name for key in SKILLS]
    half = (len(names) + 1) // 2 if page.wide else len(names)
    blocks = [
        [line for name in part for line in _skill(name, width, page)]
        for part, width in ((names[:half], left), (names[half:], right))
    ]
    lines = _columns(blocks[0], blocks[1], page) if page.wide else blocks[0]
    return [*page.heading("SKILLS", note="ranks, specialties"), *lines]


def _skill(name: str, width: int, page: Page) -> list[str]:
    line = page.glyphs.blank
    lines = wrap(name, SKILL_NAME)
    lines[-1] = pad(lines[-1], SKILL_NAME) + f" {line * 3}  {line * max(3, width - SKILL_NAME - 6)}"
    return lines


def _lines(title: str, count: int, width: int, page: Page) -> list[str]:
    return [*page.heading(title, width), *[page.glyphs.blank * width] * count]


def _story(page: Page) -> list[str]:
    left, right = _sides(page)
    drives = page.heading("DRIVES", right)
    for _ in range(DRIVES):
        drives.append(f"{boxes(5, 0, 8, page.glyphs)}  {page.glyphs.blank * (right - 7)}")
    drives += ["", *_lines("PERKS", PERKS, right, page)]
    return _columns(_lines("TRAITS", TRAITS, left, page), drives, page)


def _things(page: Page) -> list[str]:
    lines = page.heading("GEAR", note="kind, rating, dice or points")
    used = boxes(POOL_BOXES, 0, 12, page.glyphs)
    return [*lines, *[f"{page.glyphs.blank * (page.width - width_of(used) - 2)}  {used}"] * GEAR]


def _events(page: Page) -> list[str]:
    left, right = _sides(page)
    advances = [*_lines("ADVANCES", ADVANCES - 1, right, page), _write("Spark", right, page)]
    return _columns(_lines("CONSEQUENCES", WOUNDS_TO_WRITE, left, page), advances, page)
