"""Every number of a character: what it chose at creation, what experience added since, what the group ruled.

`figures(character)` gives them all: `score("str")`, `total("skill:pistol")`, `hit_points("physical")` … Each is a tally
with its reasons; it is reckoned when it is first asked for, and kept while the character stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Final, TypeVar

from saga_tui.engine.equipment import merged, own_numbers
from saga_tui.engine.learned import Ids, Numbers, of_document
from saga_tui.engine.levels import Held
from saga_tui.engine.ruled import ruled
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Gear
from saga_tui.games.sagas.rules import prices, values
from saga_tui.tally import Tally, Term, tally

R = TypeVar("R")
MAIN: Final = ("str", "agi", "end", "dex", "wit", "wil", "pre", "ins")
SECONDARY: Final = ("cco", "rco", "ini", "spd")
KINDS: Final = ("physical", "mental")
FIELDS: Final = ("strikes", "projections", "holds")
ART: Final = "martial_arts"
START: Final = 5


def name_of(key: str) -> str:
    """A characteristic's name: `Strength`, `Close Combat`."""
    row = values.spec("main").get(key) or values.spec("secondary").get(key)
    return str(row["name"]) if row else key


class Figures(Numbers):
    """The numbers of one character (see the module)."""

    ids = Ids("S-SKILL-1", "S-COST-2", "S-SKILL-4", "S-EXP-3")
    steps = "below 0 there are only −15, −10 and −5"
    next_level = staticmethod(prices.next_level)
    level_before = staticmethod(prices.level_before)
    is_level = staticmethod(prices.is_level)
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

    @cached_property
    def skills(self) -> Mapping[str, book.Skill]:
        """The list of skills, with those of the setting."""
        return merged(book.skills(), (book.Skill(**rows(one)) for one in self.character.world.skills))

    @cached_property
    def arts(self) -> Mapping[str, book.Art]:
        """The martial arts, with those of the setting."""
        return merged(book.arts(), (book.Art(**rows(one)) for one in self.character.world.arts))

    @cached_property
    def weapons(self) -> Mapping[str, book.Weapon]:
        """The weapons, with those of the setting."""
        return merged(book.weapons(), (book.Weapon(**rows(one)) for one in self.character.world.weapons))

    @cached_property
    def armours(self) -> Mapping[str, book.Armour]:
        """Armours and helmets, with those of the setting."""
        return merged(book.armours(), (book.Armour(**rows(one)) for one in self.character.world.armours))

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """Weapons and armours of the tables by name, each with its key; of two of one name the skill tells which."""
        found: dict[str, str] = {}
        for key, row in self.weapons.items():
            skill = self.skills.get(row.skill)
            name = row.name if row.name not in found else f"{row.name} ({skill.name if skill else key})"
            found[name if name not in found else key] = key
        found |= {row.name: key for key, row in self.armours.items()}
        return found

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
        return None if row is None else own_numbers(replace(row, name=piece.name or row.name), piece)

    def armour(self, piece: Gear) -> book.Armour | None:
        """An armour's row with the numbers of its own; nothing where there is neither (S-ARM-3)."""
        row = self.armours.get(piece.key)
        if row is None and piece.kind == "armour":
            row = book.Armour(piece.key, piece.name, "armour", None, None, 0, 0, (), "")
        return None if row is None else own_numbers(replace(row, name=piece.name or row.name), piece)

    # ---- characteristics

    def main(self, key: str) -> Tally:
        """One of the eight (S-CHR-1)."""
        if key in self.kept:
            return self.kept[key]
        bought = self.character.characteristics.get(key, START) - START
        cost = self.price("characteristic", START, START + bought)
        said = f"bought for {cost}" if bought > 0 else f"given up for {-cost}"
        terms = Term(START, "where everybody begins", "S-CHR-1", "rules"), Term(bought, said, "S-COST-1")
        return self.once(tally(key, name_of(key), (terms[0], terms[1] if bought else None, *self.learned(key))))

    @cached_property
    def mains(self) -> Mapping[str, int]:
        """The eight by key."""
        return {key: self.main(key).total for key in MAIN}

    def bought(self, key: str) -> Tally:
        """The bonus on a secondary one, experience included (S-COST-3)."""
        term = Term(self.character.bonuses.get(key, 0), "bought at creation", "S-COST-3")
        label = f"{values.abbr(key)} bought"
        return ruled(self.character, tally(f"{key}-bonus", label, (term, *self.learned(f"{key}-bonus"))))

    def secondary(self, key: str) -> Tally:
        """Close Combat, Ranged Combat, Initiative or Speed (S-SEC-1 … 4)."""
        if key in self.kept:
            return self.kept[key]
        bought, art = self.bought(key).total, self.art_level if key == "ini" else 0
        found = values.secondary(key, self.mains, bought=bought, art=art, by=self.switches, **self.species(key))
        return self.once(found)

    def species(self, key: str) -> dict[str, Any]:
        """What a species begins a secondary one with, and its limit (S-SEC-4, S-CHR-2)."""
        species = self.character.world.species
        return {"base": species.speed if key == "spd" else None, "most": species.limits.get(key)}

    def formula(self, key: str) -> int:
        """What a secondary one is by its formula alone, as at creation: its bonus is paid from there (S-COST-3)."""
        chosen = self.character.characteristics
        mains = {one: chosen.get(one, START) for one in MAIN}
        return values.secondary(key, mains, **self.species(key)).total

    def score(self, key: str) -> int:
        """A characteristic, main or secondary; 0 for one that nobody knows."""
        if key in MAIN:
            return self.main(key).total
        return self.secondary(key).total if key in SECONDARY else 0

    def bonus(self, key: str) -> Tally:
        """A characteristic's bonus (S-CHR-4)."""
        score = self.score(key)
        amount = values.bonus(score)
        term = Term(amount, f"{name_of(key)} {score} in the universal table", "S-CHR-4", "rules")
        name = f"{key}-bonus" if key in MAIN else f"{key}-table-bonus"
        return ruled(self.character, tally(name, f"{name_of(key)} bonus", (term,)))

    # ---- what follows

    def hit_points(self, kind: str) -> Tally:
        """Hit points, physical or mental (S-SEC-5)."""
        return self.named(values.pool(f"{kind}_hit_points", self.mains))

    def shock(self, kind: str) -> Tally:
        """A shock threshold, physical or mental (S-SEC-6)."""
        return self.named(values.threshold(f"{kind}_shock", self.mains))

    def ended_by(self, kind: str) -> Tally:
        """The injuries that kill, or drive mad (S-HURT-4, S-HURT-7)."""
        key, rule = ("end", "S-HURT-4") if kind == "physical" else ("pre", "S-HURT-7")
        points = self.hit_points(kind)
        terms = Term(points.total, points.label.lower(), rule), Term(self.score(key), name_of(key), rule)
        label = "Death at injuries" if kind == "physical" else "Madness at injuries"
        return ruled(self.character, tally("death" if kind == "physical" else "madness", label, terms))

    def protection(self, *, bullets: bool = False) -> Tally:
        """What is worn: the best armour and the best helmet (S-ARM-1)."""
        best: dict[str, Term] = {}
        for piece in self.character.gear:
            row = self.armour(piece) if piece.worn else None
            if row is None:
                continue
            amount = (row.protection_bullets_impact if bullets else None) or row.protection or 0
            if row.kind not in best or amount > best[row.kind].amount:
                best[row.kind] = Term(amount, row.name, "S-ARM-1", "gear")
        name, label = ("protection-bullets", "Against bullets, impact") if bullets else ("protection", "Protection")
        return ruled(self.character, tally(name, label, best.values()))

    def impact(self) -> Tally:
        """The maximum impact bonus (S-SEC-7)."""
        return self.named(values.impact(self.mains, self.protection().total))

    def reflex(self) -> Tally:
        """The reflex dodge (S-SEC-8)."""
        return self.named(values.reflex(self.total("dodge").total))

    def study_limit(self) -> Tally:
        """How much is studied at once (S-EXP-5)."""
        return self.named(values.study_limit(self.mains))

    def of_table(self, name: str, label: str, key: str, column: str) -> Tally:
        """A number of the universal table's row (S-SEC-9): the whole part of it."""
        row = book.universal(self.score(key))
        reason = f"{name_of(key)} {row.score} in the universal table"
        return ruled(self.character, tally(name, label, (Term(int(getattr(row, column)), reason, "S-SEC-9", "rules"),)))

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

    def price(self, kind: str, start: int, to: int) -> int:
        """What a way from one value to another costs here: of a `characteristic`, a `secondary` one or a `skill`."""
        own = self.character.world.prices
        if kind == "skill":
            return prices.skill(start, to, own.get("skill", ()))
        of = prices.characteristic if kind == "characteristic" else prices.secondary
        return of(start, to, own.get("characteristic", ()))

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
        if self.character.entered:
            return tally("points-left", "Points left", ())
        spent = self.characteristics_cost, self.bonuses_cost, self.skills_cost
        return self.named(prices.budget(self.points, *spent, self.character.standing))


# ---- shared


def rows(row: Any) -> dict[str, Any]:
    """A row of a setting as the book's tables have it."""
    return dict(row.model_dump(exclude=set(row.model_extra or ())))


figures: Callable[[Character], Figures] = partial(of_document, Figures)
"""The numbers of a character; the same ones for the same character."""
