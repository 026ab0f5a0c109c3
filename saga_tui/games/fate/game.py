"""Fate Deck heroes as the shell knows them: the object `GAME`. Their screens are loaded when one is asked for."""

from __future__ import annotations

from typing import Final

from saga_tui.games.contract import Game, Summary
from saga_tui.games.lent import lent
from saga_tui.safe import clean

HEADER: Final = """\
A hero of Fate Deck heroes, for saga-tui. You can edit it by hand: saga-tui notices changes, and you can undo them.
It holds your choices and the state of play: cards are numbers of the deck's rows. Totals are computed from them.
Check it:  saga-tui check FILE     All entries:  saga-tui schema --game fate     Print it:  saga-tui sheet FILE"""


class FateGame(Game):
    """The game, as the contract has it."""

    key: str = "fate"
    title: str = "Fate Deck heroes"
    header: str = HEADER
    noun: str = "hero"
    long_text: str = "concept.notes"
    begins: str = "start-play"

    rules = property(lent("saga_tui.games.fate.rules.ruleset:RULES"))

    def summary(self, doc: dict[str, object]) -> Summary:
        """Name, concept and where it stands, each in one line that is safe to show."""
        base, hero = super().summary(doc), self.rules.of(doc)
        return Summary(base.name, clean(hero.concept.line or hero.calling), base.state, base.ready)


GAME: Final = FateGame()
