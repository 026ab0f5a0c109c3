"""What is saved beside the file: versions of it, text being typed, pages for people."""

from __future__ import annotations

import os
import re
import stat as stats
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import tomli

from saga_tui.changes import Doc
from saga_tui.store.folders import MEMORY, Places, sha, slug
from saga_tui.store.fs import FS, put, write_all
from saga_tui.store.records import sealed, split_records
from saga_tui.store.toml import decode, literal, load, load_text

_BACKUP: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d{4}Z)(?:-(\d+))?-([a-z0-9-]+)\.toml")
_KEPT: Final = re.compile(r"([a-z-]+)-([0-9a-f]{12})\.toml")
_FEWEST: Final = 10


@dataclass(frozen=True, slots=True)
class Kept:
    """A version of the file that can be looked at and brought back."""

    path: Path
    why: str
    at: datetime

    def load(self) -> Doc:
        """The document; raises BadFile."""
        return load(self.path)


def keep(fs: FS, places: Places, data: bytes, why: str) -> str:
    """Keep these bytes under their hash, once; gives the path."""
    name = f"-{sha(data)[:12]}.toml"
    for there in fs.listdir(places.kept):
        if there.endswith(name):
            return f"{places.kept}/{there}"
    fs.mkdir(places.kept)
    path = f"{places.kept}/{why}{name}"
    put(fs, path, data)
    return path


def short(path: str) -> str:
    """A kept version's path as a note names it: its folder and its name."""
    return "/".join(path.rsplit("/", 2)[1:])


def kept_versions(fs: FS, places: Places) -> list[Kept]:
    """What `keep` has kept, newest first."""
    found = []
    for name in fs.listdir(places.kept):
        stat = fs.stat(f"{places.kept}/{name}")
        if (match := _KEPT.fullmatch(name)) and stat and stat.regular:
            at = datetime.fromtimestamp(stat.mtime_ns / 1e9, UTC)
            found.append(Kept(Path(places.kept, name), match[1], at))
    return sorted(found, key=lambda kept: kept.at, reverse=True)


def backup(fs: FS, places: Places, data: bytes, why: str, now: datetime) -> Path | None:
    """Keep these bytes as a backup, unless the last one holds the same; thins the older ones. Gives the new path."""
    there = backups(fs, places)
    if there and fs.read(str(there[0].path)) == data:
        return None
    fs.mkdir(places.backups)
    stamp = now.astimezone(UTC).strftime("%Y-%m-%dT%H%MZ")
    count = sum(kept.path.name.startswith(stamp) for kept in there)
    number = f"-{count + 1}" if count else ""
    path = f"{places.backups}/{stamp}{number}-{slug(why)}.toml"
    put(fs, path, data)
    for old in thinned([kept.at for kept in backups(fs, places)], now):
        for kept in backups(fs, places):
            if kept.at == old:
                fs.unlink(str(kept.path))
                break
    return Path(path)


def backups(fs: FS, places: Places) -> list[Kept]:
    """All backups, newest first."""
    found = []
    for name in fs.listdir(places.backups):
        if match := _BACKUP.fullmatch(name):
            try:
                at = datetime.strptime(match[1], "%Y-%m-%dT%H%MZ").replace(tzinfo=UTC)
            except ValueError:  # a 31st of February: never ours
                continue
            order = timedelta(microseconds=int(match[2] or 1))
            found.append(Kept(Path(places.backups, name), match[3], at + order))
    return sorted(found, key=lambda kept: kept.at, reverse=True)


def thinned(times: Iterable[datetime], now: datetime) -> list[datetime]:
    """Which backups may go: all of two days stay, then one each for 12 days, 10 weeks, 9 months, never under ten."""
    newest_first = sorted(times, reverse=True)
    stay = set(newest_first[:_FEWEST])
    stay |= {at for at in newest_first if now - at <= timedelta(days=2)}
    for period, count in (("%Y-%j", 12), ("%G-%V", 10), ("%Y-%m", 9)):
        last_of: dict[str, datetime] = {}
        for at in newest_first:
            last_of.setdefault(at.astimezone(UTC).strftime(period), at)
        stay |= set(list(last_of.values())[:count])
    return [at for at in newest_first if at not in stay]


def readable(data: bytes) -> bool:
    """Whether these bytes are a document at all."""
    try:
        return bool(load_text(decode(data)))
    except Exception:  # BadFile, or whatever a parser may raise
        return False


_FLUSH_EVERY: Final = 0.1
_TIDY_AT: Final = 256 * 1024


