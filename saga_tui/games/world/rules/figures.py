"""Every number of a character: what was entered, what play lowers, what the group ruled; and what changes a roll.

`figures(character)` gives them all: `number("athletics")`, `number("stamina-most")` for each row of the table, `target`
for a roll with its modifiers. Each is a tally with its reasons, reckoned when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, Final

from saga_tui.engine.derived import Counted, Derived, Part, Row, counts, texts
from saga_tui.engine.edit import slug
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.learned import Ids, of_document
from saga_tui.games.world import book
from saga_tui.games.world.book import Action, Affliction, Condition, Shift, Skill
from saga_tui.games.world.character import Character, Play
from saga_tui.roll_under import UNTYPED, Modifier, Scale, stacked
from saga_tui.tables import tables
from saga_tui.tally import Tally, Term, tally
from saga_tui.words import listed, minus

ATTRIBUTES: Final = tuple(book.attributes())
TOLERANCES: Final = tuple(book.tolerances())
SKILLS: Final = tuple(key for key, row in book.skills().items() if not row.resistance)
RESISTANCES: Final = tuple(key for key, row in book.skills().items() if row.resistance)
COUNTED: Final = tables(Counted, book.data("numbers")["counted"], by="name").values()
TEXTS: Final = {one["name"]: one["label"] for one in book.data("numbers")["text"] if one["path"][0] == "concept"}
"""The texts of a character by their fields."""
TESTS: Final = book.data("tests")
LOSSES: Final = {"two": -2, "one": -1, "three": -3, "four": -4}
HARMS: Final = ("injuries", "traumas")
DEAD: Final = ("dead", "insane")


@dataclass(frozen=True, slots=True)
class Roll:
    """What is rolled: a skill, a resistance or an attribute, in which role, for which action."""

    skill: str
    role: str = "own"
    """`own`, `attack`, `defense` or `resistance`."""
    attention: bool = False
    """An action with the Attention trait."""
    ranged: bool = False
    action: str = ""
    """Endure, Persevere or another action whose row has a penalty of its own."""
    motivated: bool = False
    """Whether Motivated is used up on it."""


def training_name(rank: int) -> str:
    """What a Training Rank is called: `Untrained` … `Legendary` (W-CHR-3)."""
    names: list[str] = TESTS["training_names"]
    return names[max(0, min(rank, len(names) - 1))]


class Figures(Derived):
    """The numbers of one character (see the module)."""

    ids = Ids("W-CHR-3", "W-CHR-3", "W-CHR-3", "W-ENT-5")

    def __init__(self, character: Character) -> None:
        super().__init__(character)
        self.character = character
        self.table = self._table()

    # ---- what the group plays by

    def switch(self, key: str) -> str:
        """How a rule option stands."""
        own = self.character.campaign.switches.get(key) or self.character.world.switches.get(key)
        return own or book.switches()[key].default

    def _listed(self, name: str) -> Mapping[str, Any]:
        own: tuple[Any, ...] = getattr(self.character.world, name)
        return {**getattr(book, name)(), **{one.key: one for one in own}}

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        """Skills and resistances, those of the setting too."""
        return self._listed("skills")

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        """Conditions and states."""
        return self._listed("conditions")

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """Actions."""
        return self._listed("actions")

    @cached_property
    def afflictions(self) -> Mapping[str, Affliction]:
        """Afflictions."""
        return self._listed("afflictions")

    @property
    def play(self) -> Play:
        """Where play stands; where it will begin before that."""
        return self.character.play or Play()

    @cached_property
    def scale(self) -> Scale:
        """How a die is read (W-DEG-1, W-DEG-2, W-TST-5)."""
        return scale(1 if self.switch("tn_floor") == "one" else None)

    # ---- the table of numbers

    def _table(self) -> dict[str, Row]:
        training = (("training",), ("advances",), ("world",), ("campaign",))
        found = {key: Row(key, row["name"], "attribute", use=row["use"], key=row["group"],
                          rests_on=(("attributes", key), ("advances",)), rule="W-CHR-1")
                 for key, row in book.attributes().items()}  # fmt: skip
        for key, row in book.tolerances().items():
            rests = (("maxima", key), ("attributes", row["attribute"]), *training, *(("play", one) for one in HARMS),
                     ("play", "afflictions"))  # fmt: skip
            found[f"{key}-most"] = Row(f"{key}-most", f"Most {row['name']}", "maximum", key=key, rests_on=rests)
        for ref, label in self.refs_named():
            key = ref.partition(":")[0]
            pair, rule = self.pair(key), "W-CHR-4" if self.skills[key].resistance else "W-CHR-3"
            names = listed(book.attributes()[one]["name"] for one in pair if one in ATTRIBUTES)
            guess = ", the second by our guess" if self.guessed(key) else ""
            reason = f"{'lower of ' if len(pair) > 1 else ''}{names}{guess}"
            part = Part(dict.fromkeys(pair, 1), least=True, reason=reason, rule="W-CHR-5" if guess else rule)
            name = name_of(ref)
            found[name] = Row(name, label, "rank", use=self.skills[key].use, key=ref, parts=(part,),
                              rests_on=training, rule=rule)  # fmt: skip
        return found

    def refs_named(self) -> Iterator[tuple[str, str]]:
        """Skills and resistances by ref, with their labels; those with fields once for each that is trained."""
        own = [*self.character.training, *(one.what for one in self.character.advances)]
        for key, row in self.skills.items():
            yield key, row.name
            if row.fields:
                fields = dict.fromkeys(one.partition(":")[2] for one in own if one.startswith(f"{key}:"))
                yield from ((f"{key}:{field}", f"{row.name}: {field}") for field in fields if field)

    def guessed(self, key: str) -> bool:
        """Whether the second attribute of a skill is our guess (W-CHR-5)."""
        row = self.skills[key]
        return bool(row.house) and key not in self.character.world.pairs and self.switch("missing_pairs") == "house"

    def pair(self, key: str) -> tuple[str, ...]:
        """The attributes of a skill or a resistance: those that are known, and what the group or our guess has for the
        missing one (W-CHR-5)."""
        row = self.skills[key]
        other = self.character.world.pairs.get(key, "") or (row.house if self.guessed(key) else "")
        return (*(one for one in row.known if one in ATTRIBUTES), *([other] if other in ATTRIBUTES else []))

    def training(self, ref: str) -> int:
        """The Training Rank of a skill, a resistance or a tolerance, raises included (W-CHR-3, W-ENT-5)."""
        return self.character.training.get(ref, 0) + sum(one.amount for one in self.learned(name_of(ref)))

    def number(self, name: str) -> Tally:
        """A number by its name; one that rests on an attribute which nobody entered yet is 0, and says so."""
        row = self.table.get(name)
        pair = self.pair(row.key.partition(":")[0]) if row is not None and row.kind == "rank" else ()
        if row is not None and name not in self.kept and (lacking := [one for one in pair if not self.has(one)]):
            missing = listed(book.attributes()[one]["name"] for one in lacking)
            return self.once(Tally(name, row.label, (Term(0, f"{missing} not entered yet", row.rule),)))
        return super().number(name)

    def has(self, key: str) -> bool:
        """Whether an attribute, or the maximum of a tolerance, was entered or follows."""
        if key in ATTRIBUTES:
            return bool(self.character.attributes.get(key))
        house = self.switch("tolerances") == "house"
        return bool(self.character.maxima.get(key)) or (house and self.has(book.tolerances()[key]["attribute"]))

    def more(self, row: Row, now: int) -> Iterator[Term]:
        """What was entered, trained and raised; what a maximum loses (W-TOL-3)."""
        if row.kind == "attribute":
            value = self.character.attributes.get(row.name, 0)
            yield Term(value, "entered" if value else "not entered yet", row.rule)
            yield from self.learned(row.name)
        elif row.kind == "rank":
            trained = self.character.training.get(row.key, 0)
            yield Term(trained, training_name(trained), row.rule)
            yield from self.learned(row.name)
        elif row.kind == "maximum":
            yield from self._maximum(row.key)
            yield from self.learned(row.name)
            yield from stacked(self.losses(row.key))

    def _maximum(self, key: str) -> Iterator[Term]:
        entered = self.character.maxima.get(key, 0)
        if entered or self.switch("tolerances") != "house":
            yield Term(entered, "entered" if entered else "not entered yet", "W-TOL-1")
            return
        attribute = book.tolerances()[key]["attribute"]
        yield Term(self.amount(attribute), f"{book.attributes()[attribute]['name']}, by the house rule", "W-ENT-4")
        yield Term(self.character.training.get(key, 0), "training", "W-ENT-4")

    def losses(self, key: str) -> Iterator[Modifier]:
        """What lowers the maximum of a tolerance: condition penalties (W-TOL-3, W-INJ-3, W-AFF-3)."""
        attribute = book.tolerances()[key]["attribute"]
        for kind in HARMS:
            for row in self.harmed(kind):
                if row.attribute == attribute:
                    rule = "W-INJ-3" if kind == "injuries" else "W-TRM-2"
                    yield Modifier(LOSSES[self.switch("maximum_loss")], row.name, "condition", rule)
        yield from (one for touched, one in self._ranks() if attribute in touched)

    def harmed(self, kind: str) -> list[book.Harm]:
        """The injuries or the traumas that are held."""
        rows = book.harms(kind)
        return [rows[one.key] for one in getattr(self.play, kind) if one.key in rows]

    def _ranks(self) -> Iterator[tuple[tuple[str, ...], Modifier]]:
        """Each affliction that is felt, with the attributes that it touches (W-AFF-3)."""
        for one in self.play.afflictions:
            row = self.afflictions.get(one.key)
            if row is not None and not one.onset and one.rank:
                yield row.attributes, Modifier(-one.rank, f"{row.name}, Rank {one.rank}", "condition", "W-AFF-3")

    # ---- conditions

    @cached_property
    def standing(self) -> tuple[tuple[Condition, int, str], ...]:
        """Every condition that holds with its strength, those that others include too, and which one gives it
        (W-CND-3)."""
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
            self._include(found, part.key, part.value, row.name)

    def suffers(self, key: str) -> bool:
        """Whether a condition holds, by itself or within another."""
        return any(row.key == key for row, _, _ in self.standing)

    def lost(self) -> str:
        """`dead` or `insane`, where it is over; else nothing."""
        return next((key for key in DEAD if self.suffers(key)), "")

    def bars(self) -> Iterator[tuple[str, str]]:
        """What is barred now, each with the condition that bars it (W-CND)."""
        for row, _, _ in self.standing:
            yield from ((one, row.name) for one in row.forbids)
            if row.only:
                yield f"anything but {listed(row.only)}", row.name

    # ---- rolls

    def refs(self) -> list[str]:
        """All that can be rolled: skills, resistances, attributes, by the names of their numbers."""
        return [name for name, row in self.table.items() if row.kind == "rank"] + [*ATTRIBUTES]

    def label_of(self, name: str) -> str:
        """A number by its label."""
        return self.table[name].label if name in self.table else name

    def touched(self, name: str) -> tuple[str, ...]:
        """The attributes of a roll: the pair of a skill; the bare attribute only where the group plays so (W-CHR-6)."""
        if name in ATTRIBUTES:
            return (name,) if self.switch("attribute_tests_suffer") == "on" else ()
        return self.pair(self.table[name].key.partition(":")[0]) if name in self.table else ()

    def modifiers(self, roll: Roll) -> Iterator[Modifier]:
        """Everything that changes a roll by itself: conditions, injuries, traumas, afflictions, items, the penalty of
        an action (W-MOD-5, W-MOD-6)."""
        for row, strength, by in self.standing:
            called = f"{row.name}{f' {strength}' if row.numbered else ''}{f', by {by}' if by else ''}"
            yield from self._shifts(row, strength, called, roll)
        for kind in HARMS:
            rule = "W-INJ-2" if kind == "injuries" else "W-TRM-2"
            for harm in self.harmed(kind):
                if harm.attribute in self.touched(roll.skill):
                    yield Modifier(-2, harm.name, "condition", rule)
        yield from (one for touched, one in self._ranks() if {*touched} & {*self.touched(roll.skill)})
        for item in self.character.items:
            if item.used and {*item.on} & {"all", roll.role, roll.skill, roll.skill.partition(":")[0]}:
                yield Modifier(item.modifier, item.name, "item", "W-MOD-1")
        yield from self._penalty(roll)

    def _shifts(self, row: Condition, strength: int, called: str, roll: Roll) -> Iterator[Modifier]:
        for shift in row.modifiers:
            if self._on(shift, roll):
                yield Modifier(shift.value + shift.times * strength, called, shift.type, row.rule)

    def coming(self, key: str, roll: Roll) -> Iterator[Modifier]:
        """What a condition that the last point spent brings does to that roll already (W-TOL-9)."""
        row = self.conditions[key]
        yield from self._shifts(row, 0, f"{row.name}, by the last point spent", roll)

    def _on(self, shift: Shift, roll: Roll) -> bool:
        if shift.on == "attention":
            roles = ("own", "attack") if self.switch("stressed") == "attention-rolls" else ("attack",)
            return roll.attention and roll.role in roles
        if shift.on == "list":
            return roll.skill.partition(":")[0] in shift.of
        return {"all": True, "chosen": roll.motivated}.get(shift.on, shift.on == roll.role)

    def _penalty(self, roll: Roll) -> Iterator[Modifier]:
        """Endure's for each injury, Persevere's for each trauma (W-ACT-3, W-ACT-4)."""
        row = self.actions.get(roll.action)
        if row is None or row.penalty is None:
            return
        kind = row.penalty.type
        if roll.action == "persevere" and self.switch("persevere_penalty") == "condition":
            kind = "condition"
        count = len(self.harmed(row.penalty.of))
        one = {"injuries": "injury", "traumas": "trauma"}[row.penalty.of]
        yield Modifier(row.penalty.each * count, f"{minus(str(row.penalty.each))} for each {one}", kind, row.rule)

    def target(self, roll: Roll, further: tuple[Modifier, ...] = ()) -> Tally:
        """The target number of a roll, not yet cut: rank and what changes it, the beaten ones among it (W-TST-4)."""
        rank = self.number(roll.skill) if roll.skill in self.table else Tally("", roll.skill)
        terms = [Term(rank.total, rank.label, "W-TST-4")]
        if roll.skill in ATTRIBUTES and self.switch("attribute_bonus") == "two":
            further = (Modifier(2, "an attribute is tested", UNTYPED, "W-TST-3"), *further)
        return tally(f"target:{roll.skill}", rank.label, [*terms, *stacked((*self.modifiers(roll), *further))])

    # ---- entries

    def counters(self) -> Iterator[Entry]:
        """What play counts of injuries, traumas and afflictions."""
        told = {"injuries": ("injury", "Recovery Days", "W-INJ-4"), "traumas": ("trauma", "Therapy Score", "W-TRM-3")}
        for kind, (one, words, rule) in told.items():
            for at, harm in enumerate(getattr(self.play, kind)):
                row = book.harms(kind).get(harm.key)
                held = counted(
                    f"{one}:{harm.key}", f"{row.name if row else harm.key}, {words}", harm.left, "left", rule
                )
                yield number(held, ("play", kind, at, "left"), counted=True, rest=(0,))
        for at, ill in enumerate(self.play.afflictions):
            felt = self.afflictions.get(ill.key)
            held = counted(
                f"affliction:{ill.key}", f"{felt.name if felt else ill.key}, Rank", ill.rank, "now", "W-AFF-2"
            )
            yield number(held, ("play", "afflictions", at, "rank"), counted=True, rest=(0,))


@cache
def scale(least: int | None = None) -> Scale:
    """How a die is read."""
    bands = tuple((one["key"], one["from"]) for one in TESTS["degree"] if "from" in one)
    return Scale(TESTS["die"], TESTS["tn_most"], TESTS["critical_failure_on"], bands, least)


def name_of(ref: str) -> str:
    """The name of a skill's number: `craft:smithing` of the field Smithing."""
    key, _, field = ref.partition(":")
    return f"{key}:{slug(field)}" if field else key


figures: Callable[[Character], Figures] = partial(of_document, Figures)
"""The numbers of a character; the same ones for the same character."""


def entries(character: Character) -> Iterator[Entry]:
    """Every number and every text, in the order of the sheet."""
    of = figures(character)
    yield from (*texts(character, book.data("numbers")["text"]), *of.entries())
    yield from (*counts(character, COUNTED), *of.counters())
    for place, item in enumerate(character.items):
        yield Entry(f"item:{place + 1}", "Item", item.name, ("items", place, "name"))
