"""Reading a character file that anybody may have written: limits, then the parser, then words for what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from saga_tui.changes import Doc
from saga_tui.store.errors import BadFile

MAX_BYTES: Final = 4 << 20
"""A character is some kilobytes; more than 4 MiB is something else."""

MAX_NESTING: Final = 64
MAX_VALUES: Final = 16_384
MAX_LINES: Final = 100_000


def load(path: Path, *, limit: int = MAX_BYTES) -> Doc:
    """The document in a file, read without locks and without writing anything.

    Raises BadFile with line, column and a way to mend it; a file that is not there or not readable is one too.
    """
    return load_text(decode(read_bytes(path, limit=limit), path), path)


def read_bytes(path: Path, *, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file of at most `limit` bytes; raises BadFile for anything else."""
    from saga_tui.store.errors import os_error_in_words
    from saga_tui.store.fs import RealFS

    try:
        data = RealFS().read(str(path), limit + 1)
    except FileNotFoundError:
        raise BadFile(path, message="there is no such file") from None
    except OSError as error:
        raise BadFile(path, message=f"it cannot be read ({os_error_in_words(error)})") from None
    check_size(data, path, limit)
    return data


def check_size(data: bytes, path: Path | None, limit: int = MAX_BYTES) -> None:
    """Raises BadFile for more than `limit` bytes."""
    if len(data) > limit:
        raise BadFile(
            path,
            message=f"it is larger than {limit / (1 << 20):.3g} MiB",
            fix="A character takes a few kilobytes, so this looks like another file.",
        )


def decode(data: bytes, path: Path | None = None) -> str:
    """The text of a file without its byte order mark; raises BadFile at the first byte that is not UTF-8."""
    if data and not data.strip(b"\0"):
        fix = "Restore a version: saga-tui history NAME"
        raise BadFile(path, 1, 1, "it holds only NUL bytes, so it is damaged", fix)
    resave = 'Save it again with the encoding "UTF-8".'
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(data) > 3 and data[1:4:2] == b"\0\0"):
        form = "UTF-32" if data[2:4] == b"\0\0" else "UTF-16"
        raise BadFile(path, 1, 1, f"it was saved as {form}, not as UTF-8", resave)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode()) + 1
        byte = data[error.start]
        return _not_utf8(path, line, column, byte, resave)


def _not_utf8(path: Path | None, line: int, column: int, byte: int, resave: str) -> str:
    meant = bytes([byte]).decode("cp1252", errors="ignore")
    guess = f' (an old encoding\'s "{meant}"?)' if meant else ""
    raise BadFile(path, line, column, f"the byte {byte:#04x} is not UTF-8{guess}", resave)


def load_text(text: str, path: Path | None = None) -> Doc:
    """The document in a text; `path` only names it in errors. Raises BadFile for anything that is not sound TOML."""
    import tomli

    from saga_tui.store.mending import explain

    _refuse_traps(text, path)
    try:
        doc = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise explain(text, error.lineno, error.colno, error.msg, path) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadFile(path, message=f"it cannot be read ({str(error)[:200]})") from None
    return doc


def _place(text: str, start: int) -> tuple[int, int]:
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


_GIANT: Final = 4000
_GIANT_NUMBER: Final = re.compile(r"(?<![0-9a-zA-Z_])[0-9][0-9a-zA-Z_]{4000}")
_TOKENS: Final = re.compile(
    r'"""(?:\\.|[^\\"]++|"(?!""))*+"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n]++)*+"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}.,=\n]"
    rf"|{_GIANT_NUMBER.pattern}",
    re.DOTALL,
)
_BEFORE_VALUE: Final = frozenset(",=[{")
_NOT_NEEDED: Final = "No character needs that."


def values_in(text: str) -> int:
    """About how many values a text holds, as the limit counts them."""
    count = sum(map(text.count, _BEFORE_VALUE))
    return count if count < MAX_VALUES / 2 else sum(token[0] in _BEFORE_VALUE for token in _TOKENS.finditer(text))


def _refuse_traps(text: str, path: Path | None) -> None:
    """Refuse what would take a parser minutes, its stack or all memory, before it sees it.

    Signs in texts and comments count for nothing; they are told apart only where all signs together are too many.
    """
    few = sum(map(text.count, _BEFORE_VALUE)) <= MAX_VALUES and text.count("\n") <= MAX_LINES
    flat = text.count("[") + text.count("{") <= MAX_NESTING and text.count(".") <= MAX_NESTING
    if few and flat and not (len(text) > _GIANT and _GIANT_NUMBER.search(text)):
        return
    depth = dots = values = lines = 0
    for token in _TOKENS.finditer(text):
        sign = token[0]
        if sign[0].isdecimal():
            place = _place(text, token.start())
            raise BadFile(path, *place, "a number has thousands of digits", _NOT_NEEDED)
        values += sign in _BEFORE_VALUE
        lines += sign == "\n"
        if sign == ".":
            dots += 1
        elif len(sign) == 1:
            dots = 0
            depth = depth + 1 if sign in "[{" else max(0, depth - (sign in "]}"))
        if depth > MAX_NESTING or dots > MAX_NESTING:
            what = "lists and tables" if depth > MAX_NESTING else "dotted names"
            message = f"{what} are nested deeper than {MAX_NESTING}"
            raise BadFile(path, *_place(text, token.start()), message, _NOT_NEEDED)
        if values > MAX_VALUES or lines > MAX_LINES:
            what = f"holds more than {MAX_VALUES} values" if values > MAX_VALUES else f"has more than {MAX_LINES} lines"
            raise BadFile(path, message=f"it {what}", fix="This looks like another file.")
