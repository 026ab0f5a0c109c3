"""The commands that every game has: the group's rulings, what is automated, and notes. Each may happen at any time."""

from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, ValidationError, field_validator

from saga_tui.engine import rulings
from saga_tui.engine.automation import SAID, Mode
from saga_tui.engine.command import Command, Index, LongText, Words
from saga_tui.engine.document import Ruling
from saga_tui.engine.edit import Edit
from saga_tui.engine.entries import Entry, meant, numbers, tally_of, texts
from saga_tui.engine.fields import AUTOMATIONS, NUMBERS, PROBLEMS, RULINGS, TEXTS, Of
from saga_tui.engine.model import read_json
from saga_tui.engine.ruled import sentence
from saga_tui.problem import near
from saga_tui.words import listed

SHARED: dict[str, type[Command]] = {}
"""The commands of this module by their verbs; a game enters them into its own registry."""
FORMER: Final = {"rule": "override-number", "amend": "override-text", "overrule": "allow", "unrule": "remove-ruling"}
"""What these verbs were called before."""


class Decision(Command):
    """A word of the group; it may be given at any time."""

    registry = SHARED
    group = "rulings"
    stands_on = "ruling"


class OverrideNumber(Decision, verb="override-number", title="Override a number"):
    """Override any number, whatever the rules say. The number is marked until you remove the override. Set to what the
    rules say, it returns to them."""

    number: Annotated[Words, Of(NUMBERS)]
    """The number's name, as `saga-tui why NAME` lists them."""
    value: int = Field(ge=-999, le=999)
    reason: LongText = ""

    def apply(self, edit: Edit[Any]) -> None:
        """The number is set, or gets the ruling as a term of its tally."""
        known, rule = numbers(edit.game, edit.now), edit.game.ruling
        name = meant(known, self.number)
        entry = known.get(name)
        if entry is None:
            edit.object(rule, f"There is no number {self.number!r}", near(self.number, known), code="unknown")
            return
        if entry.counted and edit.now.play is None:
            message = "This number exists only in play, and play has not started"
            edit.object(edit.game.ids.not_begun, message, "Start play first.", code="not-begun")
            return
        least = self.value if entry.signed else 0
        if self.value < least:
            message, fix = f"{entry.label} cannot be below 0", "Enter 0 or more."
            edit.object(rule, message, fix, code="range", value=self.value)
        value = max(least, self.value)
        before, bare = tally_of(edit.now, entry).total, rulings.without_ruling(edit.now, entry)
        if value == before:
            return
        if entry.counted:
            entry.set(edit, value, rule)
        if value == bare:
            left = tuple(one for one in edit.now.rulings if one.number != name)
            edit.listing("rulings", rule, left)
            how = "back to the rules"
        else:
            made = Ruling(number=name, old=str(bare), new=str(value), reason=self.reason)
            edit.rule_on(made.model_copy(update={"when": edit.game.when(edit.now)}))
            how = f"house ruling{f': {self.reason}' if self.reason else ''}"
        edit.say(f"{entry.label} {before} → {value}, {how}", rule)


class OverrideText(Decision, verb="override-text", title="Override a text"):
    """Override any text: a name, a note, the name of a thing. It is marked until you remove the override."""

    text: Annotated[Words, Of(TEXTS)]
    """The text's name; `saga-tui rulings NAME --names` lists them."""
    words: LongText
    reason: LongText = ""

    def apply(self, edit: Edit[Any]) -> None:
        """The words stand there from now on."""
        known, rule = texts(edit.game, edit.now), edit.game.ruling
        item = known.get(meant(known, self.text))
        if item is None:
            edit.object(rule, f"There is no text {self.text!r}", near(self.text, known), code="unknown")
            return
        if (item.path[:1] == ("play",) and edit.now.play is None) or item.value == self.words:
            return
        first = next((one for one in edit.now.rulings if one.text == item.name and one.new == item.value), None)
        set_text(edit, item, self.words)
        if first is not None and first.old == self.words:
            edit.listing("rulings", rule, tuple(one for one in edit.now.rulings if one.text != item.name))
        else:
            old = first.old if first is not None else str(item.value)
            made = Ruling(text=item.name, old=old, new=self.words, reason=self.reason)
            edit.rule_on(made.model_copy(update={"when": edit.game.when(edit.now)}))
        why = f": {self.reason}" if self.reason else ""
        edit.say(f"{item.label} “{item.value}” → “{self.words}”, house ruling{why}", rule)


