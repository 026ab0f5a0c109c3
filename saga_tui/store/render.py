"""A document as TOML text that people like to read: sections, short things in one line, long lists an item a line."""

from __future__ import annotations

import re
from typing import Any, Final

import tomli_w

from saga_tui.changes import Doc, same
from saga_tui.store.errors import BadFile
from saga_tui.store.reading import check_size, load_text

WIDTH: Final = 100
_BARE = re.compile(r"[A-Za-z0-9_-]+")


class NotToml(ValueError):
    """A document holds something that TOML cannot hold (nothing at all, a lone surrogate, a foreign object)."""


def dumps(doc: Doc, header: str = "") -> str:
    """The document as text, `header` as comment lines above it.

    Keys stay in the document's order, as far as TOML lets plain values stand after tables. The text is read back, by
    the limits of every file, and compared before it is handed out; NotToml is raised when the document cannot be
    written, or could not be read again.
    """
    lines = [f"# {line}".rstrip() for line in header.splitlines()]
    if lines:
        lines.append("")
    try:
        _section(doc, (), lines)
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
    if isinstance(value, dict):
        inside = ", ".join(f"{key(name)} = {literal(item)}" for name, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str) and value.isascii() and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return tomli_w.dumps({"x": value})[4:-1]


def _section(table: Doc, path: tuple[str, ...], lines: list[str]) -> None:
    """The plain values of a table first, then its sub-tables, then its lists of tables."""
    later: list[tuple[str, Any]] = []
    for name, value in table.items():
        if _is_block(value, path, name):
            later.append((name, value))
        else:
            lines.extend(_pair(name, value))
    for name, value in later:
        inner = (*path, name)
        title = ".".join(map(key, inner))
        for item in value if isinstance(value, list) else [value]:
            if lines and lines[-1]:
                lines.append("")
            lines.append(f"[[{title}]]" if isinstance(value, list) else f"[{title}]")
            _section(item, inner, lines)


def _is_block(value: Any, path: tuple[str, ...], name: str) -> bool:
    if isinstance(value, dict):
        return not path or (bool(value) and len(f"{key(name)} = {literal(value)}") > WIDTH)
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return not path or path == ("play",)
    return False


def _pair(name: str, value: Any) -> list[str]:
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
