"""What happens by itself and what is asked: each row of the clock's tables, and whatever else a game names, is done by
itself (`always`), asked for (`ask`), or `never` done. The player sets it for each document; what is off leaves its
reminder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from saga_tui.engine.document import Document

if TYPE_CHECKING:
    from saga_tui.engine.clock import Clock

Mode = Literal["always", "ask", "never"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
SAID: Final[dict[Mode, str]] = {"always": "always", "ask": "ask", "never": "off"}
"""How people say a mode."""
CLOCK: Final = "clock:"
"""Begins the key of a row of the clock's table: `clock:heal`."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be automated: its key in the file, its words, what is set, what is usual, what may be set,
    the rule behind it and when it acts."""

    key: str
    title: str
    mode: Mode
    usual: Mode
    modes: tuple[Mode, ...]
    rule: str = ""
    when: str = ""


def row_mode(document: Document, row: str) -> Mode:
    """Whether a row of the clock's table acts by itself at its edge."""
    return known(document.automation.get(f"{CLOCK}{row}"), "always")


def known(said: str | None, otherwise: Mode) -> Mode:
    """The mode that a file says, or else the usual one."""
    return next((mode for mode in MODES if mode == said), otherwise)


def of_the_clock(document: Document, clock: Clock[Any]) -> Iterator[Option]:
    """What can be set of the clock's resets."""
    for edge, rows in clock.resets.items():
        for row in rows:
            if not row.moves:
                words = f"{row.words[:1].upper()}{row.words[1:]}"
                yield Option(f"{CLOCK}{row.id}", words, row_mode(document, row.id), "always", MODES, row.rule, edge)
