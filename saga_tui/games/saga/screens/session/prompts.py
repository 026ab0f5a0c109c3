"""One-line questions at the foot with ways to answer them: Tab goes from one way to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input, Static

from saga_tui.safe import safe
from saga_tui.ui.bars import Foot, KeyBar
from saga_tui.ui.fields import PlainInput
from saga_tui.ui.prompt import Prompt, Told


@dataclass(frozen=True, slots=True)
class Way:
    """A way to take the answer: what the program knows it by, and words for the question (`Pain, to kismet`)."""

    key: str
    words: str


def give_back(screen: Screen[None], prompt: Widget, before: Widget | None) -> None:
    """Gives the focus back to where it was before a prompt took it, unless it has gone elsewhere since."""
    focused = screen.focused
    if focused is None or prompt in focused.ancestors_with_self:
        screen.set_focus(before if before is not None and before.is_attached else None)


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
        """Puts the next suggestion into the field."""
        self._suggested = (self._suggested + by) % len(self.suggestions)
        field = self.query_one(Input)
        field.value = self.suggestions[self._suggested]
        field.cursor_position = len(field.value)

    async def put(self, screen: Screen[None]) -> str | None:
        """Asks at the foot of a screen, which needs a `Foot`; the text, or `None` when left."""
        before, foot = screen.focused, screen.query_one(Foot)
        for old in foot.query(Prompt):
            old.action_leave()
        await foot.mount(self, before=foot.query_one(KeyBar))
        try:
            return await self.answer
        finally:
            give_back(screen, self, before)
            await self.remove()
