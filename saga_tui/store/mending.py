"""From a parser's complaint to words that let a person mend the file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from saga_tui.safe import safe
from saga_tui.store.errors import BadFile
from saga_tui.store.slips import slip

_CURLY_QUOTES: Final = "“”„‟«»‘’‚"


def explain(text: str, line: int, column: int, complaint: str, path: Path | None = None) -> BadFile:
    """The error with its line quoted, what was expected, and what to do about it."""
    lines = text.split("\n")
    if marker := _conflict_marker(lines):
        return BadFile(
            path,
            marker,
            1,
            f'"{_quoted(lines[marker - 1])}" is a git conflict marker',
            "Keep one of the two versions and delete the lines <<<<<<<, ======= and >>>>>>>.",
        )
    if known := slip(lines, line, column, complaint):
        return BadFile(path, *known)
    line = min(max(line, 1), len(lines))
    if complaint.startswith("Illegal character '\\n'") and not lines[line - 1].strip() and line > 1:
        line -= 1
    if complaint.startswith("Unclosed"):
        opened = _opened(lines, line, "[" if "array" in complaint else "{")
        line, column = (opened, lines[opened - 1].find("=") + 2) if opened else (line, column)
    here = lines[line - 1].rstrip("\r")
    message, fix = _why(lines, line, here, complaint)
    return BadFile(path, line, max(column, 1), message, fix)


def _opened(lines: list[str], line: int, sign: str) -> int:
    """The line, at or before this one, in which a list or table was opened and not closed."""
    close = {"[": "]", "{": "}"}[sign]
    for number in range(line, 0, -1):
        value = lines[number - 1].partition("=")[2]
        if value.count(sign) > value.count(close):
            return number
    return 0


def _conflict_marker(lines: list[str]) -> int:
    for number, line in enumerate(lines, 1):
        if line.startswith(("<<<<<<< ", ">>>>>>> ", "||||||| ")) or line.rstrip("\r") == "=======":
            return number
    return 0


def _quoted(line: str, limit: int = 60) -> str:
    line = safe(line.strip())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _why(lines: list[str], number: int, line: str, complaint: str) -> tuple[str, str]:
    shown = f'"{_quoted(line)}"'
    code = line.split("#", 1)[0].strip()
    if "\0" in line:
        return "there are NUL bytes: the file was damaged", "Delete them, or restore a version: saga-tui history NAME"
    if any(quote in code for quote in _CURLY_QUOTES) and '"' not in code.partition("=")[2]:
        return f"{shown} has typographic quotes", 'Use the straight quote " before and after the text.'
    if re.match(r"[\w.-]+[ \t]*:", code) and "=" not in code:
        name, _colon, value = code.partition(":")
        return f"{shown} has a colon instead of an equals sign", f"Write {_quoted(name)} = {_quoted(value)}."
    if re.search(r"[=,\[][ \t]*[+-]?0\d", code) or re.search(r"\d,\d", code):
        return f"{shown} has a number that is not valid TOML", "Write it like 5, -2 or 0.5: no 0 in front, no comma."
    if complaint.startswith("Illegal character") and "\\n" not in complaint:
        return f"{shown} has an invisible character", "Delete it (column by column) and type the text again."
    if complaint.startswith("Cannot overwrite a value") or complaint.startswith("Cannot declare"):
        return _twice(lines, number, code, complaint)
    for start, (message, fix) in _WORDS.items():
        if complaint.startswith(start):
            return message.format(shown=shown), fix
    if complaint.startswith(("Illegal character", "Unterminated string", "Invalid value")):
        return _bad_value(shown, code)
    return f"{shown} cannot be read ({complaint})", "Compare the line with the ones around it."


_WORDS: Final[dict[str, tuple[str, str]]] = {
    "Expected '=' after a key": (
        "{shown} has no equals sign",
        'A line says name = value. If it goes on with a text from the line before, close that text with a ".',
    ),
    "Invalid hex value": (
        "{shown} has a single backslash in a text",
        "Write two backslashes for one, or put the text between single quotes.",
    ),
    "Unescaped '\\\\'": (
        "{shown} has a single backslash in a text",
        "Write two backslashes for one, or put the text between single quotes.",
    ),
    "Unclosed array": (
        "{shown}: a list that was opened is not closed",
        "Put a ] after its last item, and a comma between any two items.",
    ),
    "Unclosed inline table": (
        "{shown}: a table that was opened is not closed",
        "Put a }} after its last entry, and a comma between any two entries.".replace("}}", "}"),
    ),
    "Expected newline or end of document": (
        "{shown} has extra text after its value",
        "One line takes one value: put a text between quotes, several values between [ and ] with commas.",
    ),
    "Invalid initial character for a key part": (
        "{shown} does not start with a name",
        "A line says name = value, and a section is written [name].",
    ),
    "Invalid statement": (
        "{shown} does not start with a name",
        "A line says name = value; a comment starts with #.",
    ),
    "Expected ']'": ("{shown}: the name of a section is not closed", "Write [name], or [[name]] for one of a list."),
    "Invalid date or datetime": ("{shown} looks like an impossible date", "Put a text between quotes."),
    "Duplicate inline table key": ("{shown} has the same name twice", "Delete one of the two."),
}


def _twice(lines: list[str], number: int, code: str, complaint: str) -> tuple[str, str]:
    name = code.partition("=")[0].strip(" []") or complaint
    pattern = re.compile(rf"\s*\[?\[?\s*{re.escape(name)}\s*(=|\])")
    first = next((i for i, line in enumerate(lines[: number - 1], 1) if pattern.match(line)), 0)
    where = f", first in line {first}" if first else ""
    return f'"{name}" appears twice{where}', "Delete one of the two, or join them."


def _bad_value(shown: str, code: str) -> tuple[str, str]:
    name, equals, value = code.partition("=")
    value = value.strip()
    if not equals:
        return f"{shown} cannot be read", "A line says name = value, and a text is in quotes."
    name = name.strip()
    if not value:
        return f"{name} has no value", f'Write one after the equals sign, or {name} = "" for an empty text.'
    if value.startswith(('"', "'")):
        quote = value[0]
        return f"{shown}: the text is not closed", f"Put a {quote} at its end, in the same line."
    if value.startswith("[") or value.startswith("{"):
        return (
            f"{shown}: an item of the list or table cannot be read",
            "Put texts between quotes, commas between items.",
        )
    if value.endswith(('"', "'")):
        return f"{shown}: the text has no quote at its start", f'Write {name} = "{value.strip(chr(34))}".'
    if re.fullmatch(r"[+-]?[\d_,. ]+", value):
        return (
            f"{shown}: {value} is not a valid whole number",
            "Write it like 5 or -2, without a comma or 0 in front.",
        )
    if value.lower() in ("yes", "no", "on", "off", "true", "false"):
        return f"{shown}: {value} is not a valid yes or no", "Write true or false, in small letters."
    return f"{shown}: the text has no quotes", f'Write {name} = "{value}".'
