"""A character file read for looking at it: without locks, without writing, all that is wrong with it at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from saga_tui.changes import Doc
from saga_tui.cli.trouble import Trouble
from saga_tui.finding import Finding
from saga_tui.games.contract import Game

FILE = "FILE"
"""The rule of findings that make a file unreadable."""


@dataclass(frozen=True, slots=True)
class Located:
    """A finding and its place in the file, counted from 1; line 0 is the file as a whole."""

    finding: Finding
    line: int
    column: int

    @property
    def unreadable(self) -> bool:
        """Whether the file is no character because of it."""
        return self.finding.rule == FILE and self.finding.level == "error"


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: the document and its game where that went well, and all findings, errors first."""

    path: Path
    doc: Doc | None
    game: Game | None
    findings: tuple[Located, ...]

    @property
    def unreadable(self) -> bool:
        """Whether it is no character that can be read."""
        return any(item.unreadable for item in self.findings)


def read(path: Path) -> Read:
    """Reads a file and finds all that is wrong with it; what is unreadable is a finding too, never raised."""
    from saga_tui.games.registry import UnknownGame, game_of
    from saga_tui.store import BadFile, load_text
    from saga_tui.store.reading import decode, read_bytes

    try:
        text = decode(read_bytes(path), path)
        doc = load_text(text, path)
    except BadFile as bad:
        finding = Finding("error", FILE, (), _sentence(bad.message), bad.mend, "unreadable")
        return Read(path, None, None, (Located(finding, bad.line, bad.column),))
    try:
        game = game_of(doc)
    except UnknownGame as unknown:
        mend = 'Write game = "saga" for a character of Saga.'
        finding = Finding("error", FILE, ("game",), str(unknown), mend, "game", doc.get("game"))
        return Read(path, doc, None, tuple(_located(text, [finding])))
    return Read(path, doc, game, tuple(_located(text, game.findings(doc))))


def _located(text: str, findings: Sequence[Finding]) -> list[Located]:
    from saga_tui.store import locate

    return [Located(finding, *locate(text, finding.where)) for finding in findings]


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def readable(path: Path) -> tuple[Doc, Game]:
    """The document and its game; `Trouble` with everything that is wrong where it cannot be read."""
    found = read(path)
    if found.doc is None or found.game is None or found.unreadable:
        lines = [in_words(path, item) for item in found.findings if item.unreadable]
        if remembered(path):
            lines.append(
                f"Its memory still has the last sound state: open it in the app, or saga-tui restore {path.stem} last"
            )
        raise Trouble("\n".join(lines))
    return found.doc, found.game


def remembered(path: Path) -> bool:
    """Whether the character can be opened from its memory, whatever its file looks like."""
    from saga_tui.games.registry import DEFAULT, layout
    from saga_tui.store import Memory, StoreError
    from saga_tui.store.looking import Looking

    if not _has_memories(path):
        return False

    try:
        with Memory.open(path, layout(DEFAULT), read_only=True, fs=Looking()):
            return True
    except (StoreError, OSError):
        return False


def _has_memories(path: Path) -> bool:
    from saga_tui.store.folders import MEMORY

    return (path.parent / MEMORY).is_dir()


def current(path: Path) -> tuple[Doc, Game]:
    """As `readable`, with what its memory has that is not in the file yet (the program was killed, say)."""
    doc, game = readable(path)
    if not _has_memories(path):
        return doc, game
    from saga_tui.games.registry import layout
    from saga_tui.store import Memory, StoreError
    from saga_tui.store.looking import Looking

    try:
        with Memory.open(path, layout(doc), read_only=True, fs=Looking()) as memory:
            return memory.doc, game
    except StoreError:
        return doc, game


def in_words(path: Path, item: Located) -> str:
    """`kestrel.toml, line 3, column 5: The text is not closed. Put a " at its end.`"""
    place = f", line {item.line}, column {item.column}" if item.line else ""
    return f"{path.name}{place}: {item.finding.message.rstrip('.')}. {item.finding.mend}".rstrip()
