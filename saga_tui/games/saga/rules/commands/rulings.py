"""The group's rulings: any number and any text set beside the rules, with a reason or without; and a ruling, or a
finding set aside, taken back (CRE-11)."""

from __future__ import annotations

from pydantic import Field

from saga_tui.engine.document import Ruling
from saga_tui.finding import near
from saga_tui.games.saga.rules import creation, rulings, state
from saga_tui.games.saga.rules.commands.base import Command, Index, LongText, Words
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.named import named

RULE = rulings.RULE


class Decision(Command):
    """A word of the group; it may be given at any time, before play and after doom."""

    after_doom = True
    before_play = True


class Rule(Decision, verb="rule", title="Override a number", rules="CRE-11"):
    """Override any number, whatever the rules say: the GM says Spark 10. The number is marked until you remove the
    override. Set to what the rules say, it returns to them."""

    number: Words
    """The number's name, as `saga-tui why NAME` lists them: `spark`, `force`, `skill:weaponry` …"""
    value: int = Field(ge=-999, le=999)
    reason: LongText = ""

    def apply(self, edit: Edit) -> None:
        """The number is set, or gets the ruling as a term of its tally."""
        known = named(edit.now)
        name = rulings.meant(known, self.number)
        tally = known.get(name)
        if tally is None:
            mend = near(self.number, known)
            edit.object(RULE, f"There is no number {self.number!r}", mend, code="unknown")
            return
        counted = rulings.is_counted(name)
        if counted and edit.now.play is None:
            edit.object(
                "TIME-3",
                "This number counts only in play, and play has not started",
                "Start play first.",
                code="not-begun",
            )
            return
        least = self.value if rulings.may_be_less_than_none(name) else 0
        if self.value < least:
            message, mend = f"{tally.label} cannot be below 0", "Enter 0 or more."
            edit.object(RULE, message, mend, code="range", value=self.value)
        value = max(least, self.value)
        before, bare = tally.total, rulings.without_ruling(edit.now, tally)
        if value == before:
            return
        if counted:
            rulings.set_number(edit, name, value)
        if value == bare:
            left = tuple(one for one in edit.now.rulings if one.number != name)
            edit.listing("rulings", RULE, left)
            how = "back to the rules"
        else:
            made = Ruling(number=name, old=str(bare), new=str(value), reason=self.reason)
            edit.rule_on(made.model_copy(update={"when": state.when(edit.now)}))
            how = f"house ruling{f': {self.reason}' if self.reason else ''}"
        edit.say(f"{tally.label} {before} → {value}, {how}", RULE)


class Amend(Decision, verb="amend", title="Override a text", rules="CRE-11"):
    """Override any text of the sheet: a name, a trait, a drive, a note, a piece of gear. It is marked until you remove
    the override."""

    text: Words
    """The text's name: `name`, `line`, `trait:2`, `drive:1`, `gear:1` … `saga-tui rulings NAME --names` lists them."""
    words: LongText
    reason: LongText = ""

    def apply(self, edit: Edit) -> None:
        """The words stand there from now on."""
        known = rulings.texts(edit.now)
        item = known.get(rulings.meant(known, self.text))
        if item is None:
            edit.object(RULE, f"There is no text {self.text!r}", near(self.text, known), code="unknown")
            return
        if item.where[0] == "play" and edit.now.play is None:
            return
        if item.text == self.words:
            return
        first = next((one for one in edit.now.rulings if one.text == item.name and one.new == item.text), None)
        rulings.set_text(edit, item, self.words)
        if first is not None and first.old == self.words:
            edit.listing("rulings", RULE, tuple(one for one in edit.now.rulings if one.text != item.name))
        else:
            old = first.old if first is not None else item.text
            made = Ruling(text=item.name, old=old, new=self.words, reason=self.reason)
            edit.rule_on(made.model_copy(update={"when": state.when(edit.now)}))
        why = f": {self.reason}" if self.reason else ""
        edit.say(f"{item.label} “{item.text}” → “{self.words}”, house ruling{why}", RULE)


class Overrule(Decision, verb="overrule", title="Allow a problem", rules="CRE-11"):
    """Allow a problem, with your group's reason."""

    finding: Words
    """The problem's key, as `check` gives it."""
    reason: LongText = ""

    def apply(self, edit: Edit) -> None:
        """A ruling stands beside the finding from now on."""
        known = {item.key: item for item in creation.findings(edit.now)}
        found = known.get(self.finding)
        if found is None:
            message = f"There is no problem {self.finding!r}"
            edit.object("CRE-11", message, f"Choose one of: {', '.join(known) or 'none'}.", code="unknown")
        edit.rule_on(Ruling(finding=self.finding, reason=self.reason, new=found.message if found else ""))
        edit.say(f"allowed: {found.message if found else self.finding}", found.rule if found else "CRE-11")


class Unrule(Decision, verb="unrule", title="Remove a house ruling", rules="CRE-11"):
    """Remove a house ruling: a number or text returns to the rules, an allowed problem shows again. A skipped line only
    leaves the list; undo applies it."""

    ruling: Index

    def apply(self, edit: Edit) -> None:
        """It goes off the list, and what it did with it."""
        listed = edit.now.rulings
        if self.ruling >= len(listed):
            edit.object(RULE, "There is no such house ruling", "Choose one of the list.", code="none")
            return
        gone = listed[self.ruling]
        tally = named(edit.now).get(gone.number) if gone.number and not gone.past else None
        edit.listing("rulings", RULE, (*listed[: self.ruling], *listed[self.ruling + 1 :]))
        edit.say(f"house ruling removed: {rulings.sentence(gone)}", RULE)
        if tally is not None and rulings.is_counted(gone.number) and edit.now.play is not None:
            rulings.set_number(edit, gone.number, rulings.restored(gone, tally.total))
        if tally is not None:
            now = named(edit.now).get(gone.number)
            edit.say(f"{tally.label} {tally.total} → {now.total if now else 0}", RULE)
        if gone.text and not gone.past:
            self._text_back(edit, gone)

    def _text_back(self, edit: Edit, gone: Ruling) -> None:
        """The old words, at their place or wherever they stand now."""
        kind = gone.text.partition(":")[0]
        fits = [
            item
            for name, item in rulings.texts(edit.now).items()
            if item.text == gone.new and name.partition(":")[0] == kind
        ]
        for item in sorted(fits, key=lambda item: item.name != gone.text)[:1]:
            rulings.set_text(edit, item, gone.old)
            edit.say(f"{item.label} “{gone.new}” → “{gone.old}”", RULE)
