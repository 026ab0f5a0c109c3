"""Blows: attacks in the hand and from afar, their damage, defences (S-ATK, S-DEF, S-FIRE, S-BLST)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui import degrees
from saga_tui.blows import Blow, Fate, Target, after, blast, blast_dice, damage_dice, strike
from saga_tui.degrees import roman
from saga_tui.dice import Draw
from saga_tui.engine import hits
from saga_tui.engine.asked import drop
from saga_tui.engine.command import Command as Fields
from saga_tui.engine.conflict import Bonus, gain, place_of
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.engine.hits import Hit
from saga_tui.engine.rolled import limited
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character, Skill
from saga_tui.games.sagas.play.choices import weapons
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.fight import Act
from saga_tui.games.sagas.play.rolls import Against, Amount, Foe, Score, Scored, modifiers, total_of
from saga_tui.games.sagas.play.state import magazines, play_of
from saga_tui.games.sagas.rules import fight, harm
from saga_tui.games.sagas.rules.base import MADE, Change, Command, Words
from saga_tui.games.sagas.rules.figures import ART, Figures, figures
from saga_tui.odds import best
from saga_tui.tally import Tally, Term
from saga_tui.words import plural

Weapon = Annotated[Words, Of("weapon", keys="weapon key")]
STUNS = ("stun_blunt", "stun_other")


class Aimed(Fields):
    """The weapon, and what is against it."""

    weapon: Weapon = ""
    """The one in hand, where you name none."""
    against: Score | None = None
    """The score of the other's roll; nothing: there is none."""
    foe: Foe = ""
    """Who it is: what is known of them counts where you say nothing else."""


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

    def facts(self, document: Character) -> Collection[str]:
        """What holds of the weapon, of Strength, of this round (S-ATK-3, S-SIT-7, S-FIRE-7, S-MOVE-2)."""
        of, row = figures(document), self.held(figures(document))[1]
        known = {"weak": (row.strength or 0) > of.score("str"), "blunt": row.blunt, "art": f"{ART}:" in self.skill,
                 "spreads": row.shotgun or row.key == "flamethrower",
                 "charging": play_of(document).acted == "charge"}  # fmt: skip
        return {name for name, holds in known.items() if holds}


class Attack(Armed, verb="attack", title="Attack", rules=(
    "S-ATK-1 S-ATK-2 S-ATK-3 S-SIT-3 S-SIT-6 S-SIT-7 S-FIRE-1 S-FIRE-4 S-FIRE-5 S-MOVE-1 S-MOVE-4 S-DEF-3 "
    "S-BLST-1 S-BLST-2 S-BLST-3 S-ARM-2"
)):  # fmt: skip
    """Attack with the weapon in hand, or another: against a dodge, a parry or a reflex dodge; without one your own
    degree counts. An explosive strikes everybody in its zone, a heavy machine gun everybody in 30°."""

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
    ra: Amount = 0
    """How well the target's armour resists: each point that your weapon pierces more halves it."""
    endurance: Amount = 5
    """The target's Endurance: its shock roll, and how far below its hit points it dies; 5 is an average human's."""

    @property
    def meets(self) -> str:
        """Their dodge, parry or reflex dodge."""
        return self.met_by

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
        if less := fight.crossing(self.speed) if self.speed else 0:
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

    def draws(self, document: Any) -> Draw:
        """Two more for another weapon, and one for each burst."""
        more = 2 if self.second and self.total is None else 0
        return self.dice(super().draws(document).count + more + self.bursts)

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
        strong = book.universal(fight.strength_of(level, of.score("str"))).bonus
        if self.charge or self.ram:
            strong = fight.charge(strong, of.bonus("spd").total, of.impact().total)
        return row.bonus + (strong if row.close else 0)

    def divisor(self, of: Figures) -> int:
        """A shotgun's damage from afar (S-FIRE-2)."""
        far = {"range_long": 2, "range_very_long": 4} if self.held(of)[1].shotgun else {}
        return next((by for key, by in far.items() if self.chosen(key)), 1)

    def left(self, of: Figures) -> int | None:
        """Shots in the magazine; nothing where there is none."""
        key, row = self.held(of)
        at = int(key[5:]) - 1 if key.startswith("gear:") else -1
        shots = of.character.gear[at].shots if at in magazines(of.character) else 0
        return row.shots if shots is None else shots if at in magazines(of.character) else None

    def blow(self, document: Character) -> Blow:
        """What it may do (S-ATK-4)."""
        of, known = figures(document), self.facing(document)
        row, others, bonus = self.held(of)[1], self.others(document), self.bonus_of(of)
        armour = harm.armour_left(known.armour, row.ap or 0, known.ra, self.chosen("halve_armour"))
        if row.everyone:
            return blast(self.law(document), others, bonus, row.dmax, armour)
        extra = degrees.NOBODY.shifted(fight.extra_dice("semi", self.shots))
        if self.bursts:
            extra = fight.bursts(self.left(of) or 999, self.bursts, of.switch("burst_dice"))
        more = self.degrees(document).total
        own = best(self.law(document), *(degrees.law(one, more) for one in self.seconds(of)))
        dmax = fight.strike_dice(row.dmax, self._benefit(of))
        return strike(own, others, extra, dmax=dmax, bonus=bonus, armour=armour, divisor=self.divisor(of))

    def fate(self, document: Character) -> Fate:
        """What it may do to the target: shock, down by it or by damage, dead (S-ATK-4, S-HURT-3, S-HURT-4, S-SHK-1)."""
        known = self.facing(document)
        threshold = known.threshold // (1 + self.chosen("halve_shock"))
        target = Target(known.hit_points, known.endurance, threshold, known.endurance,
                        stunning=any(map(self.chosen, STUNS)))  # fmt: skip
        return after([self.blow(document)], target)

    def apply(self, edit: Change) -> None:
        """It hits, or not; damage is asked for."""
        of = figures(edit.before)
        row, dmax = self.held(of)[1], fight.strike_dice(self.held(of)[1].dmax, self._benefit(of))
        if self._taught(of) is None:
            message, fix = f"{of.held[self.skill].label} has no {self.field}", "Choose another field."
            edit.object("S-MART-1", message, fix, code="field")
        if self.counter:
            edit.answered("counterattack")
        elif CLOCK.is_open(edit.now, "fight"):
            Act(option="charge" if self.charge or self.ram else "attack").apply(edit)
        drop(edit, "S-ATK-2", hits.DAMAGE)
        own = self.throw(edit, *self.seconds(of)).final
        theirs = self.against_it(edit)
        relative, extra = own - theirs, self._fired(edit, of)
        if row.everyone:
            where = f"the {row.covers}°" if row.covers else f"zone {self.zone}"
            rule = "S-BLST-3" if row.covers else "S-BLST-2"
            edit.say(f"relative degree {roman(relative)}: everyone in {where} is hit", rule, came=relative)
            self._ask(edit, blast_dice(relative, dmax), *[hits.LESS] * (relative < 0))
        elif relative >= 1 and own >= 1:
            edit.say(f"a hit, relative degree {roman(relative)}", "S-ATK-1", way="comes", came=relative)
            self._ask(edit, damage_dice(relative, extra, dmax))
        else:
            edit.say(f"missed, relative degree {roman(relative)}", "S-ATK-1", way="goes", came=relative)
            if relative <= -2 and self.met_by == "dodge":
                edit.say("they take your place in the order, and have +II next round", "S-DEF-2", way="goes")
            elif relative <= -2 and self.met_by == "parry" and theirs >= 1:
                edit.say("they hit back at once: only your reflex dodge meets it", "S-DEF-3", way="goes")

    def _ask(self, edit: Change, count: int, *signs: str) -> None:
        of, known = figures(edit.before), self.facing(edit.before)
        row = self.held(of)[1]
        told = [key for key in (*STUNS, "halve_armour", "halve_shock") if self.chosen(key)] + ["ram"] * self.ram
        by = 1 if row.everyone else self.divisor(of)
        hit = Hit(count, self.bonus_of(of), by, known.armour, row.ap or 0, known.ra, (*signs, *told))
        hit.ask(edit, row.name, "S-ATK-2", Damage.die)

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


