"""The rows of what is put together, in groups under rules: each with its key, its value and what it would add; and one
quiet row for what cannot be had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from string import ascii_letters
from typing import Any, Final, Generic, TypeVar

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from saga_tui.safe import safe
from saga_tui.ui.deal import LEVELS, PLAIN, Offer, deal
from saga_tui.ui.panel import Panel
from saga_tui.ui.roll_odds import points, tone
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Explain

C = TypeVar("C")
FEW: Final = 2
"""From so many rows of a family on that cannot be had, they are one quiet row."""
BESIDE: Final = 22
"""How far from the left what a row does stands beside its words."""
ALIKE: Final = "lIO"
"""Letters that are too easily taken for others to stand before a row."""


@dataclass(frozen=True)
class Item(Generic[C]):
    """A row: the section it stands in, its words, its value now, whether that is in use, how it steps, and how it is
    taken off."""

    key: str
    section: str
    label: str
    value: str
    used: bool
    step: Callable[[int], C]
    note: str = ""
    colour: str = ""
    off: Callable[[], C] | None = None
    """The command without it; nothing where it cannot be without it."""
    shown: bool = True
    """Whether it matters as the command stands."""
    rule: str = ""
    moves: bool = False
    """Whether its place in a list is what steps."""
    digit: Callable[[int], C | None] | None = None
    """What a digit makes of it, nothing where that digit says nothing here; on other rows a digit is the frame's."""
    bound: str = ""
    """The id of the binding that does what a step up of it does; a row without one is given a letter."""
    barred: str = ""
    """Why it cannot be had as the command stands (`no ◆ left`)."""
    family: str = ""
    """Rows of one family that cannot be had are one quiet row: what they are, in the plural (`traits`)."""

    @property
    def folds(self) -> bool:
        """Whether it goes into its family's quiet row."""
        return bool(self.family and self.barred and self.shown and not self.used)


class ItemRow(Row):
    """One row: its key, what it is, its value, and what one more of it would add to the chance of success."""

    def __init__(self, item: Item[Any], explain: Explain | None = None, room: int = 7) -> None:
        """`room` are the cells for what one more would add."""
        super().__init__(key=" ", steps=True, explain=explain)
        self.item, self.room = item, room
        self.adds: Fraction | None = None
        self.inline = False
        self.display = item.shown
        self._measured: tuple[object, ...] = ()
        self._heights: tuple[int, ...] = ()

    def tell(
        self, item: Item[Any] | None, adds: Fraction | None, *, folded: bool = False, key: str = " ",
        inline: bool = False,
    ) -> None:  # fmt: skip
        """Show the row as it is now; one that does not matter, or is folded away, is out of sight. `inline`: what it
        does stands beside its words, not below them."""
        old = self._looks()
        self.display = item is not None and item.shown and not (folded and not self.has_focus)
        self.item, self.adds, self.key = item or self.item, adds, key
        self.inline = inline
        self.detail = "" if self.item.family or inline else self.item.note
        if self._looks() != old:
            self.refresh()

    def _looks(self) -> tuple[object, ...]:
        item = self.item
        return item.label, item.value, item.used, item.barred, item.note, self.adds, self.key, self.inline

    def rule_here(self) -> str:
        """The rule that it carries out."""
        return self.item.rule

    def left(self, width: int) -> Content:
        """What it is; bright where it is in use."""
        item = self.item
        words = Content.styled(safe(item.label), f"bold {item.colour}".rstrip() if item.used else "$dim")
        if not self.inline or item.family or self.has_focus:  # at the focus it stands at the foot
            return words
        note = Content.assemble(" " * max(3, BESIDE - words.cell_length), (safe(item.note), "$dim"))
        return words.append(note) if words.cell_length + note.cell_length <= width else words

    def right(self) -> Content:
        """Its value in its colour, and what one more would add."""
        item, adds = self.item, self.adds
        style = f"bold {item.colour}".rstrip() if item.used and not item.moves else "$dim"
        said = "" if adds is None else points(adds)
        value = item.barred if item.barred and not item.used else item.value
        return Content.assemble((safe(value), style), (said.rjust(self.room), tone(adds or Fraction())))

    def heights(self, width: int) -> tuple[int, ...]:
        """The lines that it would take at each level; worked out anew only where its words have changed."""
        told = (self.item.label, self.right().cell_length, self.detail, width)
        if told != self._measured:
            measure = self.measured
            self._measured, self._heights = told, tuple(measure(width, level) for level in LEVELS)
        return self._heights

    def height_at(self, width: int, level: int) -> int:
        """As it was measured."""
        return self.heights(width)[level]


