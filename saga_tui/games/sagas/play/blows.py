"""Blows: attacks in the hand and from afar, their damage, defence and initiative (S-ATK, S-DEF, S-FIRE, S-BLST)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui import degrees
from saga_tui.blows import Blow, blast, blast_dice, damage_dice, strike
from saga_tui.degrees import roman
from saga_tui.dice import Draw
from saga_tui.engine.asked import drop
from saga_tui.engine.command import Command as Fields
from saga_tui.engine.conflict import Bonus, Somebody, gain, place_of
from saga_tui.engine.document import Ask
from saga_tui.engine.rolled import limited
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Skill
from saga_tui.games.sagas.play.choices import weapons
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.fight import Act
from saga_tui.games.sagas.play.harm import Thrown
from saga_tui.games.sagas.play.rolls import (
    Against,
    Amount,
    Score,
    Scored,
    Weapon,
    modifiers,
    total_of,
)
from saga_tui.games.sagas.play.state import magazines, play_of
from saga_tui.games.sagas.rules import fight, harm, values
from saga_tui.games.sagas.rules.base import MADE, Change
from saga_tui.games.sagas.rules.figures import ART, Figures, figures
from saga_tui.odds import best
from saga_tui.tally import Tally, Term
from saga_tui.words import plural

# ---- with a weapon


class Aimed(Fields):
    """The weapon, and what is against it."""

    weapon: Weapon = ""
    """The one in hand, where you name none."""
    against: Score | None = None
    """The score of the other's roll; nothing: there is none."""
    foe: Somebody = ""


class Armed(Against, Aimed):
    """A roll with a weapon."""

    skill: Scored = ""
    """Another skill than the weapon's: a martial art."""
    field: Literal["strikes", "projections", "holds"] = "strikes"

    def held(self, of: Figures) -> tuple[str, book.Weapon]:
        """The weapon, by its key."""
        have = weapons(of)
        key = self.weapon or next(iter(have))
        return key, have.get(key) or of.weapons.get(key) or have["fist"]

    def own(self, of: Figures) -> Tally:
        """Its skill."""
        return total_of(of, self.skill or self.held(of)[1].skill, self.field)

    def by_itself(self, document: Character) -> Iterator[Term]:
        """Too little Strength for the weapon (S-ATK-3)."""
        row, of = self.held(figures(document))[1], figures(document)
        if (row.strength or 0) > of.score("str"):
            yield Term(-1, f"Strength below {row.name} {row.strength}", "S-ATK-3")


