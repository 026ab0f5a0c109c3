"""A table's rules as the engine knows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from saga_tui.engine import deciding
from saga_tui.engine.document import Ask
from saga_tui.engine.hints import Asked, Hints
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.saga import book
from saga_tui.games.saga.gm.checks import problems
from saga_tui.games.saga.gm.clock import CLOCK
from saga_tui.games.saga.gm.commands import COMMANDS
from saga_tui.games.saga.gm.commands.base import LISTS
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.entries import entries, when
from saga_tui.games.saga.gm.state import Table, TablePlay


def question(table: Table, ask: Ask) -> Asked:
    """What the GM is asked: what it means that an element has no dice left, what a tie or a dramatic failure brings."""
    del table
    if ask.what == "zero":
        return Asked(f"{ask.kind} has no dice left: what does it mean?", f"out {ask.kind!r}")
    return Asked(f"{ask.what}: what does it mean?", "gm-says WORDS")


def fixes(table: Table) -> Mapping[tuple[str, str], str]:
    """How to type what a problem asks for, by its rule and code."""
    del table
    return {
        ("REG-1", "choose"): "Give recover=NAME:force, recover=NAME:grace or recover=NAME:acuity for each of them.",
        ("DRV-1", "drive"): "Give drive=NAME:1 (which drive), or drive=NAME:doom, for each of them.",
    }


RULES: Final[Rules[Table]] = Rules(
    document=Table,
    play=TablePlay,
    edit=TableEdit,
    commands=COMMANDS,
    entries=entries,
    problems=problems,
    clock=CLOCK,
    when=when,
    book=book.BOOK,
    lists=LISTS,
    former=deciding.FORMER,
    hints=Hints(asked=question, fixes=fixes),
    ids=Ids(not_begun="TIME-3", dice="ROL-10", automation="TIME-1"),
)
