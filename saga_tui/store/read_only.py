"""A character's memory looked at from outside, whatever state it is in: its past, and what is wrong with it.

Nothing is written, locked or made.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final

from saga_tui.changes import Doc, diff
from saga_tui.problem import Problem
from saga_tui.store.errors import BadFile, Missing, os_error_in_words, unreadable, unwritable
from saga_tui.store.event import Event, Layout
from saga_tui.store.external_edits import Questions
from saga_tui.store.folders import MEMORY, Places, memories_named, sha, slug, state_folder
from saga_tui.store.fs import FS, RealFS
from saga_tui.store.group_log import has_part
from saga_tui.store.journal import headers, line_back, newest_first, read_back, segment_path, with_others
from saga_tui.store.kept import Kept, backups, kept_versions
from saga_tui.store.merging import conflict_copies, leaves, much_is_gone
from saga_tui.store.opening import Found, find, this_device
from saga_tui.store.records import as_written, split_records
from saga_tui.store.replay import Extent, extent
from saga_tui.store.toml import decode, load_text
from saga_tui.words import inflect, plural


class ReadOnlyFS(RealFS):
    """The real disk for looking only: a call that would change anything on it fails as on a read-only disk."""

    def open_append(self, path: str) -> int:
        """A descriptor that can read only: whoever opens a journal's end without writing there is none the wiser."""
        return os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0))

    def _refuse(self, *given: Any, **_named: Any) -> Any:
        path = [name for name in given if isinstance(name, str)][-1]
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

    mkdir = open_new = replace = exchange = link = unlink = _refuse


@dataclass(frozen=True, slots=True)
class Past:
    """What there is of a character on disk: its file, its events, its kept versions."""

    found: Found
    fs: FS

    @property
    def places(self) -> Places:
        """Where everything lies."""
        return self.found.places

    @property
    def doc(self) -> Doc:
        """The character as this device's journal has it; without a journal, as the file has it."""
        return self.found.start.doc

    def events(self) -> Iterator[Event]:
        """Every event of every device, newest first, each once; older ones are read when they are reached."""
        own = newest_first(read_back(self.fs, self.places.journal, self.places.device), self._aside)
        return with_others(self.fs, self.places, chain(reversed(self._aside), own))

    def own_events(self) -> Iterator[Event]:
        """The events of this device and of the journals that it goes on from, newest first."""
        places, aside = self.places, self._aside
        yield from reversed(aside)
        begun = self.found.start.begun
        for events, _strays in line_back(self.fs, places.journals, places.device, begun, known=aside):
            yield from reversed(events)

    @property
    def _aside(self) -> list[Event]:
        """What a rescue file has, and the journal perhaps not."""
        return self.found.start.events if self.found.start.adrift else []

    def versions(self) -> list[Kept]:
        """Backups and kept versions of the file together, newest first."""
        found = [*backups(self.fs, self.places), *kept_versions(self.fs, self.places)]
        return sorted(found, key=lambda kept: kept.at, reverse=True)


def past(path: Path, layout: Layout, *, state_dir: Path | None = None) -> Past:
    """The past of a character's file, which may be damaged or gone as long as its memory is there. Raises BadFile."""
    fs = ReadOnlyFS()
    state = state_folder(state_dir)
    return Past(find(fs, Path(path), layout, this_device(fs, state), state), fs)


def gone(folder: Path, name: str) -> Path | None:
    """The path of a character whose file is gone while a memory begun for a file of that name is still there."""
    fs = ReadOnlyFS()
    stem = name.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")[:200]
    if not (folder / MEMORY).is_dir() or not any(letter.isascii() and letter.isalnum() for letter in stem):
        return None
    with suppress(OSError):  # one that may not be read is another matter
        for memory in memories_named(fs, str(folder), slug(stem)):
            for file, _versions in headers(fs, memory):
                path = folder / Path(file).name
                if file.endswith(".toml") and not path.exists():
                    return path
    return None


MEMORY_RULE: Final = "MEMORY"
"""The rule that these problems name."""

_SEGMENT: Final = re.compile(r"\d{6,12}\.toml")
_ID: Final = re.compile(rb"^id = (\d{1,12})\r?$", re.MULTILINE)
_OURS: Final = re.compile(r"journal|kept|backups|draft\.toml|displaced\.toml|owner\.toml|conflicts-[a-z0-9]+\.toml")
_TAKEN_BY_ITSELF: Final = "Nothing to do: opening the character merges it, and you can undo that."


