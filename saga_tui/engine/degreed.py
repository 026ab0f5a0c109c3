"""Rolls for a degree (`saga_tui.degrees`): two open dice under a score, alone or against somebody's. A game declares
its own commands below these: what they are rolled under, and by which rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from saga_tui import degrees
from saga_tui.degrees import Test, roman
from saga_tui.engine.command import Outcome, Words
from saga_tui.engine.fields import Of
from saga_tui.engine.rolled import Contested, Modified, limited
from saga_tui.odds import Dist
from saga_tui.tally import Tally, Term

Score = Annotated[int, Field(ge=-99, le=999)]
Scored = Annotated[Words, Of("score", keys="score key")]
Foe = Annotated[Words, Of("foe")]


def signed(degree: int) -> str:
    """A degree that is added: `+II`, `−I`, `0`."""
    return f"{'+' * (degree > 0)}{roman(degree)}"


class ForDegree(Modified):
    """A roll under a score: low is good."""

    again: ClassVar[int] = degrees.SIDES
    natural: ClassVar[str] = ""
    """The rule of what two 1s or two 6s bring beside the degree."""
    lower: ClassVar[str] = ""
    """The rule by which the lower of two skills counts."""
    also: Scored = ""
    """Another skill that is used at once: the lower total counts."""

    def numbers(self, document: Any) -> Any:
        """The numbers of a document: what the functions with an `of` take."""
        raise NotImplementedError

    def own(self, of: Any) -> Tally:
        """The score without another skill's limit."""
        raise NotImplementedError

    def total_of(self, of: Any, ref: str) -> Tally:
        """A characteristic or a skill."""
        raise NotImplementedError

    def number(self, document: Any) -> Tally:
        """The score that it is rolled under."""
        of = self.numbers(document)
        return limited(self.own(of), self.total_of(of, self.also), self.lower) if self.also else self.own(of)

    def lucky(self, document: Any) -> bool:
        """Whether the group plays with what a natural 2 or 12 may bring."""
        del document
        return True

    def luck(self, document: Any, natural: str, test: Test) -> str:
        """What a natural 2 or 12 may bring, `advantage` or `penalty`, as the group plays."""
        if not self.lucky(document):
            return ""
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
            edit.object(rule, f"You have no {score.label}", "Choose one from the list.", code="unknown")
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


class Tested(ForDegree):
    """A test of a skill; others may help, or a close skill stands in for one that somebody does not have."""

    typed: ClassVar[tuple[str, ...]] = ("skill", "against", "difficulty")
    ids: ClassVar[Mapping[str, str]] = {}
    """The rules of `success`, of help (`helped`), a close skill (`close`) and a `grade`; of an opposition (`met`,
    `won`), and of a `hold` on somebody that a narrow win may give."""
    grades: ClassVar[Mapping[str, int]] = {}
    """What each word for a `difficulty` adds, where the game has such a parameter."""
    influence: ClassVar[tuple[str, ...]] = ()
    """The skills with which it may."""
    skill: Scored
    """A characteristic or a skill."""
    nearby: bool = False
    """A close skill stands in for one that you do not have, at half its total."""
    helpers: tuple[Annotated[int, Field(ge=0, le=999)], ...] = Field(default=(), max_length=12)
    """The totals of those who help: half of the best, a quarter of the next …"""

    def by_itself(self, document: Any) -> Iterator[Term]:
        """The difficulty."""
        word = getattr(self, "difficulty", "")
        if self.grades.get(word):
            yield Term(self.grades[word], word.replace("_", " "), self.ids["grade"])

    def own(self, of: Any) -> Tally:
        """With help; half of it where it stands in for another."""
        found = self.total_of(of, self.skill)
        if self.nearby:
            found = found.plus(Term(found.total // 2 - found.total, "half, for a close skill", self.ids["close"]))
        more = degrees.helped(found.total, self.helpers) - found.total
        return found.plus(Term(more, "help", self.ids["helped"])) if more else found

    def apply(self, edit: Any) -> None:
        """Thrown and told."""
        done = self.throw(edit).success
        edit.say("success" if done else "failure", self.ids["success"], way="comes" if done else "goes")


class Opposed(AgainstDegree, Tested):
    """A test against somebody's: one wins above 0 with a degree of one's own."""

    against: Score | None = None
    """The other's score."""
    foe: Foe = ""
    """Who it is against."""

    def apply(self, edit: Any) -> None:
        """Both are thrown."""
        if self.facing(edit.before).rival is None and self.degree is None:
            told = "Say the other's score, or their final degree."
            edit.object(self.ids["met"], "Against whom?", told, code="choose")
        met = degrees.opposed(self.throw(edit).final, self.against_it(edit))
        said = {"a": "you win", "b": "the other side wins", "neither": "nothing changes"}[met.winner]
        won = met.winner == "a"
        text = f"relative degree {roman(met.relative)}: {said}"
        edit.say(text, self.ids["won"], way="comes" if won else "", came=met.relative)
        if won and met.relative == 1 and self.skill.partition(":")[0] in self.influence:
            edit.say("a narrow win: a hold on them, if your GM agrees", self.ids["hold"])

    def follows(self, outcome: Outcome[Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Verbs and parameters of what it may bring: a hold."""
        hold = any(one.rule == self.ids["hold"] for one in outcome.lines)
        return [("hold", {"what": "hold", "against": self.foe})] if hold else []
