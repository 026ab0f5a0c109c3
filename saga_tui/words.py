"""How numbers and lists read in English: the one home for every text that counts something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

FORMS = {
    "die": "dice",
    "more": "more",
    "is": "are",
    "has": "have",
    "ends": "end",
    "wins": "win",
    "waits": "wait",
    "it": "them",
}
"""What becomes of a word beside any number but one, where `inflect` cannot tell by its end."""


def inflect(count: int, words: str) -> str:
    """Return the words as they stand beside that number: `net mark` → `net marks`, `push` → `pushes`, `is` → `are`."""
    *front, last = words.split(" ")
    if abs(count) == 1 or last[:1].isupper():  # a game's own currency has no plural: `7 Spirit`
        return words
    if last in FORMS:
        last = FORMS[last]
    elif last.endswith(("s", "x", "ch", "sh")):
        last += "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = f"{last[:-1]}ies"
    else:
        last += "s"
    return " ".join([*front, last])


def plural(count: int, words: str) -> str:
    """Return the number with the words in their right form: `1 mark`, `2 dice`, `−1 net mark`, `1,200 entries`."""
    sign = "−" if count < 0 else ""
    return f"{sign}{abs(count):,} {inflect(count, words)}"


def percent(chance: Fraction, digits: int = 0) -> str:
    """Return a chance as `33%`; what is possible never reads as 0%, nor what is uncertain as 100%."""
    scale = 10**digits
    share = int(chance * 200 * scale + 1) // 2
    if chance > 0 and not share:
        return f"<{1 / scale:.{digits}f}%"
    if chance < 1 and share >= 100 * scale:
        return f">{100 - 1 / scale:.{digits}f}%"
    return f"{share / scale:.{digits}f}%"


def sentence(text: str) -> str:
    """Return the text with a capital first letter; nothing else changes."""
    return text[:1].upper() + text[1:]


def listed(names: Iterable[str], last: str = "and") -> str:
    """Return the names as a sentence lists them: `a`, `a or b`, `a, b or c`; the empty text for none."""
    *front, end = list(names) or [""]
    return f" {last} ".join(filter(None, (", ".join(front), end)))


def minus(number: str) -> str:
    """Return a number with the sign that a negative one has in print: `−7`."""
    return f"−{number[1:]}" if number[:1] == "-" and number[1:].isdecimal() else number


def signed(number: int) -> str:
    """Return a number with its sign: `+4`, `−2`."""
    return f"{number:+d}".replace("-", "−")
