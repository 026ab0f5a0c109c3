"""Commands of a roll that lies on the table: re-rolls, Deliberate, the comparison, a late re-roll (AST-6, AST-7, PRK-3,
ROL-2). Each is an event of its own, so that no dice are lost whatever happens to the program."""

from typing import Annotated

from pydantic import Field

from saga_tui.games.saga.book import AddedDice
from saga_tui.games.saga.rules import derive, open_roll, rolls, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands.base import Command, Count
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.lists import Die, PerkName
from saga_tui.games.saga.rules.rolls import Dice, Face, Faces, Opposition
from saga_tui.words import plural

Places = Annotated[tuple[Die, ...], Field(max_length=500)]


class Reroll(Command, verb="reroll", title="Re-roll two dice with fortune", rules="AST-6"):
    """Spend 1 fortune to re-roll up to two dice before comparing; the new dice count. They are the first without a mark
    unless you name others. Marks from traded dice stay."""

    dice: Places = ()
    """Which dice, by their places from the left."""
    results: Faces | None = None
    """The new faces, if you rolled them yourself."""
    marks: Dice | None = None
    """The marks among the new dice, if you rolled and do not enter faces."""

    def dice_needed(self, character: Character) -> int:
        """Those that are re-rolled, unless the player rolled them."""
        return 0 if self.results is not None or self.marks is not None else self._count(character)

    def _chosen(self, character: Character, roll: LastRoll) -> list[int]:
        """The places of the dice to re-roll, where the faces are known."""
        each = derive.numbers(character).roll.fortune_rerolls
        named = dict.fromkeys(place for place in self.dice if place < len(roll.faces))
        return list(named)[:each] if self.dice else open_roll.blanks(character, roll)[:each]

    def _count(self, character: Character) -> int:
        roll = open_roll.uncompared(character)
        if roll is None:
            return 0
        if roll.faces:
            return len(self._chosen(character, roll))
        return min(derive.numbers(character).roll.fortune_rerolls, open_roll.blank_count(character, roll))

    def apply(self, edit: Edit) -> None:
        """A token that is paid already goes first."""
        roll = _lying(edit, "AST-6")
        if roll is None:
            return
        each, many = derive.numbers(edit.now).roll.fortune_rerolls, self._count(edit.now)
        if len(self.dice) > each or len(set(self.dice)) < len(self.dice):
            message, fix = f"One token re-rolls up to {plural(each, 'die')}", f"Choose {each} at most."
            edit.object("AST-6", message, fix, code="many")
        if any(place >= len(roll.faces) for place in self.dice):
            message = f"The roll has {plural(len(roll.faces), 'die')}"
            edit.object("AST-6", message, "Choose dice of this roll.", code="place")
        if not many:
            edit.object("AST-6", "There is nothing to re-roll: all dice are marks", "Keep the token.", code="none")
            return
        fresh = self._fresh(edit, many)
        if roll.owed > 0:
            roll = roll.model_copy(update={"owed": roll.owed - 1})
        else:
            open_roll.pay_for_roll(edit, "fortune", 1, "AST-6", "re-rolling dice")
        old, new = self._exchange(edit, roll, fresh, many)
        edit.put("AST-6", roll=new.model_copy(update={"again": (new.again or 0) + many}))
        edit.say(f"re-rolled {old}: {plural(new.marks, 'mark')} now", "AST-6")

    def _fresh(self, edit: Edit, many: int) -> tuple[int, ...]:
        """The new faces; none where only their marks are given."""
        given = len(self.results) if self.results is not None else many
        if given != many or (self.marks or 0) > many:
            message = f"You re-roll {plural(many, 'die')}, but entered another number"
            edit.object("ROL-10", message, "Enter what these dice show.", code="faces", asked=plural(many, "die"))
        if self.marks is not None:
            return ()
        return edit.take_dice(many) if self.results is None else self.results

    def _exchange(self, edit: Edit, roll: LastRoll, fresh: tuple[int, ...], many: int) -> tuple[str, LastRoll]:
        """What was re-rolled to what, in words, and the roll with it."""
        now = open_roll.marks_among(edit.now, fresh) if self.marks is None else min(self.marks, many)
        if not roll.faces:
            shown = " ".join(map(str, fresh)) or f"{plural(now, 'mark')}"
            return f"{plural(many, 'die')} → {shown}", roll.model_copy(update={"marks": roll.marks + now})
        chosen, faces = self._chosen(edit.now, roll), list(roll.faces)
        was = open_roll.marks_among(edit.now, tuple(faces[place] for place in chosen))
        words = (
            f"{' '.join(str(faces[place]) for place in chosen)} → {' '.join(map(str, fresh)) or plural(now, 'mark')}"
        )
        fields: dict[str, object] = {"marks": roll.marks - was + now}
        if self.marks is None:
            for place, face in zip(chosen, fresh, strict=False):
                faces[place] = face
        fields["faces"] = tuple(faces) if self.marks is None else ()
        return words, roll.model_copy(update=fields)


