"""Blows: attacks in the hand and from afar, their damage, defences (S-ATK, S-DEF, S-FIRE, S-BLST)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, Literal

from saga_tui.degrees import SIDES
from saga_tui.engine import hits, strikes
from saga_tui.engine.conflict import Bonus
from saga_tui.engine.rolled import limited
from saga_tui.engine.strikes import Amount
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Skill
from saga_tui.games.sagas.play.fight import Act
from saga_tui.games.sagas.play.rolls import Rolling, modifiers, total_of
from saga_tui.games.sagas.play.state import play_of, weapons
from saga_tui.games.sagas.rules import law
from saga_tui.games.sagas.rules.base import Change, Command
from saga_tui.games.sagas.rules.figures import ART, Figures, figures
from saga_tui.tally import Tally, Term

STUNS: Final = ("stun_blunt", "stun_other")


class Armed(strikes.Armed, Rolling):
    """A roll with a weapon."""

    ids = {"hit": "S-ATK-1", "damage": "S-ATK-2", "zone": "S-BLST-2", "covers": "S-BLST-3", "dodge": "S-DEF-2",
           "parry": "S-DEF-3", "bursts": "S-FIRE-5", "shots": "S-EQP-1",
           "uses": Act.verb, "outdoes": "dodged"}  # fmt: skip
    field: Literal["strikes", "projections", "holds"] = "strikes"

    def held(self, of: Figures) -> tuple[str, book.Weapon]:
        """The weapon, by its key."""
        have = weapons(of)
        key = self.weapon or next(iter(have))
        return key, have.get(key) or of.weapons.get(key) or have["fist"]

    def own(self, of: Figures) -> Tally:
        """Its skill."""
        return total_of(of, self.skill or self.held(of)[1].skill, self.field)

    def facts(self, document: Character) -> Collection[str]:
        """What holds of the weapon, of Strength, of this round (S-ATK-3, S-SIT-7, S-FIRE-7, S-MOVE-2)."""
        of, row = figures(document), self.held(figures(document))[1]
        known = {"weak": (row.strength or 0) > of.score("str"), "blunt": row.blunt, "art": f"{ART}:" in self.skill,
                 "spreads": row.shotgun or row.key == "flamethrower",
                 "charging": play_of(document).acted == "charge"}  # fmt: skip
        return {name for name, holds in known.items() if holds}


class Attack(strikes.Strike, Armed, verb="attack", title="Attack", rules=(
    "S-ATK-1 S-ATK-2 S-ATK-3 S-SIT-3 S-SIT-6 S-SIT-7 S-FIRE-1 S-FIRE-4 S-FIRE-5 S-MOVE-1 S-MOVE-4 S-DEF-3 "
    "S-BLST-1 S-BLST-2 S-BLST-3 S-ARM-2"
)):  # fmt: skip
    """Attack with the weapon in hand, or another: against a dodge, a parry or a reflex dodge; without one your own
    degree counts. An explosive strikes everybody in its zone, a heavy machine gun everybody in 30°."""

    die, stuns, marks = "d6*", STUNS, ("halve_armour", "halve_shock", "ram")
    speed: Amount = 0
    """The Speed of a target that moves across."""

    def rows(self, document: Character) -> Mapping[str, book.Modifier]:
        """Those of the hand or of what reaches."""
        close = self.held(figures(document))[1].close
        return modifiers(("close" if close else "ranged", "called_shot"), "attack")

    def facts(self, document: Character) -> Collection[str]:
        """Bursts at one target too (S-FIRE-5)."""
        return {*super().facts(document), *["burst"] * bool(self.bursts and not self.area)}

    def by_itself(self, document: Character) -> Iterator[Term]:
        """A target that moves across too (S-FIRE-3)."""
        yield from super().by_itself(document)
        if less := law.crossing(self.speed) if self.speed else 0:
            yield Term(less, f"a target that moves across at Speed {self.speed}", "S-FIRE-3")

    # ---- what it is rolled under

    def own(self, of: Figures) -> Tally:
        """Its skill, which automatic fire and two weapons hold down (S-FIRE-5, S-SIT-3); an explosive's own."""
        row, found = self.held(of)[1], super().own(of)
        if row.fight is not None and of.switch("blast_degree") == "weapon":
            return Tally("fight", row.name, (Term(row.fight, row.name, "S-BLST-1"),))
        if row.skill == "automatic_weapons":
            single = total_of(of, "pistol" if "submachine" in f"{row.key} {row.kind}" else "gun")
            found = limited(single, found, "S-FIRE-5") if self.bursts else single
        return limited(found, self._hands(of)[1], "S-SIT-3") if self.second else found

    def _hands(self, of: Figures) -> tuple[Tally, Tally]:
        """The skill of the other hand and that of two weapons; an art may stand for both (S-MART-2)."""
        other = self.model_copy(update={"weapon": self.second}).held(of)[1]
        if self._benefit(of) == "two-weapons" and other.key == "fist":
            return super().own(of), super().own(of)
        keys = {f"{'close' if row.close else 'ranged'}_two_weapons" for row in (self.held(of)[1], other)}
        return total_of(of, other.skill), min((total_of(of, key) for key in keys), key=lambda one: one.total)

    def seconds(self, of: Figures) -> tuple[int, ...]:
        """The score of the other weapon (S-SIT-3)."""
        return (limited(*self._hands(of)).total,) if self.second else ()

    # ---- what it does

    def _art(self, of: Figures) -> tuple[Skill, book.Art] | None:
        """The martial art that it is made with, as it was bought and as the table has it (S-MART-1)."""
        one = of.held.get(self.skill)
        bought = of.character.skills[one.place] if one and one.key == ART and one.place is not None else None
        row = of.art(bought.name) if bought is not None else None
        return None if bought is None or row is None else (bought, row)

    def _taught(self, of: Figures) -> int | None:
        """What the art adds to its level in this field; 0 without an art, nothing where it doesn't teach it."""
        found = self._art(of)
        return getattr(found[1], self.field) if found else 0

    def _benefit(self, of: Figures) -> str:
        """What the art brings to strikes with bare hands (S-MART-2)."""
        found = self._art(of) if self.held(of)[0] == "fist" and self.field == "strikes" else None
        return found[0].benefit or found[1].strike_benefit if found else ""

    def bonus_of(self, of: Figures) -> int:
        """What is added to the dice: the weapon's bonus and Strength's, or a charge's (S-ATK-2, S-MOVE-1)."""
        row, art = self.held(of)[1], of.held.get(self.skill)
        if row.radius_m:
            zones = row.bonus_by_radius or (row.bonus,)
            return (*zones, 0)[min(self.zone - 1, len(zones))]
        level = of.level(art) + (self._taught(of) or 0) if art is not None and art.key == ART else None
        strong = book.universal(law.strength_of(level, of.score("str"))).bonus
        if self.charge or self.ram:
            strong = law.charge(strong, of.bonus("spd").total, of.impact().total)
        return row.bonus + (strong if row.close else 0)

    def most(self, of: Figures) -> int:
        """DMAX, as an art has it for bare hands (S-FIRE-6, S-MART-2)."""
        return law.strike_dice(self.held(of)[1].dmax, self._benefit(of))

    def divisor(self, of: Figures) -> int:
        """A shotgun's damage from afar (S-FIRE-2)."""
        far = {"range_long": 2, "range_very_long": 4} if self.held(of)[1].shotgun else {}
        return next((by for key, by in far.items() if self.chosen(key)), 1)

    def beyond(self, of: Figures) -> int:
        """Whether the first burst adds no die (S-FIRE-5)."""
        return int(of.switch("burst_dice") == "beyond-first")

    def apply(self, edit: Change) -> None:
        """With what an art teaches (S-MART-1)."""
        of = figures(edit.before)
        if self._taught(of) is None:
            message, fix = f"{of.held[self.skill].label} has no {self.field}", "Choose another field."
            edit.object("S-MART-1", message, fix, code="field")
        super().apply(edit)


