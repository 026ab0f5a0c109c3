"""The sheet as plain text: at 80 columns one page for an ordinary character, narrower and wider as it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from saga_tui.games.saga.sheet.facts import RULED, Drive, Facts, Harm, Piece, Pool, Skill, Wound
from saga_tui.paper.layout import (
    PLAIN,
    Glyphs,
    beside,
    boxes,
    halves,
    heading,
    pad,
    page_of,
    row,
    table,
    width_of,
    wrap,
)
from saga_tui.words import plural

NARROWEST = 40
"""The fewest columns that a sheet can be set in."""
TWO_COLUMNS = 72
"""From this width on two blocks stand side by side."""
SPARE_FORTUNE = 4
SPARE_DAMAGE = 4
"""Boxes beyond the threshold, and spare ones for tokens that a pencil may yet add."""
KISMET_BOXES = 10
DRIVE_BOXES = 5
LINES_TO_WRITE_ON = 3
CREDIT = "Saga (beta) by Brian Engard, Gamecrafters' Guild. Creative Commons Attribution."


@dataclass(frozen=True, slots=True)
class Page:
    """The width and the signs that a sheet is set with."""

    width: int
    glyphs: Glyphs = PLAIN

    @property
    def wide(self) -> bool:
        """Whether two blocks fit side by side."""
        return self.width >= TWO_COLUMNS

    def heading(self, title: str, width: int = 0, note: str = "") -> list[str]:
        """A section's title over a block of that width; 0: over the whole page."""
        return heading(title, width or self.width, self.glyphs, note)


def text(sheet: Facts, width: int = 80, glyphs: Glyphs = PLAIN) -> str:
    """The printed sheet, no line wider than `width` columns (at least 40), with a newline at its end."""
    page = Page(max(NARROWEST, width), glyphs)
    blocks = [
        _head(sheet, page),
        _bodies(sheet, page),
        _skills(sheet, page),
        _perks(sheet, page),
        _story(sheet, page),
        _gear(sheet, page),
        _events(sheet, page),
        _growth(sheet, page),
        _foot(sheet, page),
    ]
    lines: list[str] = []
    for block in blocks:
        if block:
            lines += ["", *block] if lines else block
    return page_of(lines)


# ---- the top


def _head(sheet: Facts, page: Page) -> list[str]:
    setting = f"Setting: {sheet.setting}" + (", from paper" if sheet.as_is else "")
    spark = f"Spark {sheet.spark}" if sheet.playing else "Spark ____"
    return [
        *_ends(sheet.name, f"Player: {sheet.player or page.glyphs.blank * 12}", page.width),
        *_ends(sheet.line, setting, page.width),
        page.glyphs.double * page.width,
        *_ends(sheet.standing[:1].upper() + sheet.standing[1:], spark, page.width),
    ]


def _ends(left: str, right: str, width: int) -> list[str]:
    """One text at the left edge and one at the right; under each other where they do not fit."""
    room = width - width_of(right)
    if width_of(left) + 2 <= room:
        return [pad(left, room) + right]
    return [*wrap(left, width), *wrap(right, width)]


def _fit(line: str, width: int, hang: int) -> list[str]:
    """The line as it stands where it fits, else wrapped."""
    return [line] if width_of(line) <= width else wrap(line, width, hang)


# ---- assets and damage


def _bodies(sheet: Facts, page: Page) -> list[str]:
    left, right = halves(page.width) if page.wide else (page.width, page.width)
    assets = [*page.heading("ASSETS", left), *(line for pool in sheet.pools for line in _pool(sheet, pool, left, page))]
    damage = [*page.heading("DAMAGE", right), *(line for harm in sheet.harm for line in _harm(harm, right, page))]
    legend = (
        f"Tick {page.glyphs.ticked} a token when spent, damage when taken, a doom step when marked, a drive's token "
        f"when gained. Each box over the threshold {page.glyphs.threshold} causes a consequence."
    )
    both = beside(assets, damage, left, 4) if page.wide else [*assets, "", *damage]
    return [*both, *_doom(sheet, page), *wrap(legend, page.width)]


