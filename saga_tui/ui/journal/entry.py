"""One entry of the journal with all that is known of it; an earlier one corrected in its place; and the way back to
before it, with what would differ shown before it is done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from saga_tui.changes import Change, Doc, dotted
from saga_tui.safe import safe
from saga_tui.store import undoing
from saga_tui.store.correcting import Correction, Corrector, Deed, correction, deed_of, own_events
from saga_tui.store.event import Event, Layout
from saga_tui.store.undoing import NoRestorePoint, key_of
from saga_tui.ui.dialogs import AskText, Choose, Dialog, Offer
from saga_tui.ui.journal.words import (
    Words,
    change_line,
    day_of,
    place_of,
    text_of,
    time_of,
    value_line,
    who_of,
    why_of,
)
from saga_tui.ui.keys import first_rule
from saga_tui.words import inflect, plural, sentence

if TYPE_CHECKING:
    from saga_tui.store import Memory
    from saga_tui.ui.journal.listing import Book

MOST = 200
"""Changes that are shown of one entry."""


def changes_shown(changes: Iterable[Change], most: int = MOST, words: Words = dotted) -> Content:
    """Changes old → new, one a line, each with its rule and its reason."""
    all_changes = tuple(changes)
    lines = [
        Content.assemble(
            f"  {change_line(change, words)}",
            (f"  {safe(change.rule)}", "$key") if change.rule else "",
            (f"  {safe(change.why, limit=200)}", "$dim") if change.why else "",
        )
        for change in all_changes[:most]
    ]
    if len(all_changes) > most:
        lines.append(Content.styled(f"  … and {plural(len(all_changes) - most, 'more')}", "$dim"))
    return Content("\n").join(lines)


def about(
    event: Event, *, undone: bool, category: str, layout: Layout, doc: Doc, corrected: Event | None = None
) -> Content:
    """All about an entry, on several lines, as those who play may see it while the document stands so."""
    changes, event = len(event.changes), layout.opened(event, doc)
    where = f"{place_of(event, layout.short, layout.named)} · " if event.clock else ""
    parts = [
        Content.styled(safe(text_of(event)), "bold strike" if undone else "bold"),
        Content.styled("Undone later.", "bold $warn") if undone else None,
        Content.styled(f"Corrected later by entry {corrected.id}.", "bold $warn") if corrected else None,
        Content.styled(safe(f"{where}{day_of(event)} {time_of(event)}"), "$dim"),
        Content.styled(safe(f"{event.do} · {category} · entry {event.id} of device {event.device}"), "$dim"),
    ]
    parts += [_told("by", who_of(event)), _told("why", why_of(event)), Content("")]
    if event.params:
        named = ((safe(str(name).replace("_", " ")), value) for name, value in event.params.items())
        given = [Content.assemble((f"  {name}  ", "$dim"), value_line(value)) for name, value in named]
        parts += [Content.styled("Parameters", "bold $title"), *given]
    if event.dice:
        parts.append(Content.assemble(("Dice  ", "bold $title"), " ".join(map(str, event.dice))))
    count = plural(changes, "change") if changes else "No change"
    hidden = changes - len(event.changes)
    parts.append(Content.styled(f"{count}, {hidden} of them hidden" if hidden else count, "bold $title"))
    if event.changes:
        parts.append(changes_shown(event.changes, words=layout.words))
    return Content("\n").join([part for part in parts if part is not None])


def _told(label: str, text: str) -> Content | None:
    return Content.assemble((f"{label}  ", "$dim"), safe(text, limit=400)) if text else None


class EntryDialog(Dialog[str]):
    """All about an entry. Answers `back` when the player wants to go back to before it, `correct` to correct it."""

    wide = scrolls = True
    title_text = "Entry"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("z", "answer('back')", "Back to before this", id="entry.back"),
        Binding("c", "answer('correct')", "Correct", id="entry.correct"),
        Binding("enter", "rule", "Rule", id="entry.rule"),
        Binding("escape,q", "leave", "Close", id="entry.close"),
    ]

    def __init__(self, shown: Content, *, may_go_back: bool, may_correct: bool = False) -> None:
        super().__init__()
        self.shown, self.may_go_back, self.may_correct = shown, may_go_back, may_correct
        self.rule = first_rule(shown.plain)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Going back needs a copy that may write."""
        match parameters:
            case ("back",):
                return self.may_go_back
            case ("correct",):
                return self.may_correct
        return True

    def compose_body(self) -> ComposeResult:
        """The entry."""
        yield Static(self.shown, id="entry-text")

    async def action_rule(self) -> None:
        """Open the book at the first rule of the entry."""
        if self.rule:
            await self.run_action("app.look_up")
        else:
            self.notify("This entry has no rule.")


