"""Blows for a degree (`saga_tui.blows`): attacks in the hand and from afar, with one weapon or two, by single bullets
and by bursts, at one or at everybody in a zone; defences. A game declares its own commands below these: which weapons
there are, what a roll is made under, what is added, and the rules. Equipment with a magazine has `shots`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, Protocol

from pydantic import Field

from saga_tui import degrees
from saga_tui.blows import (
    Blow,
    Fate,
    Target,
    after,
    armour_left,
    blast,
    blast_dice,
    bursts,
    damage_dice,
    extra_dice,
    fire,
    strike,
)
from saga_tui.degrees import Against, roman
from saga_tui.dice import Draw
from saga_tui.engine.asked import drop
from saga_tui.engine.command import Words
from saga_tui.engine.conflict import Bonus, gain, place_of
from saga_tui.engine.degreed import AgainstDegree, Foe, Score, Scored
from saga_tui.engine.document import Ask
from saga_tui.engine.equipment import at_ref
from saga_tui.engine.fields import Of
from saga_tui.engine.hits import DAMAGE, HALVES, LESS, Hit
from saga_tui.odds import Dist, best
from saga_tui.words import plural

Amount = Annotated[int, Field(ge=0, le=999)]
Weapon = Annotated[Words, Of("weapon", keys="weapon key")]
BACK: Final = "counterattack"
"""The question that a defence leaves which may strike back."""
MANY: Final = 999
"""Shots of a weapon whose shots are not counted."""


class Arm(Protocol):
    """A weapon's row."""

    @property
    def name(self) -> str:
        """Its words."""

    @property
    def ap(self) -> int | None:
        """How well it pierces."""

    @property
    def shots(self) -> int | None:
        """How many its magazine holds."""

    @property
    def everyone(self) -> bool:
        """Whether it strikes everybody in a zone."""

    @property
    def covers(self) -> int | None:
        """Degrees of a circle in which it does."""


class Armed(AgainstDegree):
    """A roll with a weapon."""

    typed: ClassVar[tuple[str, ...]] = ("weapon", "against", "foe")
    ids: ClassVar[Mapping[str, str]] = {}
    """The rules: of a `hit` and its `damage`, of a `zone` and an arc (`covers`), of a good `dodge` and `parry`, of
    `bursts`, of `shots`; the verbs of what `uses` a round and what `outdoes` somebody."""
    weapon: Weapon = ""
    """The one in hand, where you name none."""
    against: Score | None = None
    """The score of the other's roll; nothing: there is none."""
    foe: Foe = ""
    """Who it is: what is known of them counts where you say nothing else."""
    skill: Scored = ""
    """Another skill than the weapon's: a martial art."""

    def held(self, of: Any) -> tuple[str, Arm]:
        """The weapon, by its key."""
        raise NotImplementedError

    def use(self, edit: Any, option: str) -> bool:
        """Uses this round for it, where a fight is on; says whether one is."""
        fights = bool(edit.game.clock.is_open(edit.now, "fight"))
        if fights and option:
            self.registry[self.ids["uses"]].model_validate({"option": option}).apply(edit)
        return fights


