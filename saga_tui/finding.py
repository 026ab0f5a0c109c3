"""What a game's rules find wrong, unfinished or worth a word, for every game alike (in Saga: CRE-11)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from saga_tui.words import listed

Severity = Literal["error", "unfinished", "remark"]
Where = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    `level`: *error* is against a rule, *unfinished* a choice not made yet, *remark* worth a word. `where` is the path
    in the character file, `code` tells findings of one rule and place apart, `asked` what was wanted, `cost` what it
    costs, `left` what is there to pay it, `mend` how to put it right, `value` what was found.
    """

    level: Severity
    rule: str
    where: Where
    message: str
    mend: str
    code: str = ""
    value: object = None
    asked: str = ""
    cost: str = ""
    left: str = ""
    overruled: str = ""
    """The group's reason, where a ruling sets the finding aside."""

    @property
    def key(self) -> str:
        """What a ruling names: stays the same while the finding does."""
        place = ".".join(str(step) for step in self.where)
        return ":".join(part for part in (self.rule, place, self.code) if part)

    @property
    def stops_play(self) -> bool:
        """Whether play may not start with it unless the group overrules it."""
        return self.level != "remark" and not self.overruled

    def sentence(self) -> str:
        """The whole finding in words: the message, the sums where there are any, and the mend."""
        sums = "; ".join(
            part
            for part in (
                self.asked and f"asked: {self.asked}",
                self.cost and f"cost: {self.cost}",
                self.left and f"left: {self.left}",
            )
            if part
        )
        return f"{self.message}{f' ({sums})' if sums else ''}. {self.mend}"


def near(word: str, known: Iterable[str]) -> str:
    """`Did you mean …?` with the nearest known words, or a list of all when none is near."""
    names = list(known)
    folded = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(word.casefold(), list(folded), n=3, cutoff=0.5)
    if close:
        return f"Did you mean {listed((repr(folded[name]) for name in close), 'or')}?"
    return f"Known: {', '.join(names)}."
