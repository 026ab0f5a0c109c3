"""The sheet as Markdown: the same facts, for wikis, notebooks and web pages.

What people wrote is escaped so that it shows as it was written; only the notes, which may be Markdown, stay as they
are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from saga_tui.games.saga.sheet.explained import Chapter
from saga_tui.games.saga.sheet.facts import RULED, Facts, Piece, Wound
from saga_tui.games.saga.sheet.text import CREDIT
from saga_tui.words import plural

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~&!$^])")
_START: Final = re.compile(r"^(\s*)([-+:=]|\d+(?=[.)]))")


def md(text: str) -> str:
    """A text of one line so that Markdown shows it as it is, in a paragraph, a list or a table."""
    escaped = _SPECIAL.sub(r"\\\1", text)
    return _START.sub(_at_start, escaped)


def _at_start(found: re.Match[str]) -> str:
    space, sign = found.groups()
    return f"{space}\\{sign}" if not sign.isdigit() else f"{space}{sign}\\"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> list[str]:
    """A table; the columns in `numbers` are set to the right. The cells are Markdown already."""
    rule = ["---:" if place in numbers else "---" for place in range(len(head))]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]


def markdown(sheet: Facts) -> str:
    """The sheet with a heading of the first level for the name, and of the second for each part."""
    parts = [
        _head(sheet),
        ["## Assets", "", *_assets(sheet)],
        ["## Damage", "", *_damage(sheet)],
        ["## Skills", "", *_skills(sheet)],
        _list("Perks", [_perk(perk.name, perk.asset, perk.skill, perk.line) for perk in sheet.perks]),
        _list("Traits", map(md, sheet.traits)),
        _list("Drives", [f"{md(drive.text)} ({plural(drive.tokens, 'token')})" for drive in sheet.drives]),
        _list("Gear", map(_piece, sheet.gear)),
        _list("Consequences", map(_wound, sheet.wounds)),
        _list("Now", [*(f"To do: {md(ask)}" for ask in sheet.asks), *map(md, sheet.now)]),
        _list("Rewards", map(md, sheet.rewards)),
        _list("Advances", [f"chapter {chapter}: {md(', '.join(items))}" for chapter, items in sheet.advances]),
        ["## Notes", "", *sheet.notes] if sheet.notes else [],
        _rulings(sheet),
        ["---", "", md(CREDIT)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def explained_markdown(name: str, chapters: Sequence[Chapter]) -> str:
    """The second page: what the character's perks, gear and consequences do."""
    lines = [f"# {md(name)}: explained"]
    for chapter in chapters:
        lines += ["", f"## {chapter.title}", ""]
        for entry in chapter.entries:
            rule = f" [{entry.rule}]" if entry.rule else ""
            lines.append(f"- **{md(entry.title)}**: {md(entry.text)}{md(rule)}")
    return "\n".join([*lines, "", "---", "", md(CREDIT)]) + "\n"


def _head(sheet: Facts) -> list[str]:
    setting = f"{sheet.setting}, from paper" if sheet.as_is else sheet.setting
    facts = [f"**Setting:** {md(setting)}"]
    if sheet.player:
        facts.insert(0, f"**Player:** {md(sheet.player)}")
    if sheet.playing:
        facts.append(f"**Spark:** {md(str(sheet.spark))}")
    standing = sheet.standing[:1].upper() + sheet.standing[1:]
    line = [f"*{md(sheet.line)}*", ""] if sheet.line else []
    return [f"# {md(sheet.name)}", "", *line, " · ".join(facts), "", md(standing)]


def _assets(sheet: Facts) -> list[str]:
    if not sheet.playing:
        return table(["Asset", "Rating"], [[pool.name, md(str(pool.rating))] for pool in sheet.pools], [1])
    rows = [[pool.name, md(str(pool.rating)), str(pool.in_hand)] for pool in sheet.pools]
    return table(["Asset", "Rating", "In hand"], rows, [1, 2])


def _damage(sheet: Facts) -> list[str]:
    rows = [
        [harm.name, "" if harm.threshold is None else md(str(harm.threshold)), str(harm.held)] for harm in sheet.harm
    ]
    doom = sheet.doom
    rows.append(["Doom", md(str(doom.end)), str(doom.marked)])
    return table(["Damage", "Threshold", "Now"], rows, [1, 2])


def _skills(sheet: Facts) -> list[str]:
    rows = [[md(skill.name), md(str(skill.ranks)), md(", ".join(skill.specialties))] for skill in sheet.skills]
    return table(["Skill", "Ranks", "Specialties"], rows, [1])


def _list(title: str, items: Iterable[str]) -> list[str]:
    listed = [f"- {item}" for item in items]
    return [f"## {title}", "", *listed] if listed else []


def _perk(name: str, asset: str, skill: str, line: str) -> str:
    chosen = ", ".join(part for part in (asset, skill) if part)
    title = f"**{md(name)}**" + (f" ({md(chosen)})" if chosen else "")
    return f"{title}: {md(line)}" if line else title


def _piece(piece: Piece) -> str:
    worth = f"{'+' if piece.kind == 'buff' else ''}{piece.pool} {piece.unit}".strip()
    left = f", {piece.left} left" if piece.runs_out and piece.left != piece.pool.total else ""
    parts = [f"{piece.kind} {piece.rating}, {worth}{left}".strip(), piece.purpose]
    parts.append(f"without {', '.join(piece.without)}" if piece.without else "")
    return f"**{md(piece.name)}**: {md('; '.join(part for part in parts if part))}"


def _wound(wound: Wound) -> str:
    told = ", ".join(part for part in (wound.levels, wound.kind) if part)
    penalty = f"−{-wound.penalty}" if wound.penalty <= 0 else f"+{wound.penalty}"
    return f"**{md(wound.name)}** {penalty}" + (f" ({md(told)})" if told else "")


def _rulings(sheet: Facts) -> list[str]:
    lines = _list("House rulings", map(md, sheet.rulings))
    return [*lines, "", f"{md(RULED)} marks a number that a house ruling changes."] if lines else []