class Strike(Armed):
    """Attack with the weapon in hand, or another."""

    answers: ClassVar[tuple[str, ...]] = (BACK,)
    noted = ("armour", "threshold", "hit_points", "ra", "endurance")
    die: ClassVar[str] = "d6"
    stuns: ClassVar[tuple[str, ...]] = ()
    """The modifiers with which it only stuns."""
    marks: ClassVar[tuple[str, ...]] = ()
    """Further modifiers that its damage has to know of."""
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
    """The target's Endurance: its shock roll, and how far beyond its hit points it dies; 5 is an average human's."""

    @property
    def meets(self) -> str:
        """Their dodge, parry or reflex dodge."""
        return self.met_by

    # ---- what the game says

    def magazine(self, of: Any) -> int | None:
        """The place of the piece of equipment whose shots are counted; nothing: none are."""
        ref, row = self.held(of)
        return at_ref(ref) if row.shots else None

    def seconds(self, of: Any) -> tuple[int, ...]:
        """The scores of other rolls of which one is kept."""
        del of
        return ()

    def bonus_of(self, of: Any) -> int:
        """What is added to the dice."""
        raise NotImplementedError

    def most(self, of: Any) -> int:
        """The most dice of damage."""
        raise NotImplementedError

    def divisor(self, of: Any) -> int:
        """What the damage is divided by."""
        del of
        return 1

    def protects(self, armour: int, piercing: int, resists: int) -> int:
        """What is left of the target's armour: halved by what pierces it and by a called shot."""
        return armour_left(armour, piercing, resists, self.chosen(HALVES))

    def beyond(self, of: Any) -> int:
        """The first bursts that add no die."""
        del of
        return 0

    # ---- what may come of it

    def left(self, of: Any) -> int | None:
        """Shots in the magazine; nothing where none are counted."""
        at = self.magazine(of)
        shots: int | None = None if at is None else of.document.gear[at].shots
        return self.held(of)[1].shots if at is not None and shots is None else shots

    def draws(self, document: Any) -> Draw:
        """Two more for another weapon, and one for each burst."""
        more = 2 if self.second and self.total is None else 0
        return self.dice(super().draws(document).count + more + self.bursts)

    def best(self, document: Any) -> Dist:
        """The law of its final degree; of several rolls the best is kept."""
        seconds = self.seconds(self.numbers(document))
        if not seconds:
            return self.law(document)
        more = self.degrees(document).total
        return best(degrees.law(self.number(document).total, more), *(degrees.law(one, more) for one in seconds))

    def met(self, document: Any) -> Against:
        """What it and their defence come to."""
        return degrees.against(self.best(document), self.others(document))

    def blow(self, document: Any) -> Blow:
        """What it may do."""
        of, known = self.numbers(document), self.facing(document)
        row, others, bonus, dmax = self.held(of)[1], self.others(document), self.bonus_of(of), self.most(of)
        armour = self.protects(known.armour, row.ap or 0, known.ra)
        if row.everyone:
            return blast(self.law(document), others, bonus, dmax, armour)
        extra = degrees.NOBODY.shifted(extra_dice(self.shots))
        if self.bursts:
            extra = bursts(self.left(of) or MANY, self.bursts, self.beyond(of))
        own, divisor = self.best(document), self.divisor(of)
        return strike(own, others, extra, dmax=dmax, bonus=bonus, armour=armour, divisor=divisor)

    def fate(self, document: Any) -> Fate:
        """What it may do to the target: shock, down by it or by damage, dead."""
        known, stuns = self.facing(document), any(map(self.chosen, self.stuns))
        threshold = known.threshold // (1 + self.chosen("halve_shock"))
        return after(
            [self.blow(document)],
            Target(known.hit_points, known.endurance, threshold, known.endurance, stunning=stuns),
        )

    # ---- what happens

    def apply(self, edit: Any) -> None:
        """It hits, or not; damage is asked for."""
        of = self.numbers(edit.before)
        row = self.held(of)[1]
        if self.counter:
            edit.answered(BACK)
        else:
            self.use(edit, "charge" if self.charge or self.ram else "attack")
        self.remember(edit)
        drop(edit, self.ids["damage"], DAMAGE)
        own = self.throw(edit, *self.seconds(of)).final
        theirs = self.against_it(edit)
        relative, extra = own - theirs, self._fired(edit, of)
        if row.everyone:
            where, of_rule = (f"the {row.covers}°", "covers") if row.covers else (f"zone {self.zone}", "zone")
            said = f"relative degree {roman(relative)}: everyone in {where} is hit"
            edit.say(said, self.ids[of_rule], came=relative)
            self._ask(edit, blast_dice(relative, self.most(of)), *[LESS] * (relative < 0))
        elif relative >= 1 and own >= 1:
            edit.say(f"a hit, relative degree {roman(relative)}", self.ids["hit"], way="comes", came=relative)
            self._ask(edit, damage_dice(relative, extra, self.most(of)))
        else:
            edit.say(f"missed, relative degree {roman(relative)}", self.ids["hit"], way="goes", came=relative)
            if relative <= -2 and self.met_by == "dodge":
                edit.say("they take your place in the order, and have +II next round", self.ids["dodge"], way="goes")
            elif relative <= -2 and self.met_by == "parry" and theirs >= 1:
                edit.say("they hit back at once: only your reflex dodge meets it", self.ids["parry"], way="goes")

    def _ask(self, edit: Any, count: int, *signs: str) -> None:
        of, known = self.numbers(edit.before), self.facing(edit.before)
        row = self.held(of)[1]
        marks = (mark for mark in (*self.stuns, *self.marks) if self.chosen(mark) or getattr(self, mark, False))
        by = 1 if row.everyone else self.divisor(of)
        hit = Hit(count, self.bonus_of(of), by, known.armour, row.ap or 0, known.ra, (*signs, *marks))
        hit.ask(edit, row.name, self.ids["damage"], self.die)

    def _fired(self, edit: Any, of: Any) -> int:
        """Counts the shots down; gives the dice of further ones."""
        left, at, rule = self.left(of), self.magazine(of), self.ids["shots"]
        now, extra = (left or 0) - self.shots, extra_dice(self.shots)
        if self.bursts:
            thrown = [sum(one) for one in degrees.draw(1).split(edit.take(self.dice(self.bursts)))]
            now, bullets = fire(MANY if left is None else left, thrown)
            extra = max(0, len(bullets) - self.beyond(of))
            edit.say(f"{plural(len(bullets), 'burst')}, {plural(sum(bullets), 'bullet')}", self.ids["bursts"])
        if left is not None:
            if now < 0:
                edit.object(rule, f"You need {plural(self.shots, 'shot')}, {left} left", "Reload.", code="short")
            edit.put_at(("gear", at, "shots"), max(0, now), rule)
            edit.say_moved("shots", left, max(0, now), rule)
        return extra


