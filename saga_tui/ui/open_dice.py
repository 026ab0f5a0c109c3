"""Dice that are thrown again on their highest face, thrown at the table and typed: the faces in the order in which they
fell, or what the dice came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.dice import Draw, Roller, summing
from saga_tui.engine.command import Command
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.dice import DiceEntry, DiceView, Look, Thrown
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.ui.document_screen import DocumentScreen

Part = tuple[str, int]
"""Whose dice, and how many."""


class OpenEntry(Dialog[tuple[int, ...]]):
    """Some dice after the other, each part typed by its total or by its faces; Enter without any lets the program throw
    them. Two dice whose total leaves it open are asked whether both began with the highest face."""

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "done", "Confirm", id="open.done"),
        Binding("m", "mode", "Faces or total", id="open.mode", tooltip="Enter each face, or what the dice came to"),
        Binding("backspace", "back", "Back", id="open.back"),
        Binding("y", "both(True)", "Yes", id="open.both"),
        Binding("n", "both(False)", "No", id="open.not-both"),
    ]

    def __init__(self, title: str, look: Look, parts: Sequence[Part], roller: Roller) -> None:
        super().__init__()
        self.title_text, self.look, self.parts, self.roller = title, look, tuple(parts), roller
        self.faces: tuple[int, ...] = ()
        """Of the parts before this one."""
        self.part = 0
        self.typed = ""
        """The digits of a total, or the faces so far."""
        self.by_faces = self.asks = False

    @property
    def draw(self) -> Draw:
        """The dice of this part."""
        return Draw(self.parts[self.part][1], self.look.sides, again=self.look.sides)

    def compose_body(self) -> ComposeResult:
        """Question, dice, what is typed."""
        yield Static(id="entry-question", classes="dialog--question")
        yield DiceView(self.look, id="entry-dice")
        yield Static(id="entry-count")

    def on_mount(self) -> None:
        """Begin with the first part."""
        self._show()

    def _show(self, wrong: str = "") -> None:
        whose, count = self.parts[self.part]
        asked, most = f"{whose}, {plural(count, 'open die')}", self.look.sides
        said = (
            f"{asked}: did both dice show a {most} first?"
            if self.asks
            else f"{asked}: type each face as it fell; a {most} is thrown again."
            if self.by_faces
            else f"{asked}: what did they come to?"
        )
        self.query_one("#entry-question", Static).update(Content(said))
        mine = [int(face) for face in self.typed] if self.by_faces else []
        left = self.draw.lacks(mine)
        self.query_one(DiceView).show([*mine, *[0] * max(0, left)] if self.by_faces else [])
        tail = "y: yes   n: no" if self.asks else "Enter: the program rolls them" if not self.typed else (
            f"{left} to go" if self.by_faces and left > 0 else "press Enter to confirm")  # fmt: skip
        shown = "" if self.by_faces else f"▸ {self.typed or '_'}   "
        note = Content.assemble((shown, "bold $glow"), (wrong or tail, "bold $bad" if wrong else "$dim"))
        self.query_one("#entry-count", Static).update(note)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Yes and no only where they are asked."""
        return self.asks if action == "both" else not self.asks if action in ("done", "mode") else True

    def on_key(self, event: events.Key) -> None:
        """A digit more."""
        digit = event.character or ""
        if not (digit.isdecimal() and digit.isascii()):
            return
        event.stop()
        if self.asks:
            return
        if self.by_faces:
            mine = [int(face) for face in self.typed]
            self.typed += digit if 1 <= int(digit) <= self.look.sides and self.draw.lacks(mine) > 0 else ""
        else:
            self.typed = (self.typed + digit)[:3]
        self._show()

    def action_mode(self) -> None:
        """The faces, or their total."""
        self.by_faces, self.typed = not self.by_faces, ""
        self._show()

    def action_back(self) -> None:
        """A digit less."""
        self.asks, self.typed = False, "" if self.asks else self.typed[:-1]
        self._show()

    def action_done(self) -> None:
        """On with the next part, or with what it leaves open."""
        if not self.typed:
            self._take(self.draw.by(self.roller))
        elif self.by_faces:
            mine = tuple(int(face) for face in self.typed)
            if self.draw.lacks(mine) > 0:
                self._show(f"{plural(self.draw.lacks(mine), 'die')} to go: a {self.look.sides} is thrown again.")
            else:
                self._take(mine)
        elif self.draw.count == 2 and int(self.typed) >= 2 * self.look.sides + 2:
            self.asks = True
            self._show()
        else:
            self.action_both(False)

    def action_both(self, both: bool) -> None:
        """Faces that come to the total, or why there are none."""
        self.asks = False
        try:
            self._take(summing(int(self.typed), self.draw.count, self.look.sides, both=both))
        except ValueError as wrong:
            self.typed = ""
            self._show(str(wrong))

    def _take(self, faces: tuple[int, ...]) -> None:
        self.faces, self.typed = (*self.faces, *faces), ""
        if self.part + 1 == len(self.parts):
            self.dismiss(self.faces)
        else:
            self.part += 1
            self._show()


async def by_hand(screen: DocumentScreen[Any], spec: Any, command: Command) -> tuple[int, ...] | None:
    """The faces of dice that the player threw, as the roll's spec has them; nothing where that is left."""
    draw, title = command.draws(screen.document), "Your dice"
    if draw.again:
        entered = OpenEntry(title, spec.look, spec.parts(screen.document, command), screen.session.roller)
        faces: tuple[int, ...] | None = await screen.app.push_screen_wait(entered)
        return faces
    entry = DiceEntry(title, spec.look, (0,) * draw.needed, counted=False)
    thrown: Thrown | None = await screen.app.push_screen_wait(entry)
    return thrown.faces if thrown is not None else None
