"""The numbers of somebody by attributes, of whom skills rest on pairs, and what changes a roll under them:
conditions, lasting harm, afflictions, things in use, the penalty of an action. A game declares its tables below
`Suffering`. Its document has `attributes`, `training` and `maxima` by key, `items`, `advances`, `world` (rows of a
setting by the names of the tables, `pairs`) and `campaign.switches`; play has `conditions`, `afflictions`, and each
kind of harm by its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from saga_tui.engine.ailments import Action, Affliction, Condition, Harm, Shift, Skill
from saga_tui.engine.derived import Derived, Part, Row
from saga_tui.engine.edit import slug
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.roll_under import Modifier, Scale, stacked
from saga_tui.tally import Tally, Term, tally
from saga_tui.words import listed, plural

Table = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Roll:
    """What is rolled: a skill, a resistance or an attribute, in which role, for which action with which traits."""

    skill: str
    role: str = "own"
    """`own`, `attack`, `defense` or `resistance`."""
    traits: tuple[str, ...] = ()
    action: str = ""
    """An action whose row has a penalty of its own."""
    chosen: bool = False
    """Whether the modifiers that may be picked for one roll are used up on it."""


def name_of(ref: str) -> str:
    """The name of a skill's number: `craft:smithing` of the field Smithing."""
    key, _, field = ref.partition(":")
    return f"{key}:{slug(field)}" if field else key