class Attack(Armed, verb="attack", title="Attack", rules=(
    "S-ATK-1 S-ATK-2 S-ATK-3 S-SIT-3 S-SIT-6 S-SIT-7 S-FIRE-1 S-FIRE-4 S-FIRE-5 S-MOVE-1 S-MOVE-4 S-DEF-3 "
    "S-BLST-1 S-BLST-2"
)):  # fmt: skip
    """Attack with the weapon in hand, or another: against a dodge, a parry or a reflex dodge; without one your own
    degree counts. An explosive strikes everybody in its zone."""

    answers: ClassVar[tuple[str, ...]] = ("counterattack",)
    met_by: Literal["reflex", "dodge", "parry"] = "reflex"
    """How they defend."""
    second: Weapon = ""
    """The weapon in the other hand: two rolls, one is kept."""
    shots: int = Field(default=1, ge=1, le=3)
    """Bullets at one target."""
    bursts: int = Field(default=0, ge=0, le=20)
    area: bool = False
    """The bursts cover 30°, not one target."""
    zone: int = Field(default=1, ge=1, le=9)
    """Of an explosion: 1 is the innermost."""
    charge: bool = False
    ram: bool = False
    """A charge with the body, of a mount or a creature: it takes half of what it deals."""
    speed: Amount = 0
    """The Speed of a target that moves across."""
    counter: bool = False
    """A counterattack: it does not use the round."""
    armour: Amount = 0
    """The target's protection."""
    threshold: Amount = 10
    """The target's shock threshold; 10 is an average human's."""
    hit_points: Amount = 30
    """The hit points that the target has left; 30 is an average human's."""

    def offered(self, document: Character) -> Mapping[str, book.Modifier]:
        """Those of the hand or of what reaches; stun as the weapon gives it (S-SIT-7)."""
        row = self.held(figures(document))[1]
        there = modifiers(("close" if row.close else "ranged", "called_shot"), "attack")
        spreads = row.shotgun or row.key == "flamethrower"
        return self.free(document, there, "stun_other" if row.blunt else "stun_blunt", "too_weak", "single_target",
                         "called_shot", *(() if spreads else {"shotgun"}))  # fmt: skip

    def own(self, of: Figures) -> Tally:
        """Its skill, which automatic fire and two weapons hold down (S-FIRE-5, S-SIT-3); an explosive's own."""
        row, found = self.held(of)[1], super().own(of)
        if row.fight is not None and of.switch("blast_degree") == "weapon":
            return Tally("fight", row.name, (Term(row.fight, row.name, "S-BLST-1"),))
        if row.skill == "automatic_weapons":
            single = total_of(of, "pistol" if "submachine" in f"{row.key} {row.kind}" else "gun")
            found = limited(single, found, "S-FIRE-5") if self.bursts else single
        return limited(found, self._both(of), "S-SIT-3") if self.second else found

    def _both(self, of: Figures) -> Tally:
        if self.benefit(of) == "two-weapons" and self._other(of).key == "fist":
            return super().own(of)  # an art's level is that of the two-weapon skill (S-MART-2)
        keys = {f"{'close' if row.close else 'ranged'}_two_weapons" for row in (self.held(of)[1], self._other(of))}
        return min((total_of(of, key) for key in keys), key=lambda one: one.total)

    def _other(self, of: Figures) -> book.Weapon:
        return self.model_copy(update={"weapon": self.second}).held(of)[1]

    def seconds(self, of: Figures) -> tuple[int, ...]:
        """The score of the other weapon (S-SIT-3)."""
        if not self.second:
            return ()
        art = self.benefit(of) == "two-weapons" and self._other(of).key == "fist"
        second = super().own(of) if art else total_of(of, self._other(of).skill)
        return (limited(second, self._both(of)).total,)

    def by_itself(self, document: Character) -> Iterator[Term]:
        """Bursts at one target too (S-FIRE-5)."""
        yield from super().by_itself(document)
        if self.bursts and not self.area:
            yield Term(1, "burst fire on a single target", "S-FIRE-5")
        if less := fight.crossing(self.speed) if self.speed else 0:
            yield Term(less, f"a target that moves across at Speed {self.speed}", "S-FIRE-3")

    def left(self, of: Figures) -> int | None:
        """Shots in the magazine; nothing where there is none."""
        key, row = self.held(of)
        at = int(key[5:]) - 1 if key.startswith("gear:") else -1
        if at not in magazines(of.character):
            return None
        shots = of.character.gear[at].shots
        return row.shots if shots is None else shots

    def draws(self, document: Any) -> Draw:
        """Two more for another weapon, and one for each burst."""
        more = 2 if self.second and self.total is None else 0
        return self.dice(super().draws(document).count + more + self.bursts)

    def art(self, of: Figures) -> tuple[Skill, book.Art] | None:
        """The martial art that it is made with, as it was bought and as the table has it (S-MART-1)."""
        one = of.held.get(self.skill)
        bought = (
            of.character.skills[one.place] if one is not None and one.key == ART and one.place is not None else None
        )
        row = of.art(bought.name) if bought is not None else None
        return None if bought is None or row is None else (bought, row)

    def _taught(self, of: Figures) -> int | None:
        """What the art adds to its level in this field; 0 without an art, nothing where it doesn't teach it."""
        found = self.art(of)
        return getattr(found[1], self.field) if found else 0

    def benefit(self, of: Figures) -> str:
        """What the art brings to strikes with bare hands (S-MART-2)."""
        found = self.art(of) if self.held(of)[0] == "fist" and self.field == "strikes" else None
        return found[0].benefit or found[1].strike_benefit if found else ""

    def bonus_of(self, of: Figures) -> int:
        """What is added to the dice: the weapon's bonus and Strength's, or a charge's (S-ATK-2, S-MOVE-1)."""
        row, art = self.held(of)[1], of.held.get(self.skill)
        if row.radius_m:
            zones = row.bonus_by_radius or (row.bonus,)
            return (*zones, 0)[min(self.zone - 1, len(zones))]
        level = of.level(art) + (self._taught(of) or 0) if art is not None and art.key == ART else None
        strong = values.bonus(values.strength_of(level, of.score("str")))
        if self.charge or self.ram:
            strong = fight.charge(strong, values.bonus(of.score("spd")), of.impact().total)
        return row.bonus + (strong if row.close else 0)

    def dmax(self, of: Figures) -> int:
        """The most dice; an art may bring bare hands one more (S-MART-2)."""
        return fight.strike_dice(self.held(of)[1].dmax, self.benefit(of))

    def divisor(self, of: Figures) -> int:
        """A shotgun's damage from afar (S-FIRE-2)."""
        far = {"range_long": 2, "range_very_long": 4} if self.held(of)[1].shotgun else {}
        return next((by for key, by in far.items() if self.chosen(key)), 1)

    def blow(self, document: Character) -> Blow:
        """What it may do (S-ATK-4)."""
        of = figures(document)
        row = self.held(of)[1]
        armour = harm.armour_left(self.armour, called=self.chosen("halve_armour"))
        if row.radius_m:
            return blast(self.law(document), self.others(document), self.bonus_of(of), row.dmax, armour)
        extra = degrees.NOBODY.shifted(fight.extra_dice("semi", self.shots))
        if self.bursts:
            extra = fight.bursts(self.left(of) or 999, self.bursts, of.switch("burst_dice"))
        more = self.degrees(document).total
        own = best(self.law(document), *(degrees.law(one, more) for one in self.seconds(of)))
        dmax, bonus = self.dmax(of), self.bonus_of(of)
        return strike(
            own, self.others(document), extra, dmax=dmax, bonus=bonus, armour=armour, divisor=self.divisor(of)
        )

    def apply(self, edit: Change) -> None:
        """It hits, or not; damage is asked for."""
        of = figures(edit.before)
        row, dmax, bonus = self.held(of)[1], self.dmax(of), self.bonus_of(of)
        if self._taught(of) is None:
            message, fix = f"{of.held[self.skill].label} has no {self.field}", "Choose another field."
            edit.object("S-MART-1", message, fix, code="field")
        if self.counter:
            edit.answered("counterattack")
        elif CLOCK.is_open(edit.now, "fight"):
            Act(option="charge" if self.charge or self.ram else "attack").apply(edit)
        drop(edit, "S-ATK-2", "damage")
        own = self.throw(edit, *self.seconds(of)).final
        theirs = self.against_it(edit)
        relative, extra = own - theirs, self._fired(edit, of)
        if row.radius_m:
            edit.say(f"relative degree {roman(relative)}: everyone in zone {self.zone} is hit", "S-BLST-2")
            self._ask(edit, blast_dice(relative, dmax), bonus, *["less"] * (relative < 0))
        elif relative >= 1 and own >= 1:
            edit.say(f"a hit, relative degree {roman(relative)}", "S-ATK-1", way="comes")
            self._ask(edit, damage_dice(relative, extra, dmax), bonus, f"/{self.divisor(of)}")
        else:
            edit.say(f"missed, relative degree {roman(relative)}", "S-ATK-1", way="goes")
            if relative <= -2 and self.met_by == "dodge":
                edit.say("they take your place in the order, and have +II next round", "S-DEF-2", way="goes")
            elif relative <= -2 and self.met_by == "parry" and theirs >= 1:
                edit.say("they hit back at once: only your reflex dodge meets it", "S-DEF-3", way="goes")

    def _ask(self, edit: Change, count: int, bonus: int, *signs: str) -> None:
        told = [key for key in ("stun_blunt", "stun_other", "halve_armour", "halve_shock") if self.chosen(key)]
        told += ["ram"] * self.ram
        name = self.held(figures(edit.before))[1].name
        level = " ".join([f"{bonus:+d}", *signs, *told])
        edit.ask(Ask(what="damage", kind=name, dice=count, level=level, of=self.armour, rule="S-ATK-2"))
        more = f" {bonus:+d}".replace("-", "−") if bonus else ""
        edit.say(f"damage: {count}d6*{more}" if "less" not in signs else f"damage: {bonus} − {count}d6*", "S-ATK-2")

    def _fired(self, edit: Change, of: Figures) -> int:
        """Counts the shots down; gives the dice of further ones (S-FIRE-4, S-FIRE-5)."""
        left, key = self.left(of), self.held(of)[0]
        now, extra = (left or 0) - self.shots, fight.extra_dice("semi", self.shots)
        if self.bursts:
            thrown = [sum(one) for one in degrees.draw(1).split(edit.take(self.dice(self.bursts)))]
            fired = fight.fire(999 if left is None else left, thrown, of.switches)
            now, extra = fired.left, fired.extra
            edit.say(f"{plural(len(fired.bullets), 'burst')}, {plural(sum(fired.bullets), 'bullet')}", "S-FIRE-5")
        if left is not None:
            if now < 0:
                message = f"You need {plural(self.shots, 'shot')}, {left} left"
                edit.object("S-EQP-1", message, "Reload.", code="short")
            edit.put_at(("gear", int(key[5:]) - 1, "shots"), max(0, now), "S-EQP-1")
            edit.say_moved("shots", left, max(0, now), "S-EQP-1")
        return extra


