"""What dice came to, as a banner: the outcome in spaced letters on a ground of its own, its number drawn large, and
beside it in words how it came about. And the frame of a result, which lies below the heroes of a play screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from textual import on
from textual.app import ComposeResult, RenderResult
from textual.containers import Horizontal
from textual.content import Content
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Digits, Static

from saga_tui.safe import safe
from saga_tui.ui.band import spaced
from saga_tui.ui.dice import DiceDialog, DiceView
from saga_tui.ui.odds_hero import ROMAN
from saga_tui.ui.odds_hero import large as drawn_large
from saga_tui.ui.panel import Still

T = TypeVar("T")

TONES: Final = {"good": "$good", "bad": "$bad", "ask": "$key", "": "$title"}
"""The colour of a ground by its tone: for you, against you, your move, neither."""
ROOMY: Final = 96
"""Cells from which on the ground of an outcome is as wide as the longest word needs."""
GROUND: Final = 27
HEIGHT: Final = 3
LEAST_WORDS: Final = 28
"""Cells that the words beside a ground need."""
MOST_WORDS: Final = 96
"""Cells that they take at most, so that what goes with a line stays near it."""
LEAST_ROOM: Final = 14
"""Lines that a result needs; where the heroes leave fewer, it covers some of them."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words beside an outcome: at the left, and at the right what goes with them."""

    left: str | Content
    right: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What dice came to: a word, its tone (`good`, `bad`, `ask`, or none), a number drawn large, and lines on it.

    `was` is the word that it turned from, with its tone.
    """

    word: str
    tone: str = ""
    number: str = ""
    lines: Sequence[Said] = ()
    was: str = ""
    was_tone: str = ""


def large(number: int) -> str:
    """A number as `Digits` draw it: `+2`, `-1`, `0`."""
    return f"{number:+}" if number else "0"


def ground(verdict: Verdict, width: int) -> list[Content]:
    """The outcome on its ground, three lines; before it what it turned from. Reverse video: it stands without colour
    too."""
    room = max(8, width - LEAST_WORDS - 4 * len(verdict.number) - (len(verdict.was) + 5 if verdict.was else 0))
    word = spaced(verdict.word, room - 4)
    cells = max(len(word) + 4, GROUND if width >= ROOMY and not verdict.was else 0)
    style = f"bold {TONES[verdict.tone]} reverse"
    lines = [Content.styled(text.center(cells), style) for text in ("", word, "")]
    if verdict.was:
        before = f" {safe(verdict.was).upper()} "
        old = Content.assemble((before, f"{TONES[verdict.was_tone]} reverse"), (" → ", "bold"))
        lines = [Content.assemble(" " * old.cell_length if at != 1 else old, line) for at, line in enumerate(lines)]
    return lines


def words(verdict: Verdict, width: int) -> list[Content]:
    """What is said of it, wrapped; what goes with a line stands at its right end, or below it."""
    found: list[Content] = []
    for number, line in enumerate(verdict.lines):
        style = "" if number else "bold"
        left = line.left if isinstance(line.left, Content) else Content.styled(safe(line.left), style)
        parts = [part.rstrip() for part in left.wrap(max(8, width))] or [Content("")]
        gap = width - parts[-1].cell_length - len(line.right)
        if line.right and gap < 2:
            parts.append(Content(""))
            gap = max(0, width - len(line.right))
        if line.right:
            parts[-1] = Content.assemble(parts[-1], " " * gap, (safe(line.right), "$dim"))
        found += parts
    return found


class Numeral(Digits):
    """A number drawn large, in digits or Roman numerals."""

    def render(self) -> RenderResult:
        """Its three lines."""
        roman = any(sign in ROMAN for sign in self.value)
        return Content("\n".join(drawn_large(self.value.replace("−", "-")))) if roman else super().render()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as it is drawn."""
        return len(drawn_large(self.value.replace("−", "-"))[0])


class VerdictView(Horizontal, Still):
    """The banner of an outcome."""

    def __init__(self, verdict: Verdict | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.verdict = verdict

    def compose(self) -> ComposeResult:
        """Ground, number, words."""
        yield Static(classes="verdict--ground")
        yield Numeral("", classes="verdict--number")
        yield Static(classes="verdict--words")

    def on_mount(self) -> None:
        """As it is at first."""
        self.show(self.verdict)

    def on_resize(self) -> None:
        """Other room, other lines."""
        self.show(self.verdict)

    def beside(self, width: int) -> int:
        """Cells for the words."""
        verdict = self.verdict
        if verdict is None:
            return width
        number = (3 * len(verdict.number) + 2) * bool(verdict.number)
        return min(MOST_WORDS, width - ground(verdict, width)[1].cell_length - 3 - number)

    def needs(self, width: int) -> int:
        """Lines that it takes at a width."""
        return max(HEIGHT, len(words(self.verdict, self.beside(width)))) if self.verdict else 0

    def show(self, verdict: Verdict | None) -> None:
        """Shows an outcome, or none."""
        self.verdict = verdict
        self.display = verdict is not None
        width = self.container_size.width or self.app.size.width - 2
        if verdict is None or not self.is_mounted:
            return
        self.styles.height = self.needs(width)
        drawn, number = self.query(Static), self.query_one(Digits)
        drawn[0].update(Content("\n").join(ground(verdict, width)))
        number.update(verdict.number)
        number.display = bool(verdict.number)
        drawn[-1].update(Content("\n").join(words(verdict, self.beside(width))))
        for tone in ("good", "bad"):
            self.set_class(verdict.tone == tone, f"-{tone}")


def below(screen_stack: Sequence[Widget]) -> int:
    """The line below the heroes of the screen that a result lies on; 0 where it has none."""
    for screen in reversed(screen_stack):
        try:
            return screen.query_one("#vitals").region.bottom
        except NoMatches:
            continue
    return 0


class ResultDialog(DiceDialog[T]):
    """Dice that were thrown, with what they came to: as wide as the screen, from its foot up to below the heroes at
    most, which stay bright. The dice are as large as the rest leaves room for."""

    def on_mount(self) -> None:
        """As high as there is room."""
        self.fit()

    def on_resize(self) -> None:
        """Other room."""
        self.fit()

    @on(DiceView.Rested)
    def reveal(self) -> None:
        """What the dice say is told when they lie still."""
        still = not any(dice.tumbling for dice in self.query(DiceView))
        for child in self.query_one("#dialog-body").children:
            if not isinstance(child, DiceView):
                child.visible = still

    def fit(self) -> None:
        """Gives the dice what the other parts leave."""
        high, width = self.app.size.height, self.app.size.width - 2
        room = max(min(high, LEAST_ROOM), high - below(self.app.screen_stack[:-1]))
        box = self.query_one("#dialog")
        box.styles.max_height = room
        box.border_title = Content(f" {safe(self.title_text)} ")
        others = 1 + 2  # the rule with the title, and the keys
        for child in self.query_one("#dialog-body").children:
            if isinstance(child, VerdictView):
                others += child.needs(width)
            elif not isinstance(child, DiceView) and child.display:
                others += child.get_content_height(self.app.size, self.app.size, width) + child.styles.margin.height
        for dice in self.query(DiceView):
            dice.give(room - others - dice.styles.margin.height)
