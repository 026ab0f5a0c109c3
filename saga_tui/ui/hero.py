"""A number that moves, drawn large: before, after, and beside it why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Digits, Static

from saga_tui.safe import safe
from saga_tui.words import sentence

if TYPE_CHECKING:
    from saga_tui.engine.edit import Line
    from saga_tui.ui.specs import Token

FAR: Final = 2
"""The least that a number has to move to be drawn large."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A number before and after, and what there is to say of it; the first line is the loudest."""

    before: int
    after: int
    words: Sequence[str] = ()
    token: Token | None = None
    """What is counted."""


def furthest(lines: Iterable[Line]) -> Moved | None:
    """The number that moves furthest, with the words of its line; none where all stay about where they are."""
    found = [line for line in lines if line.moved is not None and line.state in ("", "asked")]
    far = max(found, key=lambda line: abs(line.moved[1] - line.moved[0]) if line.moved else 0, default=None)
    if far is None or far.moved is None or abs(far.moved[1] - far.moved[0]) < FAR:
        return None
    return Moved(*far.moved, (sentence(far.text),))


class HeroView(Horizontal):
    """The sign, the number, the one that it becomes, and the words."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.moved: Moved | None = None

    def compose(self) -> ComposeResult:
        """The parts from left to right."""
        yield Static(classes="hero--sign")
        yield Digits(classes="hero--number hero--before")
        yield Static("\n━▸", classes="hero--arrow")
        yield Digits(classes="hero--number hero--after")
        yield Static(classes="hero--words")

    def on_mount(self) -> None:
        """Shows what was said before there was anything to show it with."""
        self._draw()

    def show(self, moved: Moved | None) -> None:
        """Shows a number, or none; where it stays what it is, once."""
        if moved != self.moved:
            self.moved = moved
            if self.is_mounted:
                self._draw()

    def _draw(self) -> None:
        self.display = self.moved is not None
        moved = self.moved
        if moved is None:
            return
        moves = moved.before != moved.after
        sign = Content.styled(f"\n{moved.token.full}", f"bold {moved.token.colour}") if moved.token else Content("")
        self.query_one(".hero--sign", Static).update(sign)
        self.query_one(".hero--before", Digits).update(str(moved.before))
        self.query_one(".hero--after", Digits).update(str(moved.after))
        for part in (".hero--arrow", ".hero--after"):
            self.query_one(part).display = moves
        first, *rest = [safe(text) for text in moved.words] or [""]
        lines = [Content.styled(first, "bold"), *(Content.styled(text, "$dim") for text in rest)]
        if len(lines) == 1:
            lines.insert(0, Content(""))
        self.query_one(".hero--words", Static).update(Content("\n").join(lines))
