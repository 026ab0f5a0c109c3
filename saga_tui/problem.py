"""What a game's rules find wrong, unfinished or worth a word, for every game alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from saga_tui.words import listed, plural, sentence

Severity = Literal["error", "unfinished", "remark"]
Where = tuple[str | int, ...]
FILE: Final = "FILE"
"""The rule of problems of the file itself; those that are errors make it unreadable."""
LEVEL_WORDS: Final[dict[Severity, str]] = {"error": "error", "unfinished": "to do", "remark": "note"}
"""What a person reads for each level."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing found.

    `level`: *error* is against a rule, *unfinished* a choice not made yet, *remark* worth a word. `where` is the path
    in the character file, `code` tells problems of one rule and place apart, `asked` what was wanted, `cost` what it
    costs, `left` what is there to pay it, `mend` how to put it right, `value` what was found.
    """

    level: Severity
    rule: str
    where: Where
    message: str
    fix: str
    code: str = ""
    value: object = None
    asked: str = ""
    cost: str = ""
    left: str = ""
    row: str = ""
    """The row of the clock's table that waits for an answer, where that is the problem."""
    count: int = 1
    """So many choices it stands for: those that are missing, or points that are not spent."""
    overruled: str = ""
    """The group's reason, where a ruling sets the problem aside."""

    @property
    def key(self) -> str:
        """What a ruling names: stays the same while the problem does."""
        place = ".".join(str(step) for step in self.where)
        return ":".join(part for part in (self.rule, place, self.code) if part)

    @property
    def stops_play(self) -> bool:
        """Whether play may not start with it unless the group overrules it."""
        return self.level != "remark" and not self.overruled

    @property
    def stands_alone(self) -> bool:
        """Whether it is about something that is there, whatever else is missing: a type, a word that nobody knows."""
        return bool(self.where) and (self.rule == FILE or isinstance(self.fix, Near))

    @property
    def said(self) -> str:
        """Its level in words: `error`, `to do`, `note`; `allowed` where the group has allowed it."""
        return "allowed" if self.overruled and self.level != "remark" else LEVEL_WORDS[self.level]

    def sentence(self) -> str:
        """Return the problem in words: what is wrong and how to fix it; `check` and the details have its sums."""
        return f"{ended(sentence(self.message))} {self.fix}".rstrip()


@dataclass(frozen=True, slots=True)
class Placed:
    """A problem and its place in the file, counted from 1; line 0 is the file as a whole."""

    problem: Problem
    line: int = 0
    column: int = 0

    @property
    def unreadable(self) -> bool:
        """Whether the file cannot be read because of it."""
        return self.problem.rule == FILE and self.problem.level == "error"

    def said(self, source: str) -> str:
        """`kestrel.toml, line 3, column 5: The text is not closed. Put a " at its end.`"""
        place = f", line {self.line}, column {self.column}" if self.line else ""
        return f"{source}{place}: {ended(self.problem.message)} {self.problem.fix}".rstrip()


def ended(text: str) -> str:
    """A sentence with its full stop, where no other sign ends it."""
    said = text.rstrip(".")
    return said if said.endswith(("?", "!")) else f"{said}."


NEAR_ENOUGH: Final = 0.5
"""From which share of common letters on a known word is what may have been meant."""


def counted(problems: Iterable[Problem]) -> str:
    """Return how many there are of each level: `1 error, 3 to do, 2 notes, 1 allowed`."""
    counts = Counter(problem.said for problem in problems)
    words = (*LEVEL_WORDS.values(), "allowed")
    return ", ".join(
        f"{counts[word]} {word}" if word in ("to do", "allowed") else plural(counts[word], word)
        for word in words
        if counts[word]
    )


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words, three at most, that may have been meant by one that nobody knows, the nearest first."""
    from difflib import get_close_matches

    folded = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold(), _perhaps(word.casefold(), tuple(folded)), 3, NEAR_ENOUGH)
    return [folded[name] for name in close]


MOST = 24
"""So many known words are listed; who wants more of a long list finds it where it stands."""


class Near(str):
    """Words that answer a word nobody knows: those that may have been meant, or those there are."""

    __slots__ = ()


def near(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """`Did you mean …?` with the nearest known words; where none is near, what stands `otherwise`, else a list of them
    or that there are none."""
    names = tuple(known)
    if close := nearest(word, names):
        return Near(f"Did you mean {listed(map(repr, close), 'or')}?")
    if otherwise:
        return otherwise
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return Near(f"Choose one of: {', '.join(names[:MOST])}{more}." if names else "There are none to choose from.")


def _perhaps(word: str, known: tuple[str, ...]) -> list[str]:
    """Return the known words that share enough letters to be near, in whatever order: the rest need no closer look."""
    bits, sets = _letters(known)
    mine = 0
    for letter in _counted(word):
        mine |= bits.get(letter, 0)
    pairs = zip(known, sets, strict=True)
    return [name for name, its in pairs if 2 * (mine & its).bit_count() >= NEAR_ENOUGH * (len(word) + len(name))]


@lru_cache(maxsize=64)
def _letters(known: tuple[str, ...]) -> tuple[dict[tuple[str, int], int], list[int]]:
    """Return a bit for every first, second … use of a letter in the known words, and each word's bits."""
    bits: dict[tuple[str, int], int] = {}
    for name in known:
        for letter in _counted(name):
            bits.setdefault(letter, 1 << len(bits))
    return bits, [sum(bits[letter] for letter in _counted(name)) for name in known]


def _counted(word: str) -> Iterator[tuple[str, int]]:
    """Yield the letters of a word, each with how often it came before."""
    seen: dict[str, int] = {}
    for letter in word:
        before = seen.get(letter, 0)
        seen[letter] = before + 1
        yield letter, before
