"""Slips of the pen that a parser's complaint does not name: the comma that is missing, the text that is not closed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from saga_tui.safe import safe

Slip = tuple[int, int, str, str]
"""Line, column, what is wrong, and how to mend it."""

_STRING: Final = r"\"(?:[^\"\\\n]++|\\.)*+\"|'[^'\n]*+'"
_LAST: Final = re.compile(rf"({_STRING}|[^\s,\[{{=]+)[ \t\r]*$")
_FIRST: Final = re.compile(rf"({_STRING}|[^\s,\]}}=]+)")
_SPACED: Final = re.compile(r"([A-Za-z_][\w-]*(?:[ \t]+[\w-]+)+)[ \t]*=")
_KEY: Final = re.compile(r"[ \t]*([\w.-]+)[ \t]*=")
_HEADER: Final = re.compile(r"[ \t]*\[\[?[ \t]*[A-Za-z_\"']")
_COLON: Final = re.compile(r"[ \t]*([\w.-]+)[ \t]*:[ \t]*(.*?)[ \t]*$")
_VALUE: Final = re.compile(r"[\"'\[{]|[+-]?\d+$|(true|false)$")
_CURLY: Final = re.compile(r"[ \t]*[“”„‟«»‘’‚]([^“”„‟«»‘’‚]*)[“”„‟«»‘’‚]")
_KEPT: Final = "restore a version: saga-tui history NAME"


def slip(lines: Sequence[str], line: int, column: int, complaint: str) -> Slip | None:
    """The slip behind a complaint of the parser at a place; None where it is none of those known here."""
    first = next((number for number, text in enumerate(lines, 1) if text.strip()), 1)
    if lines[first - 1].lstrip().startswith("{"):
        fix = "Start it with format = 1, and write name = value lines under a [section], without braces."
        return first, 1, "this is JSON, not TOML", fix
    if not 1 <= line <= len(lines):
        return None
    if complaint.startswith("Unclosed"):
        return _comma(lines, line, column, "]" if "array" in complaint else "}")
    here = lines[line - 1].rstrip("\r")
    if "\0" in here:
        return None
    if complaint.startswith(("Illegal character '\\n'", "Unterminated string")):
        return _open_text(lines, line)
    return _in_one_line(lines, line, column, complaint, here)


def _in_one_line(lines: Sequence[str], line: int, column: int, complaint: str, here: str) -> Slip | None:
    key = _KEY.match(here)
    if key and here[key.end() : key.end() + 1] == "=":
        rest = here[key.end() + 1 :].strip()
        return line, key.end() + 1, f'"{_short(here)}" has two equals signs', f"Write {key[1]} = {_short(rest)}."
    if key and not here[key.end() :].split("#", 1)[0].strip():
        fix = f'Write one after the equals sign, or {key[1]} = "" for an empty text.'
        return line, key.end() + 1, f'"{_short(key[1])}" has no value', fix
    if complaint.startswith("Unescaped '\\'"):
        fix = "Write two backslashes for one, or put the text between single quotes: 'C:\\like\\this'."
        return line, column, f'"{_short(here)}" has a single backslash in a text', fix
    if complaint.startswith("Expected '='") and "=" not in here and (colon := _COLON.match(here)):
        value = _short(colon[2])
        value = value if _VALUE.match(value) else f'"{value}"'
        said = f'"{_short(here)}" has a colon instead of an equals sign'
        return line, column, said, f"Write {_short(colon[1])} = {value}."
    if key and (curly := _CURLY.match(here[key.end() :])):
        fix = f'Use the straight quote " before and after the text: {key[1]} = "{_short(curly[1])}".'
        return line, column, f'"{_short(here)}" has typographic quotes', fix
    if complaint.startswith("Expected '='") and (spaced := _SPACED.match(here.strip())):
        joined = "_".join(spaced[1].split())
        fix = f"Write {joined} = {_short(here.partition('=')[2])}."
        return line, 1, f'the name "{_short(spaced[1])}" has a space in it', fix
    if complaint.startswith(("Cannot declare", "Cannot overwrite")):
        return _twice(lines, line, here)
    left = here[column - 1 :].strip()
    if complaint.startswith("Expected newline") and left and not left[0].isdecimal():
        fix = 'Delete it, or put it inside the quotes (there a quote is written \\"). Several values go in [ ].'
        return line, column, f'"{_short(here)}": {_short(left)} is extra text after the value', fix
    return None


def _short(text: str, limit: int = 60) -> str:
    text = safe(text.strip())
    return text if len(text) <= limit else text[: limit - 1] + "…"


# ---- a list or table that the parser thinks is not closed


def _comma(lines: Sequence[str], line: int, column: int, close: str) -> Slip | None:
    """The place where a comma is missing, if the list or table is closed further on."""
    here = lines[line - 1][column - 1 :]
    if not here.strip() or not _closed_later(lines, line, here, close):
        return None
    if lines[line - 1].count('"') % 2:
        fix = 'Put each text between two ", with a comma between any two texts.'
        return line, 1, f'"{_short(lines[line - 1])}": a quote is missing', fix
    before = [*lines[: line - 1], lines[line - 1][: column - 1]]
    for number in range(line, 0, -1):
        text = before[number - 1]
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        last, following = _LAST.search(text), _FIRST.match(here)
        if last is None or following is None:
            return None
        between = f"between {_short(last[1], 40)} and {_short(following[1], 40)}"
        return number, last.end(1) + 1, f"a comma is missing {between}", f"Put a comma after {_short(last[1], 40)}."
    return None


def _closed_later(lines: Sequence[str], line: int, here: str, close: str) -> bool:
    """Whether the closing bracket comes before the next statement or section."""
    for number, text in enumerate([here, *lines[line:]]):
        bare = re.sub(_STRING, "", text).split("#", 1)[0]
        begins = _HEADER.match(text) or (_KEY.match(text) and close == "]")
        if begins and (number or close == "]"):
            return False
        if close in bare:
            return True
    return False


# ---- a text without its end


def _open_text(lines: Sequence[str], line: int) -> Slip | None:
    """Where a text begins that does not end in its line."""
    while line > 1 and not lines[line - 1].strip():
        line -= 1
    here = lines[line - 1].rstrip("\r")
    if '"""' in here or "'''" in here:
        return None
    bare = re.sub(_STRING, lambda text: "·" * len(text[0]), here)
    start = min((place for quote in "\"'" if (place := bare.find(quote)) >= 0), default=-1)
    if start < 0:
        return None
    quote = bare[start]
    text = _short(here[start:], 40)
    if line == len(lines):
        fix = f"Put a {quote} at its end if that is all, and close what is open; otherwise {_KEPT}."
        return line, start + 1, f"the file ends in the middle of the text {text}: is it cut off?", fix
    fix = f'Put a {quote} at its end, in the same line. A text of several lines goes between """ and """.'
    return line, start + 1, f'"{_short(here)}": the text {text} is not closed', fix


# ---- something that is there twice


def _twice(lines: Sequence[str], line: int, here: str) -> Slip | None:
    header = _HEADER.match(here)
    name = here.split("#", 1)[0].strip(" \t[]") if header else (_KEY.match(here) or ("", ""))[1]
    if not name:
        return None
    column = len(here) - len(here.lstrip()) + 1
    pattern = re.compile(rf"[ \t]*(\[\[|\[)?[ \t]*{re.escape(name)}[ \t]*(=|\])")
    earlier = [(number, match[1]) for number, text in enumerate(lines[: line - 1], 1) if (match := pattern.match(text))]
    if not earlier:
        return None
    number, brackets = earlier[0] if header else earlier[-1]
    message = f'"{_short(name)}" appears twice, first in line {number}'
    if not header:
        return line, column, message, "Delete one of the two lines."
    if brackets == "[[" and not here.lstrip().startswith("[["):
        return line, column, message, f"Write [[{_short(name)}]] for another one."
    return line, column, message, f"Put the lines of both under one [{_short(name)}], and delete the other title."
