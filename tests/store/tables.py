"""Several characters changed by one act: power cuts, faults, kills at every call, and what may be found after them."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from saga_tui.changes import ChangeError, Doc, apply, diff, same
from saga_tui.store import BadFile, Event, Memory, Missing, NotSaved
from saga_tui.store.folders import TABLES
from saga_tui.store.groups import Act, NotTogether, commit_all
from tests.store.crash import Cutter, Findings
from tests.store.faults import Faulty, Outcome
from tests.store.kills import KillingFS, Place, _forked, fingerprint
from tests.store.sample import FOLDER, LAYOUT, STATE, act, character, now, put
from tests.store.simfs import Image, SimFS

Three = tuple[Memory, Memory, Memory]
NAMES = ("kestrel", "bo", "table")
"""Two characters, and a table: its file lies in the folder of tables below theirs."""
Acked = dict[str, tuple[int, Doc]]


def one_of(name: str) -> Doc:
    """A member: another id and another name."""
    doc = put(character(), "concept.name", name.title())
    return put(doc, "id", f"id0{name}")


def home(name: str, folder: Path = FOLDER) -> Path:
    """The folder that a member's file lies in."""
    return folder / TABLES if name == "table" else folder


def create_all(fs: Any = None, folder: Path = FOLDER, state: Path = STATE) -> dict[str, Memory]:
    return {
        name: Memory.create(home(name, folder), one_of(name), LAYOUT, state_dir=state, fs=fs, now=now) for name in NAMES
    }


def open_all(
    fs: Any = None, names: Iterable[str] = NAMES, folder: Path = FOLDER, state: Path = STATE, **more: Any
) -> dict[str, Memory]:
    found = {}
    for name in names:
        file = home(name, folder) / f"{name}.toml"
        try:
            found[name] = Memory.open(file, LAYOUT, state_dir=state, fs=fs, now=now, **more)
        except Missing:
            more = {key: value for key, value in more.items() if key != "read_only"}
            found[name] = Memory.open(file, LAYOUT, state_dir=state, fs=fs, now=now, rebuild=True, **more)
    return found


def together(memories: Iterable[Memory], value: int, do: str = "all") -> tuple[Event, ...]:
    """One act: a value is set in all of them."""
    acts = []
    for memory in memories:
        new = put(memory.doc, "play.damage.pain", value)
        acts.append(Act(memory, do, {"value": value}, diff(memory.doc, new), {"new_doc": new, "text": f"all {value}"}))
    return commit_all(acts)


def halves(histories: dict[str, list[Event]]) -> str:
    """What is wrong with the acts over several: one that not all of its members have; nothing, if there is none."""
    ids = {f"id0{name}": name for name in NAMES}
    seen = {(name, event.group.id) for name, events in histories.items() for event in events if event.group}
    for name, events in histories.items():
        for group in (event.group for event in events if event.group):
            lacking = [ids[one] for one in group.members if (ids[one], group.id) not in seen]
            if lacking:
                return f"HALF AN ACT: {name} has {group.id}, {lacking} not"
    for name, events in histories.items():
        numbers = [event.group.id for event in events if event.group]
        if len(numbers) != len(set(numbers)):
            return f"TWICE: {name} has one act more than once"
    return ""


# -- power cuts


@dataclass
class Table:
    """The people of a table playing: what the program has acknowledged as saved for each."""

    fs: SimFS
    memories: dict[str, Memory] = field(default_factory=dict)
    acked: dict[str, tuple[int, Doc]] = field(default_factory=dict)
    edits: list[int] = field(default_factory=list)

    def ack(self) -> None:
        for name, memory in self.memories.items():
            if memory.status == "saved":
                self.acked[name] = (memory._parts.ledger.last_id, memory.doc)

    def do(self, action: Callable[[], object]) -> None:
        action()
        self.ack()


class TableCutter(Cutter):
    """Cuts the power before every file call of a table's session; whoever is opened first, all are whole."""

    def play(self, script: Callable[[Table], None]) -> Findings:
        fs = SimFS()
        table = Table(fs, create_all(fs))
        table.ack()
        fs.on_op = lambda fs, name: self._cut(fs, table, name)  # type: ignore[arg-type]
        script(table)
        return self.found

    def judge(self, image: Image, session: Any) -> str:
        self.turn = getattr(self, "turn", 0) + 1
        return lost_or_half(image, session.acked, random.Random(self.turn))

    def key(self, session: Any) -> object:
        return tuple((name, last) for name, (last, _doc) in session.acked.items())

    def recover(self, fs: SimFS) -> None:
        for memory in open_all(fs, NAMES[:2]).values():
            memory.close()


