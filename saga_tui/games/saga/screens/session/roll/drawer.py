"""The drawer in which a roll is put together: its rows, and beside them the pool, the odds and what each thing adds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType

from saga_tui.engine.session import Session
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll, remembered
from saga_tui.games.saga.rules.words import SKILLS, Skill
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.items import items
from saga_tui.games.saga.screens.session.roll.odds_view import Sums, reading, weigh
from saga_tui.games.saga.screens.session.roll.parts import (
    FREE,
    OF_TRAIT,
    PRICE,
    ROLL,
    SPEND,
    Item,
    put,
    through_fortune,
    trimmed,
)
from saga_tui.games.saga.table import Table
from saga_tui.ui.dialogs import AskNumber, AskText, Choose, Offer
from saga_tui.ui.roll import Composed, RollScreen, RollSpec
from saga_tui.ui.roll_items import ItemRow
from saga_tui.ui.roll_odds import Reading
from saga_tui.words import plural


class SagaRoll(RollSpec[Roll]):
    """A skill roll: its rows, and all that follows from them."""

    def title(self, document: Character, command: Roll) -> str:
        """Whether it is a follow-on, and whether it happens in a conflict."""
        if command.cap is not None:
            return f"Roll: up to {plural(command.cap, 'die')}, no token needed"
        conflict = state.span_of(state.play_of(document)) == "conflict"
        return "Roll in a conflict" if conflict else ROLL

    def rows(self, document: Character, command: Roll) -> Sequence[Item]:
        """Skill, tokens, traits, drives, gear, perks, what hurts."""
        return items(document, command)

    def trimmed(self, document: Character, command: Roll) -> Roll:
        """Without what pays for nothing any more."""
        return trimmed(document, command)

    def read(self, session: Session[Any], command: Roll, rows: Sequence[Item]) -> Reading:
        """What the rules object to depends on no face."""
        character = session.document
        outcome = session.preview(command, (4,) * command.dice_needed(character))
        self.sums = weigh(character, command, rows, outcome.problems)
        return reading(character, command, self.sums)


class RollDrawer(RollScreen[Roll]):
    """Rows to walk and step, the pool with its terms and its odds in sight; gives the roll, or nothing."""

    COLUMNS = ((ROLL, FREE), (SPEND, PRICE))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "roll", "Roll", id="roll.roll", priority=True, tooltip="Roll the dice"),
        Binding("d", "dice", "By hand", id="roll.dice", tooltip="Roll your own dice and type their faces"),
        Binding("v", "advise", "Advise", id="roll.advise", tooltip="Find the cheapest way to a target chance"),
        Binding("k", "skill", "Skill", id="roll.skill", show=False, tooltip="Choose a skill and its last setup"),
        Binding("c", "specialty", "Specialty", id="roll.specialty", show=False, tooltip="Apply the next specialty"),
        Binding("f", "add('force', 1)", "Force", id="roll.force", show=False, tooltip="Add a force token"),
        Binding("a", "add('acuity', 1)", "Acuity", id="roll.acuity", show=False, tooltip="Add an acuity token"),
        Binding("o", "add('fortune', 1)", "Fortune", id="roll.fortune", show=False, tooltip="Add a fortune token"),
        Binding("g", "traits", "Traits", id="roll.traits", tooltip="Go to the traits grace can invoke"),
        Binding("m", "marks", "Marks", id="roll.marks", tooltip="Roll your own dice and enter the marks"),
        Binding("s", "net", "Net marks", id="roll.net", tooltip="Enter the net marks only"),
        Binding("e", "drive(1)", "Drive", id="roll.drive", tooltip="Add a drive token"),
        Binding(
            "w", "step('trade', 1)", "Trade 3", id="roll.trade", show=False, tooltip="Trade 3 more dice for a mark"
        ),
        Binding("x,delete", "off", "Remove", id="roll.off", tooltip="Remove the row from the roll"),
        Binding("escape,q", "leave", "Cancel", id="roll.leave", tooltip="Cancel without rolling"),
        Binding("question_mark", "app.help", "Keys", id="roll.keys", tooltip="All keys on this screen"),
        Binding("h", "app.help", "Keys", id="roll.help", show=False, tooltip="All keys on this screen"),
        Binding("slash", "app.look_up", "Rule", id="roll.rule", tooltip="Look up the rule of this row"),
        Binding("space", "use", "Use", id="roll.toggle", show=False, tooltip="Use this row, or add one"),
        Binding("F", "add('force', -1)", "", id="roll.force-back", show=False, tooltip="Remove a force token"),
        Binding("A", "add('acuity', -1)", "", id="roll.acuity-back", show=False, tooltip="Remove an acuity token"),
        Binding("O", "add('fortune', -1)", "", id="roll.fortune-back", show=False, tooltip="Remove a fortune token"),
        Binding("E", "drive(-1)", "", id="roll.drive-back", show=False, tooltip="Remove a drive token"),
        Binding("i", "invoke", "", id="roll.invoke", show=False, tooltip="Invoke the trait for the scene with fortune"),
        Binding("W", "step('trade', -1)", "", id="roll.trade-back", show=False, tooltip="Trade 3 fewer dice"),
        Binding("y,p", "perk", "Use perk", id="roll.perk", show=False, tooltip="Use the offered perk"),
        Binding("b", "step('kind', 1)", "Kind", id="roll.kind", show=False, tooltip="Attack, block or neither"),
        Binding("t", "reason", "Modifier", id="roll.reason", show=False, tooltip="Give a reason for the modifier"),
    ]

    def __init__(self, session: Table, roll: Roll) -> None:
        self._opposed = False
        """Whether the player said here what stands against the roll: then it stays when the skill changes."""
        super().__init__(session, SagaRoll(), roll)

    @property
    def character(self) -> Character:
        """Who rolls."""
        return cast("Character", self.session.document)

    @property
    def roll(self) -> Roll:
        """The roll as it is put together."""
        return self.command

    @property
    def sums(self) -> Sums:
        """What follows from it."""
        return cast("SagaRoll", self.spec).sums

    # ---- changing

    def _put(self, **fields: object) -> None:
        self.change(put(self.roll, **fields))

    def step(self, item: Item, by: int) -> None:
        """Another skill brings its own last choices."""
        changed = item.step(by)
        if changed.skill != self.roll.skill:
            self._turn_to(changed.skill)
            return
        self._opposed |= item.key.startswith("oppos")
        self.change(changed)

    def _turn_to(self, skill: Skill) -> None:
        """Another skill, with the last choices for it; what was said here to stand against it stays."""
        if skill == self.roll.skill or self.roll.cap is not None:
            return
        kept = {"opposing", "opposing_marks", "opposition"} if self._opposed else set()
        self.change(put(remembered(self.character, skill), **{name: getattr(self.roll, name) for name in kept}))

    def on_key(self, event: events.Key) -> None:
        """Digits set the dice against it, two at once a number of two digits; on a row that has digits of its own, as
        marks or the relevance of a trait, they set those."""
        if event.character and event.character.isdecimal() and event.character.isascii():
            event.stop()
            item = self.at()
            if item is not None and item.digit is not None:
                if (changed := item.digit(int(event.character))) is not None:
                    self.change(changed)
                return
            if self.roll.kind == "block":
                self.notify("Nothing is rolled against a block.")
                return
            digits = (self._digits + event.character)[-3:] if len(self._digits) < 2 else event.character
            marks = item is not None and item.key == "opposing-marks"
            self._opposed = True
            self._put(opposing_marks=int(digits)) if marks else self._put(opposing=int(digits), opposing_marks=None)
            self._digits = digits

    def action_add(self, asset: str, by: int) -> None:
        """A token more or fewer."""
        self._put(**{asset: max(0, getattr(self.roll, asset) + by)})

    @work
    async def action_drive(self, by: int) -> None:
        """A drive token more or fewer: of the drive at the focus, else of the one that is used or chosen."""
        at = self.at()
        if at is None or not at.key.startswith("drive:"):
            at = self.item(f"drive:{await which_drive(self.app, self.character, self.roll, by)}")
        if at is not None:
            self.step(at, by)

    def action_specialty(self) -> None:
        """The next specialty of the skill applies; after the last one none does. With none of its own, any other."""
        named = [item for item, _ in derive.specialties(self.character) if item.name]
        own = [item.name for item in named if item.skill == self.roll.skill] or [item.name for item in named]
        unused = [name for name in own if name not in self.roll.specialties]
        if unused:
            self._put(specialties=(*self.roll.specialties, unused[0]))
        elif own:
            self._put(specialties=tuple(name for name in self.roll.specialties if name not in own))
        else:
            self.notify("You have no specialties.")

    def action_traits(self) -> None:
        """To the first trait that grace may invoke."""
        self.open_family("traits")
        row = next((row for row in self.query(ItemRow) if row.display and row.item.key.startswith("grace:")), None)
        if row is not None:
            row.focus()

    def action_invoke(self) -> None:
        """Fortune invokes the trait at the focus, or does so no longer."""
        item = self.at()
        if item is None or not item.key.startswith(OF_TRAIT):
            self.notify("Select a trait first (press g).")
        elif changed := through_fortune(self.character, self.roll, item.key.removeprefix(OF_TRAIT)):
            self.change(changed)
        else:
            self.notify("Already active through fortune. Grace doubles it.")

    def action_perk(self) -> None:
        """Takes the first perk that is offered."""
        offered = self.sums.offered
        if offered and offered[0].plan is not None:
            self._put(**offered[0].plan.model_dump())
        else:
            self.notify("No perk to use on this roll.")

    @work
    async def action_skill(self) -> None:
        """Chooses the skill by a digit."""
        if self.roll.cap is not None:
            self.notify("A follow-on uses the same skill.")
            return
        skill = await which_skill(self.app, self.character, self.roll.skill)
        if skill is not None:
            self._turn_to(skill)

    @work
    async def action_advise(self) -> None:
        """What to spend for a chance; taken, it is put into the roll."""
        from saga_tui.games.saga.screens.session.roll.adviser import AdviserScreen

        plan = await self.app.push_screen_wait(AdviserScreen(self.character, self.roll))
        if plan is not None:
            self._put(**plan.model_dump())

    @work
    async def action_reason(self) -> None:
        """Why a modifier of one's own."""
        said = await self.app.push_screen_wait(
            AskText("Modifier", "Reason? (darkness, high ground…)", value=self.roll.reason)
        )
        if said is not None:
            self._put(reason=said, modifier=self.roll.modifier or -1)

    # ---- done

    @work
    async def action_marks(self) -> None:
        """The player's own marks; the opposition's are rolled unless they are given."""
        if not self.payable():
            return
        marks = await self.app.push_screen_wait(AskNumber("Your marks", "How many marks did you roll?", default=0))
        if marks is not None:
            self.dismiss(Composed(put(self.roll, marks=marks)))

    @work
    async def action_net(self) -> None:
        """Just the net marks."""
        if not self.payable():
            return
        question = "Net marks (negative if you failed):"
        net = await self.app.push_screen_wait(AskNumber("Net marks", question, default=1, least=None))
        if net is not None:
            self.dismiss(Composed(put(self.roll, net=net)))


