"""Dice thrown by hand: one digit a die, or just the marks; dice that stay as they are are not asked (ROL-10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.screens.session.after.tumble import DiceView
from saga_tui.games.saga.screens.session.dice import Look
from saga_tui.ui.dialogs import Dialog
from saga_tui.words import plural


@dataclass(frozen=True, slots=True)
class Thrown:
    """What the player threw: the faces of the dice that were asked for, or just how many of them are marks."""

    faces: tuple[int, ...] | None = None
    marks: int | None = None


class DiceEntry(Dialog[Thrown]):
    """Boxes to fill with digits; the place to fill moves by itself, Backspace goes back."""

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "done", "Confirm", id="dice.done"),
        Binding("m", "marks", "Marks only", id="dice.marks", tooltip="Enter how many marks you rolled, not the faces"),
        Binding("m", "faces", "Faces", id="dice.faces", tooltip="Enter the face of each die"),
        Binding("backspace", "back", "Back", id="dice.back"),
        Binding("left", "move(-1)", "Previous die", id="dice.left", show=False),
        Binding("right", "move(1)", "Next die", id="dice.right", show=False),
    ]

    def __init__(
        self,
        title: str,
        look: Look,
        faces: Sequence[int],
        asked: Iterable[int] | None = None,
        *,
        marks: bool = True,
    ) -> None:
        """`faces` are the dice on the table, `asked` the places to fill: all if none are named. Without `marks` only
        faces are taken."""
        super().__init__()
        self.title_text, self.look, self.may_marks = title, look, marks
        self.places = tuple(range(len(faces)) if asked is None else asked)
        self.faces = [0 if place in self.places else face for place, face in enumerate(faces)]
        self.at = 0
        self.typed: str | None = None
        """The marks as they are typed, where no faces are."""

    def compose_body(self) -> ComposeResult:
        """Question, dice, the count."""
        yield Static(id="entry-question", classes="dialog--question")
        yield DiceView(self.look, id="entry-dice")
        yield Static(id="entry-count")

    def on_mount(self) -> None:
        """Begins at the first die."""
        self._show()

    def _show(self) -> None:
        kept = len(self.faces) - len(self.places)
        asked = f"{plural(len(self.places), 'die')}{f' (you keep the other {kept})' if kept else ''}"
        if self.typed is None:
            question, count = f"{asked}: type what each one shows, 1–6.", self._count()
        else:
            question, count = f"{asked}: how many marks?", Content.styled(f"▸ {self.typed or '_'}", "bold $glow")
        self.query_one("#entry-question", Static).update(Content(question))
        self.query_one("#entry-count", Static).update(count)
        here = {self.places[self.at]} if self.typed is None and self.at < len(self.places) else set()
        look = Look(self.look.mark_from, self.look.hitch_to, frozenset(here))
        self.query_one(DiceView).show(self.faces, look)
        self.refresh_bindings()

    def _count(self) -> Content:
        filled = [self.faces[place] for place in self.places if self.faces[place]]
        marks = sum(face >= self.look.mark_from for face in filled)
        left = len(self.places) - len(filled)
        tail = f", {left} to go" if left else ", press Enter to confirm"
        return Content.assemble((plural(marks, "mark"), "bold $good" if marks else "bold"), (tail, "$dim"))

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Marks or faces, whichever is not typed now."""
        if action == "marks":
            return self.may_marks and self.typed is None
        return self.typed is not None if action == "faces" else True

    def on_key(self, event: events.Key) -> None:
        """A digit fills the die, or is one of the number of marks."""
        digit = event.character if event.character and event.character in "0123456789" else ""
        if not digit:
            return
        event.stop()
        if self.typed is not None:
            self.typed = (self.typed + digit)[:3]
        elif digit in "123456" and self.at < len(self.places):
            self.faces[self.places[self.at]] = int(digit)
            self.at += 1
        self._show()

    def action_back(self) -> None:
        """Empties the die before, or takes a digit back."""
        if self.typed is not None:
            self.typed = self.typed[:-1]
        elif self.at:
            self.at -= 1
            self.faces[self.places[self.at]] = 0
        self._show()

    def action_move(self, by: int) -> None:
        """To another die."""
        self.at = max(0, min(len(self.places), self.at + by))
        self._show()

    def action_marks(self) -> None:
        """Just the marks."""
        self.typed = ""
        self._show()

    def action_faces(self) -> None:
        """The faces after all."""
        self.typed = None
        self._show()

    def action_done(self) -> None:
        """Gives what was typed, if it is all there."""
        if self.typed is not None:
            marks = int(self.typed or 0)
            if marks > len(self.places):
                self.notify(f"You rolled {plural(len(self.places), 'die')}: enter at most {len(self.places)}.")
            else:
                self.dismiss(Thrown(marks=marks))
            return
        empty = [at for at, place in enumerate(self.places) if not self.faces[place]]
        if empty:
            self.at = empty[0]
            self._show()
            self.notify(f"{plural(len(empty), 'die')} to go. Press m to enter marks only.")
        else:
            self.dismiss(Thrown(faces=tuple(self.faces[place] for place in self.places)))