def _pool(sheet: Facts, pool: Pool, width: int, page: Page) -> list[str]:
    sign = page.glyphs.asset(pool.key)
    lead = f"{sign} {pool.name:<8}{pool.rating!s:>3}  " if sign.strip() else f"{pool.name:<9}{pool.rating!s:>4}  "
    tail = f"{pool.in_hand} in hand" if sheet.playing else ""
    room = width - width_of(lead) - (width_of(tail) + 2 if tail else 0)
    spent = max(0, pool.rating.total - pool.in_hand)
    drawn = boxes(max(pool.rating.total, pool.in_hand), spent, room, page.glyphs)
    if pool.key == "fortune" and width_of(drawn) + SPARE_FORTUNE + 1 <= room:
        drawn = f"{drawn} {page.glyphs.ellipsis * SPARE_FORTUNE}".strip()
    return _ends(lead + drawn, tail, width) if tail else _fit(lead + drawn, width, width_of(lead))


def _harm(harm: Harm, width: int, page: Page) -> list[str]:
    limit = harm.threshold
    lead = f"{harm.name:<9}{'' if limit is None else str(limit):>4}  "
    room = width - width_of(lead)
    if limit is None:
        return _fit(lead + boxes(max(KISMET_BOXES, harm.held), harm.held, room, page.glyphs), width, width_of(lead))
    bar = max(0, limit.total)
    count = max(bar, harm.held) + SPARE_DAMAGE
    return _fit(lead + boxes(count, harm.held, room, page.glyphs, bar), width, width_of(lead))


def _doom(sheet: Facts, page: Page) -> list[str]:
    doom = sheet.doom
    lead = f"{'Doom':<9}{doom.end!s:>4}  "
    end = max(0, doom.end.total)
    drawn = boxes(end, doom.marked, page.width - width_of(lead) - 1, page.glyphs) + page.glyphs.end
    left = max(0, end - doom.marked)
    return _ends(lead + drawn, f"{plural(left, 'step')} left", page.width)


# ---- what the character can do


def _skills(sheet: Facts, page: Page) -> list[str]:
    left, right = halves(page.width)
    blocks = [_skill(skill, left) for skill in sheet.skills] if page.wide else []
    if not blocks or any(len(block) > MOST_LINES for block in blocks):
        return [*page.heading("SKILLS"), *(line for skill in sheet.skills for line in _skill(skill, page.width))]
    half = (len(sheet.skills) + 1) // 2
    one = [line for block in blocks[:half] for line in block]
    other = [line for skill in sheet.skills[half:] for line in _skill(skill, right)]
    return [*page.heading("SKILLS"), *beside(one, other, left, 4)]


MOST_LINES = 4
"""A skill that takes more lines in half a page gets the whole width, and the others with it."""
NAME = 13


def _skill(skill: Skill, width: int) -> list[str]:
    ranks = f"{skill.ranks!s:>3}"
    room = max(4, width_of(ranks))
    return table([skill.name, ranks, ", ".join(skill.specialties)], [NAME, room, width - NAME - room - 2], gap=1)


def _perks(sheet: Facts, page: Page) -> list[str]:
    lines = page.heading("PERKS")
    for perk in sheet.perks:
        chosen = ", ".join(part for part in (perk.asset, perk.skill) if part)
        title = f"{perk.name} ({chosen})" if chosen else perk.name
        lines += wrap(f"{title}: {perk.line}" if perk.line else title, page.width, 2)
    return [*lines, *_none(sheet.perks, page.width, page)]


def _none(items: Sequence[object], width: int, page: Page) -> list[str]:
    """A line to write on, where there is nothing to print."""
    return [] if items else [page.glyphs.blank * width]


# ---- who the character is


