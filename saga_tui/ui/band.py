"""What changes a whole screen while it lasts, on its own ground: a number drawn large, and what must be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Digits

from saga_tui.safe import safe
from saga_tui.ui.panel import Still


@dataclass(frozen=True, slots=True)
class BandLine:
    """A line of a band: words at the left, and at the right what goes with them (of parts between `·` the last ones,
    where not all fit). `key` answers or does it."""

    left: str
    right: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """A number drawn large, a title, at most three lines; `tone` is the class of its ground: `-bad`, `-good`,
    or none."""

    number: str
    title: str
    lines: Sequence[BandLine]
    tone: str = ""


def spaced(word: str, room: int = 999) -> str:
    """`S U C C E S S`; as it is where there is no room for that."""
    wide = "   ".join(" ".join(part) for part in safe(word).upper().split())
    return wide if len(wide) <= room else safe(word).upper()


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that just happened and is worth seeing: a word, a few more, a number that is drawn large where there is
    room, and a tone: `good`, `bad`, or none where it is neither."""

    word: str
    said: str = ""
    tone: str = ""
    number: str = ""

    def band(self) -> Band:
        """As a band of three lines."""
        tone = f"-{self.tone}" if self.tone else ""
        return Band(self.number, spaced(self.word), (BandLine(""), BandLine(self.said)), tone)

    def line(self, width: int) -> Content:
        """On one line, on a ground that stands without colour too."""
        colour = {"good": "$good", "bad": "$bad"}.get(self.tone, "$key")
        word = spaced(self.word, width - len(self.said) - 5)
        text = Content.assemble((f" {word} ", "bold"), f"  {safe(self.said)}").truncate(width)
        return text.pad_right(width - text.cell_length).stylize(f"{colour} reverse")


class BandText(Still):
    """The words beside the number: a title, then what waits, each with its key."""

    def __init__(self) -> None:
        super().__init__()
        self.band: Band | None = None

    def render(self) -> Content:
        """Three lines; only the foreground's colour, which can be read on every ground."""
        if self.band is None:
            return Content("")
        width = self.content_size.width
        lines = [self._line(line, width, number == 0) for number, line in enumerate(self.band.lines[:3])]
        return Content("\n").join(lines)

    def _line(self, line: BandLine, width: int, first: bool) -> Content:
        title = Content.styled(f"{safe(self.band.title)}   ", "bold") if first and self.band else Content("")
        key = Content.styled(f"▸ {line.key} ", "bold") if line.key else Content("")
        left = Content.assemble(title, key, (safe(line.left), "bold" if line.key else ""))
        parts = safe(line.right).split(" · ")
        while parts and left.cell_length + len(" · ".join(parts)) + 2 > width:
            parts.pop(0)
        right = Content(" · ".join(parts))
        left = left.truncate(width - right.cell_length, ellipsis=True)
        return Content.assemble(left, " " * (width - left.cell_length - right.cell_length), right)


class BandView(Horizontal, Still):
    """Three lines on a ground that says how it stands."""

    def compose(self) -> ComposeResult:
        """The number, and the words."""
        yield Digits("", classes="band--number")
        yield BandText()

    def show(self, band: Band | None) -> None:
        """Shows a band, or none."""
        self.display = band is not None
        words = self.query_one(BandText)
        if band is None or band == words.band:
            return
        number = words.band.number if words.band is not None else ""
        words.band = band
        for tone in ("-bad", "-good"):
            self.set_class(band.tone == tone, tone)
        if band.number != number:
            self.query_one(Digits).update(band.number)
        words.refresh()