MOST_LINES = 50


class CorrectDialog(Dialog[str]):
    """What a correction changes, what comes out otherwise, and what cannot be carried over. Enter does it, `c` changes
    more of the entry, Escape leaves."""

    wide = scrolls = True
    title_text = "Apply this correction?"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer('do')", "Apply", id="correct.do", priority=True),
        Binding("c", "answer('more')", "Change more", id="correct.more"),
    ]

    def __init__(self, shown: Content) -> None:
        super().__init__()
        self.shown = shown

    def compose_body(self) -> ComposeResult:
        """The difference."""
        yield Static(self.shown, id="correct-text")


def correction_shown(found: Correction, changes: tuple[Change, ...], words: Words = dotted) -> Content:
    """A correction in words and lines; `words` names a place as the game does."""
    was, now = found.event.text or found.event.do, found.first.text or found.deed.do
    parts = [
        Content.assemble(("was  ", "$dim"), (safe(was, limit=300), "strike $dim")),
        Content.assemble(("is   ", "$dim"), (safe(now, limit=300), "bold")),
        Content(""),
    ]
    if changes:
        parts += [
            Content.styled(f"{plural(len(changes), 'value')}, now → then", "bold $title"),
            changes_shown(changes, words=words),
        ]
    else:
        parts.append(Content("The character does not change."))
    parts.append(Content(""))
    if found.left_out:
        parts.append(Content.styled("Left out, because it no longer fits", "bold $bad"))
        for step in found.left_out[:MOST_LINES]:
            why = (f"\n      {safe(step.again.why_not, limit=300)}", "$dim")
            parts.append(Content.assemble(("  ✗ ", "$bad"), safe(text_of(step.event), limit=300), why))
    if found.differing:
        parts.append(Content.styled("Different result", "bold $warn"))
        parts += [Content(f"  ≠ {safe(step.again.text, limit=300)}") for step in found.differing[:MOST_LINES]]
    carried = len(found.steps) - len(found.left_out)
    parts.append(Content.styled(f"{plural(carried, 'later entry')} reapplied.", "$dim"))
    parts.append(Content.styled("This is logged as one entry. Press u to undo.", "$dim"))
    return Content("\n").join(parts)


async def correct(screen: Screen[Any], memory: Memory, event: Event, corrector: Corrector) -> bool:
    """Ask what an entry really was, show what comes of it, and do it; return whether it was done."""
    words = memory.layout.words
    try:
        deed = _deed(memory, event)
        while (changed := await _asked(screen, memory, event, deed, corrector)) is not None:
            deed = changed
            found, changes = _found(memory, event, deed, corrector)
            answer = await screen.app.push_screen_wait(CorrectDialog(correction_shown(found, changes, words)))
            while answer == "do" and _found(memory, event, deed, corrector)[1] != changes:
                found, changes = _found(memory, event, deed, corrector)  # something happened meanwhile: shown again
                answer = await screen.app.push_screen_wait(CorrectDialog(correction_shown(found, changes, words)))
            if answer == "do":
                done = found.go(memory)
                screen.notify("Corrected. Press u to undo." if done else "No changes.")
                return done is not None
            if answer is None:
                return False
    except NoRestorePoint as no:
        screen.notify(safe(str(no), limit=400), title="Not corrected", severity="warning")
    return False


def _deed(memory: Memory, event: Event) -> Deed:
    events = own_events(memory, event.id)
    if key_of(event) not in map(key_of, events):
        raise NoRestorePoint("That happened on another device. Correct it there.")
    return deed_of(events, event.id)


def _found(memory: Memory, event: Event, deed: Deed, corrector: Corrector) -> tuple[Correction, tuple[Change, ...]]:
    found = correction(memory.doc, own_events(memory, event.id), event.id, deed, corrector)
    return found, found.changes(memory.doc)