class Suffering(Derived):
    """The numbers of one document."""

    says: ClassVar[Mapping[str, str]]
    """The ids of the game's rules by what they say."""
    tables: ClassVar[Mapping[str, Callable[[], Mapping[str, Any]]]]
    """The game's tables: `attributes`, `tolerances`, `skills`, `conditions`, `actions`, `afflictions`."""
    kinds: ClassVar[Mapping[str, Mapping[str, Any]]]
    """The kinds of lasting harm by the fields of play: `one`, `words` of the counter, `rule` of its penalty, of `most`
    and of what is `left`."""
    harms: ClassVar[Callable[[str], Mapping[str, Harm]]]
    """The table of a kind."""
    over: ClassVar[Collection[str]] = ()
    """Conditions with which all is over."""
    titles: ClassVar[Collection[str]] = ()
    """What training is called, rank by rank."""
    penalty: ClassVar[int] = -2
    """Of lasting harm."""

    def __init__(self, document: Any) -> None:
        super().__init__(document)
        self.character = document
        self.table = self._table()

    # ---- a game's own

    def guessed(self, key: str) -> bool:
        """Whether the second attribute of a skill is a guess."""
        del key
        return False

    def follows(self, key: str) -> Iterator[Term]:
        """A maximum, where it follows from something instead of being entered."""
        del key
        yield from ()

    def loss(self) -> int:
        """What lasting harm takes from a maximum."""
        return self.penalty

    def bare(self) -> bool:
        """Whether what touches an attribute touches rolls of the bare one too."""
        return False

    def extra(self, roll: Roll) -> Iterator[Modifier]:
        """What else changes a roll by itself."""
        del roll
        yield from ()

    def penalty_type(self, row: Action) -> str:
        """The type of the penalty of an action."""
        return row.penalty.type if row.penalty else ""

    @property
    def scale(self) -> Scale:
        """How a die is read."""
        raise NotImplementedError

    # ---- tables

    def listed(self, name: str) -> Mapping[str, Any]:
        """A table of the game with the rows of the setting."""
        return {**self.tables[name](), **{one.key: one for one in getattr(self.document.world, name)}}

    @property
    def attributes(self) -> Table:
        """The attributes by key: `name`, `group`, `use`."""
        return self.tables["attributes"]()

    @property
    def tolerances(self) -> Table:
        """What is counted down from a maximum: `name`, the `attribute` behind it, what comes `at_zero`."""
        return self.tables["tolerances"]()

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        """Skills and resistances."""
        return self.listed("skills")

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        """Conditions and states."""
        return self.listed("conditions")

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """Actions."""
        return self.listed("actions")

    @cached_property
    def afflictions(self) -> Mapping[str, Affliction]:
        """Afflictions."""
        return self.listed("afflictions")

    @property
    def play(self) -> Any:
        """Where play stands; where it will begin before that."""
        raise NotImplementedError

    # ---- the table of numbers

    def _table(self) -> dict[str, Row]:
        training = (("training",), ("advances",), ("world",), ("campaign",))
        rule = self.says["attribute"]
        found = {key: Row(key, row["name"], "attribute", use=row["use"], key=row["group"],
                          rests_on=(("attributes", key), ("advances",)), rule=rule)
                 for key, row in self.attributes.items()}  # fmt: skip
        for key, row in self.tolerances.items():
            own = (("maxima", key), ("attributes", row["attribute"]), ("play", "afflictions"))
            rests = (*own, *training, *(("play", one) for one in self.kinds))
            found[f"{key}-most"] = Row(f"{key}-most", f"Most {row['name']}", "maximum", key=key, rests_on=rests)
        for ref, label in self.refs_named():
            key, name = ref.partition(":")[0], name_of(ref)
            pair, rule = self.pair(key), self.says["resistance" if self.skills[key].resistance else "skill"]
            names = listed(self.attributes[one]["name"] for one in pair)
            guess = ", the second by our guess" if self.guessed(key) else ""
            reason = f"{'lower of ' if len(pair) > 1 else ''}{names}{guess}"
            of = self.says["guess"] if guess else rule
            part = Part(dict.fromkeys(pair, 1), least=True, reason=reason, rule=of)
            found[name] = Row(name, label, "rank", use=self.skills[key].use, key=ref, parts=(part,), rests_on=training,
                              rule=rule)  # fmt: skip
        return found

    def refs_named(self) -> Iterator[tuple[str, str]]:
        """Skills and resistances by ref, with their labels; those with fields once for each that is trained or raised,
        as it was first written."""
        own = [*self.document.training, *(one.what for one in self.document.advances)]
        for key, row in self.skills.items():
            yield key, row.name
            if row.fields:
                fields = {name_of(one): one.partition(":")[2] for one in reversed(own) if one.startswith(f"{key}:")}
                yield from ((f"{key}:{field}", f"{row.name}: {field}") for field in reversed(fields.values()) if field)

    def pair(self, key: str) -> tuple[str, ...]:
        """The attributes of a skill or a resistance: those that are known, and what the group or a guess has for the
        missing one."""
        row = self.skills[key]
        other = self.document.world.pairs.get(key, "") or (row.house if self.guessed(key) else "")
        return tuple(one for one in (*row.known, other) if one in self.attributes)

    def training(self, ref: str) -> int:
        """The Training Rank of a skill, a resistance or a tolerance, raises included."""
        return int(self.document.training.get(ref, 0)) + sum(one.amount for one in self.learned(name_of(ref)))

    def number(self, name: str) -> Tally:
        """A number by its name; one that rests on an attribute which nobody entered yet is 0, and says so."""
        row = self.table.get(name)
        pair = self.pair(row.key.partition(":")[0]) if row is not None and row.kind == "rank" else ()
        if row is not None and name not in self.kept and (lacking := [one for one in pair if not self.has(one)]):
            missing = listed(self.attributes[one]["name"] for one in lacking)
            return self.once(Tally(name, row.label, (Term(0, f"{missing} not entered yet", row.rule),)))
        return super().number(name)

    def has(self, key: str) -> bool:
        """Whether an attribute, or the maximum of a tolerance, was entered or follows."""
        if key in self.attributes:
            return bool(self.document.attributes.get(key))
        return bool(self.document.maxima.get(key)) or any(True for _ in self.follows(key))

    def more(self, row: Row, now: int) -> Iterator[Term]:
        """What was entered, trained and raised; what a maximum loses."""
        if row.kind == "attribute":
            value = self.document.attributes.get(row.name, 0)
            yield Term(value, "entered" if value else "not entered yet", row.rule)
        elif row.kind == "rank":
            trained = self.document.training.get(row.key, 0)
            yield Term(trained, [*self.titles][max(0, min(trained, len(self.titles) - 1))], row.rule)
        else:
            entered = self.document.maxima.get(row.key, 0)
            told = Term(entered, "entered" if entered else "not entered yet", self.says["tolerance"])
            yield from [*self.follows(row.key)] or [told]
        yield from self.learned(row.name)
        if row.kind == "maximum":
            yield from stacked(self.losses(row.key))

    def losses(self, key: str) -> Iterator[Modifier]:
        """What lowers the maximum of a tolerance: condition penalties."""
        attribute = self.tolerances[key]["attribute"]
        for kind, told in self.kinds.items():
            for row in self.harmed(kind):
                if row.attribute == attribute:
                    yield Modifier(self.loss(), row.name, "condition", told["most"])
        yield from (one for touched, one in self._ranks() if attribute in touched)

    def harmed(self, kind: str) -> list[Harm]:
        """The lasting harm of a kind that is held."""
        rows = type(self).harms(kind)
        return [rows[one.key] for one in getattr(self.play, kind) if one.key in rows]

    def _ranks(self) -> Iterator[tuple[tuple[str, ...], Modifier]]:
        """Each affliction that is felt, with the attributes that it touches."""
        for one in self.play.afflictions:
            row = self.afflictions.get(one.key)
            if row is not None and not one.onset and one.rank:
                told = f"{row.name}, Rank {one.rank}"
                yield row.attributes, Modifier(-one.rank, told, "condition", self.says["rank"])

    # ---- conditions

    @cached_property
    def standing(self) -> tuple[tuple[Condition, int, str], ...]:
        """Every condition that holds with its strength, those that others include too, and which one gives it."""
        found: list[tuple[Condition, int, str]] = []
        for one in self.play.conditions:
            self._include(found, one.key, one.number, "")
        return tuple(found)

    def _include(self, found: list[tuple[Condition, int, str]], key: str, strength: int, by: str) -> None:
        row = self.conditions.get(key)
        if row is None or any((one.key, held, of) == (key, strength, by) for one, held, of in found):
            return
        found.append((row, strength, by))
        for part in row.includes:
            if len(found) < 100:
                self._include(found, part.key, part.value, row.name)

    def suffers(self, key: str) -> bool:
        """Whether a condition holds, by itself or within another."""
        return any(row.key == key for row, _, _ in self.standing)

    def lost(self) -> str:
        """The condition with which all is over, else nothing."""
        return next((key for key in self.over if self.suffers(key)), "")

    def bars(self) -> Iterator[tuple[str, str]]:
        """What is barred now, each with the condition that bars it."""
        for row, _, _ in self.standing:
            yield from ((one, row.name) for one in row.forbids)
            if row.only:
                yield f"anything but {listed(row.only)}", row.name

    # ---- rolls

    def refs(self) -> list[str]:
        """All that can be rolled: skills, resistances, attributes, by the names of their numbers."""
        return [name for name, row in self.table.items() if row.kind == "rank"] + [*self.attributes]

    def label_of(self, ref: str) -> str:
        """A number by its label."""
        return self.table[ref].label if ref in self.table else ref

    def touched(self, name: str) -> tuple[str, ...]:
        """The attributes of a roll: the pair of a skill; the bare attribute only where the group plays so."""
        if name in self.attributes:
            return (name,) if self.bare() else ()
        return self.pair(self.table[name].key.partition(":")[0]) if name in self.table else ()

    def modifiers(self, roll: Roll) -> Iterator[Modifier]:
        """Everything that changes a roll by itself."""
        for row, strength, by in self.standing:
            called = f"{row.name}{f' {strength}' if row.numbered else ''}{f', by {by}' if by else ''}"
            yield from self._shifts(row, strength, called, roll)
        for kind, told in self.kinds.items():
            yield from (Modifier(self.penalty, harm.name, "condition", told["rule"])
                        for harm in self.harmed(kind) if harm.attribute in self.touched(roll.skill))  # fmt: skip
        yield from (one for touched, one in self._ranks() if {*touched} & {*self.touched(roll.skill)})
        for item in self.document.items:
            if item.used and {*item.on} & {"all", roll.role, roll.skill, roll.skill.partition(":")[0]}:
                yield Modifier(item.modifier, item.name, "item", self.says["item"])
        yield from self._penalty(roll)
        yield from self.extra(roll)

    def _shifts(self, row: Condition, strength: int, called: str, roll: Roll) -> Iterator[Modifier]:
        for shift in row.modifiers:
            if self.fits(shift, roll):
                yield Modifier(shift.value + shift.times * strength, called, shift.type, row.rule)

    def coming(self, key: str, roll: Roll) -> Iterator[Modifier]:
        """What a condition that the last point spent brings does to that roll already."""
        row = self.conditions[key]
        yield from self._shifts(row, 0, f"{row.name}, by the last point spent", roll)

    def fits(self, shift: Shift, roll: Roll) -> bool:
        """Whether a modifier touches a roll; the traits of the action are those of whoever takes it."""
        if shift.on == "list":
            return roll.skill.partition(":")[0] in shift.of
        traits = roll.traits if roll.role in ("own", "attack") else ()
        return {"all": True, "chosen": roll.chosen}.get(shift.on, shift.on in (roll.role, *traits))

    def _penalty(self, roll: Roll) -> Iterator[Modifier]:
        """Of an action, for each harm of a kind."""
        row = self.actions.get(roll.action)
        if row is not None and row.penalty is not None:
            held = len(self.harmed(row.penalty.of))
            told = plural(held, self.kinds[row.penalty.of]["one"])
            yield Modifier(row.penalty.each * held, told, self.penalty_type(row), row.rule)

    def target(self, roll: Roll, further: tuple[Modifier, ...] = ()) -> Tally:
        """The target number of a roll, not yet cut: rank and what changes it, the beaten ones among it."""
        rank = self.number(roll.skill) if roll.skill in self.table else Tally("", roll.skill)
        terms = stacked((*self.modifiers(roll), *further))
        return tally(f"target:{roll.skill}", rank.label, [Term(rank.total, rank.label, self.says["number"]), *terms])

    # ---- entries

    def counters(self) -> Iterator[Entry]:
        """What play counts of lasting harm and afflictions."""
        for kind, told in self.kinds.items():
            for at, harm in enumerate(getattr(self.play, kind)):
                row = type(self).harms(kind).get(harm.key)
                label = f"{row.name if row else harm.key}, {told['words']}"
                held = counted(f"{told['one']}:{harm.key}", label, harm.left, "left", told["left"])
                yield number(held, ("play", kind, at, "left"), counted=True, rest=(0,))
        for at, ill in enumerate(self.play.afflictions):
            felt = self.afflictions.get(ill.key)
            label = f"{felt.name if felt else ill.key}, Rank"
            held = counted(f"affliction:{ill.key}", label, ill.rank, "now", self.says["rank"])
            yield number(held, ("play", "afflictions", at, "rank"), counted=True, rest=(0,))