class Deliberate(Command, verb="deliberate", title="Add dice with Deliberate", rules="PRK-3"):
    """Use Deliberate after the roll, before its result: each acuity token adds one die."""

    tokens: Count = 1
    results: Faces | None = None
    """The faces of the new dice, if you rolled them yourself."""
    marks: Dice | None = None
    """Their marks, if you rolled and do not enter faces."""
    perk: PerkName = ""
    """Which perk, if a setting has another one like it."""

    def dice_needed(self, character: Character) -> int:
        """One for each token, unless the player rolled."""
        if self.results is not None or self.marks is not None or open_roll.uncompared(character) is None:
            return 0
        perk = open_roll.adding(character, self.perk)
        return perk.effect.dice * self.tokens if perk and isinstance(perk.effect, AddedDice) else 0

    def apply(self, edit: Edit) -> None:
        """Pays, adds."""
        roll, perk = _lying(edit, "PRK-3"), open_roll.adding(edit.now, self.perk)
        if perk is None or perk.asset is None or not isinstance(perk.effect, AddedDice):
            message = "You have no perk that adds dice to a roll in progress"
            edit.object("PRK-3", message, "Compare the roll.", code="perk")
            return
        if roll is None:
            return
        many = perk.effect.dice * self.tokens
        given = len(self.results) if self.results is not None else many
        if given != many or (self.marks or 0) > many:
            message = f"You add {plural(many, 'die')}, but entered another number"
            edit.object("ROL-10", message, "Enter what these dice show.", code="faces", asked=plural(many, "die"))
        open_roll.pay_for_roll(edit, perk.asset, self.tokens, "PRK-3", perk.name)
        by_hand = self.results is not None or self.marks is not None
        faces = self.results or () if by_hand else edit.take_dice(many)
        new = open_roll.thrown_more(edit, roll, faces, self.marks, many)
        edit.put("PRK-3", roll=new)
        shown = " ".join(map(str, faces)) or "rolled at the table"
        dice = plural(many, "more die")
        edit.say(f"{perk.name}, {dice}: {shown}; {plural(new.marks, 'mark')} now", "PRK-3")


