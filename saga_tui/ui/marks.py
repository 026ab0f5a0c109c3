"""Rows of marks: tokens in hand, damage in boxes, a track of steps; each mark can be clicked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from saga_tui.safe import safe
from saga_tui.ui.rows import RULED, Row
from saga_tui.ui.specs import RANK, Explain, Token

Cell = tuple[str, str, int | None]
"""One glyph of a row of marks: the glyph, its style, and the index of the mark that it stands for, if any."""


class Marks(Row):
    """A row with a label and marks that can be pressed one by one."""

    label = reactive("")
    filled = reactive(0)
    total = reactive(0)

    @dataclass
    class Pressed(Message):
        """A mark was clicked; `index` counts from 0, `filled` says whether it was a filled one."""

        row: Marks
        index: int
        filled: bool

        @property
        def control(self) -> Marks:
            """The row, for `@on` selectors."""
            return self.row

    def __init__(
        self,
        token: Token,
        label: str = "",
        filled: int = 0,
        total: int = 0,
        note: str = "",
        *,
        label_width: int = 9,
        key: str = "",
        explain: Explain | None = None,
        steps: bool = False,
        ruled: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(key=key, note=note, explain=explain, steps=steps, ruled=ruled, id=id, classes=classes)
        self.token = token
        self.label_width = label_width
        self.set_reactive(Marks.label, label)
        self.set_reactive(Marks.filled, filled)
        self.set_reactive(Marks.total, total)

    def show(self, filled: int, total: int, note: str | None = None, ruled: bool = False) -> None:
        """Shows these numbers; a change of `filled` glows for a moment."""
        self.total = total
        self.filled = filled
        self.ruled = ruled
        if note is not None:
            self.note = note

    def watch_filled(self, old: int, new: int) -> None:
        """The change is shown where it happened."""
        if self.is_mounted and old != new:
            self.glow(f"{old} → {new}")

    def cells(self) -> list[Cell]:
        """The glyphs of the row in order."""
        raise NotImplementedError

    def short(self) -> Content:
        """The marks in few cells, for where they do not all fit."""
        hollow = max(0, self.total - self.filled)
        return Content.assemble(
            (f"{self.token.full}×{self.filled}", self.token.colour),
            (f" {self.token.empty}×{hollow}", "$faint") if hollow else "",
        )

    def left(self, width: int) -> Content:
        """The label and the marks, in short form where there is no room for them one by one."""
        cells = self.cells()
        alike = groupby(cells, key=itemgetter(1))
        marks = Content.assemble(*(("".join(glyph for glyph, _, _ in group), style) for style, group in alike))
        if self.label_width + len(cells) > width:
            marks = self.short()
        return self._label().append(marks)

    def _label(self) -> Content:
        label = Content(safe(self.label)).truncate(max(0, self.label_width - 1), ellipsis=True)
        return label.pad_right(self.label_width - label.cell_length)

    def _mark_at(self, x: int) -> int | None:
        """The mark that is drawn in that column."""
        at, cells = x - self.gutter_content().cell_length - self.label_width, self.cells()
        return cells[at][2] if 0 <= at < len(cells) else None

    def number_at(self, x: int) -> bool:
        """The number stands beside the marks; on a screen of play all that is no mark is its."""
        return self._mark_at(x) is None if self.source is not None else super().number_at(x)

    def clicked(self, event: events.Click) -> None:
        """A click on a mark presses it; elsewhere it chooses the row."""
        offset = event.get_content_offset(self)
        index = None if offset is None else self._mark_at(offset.x)
        if index is None:
            self.action_choose()
        else:
            self.post_message(self.Pressed(self, index, index < self.filled))


class Pips(Marks):
    """Tokens in hand of a pool: filled, then hollow; what is beyond the total stands behind a `+`."""

    def cells(self) -> list[Cell]:
        """`▲▲▲△`, or `★★★★+★★` with two more than the total."""
        colour = self.token.colour
        inside = min(self.filled, self.total)
        cells: list[Cell] = [(self.token.full, colour, index) for index in range(inside)]
        cells += [(self.token.empty, "$faint", index) for index in range(inside, self.total)]
        if self.filled > self.total:
            cells += [("+", "$dim", None)] if self.total else []
            cells += [(self.token.full, f"bold {colour}", index) for index in range(self.total, self.filled)]
        return cells


class Boxes(Marks):
    """Damage suffered: boxes up to the threshold, its bar, and what lies beyond it. `total` is the threshold."""

    BAR = "┃"

    def cells(self) -> list[Cell]:
        """`■■□┃`, or `■■■┃■■` with two beyond the threshold."""
        colour = self.token.colour
        inside = min(self.filled, self.total)
        cells: list[Cell] = [(self.token.full, colour, index) for index in range(inside)]
        cells += [(self.token.empty, "$dim", index) for index in range(inside, self.total)]
        cells.append((self.BAR, "bold $bad" if self.filled > self.total else "$dim", None))
        cells += [(self.token.full, "bold $bad", index) for index in range(self.total, self.filled)]
        return cells

    def short(self) -> Content:
        """`■×12 of 4`."""
        over = self.filled > self.total
        return Content.assemble(
            (f"{self.token.full}×{self.filled}", "bold $bad" if over else self.token.colour),
            (f" {self.BAR}{self.total}", "$dim"),
        )


class Track(Marks):
    """A track of steps drawn to its end: steps taken, steps left, and the end as a bar."""

    END = "┃"

    def cells(self) -> list[Cell]:
        """`✕✕······┃`."""
        taken = min(self.filled, self.total)
        cells: list[Cell] = [(self.token.full, self.token.colour, index) for index in range(taken)]
        cells += [(self.token.empty, "$dim", index) for index in range(taken, self.total)]
        cells.append((self.END, "bold $bad" if self.filled >= self.total else self.token.colour, None))
        return cells


class Bar(Marks):
    """A number too large for marks of its own, as a bar of ten cells; its value stands behind it."""

    CELLS = 10

    def cells(self) -> list[Cell]:
        """`████░░░░░░ 12/30`: a cell counts as full when the number has reached it."""
        full = min(self.CELLS, -(-max(0, self.filled) * self.CELLS // max(1, self.total)))
        cells: list[Cell] = [(self.token.full, self.token.colour, None)] * full
        cells += [(self.token.empty, "$faint", None)] * (self.CELLS - full)
        return [*cells, *((glyph, "bold", None) for glyph in f" {self.filled}/{self.total}")]

    def short(self) -> Content:
        """`12/30`."""
        return Content.styled(f"{self.filled}/{self.total}", "bold")


class Held(Row):
    """A text, and tokens at its right end: one by one up to six."""

    text = reactive("")
    filled = reactive(0)
    token = RANK

    def watch_filled(self, old: int, new: int) -> None:
        """The change is shown where it happened."""
        if self.is_mounted and old != new:
            self.glow(f"{old} → {new}")

    def left(self, width: int) -> Content:
        """The text."""
        return Content(safe(self.text))

    def right(self) -> Content:
        """What just changed, and the tokens."""
        token = self.token
        shown = token.full * self.filled if self.filled <= 6 else f"{token.full}×{self.filled}"
        held = Content.styled(shown, token.colour) if self.filled else Content.styled(token.empty, "$faint")
        ruled = (RULED, "bold $warn") if self.ruled else ""
        return Content.assemble((f"{self.delta} ", "bold $glow") if self.delta else "", held, ruled)


class Cards(Row):
    """Cards side by side, the newest last."""

    label = reactive("")
    cards: reactive[tuple[str, ...]] = reactive(())
    label_width = 9

    def left(self, width: int) -> Content:
        """`Omens    [a moth] [a knock]`; the oldest give way where there is no room."""
        label = Content(safe(self.label)).truncate(max(0, self.label_width - 1), ellipsis=True)
        drawn = [f"[{safe(card, limit=40)}]" for card in self.cards]
        while len(drawn) > 1 and self.label_width + len(" ".join(drawn)) > width:
            drawn = ["…", *drawn[2 if drawn[0] == "…" else 1 :]]
        return Content.assemble(label.pad_right(self.label_width - label.cell_length), Content(" ".join(drawn)))
