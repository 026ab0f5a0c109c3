"""Every number of a character: what it chose at creation, what experience added since, what the group ruled.

`figures(character)` gives them all: `score("str")`, `total("pistol")`, `hit_points("physical")`, and `number(name)` for
each row of `book/numbers.toml`. Each is a tally with its reasons; it is reckoned when it is first asked for, and kept
while the character stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial, partialmethod
from typing import Final

from saga_tui.engine.by_points import LEARNED, ByPoints
from saga_tui.engine.derived import Counted, counts, rows, texts
from saga_tui.engine.entries import Entry, number
from saga_tui.engine.learned import Ids, of_document
from saga_tui.engine.levels import Held
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
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
START: Final = 5
ODD: Final = ("bluff", "charm", "eloquence")
"""Skills whose technology level in the book is a hint only (S-TL-2)."""


def name_of(key: str) -> str:
    """A characteristic's name: `Strength`, `Close Combat`."""
    return TABLE[key].label if key in (*MAIN, *SECONDARY) else key


def skill_name(total: int) -> str:
    """What somebody with this total is called: `Beginner` … `Master` (S-SKILL-3)."""
    return str(next(row["name"] for row in book.data("costs")["skill_name"] if total <= row.get("up_to", total)))


class Figures(ByPoints):
    """The numbers of one character (see the module)."""

    table, prices, options = TABLE, book.PRICES, book.switches
    known = {"skills": (book.skills, book.Skill), "arts": (book.arts, book.Art),
             "weapons": (book.weapons, book.Weapon), "armours": (book.armours, book.Armour)}  # fmt: skip
    ageless, bare, start = ODD, "brawling", START
    bounds, bonuses, magazines = "S-CHR-2", "S-COST-3", "S-EQP-1"
    ids = Ids("S-SKILL-1", "S-COST-2", "S-SKILL-4", "S-EXP-3")
    steps = "below 0 there are only −15, −10 and −5"
    next_level = staticmethod(book.PRICES["skill"].next)
    level_before = staticmethod(book.PRICES["skill"].before)
    is_level = staticmethod(book.PRICES["skill"].has)
    called = staticmethod(name_of)

    def __init__(self, character: Character) -> None:
        super().__init__(character)
        self.character = character

    @cached_property
    def arts(self) -> Mapping[str, book.Art]:
        """The martial arts."""
        return self.listed("arts")

    def art(self, name: str) -> book.Art | None:
        """The art of a specialisation's name, by any of its names."""
        wanted = name.strip().casefold()
        found = (one for one in self.arts.values() if wanted in (one.key, *map(str.casefold, (one.name, *one.also))))
        return next(found, None)

    # ---- numbers of the table

    def looked_up(self, column: str, value: int) -> int:
        """The whole part of what the universal table has (S-CHR-4, S-SEC-9)."""
        return int(getattr(book.universal(value), column))

    def of_species(self, key: str) -> Term | None:
        """Another species has a Speed of its own (S-SEC-4)."""
        speed = self.character.world.species.speed
        if key != "spd" or speed is None:
            return None
        return Term(speed - TABLE[key].parts[-1].add, f"its species begins with {speed}", "S-SEC-4", "rules")

    def raised(self, key: str, now: int) -> Term | None:
        """Initiative is at least the level of the best martial art (S-MART-5)."""
        if key != "ini" or self.art_level <= now or self.switch("martial_initiative") != "yes":
            return None
        return Term(self.art_level - now, f"to the level of a martial art, {self.art_level}", "S-MART-5")

    main = secondary = ByPoints.number
    impact = partialmethod(ByPoints.number, "max-impact")
    reflex = partialmethod(ByPoints.number, "reflex-dodge")
    study_limit = partialmethod(ByPoints.number, "study-limit")

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
        """How high a characteristic may be; another species' Speed has only a limit of its own (S-CHR-2)."""
        species = self.character.world.species
        return species.limits.get(key) if key == "spd" and species.speed is not None else super().limit(key)

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

    def lesson(self, start: int, to: int, student: int, trainer: int) -> int:
        """A skill's levels learned at one time: half the price from a trainer whose total is enough above the student's
        before the lesson (S-EXP-4)."""
        numbers, full = book.data("costs")["experience"], self.price("skill", start, to)
        up = self.switch("trainer_rounding") == "up"
        good = trainer >= student + numbers["trainer_lead"]
        return halved(full, numbers["trainer_divisor"], up=up) if good else full

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


def entries(character: Character) -> Iterator[Entry]:
    """Every number and every text, in the order of the sheet, from which what explains, rules on, names or prints them
    is made (S-APP-1, S-SHEET-1)."""
    of, level = figures(character), Term(character.campaign.technology, "chosen", "S-TL-1")
    yield from (*texts(character, book.data("numbers")["text"]), *of.entries(), *of.skill_entries(), *of.gear_entries())
    yield number(of.left(), rests_on=(*LEARNED, ("campaign",), ("standing",), ("entered",)), signed=True)
    yield number(Tally("technology", "Technology level", (level,)), ("campaign", "technology"))
    yield from (*counts(character, COUNTED), *of.shot_entries())