def audit(path: Path, layout: Layout, *, state_dir: Path | None = None) -> list[Problem]:
    """What is to be said of the memory of a character's file, errors first. An error is something that was lost, a
    remark something left over or not taken over yet; without a memory, or with a sound one, there is nothing."""
    real = Path(os.path.realpath(path))
    if not os.path.lexists(real.parent / MEMORY):
        return []
    try:
        then = past(path, layout, state_dir=state_dir)
    except BadFile as bad:
        return [_error("unreadable", f"The saved history cannot be read: {bad.message}", bad.fix)]
    except OSError as error:
        return [_error("unreadable", f"The saved history cannot be read: {os_error_in_words(error)}", "")]
    if then.found.barred is not None:
        return [_error(then.found.barred.code, then.found.barred.message, then.found.barred.fix)]
    strange = then.found.strange if layout.barred is None else None  # `check` says what no game knows
    found = [_error(strange.code, strange.message, strange.fix)] if strange is not None else []
    found += [*_journals(then), *(() if strange or then.found.owner else _file(then, layout))]
    if then.found.owner is not None:
        barred = then.found.owner.barred(then.places.name)
        found.append(_remark(barred.code, barred.message, barred.fix))
    else:
        found += [*_questions(then, layout), *_writable(then)]
    found += [*_versions(then), *_strangers(then), *_left_over(then), *_groups(then)]
    return sorted(found, key=lambda problem: problem.level != "error")


def _error(code: str, message: str, fix: str, value: object = None) -> Problem:
    return Problem("error", MEMORY_RULE, (), message, fix, code, value)


def _remark(code: str, message: str, fix: str, value: object = None) -> Problem:
    return Problem("remark", MEMORY_RULE, (), message, fix, code, value)


# -- journals


def _journals(then: Past) -> Iterator[Problem]:
    for name in then.fs.listdir(then.places.journals):
        try:
            device = extent(then.fs, f"{then.places.journals}/{name}", name)
        except OSError as error:
            barred = unreadable(str(error.filename or f"{then.places.journals}/{name}"), error)
            yield _error("journal", barred.message, barred.fix, name)
            continue
        for number in device.numbers:
            yield from _segment(then, device, number)
        yield from _gaps(device)
        yield from _collisions(device, then.places.stem)


def _segment(then: Past, device: Extent, number: int) -> Iterator[Problem]:
    """Damage in one segment. A record that was cut off at the end of one never was called saved."""
    path = segment_path(device.folder, number)
    name = _named(then, path)
    try:
        data = as_written(then.fs.read(path))
    except OSError as error:
        fix = "Give yourself permission to read it."
        yield _error("journal", f"{name} cannot be read ({error.strerror})", fix, name)
        return
    position = 0
    for intact, raw in split_records(data):
        start = data.index(raw, position)
        position = start + len(raw)
        if intact:
            continue
        line = data.count(b"\n", 0, start) + 1
        where = f"{name}, line {line}"
        if position == len(data) and b"\n# crc " not in raw and start:
            fix = "Nothing to do: it was never reported as saved, and is skipped."
            yield _remark("unfinished", f"{where}: a record was cut off while being written", fix, name)
        elif _is_elsewhere(device, number, raw, start):
            fix = "Nothing to do: its content is known from other records."
            yield _remark("journal", f"{where}: {plural(len(raw), 'damaged byte')}, but nothing is lost", fix, name)
        else:
            fix = "They are skipped. If a backup or a sync tool has an intact copy of that file, restore it."
            fix += f" To accept the loss: saga-tui restore {then.places.stem} last"
            yield _lost(
                "journal", f"{where}: {plural(len(raw), 'damaged byte')}", fix, name, number in device.settled.segments
            )


def _is_elsewhere(device: Extent, number: int, raw: bytes, start: int) -> bool:
    """Whether what a damaged record held is known all the same: a later copy of the character, an event tried twice."""
    if start == 0 and not raw.startswith(b"[[event]]"):
        return number != device.numbers[0]
    wanted = _ID.search(raw)
    return wanted is not None and int(wanted[1]) in device.known


