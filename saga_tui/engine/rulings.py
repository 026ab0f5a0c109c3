"""The group's rulings on any number and any text of a document: how they are set, when they are over, and the commands
for them.

A number that follows from choices gets a term of the ruling in its tally. A number that play counts is simply set, and
stays marked until play has brought it back to where the rules would have it anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.entries import Entry, numbers, tally_of
from saga_tui.engine.ruled import added, on_number, sentence, whole

if TYPE_CHECKING:
    from saga_tui.engine.edit import Edit


def lines(document: Document) -> list[str]:
    """The rulings that stand, each in one line; skipped lines and what was overruled are among them. The texts come
    from the file as they are."""
    return [sentence(one) for one in document.rulings if not one.past]


def without_ruling(document: Document, entry: Entry) -> int:
    """What a number would be without the ruling that stands on it."""
    found, tally = on_number(document, entry.name), tally_of(document, entry)
    if found is None:
        return tally.total
    if entry.counted:
        return restored(found, entry)
    return sum(term.amount for term in tally.terms if term.source != "ruling")


def restored(ruling: Ruling, entry: Entry) -> int:
    """What a number that play counts goes back to when the ruling on it is taken back."""
    total = total_of(entry)
    if whole(ruling.old) is None:
        return total
    value = total - added(ruling, total)
    return value if entry.signed else max(0, value)


def total_of(entry: Entry) -> int:
    """The number itself."""
    return 0 if isinstance(entry.value, str) else entry.value.total


def settle(edit: Edit[Any]) -> None:
    """Rulings on what play counts are over once the number stands again where the rules bring it: damage healed, all
    tokens back, gear full, the thing gone."""
    before = {id(one) for one in edit.before.rulings}
    standing = [one for one in edit.now.rulings if one.number and not one.past and id(one) in before]
    if not standing:
        return
    old, new = numbers(edit.game, edit.before), numbers(edit.game, edit.now)
    moved = edit.game.clock.now(edit.before) != edit.game.clock.now(edit.now)
    over = {one.number for one in standing if _is_over(old.get(one.number), new.get(one.number), moved)}
    if over:
        listed = tuple(one.model_copy(update={"past": True}) if one.number in over else one for one in edit.now.rulings)
        edit.listing("rulings", edit.game.ruling, listed)


def _is_over(old: Entry | None, new: Entry | None, moved: bool) -> bool:
    if new is None:
        return old is not None and old.counted
    if not new.counted:
        return False
    value = total_of(new)
    changed = old is not None and total_of(old) != value
    return (changed or moved) and value in new.rest


def rename(edit: Edit[Any], before: Document) -> dict[str, str]:
    """Rulings on numbers follow a thing to its new name. Gives the names that changed, old to new."""
    old, new = list(numbers(edit.game, before)), list(numbers(edit.game, edit.now))
    moved = {was: now for was, now in zip(old, new, strict=True) if was != now} if len(old) == len(new) else {}
    if moved and any(one.number in moved for one in edit.now.rulings):
        renamed = (one.model_copy(update={"number": moved.get(one.number, one.number)}) for one in edit.now.rulings)
        edit.listing("rulings", edit.game.ruling, tuple(renamed))
    return moved
