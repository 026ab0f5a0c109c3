"""The numbers of a character by points: derived ones by a table, skills by steps, equipment of tables, and what the
choices cost. Its document has `campaign` (`creating.Campaign`), `world` (`worlds.World`), `characteristics` and
`bonuses` by key, `skills` (`levels.Bought`), `gear` (`equipment.Piece`), `advances` and `entered`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from saga_tui.engine.derived import Derived, Row
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.equipment import Piece, merged, named
from saga_tui.engine.levels import Held
from saga_tui.engine.tabled import Armour, Skill, Weapon
from saga_tui.prices import Prices
from saga_tui.tally import Tally, Term

Table = Mapping[str, Any]
LEARNED = tuple((one,) for one in ("characteristics", "advances", "bonuses", "skills", "world"))
"""What the numbers of skills rest on."""


class ByPoints(Derived):
    """The numbers of one character."""

    prices: ClassVar[Mapping[str, Prices]]
    """What a step costs: of a `characteristic`, of a bonus on a `secondary` one, of a `skill`."""
    known: ClassVar[Mapping[str, tuple[Callable[[], Table], type]]]
    """The game's tables by name (`skills`, `weapons`, `armours` …), each with the type of its rows."""
    ageless: ClassVar[Collection[str]] = ()
    """What every age knows, whatever its technology level says."""
    bare: ClassVar[str] = ""
    """The skill of a weapon that no table has, which does up to two dice."""
    start: ClassVar[int] = 0
    """Where a characteristic starts."""
    bounds: ClassVar[str] = ""
    """The rule of limits."""
    bonuses: ClassVar[str] = ""
    """The rule of what is bought on numbers that follow from others."""
    magazines: ClassVar[str] = ""
    """The rule of shots."""
    usual: ClassVar[str] = "creation_points"
    """The rule option that has the usual points."""

    # ---- tables

    def listed(self, name: str) -> Table:
        """A table of the game, with the rows of the setting."""
        table, row = self.known[name]
        further = getattr(self.document.world, name)
        return merged(table(), (row(**one.model_dump(exclude=set(one.model_extra or ()))) for one in further))

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        """The list of skills."""
        return self.listed("skills")

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """The weapons."""
        return self.listed("weapons")

    @cached_property
    def armours(self) -> Mapping[str, Armour]:
        """Armours and helmets."""
        return self.listed("armours")

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """Weapons and armours of the tables by name, each with its key; of two of one name the skill tells which."""
        found: dict[str, str] = {}
        for key, row in self.weapons.items():
            skill = self.skills.get(row.skill)
            name = row.name if row.name not in found else f"{row.name} ({skill.name if skill else key})"
            found[name if name not in found else key] = key
        return found | {row.name: key for key, row in self.armours.items()}

    def weapon(self, piece: Piece) -> Weapon | None:
        """A weapon's row with the numbers of its own; nothing where there is neither."""
        row = self.weapons.get(piece.key)
        if row is None and piece.kind == "weapon":
            row = Weapon(piece.key, piece.name, self.bare, 0, 2)
        return None if row is None else named(row, piece)

    def armour(self, piece: Piece) -> Armour | None:
        """An armour's row with the numbers of its own; nothing where there is neither."""
        row = self.armours.get(piece.key)
        if row is None and piece.kind == "armour":
            row = Armour(piece.key, piece.name, "armour", None, None, 0, 0, (), "")
        return None if row is None else named(row, piece)

    def later(self, key: str, tl: int | None) -> bool:
        """Whether something is of a later age than the campaign."""
        return (tl or 0) > self.document.campaign.technology and key not in self.ageless

    # ---- numbers

    def more(self, row: Row, now: int) -> Iterator[Term]:
        """What was bought: of `main` numbers and of a `bonus`, with what experience added; for `secondary` ones what
        the species and the bonus add, the limit and the floor; the best of each sort of armour that is worn, by the
        column that the row's `key` names (`worn`)."""
        if row.kind == "main":
            bought = self.document.characteristics.get(row.name, self.start) - self.start
            cost = self.price("characteristic", self.start, self.start + bought)
            if bought:
                yield Term(bought, f"bought for {cost}" if bought > 0 else f"given up for {-cost}", row.rule)
        elif row.kind == "bonus":
            yield Term(self.document.bonuses.get(row.key, 0), "bought at creation", row.rule)
        elif row.kind == "secondary":
            yield from self._secondary(row, now, self.bought(row.name).total)
        elif row.kind == "worn":
            yield from self._worn(row)
        yield from self.learned(row.name) if row.kind in ("main", "bonus") else ()

    def bought(self, key: str) -> Tally:
        """The bonus on a secondary one, experience included."""
        return self.number(f"{key}-bonus")

    def of_species(self, key: str) -> Term | None:
        """What the species adds to a secondary one."""
        del key
        return None

    def raised(self, key: str, now: int) -> Term | None:
        """What lifts a secondary one, which comes to `now`, to a floor; no bonus is paid from there."""
        del key, now
        return None

    def _secondary(self, row: Row, now: int, bought: int, *, floor: bool = True) -> Iterator[Term]:
        limit, species = self.limit(row.name), self.of_species(row.name)
        found = [one for one in (species, Term(bought, "bought", self.bonuses)) if one is not None and one.amount]
        now += sum(one.amount for one in found)
        if limit is not None and now > limit:
            kind = "species'" if row.name in self.document.world.species.limits else "human"
            found.append(Term(limit - now, f"held at {limit}, the {kind} limit", self.bounds, "rules"))
            now = limit
        more = self.raised(row.name, now) if floor else None
        yield from found if more is None else [*found, more]

    def _worn(self, row: Row) -> Iterator[Term]:
        best: dict[str, Term] = {}
        for piece in self.document.gear:
            armour = self.armour(piece) if piece.worn else None
            amount = (getattr(armour, row.key) or armour.protection or 0) if armour is not None else 0
            if armour is not None and (armour.kind not in best or amount > best[armour.kind].amount):
                best[armour.kind] = Term(amount, armour.name, row.rule, "gear")
        yield from best.values()

    # ---- points

    def formula(self, key: str, *, reached: bool = False) -> int:
        """What a secondary one is by its formula alone, as at creation: its bonus is paid from there; with `reached`
        what it is now. A floor counts neither way."""
        chosen, row = self.document.characteristics, self.table[key]
        parts = self.terms(row, self.amount if reached else lambda one: chosen.get(one, self.start))
        now, bought = sum(one.amount for one in parts), self.bought(key).total if reached else 0
        return now + sum(one.amount for one in self._secondary(row, now, bought, floor=False))

    def limit(self, key: str) -> int | None:
        """How high a number may be, as its species or the table has it; nothing where only the price limits it."""
        usual = self.table[key].most if key in self.table else None
        most: int | None = self.document.world.species.limits.get(key, usual)
        return most

    def price(self, kind: str, start: int, to: int) -> int:
        """What a way from one value to another costs here: a setting may have prices of its own."""
        own = self.document.world.prices.get("skill" if kind == "skill" else "characteristic", ())
        return self.prices[kind].cost(start, to, own)

    @cached_property
    def points(self) -> int:
        """The campaign's points; those that are usual where it was not chosen yet."""
        default = type(self).options()[self.usual].default
        said = str(self.document.campaign.points or self.switch(self.usual))
        return int(said if said.isdecimal() else default)

    @property
    def characteristics_cost(self) -> int:
        """What the characteristics cost."""
        chosen = self.document.characteristics.values()
        return sum(self.price("characteristic", self.start, value) for value in chosen)

    @property
    def bonuses_cost(self) -> int:
        """What the bonuses cost, each from what its number is without it."""
        chosen = ((self.formula(key), bought) for key, bought in self.document.bonuses.items() if key in self.table)
        return sum(self.price("secondary", start, start + bought) for start, bought in chosen)

    # ---- entries

    def shown_skills(self) -> list[Held]:
        """Skills that were bought, and those of the campaign's age above 0."""
        held = self.held.values()
        return [one for one in held if one.place is not None or self._of_age(one)]

    def _of_age(self, one: Held) -> bool:
        return not self.later(one.key, one.tl) and self.total(one.ref).total > 0

    def skill_entries(self) -> Iterator[Entry]:
        """Their totals."""
        for one in self.shown_skills():
            own = () if one.place is None else (("skills", one.place),)
            yield number(self.total(one.ref), rests_on=(*own, *LEARNED), signed=True)

    def gear_entries(self) -> Iterator[Entry]:
        """The names of pieces."""
        for place, piece in enumerate(self.document.gear):
            yield Entry(f"gear:{place + 1}", "Gear", piece.name, ("gear", place, "name"))

    def shot_entries(self) -> Iterator[Entry]:
        """What is left in magazines."""
        for place, piece in enumerate(self.document.gear):
            row = self.weapon(piece)
            if row is not None and row.shots:
                shots = row.shots if piece.shots is None else piece.shots
                held = counted(f"shots:{place + 1}", f"Shots, {row.name}", shots, "in the magazine", self.magazines)
                yield number(held, ("gear", place, "shots"), rest=(row.shots,), counted=True)
