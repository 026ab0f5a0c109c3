"""The printed sheet: the whole character on one page of plain text.

`facts` gathers what stands on a sheet, `text` draws it; other forms (Markdown, a blank sheet) draw the same facts.
"""

from __future__ import annotations

from saga_tui.games.saga.sheet.facts import Facts, facts, standing
from saga_tui.games.saga.sheet.text import CREDIT, NARROWEST, text

__all__ = ["CREDIT", "NARROWEST", "Facts", "facts", "standing", "text"]
