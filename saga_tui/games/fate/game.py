"""Fate Deck heroes as the shell knows them: the object `GAME`. Their screens are loaded when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from saga_tui.games.contract import Game, Summary
from saga_tui.games.lent import lent, pages_in
from saga_tui.safe import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saga_tui.changes import Doc
    from saga_tui.paper.story import Recap
    from saga_tui.portrait import Portrait

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
    settings = property(lent("saga_tui.games.fate.settings:SETTINGS"))
    throws = property(lent("saga_tui.games.fate.throws:THROWS"))
    page = lent("saga_tui.games.fate.sheet:page")
    reference = lent("saga_tui.games.fate.sheet:table")
    builder = lent("saga_tui.games.fate.screens.steps:builder")
    panels = lent("saga_tui.games.fate.screens.panels:PANELS")
    columns = lent("saga_tui.games.fate.screens.panels:LAYOUT")
    actions = lent("saga_tui.games.fate.screens.plays:ACTIONS")
    moment = lent("saga_tui.games.fate.screens.plays:moment")

    @property
    def telling(self) -> Recap:
        """How its stories are told."""
        from saga_tui.games.fate.recap import Telling

        return Telling(self.rules)

    def own_tour(self) -> Sequence[tuple[str, str]]:
        """How a hero is made, and how cards are played."""
        return pages_in("saga_tui.games.fate.book")

    def summary(self, doc: Doc) -> Summary:
        """Name, concept and where it stands, each in one line that is safe to show."""
        base, hero = super().summary(doc), self.rules.of(doc)
        return Summary(base.name, clean(hero.concept.line or hero.calling), base.state, base.ready)

    def glance(self, doc: Doc) -> Portrait:
        """The cards in hand, without what they show (F-HAND-5), or health; how one is, abilities, calling."""
        from saga_tui.games.fate.screens.plays import OF

        return OF.portrait(super().glance(doc), self.rules.of(doc))


GAME: Final = FateGame()