def _writable(then: Past) -> Iterator[Problem]:
    """What a run by another user has left so that nothing can be saved, and what waits in a rescue file."""
    if then.fs.stat(then.places.memory) is not None and (barred := unwritable(then.fs, then.places)):
        yield _error(barred.code, barred.message, barred.fix)
    for path in (*then.found.rescues, *(rescue.path for rescue in then.found.beside)):
        fix = "Nothing to do: opening the character adds it."
        yield _remark("rescue", f"What could not be saved waits in the rescue file {path}", fix, path)


def _collisions(device: Extent, stem: str) -> Iterator[Problem]:
    """Numbers under which two programs wrote different events at the same time."""
    for number in device.collided:
        message = f"Two programs wrote to the log of device {device.name} at once: event {number} exists twice"
        fix = "Both are in the log and merged. Never bypass the lock of an open character."
        fix += f" To accept it as it is: saga-tui restore {stem} last"
        yield _lost("collision", message, fix, str(number), (number, number) in device.settled.events)


def _gaps(device: Extent) -> Iterator[Problem]:
    """Events that are missing between the others, before the first or after the last."""
    if device.beginning_lost:
        message = f"Events 1 to {device.before} of device {device.name} are no longer in the log"
        fix = "You cannot undo them, but their results are still there."
        yield _lost("gap", message, fix, f"1-{device.before}", (1, device.before) in device.settled.events)
    for low, high in device.missing():
        lost = f"Event {low}" if low == high else f"Events {low} to {high}"
        message = f"{lost} of device {device.name} {inflect(high - low + 1, 'is')} missing from the log"
        fix = "Later ones apply as far as they fit. Compare the character with what you remember."
        yield _lost("gap", message, fix, f"{low}-{high}", (low, high) in device.settled.events)


def _lost(code: str, message: str, fix: str, value: str, settled: bool) -> Problem:
    """A loss; only a remark once the character has gone on from what was left."""
    if settled:
        return _remark(code, message, "It was reported then, and the character continues from what was left.", value)
    return _error(code, message, fix, value)


# -- the file against the journal


def _file(then: Past, layout: Layout) -> Iterator[Problem]:
    found, places = then.found, then.places
    back = f"saga-tui restore {places.stem} last"
    if isinstance(found.unreadable, Missing):
        yield _remark(
            "gone", f"{places.name} is missing, its saved history is still there", f"Rebuild it: {back}", places.name
        )
    elif then.fs.listdir(places.journals) and found.data is not None:
        doc = _readable(found.data, layout)
        if doc is None:
            message = "The saved history still has the last valid state of this file"
            yield _remark("remembered", message, f"Fix the file, or rebuild it from its history: {back}")
        else:
            yield from _differences(then, doc, back)
    for device, journal in found.others.items():
        message = f"Not all {plural(journal.last_id, 'event')} of device {device} are merged here yet"
        yield _remark("device", message, "Nothing to do: opening the character merges them.", device)


def _readable(data: bytes, layout: Layout) -> Doc | None:
    try:
        doc = load_text(decode(data))
        layout.validate(doc)
    except (BadFile, ValueError):
        return None
    return doc


def _differences(then: Past, doc: Doc, back: str) -> Iterator[Problem]:
    changes = diff(then.doc, doc)
    if not changes:
        return
    count = plural(len(changes), "value")
    if not then.found.edited:
        message = f"The file is {count} behind its saved history: saga-tui stopped before writing them"
        yield _remark("behind", message, "Nothing to do: opening the character writes them.", len(changes))
    elif gone := much_is_gone(then.doc, doc):
        message = f"{gone} of {plural(leaves(then.doc), 'value')} are missing from the file. Is it cut off?"
        yield _error("cut-off", message, f"If you did not mean that, rebuild it from its history: {back}", gone)
    else:
        message = f"The file differs from its saved history in {count}: it was edited by hand"
        if then.found.notes:
            message = f"The file differs in {count} from the readable part of its history"
        yield _remark("edited", message, _TAKEN_BY_ITSELF, len(changes))


def _questions(then: Past, layout: Layout) -> Iterator[Problem]:
    questions = Questions(then.fs, then.places)
    questions.read(then.doc)
    if places := [layout.words(conflict.path) for conflict in questions.left(then.doc)]:
        message = f"Conflicting edits to decide: {', '.join(places)}"
        fix = f"One value is used for now. To choose: saga-tui play {then.places.stem}"
        yield _remark("choice", message, fix, len(places))


