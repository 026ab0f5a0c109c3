"""A random legal hero, whole or for one step, from a seed: by points or by cards, for any tier (F-CRE-1 … F-CRE-7)."""

from functools import partial
from typing import Final

from saga_tui.engine.sheet_ideas import SheetMaker
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Gear, Power, Skill
from saga_tui.games.fate.rules.figures import figures

MAKER: Final = SheetMaker(figures, partial(book.data, "ideas"), "mighty", book.keyed("abilities"), Power, Gear, Skill)
