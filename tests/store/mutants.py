"""The memory with one step of its protocol taken out: each has to be noticed by a test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from saga_tui.store import (
    background,
    charfile,
    external_edits,
    folders,
    fs,
    group_log,
    groups,
    journal,
    ledger,
    opening,
    records,
    replay,
    toml,
)
from tests.store.simfs import SimFS

Mutant = Callable[[pytest.MonkeyPatch], None]


def _nothing(*_args: Any, **_named: Any) -> None:
    return None


def no_flush_of_records(patch: pytest.MonkeyPatch) -> None:
    """Records are written and never flushed."""
    patch.setattr(SimFS, "fdatasync", _nothing)


def no_flush_of_files(patch: pytest.MonkeyPatch) -> None:
    """New files take their place before their data is on the disk."""
    patch.setattr(SimFS, "fsync", _nothing)


def no_flush_of_folders(patch: pytest.MonkeyPatch) -> None:
    """Names are never flushed."""
    patch.setattr(SimFS, "fsync_dir", _nothing)


def written_in_place(patch: pytest.MonkeyPatch) -> None:
    """The character's file is emptied and written where it stands."""

    def in_place(self: charfile.CharFile, places: Any) -> None:
        data = self.fs.read(places.beside)
        self.fs.unlink(places.file)
        fs.write_new(self.fs, places.file, data)

    patch.setattr(charfile.CharFile, "_exchange", in_place)


def no_look_before_writing(patch: pytest.MonkeyPatch) -> None:
    """Whatever stands in the file is taken for ours, and what comes out of the exchange is not looked at."""

    def blind(self: charfile.CharFile, data: bytes | None) -> bytes | None:
        if data is not None:
            self.holds(folders.sha(data), self.doc)
        return data

    patch.setattr(charfile.CharFile, "_outside", blind)


def no_intent(patch: pytest.MonkeyPatch) -> None:
    """A checkpoint is not announced in the journal."""
    patch.setattr(ledger.Ledger, "mark", _nothing)


def edit_called_ours_too_soon(patch: pytest.MonkeyPatch) -> None:
    """A new segment may say that an edit by hand is ours before its event is durable."""
    old = external_edits.ExternalEdits.merge

    def merge(self: external_edits.ExternalEdits, base: Any, theirs: Any, *args: Any, **named: Any) -> Any:
        changes = old(self, base, theirs, *args, **named)
        if named.get("file"):
            self.file.holds(named["file"][0], theirs)
            self.ledger.journal.roll()
        return changes

    patch.setattr(external_edits.ExternalEdits, "merge", merge)


def no_checksums(patch: pytest.MonkeyPatch) -> None:
    """A record counts whatever its checksum says."""
    patch.setattr(records, "zlib", _AlwaysRight)
    patch.setattr(journal, "read_segment", records.read_segment.__wrapped__)  # nothing of it is remembered


class _AlwaysRight:
    @staticmethod
    def crc32(_data: bytes) -> Any:
        class Anything(int):
            def __eq__(self, other: object) -> bool:
                return True

            def __hash__(self) -> int:
                return 0

        return Anything(0)


def appends_after_damage(patch: pytest.MonkeyPatch) -> None:
    """A torn segment is gone on with instead of a new one."""
    old = replay.replay

    def go_on(segments: Any, *args: Any, **named: Any) -> replay.Replayed:
        read = list(segments)
        found = old(read, *args, **named)
        if found.go_on is None and read and read[0].header is not None:
            found.go_on = read[0]
        return found

    patch.setattr("saga_tui.store.opening.replay", go_on)


def raw_newlines_in_records(patch: pytest.MonkeyPatch) -> None:
    """A text in a record may hold a line that looks like a checksum."""
    old = toml.literal

    def raw(value: Any) -> str:
        if isinstance(value, str) and "\n" in value and re.fullmatch(r"[^\\\"\x00-\x09\x0b-\x1f\x7f]*", value):
            return f'"""\n{value}"""'
        return old(value)

    patch.setattr(records, "literal", raw)
    patch.setattr(toml, "literal", raw)


