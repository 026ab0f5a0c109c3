"""What an edge of the clock will do, as rows under rules: what goes, what comes, and the choice that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from saga_tui.engine.clock import Clock
from saga_tui.engine.edit import Line, Way
from saga_tui.safe import safe
from saga_tui.ui.deal import PLAIN
from saga_tui.ui.dialogs import AskText
from saga_tui.ui.panel import Hanging, Panel
from saga_tui.ui.rows import Row
from saga_tui.words import sentence

TITLES: Final[dict[Way, str]] = {"goes": "Cleared", "comes": "Gained", "": "Also"}
"""The panels of the lines in their order, by which way a line goes."""
GAP: Final = 4
"""Cells between the words of a line and what does it, the pointer's included."""
BESIDE: Final = 100
"""Columns of the terminal from which on a choice has its words beside it, not below."""
THREE: Final = 120
"""Columns of the terminal from which on what stays has a column of its own."""


@dataclass(frozen=True, slots=True)
class TransitionChoice:
    """One answer to the question of an edge: the key that chooses it, what the command takes, and words."""

    key: str
    value: str
    words: str
    about: str = ""
    """More on it."""


def in_order(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines as they stand on the screen: what goes, what comes, the rest; else in the order in which they are
    done."""
    ways = [*TITLES]
    return tuple(sorted(lines, key=lambda line: ways.index(line.way)))


def line_content(line: Line, may_skip: bool) -> Content:
    """Return a line of what will happen; a skipped one says so."""
    skipped = line.state == "skipped"
    mark = ("✗ ", "bold $bad") if skipped else ("○ ", "$warn") if line.state == "left" else ("✓ ", "$good")
    text = sentence(safe(line.bare if skipped else line.text))
    return Content.assemble(
        mark if may_skip or line.state in ("skipped", "left") else "· ",
        (text, "strike $dim" if skipped else ""),
        (" skipped (ruling)" if skipped else "", "$bad"),
    )


@dataclass(frozen=True, slots=True)
class Fate:
    """A line of what will happen, whether it can be skipped, and what of the clock's table does it, in words."""

    line: Line
    may_skip: bool
    because: str = ""


class FateRow(Row):
    """One line of what will happen, over as many lines as its words take."""

    def __init__(self, fate: Fate) -> None:
        super().__init__()
        self.fate, self.rule = fate, fate.line.rule

    @property
    def line(self) -> Line:
        """What will happen."""
        return self.fate.line

    @property
    def may_skip(self) -> bool:
        """Whether it can be skipped."""
        return self.fate.may_skip

    def show(self, fate: Fate) -> None:
        """Shows another line, or the same in another state."""
        if fate != self.fate:
            self.fate, self.rule = fate, fate.line.rule
            self.refresh(layout=True)

    def left(self, width: int) -> Content:
        """The mark and the words."""
        return line_content(self.line, self.may_skip)

    def right(self) -> Content:
        """What does it, where there is room beside the words."""
        because = Content.styled(safe(self.fate.because), "$dim")
        room = self.content_size.width - self.left(0).cell_length - GAP
        return because if because.cell_length <= room else Content("")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as its words take."""
        return len(self.drawn(width, PLAIN)) if width else 1

    def render(self) -> Content:
        """All of it."""
        return Content("\n").join(self.drawn(self.content_size.width, PLAIN))


class FatePanel(Panel):
    """The lines that go one way, under a rule; without lines there is nothing of it to be seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "screen.to(0)", "First line", id="edge.first-line", show=False),
        Binding("end", "screen.to(-1)", "Last line", id="edge.last-line", show=False),
    ]

    def __init__(self, way: Way) -> None:
        super().__init__(title=TITLES[way], compact=True, id=f"edge-{way or 'also'}")
        self.way = way

    def show(self, lines: Sequence[Fate]) -> None:
        """Shows these lines; rows at the same place are changed, missing ones added, the rest removed."""
        rows = [row for row in self.children if isinstance(row, FateRow)]
        for row, fate in zip(rows, lines, strict=False):
            row.show(fate)
        for row in rows[len(lines) :]:
            row.remove()
        if new := [FateRow(fate) for fate in lines[len(rows) :]]:
            self.mount_all(new)
        self.display = bool(lines)