def whole(said: str) -> int:
    """A number as a question has it; 0 of what a hand wrote otherwise."""
    return int(said) if re.fullmatch(r"[+-]?\d{1,6}", said, re.ASCII) else 0


class Damage(Thrown, verb="damage", title="Roll damage", rules="S-ATK-2 S-HURT-2 S-ARM-2 S-BLST-2 S-SIT-6 S-SIT-7"):
    """Roll the damage of your hit: its dice and its bonus, or others."""

    group = "rolls"
    answers: ClassVar[tuple[str, ...]] = ("damage",)
    number: Annotated[int, Field(ge=0, le=99)] | None = None
    """Dice; those of the hit, where you say none."""
    bonus: Annotated[int, Field(ge=-99, le=999)] | None = None
    armour: Amount | None = None
    """The target's protection."""

    def hit(self, document: Character) -> Ask:
        """The hit that it belongs to."""
        return next((one for one in play_of(document).asks if one.what == "damage"), Ask())

    def added(self, document: Character) -> int:
        """The bonus."""
        said = self.hit(document).level.split()
        return self.bonus if self.bonus is not None else whole(said[0]) if said else 0

    def dice_needed(self, document: Any) -> int:
        """Of the hit."""
        return self.hit(document).dice if self.number is None else self.number

    def apply(self, edit: Change) -> None:
        """Rolled and told."""
        hit, count, bonus = self.hit(edit.now), self.dice_needed(edit.now), self.added(edit.now)
        if self.number is None and not hit.what:
            edit.object("S-ATK-2", "No hit is open", "Say how many dice and which bonus.", code="unasked")
        said, total = {*hit.level.split()}, self.came(edit, count, self.total)
        by = max(1, next((whole(one[1:]) for one in said if one.startswith("/")), 1))
        amount = max(0, bonus + (-total if "less" in said else total)) // by
        stun = " of stun" if said & {"stun_blunt", "stun_other"} else ""
        edit.say(f"damage {amount}{stun}: {count}d6* came to {total}", "S-ATK-2", way="comes")
        armour = hit.of if self.armour is None else self.armour
        if armour:
            halved = "halve_armour" in said
            left = harm.through(amount, armour, called=halved).total
            edit.say(f"{left} after armour {armour}{', halved' * halved}", "S-ARM-2")
        if "halve_shock" in said:
            edit.say("half of the shock threshold counts", "S-SIT-6")
        if "ram" in said:
            edit.say(f"the one that charged takes {amount // 2}", "S-MOVE-4", way="goes")
        drop(edit, "S-ATK-2", "damage")


