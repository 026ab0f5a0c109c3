"""What is done again when an earlier entry of the log is corrected: each command with its recorded parameters and dice,
under the rules (house idea 3)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pydantic import ValidationError

from saga_tui.changes import Change, Doc, diff
from saga_tui.engine.command import Command, perform
from saga_tui.engine.document import Document
from saga_tui.engine.model import read_json
from saga_tui.engine.rules import Rules
from saga_tui.engine.values import OURS
from saga_tui.store.correcting import Again, Deed
from saga_tui.store.event import Event
from saga_tui.words import plural

DICE: Final = "dice"
ALLOWS: Final = ("allow", "overrule")
"""Verbs that write down a ruling of their own: that one is no permission for what they do."""


class CommandCorrector:
    """A game's commands done again."""

    def __init__(self, game: Rules[Any]) -> None:
        self.game = game

    def again(self, doc: Doc, deed: Deed, event: Event) -> Again | None:
        """What a command does now; why not where the rules refuse it, dice are missing, or nobody asks for it any
        more."""
        if self.game.verb(deed.do) not in self.game.commands:
            return None
        try:
            document, command = self.game.of(doc), self.game.command(deed.do, deed.params)
        except ValidationError as error:
            return Again(text=event.text, why_not=error.errors(include_url=False)[0]["msg"].removeprefix(OURS))
        done = self.game.commands.get(self.game.verb(event.do))
        why_not = _unasked(document, event, done.answers if done else ()) or _too_few(document, command, deed)
        if why_not:
            return Again(text=event.text, why_not=why_not)
        dice = command.draws(document).cut(deed.dice)
        outcome = perform(self.game, document, command, dice, overruled(event))
        reasons = {one.finding: one.reason for one in document.rulings if one.finding}
        errors = [item.key[:200] for item in outcome.problems if item.level == "error"]
        if (
            outcome.refused and errors and all(key in reasons for key in errors)
        ):  # overruled once more, in the same words
            outcome = perform(self.game, document, command, dice, reasons[errors[-1]])
        if outcome.refused:
            return Again(text=event.text, why_not="; ".join(item.message for item in outcome.problems))
        new = outcome.after.to_doc()
        rules = {change.path: change.rule for change in outcome.changes}
        changes = (
            type(change)(change.path, change.old, change.new, rules.get(change.path, ""))
            for change in diff(doc, new)
            if change.path != ("id",)
        )
        return Again(tuple(changes), outcome.text)

    def given(self, deed: Deed) -> Sequence[tuple[str, str]]:
        """Every parameter of the command, those left out with what they stood for; and the dice."""
        kind = self.game.commands.get(self.game.verb(deed.do))
        if kind is None:
            return ()
        try:
            params = self.game.command(deed.do, deed.params).model_dump(mode="json")
        except ValidationError:
            params = deed.params
        found = [(name.replace("_", "-"), _typed(value)) for name, value in params.items()]
        return [*found, (DICE, " ".join(map(str, deed.dice)))] if deed.dice and DICE not in kind.model_fields else found

    def changed(self, deed: Deed, name: str, text: str) -> Deed:
        """With another value for a parameter; none at all for what it is when nothing is said."""
        field = name.replace("-", "_")
        kind = self.game.commands[self.game.verb(deed.do)]
        if name == DICE and DICE not in kind.model_fields:
            faces = text.replace(",", " ").split()
            most = kind.sides or 999
            if not all(face.isascii() and face.isdecimal() and 0 < int(face[:9]) <= most for face in faces):
                raise ValueError(f"Enter faces from 1 to {most}: 1 5 6." if kind.sides else "Enter cards as numbers.")
            return Deed(deed.do, deed.params, tuple(map(int, faces)))
        params: dict[str, Any] = {key: value for key, value in deed.params.items() if key != field}
        if text.strip():
            params[field] = _value(text)
        try:
            return Deed(deed.do, self.game.command(deed.do, params).params(), deed.dice)
        except ValidationError as error:
            raise ValueError(f"{name}: {error.errors(include_url=False)[0]['msg']}.") from None


def _typed(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)


def _value(text: str) -> object:
    """Lists and tables as JSON has them; all else as it was typed, for the command to read."""
    try:
        return read_json(text) if text.lstrip()[:1] in ("[", "{") else text.strip()
    except ValueError:
        raise ValueError(f"That is not valid JSON: {text[:60]}") from None


def _unasked(document: Document, event: Event, questions: tuple[str, ...]) -> str:
    """Where it answered a question that nobody asks any more."""
    asks = [change for change in event.changes if change.path[:2] == ("play", "asks")]
    answered = sum(_how_many(change.old, questions) - _how_many(change.new, questions) for change in asks)
    open_still = document.play.asks if document.play else ()
    if answered > 0 and not any(ask.what in questions for ask in open_still):
        return "the rules no longer need it"
    return ""


def _how_many(value: object, questions: tuple[str, ...]) -> int:
    return sum(item.get("what") in questions for item in _tables(value))


def _too_few(document: Document, command: Command, deed: Deed) -> str:
    missing = command.draws(document).lacks(deed.dice)
    if missing <= 0:
        return ""
    return f"it would need {plural(missing, 'more die')}"


def overruled(event: Event) -> str | None:
    """The group's reason, where the event was done against the rules; `None` where it was not (CRE-11)."""
    reasons = [reason for change in event.changes if change.path[0] == "rulings" for reason in _reasons(change)]
    if event.do in ALLOWS:
        own = (event.params.get("finding", ""), event.params.get("reason", ""))
        said = next((one for one in reasons if one in (own, ("", own[1]))), None)
        reasons = [one for one in reasons if one is not said]
    return reasons[-1][1] if reasons else None  # the newest stands last


def _reasons(change: Change) -> Iterator[tuple[str, str]]:
    """The problems that a change rules on, each with the reason; no problem where one was ruled on before, in other
    words."""
    if change.path[2:] == ("reason",):
        yield "", change.new if isinstance(change.new, str) else ""
    for item in _tables(change.new):
        if item.get("finding"):
            yield str(item["finding"]), str(item.get("reason", ""))


def _tables(value: object) -> Iterator[dict[str, Any]]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield item