async def _asked(screen: Screen[Any], memory: Memory, event: Event, deed: Deed, corrector: Corrector) -> Deed | None:
    """One thing of the entry changed; `None` where it was left at that."""
    given = memory.layout.given(deed.do, dict(corrector.given(deed)), memory.doc)
    if not given:
        raise NoRestorePoint("You can only correct actions of the app. Press z to go back to before this.")
    order = sorted(given, key=lambda name: (name.replace("-", "_") not in deed.params, name in ("who", "why")))
    words = {name: sentence(name.replace("-", " ")) for name in order}
    offers = [Offer(name, f"{words[name]}: {given[name] or '–'}") for name in order]
    name = await screen.app.push_screen_wait(Choose(f"Correct: {deed.do}", offers, f"It was: {text_of(event)}"))
    while name is not None:
        typed = await screen.app.push_screen_wait(
            AskText(words[name], "Correct value:", value=given[name], optional=True)
        )
        if typed is None:
            return None
        try:
            return corrector.changed(deed, name, typed)
        except ValueError as wrong:
            screen.notify(safe(str(wrong), limit=300), title="Not valid", severity="warning")
    return None


# ---- back to before an entry


@dataclass(frozen=True, slots=True)
class RestorePoint:
    """A way of the store's, with the `changes` that it makes to the character as it was when the way was asked for."""

    way: undoing.RestorePoint
    changes: tuple[Change, ...]

    @property
    def event(self) -> Event:
        """The entry before which it leads."""
        return self.way.event

    @property
    def undone(self) -> tuple[Event, ...]:
        """The entries that are taken back, newest first; none where the changes happen as one event."""
        return self.way.steps

    def same(self, other: RestorePoint) -> bool:
        """Whether the other way does the same."""
        return self.undone == other.undone and self.changes == other.changes


def restore_point(memory: Memory, book: Book, event: Event) -> RestorePoint:
    """The way back to before an event that the book has read. Raises NoRestorePoint."""
    if memory.read_only:
        raise NoRestorePoint("This window is read-only.")
    if memory.elsewhere(event):
        event = _brought_by(memory, event)
    way = undoing.restore_point(memory.doc, _own_since(memory, book, event), event.id)
    return RestorePoint(way, way.changes(memory.doc))


def go_back(memory: Memory, way: RestorePoint) -> int:
    """Go that way; give how many events were taken back. Raises what `commit` and `undo_since` raise."""
    return way.way.go(memory)


def _brought_by(memory: Memory, event: Event) -> Event:
    """The event here that took over what another device did; that itself where it is not known."""
    later = takewhile(lambda one: one.at >= event.at, memory.own_history())
    return next((one for one in reversed(list(later)) if one.merged_from == event.device), event)


def _own_since(memory: Memory, book: Book, event: Event) -> list[Event]:
    """The events that undo walks, from the newest down to that one."""
    own = {key_of(one) for one in takewhile(lambda one: one.id >= event.id, memory.own_history())}
    if key_of(event) not in own:
        raise NoRestorePoint("That happened on another device. Go back to before it was merged here.")
    return [one for one in book.events if key_of(one) in own]


MOST_ENTRIES = 100


class BackDialog(Dialog[bool]):
    """The difference between now and then, and the entries that are taken back. Enter does it, Escape leaves."""

    wide = scrolls = True
    title_text = "Back to before this?"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "answer(True)", "Go back", id="back.do", priority=True)]

    def __init__(self, way: RestorePoint, layout: Layout) -> None:
        super().__init__()
        self.way, self.told = way, layout

    def compose_body(self) -> ComposeResult:
        """Where to, what changes, what is taken back."""
        yield Static(back_shown(self.way, self.told), id="back-text")


def back_shown(way: RestorePoint, layout: Layout) -> Content:
    """The way back in words and lines."""
    event = way.event
    where = safe(
        ", ".join(filter(None, (place_of(event, layout.short, layout.named), f"{day_of(event)} {time_of(event)}")))
    )
    parts = [Content.assemble((safe(text_of(event)), "bold"), (f"\n{where}", "$dim")), Content("")]
    if way.changes:
        parts += [
            Content.styled(f"{plural(len(way.changes), 'value')}, now → then", "bold $title"),
            changes_shown(way.changes, words=layout.words),
        ]
    else:
        parts.append(Content("The character is the same now as then."))
    parts.append(Content(""))
    if way.undone:
        count = f"{plural(len(way.undone), 'entry')} {inflect(len(way.undone), 'is')}"
        order = ", newest first" if len(way.undone) > 1 else ""
        parts.append(Content.styled(f"{count} undone{order}; press U to redo", "bold $title"))
        parts += [Content(f"  {safe(text_of(one), limit=300)}") for one in way.undone[:MOST_ENTRIES]]
        if len(way.undone) > MOST_ENTRIES:
            parts.append(Content.styled(f"  … and {len(way.undone) - MOST_ENTRIES:,} more", "$dim"))
    else:
        parts.append(Content.styled("This is logged as one entry. Press u to undo.", "$dim"))
    return Content("\n").join(parts)
