"""World Saga as the shell knows it: the object `GAME`. Its screens are loaded when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from saga_tui.games.contract import Game, Summary
from saga_tui.games.lent import lent, pages_in
from saga_tui.safe import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saga_tui.changes import Doc
    from saga_tui.paper.story import Recap

HEADER: Final = """\
A character of World Saga, for saga-tui. You can edit it by hand: saga-tui notices changes, and you can undo them.
It holds what was entered and the state of play. Ranks and target numbers are computed from it.
Check it:  saga-tui check FILE     All entries:  saga-tui schema --game world     Print it:  saga-tui sheet FILE"""


class WorldGame(Game):
    """The game of World Saga, as the contract has it."""

    key: str = "world"
    title: str = "World Saga"
    header: str = HEADER
    long_text: str = "concept.notes"
    begins: str = "start-play"

    rules = property(lent("saga_tui.games.world.rules.ruleset:RULES"))
    throws = property(lent("saga_tui.games.world.rules.odds:THROWS"))
    settings = property(lent("saga_tui.games.world.settings:SETTINGS"))

    @property
    def telling(self) -> Recap:
        """How its stories are told."""
        from saga_tui.games.world.recap import Telling

        return Telling(self.rules)

    page = lent("saga_tui.games.world.sheet:page")
    builder = lent("saga_tui.games.world.screens.steps:builder")
    panels = lent("saga_tui.games.world.screens.panels:PANELS")
    columns = lent("saga_tui.games.world.screens.panels:LAYOUT")
    actions = lent("saga_tui.games.world.screens.actions:ACTIONS")
    moment = lent("saga_tui.games.world.screens.actions:moment")

    def own_tour(self) -> Sequence[tuple[str, str]]:
        """How a character is entered, how the die is read, what danger brings."""
        return pages_in("saga_tui.games.world.book")

    def summary(self, doc: Doc) -> Summary:
        """Name, concept and where it stands, each in one line that is safe to show."""
        base, document = super().summary(doc), self.rules.of(doc)
        state = self.rules.when(document) if document.play is not None else base.state
        return Summary(base.name, clean(document.concept.line), state, base.ready)


GAME: Final = WorldGame()
