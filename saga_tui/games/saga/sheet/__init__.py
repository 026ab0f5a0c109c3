"""The printed sheet: a character as sections, an empty one, and a page that explains; `paper` draws them."""

from __future__ import annotations

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.state import standing
from saga_tui.games.saga.sheet.page import CREDIT, sheet
from saga_tui.paper.sections import pages


def sheet_pages(
    character: Character, width: int = 80, *, plain: bool = False, markdown: bool = False, rules: bool = False
) -> str:
    """A character's sheet in the form that is asked for, and with `rules` a second page that explains its perks, gear
    and consequences. `plain` takes only signs that a typewriter has; letters of any script stay."""
    from saga_tui.games.saga.sheet.explained import explained

    second = explained(character) if rules else ()
    return pages([sheet(character), second], width, plain=plain, as_markdown=markdown)


__all__ = ["CREDIT", "sheet", "sheet_pages", "standing"]
