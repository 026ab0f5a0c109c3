"""Every number of a character: what it chose at creation, what experience added since, what the group ruled.

`figures(character)` gives them all: `score("str")`, `total("pistol")`, `hit_points("physical")`, and `number(name)` for
each row of `book/numbers.toml`. Each is a tally with its reasons; it is reckoned when it is first asked for, and kept
while the character stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial, partialmethod
from typing import Final

from saga_tui.engine.by_points import ByPoints
from saga_tui.engine.derived import Counted, Row, counts, rows, texts
from saga_tui.engine.entries import Entry, counted, number
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


class Figures(ByPoints):
    """The numbers of one character (see the module)."""

    table, prices, options = TABLE, book.PRICES, book.switches
    known = {"skills": (book.skills, book.Skill), "arts": (book.arts, book.Art),
             "weapons": (book.weapons, book.Weapon), "armours": (book.armours, book.Armour)}  # fmt: skip
    ageless, bare, start = ODD, "brawling", START
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

    def more(self, row: Row, now: int) -> Iterator[Term]:
        """Limits and floors of the secondary ones too."""
        yield from super().more(row, now)
        if row.kind == "secondary":
            yield from self._secondary(row.name, now, self.bought(row.name).total)

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

    main = secondary = ByPoints.number
    impact = partialmethod(ByPoints.number, "max-impact")
    reflex = partialmethod(ByPoints.number, "reflex-dodge")
    study_limit = partialmethod(ByPoints.number, "study-limit")

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

    def formula(self, key: str, *, reached: bool = False) -> int:
        """What a secondary one is by its formula alone, as at creation: its bonus is paid from there; with `reached`
        what it is now, without a martial art's floor (S-COST-3)."""
        chosen, bought = self.character.characteristics, self.bought(key).total if reached else 0
        now = sum(
            one.amount for one in self.terms(TABLE[key], self.score if reached else lambda one: chosen.get(one, START))
        )
        return now + sum(one.amount for one in self._secondary(key, now, bought) if one.rule != FLOOR)

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