# -- versions


def _versions(then: Past) -> Iterator[Problem]:
    for version in kept_versions(then.fs, then.places):
        data = _bytes(then, version.path)
        if not any(sha(one).startswith(version.path.stem[-12:]) for one in (data or b"", as_written(data or b""))):
            message = f"The version {_named(then, str(version.path))} was changed after it was saved"
            yield _error("kept", message, "Replace it with a copy from a backup, or delete it.", version.path.name)
    for version in backups(then.fs, then.places):
        try:
            load_text(decode(_bytes(then, version.path) or b"\0", version.path), version.path)
        except BadFile as bad:
            message = f"The backup {_named(then, str(version.path))} cannot be read: {bad.message}"
            yield _error("backup", message, "Replace it with a copy from elsewhere, or delete it.", version.path.name)


def _bytes(then: Past, path: Path) -> bytes | None:
    try:
        return then.fs.read(str(path))
    except OSError:
        return None


# -- what is not ours, and what a kill left


def _strangers(then: Past) -> Iterator[Problem]:
    places, fs = then.places, then.fs
    known = {version.path.name for version in then.versions()}
    names = [f"{places.memory}/{name}" for name in fs.listdir(places.memory) if not _OURS.fullmatch(name)]
    for folder in (places.kept, places.backups):
        names += [f"{folder}/{name}" for name in fs.listdir(folder) if name not in known]
    for device in fs.listdir(places.journals):
        folder = f"{places.journals}/{device}"
        names += [f"{folder}/{name}" for name in fs.listdir(folder) if not _SEGMENT.fullmatch(name)]
    for path in names:
        if not _is_temporary(path):
            fix = "saga-tui does not use it. Move it elsewhere or delete it."
            yield _remark(
                "unknown", f"{_named(then, path)} does not belong to the saved history", fix, _named(then, path)
            )


def _left_over(then: Past) -> Iterator[Problem]:
    places, fs = then.places, then.fs
    folders = [places.memory, places.kept, places.backups]
    folders += [f"{places.journals}/{device}" for device in fs.listdir(places.journals)]
    names = [f"{folder}/{name}" for folder in folders for name in fs.listdir(folder) if _is_temporary(name)]
    names += [path for path in (places.beside, places.displaced) if fs.stat(path) is not None]
    for path in names:
        message = f"{_named(then, path)} was left by an interrupted save, unless the character is open now"
        fix = "Nothing to do: opening the character checks and removes it."
        if path not in (places.beside, places.displaced):
            fix = "It holds nothing of value: delete it."
        yield _remark("left-over", message, fix, _named(then, path))
    copies = conflict_copies(fs, places.folder, fs.listdir(places.folder))
    for name in (name for name, original in copies.items() if original == places.name):
        message = f"{name} is a conflict copy of this character, made by a sync tool"
        yield _remark("conflict-copy", message, _TAKEN_BY_ITSELF, name)


def _groups(then: Past) -> Iterator[Problem]:
    """Acts over several characters that a crash interrupted, and those whose file cannot be read any more."""
    for name in then.found.damaged_groups:
        message = f"{name} is damaged: what it says about several characters may be missing"
        fix = "If a backup or a sync tool has an intact copy of that file, restore it; else delete it."
        yield _error("group", message, fix, name)
    for one in then.found.groups:
        event, name = one.events[then.found.identity], _named(then, one.path)
        what = f"{event.text or event.do}: this changed {plural(len(one.events), 'file')} at once"
        parts = [has_part(then.fs, then.places, one, identity) for identity in one.events]
        if None in parts and False not in parts:
            message = f"{what}, was interrupted, and is not in the log of {parts.count(None)} of them yet"
            yield _remark("group", message, "Nothing to do: opening one of the characters completes it.", name)
        else:
            fix = "Nothing to do: opening the character checks and removes it."
            yield _remark("left-over", f"{what}, and {name} was left behind", fix, name)


def _is_temporary(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.startswith(".~") and name.endswith(".tmp")


def _named(then: Past, path: str) -> str:
    """The path as seen from the file's folder, or, of a table, from the folder of characters."""
    here = path.removeprefix(f"{then.places.folder}/")
    return here if here != path else path.removeprefix(f"{os.path.dirname(then.places.folder)}/")  # noqa: PTH120
