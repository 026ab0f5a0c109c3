"""Text being typed, kept at every key: a plain append that survives a kill, flushed now and then for power cuts."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Final

import tomli

from saga_tui.store.fs import FS, put, write_all
from saga_tui.store.places import Places
from saga_tui.store.records import sealed, split_records
from saga_tui.store.toml import literal

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
