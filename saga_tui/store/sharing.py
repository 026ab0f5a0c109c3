"""Two copies of the program on one character: who may write, asking for it, handing it over; and what else bars it."""

from __future__ import annotations

from pathlib import Path

from saga_tui.store.acting import Acting
from saga_tui.store.errors import Barred
from saga_tui.store.event import Layout
from saga_tui.store.locks import Lock, take_lock


class Sharing(Acting):
    """The right to write an open character: why it is not there, how it is asked for and given away."""

    layout: Layout
    _lock: Lock | None
    _state: Path
    _agreed: frozenset[str]

    def close(self) -> None:
        """See `Memory`."""
        raise NotImplementedError

    def _again(self, lock: Lock | None) -> None:
        raise NotImplementedError

    @property
    def barred(self) -> Barred | None:
        """Why this copy may only look; None where it may write, or where only looking was asked for."""
        return self._desk.barred if self.read_only else None

    def agree(self) -> bool:
        """Say that the character shall be written in spite of what bars it; whether it can be now. Raises BadFile."""
        barred = self.barred
        if barred is not None and barred.may_agree:
            self._agreed |= {barred.code}
        return self.take_over()

    def ask_to_take_over(self) -> None:
        """From a copy that only looks: ask the other one to hand the character over."""
        Lock(self._state, self._desk.places.file).ask()

    @property
    def still_asked(self) -> bool:
        """Whether a wish to take over still waits: False once the other copy has refused, or this one has it."""
        return Lock(self._state, self._desk.places.file).wanted

    @property
    def made_by_newer(self) -> bool:
        """Whether a newer version of the program made this: no other copy is to blame that it is read-only."""
        return self.barred is not None and self.barred.code == "newer"

    @property
    def holder(self) -> str:
        """Who has the character open, for a copy that only looks: `process 4711, since 20:15`; empty: unknown."""
        return "" if self._lock is not None else Lock(self._state, self._desk.places.file).holder

    @property
    def asked_for(self) -> bool:
        """Whether another copy asks for this character."""
        return self._lock is not None and self._lock.asked_for

    def refuse(self) -> None:
        """Keep the character; the other copy may ask again."""
        if self._lock is not None:
            self._lock.refuse()

    def hand_over(self) -> None:
        """Save everything, give the character free and go on looking. Raises NotSaved, and keeps it then."""
        self._upkeep.checkpoint()
        listener = self.on_change
        self.close()
        self._again(None)
        self.on_change = listener

    def take_over(self) -> bool:
        """From a copy that only looks: go on writing, if nobody else does any more. Raises BadFile."""
        listener = self.on_change
        lock = take_lock(self._fs, self._state, self.path, plain="locks" in self._agreed)
        if lock is None:
            return False
        try:
            self._again(lock)
        except BaseException:
            lock.give()
            self._lock = None
            raise
        self.on_change = listener
        return not self.read_only
