"""What happens by itself and what is asked: each row of the clock's tables, and whatever else a game names, is done by
itself (`always`), asked for (`ask`), or `never` done. The player sets it for each document; what is off leaves its
reminder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from saga_tui.engine.document import Document

if TYPE_CHECKING:
    from saga_tui.engine.book import RuleText
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


Part = Literal["number", "asks", "checks", "carried"]
"""What the program does of a rule beside the clock's rows and the commands: it computes a number, asks about it, finds
what is against it, or does it as a part of something else."""
PARTS: Final[tuple[Part, ...]] = get_args(Part)


def parts_of(declared: Mapping[Any, str]) -> dict[str, tuple[Part, ...]]:
    """What a game declares, as `Rules.parts`: rules by what is done of them, each list in one text."""
    rules = dict.fromkeys(" ".join(declared.values()).split())
    return {rule: tuple(part for part in PARTS if rule in declared.get(part, "").split()) for rule in rules}


def of_the_rules(game: Rules[Any], document: Document | None = None, rule: str = "") -> Iterator[Automated]:
    """What the program does of each rule of the book, or of one, and of what else in it can be set: the clock's rows,
    the commands, what can be set, and what the game declares (`Rules.parts`)."""
    own = {option.key: option for option in game.settable(document)}
    options = {option.key: option for option in game.settable()} if document is not None else {}
    options = own | {key: option for key, option in options.items() if key not in own}
    for entry in game.book.entries.values():
        if (entry.kind == "rule" or entry.id in options) and rule in ("", entry.id):
            mine = tuple(option for option in options.values() if entry.id in (option.rule, option.key))
            yield _judged(game, entry, mine)


def _judged(game: Rules[Any], entry: RuleText, options: tuple[Option, ...]) -> Automated:
    """What the program does of one rule."""
    rows = [(edge, row) for edge, rows in game.clock.resets.items() for row in rows if row.carries(entry.id)]
    verbs = [f"“{made.title}”" for made in game.commands.values() if entry.id in game.rules_of(made)]
    parts, modes = game.parts.get(entry.id, ()), {option.mode for option in options}
    asks = "asks" in parts or any(row.asks for _, row in rows if row.rule == entry.id)
    if "never" in modes:
        kind: Class = "reminded"
    elif "ask" in modes or asks:
        kind = "asked"
    elif modes or rows or {"number", "carried"} & set(parts):
        kind = "done"
    elif "checks" in parts:
        kind = "reminded"
    else:
        kind = "done" if verbs else "by hand"
    how = [f"at the {edge}: {row.words}" for edge, row in rows]
    asked = [option for option in options if not option.key.startswith(CLOCK)]
    how += [f"at its moment: {one.when}" if one.key == entry.id else f"{one.title} ({one.when})" for one in asked]
    how += ["the app works out the number"] if "number" in parts else []
    how += [f"done by {', '.join(verbs)}"] if verbs else []
    how += ["the app tells you what does not fit"] if "checks" in parts else []
    how += ["built into other actions"] if kind == "done" and not how else []
    return Automated(entry.id, entry.title, kind, tuple(how), options)


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
