"""What a player is told and asked as a character opens: what was recovered, a bad file, values to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from saga_tui.changes import MISSING, Change, dotted
from saga_tui.safe import safe
from saga_tui.store import Conflict, StoreError
from saga_tui.ui.dialogs import Choose, Dialog, Offer, PickList
from saga_tui.ui.fields import ASKED
from saga_tui.ui.journal.words import Words, change_line, value_line
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store import Memory

SHOWN: Final = 5
"""Changes from outside that a notice lists."""
WIDE: Final = 53
"""Cells of a notice's line, less its indent."""
_BOTH: Final = "Changed in two places. Keep which value?"
_OLDER: Final = "The file was saved with an older value. Keep which value?"
LONG: Final = 12.0
"""Seconds for which a notice on the file stays."""


class RecoveryNotes(Dialog[None]):
    """What opening found and recovered, one line each. Any of its keys closes it."""

    wide = True
    title_text = "Changes made outside the app"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,space,q", "leave", "Continue", id="notes.close")]

    def __init__(self, notes: tuple[str, ...], changes: Sequence[Change] = (), words: Words = dotted) -> None:
        """`changes` are those of an edit from outside, for the list below."""
        super().__init__()
        self.notes, self.changes, self.words = notes, changes, words

    def compose_body(self) -> ComposeResult:
        """The lines."""
        for note in self.notes:
            yield Static(Content.assemble(("· ", "$good"), safe(note)))
        if self.changes:
            yield Static(Content(f"\nMerged{_listed(self.changes, self.words)}"))


