"""What the memory keeps: events, and how a game's documents look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from saga_tui.changes import MISSING, Change, Doc, dotted, unhidden
from saga_tui.store.errors import Barred

Settles = Callable[[tuple[str | int, ...], Any, Any], Any]
"""See `Layout.settles`."""
UNDO: Final = "undo"
REDO: Final = "redo"
UNDO_TO: Final = "undo-to"
"""Everything that stood from one event on was undone at once; `of` is that event."""
EXTERNAL: Final = "external"
"""An edit by hand, from another device, or of a conflict copy, taken over."""
DEVICE: Final = "device"
"""The source of an external event that took over another device's journal."""
BOTH: Final = "both"
"""The parameter of such an event that says which places both devices had changed, each in its own way."""
IDENTIFY: Final = "identify"
"""A character got an id of its own: a hand-made file, or a copy of another character."""
MIGRATE: Final = "migrate"
"""The file was brought to a newer format; the backup made before is the way back."""
RENAME: Final = "rename"
RESTORE: Final = "restore"
CORRECT: Final = "correct"
"""An earlier event was corrected; `event` says which, `do`, `with` and `dice` what it is now."""


@dataclass(frozen=True, slots=True)
class Group:
    """One act over several documents: its own id, and the ids of the documents that it changed."""

    id: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to a character; never changed once it is written. `id` counts up from 1 on each device;
    `at` is ISO time with offset, in seconds; `clock` the place in the game's time; `do` the command's name (also undo,
    redo, external, migrate, restore, rename); `params` its parameters; `of` the id of the event that an undo or redo is
    about (of an `undo-to` the first one that it undoes, of its redo the `undo-to` itself), and `of_device` the device
    of that event where it is not the same one."""

    id: int
    at: str
    clock: dict[str, int]
    do: str
    params: dict[str, Any] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    text: str = ""
    of: int | None = None
    device: str = ""
    of_device: str = ""
    group: Group | None = None
    """The act over several documents that this is one part of."""

    @property
    def merged_from(self) -> str:
        """The other device whose writing it took over; nothing of every other event."""
        of_device = self.do == EXTERNAL and self.params.get("source") == DEVICE
        return str(self.params.get("device") or DEVICE) if of_device else ""

    def to_record(self) -> Doc:
        """The event as a table of the journal (the device is the journal's own)."""
        record: Doc = {"id": self.id, "at": self.at}
        if self.clock:
            record["clock"] = dict(self.clock)
        record["do"] = self.do
        if self.of is not None:
            record["of"] = self.of
        if self.of_device:
            record["of_device"] = self.of_device
        if self.group is not None:
            record["group"] = {"id": self.group.id, "of": list(self.group.members)}
        record["with"] = self.params
        record["dice"] = list(self.dice)
        if self.text:
            record["text"] = self.text
        record["changes"] = [change.to_record() for change in self.changes]
        return record

    @classmethod
    def from_record(cls, record: Doc, device: str = "") -> Event:
        """The event that `to_record` wrote; raises KeyError, TypeError or ValueError for anything else."""
        of, group = record.get("of"), record.get("group")
        return cls(
            id=int(record["id"]),
            at=str(record["at"]),
            clock=dict(record.get("clock", {})),
            do=str(record["do"]),
            params=dict(record.get("with", {})),
            dice=tuple(map(int, record.get("dice", ()))),
            changes=tuple(map(Change.from_record, record["changes"])),
            text=str(record.get("text", "")),
            of=None if of is None else int(of),
            device=device,
            of_device=str(record.get("of_device", "")),
            group=Group(str(group["id"]), tuple(map(str, group["of"]))) if group is not None else None,
        )


def _render(doc: Doc) -> str:
    from saga_tui.store.toml import dumps

    return dumps(doc)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a game tells the store of its documents. `render` gives fresh TOML text, `validate` raises ValueError in
    clear words when a document is not a character, `upgrade` makes the current format of an older one, `name_path` is
    where the character's name stands, `words` says a place of a document as the game calls it."""

    render: Callable[[Doc], str] = _render
    validate: Callable[[Doc], object] = lambda _doc: None
    upgrade: Callable[[Doc], Doc] | None = None
    current_format: int = 1
    name_path: tuple[str, ...] = ("concept", "name")
    words: Callable[[tuple[str | int, ...]], str] = dotted
    reveals: Callable[[str, Sequence[Change]], bool] = lambda _verb, _changes: False
    """Whether a command that made these changes shows something that undo cannot make unseen: a card drawn."""
    hides: Callable[[str, str, Doc], bool] = lambda _verb, _name, _doc: False
    """Whether what was given to a command (`dice` too) may not be seen, as a document stands now."""
    short: Callable[[str], str] = str
    """The short word of a span of its time: `ch` for a chapter."""
    named: Callable[[str, int], str] = lambda _span, _number: ""
    """What a number of its time is called, where it has a name: `Morning` for the first part of a day."""
    settles: Settles = lambda _path, _one, _other: MISSING
    """Which of two values of a place counts where two devices both changed it; MISSING: somebody chooses."""
    barred: Barred | None = None
    """Why no document of it may be written: nobody knows its game."""

    def still_seen(self, undone: Event) -> str:
        """What an undo has to say of what it cannot undo; nothing of most."""
        seen = undone.do == UNDO and self.reveals(str(undone.params.get("do", "")), undone.changes)
        return "It cannot be unseen." if seen else ""

    def given(self, verb: str, given: Doc, doc: Doc) -> Doc:
        """What was given to a command as those who play may see it, as a document stands now; a correction says inside
        what was given to the command that it corrects."""
        its = str(given.get("do", "")) if "with" in given else verb
        return {
            name: self.given(its, value, doc) if name == "with" and isinstance(value, dict) else value
            for name, value in given.items()
            if not self.hides(its, name, doc)
        }

    def opened(self, event: Event, doc: Doc) -> Event:
        """An event as those who play may see it, as the document stands now: nothing in it that is hidden from them."""
        dice = () if self.hides(event.do, "dice", doc) else event.dice
        params, changes = self.given(event.do, event.params, doc), unhidden(event.changes, self.words)
        return replace(event, params=params, dice=dice, changes=changes)

    def name_of(self, doc: Doc) -> str:
        """The character's name, or nothing."""
        value: Any = doc
        for step in self.name_path:
            value = value.get(step) if isinstance(value, dict) else None
        return value if isinstance(value, str) else ""

    def with_name(self, doc: Doc, name: str) -> Doc:
        """The document with another name in its place."""
        first, *rest = self.name_path
        if not rest:
            return {**doc, first: name}
        inner = doc.get(first)
        table = inner if isinstance(inner, dict) else {}
        return {**doc, first: Layout(name_path=tuple(rest)).with_name(table, name)}
