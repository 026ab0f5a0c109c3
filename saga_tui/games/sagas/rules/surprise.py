"""A random legal character, whole or for one step, from a seed: for any budget and any technology level (S-MAKE)."""

from functools import partial
from typing import Final

from saga_tui.engine.ideas import Maker
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Gear, Skill
from saga_tui.games.sagas.rules.checks import GOOD
from saga_tui.games.sagas.rules.figures import ART, MAIN, Figures, figures


def _skill(of: Figures, said: str) -> Skill:
    """A skill at its start from an idea's words: `sword`, `martial_arts:Judo`."""
    key, _, name = said.partition(":")
    row = of.skills[key]
    art = of.art(name) if key == ART else None
    benefit = "dmax-3" if art is not None and art.strike_benefit == "choice" else ""
    return Skill(key=key, name=name, level=row.base or 0, benefit=benefit)


made: Final = Maker(figures, partial(book.data, "ideas"), MAIN, _skill, Gear, GOOD).made
