"""Panels of those who suffer (`engine.suffering`): tolerances with what follows at 0, what waits, conditions with what
they bar, lasting harm, afflictions and their cure, numbers with what changes them now. Words and looks are a game's, in
a table:

    [tolerances]  luck = { full = "★", empty = "☆", key = "k", rule = "X-1" }
    [ends]        gm = "your GM says"                     # how conditions end
    [units]       wounds = "day"                          # what is left of lasting harm by its kind; else `words`
    [tests]       scars = "therapy"                       # lasting harm that a test a day lessens
    deadly = ["dead", "dying"]                            # conditions that are the end, or near it
    [cells]       meters = 13, slots = 10, ranks = 16     # of labels
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from saga_tui.engine.ailments import Held, Ill
from saga_tui.engine.document import Ask
from saga_tui.engine.suffering import Roll, Suffering
from saga_tui.engine.under_odds import therapy
from saga_tui.roll_under import MISS, WORST
from saga_tui.ui.builder.priced import row_id
from saga_tui.ui.panel_table import asked_rows
from saga_tui.ui.rolls_under import UnderRolls
from saga_tui.ui.specs import Boxes, Line, Number, Pips, Row, Token, Track
from saga_tui.words import listed, percent, plural, signed

HARM: Final = Token("■", "□", "$bad")
ILL: Final = Token("▰", "▱", "$warn")
MOST: Final = 12
"""The most that two dice give to lasting harm."""
WEEK: Final = 7


class AilingPanels:
    """A game's panels, by its rolls and its table; `named` says what a Training Rank is called."""

    def __init__(self, spec: UnderRolls, table: Mapping[str, Any], named: Callable[[int], str]) -> None:
        self.spec, self.rules, self.ails, self.odds = spec, spec.rules, spec.ails, spec.odds
        self.table, self.named = table, named

    def play(self, document: Any) -> Any:
        """Where play stands; where it will begin before that."""
        return self.ails.numbers(document).play

    def steps(self, name: str) -> dict[str, Any]:
        """What left and right do on a counter."""
        return {
            way: self.rules.command("adjust", {"counter": name, "by": by}) for way, by in (("less", -1), ("more", 1))
        }

    # ---- tolerances

    def tolerances(self, document: Any) -> Iterator[Pips]:
        """A bar each: what is left, and what comes at 0 before it comes; full before play."""
        of = self.spec.of(document)
        for key, row in of.tolerances.items():
            most, look = of.number(f"{key}-most").total, self.table["tolerances"][key]
            now = getattr(of.play, key) if document.play is not None else most
            note, detail, bad = self._follows(of, key, now)
            yield Pips(f"{row['name']} {now}", now, most, Token(look["full"], look["empty"], f"${key}"), note=note,
                       narrow=note, detail=detail, note_style="bold $bad" if bad else "$dim",
                       names=(key, f"{key}-most"), label_width=self.table["cells"]["meters"], id=key, key=look["key"],
                       rule=look["rule"],
                       choose=f"take-{key}", **self.steps(key))  # fmt: skip

    def _follows(self, of: Suffering, key: str, now: int) -> tuple[str, str, bool]:
        """What comes of it at 0, the chance to stand what further damage asks for, and whether it is bad."""
        row = of.tolerances[key]
        gone, asks = of.conditions[row["at_zero"]].name, row["asks"]
        if not of.suffers(row["at_zero"]):
            return f"0: {gone}", f"next damage: {gone}" if not now else f"at 0 {gone}", not now
        if not asks:
            return gone, "", True
        number = of.target(Roll(of.actions[asks].roll, "resistance", action=asks)).total
        found = [chance for degree, chance, _, effects in self.odds.outcomes(of, asks, number)
                 if degree not in (MISS, WORST) and not {*effects} & {*of.conditions, *self.ails.fields}]  # fmt: skip
        return gone, f"hurt: {of.actions[asks].name}, unharmed {percent(sum(found, Fraction()))}", True

    def slots(self, document: Any, keys: Mapping[str, str], choose: str) -> Iterator[Boxes]:
        """The slots of each kind of lasting harm, with what is held; `keys` open what is chosen there."""
        of = self.spec.of(document)
        for kind in self.ails.kinds:
            held, table = getattr(of.play, kind), type(of).harms(kind)
            told = [f"{table[one.key].name if one.key in table else one.key} {one.left}" for one in held]
            yield Boxes(kind.capitalize(), len(held), len(table), HARM, label_width=self.table["cells"]["slots"],
                        note=", ".join(told) or "none", id=f"slots-{kind}", key=keys.get(kind, " "), choose=choose,
                        alone=True)  # fmt: skip

    # ---- what waits, and what is near

    def ask_words(self, document: Any, ask: Ask) -> str:
        """An asked roll with its chance: `Endure: Resilience, 55%`."""
        words, chance = self.ails.words(document, ask), self.odds.forecast(document, ask)
        return f"{words}, {percent(chance)}" if chance is not None else words

    def waits(self, document: Any, last: tuple[str, str], rounds: tuple[str, str]) -> Iterator[Row]:
        """The outcome of the last roll while it may be changed, rolls that are asked for, rounds that go on outside a
        fight: key and action of the `last` roll and of `rounds`; no key where a fight counts them."""
        of, thrown = self.spec.of(document), self.play(document).thrown
        if thrown is not None and thrown.waits:
            yield Line(
                f"{self.ails.told(of, thrown)}: change or accept", key=last[0], style="bold $warn", choose=last[1]
            )
        make = partial(partial, self.spec.answer)
        yield from asked_rows(of.play.asks, partial(self.ask_words, document), lambda ask: make(ask=ask), "waive")
        if (why := self.ails.in_rounds(document)) and rounds[0]:
            yield Line(f"Rounds go on: {why}", mark="◷", key=rounds[0], choose=rounds[1])

    def near(self, document: Any) -> tuple[str, str]:
        """The end that has come or is near, and how a test may still keep it off at each round's end."""
        of = self.spec.of(document)
        key = next((key for key in self.table["deadly"] if document.play is not None and of.suffers(key)), "")
        row = self.ails.row(of, key) if key else None
        if row is None:
            return (of.conditions[key].name if key else ""), ""
        chance = percent(of.scale.success(of.target(Roll(row.roll, "resistance")).total))
        ends = listed((of.actions[one].name for one in of.conditions[key].by), "or")
        return of.conditions[key].name, f"{of.label_of(row.roll)} {chance} at each round's end; {ends} ends it"

    # ---- conditions, harm, afflictions

    def conditions(self, document: Any) -> Iterator[Line]:
        """Each with its number, its end and what it bars; those within another below it."""
        of = self.spec.of(document)
        for one in of.play.conditions:
            row, note = of.conditions.get(one.key), self._ends(of, one)
            name = f"{row.name if row else one.key}{f' {one.number}' if one.number else ''}"
            yield Line(name, mark="●", style="bold", note=note, narrow=note, choose="conditions",
                       detail=row.text if row else "", rule=row.rule if row else "",
                       drop=self.rules.command("end-condition", {"what": one.key}))  # fmt: skip
        for row, strength, by in of.standing:
            if by:
                name = f"{row.name}{f' {strength}' if row.numbered else ''}"
                yield Line(name, mark="└", note=f"by {by}", rule=row.rule, style="bold")
        for what, by in dict.fromkeys(of.bars()):
            yield Line(what, mark="✗", style="$bad", note=f"barred: {by}")

    def _ends(self, of: Suffering, one: Held) -> str:
        """`Recenter`, `your next turn ends, the cave`."""
        row = of.conditions.get(one.key)
        ways = (of.actions[key].name if key in of.actions else key for key in (row.by if row else ()))
        ends = listed(ways, "or") or str(self.table["ends"].get(one.ends or (row.ends if row else "gm"), ""))
        source = one.source.removeprefix("affliction:") if one.source not in of.tolerances else ""
        return ", ".join(filter(None, (ends, source)))

    def harms(self, document: Any) -> Iterator[Row]:
        """Lasting harm with what is left and what it touches; then what may still come."""
        of = self.spec.of(document)
        for kind, said in self.ails.kinds.items():
            left, table = {one.key: one.left for one in getattr(of.play, kind)}, type(of).harms(kind)
            for key, row in ((key, table[key]) for key in left if key in table):
                unit, name = self.table["units"].get(kind), f"{said['one']}:{key}"
                note = plural(left[key], unit) if unit else f"{said['words'].split()[-1].lower()} {left[key]}"
                yield Track(row.name, left[key], MOST, HARM, label_width=11, note=note, names=(name,), id=f"harm-{key}",
                            alone=True, choose="treat", **self.steps(name))  # fmt: skip
                touched = listed(one.name for ref, one in of.skills.items() if row.attribute in of.pair(ref))
                yield Line(f"−2 on {touched}", mark="└", style="$dim")
                if kind in self.table["tests"]:
                    test = self.ails.row(of, self.table["tests"][kind])
                    success = of.scale.success(of.target(Roll(test.roll if test else "", "resistance")).total)
                    gone = therapy(success, left[key], WEEK)[0]
                    yield Line(f"gone after a week of tests: {percent(gone)}", mark="└", style="$dim")
            if free := [row.name for key, row in table.items() if key not in left]:
                yield Line(", ".join(free), mark="□", style="$dim", note=f"no {said['one']}")

    def afflictions(self, document: Any) -> Iterator[Row]:
        """Each with its Rank, its onset, the next test and the chance of a cure before the worst."""
        of, made = self.spec.of(document), self.rules.command
        for at, one in enumerate(of.play.afflictions):
            row, (due, course) = of.afflictions.get(one.key), self._course(document, one)
            yield Pips(row.name if row else one.key, one.rank, row.max_rank if row else one.rank, ILL, label_width=14,
                       note=due, narrow=due, names=(f"affliction:{one.key}",), id=f"affliction-{at}", alone=True,
                       choose=made("confront", {"affliction": one.key}),
                       drop=made("set-affliction", {"affliction": one.key, "rank": 0}))  # fmt: skip
            if course:
                yield Line(course, mark="└", style="$dim")
        for ward in of.play.wards:
            told = "immune for ten minutes" if ward.immune else "−2 to resist it for ten minutes"
            yield Line(of.afflictions[ward.key].name if ward.key in of.afflictions else ward.key, mark="◷", note=told)

    def _course(self, document: Any, one: Ill) -> tuple[str, str]:
        """When it is felt or confronted, and the chance of a cure before it has done its worst."""
        row = self.spec.of(document).afflictions.get(one.key)
        if row is None or one.onset:
            return f"felt in {plural(one.onset, row.onset.unit if row else 'day')}", ""
        due = f"test in {plural(one.due, row.frequency.unit)}" if one.due else "test now"
        if not (known := row.resistance or one.resistance):
            return due, "its resistance is still to be said"
        cure = self.odds.cured(document, one.key, known).get(one.rank)
        return due, "it has done its worst" if cure is None else f"cured before its worst Rank: {percent(cure)}"

    # ---- numbers

    def rank(self, of: Suffering, name: str) -> Number:
        """A target number now, with the chance of a plain roll; of an attribute its rank. Enter rolls it."""
        row, base, bare = of.table[name], of.number(name).total, of.table[name].kind == "attribute"
        key = row.key.partition(":")[0]
        number = of.target(Roll(name, "resistance" if not bare and of.skills[key].resistance else "own")).total
        trained, shift = 0 if bare else of.training(row.key), number - base
        pair = "" if bare else listed(of.label_of(one) for one in of.pair(key))
        return Number(row.label, base if bare else of.scale.cut(number), note=percent(of.scale.success(number)), room=2,
                      tail=f" {signed(shift)}" if shift and not bare else "", bar=9, most=12 if bare else of.scale.most,
                      label_width=self.table["cells"]["ranks"], value_style="bold $title" if trained else "$title",
                      names=(name,), id=row_id(name, "rank"),
                      detail=row.use if bare else f"{self.named(trained)} {trained}: {pair}",
                      choose=partial(self.spec.open, verb=self.spec.table["verbs"]["test"], skill=name))  # fmt: skip

    def ranks(self, document: Any, names: Sequence[str]) -> Iterator[Number]:
        """These, in their order."""
        yield from (self.rank(self.spec.of(document), name) for name in names)

    def skills(self, document: Any, trained: bool = True) -> Iterator[Number]:
        """Skills that are trained, the best first; or the others. One with fields stands there by these."""
        of = self.spec.of(document)
        found = {name: row.key for name, row in of.table.items() if row.kind == "rank"}
        fields = {name.partition(":")[0] for name in found if ":" in name}
        shown = [name for name, ref in found.items()
                 if not of.skills[ref.partition(":")[0]].resistance and bool(of.training(ref)) == trained
                 and (trained or name not in fields)]  # fmt: skip
        yield from sorted((self.rank(of, name) for name in shown), key=lambda row: -int(row.value))
