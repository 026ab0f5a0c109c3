"""A ruling as a person types it: `10 the GM says so`, `oil 10`, `oath 2 Never alone // agreed`."""

from __future__ import annotations

import re
from typing import Any, Final

from saga_tui.engine.deciding import OverrideNumber, OverrideText
from saga_tui.engine.document import Document
from saga_tui.engine.entries import meant, numbers, texts
from saga_tui.engine.rules import Rules

NUMBER: Final = re.compile(r"[+-]?\d{1,3}")
BECAUSE: Final = "//"
"""Stands between the words of a text and the reason for them."""


def read(
    game: Rules[Any], document: Document, said: str, number: str = "", text: str = ""
) -> OverrideNumber | OverrideText | None:
    """The ruling that was typed; `number` and `text` are what it is about unless it names something else. Nothing
    where it says nothing."""
    words = said.replace("−", "-").split()
    if not words:
        return None
    if number and NUMBER.fullmatch(words[0]):
        return OverrideNumber(number=number, value=int(words[0]), reason=_reason(words[1:]))
    named = _number(game, document, words) or _text(game, document, words, said)
    return named or (amended(text, said) if text else None)


def _number(game: Rules[Any], document: Document, words: list[str]) -> OverrideNumber | None:
    """`oil 10 because`, `skill:climbing = 3`."""
    known = numbers(game, document)
    told = [word for word in words if word != "="]
    for count in range(len(told) - 1, 0, -1):
        name = meant(known, " ".join(told[:count]))
        if name and NUMBER.fullmatch(told[count]):
            return OverrideNumber(number=name, value=int(told[count]), reason=_reason(told[count + 1 :]))
    return None


def _reason(words: list[str]) -> str:
    """What stands behind a number, with or without the sign that a text needs before its reason."""
    return " ".join(words[1:] if words[:1] == [BECAUSE] else words)


def _text(game: Rules[Any], document: Document, words: list[str], said: str) -> OverrideText | None:
    """`name Ada the Bold`, `oath:2 = Never alone`, `oath 1 Find my brother`."""
    known = texts(game, document)
    for count in (3, 2, 1):
        told = " ".join(words[:count]).replace(" ", ":") if count > 1 else words[0]
        if len(words) > count and told.casefold() in known:
            rest = said.split(None, count)[count]
            return amended(told.casefold(), rest.removeprefix("= "))
    return None


def amended(name: str, said: str) -> OverrideText:
    """The ruling that a text is to read so: `Never alone // as agreed`."""
    words, _, reason = said.partition(BECAUSE)
    return OverrideText(text=name, words=words.strip()[:20_000], reason=reason.strip()[:20_000])
