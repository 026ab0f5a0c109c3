"""Rolls: tests and oppositions, attacks, defences, damage, initiative (S-TST, S-OPP, S-ATK, S-DEF, S-FIRE, S-BLST).

Each says of a character what it is rolled under (`number`) and its modifiers (`degrees`); an attack what it may do, its
`blow`. The same is thrown, and shown beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from saga_tui import degrees
from saga_tui.degrees import Test, helped, opposed, roman
from saga_tui.engine.command import Command as Fields
from saga_tui.engine.fields import Of
from saga_tui.engine.rolled import Contested, Modified, limited
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play.harm import Thrown
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules.base import Change, Words
from saga_tui.games.sagas.rules.fight import what_comes
from saga_tui.games.sagas.rules.figures import ART, MAIN, SECONDARY, Figures, figures
from saga_tui.odds import Dist
from saga_tui.tally import Tally, Term

Score = Annotated[int, Field(ge=-99, le=999)]
Amount = Annotated[int, Field(ge=0, le=999)]
Scored = Annotated[Words, Of("score", keys="score key")]
Weapon = Annotated[Words, Of("weapon", keys="weapon key")]
Difficulty = Literal["obvious", "very_easy", "easy", "normal", "difficult", "very_difficult", "extremely_difficult",
                     "almost_impossible", "theoretically_impossible"]  # fmt: skip
IN_HAND: Final = {"aim": "aimed", "dodge": "good_dodge", "hold": "hold_over"}
"""The modifier that a bonus in hand stands for."""


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


class Rolling(Modified, Thrown):
    """A roll under a score: low is good (S-TST-1)."""

    group = "rolls"
    also: Scored = ""
    """Another skill that is used at once: the lower total counts."""

    def offered(self, document: Character) -> Mapping[str, book.Modifier]:
        """Those for how it was played, or of health."""
        return self.free(document, modifiers(("social", "health"), "test"))

    def free(self, document: Character, there: Mapping[str, book.Modifier], *but: str) -> Mapping[str, book.Modifier]:
        """Without those of a bonus that is in hand, and some others."""
        held = {*but, *(IN_HAND.get(one.what) for one in play_of(document).held)}
        return {key: row for key, row in there.items() if key not in held}

    def own(self, of: Figures) -> Tally:
        """The score without another skill's limit."""
        raise NotImplementedError

    def number(self, document: Character) -> Tally:
        """The score that it is rolled under (S-HELP-3)."""
        of = figures(document)
        return limited(self.own(of), total_of(of, self.also), "S-HELP-3") if self.also else self.own(of)

    def law(self, document: Character) -> Dist:
        """The law of its final degree."""
        return degrees.law(self.number(document).total, self.degrees(document).total)

    def dice_needed(self, document: Any) -> int:
        """Two."""
        return 2

    def throw(self, edit: Change, *seconds: int) -> Test:
        """Thrown under its score, and under others of which one is kept; told, and what was used is gone."""
        score, more = self.number(edit.before), self.degrees(edit.before).total
        if self.double_six and not degrees.asks_for_sixes(self.total or 0):
            edit.object("S-DIE-7", "Two sixes are thrown again: 14 at least", "Enter the whole total.", code="dice")
        if not score.terms:
            row = figures(edit.before).skills.get(score.label)
            edit.object(
                self.rules[0],
                f"You have no {row.name if row else repr(score.label)}",
                "Choose one from the list.",
                code="unknown",
            )
        tests = [self._one(edit, one, more) for one in (score.total, *seconds)]
        test, natural = max(tests, key=lambda one: (one[0].final, -one[0].total))
        said = f" at {'+' * (more > 0)}{roman(more)}" if more else ""
        rolled = " and ".join(str(one.total) for one, _ in tests)
        end = ", failed outright" if test.band == "outright" else ""
        edit.say(f"{score.label} {test.score}{said}, rolled {rolled}: degree {roman(test.final)}{end}", self.rules[0])
        if comes := what_comes(natural, test, figures(edit.before).switches):
            against = " if you win and" if isinstance(self, Against) and comes == "advantage" else ", if"
            edit.say(f"a natural {natural}: {comes}{against} your GM agrees", "S-TST-7")
        self.spend(edit)
        return test

    def _one(self, edit: Change, score: int, more: int) -> tuple[Test, str]:
        if self.total is not None:
            natural = "12" if self.double_six else "2" if self.total == 2 else ""
            return Test(score, self.came(edit, 2, self.total), more), natural
        thrown = degrees.Thrown(degrees.draw(2).split(edit.take(self.dice(2))))
        return Test(score, thrown.total, more), thrown.natural


class Against(Contested, Rolling):
    """A roll against somebody's (S-OPP)."""

    def others(self, document: Character) -> Dist:
        """The law of the other's final degree; 0 where nobody is against it."""
        if self.rival is None or self.degree is not None:
            return degrees.NOBODY.shifted(self.degree or 0)
        return degrees.law(self.rival, self.against_modifier)

    def against_it(self, edit: Change) -> int:
        """The other's final degree."""
        return self.theirs(edit, lambda *one: Test(*one).final, lambda degree: f"degree {roman(degree)}")


class Skilled(Fields):
    """What is tested."""

    skill: Scored
    """A characteristic or a skill."""
    difficulty: Difficulty = "normal"


class TestRoll(Rolling, Skilled):
    """A test of a skill (S-TST-2)."""

    __test__ = False
    nearby: bool = False
    """A close skill stands in for one that you do not have, at half its total."""
    helpers: tuple[Amount, ...] = Field(default=(), max_length=12)
    """The totals of those who help: half of the best, a quarter of the next …"""

    def own(self, of: Figures) -> Tally:
        """With help; half of it where it stands in for another."""
        found = total_of(of, self.skill)
        half = Term(found.total // 2 - found.total, "half, for a close skill", "S-HELP-2")
        found = found.plus(half) if self.nearby else found
        more = helped(found.total, self.helpers) - found.total
        return found.plus(Term(more, "help", "S-HELP-1")) if more else found

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


class Facing(Fields):
    """The other's score, right behind what is tested."""

    skill: Scored
    against: Score | None = None
    """The other's score."""


class Oppose(Against, TestRoll, Facing, verb="oppose", title="Opposed roll", rules="S-OPP-1 S-OPP-2 S-TST-2"):
    """Roll against somebody: your final degree less theirs. You win above 0, with a degree of I yourself."""

    def apply(self, edit: Change) -> None:
        """Both are thrown."""
        if self.against is None and self.degree is None:
            edit.object("S-OPP-1", "Against whom?", "Say the other's score, or their final degree.", code="choose")
        met = opposed(self.throw(edit).final, self.against_it(edit))
        said = {"a": "you win", "b": "the other side wins", "neither": "nothing changes"}[met.winner]
        edit.say(f"relative degree {roman(met.relative)}: {said}", "S-OPP-2", way="comes" if met.winner == "a" else "")