def _story(sheet: Facts, page: Page) -> list[str]:
    left, right = halves(page.width) if page.wide else (page.width, page.width)
    traits = page.heading("TRAITS", left)
    for trait in sheet.traits:
        traits += wrap(trait, left, 2)
    traits += _none(sheet.traits, left, page)
    drives = page.heading("DRIVES", right)
    for drive in sheet.drives:
        drives += _drive(drive, right, page)
    drives += _none(sheet.drives, right, page)
    return beside(traits, drives, left, 4) if page.wide else [*traits, "", *drives]


def _drive(drive: Drive, width: int, page: Page) -> list[str]:
    drawn = boxes(max(DRIVE_BOXES, drive.tokens), drive.tokens, DRIVE_BOXES + 7, page.glyphs)
    return row(f"{pad(drawn, DRIVE_BOXES)}  ", drive.text, width)


def _gear(sheet: Facts, page: Page) -> list[str]:
    lines = page.heading("GEAR")
    for piece in sheet.gear:
        lines += _piece(piece, page)
    return [*lines, *_none(sheet.gear, page.width, page)]


def _piece(piece: Piece, page: Page) -> list[str]:
    worth = f"{piece.pool} {piece.unit}".strip()
    if piece.kind == "buff":
        worth = f"+{worth}"
    used = max(0, piece.pool.total - piece.left)
    drawn = boxes(piece.pool.total, used, min(page.width - 20, 24), page.glyphs) if piece.runs_out else ""
    parts = [piece.purpose, f"without {', '.join(piece.without)}" if piece.without else ""]
    told = "; ".join(part for part in parts if part)
    body = " ".join(part for part in (f"{piece.kind} {piece.rating}, {worth}".strip(), drawn) if part)
    return wrap(f"{piece.name}: {body}{f'; {told}' if told else ''}", page.width, 2)


# ---- what has happened to the character


def _events(sheet: Facts, page: Page) -> list[str]:
    left, right = halves(page.width) if page.wide else (page.width, page.width)
    blank = page.glyphs.blank * left
    wounds = page.heading("CONSEQUENCES", left)
    for wound in sheet.wounds:
        wounds += _wound(wound, left, page)
    wounds += [blank] * max(0, LINES_TO_WRITE_ON - len(sheet.wounds))
    now = page.heading("NOW", right)
    told = [*(f"To do: {ask}" for ask in sheet.asks), *sheet.now, *(f"Reward: {reward}" for reward in sheet.rewards)]
    for item in told:
        now += wrap(item, right, 2)
    now += [page.glyphs.blank * right] * max(0, LINES_TO_WRITE_ON - len(told))
    return beside(wounds, now, left, 4) if page.wide else [*wounds, "", *now]


def _wound(wound: Wound, width: int, page: Page) -> list[str]:
    told = ", ".join(part for part in (wound.levels, wound.kind) if part)
    penalty = f"{page.glyphs.minus}{-wound.penalty}" if wound.penalty <= 0 else f"+{wound.penalty}"
    return wrap(f"{wound.name} {penalty}{f' ({told})' if told else ''}", width, 2)


def _growth(sheet: Facts, page: Page) -> list[str]:
    lines: list[str] = []
    if sheet.advances:
        lines += page.heading("ADVANCES")
        for chapter, items in sheet.advances:
            lines += row(f"chapter {chapter}  ", ", ".join(items), page.width)
    if sheet.notes:
        lines += [""] if lines else []
        lines += page.heading("NOTES")
        for line in sheet.notes:
            lines += wrap(line, page.width)
    return lines


def _foot(sheet: Facts, page: Page) -> list[str]:
    lines: list[str] = []
    if sheet.rulings:
        lines += page.heading("HOUSE RULINGS", note=f"{RULED} marks a number changed by a ruling")
        for ruling in sheet.rulings:
            lines += wrap(ruling, page.width, 2)
        lines.append("")
    return [*lines, page.glyphs.line * page.width, *wrap(CREDIT, page.width)]
