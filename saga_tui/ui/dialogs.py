"""Typed questions: each is a screen that is awaited in a `@work` method and gives its answer, or `None` when left.

Nothing in them is markup: texts may come from a character file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.visual import Visual
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from saga_tui.safe import safe
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.fields import FindField, PlainInput, has_words
from saga_tui.ui.offers import LONG, Offer, OfferDrawing, OfferLine, widths
from saga_tui.ui.terminal import Sized
from saga_tui.ui.touch import ThumbList

__all__ = [
    "LETTERS",
    "AskNumber",
    "AskText",
    "Choose",
    "Confirm",
    "Dialog",
    "Offer",
    "PickList",
    "RuleOption",
    "TextDialog",
    "paragraph",
]

T = TypeVar("T")


class PickList(ThumbList):
    """The list of a dialog: plain text, compact, and Enter has a name in the key bar."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Choose", id="pick.choose")]

    def __init__(self, *options: Option) -> None:
        super().__init__(*options, markup=False, compact=True)


class RuleOption(Option):
    """An option that stands for a rule; its text need not name it."""

    def __init__(self, prompt: Visual, rule: str = "", id: str | None = None) -> None:
        super().__init__(prompt, id=id)
        self.rule = rule


class Dialog(Sized, ModalScreen[T]):
    """A calm box in the middle of the screen: a title in its border, a body, and its keys at the foot."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Cancel", id="dialog.leave"),
        Binding("slash", "app.look_up", "Rule", id="dialog.rule", show=False, tooltip="Look up the rule at the cursor"),
        Binding("question_mark", "app.help", "Keys", id="dialog.keys", show=False, tooltip="All keys of this dialog"),
    ]
    title_text = ""
    wide = False
    scrolls = False
    """Whether its text takes the focus, so that the arrows scroll it."""
    answered_by_keys = True
    """A letter or a digit may answer it: Enter right after that is not meant for what is below."""
    rule = ""
    """The rule that it asks about, for the key that looks it up."""

    def rule_here(self) -> str:
        """Return the rule that the dialog asks about, or nothing."""
        return self.rule

    def compose(self) -> ComposeResult:
        """The box."""
        with Vertical(id="dialog", classes="-wide" if self.wide else "") as box:
            box.border_title = Content(safe(self.title_text))
            with VerticalScroll(id="dialog-body", can_focus=False):
                yield from self.compose_body()
            yield KeyBar(lines=3)

    def compose_body(self) -> ComposeResult:
        """What stands between the title and the keys."""
        yield from ()

    def on_mount(self) -> None:
        """Let the arrows scroll a text that is only read."""
        if self.scrolls:
            body = self.query_one("#dialog-body", VerticalScroll)
            body.can_focus = True
            body.focus()

    def on_resize(self) -> None:
        """A list gets the room that the rest leaves, so that only the list scrolls."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        box, body = self.query_one("#dialog"), self.query_one("#dialog-body")
        chrome = box.outer_size.height - body.outer_size.height
        for pick in self.query(PickList):
            others = (
                sum(child.outer_size.height + child.styles.margin.height for child in body.children) - pick.size.height
            )
            pick.styles.max_height = max(3, int(self.size.height * 0.92) - chrome - others)

    def object_to(self, said: str) -> None:
        """Say in the dialog's own border why an answer will not do: a notice could cover the field."""
        self.query_one("#dialog").border_subtitle = Content.styled(safe(said), "bold $warn")

    def action_answer(self, answer: T) -> None:
        """Answer so: for a key that says it all."""
        self.dismiss(answer)

    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)


def paragraph(text: str, classes: str = "") -> Static:
    """A text of several lines that is never markup."""
    return Static(Content(safe(text, one_line=False)), classes=classes)


class TextDialog(Dialog[str]):
    """A dialog with a text field: what is typed there survives a kill, until the dialog is closed."""

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        """Answer, and forget the draft."""
        self.query_one(PlainInput).forget_draft()
        return super().dismiss(result)


