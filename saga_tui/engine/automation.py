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
    from saga_tui.engine.rules import Rules

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
    section: str = ""
    """The heading that it stands under; nothing: when it acts."""
    tells_when: bool = False
    """Whether a list tells when it acts beside its words."""

    @property
    def heading(self) -> str:
        """The heading that it stands under."""
        return self.section or self.when.capitalize()


Class = Literal["done", "asked", "reminded", "by hand"]
"""What the program does of a rule."""
CLASSES: Final[tuple[Class, ...]] = get_args(Class)
MEANING: Final[dict[Class, str]] = {
    "done": "automatic: the app computes or applies it",
    "asked": "the app asks at the right moment, then does what you say",
    "reminded": "the app reminds you and leaves it to you",
    "by hand": "text only; apply it yourself",
}


@dataclass(frozen=True, slots=True)
class Automated:
    """What the program does of one rule, perk or the like: its class, how in words, and what the player may set."""

    rule: str
    title: str
    kind: Class
    how: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()

    @property
    def said(self) -> str:
        """`done: at the scene end: …; with heal`, in one line."""
        told = {"done": "automatic", "asked": "asks you", "reminded": "reminds you"}.get(self.kind, self.kind)
        return f"{told}: {'; '.join(self.how)}" if self.how else told


def of_the_rules(game: Rules[Any], document: Document | None = None, rule: str = "") -> Iterator[Automated]:
    """What the program does of each rule of the book, or of one: read from the clock's rows, the commands and what can
    be set. A game that knows more of its rules says so itself (`Rules.automated`)."""
    options = game.settable(document)
    for entry in game.book.entries.values():
        if entry.kind != "rule" or rule not in ("", entry.id):
            continue
        mine = tuple(option for option in options if option.rule == entry.id)
        rows = [(edge, row) for edge, rows in game.clock.resets.items() for row in rows if row.carries(entry.id)]
        verbs = [verb for verb, made in game.commands.items() if entry.id in game.rules_of(made)]
        modes = {option.mode for option in mine}
        if "never" in modes:
            kind: Class = "reminded"
        elif "ask" in modes or any(row.asks for _, row in rows):
            kind = "asked"
        else:
            kind = "done" if rows or verbs or mine else "by hand"
        how = [f"at the {edge}: {row.words}" for edge, row in rows]
        how += [f"applied by {', '.join(verbs)}"] if verbs else []
        yield Automated(entry.id, entry.title, kind, tuple(how), mine)


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
