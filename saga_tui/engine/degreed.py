"""Rolls for a degree (`saga_tui.degrees`): two open dice under a score, alone or against somebody's. A game declares
its own commands below these: what they are rolled under, and by which rules."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from saga_tui import degrees
from saga_tui.degrees import Test, roman
from saga_tui.engine.rolled import Contested, Modified
from saga_tui.odds import Dist
from saga_tui.tally import Tally, Term


def signed(degree: int) -> str:
    """A degree that is added: `+II`, `−I`, `0`."""
    return f"{'+' * (degree > 0)}{roman(degree)}"


class ForDegree(Modified):
    """A roll under a score: low is good."""

    again: ClassVar[int] = degrees.SIDES
    natural: ClassVar[str] = ""
    """The rule of what two 1s or two 6s bring beside the degree."""

    def number(self, document: Any) -> Tally:
        """The score that it is rolled under."""
        raise NotImplementedError

    def lacking(self, document: Any, score: Tally) -> str:
        """What is said where nobody knows such a score."""
        return f"You have no {score.label}"

    def luck(self, document: Any, natural: str, test: Test) -> str:
        """What a natural 2 or 12 may bring, `advantage` or `penalty`, as the group plays."""
        del document
        return {"2": "advantage" if test.success else "", "12": "" if test.success else "penalty"}.get(natural, "")

    def law(self, document: Any) -> Dist:
        """The law of its final degree."""
        return degrees.law(self.number(document).total, self.degrees(document).total)

    def dice_needed(self, document: Any) -> int:
        """Two."""
        return 2

    def throw(self, edit: Any, *seconds: int) -> Test:
        """Thrown under its score, and under others of which one is kept; told, and what was used is gone."""
        score, more, rule = self.number(edit.before), self.degrees(edit.before).total, self.rules[0]
        if self.double_six and not degrees.asks_for_sixes(self.total or 0):
            least = f"Two sixes are thrown again: {2 * degrees.SIDES + 2} at least"
            edit.object(edit.game.ids.dice, least, "Enter the whole total.", code="dice")
        if not score.terms:
            edit.object(rule, self.lacking(edit.before, score), "Choose one from the list.", code="unknown")
        tests = [self._one(edit, one, more) for one in (score.total, *seconds)]
        test, natural = max(tests, key=lambda one: (one[0].final, -one[0].total))
        said, rolled = f" at {signed(more)}" if more else "", " and ".join(str(one.total) for one, _ in tests)
        end = ", failed outright" if test.band == "outright" else ""
        edit.say(
            f"{score.label} {test.score}{said}, rolled {rolled}: degree {roman(test.final)}{end}", rule, came=test.final
        )
        if comes := self.luck(edit.before, natural, test):
            against = " if you win and" if isinstance(self, AgainstDegree) and comes == "advantage" else ", if"
            edit.say(f"a natural {natural}: {comes}{against} your GM agrees", self.natural)
        self.spend(edit)
        return test

    def _one(self, edit: Any, score: int, more: int) -> tuple[Test, str]:
        if self.total is not None:
            natural = "12" if self.double_six else "2" if self.total == 2 else ""
            return Test(score, self.came(edit, 2, self.total), more), natural
        thrown = degrees.Thrown(degrees.draw(2).split(edit.take(self.dice(2))))
        return Test(score, thrown.total, more), thrown.natural


class AgainstDegree(Contested, ForDegree):
    """A roll against somebody's."""

    def others(self, document: Any) -> Dist:
        """The law of the other's final degree; 0 where nobody is against it."""
        score = self.facing(document).rival
        if score is None or self.degree is not None:
            return degrees.NOBODY.shifted(self.degree or 0)
        return degrees.law(score, self.against_modifier)

    def against_it(self, edit: Any) -> int:
        """The other's final degree."""
        return self.facing(edit.before).theirs(
            edit, lambda *one: Test(*one).final, lambda degree: f"degree {roman(degree)}"
        )


class Helped(ForDegree):
    """A roll in which others may help, or a close skill stands in for one that somebody does not have."""

    help_rules: ClassVar[tuple[str, str]] = "", ""
    """Of a close skill, and of help."""
    nearby: bool = False
    """A close skill stands in for one that you do not have, at half its total."""
    helpers: tuple[Annotated[int, Field(ge=0, le=999)], ...] = Field(default=(), max_length=12)
    """The totals of those who help: half of the best, a quarter of the next …"""

    def with_help(self, found: Tally) -> Tally:
        """With help; half of it where it stands in for another."""
        close, help = self.help_rules
        if self.nearby:
            found = found.plus(Term(found.total // 2 - found.total, "half, for a close skill", close))
        more = degrees.helped(found.total, self.helpers) - found.total
        return found.plus(Term(more, "help", help)) if more else found