class Confirm(Dialog[bool]):
    """Yes or no. Enter or `y` says yes, `n` or Escape no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "answer(True)", "Yes", id="confirm.yes"),
        Binding("n,escape,q", "answer(False)", "No", id="confirm.no"),
    ]

    def __init__(self, title: str, question: str, *, yes: str = "yes", no: str = "no", danger: bool = False) -> None:
        """With `danger` Enter does not say yes, only `y` does."""
        super().__init__()
        self.title_text, self.question, self.danger = title, question, danger
        self._bindings = self._bindings.copy()
        for key, words in (("y", yes), ("n", no), ("enter", yes), ("escape", no), ("q", no)):
            old = self._bindings.key_to_bindings.get(key, [])
            self._bindings.key_to_bindings[key] = [
                Binding(key, binding.action, words, show=key in "yn", id=binding.id) for binding in old
            ]
        if danger:
            self._bindings.key_to_bindings.pop("enter", None)

    def compose_body(self) -> ComposeResult:
        """The question."""
        yield paragraph(self.question)


class AskText(TextDialog):
    """A line of text. Suggestions stand below, filtered as one types; down picks one, Enter takes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "walk(1)", "Suggestions", id="ask.down", priority=True),
        Binding("up", "walk(-1)", "Up", id="ask.up", show=False, priority=True),
    ]

    def __init__(
        self,
        title: str,
        question: str = "",
        *,
        value: str = "",
        placeholder: str = "",
        suggestions: Iterable[str] = (),
        optional: bool = False,
        most: int = 200,
        enter: str = "Accept",
    ) -> None:
        """`optional`: an empty text is an answer too; `enter` is what Enter does, for the key bar."""
        super().__init__()
        self.title_text, self.question, self.value, self.placeholder = title, question, value, placeholder
        self.suggestions = tuple(suggestions)
        self.optional, self.most, self.enter = optional, most, enter
        self._typed = value

    def compose_body(self) -> ComposeResult:
        """Question, field, suggestions."""
        if self.question:
            yield paragraph(self.question, "dialog--question")
        draft = f"{self.title_text}: {self.question}"
        yield PlainInput(self.value, self.placeholder, most=self.most, draft=draft, enter=self.enter)
        if self.suggestions:
            yield PickList()

    def on_mount(self) -> None:
        """Begin in the field."""
        self.query_one(Input).focus()
        self._filter(self.value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Walking needs suggestions."""
        return bool(self.suggestions) if action == "walk" else True

    def _filter(self, typed: str) -> None:
        if not self.suggestions:
            return
        words = typed.casefold().split()
        options = self.query_one(OptionList)
        options.clear_options()
        fitting = [text for text in self.suggestions if all(word in text.casefold() for word in words)]
        options.add_options([Option(Content(safe(text)), id=str(self.suggestions.index(text))) for text in fitting])

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._filter(event.value)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_take()

    def action_walk(self, by: int) -> None:
        """Move over the suggestions; above the first one is the field itself."""
        options = self.query_one(OptionList)
        at = -1 if options.highlighted is None else options.highlighted
        at = max(-1, min(options.option_count - 1, at + by))
        options.highlighted = None if at < 0 else at

    def action_take(self) -> None:
        """Answer with the picked suggestion or the text."""
        picked = self.query_one(OptionList).highlighted_option if self.suggestions else None
        text = self.suggestions[int(picked.id)] if picked and picked.id else self.query_one(Input).value.strip()
        if text or self.optional:
            self.dismiss(text)
        else:
            self.object_to("Type something, or press Esc to cancel.")

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.suggestions[int(event.option.id or 0)])


LETTERS = "123456789abcdefghilmoprstuvwxz"
"""Keys of the offers in order; `j`, `k`, `n`, `q`, `y` are left out for moving, leaving and yes and no."""


SEEN = 9
"""So many offers are seen at a glance; a longer list names the key that finds in it."""


class Choose(Dialog[str]):
    """One of several offers: by its digit or letter, or by arrows and Enter. Gives the offer's key.

    `ctrl+f` finds among the offers; so does `/` where no rule stands behind them to be looked up.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+f", "find", "Find", id="dialog.find", priority=True, tooltip="Find in this list"),
        Binding("slash", "look_or_find", "Find", id="dialog.look", show=False,
                tooltip="Find in this list, or look up the rule"),
    ]  # fmt: skip

    letters = LETTERS

    def __init__(
        self, title: str, offers: Sequence[Offer], question: str = "", *, at: str = "", wide: bool = False
    ) -> None:
        """`at` is the key of the offer that the cursor begins on."""
        super().__init__()
        self.title_text, self.offers, self.question, self.at = title, tuple(offers), question, at
        self.wide = wide or widths(self.offers)[1] > LONG or any(offer.drawing for offer in self.offers)

    def compose_body(self) -> ComposeResult:
        """Question and offers."""
        if self.question:
            yield paragraph(self.question, "dialog--question")
        yield OfferDrawing(self.offers)
        yield FindField()
        yield PickList(*self._options(()))

    def _options(self, words: Collection[str]) -> list[RuleOption]:
        """The offers that have all these words, each with its letter."""
        lettered = zip(self.letters.ljust(len(self.offers)), self.offers, strict=False)
        column, notes = widths(self.offers)
        return [
            RuleOption(OfferLine(letter, offer, column, notes), offer.rule, id=offer.key)
            for letter, offer in lettered
            if has_words(f"{offer.text} {offer.about}", words)
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The bar names the search where there is something to search."""
        return len(self.offers) > SEEN if action == "find" else True

    def action_find(self) -> None:
        """Open the field that filters the offers."""
        self.query_one(FindField).open()

    async def action_look_or_find(self) -> None:
        """Look the rule up, or find among the offers."""
        if self.rule or any(offer.rule for offer in self.offers):
            await self.run_action("app.look_up")
        else:
            self.action_find()

    @on(Input.Changed)
    def _filter(self, event: Input.Changed) -> None:
        pick = self.query_one(PickList)
        pick.clear_options()
        pick.add_options(self._options(event.value.casefold().split()))
        pick.highlighted = 0 if pick.option_count else None

    @on(Input.Submitted)
    def _found(self) -> None:
        self.query_one(PickList).focus()

    def on_mount(self) -> None:
        """Put the cursor where it was wanted."""
        options = self.query_one(OptionList)
        keys = [offer.key for offer in self.offers]
        options.highlighted = keys.index(self.at) if self.at and self.at in keys else 0 if keys else None
        options.focus()

    def on_key(self, event: events.Key) -> None:
        """A digit or a letter chooses."""
        if event.character and event.character in self.letters:
            index = self.letters.index(event.character)
            if index < len(self.offers):
                event.stop()
                self._take(self.offers[index])

    @on(OptionList.OptionHighlighted)
    def _pointed(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one(OfferDrawing).show(event.option_id)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._take(next(offer for offer in self.offers if offer.key == event.option_id))

    def _take(self, offer: Offer) -> None:
        if offer.barred:
            self.notify(safe(offer.barred), title="Not now")
        else:
            self.dismiss(offer.key)


class AskNumber(Dialog[int]):
    """A whole number: digits, then Enter; Enter alone gives the default. `foresee` is told each number that stands
    there, and gives what would follow in words."""

    def __init__(
        self,
        title: str,
        question: str = "",
        *,
        default: int = 1,
        least: int | None = 0,
        most: int | None = None,
        foresee: Callable[[int], Content] | None = None,
    ) -> None:
        super().__init__()
        self.title_text, self.question = title, question
        self.default, self.least, self.most, self.foresee = default, least, most, foresee
        self.set_class(foresee is not None, "-foresees")

    def compose_body(self) -> ComposeResult:
        """Question and field."""
        if self.question:
            yield paragraph(self.question, "dialog--question")
        yield PlainInput(placeholder=str(self.default), restrict=r"[-−]?\d{0,6}", most=7)
        if self.foresee is not None:
            yield Static(self.foresee(self.default), id="number-follows")

    def _number(self, typed: str) -> int:
        digits = typed.replace("−", "-")
        return self.default if digits in ("", "-") else int(digits)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        if self.foresee is not None:
            self.query_one("#number-follows", Static).update(self.foresee(self._number(event.value)))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        number = self._number(event.value)
        if self.least is not None and number < self.least:
            self.object_to(f"At least {self.least}.")
        elif self.most is not None and number > self.most:
            self.object_to(f"At most {self.most}.")
        else:
            self.dismiss(number)
