"""TOML read and written: limits, the parser, words for what is wrong; a document as text, people's comments kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import tomli_w

from saga_tui.changes import Doc, same
from saga_tui.store.errors import BadFile, TooMuch, os_error_in_words
from saga_tui.store.fs import RealFS

MAX_BYTES: Final = 4 << 20
"""A character is some kilobytes; more than 4 MiB is something else."""

MAX_NESTING: Final = 64
MAX_VALUES: Final = 16_384
MAX_LINES: Final = 100_000


def load(path: Path, *, limit: int = MAX_BYTES) -> Doc:
    """The document in a file, read without locks and without writing anything. Raises BadFile with line, column and a
    way to mend it; a file that is not there or not readable is one too."""
    return load_text(decode(read_bytes(path, limit=limit), path), path)


def read_bytes(path: Path, *, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file of at most `limit` bytes; raises BadFile for anything else."""
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
        meant = bytes([byte]).decode("cp1252", errors="ignore")
        guess = f' (an old encoding\'s "{meant}"?)' if meant else ""
        raise BadFile(path, line, column, f"the byte {byte:#04x} is not UTF-8{guess}", resave) from None


def load_text(text: str, path: Path | None = None) -> Doc:
    """The document in a text; `path` only names it in errors. Raises BadFile for anything that is not sound TOML. The
    last text and the one before are remembered: whoever opens a file asks for it several times over."""
    found = _read.get(text)
    if found is None:
        try:
            found = _parsed(text)
        except BadFile as bad:
            found = bad
        for old in list(_read)[:-1]:
            _read.pop(old, None)
        _read[text] = found
    if isinstance(found, BadFile):
        raise BadFile(path, found.line, found.column, found.message, found.fix)
    return dict(_copied(found))


_read: Final[dict[str, Doc | BadFile]] = {}
"""The texts that were read last, each with its document, which nobody else holds, or with what is wrong with it."""


def _copied(value: Any) -> Any:
    """A document of its own: tables and lists anew, what stands in them shared."""
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _parsed(text: str) -> Doc:
    import tomli

    _refuse_traps(text)
    try:
        doc = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        from saga_tui.store.toml_errors import explain

        raise explain(text, error.lineno, error.colno, error.msg) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadFile(None, message=f"it cannot be read ({str(error)[:200]})") from None
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


def _refuse_traps(text: str) -> None:
    """Refuse what would take a parser minutes, its stack or all memory, before it sees it. Signs in texts and comments
    count for nothing; they are told apart only where all signs together are too many."""
    few = sum(map(text.count, _BEFORE_VALUE)) <= MAX_VALUES and text.count("\n") <= MAX_LINES
    flat = text.count("[") + text.count("{") <= MAX_NESTING and text.count(".") <= MAX_NESTING
    if few and flat and not (len(text) > _GIANT and _GIANT_NUMBER.search(text)):
        return
    depth = dots = values = lines = 0
    for token in _TOKENS.finditer(text):
        sign = token[0]
        if sign[0].isdecimal():
            place = _place(text, token.start())
            raise BadFile(None, *place, "a number has thousands of digits", _NOT_NEEDED)
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
            raise BadFile(None, *_place(text, token.start()), message, _NOT_NEEDED)
        if values > MAX_VALUES or lines > MAX_LINES:
            what = f"holds more than {MAX_VALUES} values" if values > MAX_VALUES else f"has more than {MAX_LINES} lines"
            raise BadFile(None, message=f"it {what}", fix="This looks like another file.")


WIDTH: Final = 100
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class NotToml(ValueError):
    """A document holds something that TOML cannot hold (nothing at all, a lone surrogate, a foreign object)."""