class Damage(hits.RollDamage, Command, verb="damage", title="Roll damage", group="rolls", rules=(
    "S-ATK-2 S-HURT-2 S-ARM-2 S-BLST-2 S-SIT-6 S-SIT-7 S-MOVE-4"
)):  # fmt: skip
    """Roll the damage of your hit: its dice and its bonus, or others."""

    again, die, of_stun, after = SIDES, "d6*", STUNS, "S-ARM-2"
    remarks = {
        "halve_shock": ("half of the shock threshold counts", "S-SIT-6"),
        "ram": ("the one that charged takes {half}", "S-MOVE-4"),
    }


class Defend(strikes.Guard, Armed, verb="defend", title="Defend", rules=(
    "S-DEF-1 S-DEF-2 S-DEF-3 S-DEF-4 S-DEF-5 S-DEF-6 S-MOVE-2"
)):  # fmt: skip
    """Dodge, parry, or leave it to the reflex dodge: your final degree is taken off the attack's. If that leaves −II or
    less, a dodge gains the initiative, and a parry strikes back."""

    gains = Bonus(what="dodge", degrees=2)

    def rows(self, document: Character) -> Mapping[str, book.Modifier]:
        """Those of its sort and of all defences."""
        return modifiers(("close", "ranged"), self.by, "defence")

    def own(self, of: Figures) -> Tally:
        """Dodge, the reflex dodge, or the weapon's skill."""
        return super().own(of) if self.by == "parry" else of.total("dodge") if self.by == "dodge" else of.reflex()
