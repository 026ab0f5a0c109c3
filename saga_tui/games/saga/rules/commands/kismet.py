"""Commands of kismet and doom: the roll, what may still be done about it, what it brings (KIS, DOM, AST-7, PRK-5)."""

from typing import Annotated

from pydantic import Field

from saga_tui.dice import count
from saga_tui.games.saga.book import IgnoreHitch
from saga_tui.games.saga.rules import automation, derive, state
from saga_tui.games.saga.rules.character import Character, KismetDice
from saga_tui.games.saga.rules.commands.base import Command, Count, in_play
from saga_tui.games.saga.rules.commands.harm import Dice, ask_kismet, use_once
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.words import plural


class ChooseKismet(Command, verb="choose-kismet", title="Take kismet as damage", rules="KIS-6"):
    """Take kismet by choice, apart from any attack: roll kismet at once and gain 1 fortune."""

    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """Tokens, fortune, the roll."""
        edit.damage("kismet", self.amount, "KIS-6")
        edit.tokens("fortune", derive.numbers(edit.now).damage.kismet_gift, "KIS-6")
        ask_kismet(edit, "KIS-6")


class RollKismet(Command, verb="roll-kismet", title="Roll kismet", rules="KIS-2 KIS-3 KIS-4 KIS-5"):
    """Make the kismet roll that is due: one die for each kismet you held when it came. 5–6 is a mark, 1–2 a hitch. The
    roll stays in progress until you resolve it, so that fortune or Destined may act. Enter marks and hitches for dice
    rolled at the table. With no roll due it takes a house ruling, and rolls the kismet you hold now."""

    answers = ("kismet",)

    marks: Dice | None = None
    hitches: Dice | None = None

    def dice_needed(self, character: Character) -> int:
        """The dice of the roll, unless it was rolled by hand."""
        return 0 if self.by_hand else kismet_dice(character)

    @property
    def by_hand(self) -> bool:
        """Whether the player rolled."""
        return self.marks is not None or self.hitches is not None

    def apply(self, edit: Edit) -> None:
        """Rolls; settles at once where nothing can be done about it."""
        dice = kismet_dice(edit.now)
        if edit.play.kismet is not None:
            edit.object("KIS-2", "A kismet roll is in progress", "Resolve it first.", code="open")
            return
        if not any(ask.what == "kismet" for ask in edit.play.asks):
            edit.out_of_it("make no more kismet rolls")
        if not dice and edit.answered("kismet"):
            edit.say("no kismet left to roll for", "KIS-2")
            return
        if not dice:
            edit.object("KIS-2", "You have no kismet to roll for", "Take some first.", code="none")
            return
        if not state.kismet_due(edit.now) and automation.mode(edit.now, "ask:kismet") != "never":
            message = "You have no kismet roll due: you roll when you take kismet"
            edit.object("KIS-2", message, "Take kismet first.", code="not-due")
        table = derive.numbers(edit.now).roll
        faces = edit.take_dice(dice)
        if self.by_hand:
            marks, hitches = self.marks or 0, self.hitches or 0
            if marks + hitches > dice:
                message = f"{plural(marks, 'mark')} and {plural(hitches, 'hitch')} do not fit on {plural(dice, 'die')}"
                edit.object("KIS-2", message, "Enter what the dice show.", code="many", asked=plural(dice, "die"))
        else:
            marks = count(faces, range(table.mark_from, 7))
            hitches = count(faces, range(1, table.hitch_to + 1))
        rolled = KismetDice(dice=dice, faces=faces, marks=marks, hitches=hitches)
        edit.put("KIS-2", kismet=rolled)
        shown = f" [{' '.join(map(str, faces))}]" if faces else " rolled at the table"
        edit.say(
            f"kismet roll with {plural(dice, 'die')}{shown}: {plural(marks, 'mark')}, {plural(hitches, 'hitch')}",
            "KIS-2",
        )
        settle_by_itself(edit)


class RerollKismet(Command, verb="reroll-kismet", title="Fortune re-rolls a kismet die", rules="AST-7"):
    """Spend 1 fortune to re-roll one die of the kismet roll and keep the better result, before hitches are marked."""

    result: Annotated[int, Field(ge=1, le=6)] | None = None
    """The new face, if you rolled it yourself."""

    def dice_needed(self, character: Character) -> int:
        """One die, unless it was rolled by hand."""
        del character
        return 0 if self.result is not None else 1

    def apply(self, edit: Edit) -> None:
        """The worst die is rolled again; the better face stays. Once a roll."""
        rolled = edit.play.kismet
        if rolled is None or rolled.rerolled:
            message = "You already re-rolled that die" if rolled else "No kismet roll is in progress"
            edit.object("AST-7", message, "Resolve the roll, or roll first.", code="none")
            return
        edit.pay("fortune", 1, "AST-7", "re-rolling a die")
        face = self.result if self.result is not None else edit.take_dice(1)[0]
        new, told = rerolled(edit.now, rolled, face)
        edit.put("AST-7", kismet=new)
        edit.say(told, "AST-7")
        settle_by_itself(edit)