class ConflictChooser(Dialog[int]):
    """Values that both sides of a merge had changed, one after the other: two lines to choose from.

    What stands, stands until the other is chosen; leaving lets it stand. Answers how many were decided.
    """

    wide = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "later", "Decide later", id="conflict.later"),
        Binding("a", "all", "Use this side for all", id="conflict.all"),
    ]

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory = memory
        self.left = list(memory.conflicts)
        self.count = len(self.left)
        self.decided = 0
        self.title_text = "Conflicting edits"

    def compose_body(self) -> ComposeResult:
        """The place, and the two values."""
        yield Static(id="conflict-where")
        yield PickList()

    def on_mount(self) -> None:
        """Show the first one."""
        self.query_one(OptionList).focus()
        self._show()

    def _show(self) -> None:
        if not self.left:
            self.dismiss(self.decided)
            return
        conflict = self.left[0]
        number = self.count - len(self.left) + 1
        where = Content.assemble(
            (f"{number} of {self.count}  ", "$dim"),
            (safe(self.memory.layout.words(conflict.path), limit=200), "bold $title"),
            f"\n{_OLDER if conflict.ours_stands and not conflict.on_device else _BOTH}\n",
        )
        self.query_one("#conflict-where", Static).update(where)
        options = self.query_one(OptionList)
        options.clear_options()
        ours, theirs = _sides(conflict)
        both = [
            Option(_side(ours, conflict.ours), id="ours"),
            Option(_side(theirs, conflict.theirs), id="theirs"),
        ]
        options.add_options(both if conflict.ours_stands else both[::-1])
        options.highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Decide it."""
        event.stop()
        conflict = self.left.pop(0)
        if self._decide(conflict, ours=event.option.id == "ours"):
            self.decided += 1
        self._show()

    def _decide(self, conflict: Conflict, ours: bool) -> bool:
        if conflict not in self.memory.conflicts:
            return False
        try:
            event = self.memory.choose(conflict, ours)
        except (StoreError, ValueError) as error:
            self.notify(safe(str(error)), title="Not done", severity="error")
            return False
        if ours != conflict.ours_stands and event is None:
            self.notify("That item is gone. The other value was kept.", severity="warning")
        return True

    def action_all(self) -> None:
        """Take the side of the line under the cursor for this one and all that are left."""
        place = self.query_one(OptionList).highlighted or 0
        for conflict in self.left:
            stays = place == 0  # what stands is the first line
            self.decided += self._decide(conflict, ours=stays == conflict.ours_stands)
        self.dismiss(self.decided)

    def action_later(self) -> None:
        """Leave this one for later."""
        self.left.pop(0)
        self._show()

    def action_leave(self) -> None:
        """Leave the rest as it stands."""
        self.dismiss(self.decided)


def _sides(conflict: Conflict) -> tuple[str, str]:
    """What our value and the other one are called."""
    if conflict.on_device:
        ours, theirs = "from this device", "from the other device"
    elif conflict.ours_stands:
        ours, theirs = "as played", "as in the file"
    else:
        ours, theirs = "ours, from this device's log", "theirs"
    now = " (current value)"
    return (ours + now, theirs) if conflict.ours_stands else (ours, theirs + now)


def _side(who: str, value: Any) -> Content:
    shown = "(removed)" if value is MISSING else value_line(value)
    return Content.assemble((shown, "bold"), (f"\n  {who}", "$dim"))


SOURCES: Final = {
    "device": "From another device",
    "git": "From a git conflict",
    "conflict copy": "From a conflict copy",
    "journal": "From another program",
    "rescue": "From the rescue file",
}
"""Where changes came from, in words."""


def taken_over(changes: Sequence[Change], words: Words = dotted, source: str = "") -> str:
    """What to say of changes from outside: where they came from, the first of them, each on a line, and the key that
    takes them back."""
    return f"{SOURCES.get(source, 'Edited by hand')}, {plural(len(changes), 'change')} merged{_listed(changes, words)}"


def _listed(changes: Sequence[Change], words: Words) -> str:
    if not changes:
        return ""
    lines = [safe(change_line(change, words), limit=WIDE) for change in changes[:SHOWN]]
    if len(changes) > SHOWN:
        lines.append(f"… and {len(changes) - SHOWN:,} more; the log has them all")
    return "; press u to undo:\n" + "\n".join(f"  {line}" for line in lines)


async def welcome(app: App[Any], memory: Memory) -> None:
    """All that there is to tell and ask of a character that was just opened. Await it in a worker; calm if nothing.

    One line on what was recovered passes by as a notice; only where there are more does a dialogue stop the player.
    """
    problem, words = memory.problem, memory.layout.words
    notes = tuple(note for note in memory.notes if problem is None or not note.startswith(str(problem)))
    changes = () if memory.read_only else memory.poll()
    notes += tuple(_unfinished(memory))
    if len(notes) > 1:
        await app.push_screen_wait(RecoveryNotes(notes, changes, words))
    elif notes:
        said = safe(notes[0], limit=1000) + _listed(changes, words)
        app.notify(said, title=safe(memory.path.name), timeout=LONG)
    await ask_problem(app, memory)
    await ask_conflicts(app, memory)


def _unfinished(memory: Memory) -> Iterator[str]:
    """What was being typed when the program ended, and where it waits."""
    for field, text in memory.drafts().items():
        if field.startswith(ASKED) and not memory.read_only:
            question = field.removeprefix(ASKED).strip(": ")
            yield f"You were typing “{text}”. It is kept: open “{question}” again, by its key or from ^p, to go on."


async def ask_conflicts(app: App[Any], memory: Memory) -> None:
    """Have the player choose where both sides of a merge changed a thing; nothing where there is none."""
    if memory.conflicts and not memory.read_only:
        await app.push_screen_wait(ConflictChooser(memory))


async def ask_problem(app: App[Any], memory: Memory) -> None:
    """Ask what counts where the file cannot be used, and do it; nothing where it can."""
    if memory.problem is None or memory.read_only:
        return
    offers = (
        Offer("later", "Leave the file as it is", "Keep playing from saved history; fix the file later."),
        Offer("memory", "Rebuild the file from saved history", "The current file is kept under versions."),
        Offer("file", "Use the file as it is", "Its content is merged. You can undo this."),
    )
    answer = await app.push_screen_wait(Choose("This file has a problem", offers, str(memory.problem), wide=True))
    try:
        if answer == "memory":
            memory.use_memory()
        elif answer == "file" and not memory.use_file():
            app.notify("The file cannot be read.", title="Not done", severity="warning")
    except (StoreError, OSError) as error:
        app.notify(safe(str(error)), title="Not done", severity="error")
