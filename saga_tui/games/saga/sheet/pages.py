"""Whole sheets in the form that is asked for: text or Markdown, with typed signs, with the rules on a second page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.sheet.blank import Form, blank
from saga_tui.games.saga.sheet.explained import Chapter, explained
from saga_tui.games.saga.sheet.facts import facts
from saga_tui.games.saga.sheet.markdown import explained_markdown, markdown
from saga_tui.games.saga.sheet.text import CREDIT, NARROWEST, Page, text
from saga_tui.paper.layout import PLAIN, TYPED, page_of, typed, typed_all, wrap
from saga_tui.problem import near
from saga_tui.words import listed

NEXT_PAGE = "\f"
"""Stands between the pages of a text: a printer begins a new page there."""
NEXT_PART = "\n"
"""Stands between the pages in Markdown, each of which begins with a heading of its own."""


def sheet_pages(
    character: Character, width: int = 80, *, plain: bool = False, as_markdown: bool = False, rules: bool = False
) -> str:
    """A character's sheet, and with `rules` a second page that explains its perks, gear and consequences. `plain`
    takes only signs that a typewriter has; letters of any script stay."""
    sheet, chapters = facts(character), explained(character) if rules else ()
    if plain:
        sheet, chapters = typed_all(sheet), typed_all(chapters)
    if as_markdown:
        first = typed(markdown(sheet)) if plain else markdown(sheet)
        second = explained_markdown(sheet.name, chapters) if chapters else ""
        return f"{first}{NEXT_PART}{second}" if second else first
    page = Page(max(NARROWEST, width), TYPED if plain else PLAIN)
    first = text(sheet, page.width, page.glyphs)
    return f"{first}{NEXT_PAGE}{explained_text(sheet.name, chapters, page)}" if chapters else first


def explained_text(name: str, chapters: Sequence[Chapter], page: Page) -> str:
    """The second page as text."""
    lines = [*wrap(f"{name}: explained", page.width), page.glyphs.double * page.width]
    for chapter in chapters:
        lines += ["", *page.heading(chapter.title.upper())]
        for entry in chapter.entries:
            rule = f" [{entry.rule}]" if entry.rule else ""
            lines += wrap(f"{entry.title}: {entry.text}{rule}", page.width, 2)
    lines += ["", page.glyphs.line * page.width, *wrap(CREDIT, page.width)]
    return page_of(lines)


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


def blank_pages(form: Form, width: int = 80, *, plain: bool = False, as_markdown: bool = False) -> str:
    """An empty sheet for a pencil; in Markdown it stands in a code block, for it is drawn."""
    drawn = blank(typed_all(form) if plain else form, width, TYPED if plain else PLAIN)
    return f"```\n{drawn}```\n" if as_markdown else drawn


__all__ = ["NEXT_PAGE", "Form", "blank_pages", "explained_text", "form_of", "sheet_pages"]
