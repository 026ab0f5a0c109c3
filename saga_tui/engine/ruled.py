"""What a ruling of the group does to a number, and how it is told."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from saga_tui.engine.document import Document, Ruling
from saga_tui.tally import Tally, Term

WHOLE: Final = re.compile(r"[+-]?\d{1,4}")
"""A number as a ruling may have it: with more digits it would be drawn for ever."""
KEPT: Final = 400
"""Rulings that a document keeps; beyond them the oldest that are over go. All stay in the journal."""


def whole(text: str) -> int | None:
    """A number as a ruling has it; `None` where a file says something else there."""
    told = text.strip().replace("−", "-")
    return int(told) if WHOLE.fullmatch(told) and told.isascii() else None


def on_number(document: Document, name: str) -> Ruling | None:
    """The ruling that stands on a number: the newest, where a file has several."""
    found = (one for one in reversed(document.rulings) if one.number == name and not one.past)
    return next((one for one in found if whole(one.new) is not None), None)


def is_ruled(document: Document, *names: str) -> bool:
    """Whether a ruling stands on any of these numbers: they carry a mark wherever they are shown."""
    return bool(document.rulings) and any(on_number(document, name) is not None for name in names)


def says_otherwise(document: Document, kind: str, text: str) -> bool:
    """Whether a ruling has put that text there; `kind` is its name before the colon: `trait`, `drive`, `name`."""
    return any(one.text.partition(":")[0] == kind and one.new == text and not one.past for one in document.rulings)


def added(ruling: Ruling, total: int) -> int:
    """What a ruling adds to a number that would be `total` without it.

    A ruling is told as old → new and keeps that difference, so that what is bought later still counts; without an old
    value it sets the number to the new one.
    """
    new, old = whole(ruling.new), whole(ruling.old)
    return 0 if new is None else new - (total if old is None else old)


def ruled(document: Document, tally: Tally) -> Tally:
    """The tally with the term of the ruling that stands on it, if one does."""
    found = on_number(document, tally.name) if document.rulings else None
    if found is None:
        return tally
    return tally.plus(_term(document, found, added(found, tally.total)))


def shared(document: Document, tally: Tally, *, signed: bool = False) -> Tally:
    """A number of one term that play counts, with what a ruling has given or taken as a term of its own; as it is where
    none stands on it or the tally has that term already. `signed`: it may be below zero."""
    found = on_number(document, tally.name)
    if found is None or len(tally.terms) != 1 or whole(found.old) is None:
        return tally
    given = added(found, tally.total)
    if given > 0 and not signed:  # what was spent since was given first
        given = min(given, max(0, tally.total))
    [term] = tally.terms
    if term.source == "ruling" or not given:
        return tally
    return replace(tally, terms=(replace(term, amount=term.amount - given),)).plus(_term(document, found, given))


def _term(document: Document, ruling: Ruling, amount: int) -> Term:
    reason = " ".join(ruling.reason.split())
    return Term(amount, f"house ruling{f': {reason}' if reason else ''}", document.ruling, "ruling")


def sentence(ruling: Ruling) -> str:
    """A ruling in one line: `gold 7 → 10: the GM says so`."""
    if ruling.number:
        what = f"{ruling.number} {f'{ruling.old} → ' if ruling.old else ''}{ruling.new}"
    elif ruling.text:
        what = f"{ruling.text} “{ruling.old}” → “{ruling.new}”"
    else:
        what = ruling.new or ruling.finding or ruling.row
    told = f"{what}: {ruling.reason}" if ruling.reason.strip() else what
    return " ".join(told.split())


def kept(listed: tuple[Ruling, ...], new: Ruling) -> tuple[Ruling, ...]:
    """The list with a ruling added, in place of an older one on the same problem, number or text."""

    def gives_way(old: Ruling) -> bool:
        same = (old.finding and old.finding == new.finding, old.text and old.text == new.text)
        return any(same) or bool(old.number and old.number == new.number)

    found = [old for old in listed if not gives_way(old)]
    while len(found) >= KEPT:
        over = next((place for place, old in enumerate(found) if old.past or old.row), 0)
        del found[over]
    return (*found, new)
