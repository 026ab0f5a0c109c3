"""Skills that are learned by levels (`engine.levels`) as a step of a builder: a row each under what it stands on, with
its level, what the next ones cost, a mark for the trade; those of later ages on wish; what is asked for a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from saga_tui.engine.learned import Numbers
from saga_tui.engine.levels import Held
from saga_tui.engine.rules import Rules
from saga_tui.problem import Where
from saga_tui.ui.builder.priced import Price, ladder, priced, row_id
from saga_tui.ui.builder.spec import Rows
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Form, Pick, Text
from saga_tui.ui.specs import Action, Number, Row
from saga_tui.words import sentence, signed

WIDTH: Final = 24
"""Cells of the longest label."""
Groups: TypeAlias = Iterator[tuple[str, Iterator[Row]]]


@dataclass(frozen=True, slots=True)
class Learning:
    """What a game says of its skills: their numbers, what one may stand on, where one may start, what a total is
    called, the specialisations that are known by a skill's key, and the key of those that have a step of their own
    (`aside`)."""

    rules: Rules[Any]
    of: Callable[[Any], Any]
    stands_on: Sequence[str]
    starts: Sequence[int]
    named: Callable[[int], str]
    known: Callable[[Any, str], Sequence[str]]
    adds: str = "Add a specialisation"
    aside: str = ""

    # ---- rows

    def part(self, words: str) -> Rows:
        """The step's list, with a field that sifts it."""
        return Rows(where=("skills",), groups=self.groups, row_of=self.row_at, search=words, turns="Trade",
                    further=self.later, further_words="skills of later ages")  # fmt: skip

    def groups(self, document: Any) -> Groups:
        """Every skill of the age and those that were bought, under what they stand on."""
        of: Numbers = self.of(document)
        for key in self.stands_on:
            mine = (one for one in of.held.values() if one.on == key and one.key != self.aside)
            if found := [one for one in mine if not self._is_later(document, one)]:
                yield f"{of.called(key)} {of.score(key)}", (self.row(document, one) for one in found)

    def later(self, document: Any) -> Groups:
        """Those of later ages."""
        mine = (one for one in self.of(document).held.values() if one.key != self.aside)
        yield "Of later ages", (self.row(document, one) for one in mine if self._is_later(document, one))

    def _is_later(self, document: Any, one: Held) -> bool:
        """Whether it is of a later age and was not bought."""
        later: bool = one.place is None and self.of(document).later(one.key, one.tl)
        return later

    def row(self, document: Any, one: Held) -> Number:
        """A skill with its level and what it costs; right and left raise and lower it, Space marks it."""
        of, made = self.of(document), self.rules.command
        row, total = of.skills.get(one.key), of.total(one.ref)
        trade = one.place is not None and document.skills[one.place].trade
        paid, steps = (
            of.price("skill", one.start, one.level),
            ladder(one.level, partial(of.price, "skill"), of.next_level),
        )
        said = f"technology {one.tl}" if self._is_later(document, one) else "trade" * trade
        lower = of.level_before(one.level, one.start) is not None
        return priced(
            total, Price("level", one.level, paid, steps), kept=said, label=one.label, label_width=WIDTH, room=3,
            value_style="bold" if one.place is not None else "$dim",
            detail=f"{sentence(self.named(total.total))}. {row.use if row else ''}",
            more=made("raise-skill", {"skill": one.ref}),
            less=made("lower-skill", {"skill": one.ref}) if lower else None,
            choose=Form(self.rules.commands["set-skill"], title=one.label, params={"skill": one.ref},
                        now={"level": one.level}),
            drop=made("remove-skill", {"place": one.place}) if one.place is not None else None,
            turn=made("mark-trade", {"skill": one.ref, "on": not trade}),
        )  # fmt: skip

    def row_at(self, document: Any, where: Where) -> str:
        """The row of a skill that was bought."""
        place = where[1] if len(where) > 1 else None
        known = isinstance(place, int) and place < len(document.skills)
        return row_id(self.of(document).bought_at(place).name) if known else ""

    # ---- new ones

    def actions(self) -> tuple[Action, ...]:
        """Keys for one that is bought once for each specialisation, and for an own one."""
        start = partial(Pick, "start", [Offer(str(at), f"Starts at {signed(at) if at else 0}") for at in self.starts])
        added = (
            Pick("skill", self._special, "Which skill?"),
            Text("name", "Which one?", suggestions=lambda document, given: self.known(document, given["skill"])),
            start("Where does it start? Your GM says.", when=self._starts_free),
        )
        own = (
            Text("name", "What is it called?"),
            Pick("on", self._stands_on, "Which characteristic is it on?"),
            start("Where does it start? Your GM agrees."),
        )
        commands = self.rules.commands
        return (
            Action("special", "Add", self.adds, Form(commands["add-skill"], added), key="a", shown=True),
            Action("own", "Own skill", "Make a skill of your own", Form(commands["make-skill"], own), key="o",
                   shown=True),
        )  # fmt: skip

    def _special(self, document: Any, _given: Any) -> list[Offer]:
        return [Offer(one.key, one.name, one.use) for one in self.of(document).skills.values() if one.specialise]

    def _stands_on(self, document: Any, _given: Any) -> list[Offer]:
        return [Offer(key, self.of(document).called(key)) for key in self.stands_on]

    def _starts_free(self, document: Any, given: Mapping[str, Any]) -> bool:
        return self.of(document).skills[given["skill"]].base is None
