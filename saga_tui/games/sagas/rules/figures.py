"""Every number of a character: what it chose at creation, what experience added since, what the group ruled.

`figures(character)` gives them all: `score("str")`, `total("pistol")`, `hit_points("physical")`, and `number(name)` for
each row of `book/numbers.toml`. Each is a tally with its reasons; it is reckoned when it is first asked for, and kept
while the character stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial, partialmethod
from typing import Any, Final

from saga_tui.engine.derived import Counted, Derived, Row, counts, rows, texts
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.equipment import merged, named
from saga_tui.engine.learned import Ids, of_document
from saga_tui.engine.levels import Held
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Gear
from saga_tui.prices import budget, halved
from saga_tui.tables import tables
from saga_tui.tally import Tally, Term

TABLE: Final = rows(book.data("numbers")["number"])
COUNTED: Final = tables(Counted, book.data("numbers")["counted"], by="name").values()
TEXTS: Final = {one["name"]: one["label"] for one in book.data("numbers")["text"] if one["path"][0] == "concept"}
"""The texts of a character by their fields."""
MAIN: Final = tuple(key for key, row in TABLE.items() if row.kind == "main")
SECONDARY: Final = tuple(key for key, row in TABLE.items() if row.kind == "secondary")
KINDS: Final = ("physical", "mental")
ENDS: Final = {"physical": "death", "mental": "madness"}
FIELDS: Final = ("strikes", "projections", "holds")
ART: Final = "martial_arts"
FLOOR: Final = "S-MART-5"
"""Initiative is at least as high as the level of the best martial art."""
START: Final = 5
ODD: Final = ("bluff", "charm", "eloquence")
"""Skills whose technology level in the book is a hint only (S-TL-2)."""


def name_of(key: str) -> str:
    """A characteristic's name: `Strength`, `Close Combat`."""
    return TABLE[key].label if key in (*MAIN, *SECONDARY) else key


def skill_name(total: int) -> str:
    """What somebody with this total is called: `Beginner` … `Master` (S-SKILL-3)."""
    return str(next(row["name"] for row in book.data("costs")["skill_name"] if total <= row.get("up_to", total)))


