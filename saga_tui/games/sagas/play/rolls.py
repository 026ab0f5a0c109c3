"""Rolls: tests and oppositions (S-TST, S-OPP). Each says of a character what it is rolled under (`number`) and its
modifiers (`degrees`); the same is thrown, and shown beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal

from saga_tui.degrees import Test, opposed, roman
from saga_tui.engine.command import Outcome
from saga_tui.engine.degreed import AgainstDegree, ForDegree, Helped
from saga_tui.engine.rolled import limited
from saga_tui.engine.strikes import Foe, Score, Scored
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules.base import Change, Command
from saga_tui.games.sagas.rules.figures import ART, MAIN, SECONDARY, Figures, figures
from saga_tui.tally import Tally, Term

Difficulty = Literal["obvious", "very_easy", "easy", "normal", "difficult", "very_difficult", "extremely_difficult",
                     "almost_impossible", "theoretically_impossible"]  # fmt: skip


@cache
def modifiers(tables: tuple[str, ...], *on: str) -> Mapping[str, book.Modifier]:
    """The modifiers of these tables that change such rolls (S-ATK-3)."""
    return {key: row for table in tables for key, row in book.modifiers(table).items() if {*row.on} & {*on}}


def total_of(of: Figures, ref: str, field: str = "strikes") -> Tally:
    """A characteristic or a skill, or the best specialisation of one; of a martial art in that field (S-MART-1)."""
    if ref in (*MAIN, *SECONDARY):
        return of.main(ref) if ref in MAIN else of.secondary(ref)
    one = of.held.get(ref) or max((one for one in of.held.values() if one.key == ref), default=None,
                                  key=lambda one: of.total(one.ref).total)  # fmt: skip
    found = of.total(one.ref if one is not None else ref)
    art = of.art(one.label.partition(": ")[2]) if one is not None and one.key == ART else None
    more = getattr(art, field, None) or 0
    return found.plus(Term(more, f"in {field}", "S-MART-1")) if more else found


class Rolling(ForDegree, Command):
    """A roll under a score: low is good (S-TST-1)."""

    group, natural = "rolls", "S-TST-7"
    also: Scored = ""
    """Another skill that is used at once: the lower total counts."""

    def rows(self, document: Character) -> Mapping[str, book.Modifier]:
        """Those for how it was played, or of health."""
        return modifiers(("social", "health"), "test")

    def own(self, of: Figures) -> Tally:
        """The score without another skill's limit."""
        raise NotImplementedError

    def number(self, document: Character) -> Tally:
        """The score that it is rolled under (S-HELP-3)."""
        of = figures(document)
        return limited(self.own(of), total_of(of, self.also), "S-HELP-3") if self.also else self.own(of)

    def lacking(self, document: Character, score: Tally) -> str:
        """By the skill's name."""
        row = figures(document).skills.get(score.label)
        return f"You have no {row.name if row else repr(score.label)}"

    def luck(self, document: Character, natural: str, test: Test) -> str:
        """As the group plays (S-TST-7)."""
        return super().luck(document, natural, test) if figures(document).switch("natural_rolls") != "off" else ""


class Against(AgainstDegree, Rolling):
    """A roll against somebody's (S-OPP)."""


class TestRoll(Helped, Rolling):
    """A test of a skill (S-TST-2)."""

    __test__ = False
    typed: ClassVar[tuple[str, ...]] = ("skill", "against", "difficulty")
    help_rules = "S-HELP-2", "S-HELP-1"
    skill: Scored
    """A characteristic or a skill."""
    difficulty: Difficulty = "normal"

    def own(self, of: Figures) -> Tally:
        """With help."""
        return self.with_help(total_of(of, self.skill))

    def by_itself(self, document: Character) -> Iterator[Term]:
        """The difficulty."""
        if self.difficulty != "normal":
            degree = book.modifiers("difficulty")[self.difficulty].degree
            yield Term(degree, self.difficulty.replace("_", " "), "S-TST-9")

    def throw(self, edit: Change, *seconds: int) -> Test:
        """Not what nobody tries untrained, where the group plays so (S-SKILL-4)."""
        of = figures(edit.before)
        one = of.held.get(self.skill)
        if one is not None and of.level(one) == -15 and of.switch("untrained_hard") == "refuse":
            edit.object("S-SKILL-4", f"{one.label} is never tried untrained", "Learn it first.", code="switch")
        return super().throw(edit, *seconds)


class Plain(TestRoll, verb="test", title="Test", rules="S-TST-2 S-TST-4 S-TST-9 S-SKILL-4 S-HELP-1 S-HELP-2 S-HELP-3"):
    """Test a characteristic or a skill with two open dice, low is good: the degree is how often the total goes into the
    score."""

    def apply(self, edit: Change) -> None:
        """Thrown and told."""
        done = self.throw(edit).success
        edit.say("success" if done else "failure", "S-TST-4", way="comes" if done else "goes")


class Oppose(Against, TestRoll, verb="oppose", title="Opposed roll", rules="S-OPP-1 S-OPP-2 S-TST-2 S-SOC-3"):
    """Roll against somebody: your final degree less theirs. You win above 0, with a degree of I yourself."""

    against: Score | None = None
    """The other's score."""
    foe: Foe = ""
    """Who it is against."""

    def apply(self, edit: Change) -> None:
        """Both are thrown."""
        if self.facing(edit.before).rival is None and self.degree is None:
            edit.object("S-OPP-1", "Against whom?", "Say the other's score, or their final degree.", code="choose")
        met = opposed(self.throw(edit).final, self.against_it(edit))
        said = {"a": "you win", "b": "the other side wins", "neither": "nothing changes"}[met.winner]
        way: Literal["", "comes"] = "comes" if met.winner == "a" else ""
        edit.say(f"relative degree {roman(met.relative)}: {said}", "S-OPP-2", way=way, came=met.relative)
        if way and met.relative == 1 and self.skill.partition(":")[0] in book.data("play")["influence"]:
            edit.say("a narrow win: a hold on them, if your GM agrees", "S-SOC-3")

    def follows(self, outcome: Outcome[Any]) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Verbs and parameters of what it may bring: a hold (S-SOC-3)."""
        hold = any(one.rule == "S-SOC-3" for one in outcome.lines)
        return [("hold", {"what": "hold", "against": self.foe})] if hold else []
