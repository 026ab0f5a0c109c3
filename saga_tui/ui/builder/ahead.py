"""What one step more of the row at hand would change: the numbers that follow from it, what the next steps cost, what
would be wrong then. It is carried out on a copy, so that the rules say it, not the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.engine.command import Command
from saga_tui.engine.entries import reasons
from saga_tui.safe import safe
from saga_tui.ui.panel import Panel, Text, fill
from saga_tui.ui.rows import Row as RowWidget
from saga_tui.ui.specs import AnyRow, Number, Row
from saga_tui.ui.terminal import at_rest
from saga_tui.words import minus, plural

if TYPE_CHECKING:
    from saga_tui.ui.builder.session import BuilderSession

MOST: Final = 9
"""Numbers that are told one by one; of more alike it says how many."""
LEAST_WIDTH: Final = 30


def moved(builder: BuilderSession, command: Command, own: Sequence[str]) -> list[tuple[str, int, int]]:
    """The numbers that a command would move, but for its own: label, before, after."""
    outcome, game = builder.preview(command), builder.session.game
    before, after = reasons(game, outcome.before), reasons(game, outcome.after)
    return [(one.label, before[name].total, one.total) for name, one in after.items()
            if name in before and name not in own and before[name].total != one.total]  # fmt: skip


def told(builder: BuilderSession, source: AnyRow | None, width: int) -> Content | None:
    """The lines; nothing where a step is not to be had."""
    if not isinstance(source, Row) or not isinstance(source.more, Command) or width < LEAST_WIDTH:
        return None
    lines = [*_changes(builder, source, source.more, width)]
    if isinstance(source, Number) and source.ladder:
        lines += _ladder(source, width)
    lines += [Content.styled(f"✗ {safe(one.message)}", "$bad") for one in builder.objections(source.more)[:2]]
    return Content("\n").join(lines) if lines else None


def _changes(builder: BuilderSession, source: Row, command: Command, width: int) -> Iterator[Content]:
    """`Close Combat 8 → 9`, in two columns where they fit; of many alike how many."""
    found = sorted(moved(builder, command, source.names), key=lambda one: one[2] > one[1])  # what it costs comes first
    for label, old, new in found[:MOST]:
        value = f"{minus(str(old))} → {minus(str(new))}"
        style = "$good" if new > old else "$bad"
        name = safe(label)[: width - len(value) - 2]
        yield Content.assemble((f"{name:<{width - len(value) - 1}} ", "$dim"), (value, style))
    if rest := found[MOST:]:
        yield Content.styled(f"and {plural(len(rest), 'number')} more", "$dim")


def _ladder(source: Number, width: int) -> Iterator[Content]:
    """The next steps with their prices as bars, one below the other."""
    dearest = max(cost for _, cost in source.ladder)
    room = min(20, width - 16)
    for value, cost in source.ladder:
        bar = "▪" * max(1, cost * room // dearest)
        yield Content.assemble((f"{minus(str(value)):>3} ", "bold"), (f"{bar:<{room}} ", "$key"),
                               (f"{plural(cost, 'point'):>9}", "$dim"))  # fmt: skip


class AheadPanel(Panel):
    """One step more of the row at hand; hidden where it has none."""

    def __init__(self, builder: BuilderSession) -> None:
        super().__init__(id="ahead", title="One step more")
        self.builder = builder
        self.display = False

    def compose(self) -> ComposeResult:
        """One text."""
        yield Text(id="ahead-words", markup=False)

    def on_mount(self) -> None:
        """It follows the focus."""
        self.watch(self.screen, "focused", self._moved, init=False)

    def _moved(self) -> None:
        self.call_after_refresh(self.look)

    def look(self) -> None:
        """What a step of the row at hand would change."""
        if not self.is_attached or not self.is_mounted:
            return
        row = self.screen.focused
        source = row.source if isinstance(row, RowWidget) else None
        room = self.parent.content_size.width - 4 if isinstance(self.parent, Widget) else 0
        lines = told(self.builder, source, room)
        self.display = lines is not None
        if lines is not None:
            self.head("One step more", getattr(source, "label", ""))
            fill(self.query_one("#ahead-words", Static), lines)

    def on_resize(self) -> None:
        """Another width."""
        super().on_resize()
        at_rest(self, self.look)