class Figures(Derived):
    """The numbers of one character (see the module)."""

    table = TABLE
    ids = Ids("S-SKILL-1", "S-COST-2", "S-SKILL-4", "S-EXP-3")
    steps = "below 0 there are only −15, −10 and −5"
    next_level = staticmethod(book.PRICES["skill"].next)
    level_before = staticmethod(book.PRICES["skill"].before)
    is_level = staticmethod(book.PRICES["skill"].has)
    called = staticmethod(name_of)

    def __init__(self, character: Character) -> None:
        super().__init__(character)
        self.character = character

    # ---- what the campaign plays by

    @cached_property
    def switches(self) -> Mapping[str, str]:
        """What the group chose, before what the setting has (S-WORLD-2)."""
        return {**self.character.world.switches, **self.character.campaign.switches}

    def switch(self, key: str) -> str:
        """How a switch stands."""
        return book.switch(self.switches, key)

    def _table(self, known: Mapping[str, Any], row: type, more: str) -> Mapping[str, Any]:
        """A table of the book, with the rows of the setting (S-WORLD-1)."""
        further = getattr(self.character.world, more)
        return merged(known, (row(**one.model_dump(exclude=set(one.model_extra or ()))) for one in further))

    @cached_property
    def skills(self) -> Mapping[str, book.Skill]:
        """The list of skills."""
        return self._table(book.skills(), book.Skill, "skills")

    @cached_property
    def arts(self) -> Mapping[str, book.Art]:
        """The martial arts."""
        return self._table(book.arts(), book.Art, "arts")

    @cached_property
    def weapons(self) -> Mapping[str, book.Weapon]:
        """The weapons."""
        return self._table(book.weapons(), book.Weapon, "weapons")

    @cached_property
    def armours(self) -> Mapping[str, book.Armour]:
        """Armours and helmets."""
        return self._table(book.armours(), book.Armour, "armours")

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """Weapons and armours of the tables by name, each with its key; of two of one name the skill tells which."""
        found: dict[str, str] = {}
        for key, row in self.weapons.items():
            skill = self.skills.get(row.skill)
            name = row.name if row.name not in found else f"{row.name} ({skill.name if skill else key})"
            found[name if name not in found else key] = key
        return found | {row.name: key for key, row in self.armours.items()}

    def later(self, key: str, tl: int | None) -> bool:
        """Whether something is of a later age than the campaign (S-TL-1, S-TL-2)."""
        return (tl or 0) > self.character.campaign.technology and key not in ODD

    def art(self, name: str) -> book.Art | None:
        """The art of a specialisation's name, by any of its names."""
        wanted = name.strip().casefold()
        found = (one for one in self.arts.values() if wanted in (one.key, *map(str.casefold, (one.name, *one.also))))
        return next(found, None)

    def weapon(self, piece: Gear) -> book.Weapon | None:
        """A weapon's row with the numbers of its own; nothing where there is neither (S-EQP-1)."""
        row = self.weapons.get(piece.key)
        if row is None and piece.kind == "weapon":
            row = book.Weapon(piece.key, piece.name, "brawling", 0, 2)
        return None if row is None else named(row, piece)

    def armour(self, piece: Gear) -> book.Armour | None:
        """An armour's row with the numbers of its own; nothing where there is neither (S-ARM-3)."""
        row = self.armours.get(piece.key)
        if row is None and piece.kind == "armour":
            row = book.Armour(piece.key, piece.name, "armour", None, None, 0, 0, (), "")
        return None if row is None else named(row, piece)

    # ---- numbers of the table

    def looked_up(self, column: str, value: int) -> int:
        """The whole part of what the universal table has (S-CHR-4, S-SEC-9)."""
        return int(getattr(book.universal(value), column))

    def more(self, row: Row, now: int) -> Iterator[Term]:
        """What was bought, what experience added, limits and floors; what is worn."""
        if row.kind == "main":
            bought = self.character.characteristics.get(row.name, START) - START
            cost = self.price("characteristic", START, START + bought)
            if bought:
                yield Term(bought, f"bought for {cost}" if bought > 0 else f"given up for {-cost}", "S-COST-1")
            yield from self.learned(row.name)
        elif row.kind == "bonus":
            yield Term(self.character.bonuses.get(row.key, 0), "bought at creation", row.rule)
            yield from self.learned(row.name)
        elif row.kind == "secondary":
            yield from self._secondary(row.name, now, self.bought(row.name).total)
        elif row.kind == "worn":
            yield from self._worn(row)

    def _secondary(self, key: str, now: int, bought: int) -> Iterator[Term]:
        """What a species and a bonus add, the limit, the floor from a martial art (S-SEC-3, S-SEC-4, S-CHR-2)."""
        species, limit = self.character.world.species, self.limit(key)
        if key == "spd" and species.speed is not None:
            usual = TABLE[key].parts[-1].add
            yield Term(
                species.speed - usual, f"its species begins with {species.speed}, not {usual}", "S-SEC-4", "rules"
            )
            now += species.speed - usual
        if bought:
            yield Term(bought, "bought", "S-COST-3")
        if limit is not None and now + bought > limit:
            kind = "species'" if key in species.limits else "human"
            yield Term(limit - now - bought, f"held at {limit}, the {kind} limit", "S-CHR-2", "rules")
        now = now + bought if limit is None else min(limit, now + bought)
        if key == "ini" and self.art_level > now and self.switch("martial_initiative") == "yes":
            yield Term(self.art_level - now, f"to the level of a martial art, {self.art_level}", FLOOR)

    def _worn(self, row: Row) -> Iterator[Term]:
        """The best armour and the best helmet (S-ARM-1)."""
        best: dict[str, Term] = {}
        for piece in self.character.gear:
            armour = self.armour(piece) if piece.worn else None
            amount = (getattr(armour, row.key) or armour.protection or 0) if armour is not None else 0
            if armour is not None and (armour.kind not in best or amount > best[armour.kind].amount):
                best[armour.kind] = Term(amount, armour.name, row.rule, "gear")
        yield from best.values()

    main = secondary = Derived.number
    impact = partialmethod(Derived.number, "max-impact")
    reflex = partialmethod(Derived.number, "reflex-dodge")
    study_limit = partialmethod(Derived.number, "study-limit")

    def bought(self, key: str) -> Tally:
        """The bonus on a secondary one, experience included (S-COST-3)."""
        return self.number(f"{key}-bonus")

    def bonus(self, key: str) -> Tally:
        """A characteristic's bonus (S-CHR-4)."""
        return self.number(f"{key}-bonus" if key in MAIN else f"{key}-table-bonus")

    def hit_points(self, kind: str) -> Tally:
        """Hit points, physical or mental (S-SEC-5)."""
        return self.number(f"{kind}-hit-points")

    def shock(self, kind: str) -> Tally:
        """A shock threshold, physical or mental (S-SEC-6)."""
        return self.number(f"{kind}-shock")

    def ended_by(self, kind: str) -> Tally:
        """The injuries that kill, or drive mad (S-HURT-4, S-HURT-7)."""
        return self.number(ENDS[kind])

    def protection(self, *, bullets: bool = False) -> Tally:
        """What is worn: the best armour and the best helmet (S-ARM-1)."""
        return self.number("protection-bullets" if bullets else "protection")

    def score(self, key: str) -> int:
        """A characteristic, main or secondary; 0 for one that nobody knows."""
        return self.number(key).total if key in (*MAIN, *SECONDARY) else 0

    def limit(self, key: str) -> int | None:
        """How high a characteristic may be; nothing where only the price limits it (S-CHR-2)."""
        species = self.character.world.species
        usual = TABLE[key].most if key in TABLE and (key != "spd" or species.speed is None) else None
        return species.limits.get(key, usual)

    # ---- skills

    @cached_property
    def art_level(self) -> int:
        """The learning level of the best martial art; 0 where there is none above it (S-MART-4, S-MART-5)."""
        return max((self.level(one) for one in self.held.values() if one.key == ART), default=0)

    def floor(self, one: Held) -> Term | None:
        """Dodge is at least as good as the best martial art (S-MART-4)."""
        if one.key != "dodge" or not self.art_level:
            return None
        return Term(self.art_level, f"raised to the level of a martial art, {self.art_level}", "S-MART-4")

    # ---- points

    def formula(self, key: str, *, reached: bool = False) -> int:
        """What a secondary one is by its formula alone, as at creation: its bonus is paid from there; with `reached`
        what it is now, without a martial art's floor (S-COST-3)."""
        chosen, bought = self.character.characteristics, self.bought(key).total if reached else 0
        now = sum(
            one.amount for one in self.terms(TABLE[key], self.score if reached else lambda one: chosen.get(one, START))
        )
        return now + sum(one.amount for one in self._secondary(key, now, bought) if one.rule != FLOOR)

    def price(self, kind: str, start: int, to: int) -> int:
        """What a way from one value to another costs here: of a `characteristic`, a `secondary` one or a `skill`."""
        own = self.character.world.prices.get("skill" if kind == "skill" else "characteristic", ())
        return book.PRICES[kind].cost(start, to, own)

    def lesson(self, start: int, to: int, student: int, trainer: int) -> int:
        """A skill's levels learned at one time: half the price from a trainer whose total is enough above the student's
        before the lesson (S-EXP-4)."""
        numbers, full = book.data("costs")["experience"], self.price("skill", start, to)
        up = self.switch("trainer_rounding") == "up"
        good = trainer >= student + numbers["trainer_lead"]
        return halved(full, numbers["trainer_divisor"], up=up) if good else full

    @cached_property
    def points(self) -> int:
        """The campaign's points; those that are usual where it was not chosen yet (S-MAKE-1)."""
        said = self.character.campaign.points or self.switch("creation_points")
        return int(said) if str(said).isdecimal() else 150

    @property
    def characteristics_cost(self) -> int:
        """What the eight cost (S-COST-1)."""
        return sum(self.price("characteristic", START, value) for value in self.character.characteristics.values())

    @property
    def bonuses_cost(self) -> int:
        """What the bonuses on the secondary ones cost (S-COST-3)."""
        chosen = ((self.formula(key), bought) for key, bought in self.character.bonuses.items() if key in SECONDARY)
        return sum(self.price("secondary", start, start + bought) for start, bought in chosen)

    def left(self) -> Tally:
        """What is left of the points (S-MAKE-1); nothing is counted of a character from paper."""
        label, of = "Points left", book.classes().get(self.character.standing, {"name": "", "cost": 0})
        if self.character.entered:
            return Tally("points-left", label)
        spent = ((self.characteristics_cost, "characteristics", "S-COST-1"),
                 (self.bonuses_cost, "bonuses bought", "S-COST-3"), (self.skills_cost, "skills", "S-COST-2"),
                 (of["cost"], str(of["name"]).lower(), "S-COST-4"))  # fmt: skip
        return self.named(budget(label, Term(self.points, "the campaign's points", "S-MAKE-1", "rules"), spent))


