"""A ruling on what is at the focus, or on any number or text by its name; the way back to the rule; and what the group
allows though a rule objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from saga_tui.engine.command import Command, perform
from saga_tui.engine.deciding import Allow, RemoveRuling
from saga_tui.engine.document import Ruling
from saga_tui.engine.entries import tallies, texts
from saga_tui.engine.ruled import is_ruled, on_number, sentence
from saga_tui.engine.ruling_words import amended, read
from saga_tui.problem import LEVEL_WORDS, Problem
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Confirm, Offer, TextDialog, paragraph
from saga_tui.ui.fields import PlainInput
from saga_tui.ui.panel import hanging
from saga_tui.ui.prompt import Way, WayPrompt
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Action

if TYPE_CHECKING:
    from saga_tui.ui.document_screen import DocumentScreen

TEXT: Final = "text"
"""The way that changes the row's own words where they stand."""
HOW: Final = "New value, then a reason (optional)"


def mark(screen: DocumentScreen[Any], rows: Iterable[Row] | None = None) -> None:
    """Tell rows, or all those of a screen, which numbers stand on them, and mark those that a ruling touches."""
    document = screen.document
    ruled = {one.number for one in document.rulings if one.number and not one.past}
    standing = {name for name in ruled if is_ruled(document, name)}
    any_text = any(one.text and not one.past for one in document.rulings)
    for row in screen.query(Row) if rows is None else rows:
        row.numbers = screen.numbers_on(row)
        if standing or any_text or row.ruled:
            row.ruled = not standing.isdisjoint(row.numbers) or bool(any_text and _standing(screen, row))


def _standing(screen: DocumentScreen[Any], row: Row) -> list[int]:
    """The places of the rulings that stand on what a row shows; the number at hand first."""
    document = screen.document
    at = row.numbers[row.at : row.at + 1]
    found = [on_number(document, name) for name in (*at, *row.numbers)]
    text = screen.text_on(row)
    item = texts(screen.session.game, document).get(text) if text else None
    kind = text.partition(":")[0]
    found += [
        one
        for one in document.rulings
        if item and not one.past and one.new == item.text and one.text.partition(":")[0] == kind
    ]
    return [place for one in found if one for place, other in enumerate(document.rulings) if other is one]


class RulingPrompt(WayPrompt):
    """Asks what a number is to be, or how a text is to read; Tab goes on to what else stands on the row."""

    def __init__(self, screen: DocumentScreen[Any], row: Widget | None) -> None:
        self.game, self.document = screen.session.game, screen.document
        known, words = tallies(self.game, self.document), texts(self.game, self.document)
        standing = (row.numbers or screen.explained_on(row)) if isinstance(row, Row) else ()
        numbers = [name for name in standing if name in known]
        at = row.at if isinstance(row, Row) and row.at < len(numbers) else 0
        ways = [Way(name, f"{known[name].label} {known[name].total} →") for name in (*numbers[at:], *numbers[:at])]
        self.text = screen.text_on(row) if isinstance(row, Row) else ""
        self.text_now = words[self.text].text if self.text in words else ""
        if self.text in words:
            ways.append(Way(TEXT, f"{words[self.text].label} →"))
        names = [f"{name} " for name in dict.fromkeys((*known, *words))]
        super().__init__([*ways, Way("", "Override:")], self._foreseen, suggestions=names)

    def command(self, typed: str) -> Command | None:
        """What was typed, as a command."""
        if self.way == TEXT:
            return amended(self.text, typed) if typed.strip() else None
        return read(self.game, self.document, typed, self.way, "" if self.way else self.text)

    def _foreseen(self, typed: str, _way: str) -> str:
        command = self.command(typed) if typed.strip() else None
        if command is None:
            return HOW
        outcome = perform(self.game, self.document, command)
        return "; ".join(line.text for line in outcome.lines) or "; ".join(one.sentence() for one in outcome.problems)

    def action_turn(self, by: int) -> None:
        """The next number or text of the row; a text can be changed where it stands."""
        super().action_turn(by)
        field = self.query_one(Input)
        field.value = self.text_now if self.way == TEXT else ""
        field.cursor_position = len(field.value)


async def ask(screen: DocumentScreen[Any]) -> None:
    """Ask at the screen's foot for a ruling on what is at its focus, or on anything by its name."""
    prompt = RulingPrompt(screen, screen.focused)
    typed = await prompt.put(screen)
    if typed is None:
        return
    command = prompt.command(typed)
    if command is None:
        screen.notify(f"{HOW}." if typed else "Nothing typed: no change.", title="Override")
    else:
        await screen.execute(command)


