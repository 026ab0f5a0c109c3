"""The rolls that the rules ask for, made: dice that simply hurt, initiative, resistance against what works in a body,
and tests of which something follows. A game declares its own command below this."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.degrees import Test, Thrown, opposed, roman
from saga_tui.dice import Draw
from saga_tui.engine import afflictions, asked
from saga_tui.engine.afflictions import POISONS, Poison
from saga_tui.engine.command import Index
from saga_tui.engine.conflict import place_of, set_rank
from saga_tui.engine.document import Ask
from saga_tui.engine.fields import Of
from saga_tui.engine.hurts import Hurts
from saga_tui.engine.turns import INITIATIVE


class Make(asked.Asked, asked.Thrown):
    """Make a roll that the rules ask for. The oldest one, where you name none."""

    sums: ClassVar[Mapping[str, str]] = {}
    """Dice that simply hurt, by the sort of question: in which way they do."""
    resistance: ClassVar[str] = ""
    """The skill that resists what works in a body."""
    usual: ClassVar[str] = ""
    """What a question is rolled under that the table doesn't have."""
    hurts: ClassVar[Hurts]
    score: int | None = Field(default=None, ge=-99, le=999)
    """Another score to roll under, as the GM allows."""
    modifier: int = Field(default=0, ge=-20, le=20)
    """More or less."""
    other: Annotated[int, Field(ge=2, le=999)] | None = None
    """What the other side's dice came to: a poison's."""

    # ---- what the game says

    def own(self, document: Any, ask: Ask) -> int:
        """The score that it is rolled under: what the table names, or what resists a poison."""
        of, question = self.hurts.numbers(document), self.questions.of(ask) if self.questions else None
        if ask.what == POISONS:
            return int(of.total(self.resistance).total)
        return int(of.score(question.score if question is not None else self.usual))

    def by_itself(self, ask: Ask) -> int:
        """What the question itself adds: its level, where that is a number."""
        return int(ask.level) if re.fullmatch(r"-?\d{1,4}", ask.level, re.ASCII) else 0

    def final(self, score: int, total: int, modifier: int) -> int:
        """What dice under a score come to; from 1 on it is a success. A degree, unless a game says otherwise."""
        return Test(score, total, modifier).final

    def named(self, final: int) -> str:
        """That in words."""
        return f"degree {roman(final)}"

    def follows(self, edit: Any, ask: Ask, final: int) -> None:
        """What follows from a test, where the table doesn't say all of it."""

    def resists(self, own: int, theirs: int) -> bool:
        """Whether it is enough against the other's."""
        return opposed(own, theirs).winner == "a"

    # ---- what happens

    def dice_needed(self, document: Any) -> int:
        """As many as the question says."""
        ask = self.asked(document)
        return max(1, ask.dice) if ask is not None else 0

    def draws(self, document: Any) -> Draw:
        """Its own dice; a poison's too."""
        ask = self.asked(document)
        more = 2 if ask is not None and ask.what == POISONS and self.other is None else 0
        return self.dice(super().draws(document).count + more)

    def apply(self, edit: Any) -> None:
        """The question is answered, and what follows happens."""
        ask = self.answered(edit)
        if ask is None:
            return
        total = self.came(edit, max(1, ask.dice), self.total)
        if ask.what in self.sums:
            edit.say(f"{ask.what}: {total} damage", ask.rule, way="goes")
            self.hurts.blow(edit, self.hurts.kinds[0], self.sums[ask.what], total, ask.rule)
        elif ask.what == INITIATIVE:
            order = edit.game.play_of(edit.now).order
            if (at := place_of(order, ask.kind)) is not None:
                set_rank(edit, ask.kind, order[at].tie + total + self.by_itself(ask), ask.rule)
        elif ask.what == POISONS:
            found = next((one for one in edit.game.play_of(edit.now).poisons if one.name == ask.kind), None)
            if found is not None:
                self.resist(edit, ask, found, total)
        else:
            self.test(edit, ask, total)

    def test(self, edit: Any, ask: Ask, total: int) -> None:
        """Under a score: what the table has for success or failure, and what follows."""
        question = self.questions.of(ask) if self.questions else None
        score = self.own(edit.now, ask) if self.score is None else self.score
        final = self.final(score, total, self.by_itself(ask) + self.modifier)
        edit.say(f"{self.words(ask)} {score}, rolled {total}: {self.named(final)}", ask.rule)
        if question:
            question.settle(edit, ask.rule, final >= 1)
        self.follows(edit, ask, final)

    def resist(self, edit: Any, ask: Ask, found: Poison, total: int) -> None:
        """The body against what works in it: cured, or the effect comes when the period ends."""
        score = self.own(edit.now, ask) if self.score is None else self.score
        own = self.final(score, total, found.help + self.modifier)
        theirs = self.final(found.virulence, self.came(edit, 2, self.other), 0)
        edit.say(f"against {found.name}: relative {self.named(own - theirs)}", ask.rule)
        if self.resists(own, theirs):
            afflictions.over(edit, found, ask.rule, "does nothing more")
        else:
            edit.say(f"{found.name} takes effect when its period ends{found.told}", ask.rule, way="goes")