figures: Callable[[Character], Figures] = partial(of_document, Figures)
"""The numbers of a character; the same ones for the same character."""


# ---- one table of all of them


def shown_skills(of: Figures) -> list[Held]:
    """Those that were bought, and those of the campaign's age above 0 (S-SHEET-1, S-TL-1)."""
    return [
        one
        for one in of.held.values()
        if one.place is not None or (not of.later(one.key, one.tl) and of.total(one.ref).total > 0)
    ]


def entries(character: Character) -> Iterator[Entry]:
    """Every number and every text, in the order of the sheet, from which what explains, rules on, names or prints them
    is made (S-APP-1)."""
    of, learned = figures(character), [(one,) for one in ("characteristics", "advances", "bonuses", "skills", "world")]
    yield from texts(character, book.data("numbers")["text"])
    yield from of.entries()
    for one in shown_skills(of):
        own = () if one.place is None else (("skills", one.place),)
        yield number(of.total(one.ref), rests_on=(*own, *learned), signed=True)
    for place, piece in enumerate(character.gear, 1):
        yield Entry(f"gear:{place}", "Gear", piece.name, ("gear", place - 1, "name"))
    further = (("campaign",), ("standing",), ("entered",))
    yield number(of.left(), rests_on=(*learned, *further), signed=True)
    level = Term(character.campaign.technology, "chosen", "S-TL-1")
    yield number(Tally("technology", "Technology level", (level,)), ("campaign", "technology"))
    yield from counts(character, COUNTED)
    for place, piece in enumerate(character.gear):
        row = of.weapon(piece)
        if row is not None and row.shots:
            shots = row.shots if piece.shots is None else piece.shots
            held = counted(f"shots:{place + 1}", f"Shots, {row.name}", shots, "in the magazine", "S-EQP-1")
            yield number(held, ("gear", place, "shots"), rest=(row.shots,), counted=True)
