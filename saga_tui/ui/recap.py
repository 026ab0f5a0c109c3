"""The story so far on the screen: charts first, then chapter by chapter, with keys that save and print it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from saga_tui.paper.charts import Chart, arranged, drawn
from saga_tui.paper.layout import pad
from saga_tui.paper.recap import charts, markdown, text, title
from saga_tui.paper.story import Recap, Story, story
from saga_tui.safe import on_screen
from saga_tui.ui.paper import PaperScreen

if TYPE_CHECKING:
    from saga_tui.store import Memory

PLAIN = "$foreground"
"""The colour of a chart that has none of its own."""


class RecapScreen(PaperScreen):
    """A document's story to read, to save and to print."""

    BINDING_GROUP_TITLE = "Recap"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "charts", "Charts", id="recap.charts", tooltip="Show or hide the charts"),
        Binding("n", "turn(1)", "Next chapter", id="recap.next", tooltip="Show the next chapter"),
        Binding(
            "N", "turn(-1)", "Previous chapter", id="recap.before", tooltip="Show the previous chapter, or all of them"
        ),
    ]
    what = "recap"

    def __init__(self, memory: Memory, recap: Recap) -> None:
        """`recap` says how the game's story is told."""
        super().__init__(memory.path)
        self.colours = recap.colours
        self.story = story(recap, memory.history(), memory.doc, memory.device)
        self.numbers = [chapter.number for chapter in self.story.chapters]
        self.at = -1
        """The place of the chapter that is shown alone; -1: all of them."""
        self.graphs = True

    @property
    def told(self) -> Story:
        """What is shown: all chapters or one."""
        return self.story if self.at < 0 else self.story.only(self.numbers[self.at])

    def heading(self) -> str:
        """Whose it is, and which chapter."""
        which = "" if self.at < 0 else f" · {title(self.told.chapters[0], self.story.words).lower()}"
        return f"{self.story.name} · recap{which}"

    def paper(self, width: int, *, markdown: bool = False) -> str:
        """The story; with the charts where they are shown."""
        return self._text(width, self.graphs and self.at < 0, markdown)

    def _text(self, width: int, graphs: bool, as_markdown: bool = False) -> str:
        if as_markdown:
            return markdown(self.told, plain=self.plain, with_charts=graphs)
        return text(self.told, width, plain=self.plain, with_charts=graphs)

    def shown(self, width: int) -> Content:
        """The charts in their colours above the text."""
        body = Content(on_screen(self._text(width, False)))
        found = charts(self.story) if self.graphs and self.at < 0 else ()
        rows = [Content("\n").join(self._row(row, each)) for row, each in arranged(found, width)]
        return Content("\n\n").join([*rows, body])

    def _row(self, row: tuple[Chart, ...], each: int) -> Iterator[Content]:
        """The lines of charts side by side, each in its colour."""
        blocks = [(self.colours.get(chart.kind, PLAIN), drawn(chart, each, self.plain)) for chart in row]
        for number, lines in enumerate(zip(*(lines for _, lines in blocks), strict=True)):
            style = "bold " if not number else ""
            parts = [(pad(line, each + 3), f"{style}{colour}") for (colour, _), line in zip(blocks, lines, strict=True)]
            yield Content.assemble(*parts).rstrip()

    def action_charts(self) -> None:
        """Shows the charts, or not."""
        self.graphs = not self.graphs
        self.draw()

    def action_turn(self, by: int) -> None:
        """One chapter alone; before the first are all of them."""
        self.at = max(-1, min(len(self.numbers) - 1, self.at + by))
        self.draw()
        self.query_one("#paper").scroll_home(animate=False)
