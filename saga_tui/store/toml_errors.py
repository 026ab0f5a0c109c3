"""From a parser's complaint to words that let a person fix the file, and all that is wrong with a text at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from saga_tui.safe import safe
from saga_tui.store.errors import BadFile
from saga_tui.store.toml import load_text

_CURLY_QUOTES: Final = "“”„‟«»‘’‚"


def explain(text: str, line: int, column: int, complaint: str) -> BadFile:
    """The error with its line quoted, what was expected, and what to do about it."""
    lines = text.split("\n")
    if marker := _conflict_marker(lines):
        return BadFile(
            None,
            marker,
            1,
            f'"{_short(lines[marker - 1])}" is a git conflict marker',
            "Keep one of the two versions and delete the lines <<<<<<<, ======= and >>>>>>>.",
        )
    if known := likely_error(lines, line, column, complaint):
        return BadFile(None, *known)
    line = min(max(line, 1), len(lines))
    if complaint.startswith("Illegal character '\\n'") and not lines[line - 1].strip() and line > 1:
        line -= 1
    if complaint.startswith("Unclosed"):
        opened = _opened(lines, line, "[" if "array" in complaint else "{")
        line, column = (opened, lines[opened - 1].find("=") + 2) if opened else (line, column)
    here = lines[line - 1].rstrip("\r")
    message, fix = _why(lines, line, here, complaint)
    return BadFile(None, line, max(column, 1), message, fix)


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


def _why(lines: list[str], number: int, line: str, complaint: str) -> tuple[str, str]:
    shown = f'"{_short(line)}"'
    code = line.split("#", 1)[0].strip()
    if "\0" in line:
        return "there are NUL bytes: the file was damaged", "Delete them, or restore a version: saga-tui history NAME"
    if any(quote in code for quote in _CURLY_QUOTES) and '"' not in code.partition("=")[2]:
        return f"{shown} has typographic quotes", 'Use the straight quote " before and after the text.'
    if re.match(r"[\w.-]+[ \t]*:", code) and "=" not in code:
        name, _colon, value = code.partition(":")
        return f"{shown} has a colon instead of an equals sign", f"Write {_short(name)} = {_short(value)}."
    if re.search(r"[=,\[][ \t]*[+-]?0\d", code) or re.search(r"\d,\d", code):
        return f"{shown} has a number that is not valid TOML", "Write it like 5, -2 or 0.5: no 0 in front, no comma."
    if complaint.startswith("Illegal character") and "\\n" not in complaint:
        return f"{shown} has an invisible character", "Delete it (column by column) and type the text again."
    if complaint.startswith("Cannot overwrite a value") or complaint.startswith("Cannot declare"):
        return _declared_twice(lines, number, code, complaint)
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


def _declared_twice(lines: list[str], number: int, code: str, complaint: str) -> tuple[str, str]:
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


LikelyError = tuple[int, int, str, str]
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


def likely_error(lines: Sequence[str], line: int, column: int, complaint: str) -> LikelyError | None:
    """The likely_error behind a complaint of the parser at a place; None where it is none of those known here."""
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


def _in_one_line(lines: Sequence[str], line: int, column: int, complaint: str, here: str) -> LikelyError | None:
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


def _comma(lines: Sequence[str], line: int, column: int, close: str) -> LikelyError | None:
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


def _open_text(lines: Sequence[str], line: int) -> LikelyError | None:
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


def _twice(lines: Sequence[str], line: int, here: str) -> LikelyError | None:
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


_MOST: Final = 20
_LONGEST: Final = 256 * 1024
"""Of longer texts only the first fault is told: no person wrote them."""

_STATEMENT: Final = re.compile(r"[ \t]*(?:[\w.-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*[=:]")
_SECTION: Final = re.compile(r"[ \t]*\[\[?[ \t]*[A-Za-z_]")
_TEXT_OR_COMMENT: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|#.*")


def all_errors(text: str, path: Path | None = None) -> tuple[list[BadFile], str]:
    """Every fault, the first one first, and the text with the faulty statements blanked, which can be read. After a
    fault reading goes on at the next statement. Where that leads nowhere the text that is left is empty."""
    found: list[BadFile] = []
    lines = text.removeprefix("\ufeff").split("\n")
    while len(found) < _MOST:
        try:
            load_text("\n".join(lines), path)
        except BadFile as fault:
            found.append(fault)
            if not _blank(lines, fault, len(text)):
                return found, ""
        else:
            return found, "\n".join(lines)
    return found, ""


def _blank(lines: list[str], fault: BadFile, size: int) -> bool:
    """Empty the lines of the statement that the fault is in; False where it cannot be told apart from others."""
    if not 1 <= fault.line <= len(lines) or size > _LONGEST or "conflict" in fault.message:
        return False
    begins = _beginnings(lines)
    first = max((number for number in begins if number <= fault.line), default=0)
    if not first or not any(lines[first - 1 : fault.line]):
        return False
    following = [number for number in begins if number > fault.line]
    if _SECTION.match(lines[first - 1]) and not _STATEMENT.match(lines[first - 1]):
        following = [number for number in following if _SECTION.match(lines[number - 1])]
    for number in range(first, following[0] if following else len(lines) + 1):
        lines[number - 1] = ""
    return True


def _beginnings(lines: list[str]) -> list[int]:
    """The lines in which a statement or section begins: those at the margin, and others outside of brackets."""
    begins, open_ = [], 0
    for number, line in enumerate(lines, 1):
        if (_STATEMENT.match(line) or _SECTION.match(line)) and (open_ <= 0 or not line[0].isspace()):
            begins.append(number)
            open_ = 0
        bare = _TEXT_OR_COMMENT.sub("", line)
        open_ += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
    return begins
