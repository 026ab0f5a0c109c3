"""SagaS as the shell knows it: the object `GAME`. Its screens are loaded when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from saga_tui.games.contract import Game, Summary
from saga_tui.games.lent import lent, pages_in
from saga_tui.safe import clean
from saga_tui.words import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saga_tui.changes import Doc
    from saga_tui.paper.story import Recap

HEADER: Final = """\
A character of SagaS, for saga-tui. You can edit it by hand: saga-tui notices changes, and you can undo them.
It holds your choices and the state of play. Hit points, skill totals and prices are computed from them.
Check it:  saga-tui check FILE     All entries:  saga-tui schema --game sagas     Print it:  saga-tui sheet FILE"""


class SagasGame(Game):
    """The game of SagaS, as the contract has it."""

    key: str = "sagas"
    title: str = "SagaS"
    header: str = HEADER
    long_text: str = "concept.notes"
    begins: str = "start-play"

    rules = property(lent("saga_tui.games.sagas.rules.ruleset:RULES"))
    settings = property(lent("saga_tui.games.sagas.settings:SETTINGS"))
    throws = property(lent("saga_tui.degree_throws:DegreeThrows"))
    page = lent("saga_tui.games.sagas.sheet:page")
    reference = lent("saga_tui.games.sagas.sheet:table")

    @property
    def telling(self) -> Recap:
        """How its stories are told."""
        from saga_tui.games.sagas.recap import Telling

        return Telling(self.rules)

    builder = lent("saga_tui.games.sagas.screens.steps:builder")
    panels = lent("saga_tui.games.sagas.screens.panels:PANELS")
    columns = lent("saga_tui.games.sagas.screens.panels:LAYOUT")
    actions = lent("saga_tui.games.sagas.screens.actions:ACTIONS")
    moment = lent("saga_tui.games.sagas.screens.actions:moment")

    def own_tour(self) -> Sequence[tuple[str, str]]:
        """How a character is made, and how dice are read."""
        return pages_in("saga_tui.games.sagas.book")

    def summary(self, doc: Doc) -> Summary:
        """Name, concept and where it stands, each in one line that is safe to show."""
        base, document = super().summary(doc), self.rules.of(doc)
        points = document.campaign.points
        line = document.concept.line or (f"{plural(points, 'point')}" if points else "")
        return Summary(base.name, clean(line), base.state, base.ready)


GAME: Final = SagasGame()
