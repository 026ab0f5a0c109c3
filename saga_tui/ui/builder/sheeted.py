"""Steps of a builder for those who have scores with codes and skills, powers with an intensity, weapons and armour, and
several budgets of points; or who are made of cards (`engine.carded`). Words and rules are data:

    [[abilities]]     `key`, what each `covers`, and `skills` that are suggested
    [[codes]]         `key`, how many `skills`, `text`, whether there may be more (`open`); the best first
    code-rule         the rule behind codes
    edge-note, hindrance-note   what stands behind them
    no-suit           what is said of a power without a suit
    deck              the cards that one may be made of, by number
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from saga_tui.engine.command import Command
from saga_tui.engine.rules import Rules
from saga_tui.engine.sheeted import SheetNumbers
from saga_tui.ui.builder.spec import Option
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Asked, Foot, Form, Pick, Text
from saga_tui.ui.panel_table import number_rows
from saga_tui.ui.specs import AnyRow, Line, Number, Row
from saga_tui.words import plural

Groups: TypeAlias = Iterator[tuple[str, Iterable[AnyRow]]]


class Sheeted:
    """The rows of such steps."""

    def __init__(self, rules: Rules[Any], data: Mapping[str, Any], numbers: Callable[[Any], SheetNumbers]) -> None:
        """`numbers` gives those of a document."""
        self.rules, self.data, self.of = rules, data, numbers
        self.codes = {row["key"]: row for row in data["codes"]}

    # ---- what is done

    def done(self, verb: str, **params: Any) -> Command:
        """A command by its verb."""
        return self.rules.command(verb, params)

    def form(self, verb: str, *asked: str, **params: Any) -> Form:
        """A command that is asked for: also its `asked` parameters; some are known."""
        return Form(self.rules.commands[verb], params=params, fields=asked)

    def new_skill(self, key: str = "", *, why: bool = False) -> Form:
        """Asks for a skill: those that are suggested for its ability, or any other; with `why`, for the reason too."""
        known = {row["key"]: row["skills"] for row in self.data["abilities"]}
        offers = [Offer(one, one.capitalize()) for one in known]
        asks: list[Asked] = [Pick("ability", offers, "Under which ability?")] if not key else []
        asks.append(Text("name", "Which skill?", suggestions=lambda _one, given: known[given["ability"]]))
        asks += [Foot("why", "New skill: why", "A note on why.")] * why
        return Form(self.rules.commands["add-skill"], tuple(asks), params={"ability": key} if key else {})

    def does(self, verb: str, **params: Any) -> Any:
        """What carries a command out."""

        async def deed(screen: Any) -> None:
            await screen.execute(self.done(verb, **params))

        return deed

    def steps(self, verb: str, field: str, now: int, most: int, **params: Any) -> dict[str, Any]:
        """A number that left and right change by one, up to that."""
        return {
            "value": now,
            "less": self.done(verb, **params, **{field: max(0, now - 1)}),
            "more": self.done(verb, **params, **{field: min(most, now + 1)}),
        }

    async def paper(self, screen: Any) -> None:
        """Enter from paper, or count points again."""
        await screen.execute(self.done("from-paper", on=not screen.document.entered))

    @staticmethod
    def options(rows: Iterable[Mapping[str, Any]], words: str, about: str) -> Callable[[Any], Sequence[Option]]:
        """Rows of a table to choose from, with words of theirs."""
        return lambda _one: [Option(row["key"], words.format_map(row), about.format_map(row)) for row in rows]

    # ---- rows

    def _cards(self, one: Any, deck: Mapping[int, Any]) -> Iterator[Row]:
        given = {number: to for to, number in one.made.given.items()}
        for number in one.made.cards:
            name = deck[number].name
            yield Line(name, mark="·", note=given.get(number, "not given"), id=f"row-card-{number}",
                       choose=self.giving(one, deck[number]))  # fmt: skip
        yield Line(text="Deal ten cards", mark="+", id="row-deal", choose=self.done("deal-cards"))
        yield Line(text="Lift a score by 5", mark="+", id="row-lift", choose=self.form("lift"))

    def giving(self, one: Any, card: Any) -> Form:
        """Asks what a card is given to, each with what the card would make of it."""
        making, given = self.of(one).told.making, one.made.given
        offers = [Offer(to, to.capitalize(), f"{making.value(one, card, to)}{', has a card' * (to in given)}")
                  for to in making.targets(one)]  # fmt: skip
        ask = Pick("to", offers, "What is it for?")
        return Form(self.rules.commands["give-card"], (ask,), f"Give {card.name}", {"card": card.name})

    def abilities(self, one: Any) -> Groups:
        """Cards dealt; score, code and skills of each; edge and hand."""
        if one.made.way == "cards":
            yield "Cards", self._cards(one, self.data["deck"])
        for row in self.data["abilities"]:
            yield row["key"].capitalize(), self._ability(one, row)
        yield "Edge and hand", self._edge(one)

    def _ability(self, one: Any, row: Mapping[str, Any]) -> Iterator[Row]:
        key, codes = row["key"], list(self.codes)
        own, cap = one.four[key], self.of(one).tier.get("cap", 30)
        yield Number(label="Score", names=(key,), id=f"row-{key}", bar=10, most=cap, label_width=8,
                     detail=", ".join(row["covers"]),
                     **self.steps("set-score", "score", own.score, 30, ability=key))  # fmt: skip
        at = codes.index(own.code) if own.code in codes else len(codes) - 1
        allowed, text = self.codes[codes[at]]["skills"], self.codes[codes[at]]["text"]
        yield Number(label="Code", value=codes[at], id=f"row-{key}-code", label_width=8, rule=self.data["code-rule"],
                     note=f"{text}: {plural(allowed, 'skill')}",
                     less=self.done("set-code", ability=key, code=codes[min(len(codes) - 1, at + 1)]),
                     more=self.done("set-code", ability=key, code=codes[max(0, at - 1)]))  # fmt: skip
        for place, skill in enumerate(own.skills):
            mark, note = ("★", "world-class") if skill.world_class else ("·", "")
            yield Line(skill.name, mark=mark, id=f"row-{key}-skill-{place}", note=note,
                       choose=self.done("mark-skill", ability=key, skill=place, world_class=not skill.world_class),
                       drop=self.does("remove-skill", ability=key, skill=place))  # fmt: skip
        if len(own.skills) < allowed or self.codes[codes[at]]["open"]:
            yield Line(text="Add a skill", mark="+", id=f"row-{key}-add", choose=self.new_skill(key),
                       detail=", ".join(row["skills"]))  # fmt: skip

    def _edge(self, one: Any) -> Iterator[Row]:
        yield Number(label="Edge", names=("edge",), id="row-edge", label_width=8, note=self.data["edge-note"],
                     **self.steps("set-edge", "edge", one.edge, 5))  # fmt: skip
        yield from number_rows(one, self.rules, [{"name": "hand-size"}], label_width=10)

    def powers(self, one: Any) -> Groups:
        """Powers with stunts and limits; weapons and armour."""
        for place, power in enumerate(one.powers):
            yield power.name or "Power", self._power(one, place)
        yield "Weapons and armour", self._gear(one)

    def _power(self, one: Any, place: int) -> Iterator[Row]:
        power, key, cap = one.powers[place], list(self.of(one).powers)[place], self.of(one).tier.get("cap", 30)
        yield Number(label="Intensity", names=(f"power:{key}",), id=f"row-power-{place}", bar=10, most=cap,
                     label_width=10, detail=f"trump {power.suit or self.data['no-suit']}",
                     note=plural(self.of(one).price(power), "point"), choose=self.form("set-trump", power=place),
                     drop=self.does("remove-power", power=place),
                     **self.steps("set-intensity", "intensity", power.intensity, 30, power=place))  # fmt: skip
        for kind, items in (("stunt", power.stunts), ("limit", power.limits)):
            for at, words in enumerate(items):
                yield Line(words, note=kind, mark="·", id=f"row-power-{place}-{kind}-{at}",
                           drop=self.does(f"remove-{kind}", power=place, **{kind: at}))  # fmt: skip
            yield Line(text=f"Add a {kind}", mark="+", id=f"row-power-{place}-{kind}",
                       choose=self.form(f"add-{kind}", power=place))  # fmt: skip

    def _gear(self, one: Any) -> Iterator[Row]:
        for place, it in enumerate(one.gear):
            bonus = f"+{it.bonus} {'to damage' if it.kind == 'weapon' else 'off wounds'}"
            yield Line(it.name, mark="·", note=bonus if it.bonus else it.kind, id=f"row-gear-{place}",
                       drop=self.does("remove-gear", gear=place))  # fmt: skip
        gear, power = self.form("add-gear", "kind", "bonus"), self.form("add-power", "intensity", "suit")
        yield Line(text="Add a weapon or armour", mark="+", id="row-gear-add", choose=gear)
        yield Line(text="Add a power", mark="+", id="row-power-add", choose=power)

    def hindrances(self, one: Any) -> Groups:
        """What hinders; some give points."""
        rows = [Line(words, mark="−", id=f"row-hindrance-{place}", drop=self.does("remove-hindrance", hindrance=place))
                for place, words in enumerate(one.hindrances)]  # fmt: skip
        note, add = self.data["hindrance-note"], self.form("add-hindrance")
        yield "Hindrances", [*rows, Line("Add a hindrance", mark="+", id="row-hindrance-add", note=note, choose=add)]

    # ---- the sheet so far

    def so_far(self, one: Any) -> Iterator[AnyRow]:
        """The numbers, then what is left of the budgets."""
        of, known = self.of(one), [{"name": key} for key in (*one.four, "edge", "hand-size")]
        left = [{"name": it.name} for it in of.points()] if of.budgeted else []
        yield from number_rows(one, self.rules, [*known, *left], label_width=21)

    def left(self, one: Any) -> str:
        """`abilities 24, skills 8, powers 10 left`: points."""
        of = self.of(one)
        told = zip(("abilities", "skills", "powers"), of.points(), strict=True)
        return f"{', '.join(f'{words} {it.total}' for words, it in told)} left" if of.budgeted else ""