def set_text(edit: Edit[Any], item: Entry, words: str) -> None:
    """Puts another text in its place; rulings know what it names by its new name from then on."""
    before = edit.now
    item.set(edit, words, edit.game.ruling)
    moved = rulings.rename(edit, before)
    if moved:
        edit.renamed(moved)


class Allow(Decision, verb="allow", title="Allow a problem"):
    """Allow a problem, with your group's reason."""

    finding: Annotated[Words, Of(PROBLEMS)]
    """The problem's key, as `check` gives it."""
    reason: LongText = ""

    def apply(self, edit: Edit[Any]) -> None:
        """A ruling stands beside the problem from now on."""
        known = {item.key: item for item in edit.game.problems(edit.now)}
        found, rule = known.get(self.finding), edit.game.ruling
        if found is None:
            fix = f"Choose one of: {', '.join(known)}." if known else "There are no problems to allow."
            edit.object(rule, f"There is no problem {self.finding!r}", fix, code="unknown")
        edit.rule_on(Ruling(finding=self.finding, reason=self.reason, new=found.message if found else ""))
        edit.say(f"allowed: {found.message if found else self.finding}", found.rule if found else rule)


class RemoveRuling(Decision, verb="remove-ruling", title="Remove a house ruling"):
    """Remove a house ruling: a number or text returns to the rules, an allowed problem shows again. A skipped line only
    leaves the list; undo applies it."""

    ruling: Annotated[Index, Of(RULINGS)]

    def apply(self, edit: Edit[Any]) -> None:
        """It goes off the list, and what it did with it."""
        listed, rule = edit.now.rulings, edit.game.ruling
        if self.ruling >= len(listed):
            edit.object(rule, "There is no such house ruling", "Choose one from the list.", code="none")
            return
        gone = listed[self.ruling]
        entry = numbers(edit.game, edit.now).get(gone.number) if gone.number and not gone.past else None
        before = tally_of(edit.now, entry).total if entry else 0
        back = rulings.restored(gone, entry) if entry else 0
        edit.listing("rulings", rule, (*listed[: self.ruling], *listed[self.ruling + 1 :]))
        edit.say(f"house ruling removed: {sentence(gone)}", rule)
        if entry is not None and entry.counted and edit.now.play is not None:
            entry.set(edit, back, rule)
        if entry is not None:
            now = numbers(edit.game, edit.now).get(gone.number)
            edit.say(f"{entry.label} {before} → {tally_of(edit.now, now).total if now else 0}", rule)
        if gone.text and not gone.past:
            self._text_back(edit, gone)

    def _text_back(self, edit: Edit[Any], gone: Ruling) -> None:
        """The old words, at their place or wherever they stand now."""
        kind = gone.text.partition(":")[0]
        known = texts(edit.game, edit.now).items()
        fits = [item for name, item in known if item.value == gone.new and name.partition(":")[0] == kind]
        for item in sorted(fits, key=lambda item: item.name != gone.text)[:1]:
            set_text(edit, item, gone.old)
            edit.say(f"{item.label} “{gone.new}” → “{gone.old}”", edit.game.ruling)


class Note(Decision, verb="note", title="Add a session note"):
    """Add a note to the log. It changes nothing else."""

    group = "notes"
    verbatim = True
    stands_on = ""
    text: LongText

    def apply(self, edit: Edit[Any]) -> None:
        """Said, and so remembered."""
        edit.say(self.text)