class Drafts:
    """The drafts of one character, a record each; the last one of a field counts."""

    def __init__(self, fs: FS, places: Places) -> None:
        self.fs, self.places = fs, places
        self.texts: dict[str, str] = {}
        self._fd: int | None = None
        self._size = 0
        self._flushed = 0.0
        self._unflushed = False
        self._unnamed = False
        """Whether the file's name may not survive a power cut yet."""
        self._read()

    def _read(self) -> None:
        try:
            data = self.fs.read(self.places.draft)
        except OSError:
            return
        for intact, raw in split_records(data):
            if intact:
                with suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError):
                    for draft in tomli.loads(raw.decode())["event"]:
                        self._take(str(draft["field"]), draft.get("text"))

    def _take(self, field: str, text: object) -> None:
        if isinstance(text, str):
            self.texts[field] = text
        else:
            self.texts.pop(field, None)

    def save(self, field: str, text: str) -> None:
        """Keep what stands in a field now. Raises OSError."""
        self._take(field, text)
        self._write(_record(field, text))

    def drop(self, field: str) -> None:
        """The field was left: its text is an event now, or given up."""
        if self.texts.pop(field, None) is not None:
            self._write(_record(field, None))
        if not self.texts:
            self.close()
            with suppress(OSError):
                self.fs.unlink(self.places.draft)

    def _write(self, data: bytes) -> None:
        try:
            if self._fd is None or self._size > _TIDY_AT:
                self._begin()
            if self._fd is not None:
                write_all(self.fs, self._fd, data)
        except OSError:
            self.close()
            raise
        self._size += len(data)
        self._unflushed = True

    def _begin(self) -> None:
        """A new file waits for no flush; one that is there already is replaced, and that is durable at once."""
        self.close()
        self.fs.mkdir(self.places.memory)
        data = b"".join(_record(field, text) for field, text in self.texts.items())
        if self.fs.stat(self.places.draft) is None:
            self._fd = self.fs.open_new(self.places.draft)
            self._unnamed = True
            write_all(self.fs, self._fd, data)
        else:
            put(self.fs, self.places.draft, data)
            self._fd = self.fs.open_append(self.places.draft)
        self._size = len(data)

    def flush(self, now: float | None = None) -> None:
        """Make the drafts durable, at most every tenth of a second. Raises OSError."""
        now = time.monotonic() if now is None else now
        if self._unflushed and self._fd is not None and now - self._flushed >= _FLUSH_EVERY:
            self._unflushed, self._flushed = False, now
            self.fs.fdatasync(self._fd)
            if self._unnamed:
                self._unnamed = False
                self.fs.fsync_dir(self.places.memory)

    def close(self) -> None:
        """Give the descriptor back."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            with suppress(OSError):
                self.fs.close(fd)


def _record(field: str, text: str | None) -> bytes:
    line = "" if text is None else f"text = {literal(text)}\n"
    return sealed(f"[[event]]\nfield = {literal(field)}\n{line}")


class Taken(ValueError):
    """A file of that name is there already."""


class NoPlace(ValueError):
    """Nothing can be saved there: it would be taken for a character, or is no file."""


def save_page(target: Path, text: str, *, replace: bool = False, through: bool = False) -> None:
    """Save a text as a file, all or nothing. A link is followed, but never to a character. `replace` allows a file that
    is there to be replaced; `through` allows pipes and devices, which are written to. Raises Taken, NoPlace,
    OSError."""
    place = Path(os.path.realpath(target))
    if ".toml" in (target.suffix.lower(), place.suffix.lower()) or MEMORY in place.parts:
        raise NoPlace(f"{target} looks like a character file")
    try:
        there = place.stat()
    except FileNotFoundError:
        _write_new(place, text)
        return
    if stats.S_ISREG(there.st_mode):
        if not replace:
            raise Taken(f"{target} already exists")
        _replace(place, text, stats.S_IMODE(there.st_mode))
    elif through and not stats.S_ISDIR(there.st_mode):
        place.write_text(text, encoding="utf-8")
    else:
        raise NoPlace(f"{target} is not a file that can be replaced")


def _write_new(place: Path, text: str) -> None:
    try:
        file = place.open("x", encoding="utf-8")
    except FileExistsError:
        raise Taken(f"{place} already exists") from None
    try:
        with file:
            file.write(text)
    except OSError:
        with suppress(OSError):
            place.unlink()
        raise


def _replace(place: Path, text: str, mode: int) -> None:
    """A new file takes the old one's name: another name of the old one (a hard link) keeps what it holds."""
    part = place.with_name(f".saga-tui-{os.getpid()}.new")
    _write_new(part, text)
    try:
        part.chmod(mode)
        part.replace(place)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