class Compare(Command, verb="compare", title="Compare the roll", rules="ROL-2 ROL-3 ROL-4 PSH-1 DRV-3"):
    """Compare the roll: roll the opposition or enter its marks. That gives the result, its pushes and the Spark of a
    drive."""

    opposing: Dice | None = None
    """Other dice against you than you chose for the roll."""
    opposing_marks: Dice | None = None
    """Marks rolled against you, instead of dice."""
    opposition: Opposition | None = None
    """Another kind of opposition: it says who wins a tie."""

    def dice_needed(self, character: Character) -> int:
        """The dice against it, where no marks are given; with Deliberate taken always, its die too."""
        roll = open_roll.uncompared(character)
        if roll is None:
            return 0
        return self._deliberate(character, roll) + self._against(character, roll)

    def _deliberate(self, character: Character, roll: LastRoll) -> int:
        return open_roll.by_itself(character) if roll.faces else 0

    def _against(self, character: Character, roll: LastRoll) -> int:
        if self.opposing_marks is not None or (roll.given is not None and self.opposing is None):
            return 0
        if self.opposing is None:
            return max(0, min(open_roll.MOST, roll.against))
        penalty = rolls.opposing_penalty(character, open_roll.plan_of(roll))
        return max(1, self.opposing - penalty) if self.opposing else 0

    def apply(self, edit: Edit) -> None:
        """What can still be done about the dice is passed."""
        roll = _lying(edit, "ROL-2")
        if roll is None:
            return
        if roll.owed > 0:
            edit.say(f"{plural(roll.owed, 're-roll')} paid for, not used", "AST-6")
        open_roll.unopposed(edit, roll.kind, self.opposing, self.opposing_marks)
        against = self._against(edit.now, roll)
        given = self.opposing_marks if self.opposing_marks is not None else roll.given
        roll = roll.model_copy(
            update={
                "against": against,
                "given": given if self.opposing is None or self.opposing_marks is not None else None,
                "opposition": self.opposition or roll.opposition,
            }
        )
        if self._deliberate(edit.now, roll):
            roll = open_roll.deliberate_by_itself(edit, roll)
        open_roll.compare(edit, roll, edit.take_dice(against))


class LateReroll(Command, verb="late-reroll", title="Re-roll one die with fortune", rules="AST-7"):
    """Spend 1 fortune after comparing to re-roll one die and keep the better face, once per roll. The result is worked
    out again; a drive's Spark comes at most once."""

    die: Die | None = None
    """Which die, by its place from the left; the first without a mark if left out."""
    result: Face | None = None
    """The new face, if you rolled it yourself."""

    def dice_needed(self, character: Character) -> int:
        """One die, unless the player rolled it."""
        return 0 if self.result is not None or open_roll.judged_roll(character) is None else 1

    def apply(self, edit: Edit) -> None:
        """Pays, re-rolls, keeps the better."""
        roll = open_roll.judged_roll(edit.now)
        if roll is None:
            edit.object("AST-7", "You have compared no roll yet", "Roll and compare first.", code="none")
            return
        if roll.late:
            message, fix = "You already re-rolled a die of this roll", "Keep the result: once per roll."
            edit.object("AST-7", message, fix, code="late")
        place = self._place(edit, roll)
        if place is None and not (not roll.faces and open_roll.blank_count(edit.now, roll)):
            edit.object("AST-7", "No die can get better", "Keep the token.", code="no-die")
            return
        open_roll.pay_for_roll(edit, "fortune", 1, "AST-7", "re-rolling a die")
        face = self.result if self.result is not None else (*edit.take_dice(1), 0)[0]
        old = roll.faces[place] if place is not None else 0
        mark_from = derive.numbers(edit.now).roll.mark_from
        gained = int(face >= mark_from) - int(old >= mark_from) if face > old else 0
        kept = max(face, old)
        edit.say(f"re-rolled {old or 'a die without a mark'}: {face}{f', kept {kept}' if old else ''}", "AST-7")
        before = open_roll.worth(roll)
        fields: dict[str, object] = {"late": True, "net": roll.net + gained}
        if not roll.net_only:
            fields["marks"] = roll.marks + gained
        if place is not None:
            fields["faces"] = (*roll.faces[:place], kept, *roll.faces[place + 1 :])
        open_roll.judge(edit, roll.model_copy(update=fields), before)

    def _place(self, edit: Edit, roll: LastRoll) -> int | None:
        """The die's place, where the faces are known."""
        if self.die is not None and self.die >= len(roll.faces):
            message = f"The roll has {plural(len(roll.faces), 'die')}"
            edit.object("AST-7", message, "Choose a die of this roll.", code="place")
            return None
        if self.die is not None:
            return self.die
        return next(iter(open_roll.blanks(edit.now, roll)), None)


def _lying(edit: Edit, rule: str) -> LastRoll | None:
    """The roll on the table; finds it against the rule where there is none."""
    roll = open_roll.uncompared(edit.now)
    if roll is None:
        message = "You already compared the last roll" if state.play_of(edit.now).roll else "No roll is in progress"
        edit.object(rule, message, "Roll first, and do not compare yet.", code="none", where=("play", "roll"))
    return roll
