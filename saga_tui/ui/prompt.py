"""A question on one line at the foot of a screen, with what will follow from the answer shown beside it.

An answer may be taken in several ways: Tab goes from one to the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar
from saga_tui.ui.fields import LONG, MOST, PlainInput

FIELD: Final = 46
"""Cells of the field while a text is typed, margins included, as the style sheet has it."""
LEAST_ROOM: Final = 20
"""Cells that what follows from a text needs beside it; with less it would be cut to pieces."""


class Told(NamedTuple):
    """What would follow from an answer, and the rule behind it."""

    content: Content
    rule: str


Consequence = Callable[[str], str | Content | Told]
"""Says what would follow from a text; called with the default when nothing is typed."""


class Prompt(Horizontal):
    """Question, field, consequence. Await `Prompt.ask(screen, …)` in a `@work` method."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Cancel", id="prompt.leave")]

    def __init__(self, question: str, default: str, digits: bool, consequence: Consequence | None) -> None:
        super().__init__()
        self.question, self.default, self.digits, self.consequence = question, default, digits, consequence
        self.answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._hint = ""
        """What stands beside the empty field."""
        self.needed = ""
        """What is to be typed, where an empty answer is none: the question then stays."""
        self._would: Callable[[None], object] | None = None
        """Lets the screen show nothing that was foreseen."""
        self.lines = False
        """Whether the answer may have several lines, as a text that is pasted has."""
        self.rule = ""
        """The rule that it asks about, for the key that looks it up."""
        self.wrong: Callable[[str], str] = lambda _answer: ""
        """Says what is wrong with an answer, if anything: then it goes on standing there to be mended."""

    def rule_here(self) -> str:
        """Return the rule that the prompt asks about, or nothing."""
        return self.rule

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static(Content.assemble(("▸ ", "bold $key"), (safe(self.question), "bold")), id="prompt-question")
        yield PlainInput(
            placeholder=self.default,
            restrict=r"[-−]?\d{0,4}" if self.digits else None,
            most=5 if self.digits else LONG if self.lines else MOST,
            lines=self.lines,
            classes="-digits" if self.digits else "",
            draft="" if self.digits else self.question,
        )
        yield Static(id="prompt-consequence")

    def on_mount(self) -> None:
        """Begin in the field, with what the default would do."""
        self.query_one(Input).focus()
        self._foresee("")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self._foresee(event.value)

    def _foresee(self, value: str) -> None:
        """Say what follows; a hint that says the same whatever is typed makes room once something is."""
        self.set_class(bool(value) and not self.digits, "-typing")
        self.set_class(bool(self.default) and not value, "-short")
        if self.consequence:
            self._forget()
            content = self._told(self.consequence(value or self.default))
            hint = self.query_one("#prompt-consequence", Static)
            hint.update(content)
            if value == "":
                self._hint = content.plain
            typing = self.has_class("-typing")
            hint.display = not typing or (content.plain != self._hint and self._room() >= LEAST_ROOM)

    def _room(self) -> int:
        """Cells that question and field leave while a text is typed."""
        return self.size.width - self.query_one("#prompt-question").size.width - FIELD

    def _told(self, said: str | Content | Told) -> Content:
        if isinstance(said, Told):
            said, self.rule = said
        return said if isinstance(said, Content) else Content.styled(safe(said), "$warn")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        answer = event.value.strip() or self.default
        said = self.wrong(answer) if answer else f"Type {self.needed}." if self.needs() else ""
        if not said:
            self._end(answer)
        else:
            hint = self.query_one("#prompt-consequence", Static)
            hint.update(Content.styled(safe(said, limit=200), "bold $warn"))
            hint.display = True

    def _forget(self) -> None:
        """What was foreseen for another answer is shown no more."""
        if self._would is not None:
            self._would(None)

    def needs(self) -> bool:
        """Return whether Enter alone is no answer."""
        return bool(self.needed)

    def on_descendant_blur(self, _event: events.DescendantBlur) -> None:
        """Going elsewhere leaves the question, unless only the terminal lost the focus; it may have it again by now."""
        focused = self.screen.focused
        if self.app.app_focus and (focused is None or self not in focused.ancestors):
            self._end(None)

    def action_leave(self) -> None:
        """Leave without an answer."""
        self._end(None)

    def _end(self, answer: str | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)
            self.query_one(PlainInput).forget_draft()

    @classmethod
    async def ask(
        cls,
        screen: Screen[Any],
        question: str,
        *,
        default: str = "1",
        digits: bool = True,
        consequence: Consequence | None = None,
        rule: str = "",
        needed: str = "",
        lines: bool = False,
    ) -> str | None:
        """Ask at the foot of a screen (it needs a `Foot`); the text, the default for Enter alone, `None` when left."""
        prompt = cls(question, default, digits, consequence)
        prompt.rule, prompt.needed, prompt.lines = rule, needed, lines
        return await prompt.put(screen)

    async def put(self, screen: Screen[Any]) -> str | None:
        """Ask at the foot of a screen, which needs a `Foot`; the text, or `None` when left."""
        before, foot = screen.focused, screen.query_one(Foot)
        for old in foot.query(Prompt):
            old.action_leave()
        self._would = getattr(screen, "would", None)
        await foot.mount(self, before=foot.query_one(KeyBar))
        try:
            return await self.answer
        finally:
            self._forget()
            focused = screen.focused
            if focused is None or self in focused.ancestors_with_self:
                screen.set_focus(before if before is not None and before.is_attached else None)
            await self.remove()