def retry_on_the_same_descriptor(patch: pytest.MonkeyPatch) -> None:
    """After a failed write or flush the same descriptor is used again."""
    from saga_tui.store.journal import Journal

    patch.setattr(Journal, "close", _nothing)


def only_the_last_version_is_ours(patch: pytest.MonkeyPatch) -> None:
    """The version before the last checkpoint is taken for an edit by hand."""
    old = replay._Player._mark

    def mark(self: Any, entry: Any) -> None:
        old(self, entry)
        self.state.versions = {sha: doc for sha, doc in self.state.versions.items() if sha == self.state.sha}

    patch.setattr(replay._Player, "_mark", mark)


POWER_CUT: dict[str, Mutant] = {
    mutant.__name__: mutant
    for mutant in (
        no_flush_of_records,
        no_flush_of_files,
        no_flush_of_folders,
        written_in_place,
        no_look_before_writing,
        no_intent,
        edit_called_ours_too_soon,
        appends_after_damage,
        raw_newlines_in_records,
        only_the_last_version_is_ours,
    )
}


# -- acts over several characters


def no_redo_log(patch: pytest.MonkeyPatch) -> None:
    """Each journal gets its part, one after the other."""
    patch.setattr(group_log, "write", _nothing)


def redo_log_not_flushed(patch: pytest.MonkeyPatch) -> None:
    """The journals get their parts before the redo log has its place on the disk."""

    def lazily(fs_: Any, pending: group_log.Pending) -> None:
        fs_.mkdir(pending.path.rpartition("/")[0])
        fd = fs_.open_new(pending.path)
        fs.write_all(fs_, fd, group_log.record(pending))
        fs_.close(fd)

    patch.setattr(group_log, "write", lazily)


def redo_log_gone_too_soon(patch: pytest.MonkeyPatch) -> None:
    """The redo log goes when the first member has its part."""

    def first(self: groups._LastOne) -> None:
        self._work()

    patch.setattr(groups._LastOne, "__call__", first)


def redo_log_not_read(patch: pytest.MonkeyPatch) -> None:
    """Opening does not complete what a crash interrupted."""
    patch.setattr(opening, "redo", lambda *_args: ([], []))


def never_removed(patch: pytest.MonkeyPatch) -> None:
    """The redo log stays for ever."""
    patch.setattr(group_log, "remove", _nothing)


def not_read_at_the_tables(patch: pytest.MonkeyPatch) -> None:
    """A table looks for acts in its own folder only, and not among the characters."""
    patch.setattr(group_log, "read_in", lambda folder: iter([group_log.folder_of(folder)]))


def goes_on_in_doubt(patch: pytest.MonkeyPatch) -> None:
    """A redo log that may or may not have been written is forgotten."""
    patch.setattr(ledger.Ledger, "_drop_doubtful", _nothing)


def not_held_back(patch: pytest.MonkeyPatch) -> None:
    """The journals get their parts of what is only shown before the redo log is there."""
    patch.setattr(background.Background, "settle_together", _nothing)
    patch.setattr(ledger.Ledger, "underway", property(lambda _self: None, _nothing), raising=False)


def not_taken_back(patch: pytest.MonkeyPatch) -> None:
    """What was shown and could not be made durable stays in view in one of its documents."""
    old = ledger.Ledger.take_back
    patch.setattr(ledger.Ledger, "take_back", lambda self, plan: old(self, plan) if self.places.stem != "bo" else None)


SHOWN: dict[str, Mutant] = {mutant.__name__: mutant for mutant in (not_held_back, not_taken_back)}
GROUPS: dict[str, Mutant] = {
    mutant.__name__: mutant
    for mutant in (
        no_redo_log,
        redo_log_not_flushed,
        redo_log_gone_too_soon,
        redo_log_not_read,
        never_removed,
        not_read_at_the_tables,
        goes_on_in_doubt,
    )
}
