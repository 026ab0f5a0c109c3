"""Rows of marks: tokens in hand, damage in boxes, a track of steps; each mark can be clicked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Unpack

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from saga_tui.safe import safe
from saga_tui.ui import tiles
from saga_tui.ui.lined import Lined
from saga_tui.ui.rows import RULED, Row, RowWords
from saga_tui.ui.specs import RANK, Token
from saga_tui.ui.tiles import Tile
from saga_tui.ui.touch import touched
from saga_tui.words import minus

BESIDE_BAR: Final = 6
"""Cells beside label and bar that a value needs."""
WIDE_BAR: Final = 3
"""Cells for each rank of a bar from which on it is drawn twice as long."""
SHORT, LONG_BAR = 4, 12
"""Cells of a short tail, of a bar that may be drawn half as long."""
LEAST_DETAIL: Final = 9
"""Cells that words beside tiles need; with less they are left out."""


class Marks(Row):
    """A row with a label and marks that can be pressed one by one: glyphs on one line, or tiles as large as `tile`.

    Beside tiles of three lines the note stands under the label, and the detail at the right.
    """

    label = reactive("")
    filled = reactive(0)
    total = reactive(0)
    tile: tiles.Size = tiles.SMALL
    beside: tuple[int, int] | None = None
    """Cells of notes and details that stand in columns."""
    alone = False
    """Whether its tiles are sized without regard to the other rows of its panel, on one line."""
    BAR: ClassVar[str] = ""
    """The bar at the total, where what is over it is something else."""

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
        **more: Unpack[RowWords],
    ) -> None:
        super().__init__(note=note, **more)
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

    def foresee(self, more: int, words: str) -> None:
        """The words are red where it would be over its threshold."""
        super().foresee(more, words)
        over = isinstance(self, Boxes) and self.filled + more > self.total
        self.would_style = "bold $bad" if over else "bold $glow"

    def meter(self) -> list[Tile]:
        """The tiles in order."""
        raise NotImplementedError

    def short(self) -> Content:
        """The marks in few cells, for where they do not all fit."""
        return tiles.short(self.token, self.filled, self.total, self.BAR)

    def needs(self, size: tiles.Size) -> int:
        """Cells that the row takes with tiles of that size, the least room for its words included."""
        longest = max(map(len, self.detail.split()), default=0)
        beside = 0 if not self.detail or size.height == 1 else max(LEAST_DETAIL, longest + 2)
        words = len(self.note) + 2 if size.height == 1 else beside
        return self.gutter_content().cell_length + self.label_width + tiles.measure(self.meter(), size) + words

    def fitting(self, largest: tiles.Size, width: int) -> tiles.Size:
        """The largest tiles up to a size with which the row fits into so many cells."""
        sizes = tiles.SIZES[tiles.SIZES.index(largest) :]
        return next((size for size in sizes if self.needs(size) <= width), tiles.SMALL)

    def enlarge(self, size: tiles.Size, air: bool = False) -> None:
        """Draws tiles of that size, with a blank line below tall ones for `air`."""
        if size != self.tile:
            self.tile = size
            self.refresh()
        self.resize(size.height + (air and size.height > 1))

    def align(self, beside: tuple[int, int] | None) -> None:
        """Cells of the notes and of the details of its panel, for both to stand in columns on one line; None where
        there is no room for the details."""
        if beside != self.beside:
            self.beside = beside
            self.refresh()

    def unfold(self, level: int, width: int) -> None:
        """Its size is given by `enlarge`."""

    def height_at(self, width: int, level: int) -> int:
        """As high as its tiles are."""
        return self.tile.height

    def left(self, width: int) -> Content:
        """The label and the marks on one line, in short form where there is no room for them one by one."""
        meter, largest = self.meter(), self.tile if self.tile.height == 1 else tiles.SMALL
        size = tiles.fitting(meter, width - self.label_width, largest)
        return self._label().append(self.short() if size is None else tiles.drawn(meter, size, self._lined())[0])

    def _drawn_size(self) -> tiles.Size:
        """The size that the marks are drawn in: smaller where ghosts, or what just changed, would not fit beside."""
        room = self.content_size.width - self.gutter_content().cell_length - self.label_width
        if self.tile.height > 1 and not self.would and not self.delta:
            return self.tile
        end = LEAST_DETAIL + 2 if self.tile.height > 1 else self.right().cell_length
        gap = bool(end) if self.tile.height == 1 else 0
        return tiles.fitting(self.meter(), room - end - gap, self.tile) or tiles.SMALL

    def _lined(self) -> bool:
        return self.is_attached and self.app.current_theme.ansi

    def _label(self) -> Content:
        label = Content(safe(self.label)).truncate(max(0, self.label_width - 1), ellipsis=True)
        return label.pad_right(self.label_width - label.cell_length)

    def right(self) -> Content:
        """The note, and the detail behind it where there is room for both."""
        end = super().right()
        if self.beside is None or self.delta or self.tile.height > 1:
            return end
        notes, details = self.beside
        return Content.assemble(
            end.pad_left(max(0, notes - end.cell_length)), "   ", (f"{safe(self.detail):>{details}}", "$dim")
        )

    def render(self) -> Content | Lined:
        """One line, or tiles of three lines between the label and its detail."""
        return super().render() if self.tile.height == 1 else self._tall()

    def _tall(self) -> Lined:
        """`f Force  [▲][▲]  +2 dice each`, the count under the label."""
        width, start = self.content_size.width, self.gutter_content()
        note = Content.assemble((safe(self.note), self.note_style), (RULED, "bold $warn") if self.ruled else "")
        indent = start.cell_length + self.label_width
        label = self._label().truncate(self.label_width - 1).stylize("bold")
        note = note.truncate(indent - start.cell_length - 1, ellipsis=True)
        heads = [Content(""), Content.assemble(start, label), Content.assemble(" " * start.cell_length, note)]
        meter = tiles.drawn(self.meter(), self._drawn_size(), self._lined())
        if len(meter) == 1:  # smaller, to have room for ghosts
            blank = Content(" " * meter[0].cell_length)
            meter = [blank, meter[0], blank]
        taken = indent + meter[0].cell_length
        ends = self._beside(width - taken - 2)
        whole = [
            Content.assemble(
                head, " " * max(0, indent - head.cell_length), line, " " * max(0, width - taken - end.cell_length), end
            )
            for head, line, end in zip(heads, meter, ends, strict=True)
        ]
        return Lined(whole, "on $panel" if self.delta else "")

    def _beside(self, room: int) -> list[Content]:
        """The detail in at most three lines, or what just changed."""
        if self.delta:
            return [Content(""), Content.styled(self.delta, "bold $glow"), Content("")]
        would = self.would if len(self.would) <= room else self.would.replace(", ", ",\n", 1)
        said, style = (would, self.would_style) if self.would else (self.detail, self.note_style)
        words = (
            Content.styled(safe(said, one_line=not self.would), style) if said and room >= LEAST_DETAIL else Content("")
        )
        lines = words.wrap(room)[:3] if words else []
        return [Content("")] * (len(lines) < 3) + lines + [Content("")] * (2 - len(lines) + (len(lines) == 3))

    def _mark_at(self, x: int) -> int | None:
        """The mark that is drawn in that column."""
        return tiles.mark_at(self.meter(), self._drawn_size(), x - self.gutter_content().cell_length - self.label_width)

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
    """Tokens in hand of a pool: `▲▲▲△`, or `★★★★+★★` with two more than the total."""

    def meter(self) -> list[Tile]:
        """The tokens, filled, then hollow; what is beyond the total stands behind a `+`."""
        return tiles.pips(self.token, self.filled, self.total, self.ghost)


class Boxes(Marks):
    """Damage suffered: `■■□┃`, or `■■■┃■■` with two over the threshold, which is the `total`."""

    BAR = tiles.BAR

    def meter(self) -> list[Tile]:
        """Boxes up to the threshold, its bar, and what lies over it."""
        return tiles.boxes(self.token, self.filled, self.total, self.ghost)


class Track(Marks):
    """A track of steps drawn to its end: `✕✕······┃`."""

    def meter(self) -> list[Tile]:
        """Steps taken, steps left, and the end as a bar."""
        return tiles.track(self.token, self.filled, self.total, self.ghost)


class Number(Row):
    """A labelled number that explains itself."""

    label = reactive("")
    value = reactive("")
    tail = reactive("")
    """What stands behind the value."""
    lead = ""
    """A sign before the value."""
    empty = ""
    """What stands for a zero; the label is dim then."""
    room = 0
    """The cells of a column of numbers, which is followed by a blank."""
    bar = 0
    """The cells of a bar before the value; and those that all rows below each other leave for it."""
    beside_bar: int | None = None
    most = 0
    """What fills it; 0: as many as it has cells."""

    def __init__(
        self,
        label: str = "",
        value: int | str = "",
        note: str = "",
        *,
        label_width: int = 9,
        style: str = "bold",
        **more: Unpack[RowWords],
    ) -> None:
        super().__init__(note=note, **more)
        self.label_width = label_width
        self.value_style = style
        self.set_reactive(Number.label, label)
        self.set_reactive(Number.value, str(value))

    def show(self, value: int | str, note: str | None = None, ruled: bool = False) -> None:
        """Shows this value; a change glows for a moment."""
        self.value = str(value)
        self.ruled = ruled
        if note is not None:
            self.note = note

    def number_at(self, x: int) -> bool:
        """The value stands behind the label."""
        start, end = self.gutter_content().cell_length, self.right().cell_length
        room = self.content_size.width - start - end - bool(end)
        at = x - start - self._labelled(room) - self._bar(room).cell_length
        return 0 <= at < len(self._value()) or super().number_at(x)

    def _value(self) -> str:
        """The value as it stands in its column."""
        shown = self.empty if self.empty and self.value == "0" else f"{self.lead}{minus(safe(self.value))}"
        return f"{shown:>{self.room}} " if self.room else shown

    def validate_value(self, value: int | str) -> str:
        """The value as text."""
        return str(value)

    def watch_value(self, old: str, new: str) -> None:
        """The change is shown where it happened."""
        if self.is_mounted and old != new:
            self.glow(f"{self.lead}{minus(old)} → {self.lead}{minus(new)}")

    def left(self, width: int) -> Content:
        """The label, the value, and what stands behind it."""
        none = bool(self.empty) and self.value == "0"
        gap = 0 if self.room and not self.bar else 1
        cells, bar = self._labelled(width), self._bar(width)
        if touched(self) and len(safe(self.label)) > cells - gap:  # the whole name is worth more than the bar
            cells, bar = cells + bar.cell_length, Content("")
        label = Content(safe(self.label)).truncate(max(0, cells - gap), ellipsis=True)
        label = label.pad_right(cells - label.cell_length)
        value = (self._value(), "$faint" if none else self.value_style)
        shown = label.stylize("$dim") if none else label
        return Content.assemble(shown, bar, value, (safe(self.tail), "$dim"))

    def beside(self, width: int) -> int:
        """The cells of a whole line that its words leave for the bar."""
        words = (self.label_width, max(BESIDE_BAR, len(self._value()) + len(safe(self.tail))), len(safe(self.note)))
        return width - self.gutter_content().cell_length - sum(words) - bool(self.note)

    def _labelled(self, width: int) -> int:
        """Cells of the label, which gives way to the value, and in a column of numbers to what stands behind it."""
        beside = len(self._value()) + (max(SHORT, len(safe(self.tail))) if self.room else 0)
        return max(min(self.label_width, LEAST_DETAIL), min(self.label_width, width - beside))

    def _bar(self, width: int) -> Content:
        """`▰▰▰▱▱`, where label and value leave room for it; two cells a rank where there is room in plenty."""
        room = width - self.label_width - BESIDE_BAR if self.beside_bar is None else self.beside_bar
        half = -(-self.bar // 2) if self.bar >= LONG_BAR and self.beside_bar is not None else self.bar
        if not self.bar or not self.value.isdecimal() or room < half:
            return Content("")
        cells = 2 * self.bar if room >= WIDE_BAR * self.bar else self.bar if room >= self.bar else half
        most = self.most or self.bar
        full = -(-min(most, int(self.value)) * cells // most)
        return Content.assemble((RANK.full * full, RANK.colour), (RANK.empty * (cells - full), "$faint"))


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
        token, sure = self.token, min(self.filled, self.filled + self.ghost)
        told, most = self.delta or self.would, max(self.filled, self.filled + self.ghost)
        shown = token.full * sure + tiles.GHOST * abs(self.ghost) if most <= 6 else f"{token.full}×{self.filled}"
        held = Content.styled(shown, token.colour) if shown else Content.styled(token.empty, "$faint")
        ruled = (RULED, "bold $warn") if self.ruled else ""
        return Content.assemble((f"{safe(told)} ", "bold $glow") if told else "", held, ruled)


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