def dumps(doc: Doc, header: str = "") -> str:
    """The document as text, `header` as comment lines above it. Keys stay in the document's order, as far as TOML lets
    plain values stand after tables. The text is read back, by the limits of every file, and compared before it is
    handed out; NotToml is raised when the document cannot be written, or could not be read again."""
    lines = [f"# {line}".rstrip() for line in header.splitlines()]
    if lines:
        lines.append("")
    try:
        section(doc, (), lines)
        text = "\n".join(lines).strip("\n") + "\n"
        back = reread(text)
    except BadFile as error:
        raise NotToml(f"this could not be read back: {error.message}") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise NotToml(f"this cannot be written as TOML: {error}") from error
    if not same(back, doc):
        raise NotToml("the document is not the same when read back from TOML")
    return text


def reread(text: str) -> Doc:
    """What a text that is about to be written will be read as. Raises BadFile where it would be refused."""
    check_size(text.encode(), None)
    return load_text(text)


def key(name: str) -> str:
    """A key as TOML writes it: bare if it can be, else between quotes."""
    return name if _BARE.fullmatch(name) else literal(name)


def literal(value: Any) -> str:
    """Any value on one line; a text never holds a raw newline. Raises TypeError for what TOML has no word for."""
    if isinstance(value, str) and value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    if isinstance(value, dict):
        inside = ", ".join(f"{key(name)} = {literal(item)}" for name, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return tomli_w.dumps({"x": value})[4:-1]


def section(table: Doc, path: tuple[str, ...], lines: list[str]) -> None:
    """The plain values of a table first, then its sub-tables, then its lists of tables."""
    later: list[tuple[str, Any]] = []
    for name, value in table.items():
        if is_block(value, path, name):
            later.append((name, value))
        else:
            lines.extend(pair(name, value))
    for name, value in later:
        inner = (*path, name)
        title = ".".join(map(key, inner))
        for item in value if isinstance(value, list) else [value]:
            if lines and lines[-1]:
                lines.append("")
            lines.append(f"[[{title}]]" if isinstance(value, list) else f"[{title}]")
            section(item, inner, lines)


def is_block(value: Any, path: tuple[str | int, ...], name: str) -> bool:
    """Whether a value has lines of its own, under its name in brackets."""
    if isinstance(value, dict):
        return not path or (bool(value) and len(f"{key(name)} = {literal(value)}") > WIDTH)
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return not path or path == ("play",)
    return False


def pair(name: str, value: Any) -> list[str]:
    """The lines of a name and its value."""
    line = f"{key(name)} = {literal(value)}"
    if isinstance(value, str) and "\n" in value:
        return [f"{key(name)} = {_paragraphs(value)}"]
    if len(line) <= WIDTH or not isinstance(value, list) or not value:
        return [line]
    return [f"{key(name)} = [", *(f"    {literal(item)}," for item in value), "]"]


def _paragraphs(text: str) -> str:
    """A text of several lines between triple quotes, where each line can be written as it stands."""
    plain = all(line.isprintable() and "\\" not in line and '"' not in line for line in text.split("\n"))
    return f'"""\n{text}"""' if plain else literal(text)


_GROWTH: Final = 2
"""Bytes that a file grows by at most for a byte of a journal's record, its layout included."""


class SizeLimit:
    """Weighs a document when enough was written since the last time that it might have become too much."""

    def __init__(self) -> None:
        self._left = 0

    def take(self, before: Doc, after: Doc, written: int) -> None:
        """Make sure that a document can be read again, after a record of that many bytes. Raises TooMuch. One that was
        too much before may go on changing: it must be able to become less."""
        self._left -= _GROWTH * written
        if self._left >= 0:
            return
        try:
            self._left = _size_limit(after)
        except NotToml as error:
            try:
                _size_limit(before)
            except NotToml:
                return
            message = f"this would be more than a file may hold: {error}. Shorten or remove something."
            raise TooMuch(message) from error


def _size_limit(doc: Doc) -> int:
    """Bytes that may be added before it could be too much. Raises NotToml."""
    text = dumps(doc)
    return min(MAX_BYTES - len(text.encode()), 2 * (MAX_VALUES - values_in(text)))