def lost_or_half(image: Image, acked: Acked, chance: random.Random) -> str:
    """What is wrong with the characters on this disk, opened in any order; the first one alone decides of the acts."""
    names = chance.sample(NAMES, len(NAMES))
    fs = SimFS(image)
    try:
        looked = open_all(fs, names, read_only=True)
        if problem := halves({name: list(memory.history()) for name, memory in looked.items()}):
            return f"looked at: {problem}"
        memories = open_all(fs, names)
    except BadFile as error:
        return f"cannot be opened: {error}"
    histories = {name: list(memory.history()) for name, memory in memories.items()}
    for name, memory in memories.items():
        if problem := _against(memory, histories[name], *acked[name]):
            return f"{name}: {problem}"
        if memory.problem is not None:
            return f"{name}: {memory.problem}"
    return halves(histories) or _undoes(memories) or _left(fs)


def _against(memory: Memory, history: list[Event], last: int, want: Doc) -> str:
    events = {event.id: event for event in history}
    if max(events, default=0) < last:
        return f"LOST: acknowledged {last}, found {max(events, default=0)}"
    for number in sorted(number for number in events if number > last):
        try:
            want = apply(want, events[number].changes)
        except ChangeError as error:
            return f"WRONG STATE: {error}"
    return "" if same(want, memory.doc) else f"WRONG STATE: {diff(want, memory.doc)[:2]}"


def _undoes(memories: dict[str, Memory]) -> str:
    """Undoing all from wherever gives the first characters: an act goes from all of its members at once."""
    for _ in range(40):
        if not sum(_undone(memory) for memory in memories.values()):
            break
    for name, memory in memories.items():
        if memory.undo_target() is not None or not same(memory.doc, {**one_of(name), "id": memory.doc["id"]}):
            return f"{name}: undoing all does not give the first character: {diff(one_of(name), memory.doc)[:2]}"
        memory.checkpoint()
    return halves({name: list(memory.history()) for name, memory in memories.items()})


def _undone(memory: Memory) -> bool:
    try:
        return memory.undo() is not None
    except NotTogether:  # another member has done more since: it is its turn
        return False


def _left(fs: SimFS) -> str:
    left = [path for path in fs.now() if "/groups/" in path and not path.endswith(".tmp")]
    return f"completed, and still there: {left}" if left else ""


def fixed(table: Table) -> None:
    """A session with all kinds of acts."""
    kestrel, bo, _third = table.memories.values()
    table.do(lambda: act(kestrel, "play.damage.pain", 7))
    table.do(lambda: together(table.memories.values(), 11))
    table.do(lambda: act(bo, "play.damage.pain", 8))
    table.do(bo.undo)
    table.do(kestrel.undo)
    table.do(bo.redo)
    table.do(kestrel.checkpoint)
    table.do(lambda: together([bo, kestrel], 12))
    table.do(bo._parts.ledger.journal.roll)
    table.do(lambda: together([kestrel, bo], 13))
    for memory in table.memories.values():
        table.do(memory.close)


def random_table(seed: int) -> Callable[[Table], None]:
    """A table that nobody thought of."""
    chance = random.Random(seed)

    def script(table: Table) -> None:
        for value in range(1, chance.randrange(6, 14)):
            some = chance.sample(list(table.memories.values()), chance.randrange(2, 4))
            choice = chance.randrange(8)
            if choice < 3:
                table.do(lambda some=some, value=value: together(some, value))  # type: ignore[misc]
            elif choice == 3:
                table.do(lambda some=some, value=value: act(some[0], "play.damage.pain", value))  # type: ignore[misc]
            elif choice == 4:
                table.do(lambda some=some: _undone(some[0]))  # type: ignore[misc]
            elif choice == 5:
                with suppress(NotTogether):
                    table.do(some[0].redo)
            elif choice == 6:
                table.do(some[0].checkpoint)
            else:
                for memory in table.memories.values():
                    memory.close()
                table.memories = open_all(table.fs, chance.sample(NAMES, 3))
                table.ack()

    return script


# -- faults


def table_image() -> Image:
    disk = SimFS()
    for memory in create_all(disk).values():
        memory.close()
    return disk.now()


def _faulty_play(fs: Any, disk: SimFS) -> tuple[dict[str, Memory], str]:
    memories = open_all(fs)
    if any(memory.read_only for memory in memories.values()):
        return {}, ""
    problem, looks = "", 0
    for turn in range(6):
        before = {name: memory.doc for name, memory in memories.items()}
        try:
            if turn % 3 == 2:
                memories["bo"].undo()
            else:
                together(list(memories.values())[: 2 + turn % 2], turn)
        except NotSaved:
            if any(memory.doc is not before[name] for name, memory in memories.items()):
                return memories, "HALF AN ACT in view: it was called not saved, and somebody has it"
        except NotTogether:
            pass
        if turn % 3 == 0:
            act(memories["kestrel"], "play.damage.fear", turn)
        if fs.hit and looks < 4 and not problem:
            looks += 1
            problem = halves_after_cut(disk, memories)
    return memories, problem


def halves_after_cut(disk: SimFS, memories: dict[str, Memory]) -> str:
    """The power goes at this very moment: what was called saved is there, and no act is halved."""
    fs = SimFS(disk.surely())
    found = open_all(fs)
    if any(one._parts.places.device != memories[name]._parts.places.device for name, one in found.items()):
        return ""  # the device's name could not be read: another device, which completes nothing of this one's
    for name, memory in memories.items():
        if memory.status == "saved" and found[name]._parts.ledger.last_id < memory._parts.ledger.last_id:
            return f"LOST: {name} {memory._parts.ledger.last_id}"
    return halves({name: list(memory.history()) for name, memory in found.items()})


