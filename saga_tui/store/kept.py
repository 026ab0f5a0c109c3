"""Versions of a character's file that are kept: displaced ones by their hash, backups by their time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from saga_tui.changes import Doc
from saga_tui.store.folders import sha, slug
from saga_tui.store.fs import FS, put
from saga_tui.store.places import Places
from saga_tui.store.toml import decode, load_text

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
        from saga_tui.store.toml import load

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
    stay |= {time for time in newest_first if now - time <= timedelta(days=2)}
    for period, count in (("%Y-%j", 12), ("%G-%V", 10), ("%Y-%m", 9)):
        last_of: dict[str, datetime] = {}
        for time in newest_first:
            last_of.setdefault(time.astimezone(UTC).strftime(period), time)
        stay |= set(list(last_of.values())[:count])
    return [time for time in newest_first if time not in stay]


def readable(data: bytes) -> bool:
    """Whether these bytes are a document at all."""
    try:
        return bool(load_text(decode(data)))
    except ValueError:
        return False
    except Exception:  # BadFile
        return False