@dataclass(frozen=True, slots=True)
class Way:
    """A way to take the answer: what the program knows it by, and words for the question (`Oil, spilt`)."""

    key: str
    words: str


class WayPrompt(Prompt):
    """A prompt whose answer can be taken in several ways. `answer` gives the text; `way` says how it is meant."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn(1)", "Other options", id="prompt.way"),
        Binding("shift+tab", "turn(-1)", "Previous option", id="prompt.way-back", show=False),
        Binding("down", "suggest(1)", "Suggestions", id="prompt.suggest"),
        Binding("up", "suggest(-1)", "Previous suggestion", id="prompt.suggest-back", show=False),
    ]

    def __init__(
        self,
        ways: Sequence[Way],
        foresee: Callable[[str, str], str | Content | Told],
        *,
        default: str = "",
        pattern: str | None = None,
        suggestions: Sequence[str] = (),
        needed: str = "",
        free: Sequence[str] = (),
    ) -> None:
        """`foresee` says from the text and the way's key what will follow; `pattern` restricts what can be typed;
        `needed` says what is to be typed, but in the ways `free`."""
        self.ways, self.place = tuple(ways), 0
        self.pattern, self.suggestions, self._suggested = pattern, tuple(suggestions), -1
        super().__init__(self.ways[0].words, default, pattern is not None, lambda text: foresee(text, self.way))
        self.needed, self.free = needed, tuple(free)

    def needs(self) -> bool:
        """Return whether Enter alone is no answer."""
        return bool(self.needed) and self.way not in self.free

    @property
    def way(self) -> str:
        """How the answer is meant now."""
        return self.ways[self.place].key

    def compose(self) -> ComposeResult:
        """Question, field, what follows."""
        yield Static(self._asked(), id="prompt-question")
        yield PlainInput(
            placeholder=self.default,
            restrict=self.pattern,
            suggester=SuggestFromList(self.suggestions, case_sensitive=False) if self.suggestions else None,
            classes="-digits" if self.pattern else "",
            draft="" if self.pattern else self.question,
        )
        yield Static(id="prompt-consequence")

    def _asked(self) -> Content:
        return Content.assemble(("▸ ", "bold $key"), (safe(self.ways[self.place].words), "bold"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turning needs more than one way, suggesting suggestions."""
        if action == "turn":
            return len(self.ways) > 1
        return bool(self.suggestions) if action == "suggest" else True

    def action_turn(self, by: int) -> None:
        """The next way to take the answer, and what follows from it."""
        self.place = (self.place + by) % len(self.ways)
        self.query_one("#prompt-question", Static).update(self._asked())
        self._foresee(self.query_one(Input).value)

    def action_suggest(self, by: int) -> None:
        """Put the next suggestion into the field."""
        self._suggested = (self._suggested + by) % len(self.suggestions)
        field = self.query_one(Input)
        field.value = self.suggestions[self._suggested]
        field.cursor_position = len(field.value)
