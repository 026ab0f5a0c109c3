"""What a roll under a number brings: its degree, the outcome that waits while something can still be bought on it, its
effects. Play has the last roll as `thrown`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from saga_tui.engine.ailing import Ailing
from saga_tui.engine.ailments import Action, Ill, Outcome, Thrown, Ward
from saga_tui.engine.suffering import Suffering
from saga_tui.roll_under import MISS, WON, WORST
from saga_tui.words import plural

NUMBER: Final = re.compile(r"([a-z]+)([+\-=*])(\d{1,3})")
"""An effect that moves something: `rank+2`, `toxic*1`."""


class Outcomes(Ailing):
    """What rolls bring, by a game's tables."""

    again, averted = 2, 3
    """What they cost."""
    degrees: Mapping[str, str]
    """The names of the degrees, the best first."""
    fallback: Mapping[str, list[str]]
    """Degrees without an outcome, with those whose outcome they take."""

    def exact(self, of: Suffering) -> bool:
        """Whether a die that shows the number is told as more."""
        del of
        return False

    def read(self, of: Suffering, one: Thrown) -> str:
        """The degree of a roll; against somebody that of one's own side. A basic test only succeeds or fails."""
        scale = of.scale
        if one.test in ("opposed", "conflict"):
            own, theirs = (one.number, one.die), (one.other, one.other_die)
            first, second = (theirs, own) if one.defends else (own, theirs)
            if one.test == "opposed":
                return WON if (scale.winner(*first, *second) == "attacker") != one.defends else MISS
            found = scale.settled(*first, *second)
            return found if not one.defends else WON if found in (MISS, WORST) else MISS
        found = scale.read(one.number, one.die)
        return found if one.test == "complex" or found in (MISS, WORST) else WON

    def outcome(self, of: Suffering, row: Action, degree: str) -> Outcome | None:
        """The outcome of a degree, or of the next one that has any; a rule option may keep the best one for the highest
        degree alone."""
        top = next(iter(self.degrees))
        for one in (degree, *self.fallback.get(degree, ())):
            found = row.outcome.get(one)
            if found is not None and not (found.switch and of.switch(found.switch) == top and degree != top):
                return found
        return None

    def effects(self, of: Suffering, one: Thrown) -> tuple[str, ...]:
        """All that it brings: of its degree, and what always comes."""
        row = self.row(of, one.what)
        found = self.outcome(of, row, one.degree) if row else None
        return (*(found.effects if found else ()), *(row.always if row else ()))

    def ways(self, of: Suffering, one: Thrown) -> Iterator[str]:
        """What can still be done about a roll: `nudge` it, `avert` it, take its `way-out`."""
        row, worst, left = (
            self.row(of, one.what),
            of.scale.read(one.number, one.die) == WORST,
            getattr(of.play, self.pays),
        )
        if one.settled or of.lost():
            return
        if not worst and left >= self.again:
            yield "nudge"
        if worst and left >= self.averted and (row is None or row.avert):
            yield "avert"
        found = self.outcome(of, row, one.degree) if row is not None else None
        if worst and found is not None and found.instead is not None and not of.suffers(found.instead.barred):
            yield "way-out"

    def told(self, of: Suffering, one: Thrown) -> str:
        """A roll in words: `Resilience 12, rolled 14: Failure`."""
        faced = one.test in ("opposed", "conflict")
        met = f" against {of.scale.cut(one.other)}, rolled {one.other_die}" if faced else ""
        number = str(of.scale.cut(one.number)).replace("-", "−")
        sides, attack = (one.other, one.other_die, one.number, one.die), ""
        if one.test == "conflict" and one.defends and (theirs := of.scale.settled(*sides)) != MISS:
            attack = f" (the attack: {self.degrees[theirs]})"
        return f"{of.label_of(one.skill)} {number}, rolled {one.die}{met}: {self.degrees[one.degree]}{attack}"

    def thrown(self, edit: Any, one: Thrown, rule: str) -> None:
        """A roll is made: it is told; its outcome comes, or waits while something can still be done about it."""
        of = self.numbers(edit.now)
        one = one.model_copy(update={"degree": self.read(of, one)})
        ranks = [*self.degrees]
        came = ranks.index(MISS) - ranks.index(one.degree)
        edit.say(self.told(of, one), rule, came=came, way="comes" if came > 0 else "goes")
        own, effects = of.scale.read(one.number, one.die), self.effects(of, one)
        if one.die == of.scale.cut(one.number) and own not in (MISS, WORST) and self.exact(of):
            edit.say("Critical Success: your GM names a benefit", self.says["exact"])
        if own == ranks[ranks.index(MISS) - 1]:
            edit.say(f"a {self.degrees[own]}: your GM may add a wrinkle", self.says["wrinkle"])
        row = self.row(of, one.what)
        best = one.degree == (WON if row is not None and row.test == "basic" else ranks[0])
        waits = bool(row is not None and effects and not best and any(self.ways(of, one)))
        edit.put(rule, thrown=one.model_copy(update={"waits": waits}))
        found = self.outcome(of, row, one.degree) if row is not None else None
        if waits:
            edit.say(f"unless you change it: {found.text if found and found.text else ', '.join(effects)}", rule)
        elif effects:
            self.take(edit)
        elif found is not None and found.text:
            self._tell(edit, found, rule)

    def take(self, edit: Any) -> None:
        """The outcome of the last roll comes."""
        one, of = self.play(edit).thrown, self.numbers(edit.now)
        row = self.row(of, one.what) if one else None
        if one is None or row is None or not one.degree:
            return
        edit.put(row.rule, thrown=one.model_copy(update={"waits": False, "settled": True}))
        found = self.outcome(of, row, one.degree)
        if found is not None and found.text:
            self._tell(edit, found, row.rule)
        for effect in self.effects(of, one):
            self.carry_out(edit, effect, one, row.rule)

    def settle(self, edit: Any) -> None:
        """Nothing is bought any more on a roll after which something else happened; one whose outcome waits stays."""
        super().settle(edit)
        before, now = edit.before.play, edit.now.play
        one = now.thrown if now is not None and before is not None else None
        if one is not None and one is before.thrown and not (one.waits or one.settled) and now != before:
            edit.put(self.says["until"], thrown=one.model_copy(update={"settled": True}))

    def _tell(self, edit: Any, found: Outcome, rule: str) -> None:
        text = found.text.rstrip(".")
        edit.say(text[:1].lower() + text[1:], rule)

    def fail(self, edit: Any, one: Thrown) -> None:
        """The last roll counts as a failure; its outcome comes."""
        row = self.row(self.numbers(edit.now), one.what)
        rule = row.rule if row else self.says["averted"]
        edit.put(rule, thrown=one.model_copy(update={"degree": MISS, "settled": True}))
        self.take(edit)

    def carry_out(self, edit: Any, effect: str, one: Thrown, rule: str) -> None:
        """One effect."""
        of = self.numbers(edit.now)
        if effect in self.fields:
            self.harm(edit, effect, rule)
        elif effect.startswith("clear:"):
            self.end(edit, rule, lambda held: held.key == effect.removeprefix("clear:"))
        elif effect in ("immune:activity", "resist-2:activity"):
            kept = tuple(ward for ward in self.play(edit).wards if ward.key != one.of)
            immune = effect.startswith("immune")
            edit.put(rule, wards=(*kept, Ward(key=one.of, immune=immune)))
            edit.say("immune to it for ten minutes" if immune else "−2 on resisting it for ten minutes", rule)
        elif found := NUMBER.fullmatch(effect):
            self._number(edit, found, one, rule)
        elif effect in of.conditions:
            self.gain(edit, effect, rule)

    def _number(self, edit: Any, said: re.Match[str], one: Thrown, rule: str) -> None:
        what, how, amount = said[1], said[2], int(said[3])
        of, ill = self.numbers(edit.now), self.ill_of(edit.now, one.of)
        field = next((kind for kind in self.kinds if one.of in type(of).harms(kind)), "")
        if what in self.rows and field:
            self.heal(edit, field, one.of, amount, rule)
        elif what == "toxic" and one.what == self.confront:
            self.toxic(edit, one.of, amount)
        elif what == "rank" and how == "=":
            self._begin(edit, one, amount, rule)
        elif what == "rank" and ill is not None:
            self.rank(edit, one.of, ill.rank + (amount if how == "+" else -amount), rule)
        elif what in of.tolerances:
            ends = f"clear:{of.tolerances[what]['at_zero']}" in self.effects(of, one)
            self.recover(edit, what, amount, rule, free=ends)

    def _begin(self, edit: Any, one: Thrown, rank: int, rule: str) -> None:
        """An affliction that was not resisted: it is felt once its onset is over, with its toxic damage as often as its
        Rank."""
        row, before = self.numbers(edit.now).afflictions.get(one.of), self.ill_of(edit.now, one.of)
        if row is None:
            return
        kept = tuple(ill for ill in self.play(edit).afflictions if ill.key != one.of)
        known = before.resistance if before else one.skill
        made = Ill(key=one.of, rank=min(rank, row.max_rank), onset=row.onset.count, toxic=rank, resistance=known)
        edit.put(rule, afflictions=(*kept, made))
        if row.onset.count:
            told = f"{row.name} will take hold: {plural(row.onset.count, row.onset.unit)} of onset"
            edit.say(told, rule, way="goes")
        else:
            self.take_hold(edit, one.of)
