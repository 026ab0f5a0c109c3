"""Two copies of the program on one character: who may write, the live view of the other, and taking over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, work
from textual.content import Content
from textual.widget import Widget

from saga_tui.safe import safe
from saga_tui.store import NotSaved, StoreError
from saga_tui.store.copied import ELSEWHERE
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.dialogs import Confirm

if TYPE_CHECKING:
    from saga_tui.store import Memory

KEY = "T"
"""The key for `press` on every screen."""
EVERY = 1.0
"""Seconds between two looks at what the other copy does."""


class ReadOnlyBanner(Widget):
    """One line, seen only where another copy matters: it has the character, or it asks for it.

    The screen binds a key to `press` (and shows it while `offers`); a click presses it too. While this copy only looks,
    the banner follows what the other one does and sends `MemoryChanged` to all screens.
    """

    ALLOW_SELECT = False

    def __init__(self, memory: Memory, *, every: float = EVERY) -> None:
        """`every` 0 looks only when `tick` is called."""
        super().__init__()
        self.memory, self.every = memory, every
        self.asking = False
        """Whether this copy has asked for the character and waits."""
        self.refused = False
        self.said = ""

    def on_mount(self) -> None:
        """Begin to look."""
        if self.every:
            self.set_interval(self.every, self.tick)
        self.sync()

    @property
    def offers(self) -> bool:
        """Whether `press` has something to do."""
        memory = self.memory
        elsewhere = memory.barred is not None and memory.barred.code == ELSEWHERE
        return (memory.read_only and not memory.for_good and not elsewhere) or memory.asked_for

    def _words(self) -> str:
        memory = self.memory
        if memory.asked_for and not memory.read_only:
            return f"Another window wants to edit this. Press {KEY} to answer."
        if not memory.read_only:
            return ""
        if (barred := memory.barred) is not None and barred.code == ELSEWHERE:
            return f"For looking only: {barred.message}."
        if barred is not None and barred.code != "open":
            press = {True: f" Press {KEY} to edit it anyway.", False: f" Press {KEY} to try again."}
            return f"Read-only: {barred.message}.{'' if memory.for_good else press[barred.may_agree]}"
        if self.asking:
            return "Read-only. Waiting for the other window to hand over editing."
        if self.refused:
            return f"Read-only: the other window keeps editing. Press {KEY} to ask again."
        who = f" ({memory.holder})" if memory.holder else ""
        return f"Read-only: another window{who} is editing it. Press {KEY} to take over."

    def sync(self) -> None:
        """Say what is so now."""
        said = self._words()
        if said != self.said:
            self.said = said
            self.set_class(bool(said), "-said")
            self.refresh(layout=True)
            self.screen.refresh_bindings()

    def render(self) -> Content:
        """The line."""
        return Content.assemble(("◌ " if self.memory.read_only else "! ", "bold"), safe(self.said))

    def tick(self) -> None:
        """Look what the other copy has done."""
        memory = self.memory
        changed = memory.read_only and bool(memory.poll())
        if memory.read_only and self.asking:
            if self._try():
                changed = True
            elif self.asking:
                self.refused = not memory.still_asked
                self.asking = not self.refused
        self.sync()
        if changed:
            self.app.post_message(MemoryChanged())

    def press(self) -> None:
        """Take over, or answer the other copy's wish."""
        if self.memory.asked_for:
            self._answer()
        elif self.memory.read_only and not self.memory.for_good and not self.asking:
            self.refused = False
            if self._try():
                self.app.post_message(MemoryChanged())
            elif self.memory.barred is None or self.memory.barred.code == "open":
                self.memory.ask_to_take_over()
                self.asking = True
            self.sync()

    def _try(self) -> bool:
        """Go on writing here if the other copy has gone or has handed over."""
        waiting, self.asking = self.asking, False
        try:
            taken = self.memory.take_over() if waiting else self.memory.agree()
        except (StoreError, OSError) as error:
            self.notify(safe(str(error)), title="Not taken over", severity="error")
            return False
        self.asking = waiting and not taken
        if taken:
            self.notify("You are editing now. Everything you do is saved.")
        return taken

    @work(exclusive=True, group="handing over")
    async def _answer(self) -> None:
        question = "Another window wants to edit this. Everything is saved first; this window becomes read-only."
        dialog = Confirm("Hand over editing?", question, yes="Hand over", no="Keep editing")
        if not await self.app.push_screen_wait(dialog):
            self.memory.refuse()
        else:
            try:
                self.memory.hand_over()
            except NotSaved as error:
                self.notify(safe(str(error)), title="Not handed over", severity="error")
        self.sync()
        self.app.post_message(MemoryChanged())

    def on_click(self, event: events.Click) -> None:
        """A click does what the key does."""
        event.stop()
        self.press()