class Guard(Armed):
    """Dodge, parry, or leave it to the reflex dodge: your final degree is taken off the attack's."""

    typed: ClassVar[tuple[str, ...]] = ("by", "degree", *Armed.typed)
    gains: ClassVar[Bonus] = Bonus()
    """The bonus that a good dodge brings until the next round ends."""
    by: Literal["dodge", "parry", "reflex"] = "dodge"

    @property
    def meets(self) -> str:
        """Their attack."""
        return "attack"

    def apply(self, edit: Any) -> None:
        """Hit or not; and what a good defence brings."""
        if self.facing(edit.before).rival is None and self.degree is None:
            told = "Say its final degree, or its score."
            edit.object(self.rules[0], "Against which attack?", told, code="choose")
        fighting = self.use(edit, "" if self.by == "reflex" else "defence")
        self.remember(edit)
        own, theirs = self.throw(edit).final, self.against_it(edit)
        relative, play = theirs - own, edit.game.play_of(edit.now)
        if relative >= 1 and theirs >= 1:
            edit.say(f"you are hit, relative degree {roman(relative)}", self.ids["hit"], way="goes", came=relative)
            return
        edit.say(f"not hit, relative degree {roman(relative)}", self.rules[0], way="comes", came=relative)
        if relative <= -2 and self.by == "dodge" and fighting:
            if self.foe and place_of(play.order, self.foe) is not None:
                self.registry[self.ids["outdoes"]].model_validate({"attacker": self.foe}).apply(edit)
            else:
                gain(edit, self.gains.model_copy(update={"until": play.round + 1}), self.ids["dodge"])
        elif relative <= -2 and self.by == "parry" and own >= 1:
            drop(edit, self.ids["parry"], BACK)
            edit.ask(Ask(what=BACK, kind=self.foe, rule=self.ids["parry"]))
            edit.say("you may hit back at once: only a reflex dodge meets it", self.ids["parry"], way="comes")
