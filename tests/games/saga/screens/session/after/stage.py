"""Characters with perks for the tests of what follows a roll."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from saga_tui.changes import Doc
from saga_tui.games.saga import book
from tests.games.saga.screens.session.heroes import Table, doc


def perked(play: Doc, *perks: str, ask: Sequence[str] = (), mode: str = "ask", **sections: Any) -> Doc:
    """Kestrel with these perks and no others but Lucky; those of `ask` are set to that mode."""
    known = {perk.name: perk for perk in book.perks()}
    bought = []
    for name in dict.fromkeys([*perks, *ask]):
        skill = {"skill": "awareness"} if known[name].choose else {}
        bought.append({"buy": "perk", "name": name, "asset": known[name].assets[0], **skill})
    acuity = {"buy": "asset", "asset": "acuity"}
    modes = {f"perk:{known[name].key}": mode for name in ask}
    return doc(play, finishing=[*bought, acuity], automation=modes, **sections)


async def seated(app: Table, made: Doc, folder: Path, dice: Sequence[int] = ()) -> None:
    """Opens the session on another character in the same app."""
    other = Table(made, folder, dice)
    app.memory, app.dice, app.session = other.memory, other.dice, other.session
    await app.push_screen(app.session)
