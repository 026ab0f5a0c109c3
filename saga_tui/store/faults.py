"""All that is wrong with the grammar of a text at once, not the first thing only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from saga_tui.store.errors import BadFile
from saga_tui.store.reading import load_text

_MOST: Final = 20
_LONGEST: Final = 256 * 1024
"""Of longer texts only the first fault is told: no person wrote them."""

_KEY: Final = re.compile(r"[ \t]*(?:[\w.-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*[=:]")
_SECTION: Final = re.compile(r"[ \t]*\[\[?[ \t]*[A-Za-z_]")
_STRING: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|#.*")


def faults(text: str, path: Path | None = None) -> tuple[list[BadFile], str]:
    """Every fault, the first one first, and the text with the faulty statements blanked, which can be read.

    After a fault reading goes on at the next statement. Where that leads nowhere the text that is left is empty.
    """
    found: list[BadFile] = []
    lines = text.removeprefix("\ufeff").split("\n")
    while len(found) < _MOST:
        try:
            load_text("\n".join(lines), path)
        except BadFile as fault:
            found.append(fault)
            if not _blank(lines, fault, len(text)):
                return found, ""
        else:
            return found, "\n".join(lines)
    return found, ""


def _blank(lines: list[str], fault: BadFile, size: int) -> bool:
    """Empty the lines of the statement that the fault is in; False where it cannot be told apart from others."""
    if not 1 <= fault.line <= len(lines) or size > _LONGEST or "conflict" in fault.message:
        return False
    begins = _beginnings(lines)
    first = max((number for number in begins if number <= fault.line), default=0)
    if not first or not any(lines[first - 1 : fault.line]):
        return False
    following = [number for number in begins if number > fault.line]
    if _SECTION.match(lines[first - 1]) and not _KEY.match(lines[first - 1]):
        following = [number for number in following if _SECTION.match(lines[number - 1])]
    for number in range(first, following[0] if following else len(lines) + 1):
        lines[number - 1] = ""
    return True


def _beginnings(lines: list[str]) -> list[int]:
    """The lines in which a statement or section begins: those at the margin, and others outside of brackets."""
    begins, open_ = [], 0
    for number, line in enumerate(lines, 1):
        if (_KEY.match(line) or _SECTION.match(line)) and (open_ <= 0 or not line[0].isspace()):
            begins.append(number)
            open_ = 0
        bare = _STRING.sub("", line)
        open_ += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
    return begins