class StaysPanel(Panel):
    """What stays as it is, where there is room for it beside what does not."""

    def __init__(self) -> None:
        super().__init__(title="Stays", compact=True, id="edge-stays")

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="stays-words", markup=False)

    def show(self, stays: Sequence[str]) -> None:
        """Shows these lines."""
        self.display = bool(stays) and self.app.size.width >= THREE
        lines = ((3, Content.styled(f" · {safe(text)}", "$dim")) for text in stays)
        self.query_one("#stays-words", Static).update(Hanging(lines))


class FateColumns(Horizontal):
    """What goes beside what comes and what stays, or above it where the terminal is narrow."""

    def compose(self) -> ComposeResult:
        """A panel for each way."""
        yield from map(FatePanel, TITLES)
        yield StaysPanel()

    def show(self, lines: Sequence[Line], clock: Clock[Any], stays: Sequence[str] = ()) -> None:
        """Shows what will happen; what does several lines of a panel is told once."""
        self.query_one(StaysPanel).show(stays)
        for panel in self.query(FatePanel):
            told: set[str] = set()
            fates = []
            for line in lines:
                if line.way == panel.way:
                    name = line.row.partition(":")[0]
                    does = clock.rows.get(name)
                    because = does.words if does and not does.moves and name not in told else ""
                    told.add(name)
                    fates.append(Fate(line, clock.may_skip(line.row), because))
            panel.show(fates)


class ChoiceRow(Static):
    """One answer to the question of an edge, with its key; a click chooses it."""

    @dataclass
    class Picked(Message):
        """The answer was clicked."""

        value: str

    def __init__(self, choice: TransitionChoice) -> None:
        super().__init__()
        self.choice = choice

    def show(self, chosen: bool, head: int, beside: bool) -> None:
        """Shows whether it is chosen; all that there is to say of it stands beside its words or below."""
        choice = self.choice
        mark = ("▸ ", "bold $key") if chosen else ("  ", "")
        start = Content.assemble(mark, (f"{choice.key} ", "bold $key"), safe(choice.words))
        about = Content.styled(safe(choice.about), "" if chosen else "$dim")
        if not choice.about:
            lines = [(4, start)]
        elif beside:
            lines = [(head, Content.assemble(start.pad_right(head - start.cell_length), about))]
        else:
            lines = [(4, start), (4, Content.assemble("    ", about))]
        self.update(Hanging(lines))

    def on_click(self, event: events.Click) -> None:
        """Says so."""
        event.stop()
        self.post_message(self.Picked(self.choice.value))


class ChoicePanel(Panel):
    """The question that belongs to an edge, with its answers."""

    def __init__(self) -> None:
        super().__init__(compact=True, id="edge-choices")
        self.choices: Sequence[TransitionChoice] = ()

    def show(self, question: str, choices: Sequence[TransitionChoice], chosen: str) -> None:
        """Shows the answers and which one is chosen."""
        self.head(question)
        self.display = bool(choices)
        if choices != self.choices:
            self.choices = choices
            self.remove_children()
            self.mount_all(ChoiceRow(choice) for choice in choices)
        head = max((Content(safe(choice.words)).cell_length for choice in choices), default=0) + 6
        beside = self.app.size.width >= BESIDE and head <= self.app.size.width // 2
        for row in self.children:
            if isinstance(row, ChoiceRow):
                row.show(row.choice.value == chosen, head, beside)


async def ask_reason(screen: Screen[Any], reason: str) -> str:
    """Why skipped lines do not happen; it may be left empty. As it was where the question is left."""
    question = "Skipped lines are saved as house rulings. Reason?"
    asked: Screen[Any] = AskText("House ruling", question, value=reason, optional=True)
    said: str | None = await screen.app.push_screen_wait(asked)
    return reason if said is None else said