class Fold(Row):
    """What cannot be had: `4 traits: no ◆ left`; a step to the right shows them one by one."""

    def __init__(self, family: str) -> None:
        super().__init__(key=" ", steps=True)
        self.family = family
        self.said = ""
        self.display = False

    def tell(self, folded: Sequence[Item[Any]]) -> None:
        """How many there are, and why they cannot be had."""
        self.display = len(folded) >= FEW
        reasons = Counter(item.barred for item in folded)
        said = f"{len(folded)} {self.family}: {', '.join(reasons)}"
        if said != self.said:
            self.said = said
            self.refresh()

    def left(self, width: int) -> Content:
        """In a quiet colour."""
        return Content.styled(safe(self.said), "$dim")


class Pane(VerticalScroll, can_focus=False):
    """Groups one below the other, more of them than there may be room for."""

    BLANK = True

    def __init__(self, resized: Callable[[], None], *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.resized = resized

    def on_resize(self) -> None:
        """Other room."""
        self.resized()


class Group(Panel):
    """The rows of one section under a rule, which up and down walk."""

    def __init__(self, section: str, rows: Iterable[Row]) -> None:
        super().__init__(*rows, title=section, compact=True)
        self.section = section

    def shown(self) -> list[Row]:
        """Its rows in sight."""
        return [row for row in self.children if isinstance(row, Row) and row.display]

    def offer(self, width: int) -> Offer:
        """What its rows would take at each level, the rule above them included."""
        found = [row.heights(width) if isinstance(row, ItemRow) else (1, 1, 1, 1) for row in self.shown()]
        brief, plain, full, lavish = (1 + sum(lines[level] for lines in found) for level in LEVELS)
        return Offer((brief, plain, full, lavish))


def unfold(groups: Sequence[Group], room: int, width: int) -> int:
    """Deal so many lines to groups one below the other: words are whole where there is room, then each row says what it
    does, then there is air between the groups. Gives the lines that are left."""
    groups = [group for group in groups if group.display]
    offers = [replace(group.offer(width), worth=-at) for at, group in enumerate(groups)]
    levels = deal(room, offers)
    spare = room - sum(offer.heights[level] for offer, level in zip(offers, levels, strict=True))
    for group, level in zip(groups, levels, strict=True):
        for row in group.shown():
            if not isinstance(row, ItemRow):
                continue
            heights = row.heights(width)
            more = heights[level + 1] - heights[level] if level < PLAIN else 0
            fits = 0 < more <= spare
            spare -= more * fits
            row.unfold(level + fits, width)
    return spare


def letters(
    items: Sequence[Item[Any]], bound: Mapping[str, str], taken: Container[str], known: Mapping[str, str]
) -> dict[str, str]:
    """The key of each row by the row's: that of its binding, else a letter of its own that means nothing else, one of
    its words if possible. Who has one keeps it."""
    found = {key: letter for key, letter in known.items() if letter not in taken}
    for item in sorted(items, key=lambda item: bool(item.family)):  # letters may run out
        if item.bound:
            found[item.key] = bound.get(item.bound, "")
        elif item.key not in found and item.shown and not item.moves:
            initials = [word[0] for word in item.label.split() if word[0] in ascii_letters]
            wanted = [*(form for letter in initials for form in (letter.lower(), letter.upper())), *ascii_letters]
            used = set(found.values())
            free = (x for x in wanted if x not in taken and x not in used and x not in ALIKE)
            found[item.key] = next(free, "")
    return found


def offset_in(row: Row, pane: Widget) -> int:
    """How far down a pane the group of a row begins, or the column in which it stands."""
    down, parent = 0, row.parent
    while isinstance(parent, Widget) and parent is not pane:
        down += parent.virtual_region.y
        parent = parent.parent
    return down
