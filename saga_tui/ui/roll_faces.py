"""Rolls of one die equal to or under a number (`saga_tui.roll_under`), put together with their exact odds: the number
with its reasons, those struck out that others beat, every face of the die with its degree, what else could be paid. A
game names the fields that are rows in a table, and says what its commands mean.

    [rows]     skill = ["Roll", "Skill"]                     # field: its section, its words
    [degrees]  strong = "Strong"                             # short names of degrees
    [won]      test = "success"                              # by verb: what one hopes for
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from textual.content import Content

from saga_tui.engine.command import Outcome, objections
from saga_tui.engine.rules import Rules
from saga_tui.roll_under import MISS, WORST, Scale
from saga_tui.safe import safe
from saga_tui.tally import Tally, Term
from saga_tui.ui.dice import Look
from saga_tui.ui.face_bar import Faces, sign
from saga_tui.ui.roll import RollSpec, roll
from saga_tui.ui.roll_fields import field_rows
from saga_tui.ui.roll_items import Item
from saga_tui.ui.roll_odds import Chance, Priced, Reading, signed
from saga_tui.ui.specs import Why
from saga_tui.ui.verdict import Said, Verdict
from saga_tui.words import minus, percent, sentence

if TYPE_CHECKING:
    from saga_tui.engine.session import Session
    from saga_tui.ui.document_screen import DocumentScreen

Screen: TypeAlias = "DocumentScreen[Any]"
LOOKED_AT = 60
"""Events in which the last roll is looked for."""
Law = Mapping[str, Fraction]


class FacesRoll(RollSpec[Any]):
    """A game's rolls under a number."""

    once: Collection[str] = ()
    """Parameters that are no use when a roll is made again."""

    def __init__(self, rules: Rules[Any], table: Mapping[str, Any], sides: int) -> None:
        self.rules, self.table, self.look = rules, table, Look(sides=sides)
        self.fields: Mapping[str, tuple[str, str]] = {name: (row[0], row[1]) for name, row in table["rows"].items()}
        self.columns = table["columns"]  # type: ignore[misc]

    # ---- what a game says

    def scale(self, document: Any) -> Scale:
        """How the die is read."""
        raise NotImplementedError

    def number(self, document: Any, command: Any) -> Tally:
        """The number that is rolled under, not yet cut."""
        raise NotImplementedError

    def law(self, document: Any, command: Any) -> Law:
        """The chance of each degree, the best first."""
        return self.scale(document).law(self.number(document, command).total)

    def without(self, document: Any, command: Any) -> Collection[str]:
        """Fields that this roll has no row for now."""
        return ()

    def prices(self, document: Any, command: Any) -> Sequence[Priced]:
        """What could be paid, and what it would add."""
        return ()

    def notes(self, document: Any, command: Any) -> Sequence[Content]:
        """What else is worth knowing before it."""
        return ()

    def came(self, outcome: Outcome[Any]) -> tuple[str, int] | None:
        """The degree and the face that a roll came to; nothing where there was none."""
        raise NotImplementedError

    # ---- rows and chances

    def rows(self, document: Any, command: Any) -> Sequence[Item[Any]]:
        """A row for each field; those that say nothing now are out of sight."""
        out, usual, found = self.without(document, command), self.table["usual"], list[Item[Any]]()
        for name, words in self.fields.items():
            rows = field_rows(self.rules, document, command, {name: words}, usual=usual.get(name, 1))
            found += [replace(row, shown=name not in out) for row in rows]
        return found

    def chance(self, document: Any, command: Any) -> Fraction:
        """Of succeeding at all."""
        return sum((p for degree, p in self.law(document, command).items() if degree not in (MISS, WORST)), Fraction())

    def chances(self, document: Any, command: Any) -> Iterator[Chance]:
        """Success, the better half of it, the two ways to fail."""
        law, scale = self.law(document, command), self.scale(document)
        good = [degree for degree in law if degree not in (MISS, WORST)]
        yield Chance(self.table["won"].get(command.verb, "success"), self.chance(document, command), "$good")
        if len(good) > 1:
            best = good[: len(good) // 2]
            words = f"{self.named(best[-1])} or better"
            yield Chance(words, sum((law[one] for one in best), Fraction()), "bold $good", within=True)
        yield from (
            Chance(self.named(one).lower(), law[one], sign(scale, one)[1]) for one in (MISS, WORST) if one in law
        )

    def degrees(self, law: Law) -> str:
        """Degrees of success in few words, the best first; nothing where there is only one."""
        good = {degree: chance for degree, chance in law.items() if degree not in (MISS, WORST)}
        told = (f"{self.named(degree)} {percent(chance)}" for degree, chance in good.items() if chance)
        return " · ".join(told) if len(good) > 1 else ""

    def named(self, degree: str) -> str:
        """A degree's short name."""
        return str(self.table["degrees"].get(degree, degree))

    def read(self, session: Session[Any], command: Any, rows: Sequence[Item[Any]]) -> Reading:
        """Terms, chances, faces, prices, what a step of each number would add."""
        document, tally, scale = session.document, self.number(session.document, command), self.scale(session.document)
        law, now, wrong = (
            self.law(document, command),
            self.chance(document, command),
            objections(session.game, document, command),
        )
        cut, words = scale.cut(tally.total), f", cut from {tally.total}" * (scale.cut(tally.total) != tally.total)
        adds = {row.key: self.chance(document, row.step(1)) - now for row in rows if row.digit is not None}
        faces = Faces(scale, tally.total, self.table["degrees"], law)
        return Reading(
            heading=[Content(f"{tally.label} {minus(str(cut))}{minus(words)}")],
            terms=[(term_line(one), "") for one in tally.terms],
            notes=[*(Content.styled(f"! {safe(one.message)}", "bold $bad") for one in wrong),
                   *self.notes(document, command)],
            chances=[*self.chances(document, command)],
            tail=Content.styled(self.degrees(law), "$dim"), drawn=faces.drawn,
            prices=self.prices(document, command), columns=self.table["prices"],
            adds=adds, unpaid=next(iter(wrong), None), why=Why(tally),
        )  # fmt: skip

    # ---- what it came to, and what opens it

    def verdict(self, outcome: Outcome[Any]) -> Verdict | None:
        """The degree, the face drawn large, what follows."""
        found = self.came(outcome)
        if found is None:
            return None
        degree, die = found
        lines = [Said(sentence(one.text)) for one in outcome.lines]
        if outcome.command.verb in self.table["won"]:
            had = f"had {percent(self.chance(outcome.before, outcome.command))}"
            lines[:1] = [Said(sentence(one.text), had) for one in outcome.lines[:1]]
        return Verdict(
            self.table["words"].get(degree, degree), "bad" if degree in (MISS, WORST) else "good", str(die), lines
        )

    async def open(self, desk: Screen, verb: str, **given: Any) -> None:
        """Puts a roll together."""
        await roll(desk, self, self.rules.command(verb, given))

    async def again(self, desk: Screen) -> None:
        """Opens the last roll again."""
        for event in islice(desk.memory.history(), LOOKED_AT):
            if event.do in self.table["again"]:
                given = {name: value for name, value in event.params.items() if name not in self.once}
                return await self.open(desk, event.do, **given)
        desk.notify("Nothing was rolled yet.")
        return None


def term_line(term: Term) -> Content:
    """`  −2  Weary`; one that another beats is struck out."""
    if term.beaten:
        return Content.assemble("      ", (safe(term.reason), "strike $dim"))
    return Content.assemble((f"{signed(term.amount):>4}  ", "bold"), safe(term.reason))
