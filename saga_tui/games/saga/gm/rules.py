"""A table's rules as the engine knows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from saga_tui.engine import deciding
from saga_tui.engine.automation import Part, parts_of
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
        return Asked(f"{ask.kind}: no dice left. What does it mean?", f"out {ask.kind!r}")
    return Asked(f"{ask.kind}, {ask.what}: what does it mean?", "gm-says WORDS")


def fixes(table: Table) -> Mapping[tuple[str, str], str]:
    """How to type what a problem asks for, by its rule and code."""
    del table
    return {
        ("REG-1", "choose"): "Give recover=NAME:force, recover=NAME:grace or recover=NAME:acuity for each of them.",
        ("KIS-2", "kismet-due"): "Roll it first, with let NAME roll-kismet, or let NAME resolve-kismet.",
        ("DRV-1", "drive"): "Give drive=NAME:1 (which drive), or drive=NAME:doom, for each of them.",
    }


PARTS: Final[Mapping[str, tuple[Part, ...]]] = parts_of(
    {
        "number": "CNF-2 CNF-3 CNF-8 CNF-9 TIME-1",
        "asks": "CNF-1 CNF-3 CNF-8 CNF-10 DRV-1 DRV-2 DMG-3 REG-1 REG-2 ROL-3 ROL-8",
        "checks": (
            "AST-8 CNF-1 CNF-2 CNF-3 CNF-4 CNF-5 CNF-7 CNF-8 CNF-9 CNF-10 CRE-1 DMG-6 PSH-3 REG-4 ROL-6 ROL-9 SPK-3 "
            "TIME-1 TIME-2 TIME-3 TRT-2 TRT-3 TRT-4"
        ),
        "carried": (
            "AST-1 AST-3 AST-4 AST-5 AST-6 AST-7 AST-10 CNF-11 CRE-2 CRE-3 CRE-4 CRE-5 CRE-6 CRE-7 CRE-8 CRE-9 CRE-10 "
            "CSQ-2 CSQ-3 CSQ-4 DMG-1 DMG-4 DOM-1 DOM-2 DOM-3 DRV-3 DRV-4 DRV-5 DRV-6 DRV-7 GER-1 GER-2 KIS-1 KIS-3 "
            "KIS-4 KIS-6 PRK-1 PRK-4 PRK-5 PRK-6 PSH-1 PSH-4 ROL-1 ROL-4 ROL-5 ROL-7 ROL-8 ROL-10 SET-1 SET-2 SKL-1 "
            "SKL-2 SKL-3 SKL-4 SPK-4 TRT-1"
        ),
    }
)
"""What the program does of each rule beside the table's clock and its commands; what it does on the sheets of those who
sit there is among it."""

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
    parts=PARTS,
    former=deciding.FORMER,
    hints=Hints(asked=question, fixes=fixes),
    ids=Ids(not_begun="TIME-3", dice="ROL-10", automation="TIME-1"),
)
