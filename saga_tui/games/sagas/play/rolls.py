"""Rolls: tests and oppositions (S-TST, S-OPP). Each says of a character what it is rolled under (`number`) and its
modifiers (`degrees`); the same is thrown, and shown beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from saga_tui.degrees import Test
from saga_tui.engine import degreed
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
        return of.number(ref)
    one = of.best(ref)
    art = of.art(one.label.partition(": ")[2]) if one is not None and one.key == ART else None
    found, more = of.total(one.ref if one is not None else ref), getattr(art, field, None) or 0
    return found.plus(Term(more, f"in {field}", "S-MART-1")) if more else found


class Rolling(degreed.ForDegree, Command):
    """A roll under a score: low is good (S-TST-1, S-HELP-3)."""

    group, natural, lower = "rolls", "S-TST-7", "S-HELP-3"

    def rows(self, document: Character) -> Mapping[str, book.Modifier]:
        """Those for how it was played, or of health."""
        return modifiers(("social", "health"), "test")

    def numbers(self, document: Character) -> Figures:
        """All of them."""
        return figures(document)

    def total_of(self, of: Figures, ref: str) -> Tally:
        """Of strikes, where it is a martial art."""
        return total_of(of, ref)

    def lucky(self, document: Character) -> bool:
        """As the group plays (S-TST-7)."""
        return figures(document).switch("natural_rolls") != "off"


class TestRoll(degreed.Tested, Rolling):
    """A test of a skill (S-TST-2)."""

    __test__ = False
    ids = {"success": "S-TST-4", "helped": "S-HELP-1", "close": "S-HELP-2", "met": "S-OPP-1", "won": "S-OPP-2",
           "hold": "S-SOC-3", "grade": "S-TST-9"}  # fmt: skip
    grades = {key: row.degree for key, row in book.modifiers("difficulty").items()}
    influence = tuple(book.data("play")["influence"])
    difficulty: Difficulty = "normal"

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


class Oppose(degreed.Opposed, TestRoll, verb="oppose", title="Opposed roll", rules="S-OPP-1 S-OPP-2 S-TST-2 S-SOC-3"):
    """Roll against somebody: your final degree less theirs. You win above 0, with a degree of I yourself."""