class Care(asked.Thrown):
    """First aid: it stops the dying, wakes from a shock, or helps against a poison; by what is needed most, where you
    do not say."""

    hurts: ClassVar[Hurts]
    skill: ClassVar[str] = ""
    """What it is rolled under."""
    against: Literal["", "dying", "shock", "poison"] = ""
    score: int | None = Field(default=None, ge=-99, le=999)
    """The helper's First aid; your own where nothing is said."""
    degree: int | None = Field(default=None, ge=-99, le=99)
    """The final degree, where it was rolled already."""
    modifier: int = Field(default=0, ge=-20, le=20)
    natural_12: bool = False
    """Both dice showed a 6 first, where their total or the degree was told."""
    poison: Annotated[Index, Of(POISONS)] = 0

    def dice_needed(self, document: Any) -> int:
        """None where the degree is known."""
        return 0 if self.degree is not None else 2

    def apply(self, edit: Any) -> None:
        """Rolled, and what it brings."""
        degree, rule = self.degree, self.rules[0]
        if degree is None:
            total, score = self.came(edit, 2, self.total), self.score
            score = self.hurts.numbers(edit.now).total(self.skill).total if score is None else score
            degree = Test(score, total, self.modifier).final
            edit.say(f"first aid {score}, rolled {total}: degree {roman(degree)}", rule)
        if degree <= 0:
            edit.say("it does nothing", rule)
            if self.natural_12 or Thrown(self.dice(2).split(edit.dice)).natural == "12":
                edit.ask(Ask(what="complication", kind="physical", dice=2, rule=rule))
                edit.say("a natural 12: a complication, Endurance roll or die", rule, way="goes")
            return
        dying, ill = self.hurts.bleeds(edit.now), edit.game.play_of(edit.now).poisons
        wanted = self.against or ("dying" if dying else "poison" if ill else "shock")
        if wanted == "dying" and dying:
            edit.put(rule, **{self.hurts.tended: True})
            edit.say("the bleeding stops", rule, way="comes")
        elif wanted == "poison":
            self._resist(edit, degree)
        elif wanted == "dying" or not self.hurts.rouse(edit, rule):
            edit.say("first aid has nothing to do here", rule)

    def _resist(self, edit: Any, degree: int) -> None:
        ill = afflictions.poison_at(edit, self.poison, self.rules[0])
        if ill is not None:
            better = ill.model_copy(update={"help": ill.help + degree})
            edit.put_at(("play", "poisons", self.poison), better, self.rules[0])
            said = f"Physical resistance +{roman(better.help)} against {ill.name}"
            edit.say(said, self.rules[0], way="comes")