class Automate(Decision, verb="automate", title="Change the automation"):
    """Choose whether the app applies something by itself (always), asks, or leaves it to you (off): a reset of the
    clock, or whatever else the game names."""

    group = "rolls"
    stands_on = "automation"
    what: Annotated[Words, Of(AUTOMATIONS)]
    """`clock:heal` …: `saga-tui automation NAME` lists them all."""
    mode: Mode
    """`always`, `ask` or `off`."""

    @field_validator("mode", mode="before")
    @classmethod
    def _as_people_say(cls, said: object) -> object:
        return "always" if said == "do" else next((mode for mode, word in SAID.items() if word == said), said)

    def apply(self, edit: Edit[Any]) -> None:
        """What is usual is not written down."""
        known = {option.key: option for option in edit.game.options(edit.now)}
        option, rule = known.get(self.what), edit.game.ids.automation
        if option is None:
            edit.object(
                rule, f"There is no {self.what!r} to automate", f"Choose one of: {', '.join(known)}.", code="unknown"
            )
            return
        if self.mode not in option.modes:
            message = f"{option.title} always needs your decision"
            edit.object(rule, message, f"Set {listed((SAID[mode] for mode in option.modes), 'or')}.", code="mode")
            return
        kept = {key: mode for key, mode in edit.now.automation.items() if key != self.what}
        if self.mode != option.usual:
            kept[self.what] = self.mode
        edit.now = edit.now.model_copy(update={"automation": kept})
        edit.rules["automation",] = rule
        edit.say(f"{option.title}: {SAID[self.mode]}", option.rule)


# ---- what a table wants of a document that is open elsewhere

REMEMBERED: Final = 200
"""Answers to offers that a document keeps: those of four tables that offer it as much as they may at once."""


class _Answer(Command):
    """An answer to an offer of a table; it can be given once."""

    registry = SHARED
    group = "notes"

    offer: Words
    """Its id, as `saga-tui offers NAME` lists them."""

    def remember(self, edit: Edit[Any], answer: str) -> bool:
        """Notes the answer; objects where there is one already, and returns whether there was none."""
        before = edit.now.answered.get(self.offer)
        if before is not None:
            fix = "Undo that answer to give another."
            edit.object(edit.game.ruling, f"This offer is answered already: {before}", fix, code="answered")
            return False
        kept = dict(list(edit.now.answered.items())[1 - REMEMBERED :])
        edit.now = edit.now.model_copy(update={"answered": {**kept, self.offer: answer}})
        return True


def _from_json(said: object) -> object:
    if isinstance(said, (list, tuple)):  # as it is typed: commas may have parted it
        said = said[0] if len(said) == 1 else ",".join(map(str, said))
    return read_json(said) if isinstance(said, str) else said


class TakeOffer(_Answer, verb="take-offer", title="Accept a table's offer"):
    """Accept an offer of the GM's table, as it is or changed. It happens once."""

    act: Words = ""
    """The command; left out: the one that the offer names."""
    given: Annotated[dict[str, Any], BeforeValidator(_from_json), Field(max_length=100)] = Field(default_factory=dict)
    """Its parameters, as JSON."""
    changed: bool = False
    """Whether they are other ones than the table wanted."""

    def apply(self, edit: Edit[Any]) -> None:
        """The command happens, and the answer is kept beside it."""
        if not self.remember(edit, "changed" if self.changed else "accepted"):
            return
        rule = edit.game.ruling
        try:
            command = edit.game.command(self.act, self.given)
        except (KeyError, ValidationError):
            message = f"This offer cannot be accepted here: {self.act or 'it is no longer open'}"
            edit.object(rule, message, "Refuse it, and do by hand what it asks for.", code="unknown")
            return
        if isinstance(command, _Answer) or command.draws(edit.now).needed:
            edit.object(rule, f"{command.title} cannot be offered", "Do it by hand.", code="unknown")
            return
        edit.why = command.why or self.why
        for gate in command.gates:
            gate(edit)
        command.apply(edit)
        command.finish(edit)


class RefuseOffer(_Answer, verb="refuse-offer", title="Refuse a table's offer"):
    """Refuse an offer of the GM's table: nothing changes, and the table is told."""

    text: Words = ""
    """What it was, for the log."""

    def apply(self, edit: Edit[Any]) -> None:
        """Only the answer is kept."""
        if self.remember(edit, "refused"):
            edit.say(f"refused what the table wanted{f': {self.text}' if self.text else ''}")