class Damage(hits.RollDamage, Command, verb="damage", title="Roll damage", group="rolls", rules=(
    "S-ATK-2 S-HURT-2 S-ARM-2 S-BLST-2 S-SIT-6 S-SIT-7 S-MOVE-4"
)):  # fmt: skip
    """Roll the damage of your hit: its dice and its bonus, or others."""

    again, die, of_stun, after = degrees.SIDES, "d6*", STUNS, "S-ARM-2"
    remarks = {
        "halve_shock": ("half of the shock threshold counts", "S-SIT-6"),
        "ram": ("the one that charged takes {half}", "S-MOVE-4"),
    }

    def left(self, amount: int, armour: int, hit: Hit, resists: int) -> tuple[int, str]:
        """Halved by a called shot, and by each point that the weapon pierces more than it resists (S-ARM-2)."""
        called, held = "halve_armour" in hit.marks, harm.armour_left(armour, hit.piercing, resists)
        left = harm.through(amount, armour, hit.piercing, resists, called).total
        return left, f", pierced to {held}" * (held < armour) + ", halved" * called


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

    @property
    def meets(self) -> str:
        """Their attack."""
        return "attack"

    def rows(self, document: Character) -> Mapping[str, book.Modifier]:
        """Those of its sort and of all defences."""
        return modifiers(("close", "ranged"), self.by, "defence")

    def own(self, of: Figures) -> Tally:
        """Dodge, the reflex dodge, or the weapon's skill."""
        return super().own(of) if self.by == "parry" else of.total("dodge") if self.by == "dodge" else of.reflex()

    def apply(self, edit: Change) -> None:
        """Hit or not; and what a good defence brings."""
        if self.facing(edit.before).rival is None and self.degree is None:
            edit.object("S-DEF-1", "Against which attack?", "Say its final degree, or its score.", code="choose")
        fighting = CLOCK.is_open(edit.now, "fight")
        if self.by != "reflex" and fighting:
            Act(option="defence").apply(edit)
        own, theirs = self.throw(edit).final, self.against_it(edit)
        relative = theirs - own
        if relative >= 1 and theirs >= 1:
            edit.say(f"you are hit, relative degree {roman(relative)}", "S-ATK-1", way="goes", came=relative)
            return
        edit.say(f"not hit, relative degree {roman(relative)}", "S-DEF-1", way="comes", came=relative)
        if relative <= -2 and self.by == "dodge" and fighting:
            if self.foe and place_of(play_of(edit.now).order, self.foe) is not None:
                MADE["dodged"].model_validate({"attacker": self.foe}).apply(edit)
            else:
                gain(edit, Bonus(what="dodge", degrees=2, until=play_of(edit.now).round + 1), "S-DEF-2")
        elif relative <= -2 and self.by == "parry" and own >= 1:
            drop(edit, "S-DEF-3", "counterattack")
            edit.ask(Ask(what="counterattack", kind=self.foe, rule="S-DEF-3"))
            edit.say("you may hit back at once: only a reflex dodge meets it", "S-DEF-3", way="comes")
