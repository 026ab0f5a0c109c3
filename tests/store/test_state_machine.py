"""Any order of actions, undos, restarts, kills and edits by hand, against a model of four lines."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from saga_tui.changes import Doc, same
from saga_tui.store import Memory, dumps, load_text
from tests.store.sample import FILE, STATE, act, create, put, reopen, undo_to
from tests.store.simfs import SimFS

PLACES = ("play.damage.pain", "play.damage.fear", "concept.line", "story.notes", "gear.0.rating")
VALUES = st.one_of(st.integers(0, 99), st.text(st.characters(exclude_categories=["Cs"]), max_size=12))


class Characters(RuleBasedStateMachine):
    """The model: the states before each thing done, the state now, the states that can be done again."""

    def __init__(self) -> None:
        super().__init__()
        self.fs = SimFS()
        self.memory: Memory = create(self.fs)
        self.first = self.memory.doc
        self.past: list[Doc] = []
        self.now = self.first
        self.future: list[tuple[Doc, list[Doc]]] = []
        self.copies = self.edits = 0
        self.moved = False

    def _done(self, new: Doc) -> None:
        self.past.append(self.now)
        self.now, self.future = new, []

    @rule(place=st.sampled_from(PLACES), value=VALUES)
    def act(self, place: str, value: Any) -> None:
        act(self.memory, place, value)
        self._done(put(self.now, place, value))

    @rule(name=st.text(st.characters(exclude_categories=["Cs"]), max_size=8), at=st.integers(0, 9))
    def add_gear(self, name: str, at: int) -> None:
        gear = list(self.now["gear"])
        gear.insert(min(at, len(gear)), {"name": name})
        act(self.memory, "gear", gear)
        self._done(put(self.now, "gear", gear))

    @precondition(lambda self: len(self.now["gear"]) > 1)
    @rule(at=st.integers(1, 9))
    def drop_gear(self, at: int) -> None:
        gear = list(self.now["gear"])
        del gear[min(at, len(gear) - 1)]
        act(self.memory, "gear", gear)
        self._done(put(self.now, "gear", gear))

    @rule()
    def undo(self) -> None:
        event = self.memory.undo()
        assert (event is not None) == bool(self.past)
        if self.past:
            self.future.append((self.now, list(self.past)))
            self.now = self.past.pop()

    @rule()
    def redo(self) -> None:
        event = self.memory.redo()
        assert (event is not None) == bool(self.future)
        if self.future:
            self.now, self.past = self.future.pop()

    @rule(back=st.integers(0, 5))
    def undo_many(self, back: int) -> None:
        events = [event.id for event in self.memory.history()]
        target = events[min(back, len(events) - 1)] if events else 0
        if steps := undo_to(self.memory, target):
            self.future.append((self.now, list(self.past)))
            self.now = self.past[-len(steps)]
            del self.past[-len(steps) :]

    @rule()
    def checkpoint(self) -> None:
        self.memory.checkpoint()

    @rule()
    def begin_a_segment(self) -> None:
        self.memory._parts.ledger.journal.roll()

    @rule()
    def restart(self) -> None:
        self.memory.close()
        self.memory = reopen(self.fs)

    @rule()
    def power_cut(self) -> None:
        self.fs = SimFS(self.fs.surely())
        self.memory = reopen(self.fs)

    @precondition(lambda self: not self.moved)
    @rule()
    def another_device(self) -> None:
        """The state folder is lost: what this device did is another one's now, and is undone all the same."""
        self.moved = True
        self.memory.close()
        self.fs.unlink(f"{STATE}/device")
        self.memory = reopen(self.fs)

    @rule(place=st.sampled_from(PLACES[:3]), value=st.integers(100, 199), closed=st.booleans())
    def edit_by_hand(self, place: str, value: int, closed: bool) -> None:
        self.edits += 1
        value += 1000 * self.edits  # a value that was there before is an older state, and asked about: tests of its own
        if closed:
            self.memory.close()
        old = load_text(self.fs.read(FILE).decode())
        edited = put(old, place, value)
        self.fs.edit(FILE, f"# by hand\n{dumps(edited)}".encode())
        if closed:
            self.memory = reopen(self.fs)
            told = self.memory.poll()
            assert [change.new for change in told] in ([], [value])
        else:
            assert not self.memory.poll()
            self.memory.poll()
        merged = put(self.now, place, value)
        if not same(old, edited) and not same(merged, self.now):
            self._done(merged)

    @rule()
    def conflict_copy(self) -> None:
        """A sync tool leaves a second version beside the file."""
        self.memory.close()
        self.copies += 1
        copy = put(self.now, "play.damage.doubt", 200 + self.copies)
        self.fs.edit("/c/kestrel (conflicted copy).toml", dumps(copy).encode())
        self.memory = reopen(self.fs)
        assert [change.new for change in self.memory.poll()] == [200 + self.copies]
        self._done(copy)

    @invariant()
    def what_is_seen_is_right(self) -> None:
        assert same(self.memory.doc, self.now)
        assert self.memory.status == "saved"
        assert self.memory.problem is None

    def teardown(self) -> None:
        """After a restart, undoing all gives the first character."""
        self.memory.close()
        assert same(load_text(self.fs.read(FILE).decode()), self.now)
        memory = reopen(self.fs)
        while memory.undo() is not None:
            pass
        assert same(memory.doc, self.first)


Characters.TestCase.settings = settings(
    max_examples=int(os.environ.get("SAGA_TUI_EXAMPLES", "30")),
    stateful_step_count=int(os.environ.get("SAGA_TUI_STEPS", "50")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestCharacters = Characters.TestCase
TestCharacters.pytestmark = [pytest.mark.long]  # type: ignore[attr-defined]