async def which_skill(app: App[None], character: Character, now: Skill) -> Skill | None:
    """Return the skill chosen by a digit, or None."""
    offers = []
    for skill in SKILLS:
        ranks = derive.ranks(character, skill).total
        own = [item.name for item, _ in derive.specialties(character) if item.skill == skill and item.name]
        name = view.one_line(derive.skill_name(character, skill), 30)
        words = f"{name} {ranks}" + (f"   {view.one_line(', '.join(own), 60)}" if own else "")
        offers.append(Offer(skill, words))
    chosen: str | None = await app.push_screen_wait(Choose("Roll which skill?", offers, at=now))
    return next((skill for skill in SKILLS if skill == chosen), None)


async def which_drive(app: App[None], character: Character, roll: Roll, by: int) -> int | None:
    """Return the place of the drive that gets a token more (or fewer) on the roll (DRV-3): the one that the roll uses,
    else the only possible one, else one that is asked for; None without any."""
    held, used = state.drive_tokens(character), {place: count for place, count in roll.driving.items() if count}
    able = [place for place, tokens in enumerate(held) if tokens > used.get(place, 0)] if by > 0 else list(used)
    first = [place for place in used if place in able]
    if len(first) == 1 or len(able) == 1:
        return (first or able)[0]
    if not able:
        app.notify("No drive has a token left." if by > 0 else "The roll uses no drive tokens.")
        return None
    offers = [
        Offer(
            str(place), view.one_line(text, 60), f"{marks.DRIVE.full} {tokens}", barred="" if place in able else "None"
        )
        for place, (text, tokens) in enumerate(zip(character.story.drives, held, strict=False))
    ]
    chosen: str | None = await app.push_screen_wait(Choose("Which drive?", offers, at=str(able[0])))
    return None if chosen is None else int(chosen)