def table_calls() -> int:
    image = table_image()
    disk = SimFS(image)
    probe = Faulty(disk, 10**9, "EIO", 1)
    _faulty_play(probe, disk)
    return probe.count


def run_faults(kind: str, span: int, calls: range) -> Outcome:
    """A table's session with a fault at each of these calls."""
    image, outcome = table_image(), Outcome()
    for at in calls:
        disk = SimFS(image)
        fs = Faulty(disk, at, kind, span)
        try:
            memories, problem = _faulty_play(fs, disk)
        except (BadFile, OSError):
            outcome.counts["refused to open"] += 1
            continue
        outcome.counts["faults" if fs.hit else "not reached"] += 1
        if problem := problem or _after_fault(fs, disk, memories):
            outcome.bad.append(f"{kind} × {span} at call {at} ({fs.hit}): {problem}")
    return outcome


def _after_fault(fs: Faulty, disk: SimFS, memories: dict[str, Memory]) -> str:
    """The fault is over: all that was seen is saved, and nothing that was called not saved comes back."""
    fs.at = 10**9
    for name, memory in memories.items():
        try:
            memory.close()
        except (NotSaved, OSError) as error:
            return f"{name} cannot be saved after the fault has gone: {error}"
    for image in (disk.surely(), disk.now()):
        again = open_all(SimFS(image))
        for name, memory in memories.items():
            if not same(again[name].doc, memory.doc):
                return f"{name}: the reopened state is not what the user saw: {diff(memory.doc, again[name].doc)[:2]}"
        if problem := halves({name: list(memory.history()) for name, memory in again.items()}):
            return problem
    return ""


# -- kills


def prepared_table(place: Place) -> None:
    for memory in create_all(folder=place.folder, state=place.state).values():
        memory.close()


def table_session(place: Place, acks: int, *, fs: Any = None, threaded: bool = False, rounds: int = 1) -> None:
    """Acts over several, single ones, undo; what each member has is told through the pipe once it is acknowledged."""
    memories = {
        name: Memory.open(
            home(name, place.folder) / f"{name}.toml", LAYOUT, state_dir=place.state, fs=fs, threaded=threaded, now=now
        )
        for name in NAMES
    }

    def told(*names: str) -> None:
        states = (f"{name} {memories[name]._parts.ledger.last_id} {fingerprint(memories[name].doc)}" for name in names)
        os.write(acks, "".join(f"{line}\n" for line in states if memories[line.split()[0]].status == "saved").encode())

    for turn in range(rounds):
        events = together(list(memories.values())[turn % 2 :], turn + 1)
        memories["bo"].flush()  # with writer threads it is seen first
        group = events[0].group
        assert group is not None
        os.write(acks, f"act {group.id} {','.join(group.members)}\n".encode())
        act(memories["bo"], "play.damage.doubt", turn)
        told(*NAMES)
        memories["bo"].undo()
        memories["table"].undo()
        memories["bo"].checkpoint()
        told(*NAMES)
    for memory in memories.values():
        memory.close()
    os.write(acks, b"end\n")


def table_killed(place: Place, call: int = 0, *, half: bool = False, seconds: float | None = None) -> tuple[str, bool]:
    """The session killed at a file call, or after some time; what is wrong, and whether it lived to its end."""

    def play(acks: int) -> None:
        if seconds is None:
            table_session(place, acks, fs=KillingFS(call, half))
        else:
            table_session(place, acks, threaded=True, rounds=10_000)

    told, ended = _forked(play, seconds)
    return _what_is_left(place, told), ended


def _what_is_left(place: Place, told: list[str]) -> str:
    first = random.Random(len(told)).sample(NAMES, len(NAMES))
    try:
        memories = open_all(names=first, folder=place.folder, state=place.state)
    except BadFile as error:
        return f"cannot be opened: {error}"
    try:
        histories = {name: list(memory.history()) for name, memory in memories.items()}
        for words in (line.split() for line in told):
            if words[0] == "act" and len(words) == 3:
                for name in (name for name in NAMES if f"id0{name}" in words[2].split(",")):
                    if not any(event.group and event.group.id == words[1] for event in histories[name]):
                        return f"LOST: {name} does not have {words[1]}"
            elif len(words) == 3 and len(words[2]) == 32:
                state = memories[words[0]]._parts.ledger.state_at(int(words[1]))
                if state is None or fingerprint(state) != words[2]:
                    return f"LOST OR WRONG: {words[0]} at {words[1]}"
        return halves(histories)
    finally:
        for memory in memories.values():
            memory.close()


def calls_of_a_table(place: Place) -> int:
    fs = KillingFS(-1)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        table_session(place, nowhere.fileno(), fs=fs)
    return fs.count
