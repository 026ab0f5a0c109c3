"""The reasons of numbers: their tallies, rulings on them, and the entry of the journal that last changed each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from saga_tui.engine.document import Document
from saga_tui.engine.entries import Entry, entry_of, reasons
from saga_tui.engine.rules import Rules
from saga_tui.safe import safe
from saga_tui.store.event import REDO
from saga_tui.store.undoing import UNDOS, Fates
from saga_tui.tally import Tally, Term
from saga_tui.ui.dialogs import Dialog, PickList
from saga_tui.ui.keys import Command
from saga_tui.ui.palette import Palette
from saga_tui.ui.panel import hanging
from saga_tui.ui.specs import Why
from saga_tui.words import minus, signed

if TYPE_CHECKING:
    from textual.app import App

    from saga_tui.engine.session import Session
    from saga_tui.store import Event, Memory


class WhyScreen(Dialog[str]):
    """The terms of a number, one a line with the rule's id; gives the id of the rule to open, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open the rule", id="why.open", priority=True),
        Binding("escape,question_mark,q", "leave", "Close", id="why.close"),
        Binding("h", "app.help", "Keys", id="why.keys", tooltip="All keys of this screen"),
    ]

    def __init__(self, why: Why | Tally) -> None:
        super().__init__()
        self.why = why if isinstance(why, Why) else Why(why)
        self.title_text = f"{self.why.tally.label}: how it adds up"
        self.rules: list[str] = []
        """The rule of each line of the list."""

    def compose_body(self) -> ComposeResult:
        """Each number's terms as a list to walk with its sum beneath, then the notes."""
        options: list[Option] = []
        for tally in self.why.tallies:
            width = max((len(signed(term.amount)) for term in tally.terms), default=1)
            for term in tally.terms:
                options.append(Option(hanging(_term(signed(term.amount).rjust(width), term), width + 2)))
                self.rules.append(term.rule)
            options.append(Option(_sum(tally), disabled=True))
            self.rules.append("")
        yield PickList(*options)
        for note in self.why.notes:
            yield Static(safe(note), markup=False, classes="why--note")

    def rule_here(self) -> str:
        """The rule of the term under the cursor."""
        index = self.query_one(OptionList).highlighted
        return "" if index is None else self.rules[index]

    def action_open(self) -> None:
        """Leave with the rule of the term under the cursor."""
        self.dismiss(self.rule_here() or None)

    def on_option_list_option_selected(self) -> None:
        """A click on a term opens its rule."""
        self.action_open()


def _sum(tally: Tally) -> Content:
    """`= 5  Force`."""
    return Content.assemble(("= ", "$dim"), (minus(str(tally.total)), "bold $glow"), f"  {safe(tally.label)}")


def _term(amount: str, term: Term) -> Content:
    """`+2  Weary  play X-1`; one that another beats is struck out, and adds nothing."""
    beaten = bool(term.beaten)
    return Content.assemble(
        (" " * len(amount) if beaten else amount, "bold"),
        "  ", (safe(term.reason), "strike $dim" if beaten else ""), "  ",
        (f"{term.source} ", "$dim") if term.source else "",
        (term.rule, "$key"),
    )  # fmt: skip


# ---- the reasons of a document's numbers


def why(
    game: Rules[Any], document: Document, names: Iterable[str], notes: Callable[[str], tuple[str, ...]]
) -> Why | None:
    """The reasons of numbers by their names, the first one the number itself; `notes` tells more of each."""
    known = reasons(game, document)
    tallies = [known[name] for name in names if name in known]
    if not tallies:
        return None
    told = [line for tally in tallies for line in notes(tally.name)]
    return Why(tallies[0], tuple(dict.fromkeys(told)), tuple(tallies[1:]))


def last_change(memory: Memory, entry: Entry, spans: Iterable[str]) -> tuple[str, ...]:
    """A line on the newest entry of the journal that changed what a number rests on; none where nothing did. `spans`
    are the counters of time, the innermost first."""
    fates = Fates()
    for event in memory.history():
        fates.older(event)
        if any(entry.changed_by(change) for change in event.changes):
            return (_told(event, spans, fates.undone(event)),)
    return ()


def _told(event: Event, spans: Iterable[str], undone: bool) -> str:
    """`Last changed, night 2: oil 4 → 3`."""
    where = next((f", {span} {event.clock[span]}" for span in spans if span in event.clock), "")
    taken = {**dict.fromkeys(UNDOS, "undid "), REDO: "redid "}.get(event.do, "")
    return f"Last changed{where}: {taken}{event.text or event.do}{' (undone)' if undone else ''}"


def rulings(document: Document, name: str) -> tuple[str, ...]:
    """A line for each ruling of the group on a number."""
    found = (ruling for ruling in document.rulings if ruling.number == name and not ruling.past)
    return tuple(f"House ruling: {one.old} → {one.new}{f', {one.reason}' if one.reason else ''}" for one in found)


def notes_of(session: Session[Any], name: str) -> tuple[str, ...]:
    """What is told of a number beneath its terms."""
    game, document = session.game, session.document
    changed = last_change(session.memory, entry_of(game, document, name), game.clock.innermost)
    return (*rulings(document, name), *changed)


def pick_number(app: App[None], session: Session[Any], open_rule: Callable[[str], object]) -> None:
    """List all numbers of a document, found by a few letters; the one that is picked gives its reasons."""
    listed = [
        Command(f"{one.label}: why {minus(str(one.total))}?", "", partial(show, app, session, name, open_rule))
        for name, one in reasons(session.game, session.document).items()
    ]
    palette = Palette(listed, title="Explain a number", placeholder="Search numbers")

    def run(command: Command | None) -> None:
        if command is not None:
            app.call_later(command.run)

    app.push_screen(palette, run)


def show(app: App[None], session: Session[Any], name: str, open_rule: Callable[[str], object]) -> None:
    """Show the reasons of one number; a rule that is chosen there is opened."""
    found = why(session.game, session.document, [name], partial(notes_of, session))
    if found is not None:

        def opened(rule: str | None) -> None:
            if rule:
                open_rule(rule)

        app.push_screen(WhyScreen(found), opened)