async def take_back(screen: DocumentScreen[Any]) -> None:
    """Take the ruling on what is at the focus back: it returns to the rule."""
    row, document = screen.focused, screen.document
    found = _standing(screen, row) if isinstance(row, Row) else []
    if found:
        question = f"Remove this house ruling?\n{told(screen, document.rulings[found[0]])}"
        if await screen.app.push_screen_wait(Confirm("Remove override", question, yes="Remove", no="Cancel")):
            await screen.execute(RemoveRuling(ruling=found[0]))
    else:
        said = "No override here." if document.rulings else "No overrides: every value follows the rules."
        screen.notify(said, title="Override")


def told(screen: DocumentScreen[Any], ruling: Ruling) -> str:
    """The ruling in one line, its number or text by the words that stand on the screen."""
    game, document = screen.session.game, screen.document
    number, text = tallies(game, document).get(ruling.number), texts(game, document).get(ruling.text)
    named = {"number": number.label} if number else {"text": text.label} if text else {}
    return sentence(ruling.model_copy(update=named))


LISTED: Final = 14
"""So many problems, and so many rulings, stand in the menu: more than a screen has room for."""


async def menu(screen: DocumentScreen[Any]) -> None:
    """Offer the problems that can be allowed and the rulings that can be removed."""
    document, game = screen.document, screen.session.game
    found = [item for item in game.problems(document) if item.level != "remark" and not item.overruled][:LISTED]
    allowing = {f"f{place}": item for place, item in enumerate(found)}
    first = max(0, len(document.rulings) - LISTED)
    removing = {f"r{place}": (place, one) for place, one in enumerate(document.rulings[first:], first)}
    offers = [Offer(key, f"Allow: {_line(item.message)}", rule=item.rule) for key, item in allowing.items()]
    for key, (_, one) in removing.items():
        note = ", ".join(part for part in (one.when, "past" if one.past else "") if part)
        how = "Remove from the list" if one.row or one.past else "Remove"
        offers.append(Offer(key, f"{how} “{_line(told(screen, one))}”", _line(note)))
    offers.append(Offer("set", "Override a number or text", "Or press = anywhere"))
    chosen = await screen.choose("House rulings", offers, rule=game.ruling)
    if chosen == "set":
        await ask(screen)
    elif chosen in removing:
        await screen.execute(RemoveRuling(ruling=removing[chosen][0]))
    elif chosen in allowing:
        reason = await screen.line("Reason?", "our group agreed")
        if reason is not None:
            await screen.execute(Allow(finding=allowing[chosen].key, reason=reason))


def _line(text: str) -> str:
    return safe(" ".join(text.split()), limit=300)


ACTIONS: Final = (
    Action("rulings", "House rulings…", "House rulings: allow a problem, remove a ruling", menu,
           ("allow", "remove-ruling"), "R"),
    Action("rule", "Override", "Override a number or text", ask, ("override-number", "override-text"), "equals_sign"),
    Action("return", "Remove override", "Remove the override from the focused number or text", take_back,
           ("remove-ruling",), "delete"),
)  # fmt: skip
"""What the group may decide at any play screen."""


LEVELS = {"error": ("✗ ", "$bad"), "unfinished": ("○ ", "$warn"), "remark": ("· ", "$dim")}
"""The mark and the colour of each level of problem."""
REASON = "the GM says so"
"""The reason of a ruling where nobody types one."""
USUAL = f"(Enter alone: {REASON})"


def problem_content(problem: Problem) -> Content:
    """Return a problem for a list: its mark, its level in a word, and the whole sentence."""
    mark, style = LEVELS[problem.level]
    word = LEVEL_WORDS[problem.level].capitalize()
    return Content.assemble((mark, style), (word, style), f"  {safe(problem.sentence())}")


class AllowDialog(TextDialog):
    """Problems that stand in the way, and the group's reason to do it anyway. Gives the reason."""

    wide = True

    def __init__(self, title: str, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.title_text, self.problems = title, tuple(problems)
        self.rule = next((problem.rule for problem in problems), "")

    def compose_body(self) -> ComposeResult:
        """The problems and the field for the reason."""
        for problem in self.problems:
            yield Static(hanging(problem_content(problem), 2), classes="dialog--finding")
        yield paragraph(f"Allow it anyway? Give a reason. {USUAL}", "dialog--question")
        yield PlainInput(most=300, draft=self.title_text, enter="Allow")

    def on_mount(self) -> None:
        """Begin in the field."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or REASON)
