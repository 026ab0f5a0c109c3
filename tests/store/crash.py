"""Every disk that a power cut may leave at any moment of a session: opened, compared with what was acknowledged."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from saga_tui.changes import ChangeError, Doc, apply, diff, same
from saga_tui.store import BadFile, Event, Memory, Missing, load_text
from tests.store.sample import FILE, act, create, put, reopen
from tests.store.simfs import Image, SimFS

Script = Callable[["Session"], None]


@dataclass
class Session:
    """A person playing: what the program has acknowledged as saved, and which edits by hand are on disk."""

    fs: SimFS
    memory: Memory | None = None
    acked: list[tuple[int, Doc]] = field(default_factory=list)
    edits: list[int] = field(default_factory=list)

    @property
    def open(self) -> Memory:
        assert self.memory is not None
        return self.memory

    def ack(self) -> None:
        """All that is in view is said to be saved."""
        if self.memory is not None and self.memory.status == "saved":
            newest = next(self.memory.history(), None)
            self.acked.append((newest.id if newest else 0, self.memory.doc))

    def do(self, action: Callable[[Memory], object]) -> None:
        action(self.open)
        self.ack()

    def set(self, value: int) -> None:
        self.do(lambda memory: act(memory, "play.damage.pain", value))

    def hand_edit(self, value: int) -> None:
        """Another program saves the file, durably."""
        doc = load_text(self.fs.read(FILE).decode())
        new = {**put(doc, "concept.rank", "Veteran"), "hand": value}
        from saga_tui.store import dumps

        self.fs.edit(FILE, dumps(new).encode())
        self.edits.append(value)


@dataclass
class Findings:
    """How many images were tried, and what went wrong in which."""

    counts: Counter[str] = field(default_factory=Counter)
    bad: list[tuple[str, str]] = field(default_factory=list)

    def words(self) -> str:
        """The figures in one line, with the first failures."""
        numbers = ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))
        return f"{numbers}; {len(self.bad)} failures" + "".join(f"\n  {w}: {what}" for w, what in self.bad[:8])


class Cutter:
    """Cuts the power before every file call of a session and looks at every disk that may be left."""

    def __init__(
        self, mode: str, limit: int, nested: int = 0, most: int = 1_000_000, *, one_is_enough: bool = False
    ) -> None:
        """At most `limit` disks a cut, and `nested` a cut during the recovery of one; `most` in all."""
        self.mode, self.limit, self.nested, self.most = mode, limit, nested, most
        self.one_is_enough = one_is_enough
        self.found = Findings()
        self._seen: set[int] = set()

    def run(self, script: Script) -> Findings:
        session = Session(SimFS())
        session.fs.on_op = lambda fs, name: self._cut(fs, session, name)
        session.memory = create(session.fs)
        session.ack()
        script(session)
        return self.found

    def _cut(self, fs: SimFS, session: Session, name: str) -> None:
        self.found.counts["cuts"] += 1
        where = f"cut {self.found.counts['cuts']} before {name}"
        if self._done:
            return
        for image in fs.images(self.mode, self.limit):
            self._look(image, session, where, self.nested)

    @property
    def _done(self) -> bool:
        return self.found.counts["images"] >= self.most or (self.one_is_enough and bool(self.found.bad))

    def judge(self, image: Image, session: Session) -> str:
        """What is wrong with what is on this disk."""
        return wrong(image, session)

    def key(self, session: Session) -> object:
        """What of the session decides what has to be on the disk."""
        return len(session.acked), len(session.edits)

    def recover(self, fs: SimFS) -> None:
        """Opens what is there, as the next start of the program does."""
        _opened(fs).close()

    def _look(self, image: Image, session: Session, where: str, nested: int) -> None:
        key = hash((frozenset(image.items()), self.key(session), nested))
        if key in self._seen or self._done:
            return
        self._seen.add(key)
        self.found.counts["images"] += 1
        problem = self.judge(image, session)
        if problem:
            self.found.bad.append((where, problem))
        elif nested:
            self._cut_recovery(image, session, where)

    def _cut_recovery(self, image: Image, session: Session, where: str) -> None:
        fs = SimFS(image)

        def again(fs: SimFS, name: str) -> None:
            for left in fs.images(self.mode, self.nested):
                self._look(left, session, f"{where}, then in recovery before {name}", 0)

        fs.on_op = again
        with suppress(BadFile):
            self.recover(fs)


def _opened(fs: SimFS) -> Memory:
    try:
        return reopen(fs)
    except Missing:
        return reopen(fs, rebuild=True)


def wrong(image: Image, session: Session) -> str:
    """What is wrong with the character on this disk; nothing, when all that was acknowledged is there."""
    fs = SimFS(image)
    try:
        memory = _opened(fs)
    except BadFile as error:
        return "" if not session.acked else f"cannot be opened: {error}"
    if not session.acked:
        return ""
    last, want = session.acked[-1]
    events: dict[int, Event] = {event.id: event for event in memory.history()}
    if max(events, default=0) < last:
        return f"LOST: acknowledged {last}, found {max(events, default=0)}"
    for number in sorted(number for number in events if number > last):
        if events[number].do == "external" and not _by_hand(events[number]):
            return f"OUR OWN FILE WAS TAKEN FOR AN EDIT: {events[number].changes[:2]}"
        try:
            want = apply(want, events[number].changes)
        except ChangeError as error:
            return f"WRONG STATE: what followed does not fit what was acknowledged: {error}"
    if any(conflict.ours_stands for conflict in memory.conflicts):
        return f"OUR OWN FILE WAS TAKEN FOR AN OLDER ONE: {memory.conflicts[:2]}"
    if not same(want, memory.doc):
        return f"WRONG STATE: {[(c.path, c.old, c.new) for c in diff(want, memory.doc)][:3]}"
    if session.edits and not _has_edit(memory, fs, session.edits[-1]):
        return "HAND EDIT LOST"
    return _goes_on(memory, fs, session.acked[0][1])


def _by_hand(event: Event) -> bool:
    """Whether an event is one of the edits that the script makes."""
    return all(change.path in (("hand",), ("concept", "rank")) for change in event.changes)


def _has_edit(memory: Memory, fs: SimFS, newest: int) -> bool:
    if memory.doc.get("hand", -1) >= newest:
        return True
    mark = f"hand = {newest}\n".encode()
    kept = [data for path, data in fs.now().items() if "/kept/" in path and "/kept/edit-" not in path]
    changes = [change for event in memory.history() for change in event.changes]
    undone = any(change.path == ("hand",) and newest in (change.new, change.old) for change in changes)
    return undone or any(mark in data for data in kept)


def _goes_on(memory: Memory, fs: SimFS, first: Doc) -> str:
    """Play goes on: all can be undone, and the file follows."""
    while memory.undo() is not None:
        pass
    if not same(memory.doc, first):
        return f"undoing all does not give the first character: {diff(first, memory.doc)[:2]}"
    memory.checkpoint()
    if memory.problem is not None:
        return f"a problem with the file: {memory.problem}"
    if not same(load_text(fs.read(FILE).decode()), memory.doc):
        return "the file is wrong after recovery"
    return ""


# -- sessions


def fixed(session: Session) -> None:
    """A session with a bit of everything."""
    for value in range(3):
        session.set(value)
    session.do(lambda m: m.checkpoint())
    session.set(10)
    session.do(lambda m: m.undo())
    session.do(lambda m: act(m, "gear", m.doc["gear"][1:]))
    session.do(lambda m: m.checkpoint())
    session.hand_edit(1)
    session.do(lambda m: act(m, "story.notes", "a line\n# crc 00000000\n\n[[event]]\nand more"))
    session.set(20)
    session.do(lambda m: m.checkpoint())
    for value in range(30, 38):
        session.set(value)
    session.do(lambda m: m.checkpoint())
    session.do(lambda m: m.undo())
    session.do(lambda m: m.redo())


def random_session(seed: int) -> Script:
    """A session that nobody thought of."""
    chance = random.Random(seed)

    def script(session: Session) -> None:
        for step in range(1, chance.randrange(8, 22)):
            _random_step(session, chance, step)

    return script


def _random_step(session: Session, chance: random.Random, step: int) -> None:
    choice = chance.randrange(14)
    gear = session.open.doc["gear"]
    if choice < 4:
        session.set(step)
    elif choice == 4:
        thing = {"name": f'Thing {step} \u2603 "q" \\n', "rating": step}
        session.do(lambda m: act(m, "gear", [*gear, thing]))
    elif choice == 5 and len(gear) > 1:
        index = chance.randrange(len(gear))
        session.do(lambda m: act(m, "gear", gear[:index] + gear[index + 1 :]))
    elif choice == 6:
        session.do(lambda m: m.undo())
    elif choice == 7:
        session.do(lambda m: m.redo())
    elif choice in (8, 9):
        session.do(lambda m: m.checkpoint())
    elif choice == 10:
        session.hand_edit(step)
    elif choice == 11:
        session.open.close()
        session.memory = reopen(session.fs)
        session.ack()
    elif choice == 12:
        session.open._parts.ledger.journal.roll()  # a segment begins in the middle of play
        session.ack()
    else:
        text = "line\n[[event]]\n# crc 00000000\n\n\u001b[2J " * chance.randrange(1, 12)
        session.do(lambda m: act(m, "story.notes", text))
