"""What happened and what is asked, in words: the one place where events become sentences (`book/words.toml`)."""

from __future__ import annotations

from typing import Final

from saga_tui.engine.worded import Teller
from saga_tui.games.heroes.book import AREAS, KINDS, PIECES, THINGS, table
from saga_tui.games.heroes.play import asked
from saga_tui.games.heroes.state import COUNTRY, MARKS, State

WORDS: Final = table("words")
NAMES: Final = {
    **{key: one.name for group in (AREAS, PIECES, THINGS) for key, one in group.items()},
    **WORDS["result"], **WORDS["kinds"], MARKS: "20 marks", COUNTRY: WORDS["unseen"]["country"],
}  # fmt: skip


def named(state: State, key: str) -> str:
    """What anything is called: a jarl face down is unknown to all (H-INFO-1), a monster tells its kind."""
    if key not in PIECES:
        return str(NAMES.get(key) or key.replace("_", " ").capitalize())
    piece, at = PIECES[key], state.counters.get(key)
    if piece.group == "jarl" and at is not None and not (at.up or at.master) and at.at in AREAS:
        return str(WORDS["unseen"]["jarl"])
    return f"the {piece.kind} {piece.name}" if piece.kind in KINDS else piece.name


TELLER: Final = Teller(WORDS, named, asked)
"""The log, a fight's sum part by part (H-FIGHT-6, H-FIGHT-7, H-FIGHT-9), who decides, and who plays a hero."""
player, parts, told, deciding, sentences = (
    TELLER.player, TELLER.parts, TELLER.told, TELLER.deciding, TELLER.sentences,
)  # fmt: skip