class Met(Fields):
    """How one defends, and against what."""

    by: Literal["dodge", "parry", "reflex"] = "dodge"
    degree: Annotated[int, Field(ge=-99, le=99)] | None = None
    """The attack's final degree, where it is known."""


class Defend(
    Armed, Met, verb="defend", title="Defend", rules="S-DEF-1 S-DEF-2 S-DEF-3 S-DEF-4 S-DEF-5 S-DEF-6 S-MOVE-2"
):
    """Dodge, parry, or leave it to the reflex dodge: your final degree is taken off the attack's. If that leaves −II or
    less, a dodge gains the initiative, and a parry strikes back."""

    def offered(self, document: Character) -> Mapping[str, book.Modifier]:
        """Those of its sort and of all defences."""
        taught = ["bare_hand_parry"] * self.skill.startswith(f"{ART}:")  # an art parries weapons too (S-MART-6)
        return self.free(document, modifiers(("close", "ranged"), self.by, "defence"), "too_weak", "charging", *taught)

    def own(self, of: Figures) -> Tally:
        """Dodge, the reflex dodge, or the weapon's skill."""
        return super().own(of) if self.by == "parry" else of.total("dodge") if self.by == "dodge" else of.reflex()

    def by_itself(self, document: Character) -> Iterator[Term]:
        """A charge leaves one open (S-MOVE-2)."""
        if self.by == "parry":
            yield from super().by_itself(document)
        if play_of(document).acted == "charge":
            yield Term(-1, "charging", "S-MOVE-2")

    def apply(self, edit: Change) -> None:
        """Hit or not; and what a good defence brings."""
        if self.rival is None and self.degree is None:
            edit.object("S-DEF-1", "Against which attack?", "Say its final degree, or its score.", code="choose")
        fighting = CLOCK.is_open(edit.now, "fight")
        if self.by != "reflex" and fighting:
            Act(option="defence").apply(edit)
        own, theirs = self.throw(edit).final, self.against_it(edit)
        relative = theirs - own
        if relative >= 1 and theirs >= 1:
            edit.say(f"you are hit, relative degree {roman(relative)}", "S-ATK-1", way="goes")
            return
        edit.say(f"not hit, relative degree {roman(relative)}", "S-DEF-1", way="comes")
        if relative <= -2 and self.by == "dodge" and fighting:
            if self.foe and place_of(play_of(edit.now).order, self.foe) is not None:
                MADE["dodged"].model_validate({"attacker": self.foe}).apply(edit)
            else:
                gain(edit, Bonus(what="dodge", degrees=2, until=play_of(edit.now).round + 1), "S-DEF-2")
        elif relative <= -2 and self.by == "parry" and own >= 1:
            drop(edit, "S-DEF-3", "counterattack")
            edit.ask(Ask(what="counterattack", kind=self.foe, rule="S-DEF-3"))
            edit.say("you may hit back at once: only a reflex dodge meets it", "S-DEF-3", way="comes")
