"""The screen of a character who has met their doom: what it means, and what still works (DOM-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.panel import Hanging
from saga_tui.words import plural

STILL: Final = (
    ("S", "sheet", "Sheet", "read it, save it or print it"),
    ("C", "recap", "Recap", "the whole story, with charts"),
    ("L", "journal", "Full log", "read it, or go back to any entry"),
    (".", "note", "Session note", "note how it ended"),
    ("u", "undo", "Undo", "if it was a mistake"),
)
"""What still works: the key, what it does at the session, its name and a few words."""
NAMED: Final = {".": "full_stop"}


class DoomMet(Dialog[str]):
    """The end of the Doom Track is marked: the character leaves play. Gives what to do next, or nothing."""

    title_text = "Doom"
    rule = "DOM-3"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", "Close", id="doom.close"),
        *(
            Binding(NAMED.get(key, key), f"take('{what}')", words, id=f"doom.{what}", tooltip=f"{words}: {more}")
            for key, what, words, more in STILL
        ),
        Binding("escape,q", "leave", "Close", id="doom.leave", show=False),
    ]

    def __init__(self, character: Character, *, read_only: bool = False) -> None:
        """In a window that may only look nothing can be written or undone."""
        super().__init__()
        self.character, self.read_only = character, read_only

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether the window may do it."""
        return not (self.read_only and parameters in (("note",), ("undo",)))

    def compose_body(self) -> ComposeResult:
        """Name, place and track; what it means; what still works."""
        end, token = derive.doom_end(self.character).total, marks.DOOM
        name = view.one_line(self.character.title, 60)
        yield Static(Content.styled(name, "bold $title"), classes="doom--line")
        yield Static(Content.styled(f"has met their doom{where(self.character)}", "$dim"), classes="doom--line")
        yield Static(Content.styled(f"{token.full * end}┃", f"bold {token.colour}"), classes="doom--track")
        yield Static(Content.styled("What it means", "bold $title"))
        yield Static(
            Content(
                f"All {plural(end, 'doom step')} are marked, so {name} leaves play: no more rolls, tokens, damage or "
                "advances. You can still end the scene and the chapter; that changes nothing else. "
                "Tell your group how the story ends."
            ),
            classes="doom--text",
        )
        yield Static(Content.styled("What still works", "bold $title"))
        yield Static(Hanging((4, told(*line)) for line in STILL if self.check_action("take", (line[1],))))

    def action_take(self, choice: str) -> None:
        """Close, and do that."""
        self.dismiss(choice)


def told(key: str, _what: str, words: str, more: str) -> Content:
    """Return what still works as a line."""
    return Content.assemble((f"  {key} ", "bold $key"), words, (f": {more}", "$dim"))


def where(character: Character) -> str:
    """Return where in play it happened: `, in chapter 3, scene 2`; between chapters after which one."""
    place, chapter = state.when(character), state.play_of(character).chapter
    return f", in {place}" if place else f", after chapter {chapter}" if chapter else ""


class DoomWatch:
    """Shows the screen when doom is met, whatever brought it: a roll, the GM, an override, redo, an edited file."""

    def __init__(self, chosen: Callable[[str], object]) -> None:
        """`chosen` is called with what to do next."""
        self._chosen = chosen
        self._met: bool | None = None

    def look(self, desk: SagaScreen) -> None:
        """Show it where doom was met since the last look, and close it where that was undone."""
        was, self._met = self._met, state.doomed(desk.character)
        if self._met and was is False:
            desk.app.push_screen(DoomMet(desk.character, read_only=desk.memory.read_only), self._answered)
        elif was and not self._met and isinstance(desk.app.screen, DoomMet):
            desk.app.screen.dismiss(None)

    def _answered(self, choice: str | None) -> None:
        if choice is not None:
            self._chosen(choice)
