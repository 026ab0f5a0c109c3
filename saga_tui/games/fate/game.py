"""Fate Deck heroes as the shell knows them: the object `GAME`. Their screens are loaded when one is asked for."""

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
        from saga_tui.games.fate.play.state import waiting
        from saga_tui.games.fate.rules.figures import figures
        from saga_tui.portrait import Badge, Meter, Part

        base, hero = super().glance(doc), self.rules.of(doc)
        of, play = figures(hero), hero.play
        if play is None:
            return base
        held, size = len(play.hand), of.size.total
        lost = f"limit {of.limit.total}" if of.limit.total < size else ""
        hand = Meter("pips", "Hand", "▮", "▯", "$title", held, size, "has", lost)
        if hero.health:
            size = of.health.total
            left = size if play.health is None else play.health
            hand = Meter("gauge", "Health", "█", "░", "$good", left, size, "has")
        four = "  ".join(f"{key[0].upper()} {of.score(key).total}" for key in hero.four)
        last = ((play.last.removeprefix(f"{hero.title}: "), ""),) if play.last else ()
        guard = (
            f"defence {of.score('strength').total} and {of.score('willpower').total}, armour {of.bonus('armour').total}"
        )
        powers = [(f"{one.name} {of.intensity(place, key).total}", one.suit) for key, (place, one) in of.powers.items()]
        powers += [(one.name, f"+{one.bonus}" if one.bonus else one.kind) for one in hero.gear if one.used]
        skills = ", ".join(one.name for own in hero.four.values() for one in own.skills)
        state = (Badge(play.state, "bad"),) if play.state else ()
        if due := waiting(hero):
            base = base._replace(badges=(Badge(plural(due, "wound"), "bad"),))
        parts = (
            Part(
                "Abilities", ((four, f"edge {of.edge.total}"), *last, (guard, ""), *(((skills, ""),) if skills else ()))
            ),
            Part("Calling", ((hero.calling.replace("-", " ").capitalize(), ""),)),
            Part("Powers", tuple(powers)),
            Part("Hindrances", tuple((one, "") for one in hero.hindrances)),
        )
        return base._replace(meters=(hand,), badges=(*state, *base.badges), parts=parts)


GAME: Final = FateGame()