class ResolveKismet(Command, verb="resolve-kismet", title="Resolve the kismet roll", rules="KIS-3 KIS-4 PRK-5"):
    """Resolve the roll: each hitch marks a doom step; without any, each mark gains 1 Spark. Destined may ignore a
    hitch, once a scene."""

    destined: bool = False

    def apply(self, edit: Edit) -> None:
        """With Destined or without."""
        rolled = edit.play.kismet
        if rolled is None:
            edit.object("KIS-3", "No kismet roll is in progress", "Roll first.", code="none")
            return
        if self.destined:
            owned = ignoring(edit.now)
            if owned is None or not isinstance(owned.effect, IgnoreHitch):
                edit.object("PRK-5", "You do not have the perk Destined", "Resolve without it.", code="perk")
            else:
                if not rolled.hitches:
                    edit.object("PRK-5", "There is no hitch to ignore", "Resolve without it.", code="no-hitch")
                ignore_hitch(edit, rolled, owned)
        else:
            ignore_by_itself(edit)
        settle(edit)


class MarkDoom(Command, verb="doom", title="Mark or clear doom", rules="DOM-2"):
    """Mark the lowest free steps of the Doom Track or clear the highest marked ones, as the GM says."""

    steps: Annotated[int, Field(ge=-24, le=24)] = 1
    """Below 0: steps to clear."""
    gates = (in_play,)

    def apply(self, edit: Edit) -> None:
        """Moves."""
        if not edit.doom(self.steps, "DOM-2"):
            edit.object("DOM-2", "The Doom Track does not move", "Nothing to do.", code="none")


# ---- shared parts


def rerolled(character: Character, rolled: KismetDice, face: int) -> tuple[KismetDice, str]:
    """The roll with its worst die rolled again, the better face kept in its place; and that in words (AST-7)."""
    table = derive.numbers(character).roll

    def sort(face: int) -> str:
        return "mark" if face >= table.mark_from else "hitch" if face <= table.hitch_to else "blank"

    was = "hitch" if rolled.hitches else "blank" if rolled.marks < rolled.dice else "mark"
    now, worth = sort(face), ("hitch", "blank", "mark")
    kept = max(was, now, key=worth.index)
    place = next((place for place, old in enumerate(rolled.faces) if sort(old) == was), None)
    faces = list(rolled.faces)
    if place is not None:
        faces[place] = max(face, faces[place])
    fields = {
        "rerolled": True,
        "faces": tuple(faces),
        "marks": rolled.marks + (kept == "mark") - (was == "mark"),
        "hitches": rolled.hitches + (kept == "hitch") - (was == "hitch"),
    }
    return rolled.model_copy(update=fields), f"re-rolled a {was}: {face}, {'still' if kept == was else 'now'} a {kept}"


def kismet_dice(character: Character) -> int:
    """The dice of a kismet roll now: those of the first that is due, else the kismet tokens held (KIS-2)."""
    return next(iter(state.kismet_due(character)), state.held(character, "kismet"))


def can_help(character: Character) -> bool:
    """Whether anything that is not set to be never offered may still be done about the kismet roll on the table:
    fortune (AST-7) or Destined (PRK-5)."""
    play = state.play_of(character)
    rolled = play.kismet
    if rolled is None:
        return False
    fortune = can_reroll(character) and automation.mode(character, automation.KISMET) == "ask"
    perk = ignoring(character)
    free = perk is not None and perk.name not in play.used_perks and automation.mode_of(character, perk) != "never"
    return fortune or bool(rolled.hitches and free)


def can_reroll(character: Character) -> bool:
    """Whether fortune may re-roll a die of the kismet roll on the table (AST-7)."""
    rolled = state.play_of(character).kismet
    if rolled is None or rolled.rerolled:
        return False
    return state.in_hand(character, "fortune") > 0 and rolled.marks < rolled.dice


def ignoring(character: Character) -> derive.OwnedPerk | None:
    """The perk that ignores a hitch (Destined, PRK-5): the first that is not used yet."""
    having = [item for item in derive.perks(character) if isinstance(item.effect, IgnoreHitch)]
    used = state.play_of(character).used_perks
    return next((item for item in having if item.name not in used), having[0] if having else None)


def ignore_hitch(edit: Edit, rolled: KismetDice, owned: derive.OwnedPerk) -> None:
    """Destined, once a scene: a hitch counts as not rolled (PRK-5)."""
    if not isinstance(owned.effect, IgnoreHitch):
        return
    use_once(edit, owned.name)
    left = max(0, rolled.hitches - owned.effect.hitches)
    edit.put("PRK-5", kismet=rolled.model_copy(update={"hitches": left}))
    edit.say(f"{owned.name} ignores a hitch", "PRK-5")


def settle_by_itself(edit: Edit) -> None:
    """Settles the roll where nothing is left to ask; Destined acts by itself where it is always taken (PRK-5)."""
    if not (can_reroll(edit.now) and automation.mode(edit.now, automation.KISMET) == "ask"):
        ignore_by_itself(edit)
    if not can_help(edit.now):
        settle(edit)


def ignore_by_itself(edit: Edit) -> None:
    """Destined where it is always taken (PRK-5)."""
    rolled, perk = edit.play.kismet, ignoring(edit.now)
    if rolled is None or perk is None or rolled.hitches <= 0 or perk.name in edit.play.used_perks:
        return
    if automation.mode_of(edit.now, perk) == "always":
        ignore_hitch(edit, rolled, perk)


def settle(edit: Edit) -> None:
    """Hitches to doom, or marks to Spark (KIS-3, KIS-4); the question that asked for the roll is answered."""
    rolled = edit.play.kismet
    if rolled is None:
        return
    edit.put("KIS-2", kismet=None)
    edit.answered("kismet")
    if rolled.hitches:
        edit.doom(rolled.hitches, "KIS-3")
    elif rolled.marks:
        edit.spark(rolled.marks * derive.numbers(edit.now).spark.per_kismet_mark, "KIS-4", "kismet roll")
    else:
        edit.say("no hitch and no mark: nothing happens", "KIS-4")
