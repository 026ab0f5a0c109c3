"""Rolls under a score whose degree counts (`saga_tui.degrees`), put together with their exact odds: a game names in a
table the fields that are rows, the words of what may come and of what came, and what can be done next; the rest follows
from its commands, which stand below `engine.rolled`.

    [rows]     skill = ["Roll", "Skill"]                     # field: its section, its words
    [chances]  oppose = { won = "you win", between = "nothing", lost = "they win" }     # by verb
               parry = { won = "not hit", lost = "hit", theirs = true, turned = { parry = "hit back" } }
    [words]    oppose = ["You win", "", "No win"]            # by verb: comes, goes, neither
    [offers]   damage = { key = "d", words = "Roll damage: {dice}d6", verb = "damage" } # by what is asked for
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from textual.content import Content

from saga_tui import degrees
from saga_tui.degrees import SIDES, Against, roman
from saga_tui.engine.command import Command, Outcome, objections
from saga_tui.engine.degreed import AgainstDegree, ForDegree, signed
from saga_tui.engine.document import Ask
from saga_tui.engine.hits import Hit
from saga_tui.engine.rules import Rules
from saga_tui.odds import Dist
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.dice import Look
from saga_tui.ui.offers import Offered
from saga_tui.ui.roll import RollSpec, roll, told
from saga_tui.ui.roll_fields import bonus_rows, field_rows, modifier_rows
from saga_tui.ui.roll_items import Item
from saga_tui.ui.roll_odds import Chance, Priced, Reading
from saga_tui.ui.specs import Why
from saga_tui.ui.verdict import Said, Verdict
from saga_tui.words import percent, sentence
from saga_tui.words import signed as plus

if TYPE_CHECKING:
    from saga_tui.engine.session import Session
    from saga_tui.ui.document_screen import DocumentScreen

Screen: TypeAlias = "DocumentScreen[Any]"
IN_HAND, MODIFIERS = "In hand", "Modifiers"
WAYS: Final = ("comes", "goes", "")
ONCE: Final = ("total", "double_six", "other", "bonus", "degree")
"""Parameters of a roll that are no use when it is made again."""
LOOKED_AT: Final = 60
"""Events in which the last roll is looked for."""


class DegreeRoll(RollSpec[Any]):
    """A game's rolls; `stepped` are the sections whose rows change what is rolled, not its degrees alone."""

    look = Look(sides=SIDES, again=SIDES)

    def __init__(self, rules: Rules[Any], table: Mapping[str, Any]) -> None:
        self.rules, self.table = rules, table
        self.fields: Mapping[str, tuple[str, str]] = {name: (row[0], row[1]) for name, row in table["rows"].items()}
        self.sections = tuple(dict.fromkeys(section for section, _ in self.fields.values()))
        self.columns = (self.sections, (IN_HAND, MODIFIERS))  # type: ignore[misc]

    # ---- what a game says

    def without(self, document: Any, command: Any) -> Collection[str]:
        """Fields that this roll has no row for now."""
        return ()

    def met(self, document: Any, command: Any) -> Against | None:
        """Its law against the other side's (or theirs against it); nothing where nobody is against it."""
        if not isinstance(command, AgainstDegree):
            return None
        own, others = command.law(document), command.others(document)
        theirs = self.table["chances"][command.verb].get("theirs", False)
        return degrees.against(others, own) if theirs else degrees.against(own, others)

    def natural(self, document: Any, command: Any) -> str:
        """How likely two 1s are, and two 6s that fail."""
        found = degrees.chances(command.number(document).total, command.degrees(document).total)
        return f"natural 2 {percent(found.natural_2)}, natural 12 that fails {percent(found.fumble)}"

    def tail(self, document: Any, command: Any) -> str:
        """What else follows from it."""
        return ""

    # ---- rows and chances

    def rows(self, document: Any, command: Any) -> Sequence[Item[Any]]:
        """What is rolled, the other side, bonuses in hand, modifiers of the list."""
        found, out = field_rows(self.rules, document, command, self.fields, usual=8), self.without(document, command)
        known = command.facing(document) if isinstance(command, AgainstDegree) else command
        if known is not command:  # what is known of the foe stands in its rows
            told = field_rows(self.rules, document, known, self.fields, usual=8)
            found = [replace(one, value=other.value) for one, other in zip(found, told, strict=True)]
        more = bonus_rows(document, command, IN_HAND, signed), modifier_rows(document, command, MODIFIERS, signed)
        return [*(one for one in found if one.key not in out), *more[0], *more[1]]

    def chance(self, document: Any, command: Any) -> Fraction:
        """Of what one hopes for."""
        return self.chances(document, command)[0].chance

    def chances(self, document: Any, command: Any) -> list[Chance]:
        """What may come of it, the best first."""
        said, met = self.table["chances"][command.verb], self.met(document, command)
        if met is None:
            found = degrees.chances(command.number(document).total, command.degrees(document).total)
            parts = found.success, 1 - found.success - found.outright, found.outright
        elif "between" in said:
            parts = met.wins, met.neither, met.loses
        else:
            theirs = said.get("theirs", False)
            sides = (1 - met.wins, met.wins) if theirs else (met.wins, 1 - met.wins)
            beyond = [Chance(said[way][name], getattr(met, way), "bold $good" if theirs else "bold $bad", within=True)
                      for way in ("far", "turned") for name in said.get(way, ()) if name == getattr(command, said["by"])
                     ]  # fmt: skip
            won, lost = Chance(said["won"], sides[0], "$good"), Chance(said["lost"], sides[1], "$bad")
            return [won, *beyond, lost] if theirs else [won, lost, *beyond]
        words, styles = (said["won"], said["between"], said["lost"]), ("$good", "$title", "$bad")
        return [Chance(*one) for one in zip(words, parts, styles, strict=True)]

    def law(self, document: Any, command: Any) -> Dist:
        """What the chart shows: the own degree, or what is left of it against the other's."""
        met = self.met(document, command)
        if met is None:
            return command.law(document)  # type: ignore[no-any-return]
        if self.table["chances"][command.verb].get("theirs"):
            return degrees.against(command.law(document), command.others(document)).law
        return met.law

    def worth(self, document: Any, command: Any, rows: Sequence[Item[Any]]) -> Iterator[tuple[str, Fraction]]:
        """What a step of each row would add; a modifier is worth what its degrees are."""
        now, known = self.chance(document, command), dict[int, Fraction]()
        known[command.degrees(document).total] = now
        for row in rows:
            if (row.section != self.sections[0] and row.section not in (IN_HAND, MODIFIERS)) or row.digit:
                yield row.key, self.chance(document, row.step(1)) - now
            elif row.section in (IN_HAND, MODIFIERS):
                total = (made := row.step(1)).degrees(document).total
                if total not in known:
                    known[total] = self.chance(document, made)
                yield row.key, known[total] - now

    def read(self, session: Session[Any], command: Any, rows: Sequence[Item[Any]]) -> Reading:
        """Terms, chances, the chart of degrees, what each row would add."""
        document, chances = session.document, self.chances(session.document, command)
        score, more = command.number(document), command.degrees(document)
        adds, wrong = dict(self.worth(document, command, rows)), objections(session.game, document, command)
        gains = [row for row in rows if row.section in (IN_HAND, MODIFIERS) and not row.used and adds[row.key] > 0]
        return Reading(
            heading=[Content(f"{score.label} {score.total}")],
            terms=[(Content.assemble((f"{signed(term.amount):>4}  ", "bold"), term.reason), "") for term in more.terms],
            notes=[Content.styled(f"! {found.message}", "bold $bad") for found in wrong],
            chances=chances,
            tail=Content.styled(self.tail(document, command), "$dim"),
            law=self.law(document, command),
            named=roman,
            tone=lambda degree: "$good" if degree > 0 else "$bad",
            prices=[Priced(f"{row.value} {row.label}", "", adds[row.key]) for row in gains],
            columns=(chances[0].words, ""),
            adds=adds,
            unpaid=next(iter(wrong), None),
            why=Why(score, more=(more,)),
        )

    # ---- what it came to

    def verdict(self, outcome: Outcome[Any]) -> Verdict | None:
        """How it went, with its degree drawn large."""
        lines = outcome.lines
        best = next((one for one in reversed(lines) if one.came is not None), None)
        if best is None or best.came is None:
            return None
        way = best.way or next((one.way for one in lines[lines.index(best) + 1 :] if one.way), "")
        words = dict(zip(WAYS, self.table["words"].get(outcome.command.verb, ()), strict=False))
        own = sorted(lines, key=lambda one: one.rule in self.table.get("aside", ()))
        tone = {"comes": "good", "goes": "bad"}.get(way, "")
        number = roman(best.came) if isinstance(outcome.command, ForDegree) else str(best.came)
        return Verdict(words.get(way) or outcome.command.title, tone, number,
                       [Said(sentence(one.text)) for one in own])  # fmt: skip

    def offers(self, document: Any) -> Sequence[Offered]:
        """What is asked for and can be done at once, then what one has in hand for a while."""
        asks = document.play.asks if document.play is not None else ()
        held = document.play.held if document.play is not None else ()
        found = [offer for ask in asks if (offer := self._offer(ask)) is not None]
        lasting = (f"In hand until round {one.until} ends: {one.told}" for one in held if one.until)
        return [*found, *(Offered("", words, reminder=True) for words in lasting)]

    def _offer(self, ask: Ask) -> Offered | None:
        if (row := self.table["offers"].get(ask.what)) is None:
            return None
        bonus = Hit.of(ask).bonus
        words = row["words"].format(dice=ask.dice, bonus=plus(bonus) if bonus else "")
        given = {name: ask.kind if value == "{kind}" else value for name, value in row.get("set", {}).items()}
        command = self.rules.command(row["verb"], given)
        return Offered(row["key"], words, rule=ask.rule, command=command, composed=row.get("composed", False))

    # ---- what opens it

    async def open(self, desk: Screen, verb: str, **given: Any) -> None:
        """Puts a roll together; one that answers a question does that where it is asked."""
        asks = desk.document.play.asks if desk.document.play is not None else ()
        found = next((one for ask in asks if (one := self._offer(ask)) and one.composed), None)
        if found is not None and found.command is not None and found.command.verb == verb:
            given = found.command.model_dump(exclude_defaults=True) | given
        await roll(desk, self, self.rules.command(verb, self.begun(desk.document, verb) | given))

    def begun(self, document: Any, verb: str) -> dict[str, Any]:
        """What a roll begins with."""
        return {}

    async def at_once(self, desk: Screen, command: Command) -> None:
        """Rolls without a panel, and shows what it came to."""
        await told(desk, self, await desk.execute(command))

    async def pick(self, desk: Screen, verb: str) -> None:
        """Which score, by the lists of the field `skill`; then its roll."""
        names = zip(self.rules.names(desk.document, "score key"), self.rules.names(desk.document, "score"), strict=True)
        offers = []
        for ref, name in names:
            total = self.rules.command(verb, {"skill": ref}).number(desk.document).total  # type: ignore[attr-defined]
            note = percent(degrees.chances(total).success) if total > 0 else "–"
            offers.append(Offer(ref, f"{name} {total}", note))
        if (key := await desk.choose("Roll what?", offers)) is not None:
            await self.open(desk, verb, skill=key)

    async def answer(self, desk: Screen, ask: Ask) -> bool:
        """Makes a roll that is asked for, where the table has it."""
        offer = self._offer(ask)
        if offer is None or offer.command is None:
            return False
        await (roll(desk, self, offer.command) if offer.composed else self.at_once(desk, offer.command))
        return True

    async def again(self, desk: Screen) -> None:
        """Opens the last roll again."""
        for event in islice(desk.memory.history(), LOOKED_AT):
            if event.do in self.table["chances"]:
                given = {name: value for name, value in event.params.items() if name not in ONCE}
                return await self.open(desk, event.do, **given)
        desk.notify("Nothing was rolled yet.")
        return None
