"""A ruling as a person types it: `10 the GM says so`, `spark 10`, `trait 2 Killer with a Cause // agreed` (CRE-11)."""

from __future__ import annotations

import re
from typing import Final

from saga_tui.engine.deciding import OverrideNumber, OverrideText
from saga_tui.engine.entries import meant
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.named import named, texts

NUMBER: Final = re.compile(r"[+-]?\d{1,3}")
BECAUSE: Final = "//"
"""Stands between the words of a text and the reason for them."""


def read(character: Character, said: str, number: str = "", text: str = "") -> OverrideNumber | OverrideText | None:
    """The ruling that was typed; `number` and `text` are what it is about unless it names something else. Nothing
    where it says nothing."""
    words = said.replace("−", "-").split()
    if not words:
        return None
    if number and NUMBER.fullmatch(words[0]):
        return OverrideNumber(number=number, value=int(words[0]), reason=_reason(words[1:]))
    return _number(character, words) or _text(character, words, said) or (amended(text, said) if text else None)


def _number(character: Character, words: list[str]) -> OverrideNumber | None:
    """`spark 10 because`, `skill:weaponry = 3`."""
    known = named(character)
    told = [word for word in words if word != "="]
    for count in range(len(told) - 1, 0, -1):
        name = meant(known, " ".join(told[:count]))
        if name and NUMBER.fullmatch(told[count]):
            return OverrideNumber(number=name, value=int(told[count]), reason=_reason(told[count + 1 :]))
    return None


def _reason(words: list[str]) -> str:
    """What stands behind a number, with or without the sign that a text needs before its reason."""
    return " ".join(words[1:] if words[:1] == [BECAUSE] else words)


def _text(character: Character, words: list[str], said: str) -> OverrideText | None:
    """`name Kestrel the Bold`, `trait:2 = Killer with a Cause`, `drive 1 Find my brother`."""
    known = texts(character)
    for count in (3, 2, 1):
        told = " ".join(words[:count]).replace(" ", ":") if count > 1 else words[0]
        if len(words) > count and told.casefold() in known:
            rest = said.split(None, count)[count]
            return amended(told.casefold(), rest.removeprefix("= "))
    return None


def amended(name: str, said: str) -> OverrideText:
    """The ruling that a text is to read so: `Killer with a Cause // as agreed`."""
    words, _, reason = said.partition(BECAUSE)
    return OverrideText(text=name, words=words.strip()[:20_000], reason=reason.strip()[:20_000])
