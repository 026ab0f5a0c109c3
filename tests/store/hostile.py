"""Texts that are meant to hurt a reader, and sound texts with accidents."""

from __future__ import annotations

import random
from collections.abc import Callable

MANY = 1_000_000

CORPUS: dict[str, Callable[[], str]] = {
    "nested lists": lambda: "a = " + "[" * MANY + "]" * MANY,
    "nested tables": lambda: "a = " + "{b=" * MANY,
    "nested headers": lambda: "[" + ".".join(["a"] * MANY) + "]",
    "dotted keys": lambda: ".".join(["a"] * 900) + " = 1",
    "many dotted keys": lambda: "\n".join(f"{'.'.join(['a'] * 60)}.k{i} = 1" for i in range(20_000)),
    "dotted quoted keys": lambda: ".".join(['"a"'] * 900) + " = 1",
    "dotted keys in a table": lambda: "x = { " + ".".join(["a"] * 900) + " = 1 }",
    "many headers": lambda: "".join(f"[t{i}]\n" for i in range(200_000)),
    "many list tables": lambda: "[[t]]\n" * 300_000,
    "many keys": lambda: "".join(f"k{i}=1\n" for i in range(200_000)),
    "a long key": lambda: "k" * 4_000_000 + " = 1",
    "a long text": lambda: 'x = "' + "y" * 4_000_000 + '"',
    "an open text": lambda: 'x = "' + "y" * 4_000_000,
    "an open long text": lambda: 'x = """' + '""\n' * MANY,
    "backslashes": lambda: 'x = "' + "\\\\" * 1_500_000,
    "a wide list": lambda: "x = [" + "1," * 1_500_000 + "]",
    "a wide list of quotes": lambda: "x = [" + '"",' * MANY + "]",
    "a giant number": lambda: "x = " + "9" * 4_000_000,
    "a giant fraction": lambda: "x = 1." + "9" * 4_000_000,
    "a giant exponent": lambda: "x = 1e" + "9" * MANY,
    "a giant hexadecimal": lambda: "x = 0x" + "f" * 4_000_000,
    "underscores": lambda: "x = 1" + "_1" * 1_500_000,
    "spaces": lambda: "x =" + " " * 4_000_000 + "?",
    "newlines": lambda: "\n" * 4_000_000 + "?",
    "comments": lambda: "#" * 4_000_000,
    "dots": lambda: "." * 4_000_000,
    "equals signs": lambda: "=" * 4_000_000,
    "quotes": lambda: '"' * 4_000_000,
    "single quotes": lambda: "'" * 4_000_000,
    "brackets": lambda: "[" * 4_000_000,
    "nul bytes": lambda: "\0" * 1000,
    "a surrogate": lambda: 'x = "\\ud800"',
    "emoji keys": lambda: "".join(f'"👩{i}" = "{chr(0x202E)}"\n' for i in range(10_000)),
    "escapes": lambda: 'x = "' + "\\u0041" * 600_000 + '"',
    "runs of digits": lambda: ("9" * 3999 + "\n") * 1000,
    "a text of commas": lambda: 'x = "' + "," * 4_000_000 + '"',
    "many short texts": lambda: "[" * 70 + '""' * MANY,
    "quotes at a text's end": lambda: "x = [" + '""""""", 1, 1, 1,' * 200_000,
    "dates": lambda: "x = 9999-99-99T99:99:99Z",
    "nan": lambda: "x = [nan, inf, -inf]",
    "a key of the position reader": lambda: "[a]\nkey_line = 1\nvalue_raw = 'x'\nvalue = [{value_line = 2}]",
}


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to five accidents."""
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.randrange(30))
        match chance.randrange(5):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + chance.choice("\"'[]{}=.,#\n\\\0\t\ud7ff\u202e0e+-_: ") + text[at:]
            case 2:
                text = text[:at] + text[at:end] * 2 + text[end:]
            case 3:
                text = text[:at] + chr(chance.choice((0, 7, 27, 127, 160, 0x2028, 0x1F600))) + text[at + 1 :]
            case _:
                text = text[:at]
        text = text or "x"
    return text
